/**
 * Trades of the whole exchange, page by page. All trades of a batch have one hash, and appear together at the top of the
 * list. So the rows above a known hash are exactly the later trades.
 */
import { infiniteQueryOptions } from "@tanstack/react-query";
import { data } from "../../api/interfaces.ts";
import type { Operations } from "../../api/generated/data.ts";
import { joinFills, joinNeighbours } from "../../base/merge-fills.ts";
import { toLots, toTicks } from "../../base/money.ts";
import type { Lots, Ticks } from "../../../../src/core/units.ts";

type TradesQuery = Operations["GET /v2/trades"]["query"];
type TradeRow = Operations["GET /v2/trades"]["answer"]["data"][number];

/** Filters of trades, as the API takes them. */
export type TradesFilter = Pick<
  TradesQuery,
  | "event_id"
  | "condition_id"
  | "outcome_index"
  | "side"
  | "filter_type"
  | "filter_amount"
  | "user"
  | "taker_only"
>;

export type SiteTrade = {
  /** Hash of the trade's batch. */
  readonly hash: string;
  readonly trader: string;
  readonly name: string;
  readonly title: string;
  readonly eventSlug: string;
  readonly marketSlug: string;
  readonly outcome: string;
  readonly side: "BUY" | "SELL";
  readonly price: Ticks;
  readonly size: Lots;
  /** Time in unix milliseconds. */
  readonly at: number;
};

export type TradesPage = { readonly rows: readonly SiteTrade[]; readonly next: string | null };

const PAGE_SIZE = 40;
/** Maximum pages of later trades to add; after a longer gap the list is loaded again. */
const MAX_PAGES = 5;

const toSiteTrade = (row: TradeRow): SiteTrade => ({
  hash: row.transaction_hash,
  trader: row.proxy_wallet,
  name: row.name,
  title: row.title,
  eventSlug: row.event_slug,
  marketSlug: row.slug,
  outcome: row.outcome,
  side: row.side,
  price: toTicks(row.price),
  size: toLots(row.size),
  at: row.timestamp * 1_000,
});

async function readPage(filter: TradesFilter, cursor: string, signal?: AbortSignal): Promise<TradesPage> {
  const query = { ...filter, limit: PAGE_SIZE, cursor };
  const { data: rows, pagination } = await data("GET /v2/trades", { query, ...(signal && { signal }) });
  return { rows: rows.map(toSiteTrade), next: pagination.next_cursor };
}

export const tradesPages = (filter: TradesFilter) =>
  infiniteQueryOptions({
    queryKey: ["data", "site-activity", filter],
    initialPageParam: "",
    queryFn: ({ pageParam, signal }) => readPage(filter, pageParam, signal),
    getNextPageParam: ({ next }) => next,
    // Later reads extend the list at its top, so a page is never read twice.
    staleTime: Infinity,
  });

/** Reads the trades above the batch with the hash `newest`; `undefined` if that batch is too far down, or not found. */
export async function readLaterTrades(
  filter: TradesFilter,
  newest: string,
): Promise<readonly SiteTrade[] | undefined> {
  const laterTrades: SiteTrade[] = [];
  let cursor = "";
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const { rows, next } = await readPage(filter, cursor);
    const known = rows.findIndex(({ hash }) => hash === newest);
    laterTrades.push(...(known < 0 ? rows : rows.slice(0, known)));
    if (known >= 0) return laterTrades;
    if (next === null) return undefined;
    cursor = next;
  }
  return undefined;
}

/** Merges the fills of one order: those of one trader in a batch, of the same outcome and side. */
export const mergeFills = <One extends SiteTrade>(trades: readonly One[]): readonly One[] =>
  joinNeighbours(
    trades,
    ({ hash, trader, marketSlug, outcome, side }) => [hash, trader, marketSlug, outcome, side].join(" "),
    joinFills<One>,
  );

export type KeyedTrade = { readonly key: string; readonly trade: SiteTrade };

/**
 * Keys each trade by the hash of its batch, and by its index in the batch. Indexes count from the top, where batches are
 * complete.
 */
export function keyTrades(trades: readonly SiteTrade[]): readonly KeyedTrade[] {
  let place = 0;
  return trades.map((trade, index) => {
    place = trades[index - 1]?.hash === trade.hash ? place + 1 : 0;
    return { key: `${trade.hash} ${place}`, trade };
  });
}
