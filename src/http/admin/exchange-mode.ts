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
import type { OperatorAction, OperatorRequest } from "./operation.ts";

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

/** Subject of the turns of those who set it, so that each entry has the mode before it. */
const TURN = ["mode"];

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
      act: () => call.context.requestTurns.take(TURN, () => change(call, call.body)),
      tell: ({ result }) => result,
    }),
});

type SetMode = { readonly mode: ExchangeMode; readonly reason: string };

function change(operating: OperatorRequest, { mode, reason }: SetMode) {
  const { engine } = operating.context;
  const changes = [{ field: "mode", from: engine.exchange.mode, to: mode }];
  const changed: OperatorAction = {
    action: "mode",
    subject: mode,
    reason,
    details: { changes },
    command: { type: "set-mode", mode },
  };
  return operate(operating, changed, () => describeMode(engine.availability.withMode(mode), mode));
}
