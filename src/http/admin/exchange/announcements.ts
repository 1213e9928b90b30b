/** GET and POST /announcements, and DELETE /announcements/{id}: texts that the page shows to all traders. */
import { randomUUID } from "node:crypto";
import { Type } from "typebox";
import { ANNOUNCEMENT_KINDS, encodeDetails } from "../../../core/events/audit-actions.ts";
import { isRejection, reject } from "../../../core/rejection.ts";
import type { Rejection } from "../../../core/rejection.ts";
import { isShown } from "../../../engine/operators/announcements.ts";
import type { Announcement, AnnouncementContent } from "../../../engine/operators/announcements.ts";
import { OrNull, Time, timeAt } from "../../values/resolution-answer.ts";
import { textLines } from "../../values/shown-text.ts";
import { AnnouncementRecord, describeAnnouncement } from "../../trading/service.ts";
import { GivenInstant, readTimes } from "../body-fields.ts";
import { changeOperation, readOperation, ReasonBody, ANNOUNCEMENTS, changeBody } from "../operation.ts";
import type { ChangeCall } from "../operation.ts";

// Announcements in the requests and answers of operators.

const MAX_TEXT = 500;
const MAX_LINK = 500;

const GivenAnnouncement = changeBody({
  text: textLines(MAX_TEXT, "Plain text in one paragraph, in your traders' language"),
  kind: Type.Optional(Type.Enum([...ANNOUNCEMENT_KINDS], { description: "Info unless given" })),
  link: Type.Optional(
    Type.String({ maxLength: MAX_LINK, description: "Where more is said: an address with https" }),
  ),
  from: GivenInstant,
  until: GivenInstant,
});
type GivenAnnouncement = Type.Static<typeof GivenAnnouncement>;

export const AnnouncementAnswer = Type.Object({
  ...AnnouncementRecord.properties,
  link: OrNull(Type.String()),
  shown: Type.Boolean({ description: "True while traders see it; false of one that is shown later" }),
  operator: Type.String({ description: "The operator who made it" }),
});

export const WithdrawnAnnouncement = Type.Object({
  ...AnnouncementAnswer.properties,
  shown: Type.Literal(false),
  withdrawn: Time,
  wasShown: Type.Boolean({
    description:
      "True if traders saw it, from `from` until it was withdrawn; false if it was to be shown later",
  }),
});

const describe = (announcement: Announcement, now: number) => ({
  ...describeAnnouncement(announcement),
  shown: isShown(announcement, now),
  operator: announcement.operator,
});

/** Reads the announcement. Rejects a link that is not https, and an end in the past. */
function readAnnouncementContent(given: GivenAnnouncement, now: number): AnnouncementContent | Rejection {
  const times = readTimes(given, ["from", "until"]);
  if (isRejection(times)) return times;
  const from = times.from === undefined ? now : Date.parse(times.from);
  const until = times.until === undefined ? undefined : Date.parse(times.until);
  const { text, kind = "info", link } = given;
  const read = link === undefined ? undefined : readLink(link);
  if (isRejection(read)) return read;
  if (until === undefined || until > Math.max(from, now))
    return {
      kind,
      text: text.replaceAll(/\s+/g, " ").trim(),
      link: read,
      from: timeAt(from),
      until: until === undefined ? undefined : timeAt(until),
    };
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

/** Maximum active announcements: more would hide the page. */
const MAX_ANNOUNCEMENTS = 5;
/** Queue of changes of announcements, so that concurrent changes do not exceed the maximum. */
const QUEUE_SUBJECT = ["announcements"];

export const listAnnouncements = readOperation({
  path: "/announcements",
  summary: "List the announcements that are shown or will be",
  group: ANNOUNCEMENTS,
  answer: Type.Array(AnnouncementAnswer, {
    description: `At most ${MAX_ANNOUNCEMENTS}, the first that is shown first; earlier ones are in the audit log`,
  }),
  read: ({ context }) => {
    const now = context.clock();
    return context.announcements.list(now).map((one) => describe(one, now));
  },
});

export const announce = changeOperation({
  path: "/announcements",
  summary: "Announce something to all traders on the page",
  group: ANNOUNCEMENTS,
  body: GivenAnnouncement,
  answer: AnnouncementAnswer,
  act: (call) => call.context.requestTurns.take(QUEUE_SUBJECT, () => makeAnnouncement(call)),
});

async function makeAnnouncement(call: ChangeCall<unknown, unknown, GivenAnnouncement>) {
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
  return call.execute(
    { action: "announce", subject: id, details: encodeDetails("announce", terms) },
    ({ at }) => describe({ ...terms, id, operator: operator.name, at }, now),
  );
}

export const withdrawAnnouncement = changeOperation({
  method: "DELETE",
  path: "/announcements/:id",
  summary: "Withdraw an announcement",
  group: ANNOUNCEMENTS,
  params: Type.Object({
    id: Type.String({ maxLength: 100, description: "Id of an announcement that has not ended" }),
  }),
  body: ReasonBody,
  answer: WithdrawnAnnouncement,
  act: (call) =>
    call.context.requestTurns.take(QUEUE_SUBJECT, async () => {
      const { context, params } = call;
      const now = context.clock();
      const found = context.announcements.list(now).find(({ id }) => id === params.id);
      if (found === undefined)
        return reject(
          "invalid_payload",
          `id: expected one of an announcement that has neither ended nor been withdrawn, got "${params.id}"`,
        );
      const wasShown = isShown(found, now);
      const details = { text: found.text, [wasShown ? "since" : "planned"]: found.from };
      return call.execute({ action: "withdraw-announcement", subject: found.id, details }, ({ at }) => ({
        ...describe(found, now),
        shown: false,
        withdrawn: timeAt(at),
        wasShown,
      }));
    }),
});
