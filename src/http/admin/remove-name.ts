/** DELETE /names/{address}: takes a wallet's name away. Its owner sees the reason. */
import { Type } from "typebox";
import { isRejection } from "../../core/rejection.ts";
import { once } from "../once.ts";
import { Time, timeAt } from "../resolution-answer.ts";
import { textLines } from "../shown-text.ts";
import { NAMES } from "./groups.ts";
import { operate, operation } from "./operation.ts";
import type { OperatorAction } from "./operation.ts";
import { GivenWallet, readWallet } from "./wallet-term.ts";

const MAX_REASON = 1000;

export const removeName = operation({
  method: "DELETE",
  path: "/names/:address",
  summary: "Take a wallet's name away",
  group: NAMES,
  refuses: ["not_accepting", "name_not_found"],
  role: "market-admin",
  params: Type.Object({ address: GivenWallet }),
  body: Type.Object(
    {
      reason: textLines(MAX_REASON, "Why, for the wallet's owner and for the audit log"),
      forbid: Type.Boolean({
        default: true,
        description: "Whether nobody may choose the name, or one that looks like it, from now on",
      }),
    },
    { additionalProperties: false },
  ),
  answer: Type.Object({
    address: Type.String(),
    forbidden: Type.Boolean(),
    time: Time,
  }),
  handle: (call) =>
    once(call, {
      act: async () => {
        const { context, operator, params, body } = call;
        const address = readWallet(params.address);
        if (isRejection(address)) return address;
        const { reason, forbid } = body;
        const ended = await context.names.remove(address, { operator: operator.name, reason }, forbid);
        if (isRejection(ended)) return ended;
        const change: OperatorAction = {
          action: "remove-name",
          subject: address,
          reason,
          details: { forbidden: forbid },
        };
        return operate(call, change, () => ({
          address,
          forbidden: forbid,
          time: timeAt(ended.endedAt),
        }));
      },
      tell: ({ result }) => result,
    }),
});
