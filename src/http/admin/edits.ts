/** Edits of events and markets: fields of what is listed. Traders see each with its time and the value before it. */
import { Type } from "typebox";
import { editEvent as changeEvent, editMarket as changeMarket } from "../../catalog/edit-listing.ts";
import type { Edit, Editor } from "../../catalog/edit-listing.ts";
import { LIMITS } from "../../catalog/gamma-fields.ts";
import { instantAt } from "../../catalog/instants.ts";
import { givenName } from "../../catalog/refuse-changed.ts";
import { isRejection, reject } from "../../core/rejection.ts";
import type { Rejection } from "../../core/rejection.ts";
import { EDIT_EVENT, EDIT_MARKET } from "../../store/reads/listing-changes.ts";
import { once } from "../once.ts";
import type { RequestOutcome } from "../once.ts";
import { linesOrBlank, textLine } from "../shown-text.ts";
import { EventParams, readEventTerm } from "./event-term.ts";
import { GivenFees, readFees } from "./fee-terms.ts";
import { GivenInstant, readInstants } from "./given-instant.ts";
import { GivenTags, PictureAddress, SourceText } from "./given-texts.ts";
import { MARKETS } from "./groups.ts";
import { MarketParams, readListedMarket } from "./market-term.ts";
import { operate, operation, Reason } from "./operation.ts";
import type { OperatorAction, OperatorRequest } from "./operation.ts";

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
  reason: Reason,
};

const EditAnswer = Type.Object({
  subject: Type.String({ description: "The event's id, or the market's condition id" }),
  changed: Type.Array(Type.String(), { description: "Fields that differ now" }),
});

const EDIT = {
  method: "POST",
  group: MARKETS,
  role: "market-admin",
  answer: EditAnswer,
  bodyLimit: 512 * 1024,
} as const;

type EditResult = RequestOutcome<{ subject: string; changed: readonly string[] }>;

export const editEvent = operation({
  ...EDIT,
  path: "/events/:event/edit",
  summary: "Change fields of an event; what changed stands on its page",
  refuses: ["not_accepting", "unknown_event", "listing_changed", "listing_conflict"],
  params: EventParams,
  body: Type.Object(
    {
      title: Type.Optional(textLine(LIMITS.title)),
      tags: Type.Optional(GivenTags),
      ...EditedFields,
    },
    { additionalProperties: false },
  ),
  handle: (call) =>
    once(call, {
      act: async () => {
        const { context, params } = call;
        const { reason, unchangedSince, ...body } = call.body;
        const dates = readDates(body);
        if (isRejection(dates)) return dates;
        const event = await readEventTerm(context, params.event);
        if (isRejection(event)) return event;
        const noted: Noted = { action: EDIT_EVENT, subject: event.id, reason, unchangedSince };
        return changeEvent(editorOf(call, noted), event.id, { ...body, ...dates });
      },
      tell: ({ result }) => result,
    }),
});

export const editMarket = operation({
  ...EDIT,
  path: "/markets/:market/edit",
  summary: "Change fields of a market, or its fees for later orders; what changed stands on its page",
  refuses: ["not_accepting", "unknown_market", "listing_changed", "listing_conflict", "market_closed"],
  params: MarketParams,
  body: Type.Object(
    {
      question: Type.Optional(textLine(LIMITS.title)),
      label: Type.Optional(textLine(LIMITS.label, "Short name inside its event")),
      ...EditedFields,
      fees: Type.Optional(GivenFees),
      free: Type.Optional(
        Type.Literal(true, { description: "True in place of fees, so that trading is free" }),
      ),
    },
    { additionalProperties: false },
  ),
  handle: (call) =>
    once(call, {
      act: async () => {
        const { context, params } = call;
        const { reason, unchangedSince, label, fees: given, free, ...body } = call.body;
        const dates = readDates(body);
        if (isRejection(dates)) return dates;
        const fees = readCharge(given, free);
        if (isRejection(fees)) return fees;
        const market = await readListedMarket(context, params.market);
        if (isRejection(market)) return market;
        const { conditionId } = market;
        const noted: Noted = { action: EDIT_MARKET, subject: conditionId, reason, unchangedSince };
        const named = {
          ...(label !== undefined && { groupItemTitle: label }),
          ...(fees !== undefined && { fees }),
        };
        return changeMarket(editorOf(call, noted), conditionId, { ...body, ...dates, ...named });
      },
      tell: ({ result }) => result,
    }),
});

/** Reads the fees of later orders; null for none, `undefined` where they stay. */
function readCharge(given: Type.Static<typeof GivenFees> | undefined, free: true | undefined) {
  if (free === undefined) return given && readFees(given);
  return given === undefined
    ? null
    : reject("invalid_payload", "free: expected it in place of fees, got both");
}

type GivenDates = { readonly startDate?: string; readonly endDate?: string };

/** Reads the dates that are given, and leaves out the others. */
function readDates(body: GivenDates): GivenDates | Rejection {
  const dates = readInstants(body, ["startDate", "endDate"]);
  if (isRejection(dates)) return dates;
  const { startDate, endDate } = dates;
  return { ...(startDate !== undefined && { startDate }), ...(endDate !== undefined && { endDate }) };
}

type Noted = Pick<OperatorAction, "action" | "subject" | "reason"> & Pick<Editor<unknown>, "unchangedSince">;

function editorOf(call: OperatorRequest, { unchangedSince, ...noted }: Noted): Editor<EditResult> {
  const { context } = call;
  return {
    sql: context.readSql,
    exchange: context.engine.exchange,
    now: instantAt(context.clock()),
    unchangedSince,
    list: ({ listing, changes, rewrites: found }: Edit) => {
      const changed = changes.map(({ field }) => field);
      const rewrites = found.map((one) => ({ ...one, fields: one.fields.map(givenName) }));
      const changesFees = changed.includes("fees");
      const command = { type: "list", listing, changesFees, rewrites } as const;
      const change = { ...noted, details: { changes }, command };
      return operate(call, change, () => ({
        subject: noted.subject,
        changed: changed.map(givenName),
      }));
    },
  };
}
