/**
 * GET /health/live and GET /health/ready, for supervisors and load balancers. They are open to all, never limited and never
 * cached, and no sandbox fault applies to them.
 */
import { Type } from "typebox";
import { MODES } from "../../core/exchange-mode.ts";
import { READINESS_CHECKS, STARTING, isReady } from "../../engine/availability.ts";
import type { Readiness } from "../../engine/availability.ts";
import { endpoint } from "../operation/endpoint.ts";
import type { Endpoint, OperationGroup } from "../operation/endpoint.ts";
import { ONLY_INTERFACE_LIMIT } from "../guard/rate-limits.ts";

// The answers of the health operations, which are the same during the start and afterwards.

export const LIVE_PATH = "/health/live";
export const READY_PATH = "/health/ready";

/** Returns the health operation that a request's target names, below whichever prefix; `undefined` for others. */
export function findHealthPath(url: string): string | undefined {
  const [path = ""] = url.split("?", 1);
  return [LIVE_PATH, READY_PATH].find((own) => path.endsWith(own));
}

export const isHealthPath = (path: string): boolean => path === LIVE_PATH || path === READY_PATH;

export const LIVE = { status: "live" } as const;
const LiveAnswer = Type.Object({ status: Type.Literal("live") });

const CheckAnswers = Type.Object(Object.fromEntries(READINESS_CHECKS.map((name) => [name, Type.String()])), {
  description: '"ok", or why the check failed',
});
const Shortages = Type.Array(Type.String(), {
  description: "What clients take from together and ran out in the last minute; see docs/reference/limits.md",
});
const Mode = Type.Union(MODES.map((mode) => Type.Literal(mode)));

const ReadyAnswer = Type.Object({
  status: Type.Literal("ready"),
  mode: Mode,
  checks: CheckAnswers,
  shortages: Shortages,
});

const NotReadyAnswer = Type.Object({
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

const headers = { "cache-control": "no-store" };

/** Path of the metrics of the process that answers. */
export const PROCESS_METRICS_PATH = "/metrics/process";

/** True for a request that the process answers by what it knows itself, which waits for nothing. */
export const isOfProcess = (url: string): boolean =>
  findHealthPath(url) !== undefined || url.split("?", 1)[0] === PROCESS_METRICS_PATH;

/** Lists the health operations, which every interface has under its own heading. */
export const healthEndpoints = (group: OperationGroup): readonly Endpoint[] => [
  endpoint({
    method: "GET",
    kind: "service",
    path: LIVE_PATH,
    summary: "Check that the process lives",
    group,
    limits: ONLY_INTERFACE_LIMIT,
    refuses: [],
    answer: LiveAnswer,
    handle: () => ({ body: LIVE, headers }),
  }),
  endpoint({
    method: "GET",
    kind: "service",
    path: READY_PATH,
    ofEngine: true,
    summary: "Check that the exchange serves its clients, check by check",
    group,
    limits: ONLY_INTERFACE_LIMIT,
    refuses: [],
    answer: ReadyAnswer,
    ownRefusal: {
      status: 503,
      description: "A check fails: its text says why",
      schema: NotReadyAnswer,
      example: readyAnswer({ checks: STARTING }).body,
    },
    handle: ({ context }) => {
      const answer = readyAnswer(context.readiness.now());
      return answer.status === 200 ? { body: answer.body, headers } : answer;
    },
  }),
];
