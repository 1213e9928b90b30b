/** DELETE /invites/{id}: revokes an invite, or all that were made together. Funds that were given stay. */
import { Type } from "typebox";
import { REVOKE_INVITE } from "../../core/invite.ts";
import { once } from "../once.ts";
import { INVITES } from "./groups.ts";
import { operate, operation, Reason } from "./operation.ts";
import type { OperatorAction } from "./operation.ts";

export const RevokedInvites = Type.Object({
  revoked: Type.Integer({ description: "0 when they were revoked before, and nothing was done" }),
});

export const revokeInvites = operation({
  method: "DELETE",
  path: "/invites/:id",
  summary: "Revoke an invite, or all of a list; funds that were given stay",
  group: INVITES,
  refuses: ["not_accepting", "invite_not_found"],
  role: "treasury",
  params: Type.Object({ id: Type.String({ maxLength: 100, description: "Id of an invite or of a list" }) }),
  body: Type.Object({ reason: Reason }, { additionalProperties: false }),
  answer: RevokedInvites,
  handle: (call) =>
    once(call, {
      act: () => {
        const { params, body, operator } = call;
        const { reason } = body;
        const command = { type: "revoke-invites", operator: operator.name, reason, id: params.id } as const;
        const change: OperatorAction = { action: "revoke-invites", subject: params.id, reason, command };
        return operate(call, change, ({ events }) => ({
          revoked: events.filter((event) => event.type === "operated" && event.action === REVOKE_INVITE)
            .length,
        }));
      },
      tell: ({ result }) => result,
    }),
});
