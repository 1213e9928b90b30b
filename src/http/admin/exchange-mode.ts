/** GET and POST /mode: the mode of the exchange, and an operator's change of it. */
import { Type } from "typebox";
import type { Context } from "../../context.ts";
import { MODES } from "../../core/exchange-mode.ts";
import type { ExchangeMode } from "../../core/exchange-mode.ts";
import { findHold } from "../../engine/admission.ts";
import type { Availability } from "../../engine/availability.ts";
import { once } from "../once.ts";
import { OrNull } from "../resolution-answer.ts";
import { EXCHANGE } from "./groups.ts";
import { operation, operate, Reason } from "./operation.ts";

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
  // A mode is set by a command, which waits no more when it is answered.
  waiting: null,
});

export const getMode = operation({
  method: "GET",
  path: "/mode",
  summary: "Get what the exchange takes",
  group: EXCHANGE,
  refuses: [],
  answer: ModeAnswer,
  handle: ({ context }) => ({ body: modeAnswer(context) }),
});

export const setMode = operation({
  method: "POST",
  path: "/mode",
  summary: "Set what the exchange takes: all, only what rests, only cancels, nothing of clients, nothing",
  group: EXCHANGE,
  refuses: ["not_accepting"],
  role: "market-admin",
  body: Type.Object({ mode: Mode, reason: Reason }, { additionalProperties: false }),
  answer: ModeAnswer,
  handle: (call) =>
    once(call, {
      act: async () => {
        const { mode, reason } = call.body;
        const change = {
          action: "mode",
          subject: mode,
          reason,
          command: { type: "set-mode", mode },
        } as const;
        return operate(call, change, () =>
          describeMode(call.context.engine.availability.withMode(mode), mode),
        );
      },
      tell: ({ result }) => result,
    }),
});
