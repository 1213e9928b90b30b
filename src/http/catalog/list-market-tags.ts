/** GET /markets/{id}/tags: a market's tags, which are those of its event. */
import { Type } from "typebox";
import { findEvent } from "../../store/catalog/catalog-events.ts";
import { findMarket } from "../../store/catalog/catalog-markets.ts";
import { uncodedOperation } from "../uncoded-operation.ts";
import { LABEL_SECONDS } from "./cache-lifetimes.ts";
import { MARKETS } from "./groups.ts";
import { MarketId, marketKey } from "./market-id.ts";
import { Creator } from "./parameters.ts";
import { notFoundBy } from "./refusal.ts";
import { readCatalog } from "./scope.ts";
import { tagRecord } from "./tag-record.ts";
import { tagSchema } from "./tag-schema.ts";
import { ONLY_INTERFACE_LIMIT } from "../guard/rate-limits.ts";

export const listMarketTags = uncodedOperation({
  method: "GET",
  path: "/markets/:id/tags",
  summary: "List a market's tags",
  group: MARKETS,
  limits: ONLY_INTERFACE_LIMIT,
  params: MarketId,
  query: Type.Object({ creator: Creator }),
  answer: (dialect) => Type.Array(tagSchema(dialect)),
  maxAgeSeconds: LABEL_SECONDS,
  handle: (call) =>
    readCatalog(call, async (reading) => {
      const { sql } = reading;
      const key = marketKey(call.context, call.params.id);
      const market = key && (await findMarket(sql, key, reading));
      const event = market && (await findEvent(sql, { id: Number(market.eventId) }, reading));
      return event === undefined
        ? notFoundBy("id")
        : { body: event.content.tags.map((tag) => tagRecord(tag, call.dialect)) };
    }),
});
