/** Announcements in the requests and answers of operators. */
import { Type } from "typebox";
import { reject } from "../../core/rejection.ts";
import type { Rejection } from "../../core/rejection.ts";
import { isRejection } from "../../core/rejection.ts";
import { ANNOUNCEMENT_KINDS } from "../../engine/announcement-terms.ts";
import type { AnnouncementTerms } from "../../engine/announcement-terms.ts";
import { isShown } from "../../engine/announcements.ts";
import type { Announcement } from "../../engine/announcements.ts";
import { OrNull, Time, timeAt } from "../resolution-answer.ts";
import { textLines } from "../shown-text.ts";
import { GivenInstant, readInstants } from "./given-instant.ts";
import { Reason } from "./operation.ts";

const MAX_TEXT = 500;
const MAX_LINK = 500;

const Kind = Type.Enum([...ANNOUNCEMENT_KINDS]);

export const GivenAnnouncement = Type.Object(
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
export type GivenAnnouncement = Type.Static<typeof GivenAnnouncement>;

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

export const describeAnnouncement = (
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

/** Reads the terms, or refuses a link that is not https and an end that has passed. */
export function readAnnouncementTerms(given: GivenAnnouncement, now: number): AnnouncementTerms | Rejection {
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
