/** GET /markets: all markets by ascending id. */
import { listMarketRecords } from "../../../store/catalog/market-records.ts";
import { endpoint } from "../../endpoint.ts";
import { MARKETS } from "../groups.ts";
import { MARKET_PAGE, PageOf } from "../listing-page.ts";
import { marketPage, MarketPageQuery } from "./market-page.ts";
import { fullRecord } from "./market-record.ts";
import { FullMarket } from "./market-schema.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";

export const listMarkets = endpoint({
  method: "GET",
  path: "/markets",
  summary: "List all markets",
  group: MARKETS,
  limits: ONLY_INTERFACE_LIMIT,
  refuses: [],
  query: MarketPageQuery,
  answer: PageOf(FullMarket),
  rows: MARKET_PAGE,
  handle: ({ context, dialect, query }) =>
    marketPage(context, {
      cursor: query.next_cursor,
      list: async (slice) => listMarketRecords(await context.readSql(), slice),
      show: (listed) => fullRecord(listed, dialect),
    }),
});
