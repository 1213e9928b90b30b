/** DELETE /notifications: marks notifications of the caller as read; they are not listed again. */
import { Type } from "typebox";
import { dropNotifications as drop } from "../../../store/reads/notifications.ts";
import { readFirst } from "../../../store/sql/unavailable.ts";
import { NOTIFICATIONS } from "../groups.ts";
import { keyOperation } from "../keys/key-operation.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";

const MAX_IDS = 500;

export const dropNotifications = keyOperation({
  method: "DELETE",
  path: "/notifications",
  summary: "Mark notifications as read",
  group: NOTIFICATIONS,
  limits: ONLY_INTERFACE_LIMIT,
  refuses: [],
  query: Type.Object({
    ids: Type.Array(Type.Integer({ minimum: 1 }), {
      maxItems: MAX_IDS,
      description: "Of notifications, with commas; any that are of none of the caller's do nothing",
    }),
  }),
  answer: Type.Literal("OK"),
  handle: async ({ context, query, caller }) => {
    await drop(await readFirst(context.sql), caller.address, query.ids);
    return { body: "OK" };
  },
});
