/** The latest trades of the whole exchange: those of the data interface, then each trade as the live channel reports it. */
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { data } from "../api/interfaces.ts";
import type { SiteTrade } from "../activity/activity-trades.ts";
import { lotsOfNumber, ticksOfNumber } from "../money.ts";
import { openActivity } from "../live/activity-channel.ts";
import { throttle } from "../live/throttle.ts";

/** A trade with a unique key within the strip. */
export type LiveTrade = SiteTrade & { readonly key: string };

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

export const SHOWN_TRADES = 7;
/** Minimum time between two changes of the list, in milliseconds. */
const CALM_MS = 1_500;

export const siteTradesQuery = () =>
  queryOptions({
    queryKey: ["data", "site-trades"],
    queryFn: async ({ signal }) => {
      const rows: readonly TradeRow[] = await data("GET /trades", { query: { limit: SHOWN_TRADES }, signal });
      return rows.map((row, index) => siteTradeOf(row, rows.length - index));
    },
    staleTime: Infinity,
  });

const siteTradeOf = (row: TradeRow, count: number): LiveTrade => ({
  key: `${row.transactionHash} ${row.proxyWallet} ${count}`,
  hash: row.transactionHash,
  trader: row.proxyWallet,
  name: row.name,
  title: row.title,
  eventSlug: row.eventSlug,
  marketSlug: row.slug,
  outcome: row.outcome,
  side: row.side,
  price: ticksOfNumber(row.price),
  size: lotsOfNumber(row.size),
  at: row.timestamp * 1000,
});

/** Calls back with the latest trades, newest first, no more often than a visitor can read. */
function followTrades(onTrades: (trades: readonly LiveTrade[]) => void): () => void {
  let latest: readonly LiveTrade[] = [];
  let count = SHOWN_TRADES;
  const report = throttle(CALM_MS, () => onTrades(latest));
  const channel = openActivity({
    onMessage: (message) => {
      const { topic, payload } = message as ActivityMessage;
      if (topic !== "activity" || payload === undefined) return;
      count += 1;
      latest = [siteTradeOf(payload, count), ...latest].slice(0, SHOWN_TRADES);
      report.call();
    },
    onState: () => undefined,
  });
  return () => {
    report.stop();
    channel.close();
  };
}

/** Returns the latest trades. While paused, nothing is added to them. */
export function useSiteTrades() {
  const { data: known, error, refetch } = useQuery(siteTradesQuery());
  const [isPaused, setPaused] = useState(false);
  const [live, setLive] = useState<readonly LiveTrade[]>([]);
  useEffect(() => (isPaused ? undefined : followTrades(setLive)), [isPaused]);
  const first = live.at(-1);
  // A trade may come from both sources. The channel reports complete batches, so rows of its batches are dropped by hash.
  const older = (known ?? []).filter(
    ({ at, hash }) => first === undefined || (at <= first.at && !live.some((trade) => trade.hash === hash)),
  );
  const toggle = (): void => {
    if (isPaused) {
      setLive([]);
      void refetch();
    }
    setPaused(!isPaused);
  };
  return { trades: known && [...live, ...older].slice(0, SHOWN_TRADES), error, refetch, isPaused, toggle };
}
