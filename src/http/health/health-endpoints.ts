/**
 * GET /health/live and GET /health/ready, for supervisors and load balancers. They are open to all, never limited and never
 * cached, and no sandbox fault applies to them.
 */
import { STARTING } from "../../engine/readiness.ts";
import { endpoint } from "../endpoint.ts";
import type { Endpoint, OperationGroup } from "../endpoint.ts";
import {
  LIVE,
  LIVE_PATH,
  LiveAnswer,
  NotReadyAnswer,
  READY_PATH,
  readyAnswer,
  ReadyAnswer,
} from "./health-answer.ts";
import { ONLY_INTERFACE_LIMIT } from "../guard/rate-limits.ts";

const headers = { "cache-control": "no-store" };

/** Lists the operations; every interface has them, under its own heading. */
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
