/** GET /markets: markets that the filters leave, a page of them. */
import { Type } from "typebox";
import { listMarkets as listMarketEntries } from "../../store/catalog/catalog-markets.ts";
import { CATALOG_LIMITS } from "../guard/rate-limits.ts";
import { uncodedOperation } from "../uncoded-operation.ts";
import { TRADED_SECONDS } from "./cache-lifetimes.ts";
import { marketSchema } from "./event-schema.ts";
import { MARKETS } from "./groups.ts";
import { marketsWithEvents } from "./markets-with-events.ts";
import { ListPageParameters, readListPage } from "./parameters.ts";
import { MarketListParameters, readMarketList } from "./read-market-list.ts";

export const listMarkets = uncodedOperation({
  method: "GET",
  path: "/markets",
  summary: "List markets",
  group: MARKETS,
  limits: [CATALOG_LIMITS.listings, CATALOG_LIMITS.markets],
  query: Type.Object({ ...ListPageParameters, ...MarketListParameters.properties }),
  answer: (dialect) => Type.Array(marketSchema(dialect)),
  maxAgeSeconds: TRADED_SECONDS,
  handle: (call) =>
    readMarketList(call, async (list, reading) => {
      const { offset, limit } = readListPage(call.query);
      const markets = await listMarketEntries(reading.sql, { ...list, offset, limit });
      return { body: await marketsWithEvents(markets, call, reading) };
    }),
});
