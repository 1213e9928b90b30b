/** POST /markets/live-activity: markets in a few words, for whoever shows their trades. */
import { Type } from "typebox";
import { listMarketSummaries } from "../../../store/catalog/market-records.ts";
import type { MarketSummary } from "../../../store/catalog/market-records.ts";
import { endpoint } from "../../endpoint.ts";
import { CONDITION_PATTERN } from "../../id-patterns.ts";
import { TRADES } from "../groups.ts";
import { BATCH_BODY_BYTES, BATCH_TOKENS } from "../token-id.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";

const Blankable = (description: string) => Type.String({ description: `${description}; blank without one` });

const LiveMarket = Type.Object({
  condition_id: Type.String({ description: "Lower case" }),
  id: Type.Integer({ description: "The catalog's number" }),
  question: Type.String(),
  market_slug: Type.String(),
  event_slug: Type.String(),
  series_slug: Blankable("Slug of the event's first series"),
  icon: Blankable("Address of a picture"),
  image: Blankable("Address of a picture"),
  tags: Type.Array(Type.String(), { description: "Slugs of the event's tags" }),
});

export const listLiveMarkets = endpoint({
  method: "POST",
  kind: "read",
  path: "/markets/live-activity",
  dialects: ["polymarket"],
  summary: "List markets by their condition ids, in a few words",
  group: TRADES,
  limits: ONLY_INTERFACE_LIMIT,
  refuses: [],
  body: Type.Array(Type.String({ pattern: CONDITION_PATTERN, description: "Condition id, in any case" }), {
    maxItems: BATCH_TOKENS,
  }),
  bodyLimit: BATCH_BODY_BYTES,
  answer: Type.Array(LiveMarket, { description: "In the order of the request; unknown ones are left out" }),
  handle: async ({ context, body }) => {
    const ids = [...new Set(body.map((id) => id.toLowerCase()))];
    const found = await listMarketSummaries(await context.sql(), ids);
    const known = new Map(found.map((market) => [market.conditionId, market]));
    return { body: ids.flatMap((id) => known.get(id) ?? []).map(liveMarket) };
  },
});

const liveMarket = (market: MarketSummary): Type.Static<typeof LiveMarket> => ({
  condition_id: market.conditionId,
  id: Number(market.id),
  question: market.question,
  market_slug: market.slug,
  event_slug: market.eventSlug,
  series_slug: market.seriesSlug,
  icon: market.icon,
  image: market.image,
  tags: [...market.tags],
});
