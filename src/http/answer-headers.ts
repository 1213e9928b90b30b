/** What stands on every answer: which it is, and that the exchange takes less than usual where it does. */
import type { Context } from "../context.ts";

export function answerHeaders({ engine }: Pick<Context, "engine">, id: string): Record<string, string> {
  const { mode } = engine.standing.now();
  return {
    ...(mode !== "normal" && { "x-exchange-mode": mode }),
    "x-request-id": id,
    "x-content-type-options": "nosniff",
  };
}
