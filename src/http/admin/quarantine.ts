/** GET /quarantine and POST /quarantine/{fingerprint}/release: commands that were being decided when the exchange stopped. */
import { Type } from "typebox";
import { carryOut, once } from "../once.ts";
import { operate, operation, Reason } from "./operation.ts";

export const QuarantineAnswer = Type.Object({
  fingerprint: Type.String({ description: "Of an order, its id" }),
  command: Type.String({ description: "What it is" }),
  stops: Type.Integer({ description: "How often the exchange stopped while it was being decided" }),
  refused: Type.Boolean({ description: "Whether it is refused; else it is only decided by itself" }),
});

export const listQuarantine = operation({
  method: "GET",
  path: "/quarantine",
  summary: "List the commands that were being decided when the exchange stopped",
  answer: Type.Array(QuarantineAnswer),
  handle: ({ context }) => ({ body: context.quarantine.list() }),
});

export const releaseQuarantined = operation({
  method: "POST",
  path: "/quarantine/:fingerprint/release",
  summary: "Take a command out of quarantine",
  role: "market-admin",
  params: Type.Object({ fingerprint: Type.String({ description: "As the list gives it" }) }),
  body: Type.Object({ reason: Reason }, { additionalProperties: false }),
  answer: Type.Object({
    fingerprint: Type.String(),
    released: Type.Boolean({ description: "False when it was not in quarantine" }),
  }),
  handle: (call) =>
    once(call, {
      act: async () => {
        const { fingerprint } = call.params;
        const { reason } = call.body;
        const released = call.context.quarantine.release(fingerprint);
        const deed = { action: "quarantine-release", subject: fingerprint, reason };
        const tell = () => ({ fingerprint, released });
        return released ? operate(call, deed, tell) : carryOut(call, { type: "remember-request" }, tell);
      },
      tell: ({ result }) => result,
    }),
});
