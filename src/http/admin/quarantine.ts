/** GET /quarantine and POST /quarantine/{fingerprint}/release: commands that were being decided when the exchange stopped. */
import { Type } from "typebox";
import { reject } from "../../core/rejection.ts";
import type { Rejection } from "../../core/rejection.ts";
import { once } from "../once.ts";
import { EXCHANGE } from "./groups.ts";
import { operate, operation, Reason } from "./operation.ts";
import type { OperatorAction } from "./operation.ts";

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
  group: EXCHANGE,
  refuses: [],
  answer: Type.Array(QuarantineAnswer),
  handle: ({ context }) => ({ body: context.quarantine.list() }),
});

export const releaseQuarantined = operation({
  method: "POST",
  path: "/quarantine/:fingerprint/release",
  summary: "Take a command out of quarantine",
  group: EXCHANGE,
  refuses: ["not_accepting", "not_quarantined"],
  role: "market-admin",
  params: Type.Object({ fingerprint: Type.String({ description: "As the list gives it" }) }),
  body: Type.Object({ reason: Reason }, { additionalProperties: false }),
  answer: Type.Object({
    fingerprint: Type.String(),
    released: Type.Literal(true),
  }),
  handle: (call) =>
    once(call, {
      act: async () => {
        const { fingerprint } = call.params;
        if (!call.context.quarantine.release(fingerprint)) return notQuarantined(fingerprint);
        const change: OperatorAction = {
          action: "quarantine-release",
          subject: fingerprint,
          reason: call.body.reason,
        };
        return operate(call, change, () => ({ fingerprint, released: true }));
      },
      tell: ({ result }) => result,
    }),
});

const notQuarantined = (fingerprint: string): Rejection =>
  reject(
    "not_quarantined",
    `no command in quarantine has the fingerprint ${fingerprint}; GET /quarantine lists those that are there`,
  );
