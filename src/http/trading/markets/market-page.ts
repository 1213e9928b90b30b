/**
 * Pages of the market listings, in the order of market numbers. Numbers are dense, start at 1 and only grow, so the
 * offset that a cursor holds is the number of the last market seen: a walk never misses a market, nor meets one twice,
 * whatever is listed meanwhile. A listing that leaves markets out counts offsets in all markets too, so that one which
 * drops out of it in the middle of a walk shifts nothing.
 */
import { Type } from "typebox";
import type { Context } from "../../../context.ts";
import {
  hasRewardedMarkets,
  listOpenMarketRecords,
  listRewardedMarketRecords,
} from "../../../store/market-records.ts";
import type { MarketRange, MarketRecord } from "../../../store/market-records.ts";
import type { Answer } from "../../endpoint.ts";
import { badCursor, cursorAt, END_CURSOR, readCursor } from "../cursor.ts";
import { MARKET_PAGE } from "../listing-page.ts";
import type { ListedMarket } from "./market-record.ts";
import { MARKET_VIEW } from "../market-view.ts";

export const MarketPageQuery = Type.Object({
  next_cursor: Type.Optional(Type.String({ description: "From the page before; absent for the first" })),
});

type MarketPage = {
  readonly cursor: string | undefined;
  readonly list: (range: MarketRange) => Promise<readonly MarketRecord[]>;
  readonly show: (listed: ListedMarket) => unknown;
};

export async function marketPage(context: Context, { cursor, list, show }: MarketPage): Promise<Answer> {
  const after = readCursor(cursor);
  if (after === undefined) return { rejection: badCursor(cursor) };
  const records = after === "end" ? [] : await list({ after, limit: MARKET_PAGE + 1 });
  const page = records.slice(0, MARKET_PAGE);
  const data = (await Promise.all(page.map((record) => withView(context, record)))).map(show);
  const last = page.at(-1);
  const more = last !== undefined && records.length > MARKET_PAGE;
  const next_cursor = more ? cursorAt(last.no) : END_CURSOR;
  return { body: { data, next_cursor, limit: MARKET_PAGE, count: data.length } };
}

/** A market of the catalog with its trading state: of the same commit as the record, or a later one. */
export async function withView({ engine }: Context, record: MarketRecord): Promise<ListedMarket> {
  return { record, view: await engine.reads.read(engine.exchange.markets[record.no], MARKET_VIEW) };
}

/** Markets for quick discovery: those open that pay rewards or, when none does, all that are open. */
export async function listSampledMarkets({ sql }: Context, range: MarketRange): Promise<MarketRecord[]> {
  return (await hasRewardedMarkets(sql))
    ? listRewardedMarketRecords(sql, range)
    : listOpenMarketRecords(sql, range);
}
