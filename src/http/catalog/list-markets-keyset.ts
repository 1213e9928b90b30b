/** GET /markets/keyset: the list of markets for who walks through all of it. */
import { Type } from "typebox";
import { listMarkets } from "../../store/catalog/catalog-markets.ts";
import type { MarketEntry } from "../../store/catalog/catalog-records.ts";
import { CATALOG_LIMITS } from "../guard/rate-limits.ts";
import { uncodedOperation } from "../uncoded-operation.ts";
import { TRADED_SECONDS } from "./cache-lifetimes.ts";
import { marketSchema } from "./event-schema.ts";
import { MARKETS } from "./groups.ts";
import { KeysetParameters, NextCursor, readKeysetPage } from "./keyset.ts";
import { marketsWithEvents } from "./markets-with-events.ts";
import { MarketListParameters, readMarketList } from "./read-market-list.ts";
import { badParameter } from "./refusal.ts";

export const listMarketsKeyset = uncodedOperation({
  method: "GET",
  path: "/markets/keyset",
  summary: "List markets, page after page by a cursor",
  group: MARKETS,
  limits: [CATALOG_LIMITS.listings, CATALOG_LIMITS.markets],
  query: Type.Object({ ...KeysetParameters, ...MarketListParameters.properties }),
  answer: (dialect) => Type.Object({ markets: Type.Array(marketSchema(dialect)), next_cursor: NextCursor }),
  maxAgeSeconds: TRADED_SECONDS,
  handle: (call) =>
    readMarketList(call, async (list, reading) => {
      const page = await readKeysetPage({
        query: call.query,
        order: list.order.join(),
        // Several markets may have one id.
        keys: [({ content }: MarketEntry) => Number(content.id), ({ no }: MarketEntry) => no],
        read: (place) => listMarkets(reading.sql, { ...list, ...place }),
      });
      if (page === undefined) return badParameter("after_cursor", call.dialect);
      return { body: { markets: await marketsWithEvents(page.rows, call, reading), ...page.next } };
    }),
});
