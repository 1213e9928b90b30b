/** The headers of every answer: its id, and whether the exchange takes less than usual or its clocks are not right. */
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
