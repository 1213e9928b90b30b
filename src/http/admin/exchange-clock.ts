/** GET and POST /clock: the exchange's time, and an operator's word that this machine's clock is right. */
import { Type } from "typebox";
import type { Context } from "../../context.ts";
import { isRejection } from "../../core/rejection.ts";
import { clockState, clockStateOf } from "../../engine/clock-state.ts";
import type { ClockState } from "../../engine/clock-state.ts";
import { once } from "../once.ts";
import { OrNull } from "../resolution-answer.ts";
import { EXCHANGE } from "./groups.ts";
import { operate, operation, Reason } from "./operation.ts";
import type { OperatorAction } from "./operation.ts";

const AHEAD = "Seconds for which engine time stands before the time has caught up with it; 0 when it goes on";
const PARTED =
  "Seconds that the machine's wall clock is ahead of the time, negative when behind; null while its clocks agree";

const RATE =
  "Seconds of a virtual clock in a second, 0 while it stands; null where the exchange goes by its machine's clock";

export const ClockAnswer = Type.Object({
  time: Type.String({ description: "ISO 8601; by it orders expire and timestamps of requests are judged" }),
  wall: Type.String({ description: "ISO 8601; the wall clock of the machine, trusted or not" }),
  engine: Type.String({ description: "ISO 8601; the time that is written on what is done now" }),
  aheadSeconds: Type.Integer({ description: AHEAD }),
  rate: OrNull(Type.Number({ description: RATE })),
  partedSeconds: OrNull(Type.Integer({ description: PARTED })),
  why: Type.String({ description: "What is wrong, in words; empty when nothing is" }),
});

const seconds = (ms: number): number => Math.round(ms / 1_000);
const iso = (ms: number): string => new Date(ms).toISOString();

export const clockAnswer = (context: Pick<Context, "clocks" | "engine">): Type.Static<typeof ClockAnswer> =>
  answerOf(clockState(context));

export function answerOf(state: ClockState): Type.Static<typeof ClockAnswer> {
  const { now, wall, engine, ahead, parted, rate, why } = state;
  return {
    time: iso(now),
    wall: iso(wall),
    engine: iso(engine),
    aheadSeconds: Math.ceil(ahead / 1_000),
    rate: rate ?? null,
    partedSeconds: parted === undefined ? null : seconds(parted),
    why,
  };
}

export const getClock = operation({
  method: "GET",
  path: "/clock",
  summary: "Get what time it is for the exchange, and whether its clocks agree",
  group: EXCHANGE,
  refuses: [],
  answer: ClockAnswer,
  handle: ({ context }) => ({ body: clockAnswer(context) }),
});

export const acceptClock = operation({
  method: "POST",
  path: "/clock",
  summary: "Take the machine's wall clock for right: the exchange goes by it from now on",
  group: EXCHANGE,
  refuses: ["not_accepting"],
  role: "market-admin",
  body: Type.Object({ reason: Reason }, { additionalProperties: false }),
  answer: ClockAnswer,
  handle: (call) =>
    once(call, {
      act: async () => {
        const { context, body } = call;
        const state = clockState(context);
        const { wall, parted } = state;
        const details = { partedSeconds: parted === undefined ? null : seconds(parted) };
        const change: OperatorAction = {
          action: "clock-accept",
          subject: iso(wall),
          reason: body.reason,
          details,
        };
        const done = await operate(call, change, ({ at }) =>
          answerOf(
            clockStateOf({
              ...state,
              now: state.rate === undefined ? wall : state.now,
              parted: undefined,
              head: at,
            }),
          ),
        );
        if (isRejection(done) || done.replayed) return done;
        context.clocks.accept();
        // A batch that is underway was decided by the time before.
        await context.engine.submit({ type: "expire-orders" });
        return done;
      },
      tell: ({ result }) => result,
    }),
});
