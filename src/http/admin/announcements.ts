/** GET and POST /announcements, and DELETE /announcements/{id}: texts that the page shows to all traders. */
import { randomUUID } from "node:crypto";
import { Type } from "typebox";
import { isRejection, reject } from "../../core/rejection.ts";
import { ANNOUNCE, announcementDetails, WITHDRAW_ANNOUNCEMENT } from "../../engine/announcement-terms.ts";
import { once } from "../once.ts";
import {
  AnnouncementAnswer,
  describeAnnouncement,
  GivenAnnouncement,
  readAnnouncementTerms,
} from "./announcement-fields.ts";
import { ANNOUNCEMENTS } from "./groups.ts";
import { operate, operation, Reason } from "./operation.ts";
import type { OperatorAction, OperatorCall } from "./operation.ts";

/** Most announcements that have not ended: more of them would hide the page. */
const MOST = 5;
/** Subject of the turns of those who change them, so that two at once do not exceed the number. */
const TURN = ["announcements"];

export const listAnnouncements = operation({
  method: "GET",
  path: "/announcements",
  summary: "List the announcements that are shown or will be",
  group: ANNOUNCEMENTS,
  refuses: [],
  answer: Type.Array(AnnouncementAnswer, {
    description: `At most ${MOST}, the first that is shown first; earlier ones are in the audit log`,
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
    once(call, {
      act: () => call.context.requestTurns.take(TURN, () => make(call)),
      tell: ({ result }) => result,
    }),
});

async function make(call: OperatorCall<unknown, unknown, GivenAnnouncement>) {
  const { context, body, operator } = call;
  const now = context.clock();
  const terms = readAnnouncementTerms(body, now);
  if (isRejection(terms)) return terms;
  const there = context.announcements.list(now).length;
  if (there >= MOST)
    return reject(
      "invalid_payload",
      `expected at most ${MOST} announcements that have not ended, got one more: withdraw one first`,
    );
  const id = randomUUID();
  const change: OperatorAction = {
    action: ANNOUNCE,
    subject: id,
    reason: body.reason,
    details: announcementDetails(terms),
  };
  return operate(call, change, ({ at }) =>
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
    once(call, {
      act: () =>
        call.context.requestTurns.take(TURN, async () => {
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
          return operate(call, change, () => ({ ...describeAnnouncement(found, now), shown: false }));
        }),
      tell: ({ result }) => result,
    }),
});
