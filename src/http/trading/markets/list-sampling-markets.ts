/** GET /sampling-markets: open markets that pay rewards or, when none does, all open ones. */
import { endpoint } from "../../endpoint.ts";
import { MARKETS } from "../groups.ts";
import { MARKET_PAGE, PageOf } from "../listing-page.ts";
import { listSampledMarkets, marketPage, MarketPageQuery } from "./market-page.ts";
import { fullRecord } from "./market-record.ts";
import { FullMarket } from "./market-schema.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";

export const listSamplingMarkets = endpoint({
  method: "GET",
  path: "/sampling-markets",
  summary: "List markets for quick discovery",
  group: MARKETS,
  limits: ONLY_INTERFACE_LIMIT,
  refuses: [],
  query: MarketPageQuery,
  answer: PageOf(FullMarket),
  rows: MARKET_PAGE,
  handle: ({ context, dialect, query }) =>
    marketPage(context, {
      cursor: query.next_cursor,
      list: (slice) => listSampledMarkets(context, slice),
      show: (listed) => fullRecord(listed, dialect),
    }),
});
