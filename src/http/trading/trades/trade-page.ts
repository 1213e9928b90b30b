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
import { rowsOf } from "../../large/rows.ts";
import { walkParts } from "../keyset-walk.ts";
import { ACCOUNT_PAGE, listingPage } from "../listing-page.ts";
import type { Slice } from "../listing-page.ts";

export type TradeListing = {
  readonly dialect: Dialect;
  readonly filter: TradeFilter;
  readonly show: (trade: TradeRecord) => unknown;
};

/** Reads the fills of a slice, each as a trade. */
export const readFills = async (
  context: Context,
  filter: TradeFilter,
  slice: Slice,
): Promise<TradeRecord[]> => listTrades(await context.sql(), { filter, ...slice });

/** The page that `cursor` asks for. */
export async function tradePage(
  context: Context,
  listing: TradeListing,
  cursor: string | undefined,
): Promise<Answer> {
  const { dialect, filter, show } = listing;
  if (DIFFERENCES.tradeUnits.does[dialect] === "fill")
    return listingPage(cursor, ACCOUNT_PAGE, (slice) => readFills(context, filter, slice), show);
  const page = await walkParts({
    cursor,
    limit: ACCOUNT_PAGE,
    start: () => [Number.MAX_SAFE_INTEGER],
    read: async ([below = 0], limit) =>
      listExecutions(await context.sql(), { filter: { ...filter, below }, limit }),
    after: (_place, trades) => [trades.at(-1)?.no ?? 0],
  });
  if (isRejection(page)) return { rejection: page };
  const { rows, next_cursor } = page;
  return { body: { data: rowsOf(rows, show), next_cursor, limit: ACCOUNT_PAGE, count: rows.length } };
}
