/** The result of a resolved market: the winner, the money received, and a button for money that is still due. */
import { useQuery } from "@tanstack/react-query";
import { addMicros, micros, NO_MICROS, redemptionValue } from "../../../src/core/units.ts";
import type { Micros } from "../../../src/core/units.ts";
import { resolutionQuery } from "../markets/market-queries.ts";
import type { Market } from "../markets/market.ts";
import { receivedQuery } from "../portfolio/trader-queries.ts";
import { useFormats, useOutcomeName, useText } from "../text/language.tsx";
import { NO_SHARES, useBalances } from "../wallet/balances.ts";
import { useSession } from "../wallet/session.tsx";
import { ClaimButtons } from "./claim-buttons.tsx";

type Payout = readonly [number, number];

type BannerProps = { readonly market: Market; readonly isOnly: boolean };

export function ResolvedBanner({ market, isOnly }: BannerProps) {
  const { data } = useQuery({ ...resolutionQuery(market.conditionId), enabled: market.closed });
  const payout = data?.resolution?.payout;
  return market.closed && payout !== undefined && <Result market={market} payout={payout} isOnly={isOnly} />;
}

function Result({ market, payout, isOnly }: BannerProps & { readonly payout: Payout }) {
  const { mine, markets } = useText();
  const formats = useFormats();
  const nameOf = useOutcomeName();
  const { trader } = useSession();
  const { data: received = NO_MICROS } = useQuery(receivedQuery(trader, market.conditionId));
  const { due, isHolder } = useDue(market, payout);
  const [first, second] = payout;
  const isSplit = first === second;
  const winner = isSplit ? markets.rules.split : nameOf(market.outcomes[first > second ? 0 : 1].name);
  return (
    <section className="panel resolved" aria-label={mine.result}>
      <span className={first >= second ? "resolved-mark up" : "resolved-mark down"} aria-hidden="true">
        ✓
      </span>
      <div className="resolved-what">
        <p>{isOnly ? mine.result : mine.resolvedTo(market.name)}</p>
        <p className="resolved-winner">{winner}</p>
        {received > 0 && <p className="up">{mine.received(formats.money(received))}</p>}
        {isHolder && <p>{due > 0 ? mine.due(formats.money(due)) : mine.lost}</p>}
      </div>
      {trader !== undefined && <ClaimButtons trader={trader} market={market} due={due} />}
    </section>
  );
}

/** Computes what the trader's shares of the market pay. */
function useDue({ outcomes }: Market, payout: Payout): { readonly due: Micros; readonly isHolder: boolean } {
  const { data } = useBalances();
  const held = outcomes.map(({ tokenId }) => (data?.shares.get(tokenId) ?? NO_SHARES).total);
  const due = held.reduce(
    (sum, size, index) => addMicros(sum, redemptionValue(size, payout, index === 0 ? 0 : 1)),
    micros(0),
  );
  return { due, isHolder: held.some((size) => size > 0) };
}
