/**
 * Pages of the market listings, by ascending id. A cursor counts the rows of its own listing that come before. Markets
 * are never taken out of the listings of all, so that a walk over them misses none; one that is listed meanwhile with a
 * lower id shifts the others on, and a walk meets one of them again. A sampling listing is what is open at the moment.
 */
import { Type } from "typebox";
import { elementAt } from "../../../core/element-at.ts";
import type { Context } from "../../../context.ts";
import { whenRead } from "../../../engine/committed-reads.ts";
import {
  hasRewardedMarkets,
  listOpenMarketRecords,
  listRewardedMarketRecords,
} from "../../../store/catalog/market-records.ts";
import type { ListedMarketRow, MarketSlice } from "../../../store/catalog/market-records.ts";
import type { Answer } from "../../endpoint.ts";
import { listingPage, MARKET_PAGE } from "../listing-page.ts";
import { MARKET_VIEW } from "../market-view.ts";
import type { MarketView } from "../market-view.ts";
import type { MarketListing } from "./market-record.ts";

export const MarketPageQuery = Type.Object({
  next_cursor: Type.Optional(Type.String({ description: "From the page before; absent for the first" })),
});

type MarketPage = {
  readonly cursor: string | undefined;
  /** Rows of a page, if not the usual ones. */
  readonly limit?: number;
  readonly list: (slice: MarketSlice) => Promise<readonly ListedMarketRow[]>;
  readonly show: (listed: MarketListing) => unknown;
};

export const marketPage = (
  context: Context,
  { cursor, limit = MARKET_PAGE, list, show }: MarketPage,
): Promise<Answer> =>
  listingPage(cursor, limit, list, (record) =>
    whenRead(viewOf(context, record), (view) => show({ record, view })),
  );

/** A market of the catalog with its trading state: of the same commit as the record, or a later one. */
export const withView = async (context: Context, record: ListedMarketRow): Promise<MarketListing> => ({
  record,
  view: await viewOf(context, record),
});

const viewOf = ({ engine }: Context, { no }: ListedMarketRow): MarketView | Promise<MarketView> =>
  engine.reads.read(elementAt(engine.exchange.markets, no), MARKET_VIEW);

/** Markets for quick discovery: those open that pay rewards or, when none does, all that are open. */
export async function listSampledMarkets(
  { readSql }: Context,
  slice: MarketSlice,
): Promise<ListedMarketRow[]> {
  const sql = await readSql();
  return (await hasRewardedMarkets(sql))
    ? listRewardedMarketRecords(sql, slice)
    : listOpenMarketRecords(sql, slice);
}
