/**
 * POST /markets/information and /markets/abridged: the list of markets, with its filters in a body. The abridged records
 * are without events, long texts and rewards.
 */
import { Type } from "typebox";
import type { Endpoint } from "../endpoint.ts";
import { listMarkets, MARKET_ORDERS } from "../../store/catalog/catalog-markets.ts";
import type { MarketEntry } from "../../store/catalog/catalog-records.ts";
import type { Dialect } from "../dialects/dialect.ts";
import { CATALOG_LIMITS } from "../guard/rate-limits.ts";
import { rowsOf } from "../large/rows.ts";
import { uncodedOperation } from "../uncoded-operation.ts";
import { marketSchema } from "./event-schema.ts";
import { MARKETS } from "./groups.ts";
import { MarketFilterBody, readFilterBody } from "./market-filter-body.ts";
import { marketRecord } from "./market-record.ts";
import { MARKET_PROPERTIES } from "./market-schema.ts";
import { marketsWithEvents } from "./markets-with-events.ts";
import { Creator, orderParameters, PageParameters } from "./parameters.ts";
import { readFilteredMarkets } from "./read-market-list.ts";
import type { CatalogRead } from "./scope.ts";

const LEFT_OUT: ReadonlySet<string> = new Set([
  "description",
  "resolutionSource",
  "clobRewards",
  "groupItemThreshold",
]);

const abridge = <Value>(fields: Readonly<Record<string, Value>>): Record<string, Value> =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !LEFT_OUT.has(name)));

type MarketsForm = Pick<Endpoint, "path" | "summary" | "answer"> & {
  readonly write: (markets: readonly MarketEntry[], dialect: Dialect, reading: CatalogRead) => unknown;
};

const FORMS: readonly MarketsForm[] = [
  {
    path: "/markets/information",
    summary: "List markets by filters in a body",
    answer: (dialect) => Type.Array(marketSchema(dialect)),
    write: (markets, dialect, reading) => marketsWithEvents(markets, { dialect, query: {} }, reading),
  },
  {
    path: "/markets/abridged",
    summary: "List short records of markets by filters in a body",
    answer: (dialect) => Type.Array(Type.Object(abridge(MARKET_PROPERTIES[dialect]))),
    write: (markets, dialect) =>
      rowsOf(markets, (market) => abridge({ ...marketRecord(market, dialect, undefined) })),
  },
];

export const queryMarkets: readonly Endpoint[] = FORMS.map(({ write, ...form }) =>
  uncodedOperation({
    ...form,
    method: "POST",
    kind: "read",
    dialects: ["polymarket"],
    group: MARKETS,
    limits: [CATALOG_LIMITS.listings, CATALOG_LIMITS.markets],
    query: Type.Object({ ...PageParameters, ...orderParameters(MARKET_ORDERS), creator: Creator }),
    body: MarketFilterBody,
    handle: (call) => {
      const filter = readFilterBody(call.body, call.context.engine.exchange.tokens);
      return readFilteredMarkets(call, filter, async (list, reading) => {
        const { offset, limit } = call.query;
        const markets = await listMarkets(reading.sql, { ...list, offset, limit });
        return { body: await write(markets, call.dialect, reading) };
      });
    },
  }),
);
