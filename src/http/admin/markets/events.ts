/** Events at the operator API: create them with their markets, show them, and move them through their life cycle. */
import { Type } from "typebox";
import type { TObject, TSchema } from "typebox";
import { MAX_QUESTION_INDEX, listNewEvent, rejectUnclearOptions } from "../../../listings/create-listing.ts";
import type { NewEventMarket } from "../../../listings/create-listing.ts";
import { LIMITS } from "../../../listings/gamma-fields.ts";
import { isBetFixed } from "../../../core/orders/bet.ts";
import type { Listing } from "../../../core/markets/catalog.ts";
import type { EventAction } from "../../../core/events/command.ts";
import { isRejection, reject } from "../../../core/rejection.ts";
import type { Rejection } from "../../../core/rejection.ts";
import { listEventMarkets, readEventDetails } from "../../../store/reads/audit.ts";
import type { EventMarket } from "../../../store/reads/audit.ts";
import type { Endpoint } from "../../operation/endpoint.ts";
import { strictObject } from "../../operation/strict-object.ts";
import { OrNull } from "../../values/resolution-answer.ts";
import { linesOrBlank, textLine } from "../../values/shown-text.ts";
import { GivenInstant, GivenSlug, GivenTags, PictureAddress, SourceText, readTimes } from "../body-fields.ts";
import { clarifyEvent, editEvent } from "./edits.ts";
import {
  EventWithMarkets,
  SteppedEvent,
  countStatuses,
  describeSteppedEvent,
  namedMarket,
} from "./event-answer.ts";
import {
  changeOperation,
  readOperation,
  DraftReasonBody,
  MARKETS,
  ReasonBody,
  draftBody,
  rejectUnreasoned,
} from "../operation.ts";
import type { OperatorCall, ChangeOperation, OperatorAction, StepBody } from "../operation.ts";
import { MarketFields, createLister, readMarket } from "./markets.ts";
import { EventParams, readEventParam } from "../path-params.ts";

// POST /events: creates an event with its markets as drafts; opening the first market publishes the event.

/** Maximum markets of an event of which exactly one wins. */
const MAX_MARKETS = MAX_QUESTION_INDEX + 1;

/** Maximum body, including the rules of many markets. */
const MAX_BYTES = 2 * 1024 * 1024;

const GivenEvent = draftBody({
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
    Type.Array(strictObject(MarketFields), {
      maxItems: MAX_MARKETS,
      description: "Its markets in their order, as drafts; others can join it later",
    }),
  ),
});

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

const createEvent = changeOperation({
  path: "/events",
  summary: "Create an event, with its markets as drafts",
  group: MARKETS,
  refuses: ["listing_conflict", "wallet_taken"],
  body: GivenEvent,
  answer: EventAnswer,
  bodyLimit: MAX_BYTES,
  act: async (call) => {
    const { body } = call;
    const dates = readTimes(body, ["startDate", "endDate"]);
    if (isRejection(dates)) return dates;
    const markets = readMarkets(body.markets);
    if (isRejection(markets)) return markets;
    const { slug, description = "", tags = [], negativeRisk = false } = body;
    const unclearOptions = negativeRisk ? rejectUnclearOptions(markets) : undefined;
    if (unclearOptions !== undefined) return unclearOptions;
    const title = body.title.trim();
    const { image, icon, resolutionSource } = body;
    const lister = createLister(call, {
      describe: ({ event }) => ({
        action: "create-event",
        subject: event.id,
        details: { slug: event.slug, title, markets: markets.length },
      }),
      tell: describe,
    });
    const described = { title, slug, description, tags, negativeRisk, image, icon, resolutionSource };
    return listNewEvent(lister, { ...described, ...dates, markets });
  },
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

const getEvent = readOperation({
  path: "/events/:event",
  summary: "Get an event with its markets",
  group: MARKETS,
  refuses: ["unknown_event"],
  params: EventParams,
  answer: EventWithMarkets,
  read: async ({ context, params }) => {
    const event = await readEventParam(context, params.event);
    if (isRejection(event)) return event;
    const sql = await context.sql();
    const [{ negativeRisk, ...terms }, markets] = await Promise.all([
      readEventDetails(sql, event.id),
      listEventMarkets(sql, event.id),
    ]);
    return {
      ...event,
      ...terms,
      exclusive: markets.length === 0 ? negativeRisk : markets.every((market) => market.negativeRisk),
      betFixed: markets.some((market) => isBetFixed({ ...market, resolvedAt: market.resolvedAt ?? 0 })),
      undoable: isUndoable(markets),
      statuses: countStatuses(markets),
      markets: markets.map(describeEvent),
    };
  },
});

function isUndoable(markets: readonly EventMarket[]): boolean {
  const resolved = markets.filter(({ status }) => status === "resolved");
  return resolved.length > 0 && resolved.every(({ redeemed }) => redeemed === 0);
}

function describeEvent(market: EventMarket) {
  const { conditionId, slug, question, label, status, payout, proposedPayout, disputed } = market;
  const proposed = proposedPayout && { payout: proposedPayout, disputed };
  return { conditionId, slug, question, label, status, payout, proposed };
}

// Changes by operators to all markets of the event in the path.

type EventChange<B extends TSchema> = Pick<
  ChangeOperation<TObject, typeof EventParams, B, unknown>,
  "summary" | "group" | "role" | "refuses" | "body" | "bodyLimit" | "check"
> & {
  /** Last word of the operation's path. */
  readonly word: string;
  readonly change: (
    eventId: string,
    call: OperatorCall<unknown, unknown, Type.Static<B>>,
  ) => Change | Promise<Change | Rejection>;
};
type Change = Omit<OperatorAction, "subject" | "reason">;

/** Describes an operation that changes all markets of the event or none, and answers with the markets' new statuses. */
export const eventChange = <B extends TSchema>({
  word,
  change,
  refuses = [],
  ...description
}: EventChange<B>): Endpoint =>
  changeOperation({
    ...description,
    path: `/events/:event/${word}`,
    refuses: ["unknown_event", "unknown_market", ...refuses],
    params: EventParams,
    answer: SteppedEvent,
    act: async (call) => {
      const { context, params, execute } = call;
      const event = await readEventParam(context, params.event);
      if (isRejection(event)) return event;
      const plannedChange = await change(event.id, call);
      if (isRejection(plannedChange)) return plannedChange;
      const markets = context.engine.exchange.events.get(event.id)?.markets ?? [];
      // Waits for running operations on the markets, whose answers would otherwise lack this step.
      const turns = markets.map(({ conditionId }) => `market ${conditionId}`);
      return context.requestTurns.take(
        [`event ${event.id}`, ...turns],
        async () =>
          rejectUnreasoned(Object(call.body), markets) ??
          execute({ ...plannedChange, subject: event.id }, describeSteppedEvent(event)),
      );
    },
  });

// Steps of all markets of an event whose only parameter is a reason: POST /events/{event}/ followed by the word of each.

type EventStep = Pick<Endpoint, "summary" | "refuses"> & {
  readonly action: EventAction;
  readonly word: string;
  readonly body?: StepBody;
};

const eventStep = ({ action, body = ReasonBody, ...step }: EventStep): Endpoint =>
  eventChange({
    ...step,
    group: MARKETS,
    body,
    change: (eventId) => ({ action, command: { type: action, eventId } }),
  });

/** POST /events/{event}/open: all drafts of the event accept orders from now on. */
const openEvent = eventStep({
  action: "open-event",
  word: "open",
  body: DraftReasonBody,
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
  body: DraftReasonBody,
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
