/** POST /events: creates an event with its markets, as drafts; it is published when the first of its markets is. */
import { Type } from "typebox";
import { createEvent as create } from "../../catalog/create-event.ts";
import { MAX_INDEX } from "../../catalog/create-market.ts";
import type { NewEventMarket } from "../../catalog/event-markets.ts";
import { LIMITS } from "../../catalog/gamma-fields.ts";
import { refuseUnclearOptions } from "../../catalog/option-names.ts";
import { instantAt } from "../../catalog/instants.ts";
import type { Listing } from "../../core/catalog.ts";
import { isRejection, reject } from "../../core/rejection.ts";
import type { Rejection } from "../../core/rejection.ts";
import { once } from "../once.ts";
import { OrNull } from "../resolution-answer.ts";
import { linesOrBlank, textLine } from "../shown-text.ts";
import { namedMarket } from "./event-answer.ts";
import { GivenInstant, readInstants } from "./given-instant.ts";
import { MarketFields, readMarket } from "./given-market.ts";
import { MARKETS } from "./groups.ts";
import { listCreated } from "./list-created.ts";
import { GivenSlug, GivenTags, PictureAddress, SourceText } from "./given-texts.ts";
import { operation, Reason } from "./operation.ts";

/** The most of an event of which exactly one market wins. */
const MAX_MARKETS = MAX_INDEX + 1;

/** Rules of each of many markets included. */
const MAX_BYTES = 2 * 1024 * 1024;

const GivenEvent = Type.Object(
  {
    title: textLine(LIMITS.title),
    slug: Type.Optional(GivenSlug),
    description: Type.Optional(linesOrBlank(LIMITS.description)),
    tags: Type.Optional(GivenTags),
    negativeRisk: Type.Optional(
      Type.Boolean({ description: "Whether exactly one of its markets resolves to yes" }),
    ),
    startDate: GivenInstant,
    endDate: GivenInstant,
    image: Type.Optional(PictureAddress),
    icon: Type.Optional(PictureAddress),
    resolutionSource: Type.Optional(SourceText),
    markets: Type.Optional(
      Type.Array(Type.Object(MarketFields, { additionalProperties: false }), {
        maxItems: MAX_MARKETS,
        description: "Its markets in their order, as drafts; others can join it later",
      }),
    ),
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
  markets: Type.Array(Type.Object({ id: Type.String(), ...namedMarket }), {
    description: "The markets that were made with it",
  }),
});

export const createEvent = operation({
  method: "POST",
  path: "/events",
  summary: "Create an event, with its markets as drafts",
  group: MARKETS,
  refuses: ["not_accepting", "listing_conflict", "wallet_taken"],
  role: "market-admin",
  body: GivenEvent,
  answer: EventAnswer,
  bodyLimit: MAX_BYTES,
  handle: (call) =>
    once(call, {
      act: async () => {
        const { context, body } = call;
        const dates = readInstants(body, ["startDate", "endDate"]);
        if (isRejection(dates)) return dates;
        const markets = readMarkets(body.markets);
        if (isRejection(markets)) return markets;
        const { slug, description = "", tags = [], negativeRisk = false, reason } = body;
        const unclear = negativeRisk ? refuseUnclearOptions(markets) : undefined;
        if (unclear !== undefined) return unclear;
        const title = body.title.trim();
        const { image, icon, resolutionSource } = body;
        const list = listCreated(call, {
          describe: ({ event }) => ({
            action: "create-event",
            subject: event.id,
            reason,
            details: { slug: event.slug, title, markets: markets.length },
          }),
          tell: describe,
        });
        const creator = { sql: context.readSql, now: instantAt(context.clock()), list };
        const described = { title, slug, description, tags, negativeRisk, image, icon, resolutionSource };
        return create(creator, { ...described, ...dates, markets });
      },
      tell: ({ result }) => result,
    }),
});

type GivenMarkets = Type.Static<typeof GivenEvent>["markets"];

function readMarkets(given: GivenMarkets = []): readonly NewEventMarket[] | Rejection {
  const read: NewEventMarket[] = [];
  for (const [index, one] of given.entries()) {
    const market = readMarket(one);
    if (isRejection(market)) return reject(market.code, `markets.${index}.${market.hint}`);
    read.push(market);
  }
  return read;
}

const describe = ({ event, markets }: Listing) => ({
  id: event.id,
  slug: event.slug,
  title: event.title,
  description: event.description,
  negativeRisk: event.negativeRisk,
  negativeRiskMarketId: event.negativeRiskMarketId ?? null,
  startDate: event.startDate ?? null,
  endDate: event.endDate ?? null,
  tags: event.tags.map((tag) => tag.slug),
  markets: markets.map(({ id, conditionId, slug, question, groupItemTitle }) => ({
    id,
    conditionId,
    slug,
    question,
    label: groupItemTitle ?? null,
  })),
});
