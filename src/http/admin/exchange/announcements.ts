/** GET and POST /announcements, and DELETE /announcements/{id}: texts that the page shows to all traders. */
import { randomUUID } from "node:crypto";
import { Type } from "typebox";
import { isRejection, reject } from "../../../core/rejection.ts";
import type { Rejection } from "../../../core/rejection.ts";
import {
  ANNOUNCE,
  ANNOUNCEMENT_KINDS,
  WITHDRAW_ANNOUNCEMENT,
  announcementDetails,
  isShown,
} from "../../../engine/operators/announcements.ts";
import type { Announcement, AnnouncementContent } from "../../../engine/operators/announcements.ts";
import { answerOnce } from "../../operation/answer-once.ts";
import { OrNull, Time, timeAt } from "../../values/resolution-answer.ts";
import { textLines } from "../../values/shown-text.ts";
import { GivenInstant, readInstants } from "../body-fields.ts";
import { ANNOUNCEMENTS, Reason, runOperatorAction, operation } from "../operation.ts";
import type { OperatorAction, OperatorCall } from "../operation.ts";

// Announcements in the requests and answers of operators.

const MAX_TEXT = 500;
const MAX_LINK = 500;

const Kind = Type.Enum([...ANNOUNCEMENT_KINDS]);

const GivenAnnouncement = Type.Object(
  {
    text: textLines(MAX_TEXT, "Plain text in one paragraph, in your traders' language"),
    kind: Type.Optional(Type.Enum([...ANNOUNCEMENT_KINDS], { description: "Info unless given" })),
    link: Type.Optional(
      Type.String({ maxLength: MAX_LINK, description: "Where more is said: an address with https" }),
    ),
    from: GivenInstant,
    until: GivenInstant,
    reason: Reason,
  },
  { additionalProperties: false },
);
type GivenAnnouncement = Type.Static<typeof GivenAnnouncement>;

export const AnnouncementAnswer = Type.Object({
  id: Type.String(),
  kind: Kind,
  text: Type.String(),
  link: OrNull(Type.String()),
  from: Time,
  until: OrNull(Type.String({ description: "ISO 8601; null if it stays until it is withdrawn" })),
  shown: Type.Boolean({ description: "False of one that is shown later" }),
  operator: Type.String({ description: "The operator who made it" }),
});

const describeAnnouncement = (
  announcement: Announcement,
  now: number,
): Type.Static<typeof AnnouncementAnswer> => {
  const { id, kind, text, link, from, until, operator } = announcement;
  return {
    id,
    kind,
    text,
    link: link ?? null,
    from: timeAt(from),
    until: until === undefined ? null : timeAt(until),
    shown: isShown(announcement, now),
    operator,
  };
};

/** Reads the announcement. Rejects a link that is not https, and an end in the past. */
function readAnnouncementContent(given: GivenAnnouncement, now: number): AnnouncementContent | Rejection {
  const times = readInstants(given, ["from", "until"]);
  if (isRejection(times)) return times;
  const from = times.from === undefined ? now : Date.parse(times.from);
  const until = times.until === undefined ? undefined : Date.parse(times.until);
  const { text, kind = "info", link } = given;
  const read = link === undefined ? undefined : readLink(link);
  if (isRejection(read)) return read;
  if (until === undefined || until > Math.max(from, now))
    return { kind, text: text.replaceAll(/\s+/g, " ").trim(), link: read, from, until };
  const [bound, named] = from > now ? [from, "from"] : [now, "now"];
  return reject(
    "invalid_payload",
    `until: expected a time after ${named}, ${timeAt(bound)}, got "${given.until}"`,
  );
}

function readLink(link: string): string | Rejection {
  const url = URL.parse(link);
  if (url?.protocol === "https:" && url.username + url.password === "") return url.href;
  return reject("invalid_payload", `link: expected an address like https://status.example, got "${link}"`);
}

/** Maximum active announcements: more of them would hide the page. */
const MAX_ANNOUNCEMENTS = 5;
/** Queue of changes of announcements, so that two concurrent ones do not exceed the maximum. */
const QUEUE_SUBJECT = ["announcements"];

export const listAnnouncements = operation({
  method: "GET",
  path: "/announcements",
  summary: "List the announcements that are shown or will be",
  group: ANNOUNCEMENTS,
  refuses: [],
  answer: Type.Array(AnnouncementAnswer, {
    description: `At most ${MAX_ANNOUNCEMENTS}, the first that is shown first; earlier ones are in the audit log`,
  }),
  handle: ({ context }) => {
    const now = context.clock();
    return { body: context.announcements.list(now).map((one) => describeAnnouncement(one, now)) };
  },
});

export const announce = operation({
  method: "POST",
  path: "/announcements",
  summary: "Announce something to all traders on the page",
  group: ANNOUNCEMENTS,
  refuses: ["not_accepting"],
  role: "market-admin",
  body: GivenAnnouncement,
  answer: AnnouncementAnswer,
  handle: (call) =>
    answerOnce(call, {
      act: () => call.context.requestTurns.take(QUEUE_SUBJECT, () => make(call)),
      tell: ({ result }) => result,
    }),
});

async function make(call: OperatorCall<unknown, unknown, GivenAnnouncement>) {
  const { context, body, operator } = call;
  const now = context.clock();
  const terms = readAnnouncementContent(body, now);
  if (isRejection(terms)) return terms;
  const there = context.announcements.list(now).length;
  if (there >= MAX_ANNOUNCEMENTS)
    return reject(
      "invalid_payload",
      `expected at most ${MAX_ANNOUNCEMENTS} announcements that have not ended, got one more: withdraw one first`,
    );
  const id = randomUUID();
  const change: OperatorAction = {
    action: ANNOUNCE,
    subject: id,
    reason: body.reason,
    details: announcementDetails(terms),
  };
  return runOperatorAction(call, change, ({ at }) =>
    describeAnnouncement({ ...terms, id, operator: operator.name, at }, now),
  );
}

export const withdrawAnnouncement = operation({
  method: "DELETE",
  path: "/announcements/:id",
  summary: "Withdraw an announcement",
  group: ANNOUNCEMENTS,
  refuses: ["not_accepting"],
  role: "market-admin",
  params: Type.Object({
    id: Type.String({ maxLength: 100, description: "Id of an announcement that has not ended" }),
  }),
  body: Type.Object({ reason: Reason }, { additionalProperties: false }),
  answer: AnnouncementAnswer,
  handle: (call) =>
    answerOnce(call, {
      act: () =>
        call.context.requestTurns.take(QUEUE_SUBJECT, async () => {
          const { context, params, body } = call;
          const now = context.clock();
          const found = context.announcements.list(now).find(({ id }) => id === params.id);
          if (found === undefined)
            return reject(
              "invalid_payload",
              `id: expected one of an announcement that has not ended, got "${params.id}"`,
            );
          const change: OperatorAction = {
            action: WITHDRAW_ANNOUNCEMENT,
            subject: found.id,
            reason: body.reason,
          };
          return runOperatorAction(call, change, () => ({
            ...describeAnnouncement(found, now),
            shown: false,
          }));
        }),
      tell: ({ result }) => result,
    }),
});
