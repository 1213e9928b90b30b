/** Clarifications of rules: texts that stand beside them for good. Traders see each with its time. */
import { Type } from "typebox";
import { isRejection, reject } from "../../core/rejection.ts";
import type { Rejection } from "../../core/rejection.ts";
import { CLARIFY, countClarifications } from "../../store/reads/listing-changes.ts";
import { readFirst } from "../../store/sql/unavailable.ts";
import type { Answer } from "../endpoint.ts";
import { once } from "../once.ts";
import { textLines } from "../shown-text.ts";
import { EventParams, readEventTerm } from "./event-term.ts";
import { MARKETS } from "./groups.ts";
import { MarketParams, readListedMarket } from "./market-term.ts";
import { operate, operation, Reason } from "./operation.ts";
import type { OperatorCall } from "./operation.ts";

const MAX_CLARIFICATION = 5_000;
/** Most of a market or of an event: traders read all of them. */
const MOST_CLARIFICATIONS = 100;

const Clarification = Type.Object(
  { text: textLines(MAX_CLARIFICATION, "Text for traders, which stays for good"), reason: Reason },
  { additionalProperties: false },
);

const CLARIFIED = {
  method: "POST",
  group: MARKETS,
  role: "market-admin",
  body: Clarification,
  answer: Type.Object({
    subject: Type.String({ description: "The event's id, or the market's condition id" }),
    text: Type.String(),
  }),
  bodyLimit: 512 * 1024,
} as const;

export const clarifyEvent = operation({
  ...CLARIFIED,
  path: "/events/:event/clarify",
  summary: `Clarify the rules of an event; the text is added to its page for good, at most ${MOST_CLARIFICATIONS} of them`,
  refuses: ["not_accepting", "unknown_event", "listing_conflict"],
  params: EventParams,
  handle: (call) =>
    clarifyOnce(call, async () => {
      const event = await readEventTerm(call.context, call.params.event);
      return isRejection(event) ? event : event.id;
    }),
});

export const clarifyMarket = operation({
  ...CLARIFIED,
  path: "/markets/:market/clarify",
  summary: `Clarify the rules of a market; the text is added to its page for good, at most ${MOST_CLARIFICATIONS} of them`,
  refuses: ["not_accepting", "unknown_market", "listing_conflict"],
  params: MarketParams,
  handle: (call) =>
    clarifyOnce(call, async () => {
      const market = await readListedMarket(call.context, call.params.market);
      return isRejection(market) ? market : market.conditionId;
    }),
});

type ClarifyCall = OperatorCall<unknown, unknown, Type.Static<typeof Clarification>>;

const clarifyOnce = (call: ClarifyCall, readSubject: () => Promise<string | Rejection>): Promise<Answer> =>
  once(call, {
    act: async () => {
      const subject = await readSubject();
      return isRejection(subject) ? subject : clarify(call, subject);
    },
    tell: ({ result }) => result,
  });

/** Adds the text. One after the other, so that together they stay below the limit. */
const clarify = (call: ClarifyCall, subject: string) =>
  call.context.requestTurns.take([`clarification ${subject}`], async () => {
    const count = await readFirst(async () => countClarifications(await call.context.sql(), subject));
    if (count >= MOST_CLARIFICATIONS)
      return reject(
        "listing_conflict",
        `text: expected at most ${MOST_CLARIFICATIONS} clarifications of a market or event, ${subject} has ${count}`,
      );
    const { reason } = call.body;
    const text = call.body.text.trim();
    return operate(call, { action: CLARIFY, subject, reason, details: { text } }, () => ({ subject, text }));
  });
