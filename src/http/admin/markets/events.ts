/** Events at the operator API: create them with their markets, show them, and move them through their life cycle. */
import { Type } from "typebox";
import { MAX_INDEX, listNewEvent, rejectUnclearOptions } from "../../../listings/create-listing.ts";
import type { NewEventMarket } from "../../../listings/create-listing.ts";
import { LIMITS } from "../../../listings/gamma-fields.ts";
import { instantAt } from "../../../listings/dates.ts";
import { isBetFixed } from "../../../core/orders/bet.ts";
import type { Listing } from "../../../core/markets/catalog.ts";
import type { EventAction } from "../../../core/events/command.ts";
import { isRejection, reject } from "../../../core/rejection.ts";
import type { Rejection, RejectionCode } from "../../../core/rejection.ts";
import { listEventMarkets, readEventDetails } from "../../../store/reads/audit.ts";
import type { EventMarket } from "../../../store/reads/audit.ts";
import type { Answer, Endpoint } from "../../operation/endpoint.ts";
import { answerOnce } from "../../operation/answer-once.ts";
import { OrNull } from "../../values/resolution-answer.ts";
import { linesOrBlank, textLine } from "../../values/shown-text.ts";
import {
  GivenInstant,
  GivenSlug,
  GivenTags,
  PictureAddress,
  SourceText,
  readInstants,
} from "../body-fields.ts";
import { clarifyEvent, editEvent } from "./edits.ts";
import {
  EventWithMarkets,
  SteppedEvent,
  countStatuses,
  namedMarket,
  describeSteppedEvent,
} from "./event-answer.ts";
import { MARKETS, Reason, runOperatorAction, operation } from "../operation.ts";
import { MarketFields, listCreated, readMarket } from "./markets.ts";
import type { OperatorAction, OperatorCall } from "../operation.ts";
import { EventParams, readEventParam } from "../path-params.ts";

// POST /events: creates an event with its markets as drafts; it is published with the first of them.

/** Maximum markets of an event of which exactly one wins. */
const MAX_MARKETS = MAX_INDEX + 1;

/** Maximum body, including the rules of many markets. */
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

const createEvent = operation({
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
    answerOnce(call, {
      act: async () => {
        const { context, body } = call;
        const dates = readInstants(body, ["startDate", "endDate"]);
        if (isRejection(dates)) return dates;
        const markets = readMarkets(body.markets);
        if (isRejection(markets)) return markets;
        const { slug, description = "", tags = [], negativeRisk = false, reason } = body;
        const unclear = negativeRisk ? rejectUnclearOptions(markets) : undefined;
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
        return listNewEvent(creator, { ...described, ...dates, markets });
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

// GET /events/{event}: an event with all its markets, as of the last commit.

const getEvent = operation({
  method: "GET",
  path: "/events/:event",
  summary: "Get an event with its markets",
  group: MARKETS,
  refuses: ["unknown_event"],
  params: EventParams,
  answer: EventWithMarkets,
  handle: async ({ context, params }) => {
    const event = await readEventParam(context, params.event);
    if (isRejection(event)) return { rejection: event };
    const sql = await context.sql();
    const [terms, markets] = await Promise.all([
      readEventDetails(sql, event.id),
      listEventMarkets(sql, event.id),
    ]);
    return {
      body: {
        ...event,
        ...terms,
        exclusive: markets.length > 0 && markets.every(({ negativeRisk }) => negativeRisk),
        betFixed: markets.some((market) => isBetFixed({ ...market, resolvedAt: market.resolvedAt ?? 0 })),
        statuses: countStatuses(markets),
        markets: markets.map(describeEvent),
      },
    };
  },
});

function describeEvent(market: EventMarket) {
  const { conditionId, slug, question, label, status, payout, proposedPayout, disputed } = market;
  const proposed = proposedPayout && { payout: proposedPayout, disputed };
  return { conditionId, slug, question, label, status, payout, proposed };
}

// Changes by operators to all markets of the event in the path.

type Call = OperatorCall<unknown, { readonly event: string }, { readonly reason: string }>;
type Change = Omit<OperatorAction, "subject" | "reason">;

/** Applies the step of `changeOf` to all markets, or to none, and answers with their new statuses. */
export const changeEvent = (
  call: Call,
  changeOf: (eventId: string) => Change | Promise<Change | Rejection>,
): Promise<Answer> =>
  answerOnce(call, {
    act: async () => {
      const { context, params, body } = call;
      const event = await readEventParam(context, params.event);
      if (isRejection(event)) return event;
      const change = await changeOf(event.id);
      if (isRejection(change)) return change;
      const markets = context.engine.exchange.events.get(event.id)?.markets ?? [];
      // Waits for running operations on the markets, whose answers would otherwise lack this step.
      const turns = markets.map(({ conditionId }) => `market ${conditionId}`);
      return context.requestTurns.take([`event ${event.id}`, ...turns], () =>
        runOperatorAction(
          call,
          { ...change, subject: event.id, reason: body.reason },
          describeSteppedEvent(event),
        ),
      );
    },
    tell: ({ result }) => result,
  });

// Steps of all markets of an event whose only parameter is a reason: POST /events/{event}/ followed by the word of each.

type EventStep = Pick<Endpoint, "summary"> & {
  readonly action: EventAction;
  /** The last word of its path. */
  readonly word: string;
  /** Codes that the step gives, besides those of every step. */
  readonly refuses: readonly RejectionCode[];
};

const eventStep = ({ action, word, refuses, ...described }: EventStep): Endpoint =>
  operation({
    ...described,
    method: "POST",
    path: `/events/:event/${word}`,
    group: MARKETS,
    refuses: ["not_accepting", "unknown_event", "unknown_market", ...refuses],
    role: "market-admin",
    params: EventParams,
    body: Type.Object({ reason: Reason }, { additionalProperties: false }),
    answer: SteppedEvent,
    handle: (call) => changeEvent(call, (eventId) => ({ action, command: { type: action, eventId } })),
  });

/** POST /events/{event}/open: all drafts of the event accept orders from now on. */
const openEvent = eventStep({
  action: "open-event",
  word: "open",
  summary: "Open all markets of an event that are drafts",
  refuses: ["market_not_draft", "market_closed"],
});

/** POST /events/{event}/pause: no market of the event accepts new orders; resting ones stay. */
const pauseEvent = eventStep({
  action: "pause-event",
  word: "pause",
  summary: "Pause all open markets of an event",
  refuses: ["market_not_open", "market_closed"],
});

/** POST /events/{event}/resume: all paused markets of the event accept orders again. */
const resumeEvent = eventStep({
  action: "resume-event",
  word: "resume",
  summary: "Resume all paused markets of an event",
  refuses: ["market_not_open", "market_closed"],
});

/** POST /events/{event}/archive: hides the event permanently, with all its markets. */
const archiveEvent = eventStep({
  action: "archive-event",
  word: "archive",
  summary: "Archive all markets of an event",
  refuses: ["market_has_shares"],
});

// Operations of the operator API on complete events, in the order of its document.

export const EVENT_ENDPOINTS: readonly Endpoint[] = [
  createEvent,
  getEvent,
  openEvent,
  pauseEvent,
  resumeEvent,
  archiveEvent,
  editEvent,
  clarifyEvent,
];
