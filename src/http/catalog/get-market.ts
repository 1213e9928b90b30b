/** GET /markets/{id}: one market with a summary of its event. */
import { Type } from "typebox";
import { findMarket } from "../../store/catalog/catalog-markets.ts";
import { uncodedOperation } from "../uncoded-operation.ts";
import { TRADED_SECONDS } from "./cache-lifetimes.ts";
import { marketSchema } from "./event-schema.ts";
import { MARKETS } from "./groups.ts";
import { MarketId, marketKey } from "./market-id.ts";
import { marketWithEvents } from "./markets-with-events.ts";
import { Creator, IncludeTag } from "./parameters.ts";
import { notFoundBy } from "./refusal.ts";
import { readCatalog } from "./scope.ts";
import { ONLY_INTERFACE_LIMIT } from "../guard/rate-limits.ts";

export const getMarket = uncodedOperation({
  method: "GET",
  path: "/markets/:id",
  summary: "Get a market by its id or its condition id",
  group: MARKETS,
  limits: ONLY_INTERFACE_LIMIT,
  params: MarketId,
  query: Type.Object({ include_tag: IncludeTag, creator: Creator }),
  answer: marketSchema,
  maxAgeSeconds: TRADED_SECONDS,
  handle: (call) =>
    readCatalog(call, async (reading) => {
      const key = marketKey(call.context, call.params.id);
      const market = key && (await findMarket(reading.sql, key, reading));
      if (market === undefined) return notFoundBy("id");
      return { body: await marketWithEvents(market, call, reading) };
    }),
});
