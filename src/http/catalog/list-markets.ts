/** GET /markets: markets that the filters leave, a page of them. */
import { Type } from "typebox";
import { listMarkets as listMarketEntries, MARKET_ORDERS } from "../../store/catalog-markets.ts";
import type { MarketOrder } from "../../store/catalog-markets.ts";
import { endpoint } from "../endpoint.ts";
import { TRADED_SECONDS } from "./cache-lifetimes.ts";
import { marketSchema } from "./event-schema.ts";
import { MarketFilterParameters, readMarketFilter } from "./market-filter.ts";
import { marketsWithEvents } from "./markets-with-events.ts";
import { Creator, orderParameters, PageParameters } from "./parameters.ts";
import { badParameter } from "./refusal.ts";
import { readCatalog } from "./scope.ts";

export const listMarkets = endpoint({
  method: "GET",
  path: "/markets",
  summary: "List markets",
  query: Type.Object({
    ...PageParameters,
    ...MarketFilterParameters.properties,
    ...orderParameters(MARKET_ORDERS),
    creator: Creator,
  }),
  answer: (dialect) => Type.Array(marketSchema(dialect)),
  maxAgeSeconds: TRADED_SECONDS,
  handle: async (call) => {
    const { query, dialect, context } = call;
    const { order = "id", offset, limit } = query;
    const ascending = query.order === undefined || query.ascending;
    if (!isMarketOrder(order)) return badParameter("order", dialect);
    const read = readMarketFilter(query, context.engine.exchange.tokens);
    if (typeof read === "string") return badParameter(read, dialect);
    return readCatalog(call, async (reading) => {
      const { sql, scope, since } = reading;
      const filter = { ...read, scope };
      const markets = await listMarketEntries(sql, { filter, order, ascending, offset, limit, since });
      return { body: await marketsWithEvents(markets, dialect, reading) };
    });
  },
});

const isMarketOrder = (name: string): name is MarketOrder => Object.hasOwn(MARKET_ORDERS, name);
