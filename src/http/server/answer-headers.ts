/** Headers of every answer: the request id, and warnings if the exchange is restricted or its clocks disagree. */
import type { Context } from "../../context.ts";
import { clockState } from "../../engine/clock-state.ts";

export function answerHeaders(
  { engine, clocks }: Pick<Context, "engine" | "clocks">,
  id: string,
): Record<string, string> {
  const { mode } = engine.availability.now();
  const { why } = clockState({ engine, clocks });
  return {
    ...(mode !== "normal" && { "x-exchange-mode": mode }),
    ...(why !== "" && { "x-exchange-clock": why }),
    "x-request-id": id,
    "x-content-type-options": "nosniff",
  };
}
