/** GET /markets/slug/{slug}: one market with a summary of its event. */
import { Type } from "typebox";
import { findMarket } from "../../store/catalog/catalog-markets.ts";
import { uncodedOperation } from "../uncoded-operation.ts";
import { TRADED_SECONDS } from "./cache-lifetimes.ts";
import { marketSchema } from "./event-schema.ts";
import { MARKETS } from "./groups.ts";
import { marketKey } from "./market-id.ts";
import { marketWithEvents } from "./markets-with-events.ts";
import { Creator, IncludeTag, Slug } from "./parameters.ts";
import { notFoundBy } from "./refusal.ts";
import { readCatalog } from "./scope.ts";
import { ONLY_INTERFACE_LIMIT } from "../guard/rate-limits.ts";

export const getMarketBySlug = uncodedOperation({
  method: "GET",
  path: "/markets/slug/:slug",
  summary: "Get a market by its slug",
  group: MARKETS,
  limits: ONLY_INTERFACE_LIMIT,
  params: Slug,
  query: Type.Object({ include_tag: IncludeTag, creator: Creator }),
  answer: marketSchema,
  maxAgeSeconds: TRADED_SECONDS,
  handle: (call) =>
    readCatalog(call, async (reading) => {
      const { slug } = call.params;
      const key = marketKey(call.context, slug);
      const market =
        (await findMarket(reading.sql, { slug }, reading)) ??
        (key && !("slug" in key) ? await findMarket(reading.sql, key, reading) : undefined);
      if (market === undefined) return notFoundBy("slug");
      return { body: await marketWithEvents(market, call, reading) };
    }),
});
