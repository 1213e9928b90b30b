/** GET /markets/{id}/description: the rules by which a market resolves. */
import { Type } from "typebox";
import { findMarket } from "../../store/catalog/catalog-markets.ts";
import { uncodedOperation } from "../uncoded-operation.ts";
import { TRADED_SECONDS } from "./cache-lifetimes.ts";
import { MARKETS } from "./groups.ts";
import { MarketId, marketKey } from "./market-id.ts";
import { Creator } from "./parameters.ts";
import { present } from "./present.ts";
import { notFoundBy } from "./refusal.ts";
import { readCatalog } from "./scope.ts";
import { ONLY_INTERFACE_LIMIT } from "../guard/rate-limits.ts";

export const getMarketDescription = uncodedOperation({
  method: "GET",
  path: "/markets/:id/description",
  summary: "Get a market's description",
  group: MARKETS,
  limits: ONLY_INTERFACE_LIMIT,
  params: MarketId,
  query: Type.Object({ creator: Creator }),
  answer: Type.Object({ description: Type.Optional(Type.String()) }),
  maxAgeSeconds: TRADED_SECONDS,
  handle: (call) =>
    readCatalog(call, async (reading) => {
      const key = marketKey(call.context, call.params.id);
      const market = key && (await findMarket(reading.sql, key, reading));
      if (market === undefined) return notFoundBy("id");
      return { body: present({ description: market.content.description }) };
    }),
});
