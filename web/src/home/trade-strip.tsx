/** A live strip of the latest trades of all markets. Its height is fixed, so that nothing below it moves. */
import { Link } from "wouter";
import { cost } from "../../../src/core/units.ts";
import { PAGE_PATHS } from "../../../src/http/page/page-paths.ts";
import { AddressLink } from "../people/address-link.tsx";
import { Empty, Failure, Loading } from "../parts/states.tsx";
import { useNow } from "../parts/use-now.ts";
import { eventPath } from "../paths.ts";
import { useFormats, useOutcomeName, useText } from "../text/language.tsx";
import { TradeTime } from "../markets/trade-time.tsx";
import { SHOWN_TRADES, useSiteTrades } from "./live-activity.ts";
import type { LiveTrade } from "./live-activity.ts";

const SECONDS_MS = 5_000;

export function TradeStrip() {
  const { home: text } = useText();
  const { trades, error, refetch, isPaused, toggle } = useSiteTrades();
  const now = useNow(SECONDS_MS);
  return (
    <section aria-labelledby="strip-title">
      <div className="strip-head">
        <h2 id="strip-title">{text.trades}</h2>
        <span>
          <button type="button" className="plain" onClick={toggle}>
            {isPaused ? text.resume : text.pause}
          </button>
          <Link href={PAGE_PATHS.activity} className="see-all" aria-label={text.seeAllOf(text.trades)}>
            {text.seeAll}
          </Link>
        </span>
      </div>
      {error !== null && <Failure error={error} retry={() => void refetch()} />}
      {trades === undefined && error === null && <Loading rows={SHOWN_TRADES} />}
      {trades?.length === 0 && <Empty>{text.noTrades}</Empty>}
      <ul>
        {trades?.map((trade) => (
          <StripRow key={trade.key} trade={trade} now={now} />
        ))}
      </ul>
    </section>
  );
}

type StripRowProps = { readonly trade: LiveTrade; readonly now: number };

function StripRow({ trade, now }: StripRowProps) {
  const { home: text } = useText();
  const formats = useFormats();
  const nameOf = useOutcomeName();
  const { side, outcome, price, size, at } = trade;
  const says = side === "BUY" ? text.bought : text.sold;
  return (
    <li>
      <Link href={eventPath(trade.eventSlug, trade.marketSlug)} title={trade.title}>
        {trade.title}
      </Link>
      <span className="soft">
        <TradeTime at={at} now={now} />
      </span>
      <span className="strip-trade">
        <AddressLink address={trade.trader} name={trade.name} />
        <span className={side === "BUY" ? "up" : "down"}>{says(nameOf(outcome), formats.cents(price))}</span>
        <span className="number">{formats.money(cost(size, price))}</span>
      </span>
    </li>
  );
}
