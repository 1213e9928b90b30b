/** Edits of listed events and markets. Traders see each edit with its time and the earlier value. */
import { Type } from "typebox";
import type { Static } from "typebox";
import {
  editEvent as changeEvent,
  editMarket as changeMarket,
  getRequestName,
} from "../../../listings/edit-listing.ts";
import type { Edit, Editor } from "../../../listings/edit-listing.ts";
import { LIMITS } from "../../../listings/gamma-fields.ts";
import { instantAt } from "../../../listings/dates.ts";
import type { Context } from "../../../context.ts";
import { isRejection, reject } from "../../../core/rejection.ts";
import type { Rejection } from "../../../core/rejection.ts";
import { CLARIFY, EDIT_EVENT, EDIT_MARKET, countClarifications } from "../../../store/reads/markets.ts";
import { readFirst } from "../../../store/sql/unavailable.ts";
import type { RequestOutcome } from "../../operation/answer-once.ts";
import { strictObject } from "../../operation/strict-object.ts";
import { linesOrBlank, textLine, textLines } from "../../values/shown-text.ts";
import { GivenInstant, GivenTags, PictureAddress, SourceText, readTimes } from "../body-fields.ts";
import { changeOperation, DraftReason, MARKETS, draftBody, rejectUnreasoned } from "../operation.ts";
import type { ChangeCall, OperatorAction } from "../operation.ts";
import { MARKET_TERMS, TICK_LIMITS } from "../../../core/markets/market-terms.ts";
import { AmountSchema } from "../../values/amount.ts";
import { listOneMarket } from "./markets.ts";
import { GivenFees, readFees, readTick } from "./market-terms.ts";
import { EventParams, MarketParams, readEventParam, readListedMarket } from "../path-params.ts";

const EditedFields = {
  description: Type.Optional(linesOrBlank(LIMITS.description)),
  image: Type.Optional(PictureAddress),
  icon: Type.Optional(PictureAddress),
  startDate: GivenInstant,
  endDate: GivenInstant,
  resolutionSource: Type.Optional(SourceText),
  unchangedSince: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description:
        "`lastEdit` of the state that the edit rests on; refused where it was edited after that batch",
    }),
  ),
  reason: DraftReason,
};

const EditAnswer = Type.Object({
  subject: Type.String({ description: "The event's id, or the market's condition id" }),
  changed: Type.Array(Type.String(), { description: "Fields that differ now" }),
});

const EventEditAnswer = Type.Object({
  ...EditAnswer.properties,
  markets: Type.Array(Type.Object({ conditionId: Type.String(), changed: Type.Array(Type.String()) }), {
    description: "Its markets that had the same text or date, and changed with it",
  }),
});

const EDIT = {
  group: MARKETS,
  bodyLimit: 512 * 1024,
} as const;

type EditResult = RequestOutcome<Static<typeof EditAnswer> & Partial<Static<typeof EventEditAnswer>>>;

export const editEvent = changeOperation({
  ...EDIT,
  path: "/events/:event/edit",
  answer: EventEditAnswer,
  summary: "Change fields of an event, and of markets that copied them; what changed stands on its page",
  refuses: ["unknown_event", "listing_changed", "listing_conflict"],
  params: EventParams,
  body: strictObject({
    title: Type.Optional(textLine(LIMITS.title)),
    tags: Type.Optional(GivenTags),
    ...EditedFields,
  }),
  act: async (call) => {
    const { context, params } = call;
    const { reason: _, unchangedSince, ...body } = call.body;
    const dates = readDates(body);
    if (isRejection(dates)) return dates;
    const event = await readEventParam(context, params.event);
    if (isRejection(event)) return event;
    const unreasoned = rejectUnreasoned(call.body, listEventMarkets(context, event.id));
    if (unreasoned !== undefined) return unreasoned;
    const editRecord: EditRecord = { action: EDIT_EVENT, subject: event.id, unchangedSince };
    return changeEvent(createEditor(call, editRecord), event.id, { ...body, ...dates });
  },
});

export const editMarket = changeOperation({
  ...EDIT,
  path: "/markets/:market/edit",
  answer: EditAnswer,
  summary:
    "Change fields of a market, its price step, or its fees for later orders; what changed stands on its page",
  refuses: ["unknown_market", "listing_changed", "listing_conflict", "market_closed"],
  params: MarketParams,
  body: strictObject({
    question: Type.Optional(textLine(LIMITS.title)),
    label: Type.Optional(textLine(LIMITS.label, "Short name inside its event")),
    ...EditedFields,
    tick: Type.Optional(
      AmountSchema(`${MARKET_TERMS.tick.means}, one of ${TICK_LIMITS.list}, which resting orders must keep`),
    ),
    fees: Type.Optional(GivenFees),
    free: Type.Optional(
      Type.Literal(true, { description: "True in place of fees, so that trading is free" }),
    ),
  }),
  act: async (call) => {
    const { context, params } = call;
    const { reason: _, unchangedSince, label, tick: step, fees: given, free, ...body } = call.body;
    const dates = readDates(body);
    if (isRejection(dates)) return dates;
    const fees = readLaterFees(given, free);
    if (isRejection(fees)) return fees;
    const tick = step === undefined ? undefined : readTick(step);
    if (isRejection(tick)) return tick;
    const market = await readListedMarket(context, params.market);
    if (isRejection(market)) return market;
    const { conditionId } = market;
    const unreasoned = rejectUnreasoned(call.body, listOneMarket(context, conditionId));
    if (unreasoned !== undefined) return unreasoned;
    const editRecord: EditRecord = { action: EDIT_MARKET, subject: conditionId, unchangedSince };
    const named = {
      ...(label !== undefined && { groupItemTitle: label }),
      ...(fees !== undefined && { fees }),
      ...(tick !== undefined && { tick }),
    };
    return changeMarket(createEditor(call, editRecord), conditionId, { ...body, ...dates, ...named });
  },
});

/** Reads the fees of later orders: null for no fees, `undefined` if the fees do not change. */
function readLaterFees(given: Type.Static<typeof GivenFees> | undefined, free: true | undefined) {
  if (free === undefined) return given && readFees(given);
  return given === undefined
    ? null
    : reject("invalid_payload", "free: expected it in place of fees, got both");
}

type GivenDates = { readonly startDate?: string; readonly endDate?: string };

/** Reads the given dates; leaves out absent dates. */
function readDates(body: GivenDates): GivenDates | Rejection {
  const dates = readTimes(body, ["startDate", "endDate"]);
  if (isRejection(dates)) return dates;
  const { startDate, endDate } = dates;
  return { ...(startDate !== undefined && { startDate }), ...(endDate !== undefined && { endDate }) };
}

/** Lists the markets of the event as the engine has them. */
const listEventMarkets = ({ engine }: Pick<Context, "engine">, id: string) =>
  engine.exchange.events.get(id)?.markets ?? [];

const describeCopy = ({ conditionId, changes }: Edit["copies"][number]) => ({
  conditionId,
  changed: changes.map(({ field }) => getRequestName(field)),
});

type EditRecord = Pick<OperatorAction, "action" | "subject"> & Pick<Editor<unknown>, "unchangedSince">;

function createEditor(
  { context, execute, body: { reason = "" } }: ChangeCall<unknown, unknown, { readonly reason?: string }>,
  { unchangedSince, ...editRecord }: EditRecord,
): Editor<EditResult> {
  return {
    sql: context.readSql,
    exchange: context.engine.exchange,
    now: instantAt(context.clock()),
    unchangedSince,
    list: ({ listing, changes, rewrites: found, copies }: Edit) => {
      const changed = changes.map(({ field }) => field);
      const rewrites = found.map((one) => ({ ...one, fields: one.fields.map(getRequestName) }));
      const changesFees = changed.includes("fees");
      const changesTicks = changed.includes("tick");
      const command = { type: "list", listing, changesFees, changesTicks, rewrites } as const;
      const parts = copies.map(({ conditionId, changes: copied }) => ({
        action: EDIT_MARKET,
        subject: conditionId,
        reason,
        details: { changes: copied, event: listing.event.id },
      }));
      return execute({ ...editRecord, details: { changes }, command, parts }, () => ({
        subject: editRecord.subject,
        changed: changed.map(getRequestName),
        ...(editRecord.action === EDIT_EVENT && { markets: copies.map(describeCopy) }),
      }));
    },
  };
}

// Clarifications: permanent additions to the rules. Traders see each clarification with its time.

const MAX_CLARIFICATION = 5_000;
/** Maximum number for a market or an event: traders read all of them. */
const MAX_CLARIFICATIONS = 100;

const Clarification = draftBody({
  text: textLines(MAX_CLARIFICATION, "Text for traders, which stays for good"),
});

const CLARIFY_OPERATION = {
  group: MARKETS,
  body: Clarification,
  answer: Type.Object({
    subject: Type.String({ description: "The event's id, or the market's condition id" }),
    text: Type.String(),
  }),
  bodyLimit: 512 * 1024,
} as const;

const clarifySummary = (subject: string): string =>
  `Clarify the rules of ${subject}; the text is added to its page for good, at most ${MAX_CLARIFICATIONS} of them`;

export const clarifyEvent = changeOperation({
  ...CLARIFY_OPERATION,
  path: "/events/:event/clarify",
  summary: clarifySummary("an event"),
  refuses: ["unknown_event", "listing_conflict"],
  params: EventParams,
  act: async (call) => {
    const event = await readEventParam(call.context, call.params.event);
    if (isRejection(event)) return event;
    return rejectUnreasoned(call.body, listEventMarkets(call.context, event.id)) ?? clarify(call, event.id);
  },
});

export const clarifyMarket = changeOperation({
  ...CLARIFY_OPERATION,
  path: "/markets/:market/clarify",
  summary: clarifySummary("a market"),
  refuses: ["unknown_market", "listing_conflict"],
  params: MarketParams,
  act: async (call) => {
    const market = await readListedMarket(call.context, call.params.market);
    if (isRejection(market)) return market;
    const { conditionId } = market;
    return (
      rejectUnreasoned(call.body, listOneMarket(call.context, conditionId)) ?? clarify(call, conditionId)
    );
  },
});

/** Adds the text. Additions run one at a time, so that together they stay within the limit. */
const clarify = (
  { context, body, execute }: ChangeCall<unknown, unknown, Type.Static<typeof Clarification>>,
  subject: string,
) =>
  context.requestTurns.take([`clarification ${subject}`], async () => {
    const count = await readFirst(async () => countClarifications(await context.sql(), subject));
    if (count >= MAX_CLARIFICATIONS)
      return reject(
        "listing_conflict",
        `text: expected at most ${MAX_CLARIFICATIONS} clarifications of a market or event, ${subject} has ${count}`,
      );
    const text = body.text.trim();
    return execute({ action: CLARIFY, subject, details: { text } }, () => ({ subject, text }));
  });
