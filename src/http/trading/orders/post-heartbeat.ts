/**
 * POST /v1/heartbeats and POST /heartbeats: keeps the key's orders, which are cancelled without heartbeats. Each heartbeat
 * names the id from the previous answer. A heartbeat without an id starts a new session at any time, since a restarted
 * client knows no id.
 */
import { Type } from "typebox";
import { reject } from "../../../core/rejection.ts";
import type { Rejection } from "../../../core/rejection.ts";
import type { HeartbeatAnswer } from "../../../engine/time/heartbeats.ts";
import { TRADING_LIMITS } from "../../guard/rate-limits.ts";
import { ORDERS } from "../groups.ts";
import { keyOperation } from "../account/keys.ts";

const HeartbeatBody = Type.Object({
  heartbeat_id: Type.Optional(
    Type.Union([
      Type.String({ maxLength: 100, description: "Of the answer before; blank begins" }),
      Type.Null(),
    ]),
  ),
});

const HeartbeatAnswer = Type.Object({
  status: Type.Literal("ok"),
  heartbeat_id: Type.String({ description: "What the next beat has to name, within ten seconds" }),
});

export const postHeartbeat = (["/v1/heartbeats", "/heartbeats"] as const).map((path) =>
  keyOperation({
    method: "POST",
    kind: "heartbeat",
    path,
    summary: "Keep the orders of the key: without a beat for ten seconds they are cancelled",
    group: ORDERS,
    limits: [TRADING_LIMITS.heartbeats],
    refuses: ["heartbeat_unknown"],
    body: Type.Union([HeartbeatBody, Type.Null()]),
    answer: HeartbeatAnswer,
    handle: async ({ context, body, caller }) => {
      const previous = body?.heartbeat_id?.toLowerCase() || undefined;
      const beat = await context.heartbeats.beat(caller, previous);
      return beat.type === "taken"
        ? { body: { status: "ok", heartbeat_id: beat.id } }
        : { rejection: rejectHeartbeat(beat, previous) };
    },
  }),
);

function rejectHeartbeat(
  { expected }: Extract<HeartbeatAnswer, { type: "unknown" }>,
  previous = "",
): Rejection {
  const expectedId =
    expected === undefined
      ? "a blank id, which begins: no session runs, and orders of one that ended are cancelled"
      : expected;
  return reject("heartbeat_unknown", `heartbeat_id: expected ${expectedId}, got "${previous}"`, {
    heartbeat_id: expected ?? "",
  });
}
