/** GET /announcements: texts of the operators for all traders. */
import { Type } from "typebox";
import { ANNOUNCEMENT_KINDS } from "../../../engine/announcement-terms.ts";
import { isShown } from "../../../engine/announcements.ts";
import { endpoint } from "../../endpoint.ts";
import { OrNull, Time, timeAt } from "../../resolution-answer.ts";
import { EXCHANGE } from "../groups.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";

const AnnouncementRecord = Type.Object({
  id: Type.String(),
  kind: Type.Enum([...ANNOUNCEMENT_KINDS]),
  text: Type.String(),
  link: OrNull(Type.String({ description: "An address that begins with https" })),
  from: Time,
  until: OrNull(Type.String({ description: "ISO 8601; null if it stays until it is withdrawn" })),
});

export const listAnnouncements = endpoint({
  method: "GET",
  path: "/announcements",
  fromMemory: true,
  dialects: ["spec"],
  summary: "List what the operators announce",
  group: EXCHANGE,
  limits: ONLY_INTERFACE_LIMIT,
  refuses: [],
  strict: true,
  answer: Type.Array(AnnouncementRecord, { description: "Those that are shown now, the earliest first" }),
  handle: ({ context }) => {
    const now = context.clock();
    const shown = context.announcements.list(now).filter((one) => isShown(one, now));
    return {
      body: shown.map(({ id, kind, text, link, from, until }) => ({
        id,
        kind,
        text,
        link: link ?? null,
        from: timeAt(from),
        until: until === undefined ? null : timeAt(until),
      })),
    };
  },
});
