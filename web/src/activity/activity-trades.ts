/**
 * Trades of the whole exchange, page by page. A batch of trades has one hash, and is read whole at the top of a list. The
 * rows above a known hash are therefore exactly the later ones.
 */
import { infiniteQueryOptions } from "@tanstack/react-query";
import { data } from "../api/interfaces.ts";
import type { Operations } from "../api/generated/data.ts";
import { lotsOfNumber, ticksOfNumber } from "../money.ts";
import type { Lots, Ticks } from "../../../src/core/units.ts";

type TradesQuery = Operations["GET /v2/trades"]["query"];
type TradeRow = Operations["GET /v2/trades"]["answer"]["data"][number];

/** Filters of the interface. */
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
  /** Hash of its batch. */
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

const PAGE = 40;
/** Pages of later trades that are added; behind a longer gap the list begins anew. */
const MAX_PAGES = 5;

const tradeOf = (row: TradeRow): SiteTrade => ({
  hash: row.transaction_hash,
  trader: row.proxy_wallet,
  name: row.name,
  title: row.title,
  eventSlug: row.event_slug,
  marketSlug: row.slug,
  outcome: row.outcome,
  side: row.side,
  price: ticksOfNumber(row.price),
  size: lotsOfNumber(row.size),
  at: row.timestamp * 1_000,
});

async function readPage(filter: TradesFilter, cursor: string, signal?: AbortSignal): Promise<TradesPage> {
  const query = { ...filter, limit: PAGE, cursor };
  const { data: rows, pagination } = await data("GET /v2/trades", { query, ...(signal && { signal }) });
  return { rows: rows.map(tradeOf), next: pagination.next_cursor };
}

export const tradesPages = (filter: TradesFilter) =>
  infiniteQueryOptions({
    queryKey: ["data", "site-activity", filter],
    initialPageParam: "",
    queryFn: ({ pageParam, signal }) => readPage(filter, pageParam, signal),
    getNextPageParam: ({ next }) => next,
    // The list grows at its top by what is read later, and never repeats a page.
    staleTime: Infinity,
  });

/** Reads the trades above those of the batch with this hash; `undefined` where that is too far, or gone. */
export async function readLaterTrades(
  filter: TradesFilter,
  newest: string,
): Promise<readonly SiteTrade[] | undefined> {
  const later: SiteTrade[] = [];
  let cursor = "";
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const { rows, next } = await readPage(filter, cursor);
    const known = rows.findIndex(({ hash }) => hash === newest);
    later.push(...(known < 0 ? rows : rows.slice(0, known)));
    if (known >= 0) return later;
    if (next === null) return undefined;
    cursor = next;
  }
  return undefined;
}

export type KeyedTrade = { readonly key: string; readonly trade: SiteTrade };

/** Names each row by its batch and its place in it, counted from the top, where a batch is whole. */
export function keyTrades(trades: readonly SiteTrade[]): readonly KeyedTrade[] {
  let place = 0;
  return trades.map((trade, index) => {
    place = trades[index - 1]?.hash === trade.hash ? place + 1 : 0;
    return { key: `${trade.hash} ${place}`, trade };
  });
}
