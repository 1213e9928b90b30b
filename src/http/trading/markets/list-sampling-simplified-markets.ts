/** GET /sampling-simplified-markets: the markets of /sampling-markets, without their descriptions. */
import { endpoint } from "../../endpoint.ts";
import { MARKETS } from "../groups.ts";
import { MARKET_PAGE, PageOf } from "../listing-page.ts";
import { listSampledMarkets, marketPage, MarketPageQuery } from "./market-page.ts";
import { simplifiedRecord } from "./market-record.ts";
import { SimplifiedMarket } from "./market-schema.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";

export const listSamplingSimplifiedMarkets = endpoint({
  method: "GET",
  path: "/sampling-simplified-markets",
  summary: "List markets for quick discovery, simplified",
  group: MARKETS,
  limits: ONLY_INTERFACE_LIMIT,
  refuses: [],
  query: MarketPageQuery,
  answer: PageOf(SimplifiedMarket),
  rows: MARKET_PAGE,
  handle: ({ context, query, dialect }) =>
    marketPage(context, {
      cursor: query.next_cursor,
      list: (slice) => listSampledMarkets(context, slice),
      show: (listed) => simplifiedRecord(listed, dialect),
    }),
});
