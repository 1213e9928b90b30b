/** POST /events: creates an event without markets; it is published when the first of its markets is. */
import { Type } from "typebox";
import { createEvent as create } from "../../catalog/create-event.ts";
import { LIMITS } from "../../catalog/gamma-fields.ts";
import { instantAt } from "../../catalog/instants.ts";
import type { CatalogEvent } from "../../core/catalog.ts";
import { isRejection } from "../../core/rejection.ts";
import { once } from "../once.ts";
import { OrNull } from "../resolution-answer.ts";
import { nonBlankText, storableText } from "../storable-text.ts";
import { GivenInstant, readInstants } from "./given-instant.ts";
import { MARKETS } from "./groups.ts";
import { listCreated } from "./list-created.ts";
import { Slug, Url } from "./listing-schema.ts";
import { operation, Reason } from "./operation.ts";

const MAX_TAGS = 20;

const GivenEvent = Type.Object(
  {
    title: nonBlankText(LIMITS.title),
    slug: Type.Optional(Slug),
    description: Type.Optional(storableText(LIMITS.description)),
    tags: Type.Optional(
      Type.Array(nonBlankText(LIMITS.label), { maxItems: MAX_TAGS, description: "Labels" }),
    ),
    negativeRisk: Type.Optional(
      Type.Boolean({ description: "Whether exactly one of its markets resolves to yes" }),
    ),
    startDate: GivenInstant,
    endDate: GivenInstant,
    image: Type.Optional(Url),
    icon: Type.Optional(Url),
    resolutionSource: Type.Optional(Url),
    reason: Reason,
  },
  { additionalProperties: false },
);

export const EventAnswer = Type.Object({
  id: Type.String(),
  slug: Type.String(),
  title: Type.String(),
  description: Type.String(),
  negativeRisk: Type.Boolean(),
  negativeRiskMarketId: OrNull(Type.String()),
  startDate: OrNull(Type.String()),
  endDate: OrNull(Type.String()),
  tags: Type.Array(Type.String(), { description: "Slugs" }),
});

export const createEvent = operation({
  method: "POST",
  path: "/events",
  summary: "Create an event",
  group: MARKETS,
  refuses: ["not_accepting", "listing_conflict"],
  role: "market-admin",
  body: GivenEvent,
  answer: EventAnswer,
  bodyLimit: 512 * 1024,
  handle: (call) =>
    once(call, {
      act: async () => {
        const { context, body } = call;
        const dates = readInstants(body, ["startDate", "endDate"]);
        if (isRejection(dates)) return dates;
        const { slug, description = "", tags = [], negativeRisk = false, reason } = body;
        const title = body.title.trim();
        const { image, icon, resolutionSource } = body;
        const list = listCreated(call, {
          describe: ({ event }) => ({
            action: "create-event",
            subject: event.id,
            reason,
            details: { slug: event.slug, title },
          }),
          tell: ({ event }) => describe(event),
        });
        const creator = { sql: context.readSql, now: instantAt(context.clock()), list };
        const described = { title, slug, description, tags, negativeRisk, image, icon, resolutionSource };
        return create(creator, { ...described, ...dates });
      },
      tell: ({ result }) => result,
    }),
});

const describe = ({ id, slug, title, description, negativeRisk, tags, ...event }: CatalogEvent) => ({
  id,
  slug,
  title,
  description,
  negativeRisk,
  negativeRiskMarketId: event.negativeRiskMarketId ?? null,
  startDate: event.startDate ?? null,
  endDate: event.endDate ?? null,
  tags: tags.map((tag) => tag.slug),
});
