/** GET /markets: all markets by ascending id. */
import { listMarketRecords } from "../../../store/market-records.ts";
import { endpoint } from "../../endpoint.ts";
import { PageOf } from "../listing-page.ts";
import { marketPage, MarketPageQuery } from "./market-page.ts";
import { fullRecord } from "./market-record.ts";
import { FullMarket } from "./market-schema.ts";

export const listMarkets = endpoint({
  method: "GET",
  path: "/markets",
  summary: "List all markets",
  query: MarketPageQuery,
  answer: PageOf(FullMarket),
  handle: ({ context, dialect, query }) =>
    marketPage(context, {
      cursor: query.next_cursor,
      list: (slice) => listMarketRecords(context.sql, slice),
      show: (listed) => fullRecord(listed, dialect),
    }),
});
