/** GET /simplified-markets: all markets by ascending id, without their descriptions. */
import { listMarketRecords } from "../../../store/catalog/market-records.ts";
import { endpoint } from "../../endpoint.ts";
import { MARKETS } from "../groups.ts";
import { MARKET_PAGE, PageOf } from "../listing-page.ts";
import { marketPage, MarketPageQuery } from "./market-page.ts";
import { simplifiedRecord } from "./market-record.ts";
import { SimplifiedMarket } from "./market-schema.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";

export const listSimplifiedMarkets = endpoint({
  method: "GET",
  path: "/simplified-markets",
  summary: "List all markets, simplified",
  group: MARKETS,
  limits: ONLY_INTERFACE_LIMIT,
  refuses: [],
  query: MarketPageQuery,
  answer: PageOf(SimplifiedMarket),
  rows: MARKET_PAGE,
  handle: ({ context, query, dialect }) =>
    marketPage(context, {
      cursor: query.next_cursor,
      list: async (slice) => listMarketRecords(await context.readSql(), slice),
      show: (listed) => simplifiedRecord(listed, dialect),
    }),
});
