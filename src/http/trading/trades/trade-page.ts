/**
 * Pages of the trade listings. One per fill goes by offset: under inserts a walk may meet a row twice and never misses one.
 * One per execution goes by the number of its first fill, so that no trade stands on two pages, and none comes twice.
 */
import type { Context } from "../../../context.ts";
import { isRejection } from "../../../core/rejection.ts";
import { listExecutions, listTrades } from "../../../store/reads/trades.ts";
import type { TradeFilter } from "../../../store/reads/matching-fills.ts";
import type { TradeRecord } from "../../../store/reads/trades.ts";
import { DIFFERENCES } from "../../dialects/dialect-differences.ts";
import type { Dialect } from "../../dialects/dialect.ts";
import type { Answer } from "../../endpoint.ts";
import { walkParts } from "../keyset-walk.ts";
import { ACCOUNT_PAGE, listingPage } from "../listing-page.ts";
import type { Slice } from "../listing-page.ts";

export type TradeListing = {
  readonly dialect: Dialect;
  readonly filter: TradeFilter;
  readonly show: (trade: TradeRecord) => unknown;
};

/** Reads the fills of a slice, as they are shown. */
export async function readFills(context: Context, listing: TradeListing, slice: Slice): Promise<unknown[]> {
  const trades = await listTrades(await context.sql(), { filter: listing.filter, ...slice });
  return trades.map(listing.show);
}

/** The page that `cursor` asks for. */
export async function tradePage(
  context: Context,
  listing: TradeListing,
  cursor: string | undefined,
): Promise<Answer> {
  const { dialect, filter, show } = listing;
  if (DIFFERENCES.tradeUnits.does[dialect] === "fill")
    return listingPage(cursor, ACCOUNT_PAGE, (slice) => readFills(context, listing, slice));
  const page = await walkParts({
    cursor,
    limit: ACCOUNT_PAGE,
    start: () => [Number.MAX_SAFE_INTEGER],
    read: async ([below = 0], limit) =>
      listExecutions(await context.sql(), { filter: { ...filter, below }, limit }),
    after: (_place, trades) => [trades.at(-1)?.no ?? 0],
  });
  if (isRejection(page)) return { rejection: page };
  const data = page.rows.map(show);
  return { body: { data, next_cursor: page.next_cursor, limit: ACCOUNT_PAGE, count: data.length } };
}
