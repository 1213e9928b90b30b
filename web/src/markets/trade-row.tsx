/** One trade: its direction by colour, sign and word, its outcome, price, size and time. */
import { Link } from "wouter";
import { cost } from "../../../src/core/units.ts";
import { Avatar } from "../parts/avatar.tsx";
import { NumberCell } from "../parts/table.tsx";
import { profilePath } from "../paths.ts";
import { nameOfWallet, ShownName } from "../people/shown-name.tsx";
import { useFormats, useOutcomeName, useText } from "../text/language.tsx";
import type { Trade } from "./market-queries.ts";
import type { Market } from "./market.ts";
import { TradeTime } from "./trade-time.tsx";

type TradeRowProps = { readonly market: Market; readonly trade: Trade; readonly now: number };

export function TradeRow({ market, trade, now }: TradeRowProps) {
  const { trades: text } = useText().markets;
  const nameOf = useOutcomeName();
  const formats = useFormats();
  const { outcome, side, price, size, at, trader, traderName } = trade;
  const name = nameOf(market.outcomes[outcome].name);
  const isBuy = side === "BUY";
  return (
    <tr>
      <td className="row-title">
        <span className={isBuy ? "trade-kind up" : "trade-kind down"}>
          <span className="trade-sign" aria-hidden="true">
            {isBuy ? "+" : "−"}
          </span>
          {isBuy ? text.bought(name) : text.sold(name)}
        </span>{" "}
        {trader !== undefined && (
          <Link
            href={profilePath(trader)}
            className="trader person"
            title={trader}
            aria-label={text.who(nameOfWallet(trader, traderName))}
          >
            <Avatar address={trader} />
            <ShownName address={trader} name={traderName} />
          </Link>
        )}
      </td>
      <NumberCell kind="unlabelled">{formats.cents(price)}</NumberCell>
      <NumberCell>{formats.shares(size)}</NumberCell>
      <NumberCell kind="unlabelled">{formats.money(cost(size, price))}</NumberCell>
      <NumberCell kind="soft unlabelled">
        <TradeTime at={at} now={now} />
      </NumberCell>
    </tr>
  );
}
