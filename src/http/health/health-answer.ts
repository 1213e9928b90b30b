/** The answers of the health operations, which are the same during the start and afterwards. */
import { Type } from "typebox";
import { MODES } from "../../core/exchange-mode.ts";
import { isReady, READINESS_CHECKS } from "../../engine/readiness.ts";
import type { Readiness } from "../../engine/readiness.ts";

export const LIVE_PATH = "/health/live";
export const READY_PATH = "/health/ready";

export const isHealthPath = (path: string): boolean => path === LIVE_PATH || path === READY_PATH;

export const LIVE = { status: "live" } as const;
export const LiveAnswer = Type.Object({ status: Type.Literal("live") });

const CheckAnswers = Type.Object(Object.fromEntries(READINESS_CHECKS.map((name) => [name, Type.String()])), {
  description: '"ok", or why the check failed',
});
const Shortages = Type.Array(Type.String(), {
  description: "What clients take from together and ran out in the last minute; see docs/limits.md",
});
const Mode = Type.Union(MODES.map((mode) => Type.Literal(mode)));

export const ReadyAnswer = Type.Object({
  status: Type.Literal("ready"),
  mode: Mode,
  checks: CheckAnswers,
  shortages: Shortages,
});

export const NotReadyAnswer = Type.Object({
  status: Type.Literal("not_ready"),
  mode: Type.Optional(Mode),
  checks: CheckAnswers,
  shortages: Type.Optional(Shortages),
});

/** Returns status and body of the answer; the mode is unknown during the start. */
export function readyAnswer(
  state: Pick<Readiness, "checks"> & Partial<Pick<Readiness, "mode" | "shortages">>,
) {
  const ready = isReady(state);
  return { status: ready ? 200 : 503, body: { status: ready ? "ready" : "not_ready", ...state } };
}
