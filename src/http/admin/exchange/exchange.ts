/** The exchange's mode, its clock, and its quarantine at the operator API. */
import { MODES } from "../../../core/exchange-mode.ts";
import { Type } from "typebox";
import type { Context } from "../../../context.ts";
import type { ExchangeMode } from "../../../core/exchange-mode.ts";
import { isRejection, reject } from "../../../core/rejection.ts";
import type { Rejection } from "../../../core/rejection.ts";
import { findHold } from "../../../engine/admission.ts";
import type { Availability } from "../../../engine/availability.ts";
import { clockState, computeClockState } from "../../../engine/time/clocks.ts";
import type { ClockState } from "../../../engine/time/clocks.ts";
import { OrNull } from "../../values/resolution-answer.ts";
import { changeOperation, readOperation, ReasonBody, EXCHANGE, changeBody } from "../operation.ts";

// GET and POST /clock: the exchange's time, and an operator's confirmation that this machine's clock is right.

const AHEAD_TEXT =
  "Seconds for which engine time stands before the time has caught up with it; 0 when it goes on";
const PARTED_TEXT =
  "Seconds that the machine's wall clock is ahead of the time, negative when behind; null while its clocks agree";

const RATE_TEXT =
  "Seconds of a virtual clock in a second, 0 while it stands; null where the exchange goes by its machine's clock";

export const ClockAnswer = Type.Object({
  time: Type.String({ description: "ISO 8601; by it orders expire and timestamps of requests are judged" }),
  wall: Type.String({ description: "ISO 8601; the wall clock of the machine, trusted or not" }),
  engine: Type.String({ description: "ISO 8601; the time that is written on what is done now" }),
  aheadSeconds: Type.Integer({ description: AHEAD_TEXT }),
  rate: OrNull(Type.Number({ description: RATE_TEXT })),
  partedSeconds: OrNull(Type.Integer({ description: PARTED_TEXT })),
  why: Type.String({ description: "What is wrong, in words; empty when nothing is" }),
});

const seconds = (ms: number): number => Math.round(ms / 1_000);
const iso = (ms: number): string => new Date(ms).toISOString();

export const clockAnswer = (context: Pick<Context, "clocks" | "engine">): Type.Static<typeof ClockAnswer> =>
  describeClock(clockState(context));

export function describeClock(state: ClockState): Type.Static<typeof ClockAnswer> {
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

export const getClock = readOperation({
  path: "/clock",
  summary: "Get what time it is for the exchange, and whether its clocks agree",
  group: EXCHANGE,
  answer: ClockAnswer,
  read: ({ context }) => clockAnswer(context),
});

export const acceptClock = changeOperation({
  path: "/clock",
  summary: "Take the machine's wall clock for right: the exchange goes by it from now on",
  group: EXCHANGE,
  body: ReasonBody,
  answer: ClockAnswer,
  act: async (call) => {
    const { context } = call;
    const state = clockState(context);
    const { wall, parted } = state;
    const details = { partedSeconds: parted === undefined ? null : seconds(parted) };
    const done = await call.execute({ action: "clock-accept", subject: iso(wall), details }, ({ at }) =>
      describeClock(
        computeClockState({
          ...state,
          now: state.rate === undefined ? wall : state.now,
          parted: undefined,
          head: at,
        }),
      ),
    );
    if (isRejection(done) || done.replayed) return done;
    context.clocks.accept();
    // A batch in progress was decided at the earlier time.
    await context.engine.submit({ type: "expire-orders" });
    return done;
  },
});

// GET and POST /mode: the mode of the exchange, and operators' changes of it.

const Mode = Type.Enum([...MODES]);

export const ModeAnswer = Type.Object({
  mode: Type.Enum([...MODES], { description: "The strictest of what operators and the exchange itself set" }),
  set: Type.Enum([...MODES], { description: "What an operator set last" }),
  why: Type.String({ description: "Who or what set the mode; empty when it is normal" }),
  suspended: OrNull(Type.String({ description: "Why nothing at all is taken for now" })),
  waiting: OrNull(
    Type.String({ description: "Why commands wait for now, and are refused when that takes two seconds" }),
  ),
});

export const modeAnswer = ({ engine, tables }: Pick<Context, "engine" | "tables">) => ({
  ...describeMode(engine.availability.now(), engine.exchange.mode),
  waiting: findHold(tables) ?? null,
});

const describeMode = ({ mode, why, suspended }: Availability, set: ExchangeMode) => ({
  mode,
  set,
  why,
  suspended: suspended ?? null,
  // The mode's command is complete when it is answered, so nothing is pending.
  waiting: null,
});

/** Queue of changes of the mode, so that each audit entry has the mode before the change. */
const QUEUE_SUBJECT = ["mode"];

export const getMode = readOperation({
  path: "/mode",
  summary: "Get what the exchange takes",
  group: EXCHANGE,
  answer: ModeAnswer,
  read: ({ context }) => modeAnswer(context),
});

export const setMode = changeOperation({
  path: "/mode",
  summary: "Set what the exchange takes: all, only what rests, only cancels, nothing of clients, nothing",
  group: EXCHANGE,
  body: changeBody({ mode: Mode }),
  answer: ModeAnswer,
  act: (call) =>
    call.context.requestTurns.take(QUEUE_SUBJECT, async () => {
      const { engine } = call.context;
      const { mode } = call.body;
      const changes = [{ field: "mode", from: engine.exchange.mode, to: mode }];
      return call.execute(
        { action: "mode", subject: mode, details: { changes }, command: { type: "set-mode", mode } },
        () => describeMode(engine.availability.withMode(mode), mode),
      );
    }),
});

/** POST /hand-over: gives the lead of a cluster to another engine. */
export const handOver = changeOperation({
  path: "/hand-over",
  summary: "Give the lead of a cluster to another engine, which waits for it",
  group: EXCHANGE,
  refuses: ["not_supported", "not_accepting"],
  body: ReasonBody,
  answer: Type.Object({ cluster: Type.String(), handedOver: Type.Literal(true) }),
  act: async (call) => {
    const { config, handOver: lead } = call.context;
    const { cluster = "" } = config;
    const refused = await lead.refuse();
    if (refused !== undefined) return refused;
    const done = await call.execute({ action: "hand-over", subject: cluster }, () => ({
      cluster,
      handedOver: true as const,
    }));
    if (!isRejection(done)) lead.begin();
    return done;
  },
});

// GET /quarantine and POST /quarantine/{fingerprint}/release: commands that were being decided when the exchange stopped.

export const QuarantineAnswer = Type.Object({
  fingerprint: Type.String({ description: "Id of the command; of an order, its EIP-712 digest" }),
  command: Type.String({ description: "What it is" }),
  stops: Type.Integer({ description: "How often the exchange stopped while it was being decided" }),
  refused: Type.Boolean({ description: "Whether it is refused; else it is only decided by itself" }),
});

export const listQuarantine = readOperation({
  path: "/quarantine",
  summary: "List the commands that were being decided when the exchange stopped",
  group: EXCHANGE,
  answer: Type.Array(QuarantineAnswer),
  read: ({ context }) => context.quarantine.list(),
});

export const releaseQuarantined = changeOperation({
  path: "/quarantine/:fingerprint/release",
  summary: "Take a command out of quarantine",
  group: EXCHANGE,
  refuses: ["not_quarantined"],
  params: Type.Object({ fingerprint: Type.String({ description: "As the list gives it" }) }),
  body: ReasonBody,
  answer: Type.Object({
    fingerprint: Type.String(),
    released: Type.Literal(true),
  }),
  act: async (call) => {
    const { fingerprint } = call.params;
    if (!call.context.quarantine.release(fingerprint)) return notQuarantined(fingerprint);
    return call.execute({ action: "quarantine-release", subject: fingerprint }, () => ({
      fingerprint,
      released: true,
    }));
  },
});

const notQuarantined = (fingerprint: string): Rejection =>
  reject(
    "not_quarantined",
    `no command in quarantine has the fingerprint ${fingerprint}; GET /quarantine lists those that are there`,
  );
