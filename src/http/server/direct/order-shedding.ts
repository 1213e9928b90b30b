/** Answers to orders that are refused from their raw bytes under overload, the same as the route would give. */
import type { Context } from "../../../context.ts";
import type { Endpoint } from "../../operation/endpoint.ts";
import { rejectForLoad } from "../../guard/gate.ts";
import type { Guard } from "../../guard/guard.ts";
import type { Mount } from "../../mounts/mount.ts";
import { answerHeaders } from "../caching.ts";
import { sharedWithAll } from "../cross-origin.ts";
import type { Shedding } from "./intercept-bytes.ts";
import { describeRequest, buildLimitError, rawAnswer, errorHeaders } from "../send-error.ts";
import { readRequestId } from "../request-body.ts";

/** Refuses nothing. */
export const NO_SHEDDING: Shedding = { isNeeded: () => false, answerTo: () => undefined };

export type SheddingOptions = {
  readonly guard: Pick<Guard, "load">;
  /** Value of the Keep-Alive header: idle timeout in seconds, and maximum number of requests. */
  readonly keepAlive: string;
};

type Operation = {
  readonly context: Pick<Context, "engine" | "clocks" | "metrics">;
  readonly mount: Mount;
  readonly endpoint: Endpoint;
  readonly keepAlive: string;
};

export function orderShedding(
  context: Pick<Context, "engine" | "clocks" | "metrics">,
  mounts: readonly Mount[],
  { guard, keepAlive }: SheddingOptions,
): Shedding {
  const answers = new Map<string, (hint: string, id: string) => string>();
  for (const mount of mounts.filter(({ limited }) => limited === "trading"))
    for (const endpoint of mount.endpoints.filter(isPlacement))
      answers.set(
        mount.prefix + endpoint.path,
        createOverloadAnswers({ context, mount, endpoint, keepAlive }),
      );
  return {
    isNeeded: guard.load.isShedding,
    answerTo({ method, url, headers }) {
      const answer = method === "POST" ? answers.get(url) : undefined;
      // The answer to a page of another origin has further headers.
      if (answer === undefined || headers.origin !== undefined) return undefined;
      const hint = guard.load.refusalOf("order");
      return hint === undefined ? undefined : answer(hint, readRequestId(headers));
    },
  };
}

const isPlacement = ({ kind }: Endpoint): boolean => kind === "placement";

/**
 * Creates the function that returns an operation's refusal. The text is rebuilt once a second; within a second only the
 * request id differs.
 */
function createOverloadAnswers(operation: Operation): (hint: string, id: string) => string {
  let answerCache = { second: 0, hint: "", mode: "", parts: [""] };
  return (hint, id) => {
    const second = Math.floor(Date.now() / 1000);
    const { mode } = operation.context.engine.availability.now();
    if (answerCache.second !== second || answerCache.hint !== hint || answerCache.mode !== mode)
      answerCache = { second, hint, mode, parts: makeAnswer(operation, hint).split(NO_ID) };
    operation.context.metrics.shed.inc();
    return answerCache.parts.join(id);
  };
}

const NO_ID = "00000000-0000-4000-8000-000000000000";

/** Builds the complete refusal, with the headers that Node itself would add. */
function makeAnswer({ context, mount, endpoint, keepAlive }: Operation, hint: string): string {
  const { form, crossOrigin } = mount;
  const errorResponse = buildLimitError(
    form,
    rejectForLoad(hint),
    describeRequest({ mount, endpoint }, { id: NO_ID }),
  );
  return rawAnswer({
    status: errorResponse.status,
    headers: {
      ...answerHeaders(context, NO_ID),
      ...(crossOrigin && sharedWithAll(crossOrigin, endpoint)),
      ...errorHeaders(errorResponse),
      date: new Date().toUTCString(),
      connection: "keep-alive",
      "keep-alive": keepAlive,
    },
    body: JSON.stringify(errorResponse.body),
  });
}
