/** The trader's positions in an event, each with its current value and a button that fills the ticket. */
import { useState } from "react";
import { cost, subtractMicros } from "../../../src/core/units.ts";
import type { Position } from "../api/generated/data.ts";
import { usePositionName } from "./market-names.ts";
import { PositionWorth } from "./position-worth.tsx";
import type { MarketEvent } from "../markets/market.ts";
import type { MarketSelection } from "../markets/use-market-selection.ts";
import { useShownPrices } from "../markets/use-shown-prices.ts";
import { NO_FIGURE, useUnpriced } from "../markets/use-unpriced.ts";
import { lotsOfNumber, microsOfNumber, ticksOfNumber } from "../money.ts";
import { useFormats, useText } from "../text/language.tsx";
import { NO_SHARES, useBalances } from "../wallet/balances.ts";

type Props = {
  readonly event: MarketEvent;
  readonly chosen: MarketSelection;
  readonly positions: readonly Position[];
};

const FIRST = 5;

export function EventPositions({ event, chosen, positions }: Props) {
  const { mine, common } = useText();
  const [all, setAll] = useState(false);
  // The selected market comes first: the ticket changes its position.
  const isChosen = ({ conditionId }: Position): boolean => conditionId === chosen.market.conditionId;
  const ranked = positions.toSorted((a, b) => Number(isChosen(b)) - Number(isChosen(a)));
  const shown = all ? ranked : ranked.slice(0, FIRST);
  return (
    <>
      <h2>{positions.length === 1 ? mine.position : mine.positions}</h2>
      <ul className="mine-list">
        {shown.map((position) => (
          <PositionItem key={position.asset} {...{ event, chosen, position }} />
        ))}
      </ul>
      {shown.length < positions.length && (
        <button type="button" className="plain" onClick={() => setAll(true)}>
          {common.more}
        </button>
      )}
    </>
  );
}

type ItemProps = Omit<Props, "positions"> & { readonly position: Position };

function PositionItem({ event, chosen, position }: ItemProps) {
  const { mine, common } = useText();
  const formats = useFormats();
  const { asset, outcomeIndex } = position;
  const market = event.markets.find(({ conditionId }) => conditionId === position.conditionId);
  const [live] = useShownPrices(market?.closed === false ? [asset] : []);
  const isUnpriced = useUnpriced([position]).has(asset);
  const { data: balances } = useBalances();
  const size = lotsOfNumber(position.size);
  const now = live ?? ticksOfNumber(position.curPrice);
  const value = cost(size, now);
  const paid = microsOfNumber(position.initialValue);
  const profit = subtractMicros(value, paid);
  const name = usePositionName(event)(position);
  const { available } = balances?.shares.get(asset) ?? NO_SHARES;
  const outcome = outcomeIndex === 0 ? 0 : 1;
  return (
    <li>
      <div className="mine-what">
        <strong className={outcome === 0 ? "up" : "down"}>{name}</strong>
        <span className="soft number">
          {mine.held(
            formats.shares(size),
            formats.cents(ticksOfNumber(position.avgPrice)),
            isUnpriced ? NO_FIGURE : formats.cents(now),
          )}
        </span>
      </div>
      <PositionWorth {...{ isUnpriced, value, profit }} part={paid > 0 ? profit / paid : undefined} />
      {market?.acceptingOrders === true && (
        <button
          type="button"
          disabled={available === 0}
          title={available === 0 ? mine.allInOrders : undefined}
          onClick={() => chosen.sell(market, outcome, available)}
        >
          {common.sell}
          <span className="visually-hidden"> {name}</span>
        </button>
      )}
    </li>
  );
}
