/** Market listings of the trading interface, full and simplified, and single markets. */
import { Type } from "typebox";
import type { TSchema } from "typebox";
import type { Context } from "../../../context.ts";
import { elementAt } from "../../../core/values/element-at.ts";
import { normalizeCondition } from "../../../core/markets/market-version.ts";
import { whenRead } from "../../../engine/committed-reads.ts";
import {
  hasRewardedMarkets,
  listMarketRecords,
  listOpenMarketRecords,
  listRewardedMarketRecords,
} from "../../../store/catalog/market-records.ts";
import type { ListedMarketRow, MarketSlice } from "../../../store/catalog/market-records.ts";
import { findResolution } from "../../../store/reads/resolution-steps.ts";
import { endpoint } from "../../operation/endpoint.ts";
import type { Answer, Endpoint } from "../../operation/endpoint.ts";
import type { Dialect } from "../../dialects/dialect.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";
import { CONDITION_PATTERN } from "../../operation/id-patterns.ts";
import { ResolutionFields, describeResolution } from "../../values/resolution-answer.ts";
import { findPublicMarket } from "../../values/shown-prices.ts";
import { MARKETS } from "../groups.ts";
import { MARKET_VIEW } from "../market-view.ts";
import type { MarketView } from "../market-view.ts";
import { MARKET_PAGE, pageSchema, listingPage, CursorField } from "../pages.ts";
import { INVALID_MARKET } from "../wire-error.ts";
import { unknownMarket } from "../../values/token-id.ts";
import {
  FullMarket,
  MarketStatus,
  SimplifiedMarket,
  findListedMarket,
  fullRecord,
  simplifiedRecord,
} from "./market-record.ts";
import type { MarketListing } from "./market-record.ts";

// Pages of the market listings, by ascending id. A cursor is an offset in its own listing. Markets are never removed from
// the listings of all markets, so reading all pages misses none. If a market with a lower id is listed meanwhile, one
// market appears twice. A sampling listing has the markets that are open at the moment.

export const MarketPageQuery = Type.Object(CursorField);

type MarketPage = {
  readonly cursor: string | undefined;
  /** Rows per page, if not the default. */
  readonly limit?: number;
  readonly list: (slice: MarketSlice) => Promise<readonly ListedMarketRow[]>;
  readonly show: (listed: MarketListing) => unknown;
};

export const marketPage = (
  context: Context,
  { cursor, limit = MARKET_PAGE, list, show }: MarketPage,
): Promise<Answer> =>
  listingPage(cursor, limit, list, (record) =>
    whenRead(readMarketView(context, record), (view) => show({ record, view })),
  );

/** Adds the trading state to a catalog market, from the commit of the record or a later one. */
export const addMarketView = async (context: Context, record: ListedMarketRow): Promise<MarketListing> => ({
  record,
  view: await readMarketView(context, record),
});

const readMarketView = ({ engine }: Context, { no }: ListedMarketRow): MarketView | Promise<MarketView> =>
  engine.reads.read(elementAt(engine.exchange.markets, no), MARKET_VIEW);

/** Lists sampled markets: open markets with rewards or, if there are none, all open markets. */
async function listSampledMarkets({ readSql }: Context, slice: MarketSlice): Promise<ListedMarketRow[]> {
  const sql = await readSql();
  return (await hasRewardedMarkets(sql))
    ? listRewardedMarketRecords(sql, slice)
    : listOpenMarketRecords(sql, slice);
}

const MARKETS_READ = { method: "GET", group: MARKETS, limits: ONLY_INTERFACE_LIMIT } as const;

/** A form of the records in a listing. */
type RecordForm = {
  readonly schema: TSchema;
  readonly show: (listed: MarketListing, dialect: Dialect) => unknown;
};
const FULL_FORM: RecordForm = { schema: FullMarket, show: fullRecord };
const SIMPLIFIED_FORM: RecordForm = { schema: SimplifiedMarket, show: simplifiedRecord };

type ListMarkets = (context: Context, slice: MarketSlice) => Promise<readonly ListedMarketRow[]>;
const listAllMarkets: ListMarkets = async ({ readSql }, slice) => listMarketRecords(await readSql(), slice);

const marketListing = (
  path: string,
  summary: string,
  list: ListMarkets,
  { schema, show }: RecordForm,
): Endpoint =>
  endpoint({
    ...MARKETS_READ,
    path,
    summary,
    query: MarketPageQuery,
    answer: pageSchema(schema),
    rows: MARKET_PAGE,
    handle: ({ context, dialect, query }) =>
      marketPage(context, {
        cursor: query.next_cursor,
        list: (slice) => list(context, slice),
        show: (listed) => show(listed, dialect),
      }),
  });

/** The listings: all markets by ascending id, and open markets with rewards or, if there are none, all open markets. */
export const marketListings: readonly Endpoint[] = [
  marketListing("/markets", "List all markets", listAllMarkets, FULL_FORM),
  marketListing("/simplified-markets", "List all markets, simplified", listAllMarkets, SIMPLIFIED_FORM),
  marketListing(
    "/sampling-markets",
    "List open markets with liquidity rewards, or all open markets if none has rewards",
    listSampledMarkets,
    FULL_FORM,
  ),
  marketListing(
    "/sampling-simplified-markets",
    "List open markets with liquidity rewards, or all open markets if none has rewards, simplified",
    listSampledMarkets,
    SIMPLIFIED_FORM,
  ),
];

export const ConditionParams = Type.Object({
  condition_id: Type.String({
    pattern: CONDITION_PATTERN,
    description:
      "0x and 64 hex digits in any case; for a Protocol V2 market also its 62 digits without padding",
  }),
});

/** GET /markets/{condition_id}: one market. */
export const getMarket = endpoint({
  ...MARKETS_READ,
  path: "/markets/:condition_id",
  summary: "Get a market",
  refuses: ["unknown_market"],
  texts: [INVALID_MARKET],
  params: ConditionParams,
  answer: FullMarket,
  handle: async ({ context, dialect, params }) => {
    const listedMarket = await findListedMarket(context, params.condition_id);
    if (listedMarket === undefined) return { rejection: unknownMarket(context, params.condition_id) };
    return { body: fullRecord(listedMarket, dialect) };
  },
});

/** GET /markets/{condition_id}/resolution: how the market was or may be resolved, with the evidence and every step. */
export const getResolution = endpoint({
  ...MARKETS_READ,
  path: "/markets/:condition_id/resolution",
  summary: "Get the resolution of a market",
  refuses: ["unknown_market"],
  params: ConditionParams,
  strict: true,
  answer: Type.Object({ condition_id: Type.String(), status: MarketStatus, ...ResolutionFields }),
  handle: async ({ context, params }) => {
    const { engine, sql } = context;
    const conditionId = normalizeCondition(params.condition_id);
    const market = findPublicMarket(engine.exchange, conditionId);
    const found = market && (await findResolution(await sql(), market.no));
    if (found === undefined) return { rejection: unknownMarket(context, params.condition_id) };
    return { body: { condition_id: conditionId, status: found.status, ...describeResolution(found) } };
  },
});
