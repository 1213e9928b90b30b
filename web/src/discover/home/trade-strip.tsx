/** A live strip of the latest trades of all markets. Its height is fixed, so that nothing below it moves. */
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Link } from "wouter";
import { cost } from "../../../../src/core/units.ts";
import { PAGE_PATHS } from "../../../../src/http/page/page-paths.ts";
import { mergeFills } from "../../account/activity/activity-trades.ts";
import type { SiteTrade } from "../../account/activity/activity-trades.ts";
import { data } from "../../api/interfaces.ts";
import { openActivity } from "../../api/live/activity-channel.ts";
import { throttle } from "../../api/live/connection.ts";
import { TradeTime } from "../../markets/book/trade-time.tsx";
import { toLots, toTicks } from "../../base/money.ts";
import { Empty, Failure, Loading } from "../../parts/states.tsx";
import { useNow } from "../../parts/hooks/use-now.ts";
import { eventPath } from "../../base/paths.ts";
import { AddressLink } from "../../account/people/shown-name.tsx";
import { useFormats, useOutcomeName, useText } from "../../text/language.tsx";

// The latest trades of the whole exchange: first from the data interface, then each trade as the live channel reports it.

/** A trade with a unique key within the strip. */
type LiveTrade = SiteTrade & { readonly key: string };

/** A row of GET /trades; messages of the channel have the same fields. */
type TradeRow = {
  readonly title: string;
  readonly slug: string;
  readonly eventSlug: string;
  readonly outcome: string;
  readonly side: "BUY" | "SELL";
  readonly price: number;
  readonly size: number;
  readonly timestamp: number;
  readonly proxyWallet: string;
  readonly name: string;
  readonly transactionHash: string;
};
type ActivityMessage = { readonly topic?: string; readonly payload?: TradeRow };

const SHOWN_TRADES = 7;
/** Trades that are read, of which several may be fills of one order. */
const READ_TRADES = 14;
/** Minimum time between two changes of the list, in milliseconds. */
const MIN_UPDATE_MS = 1_500;

const siteTradesQuery = () =>
  queryOptions({
    queryKey: ["data", "site-trades"],
    queryFn: async ({ signal }) => {
      const rows: readonly TradeRow[] = await data("GET /trades", { query: { limit: READ_TRADES }, signal });
      return rows.map((row, index) => toLiveTrade(row, rows.length - index));
    },
    staleTime: Infinity,
  });

const toLiveTrade = (row: TradeRow, count: number): LiveTrade => ({
  key: `${row.transactionHash} ${row.proxyWallet} ${count}`,
  hash: row.transactionHash,
  trader: row.proxyWallet,
  name: row.name,
  title: row.title,
  eventSlug: row.eventSlug,
  marketSlug: row.slug,
  outcome: row.outcome,
  side: row.side,
  price: toTicks(row.price),
  size: toLots(row.size),
  at: row.timestamp * 1000,
});

/** Calls `onTrades` with the latest trades, newest first, no more often than a visitor can read. */
function followTrades(onTrades: (trades: readonly LiveTrade[]) => void): () => void {
  let latestTrades: readonly LiveTrade[] = [];
  let count = READ_TRADES;
  const report = throttle(MIN_UPDATE_MS, () => onTrades(latestTrades));
  const channel = openActivity({
    onMessage: (message) => {
      const { topic, payload } = message as ActivityMessage;
      if (topic !== "activity" || payload === undefined) return;
      count += 1;
      latestTrades = [toLiveTrade(payload, count), ...latestTrades].slice(0, READ_TRADES);
      report.call();
    },
    onState: () => undefined,
  });
  return () => {
    report.stop();
    channel.close();
  };
}

/** Returns the latest trades. While paused, no trade is added. */
function useSiteTrades() {
  const { data: listedTrades, error, refetch } = useQuery(siteTradesQuery());
  const [isPaused, setPaused] = useState(false);
  const [liveTrades, setLive] = useState<readonly LiveTrade[]>([]);
  useEffect(() => (isPaused ? undefined : followTrades(setLive)), [isPaused]);
  const first = liveTrades.at(-1);
  // A trade may come from both sources. The channel reports complete batches, so rows of the same batches are dropped by
  // hash.
  const olderTrades = (listedTrades ?? []).filter(
    ({ at, hash }) =>
      first === undefined || (at <= first.at && !liveTrades.some((trade) => trade.hash === hash)),
  );
  const toggle = (): void => {
    if (isPaused) {
      setLive([]);
      void refetch();
    }
    setPaused(!isPaused);
  };
  return {
    trades: listedTrades && mergeFills([...liveTrades, ...olderTrades]).slice(0, SHOWN_TRADES),
    error,
    refetch,
    isPaused,
    toggle,
  };
}

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
  const verb = side === "BUY" ? text.bought : text.sold;
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
        <span className={side === "BUY" ? "up" : "down"}>{verb(nameOf(outcome), formats.cents(price))}</span>
        <span className="number">{formats.money(cost(size, price))}</span>
      </span>
    </li>
  );
}
