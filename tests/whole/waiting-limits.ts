/**
 * Limits of how long an answer may take. Refusals come in time, `outcome_unknown` comes soon but not too soon, and
 * urgent commands are never refused because others wait.
 */
import assert from "node:assert/strict";
import type { OnceOutcome, CommandOutcome } from "../../src/engine/repeats/entry.ts";
import type { SimulatedCommand } from "../simulation/outcome.ts";

/** Refusals because of waiting, as statistics count them. */
export const WAITING_REFUSALS = ["refused for the age of others", "given up undecided"] as const;

/** Time until an undecided command is given up, and until an outcome is called unknown. Each may take one tick more. */
const GIVE_UP_MS = 2_000;
const UNKNOWN_MS = 5_000;
const TICK_MS = 200;

const URGENT = new Set<string>([
  "cancel-order",
  "cancel-orders",
  "take-out-orders",
  "expire-orders",
  "set-mode",
  "operate",
]);

/** Throws when this answer comes too late, or is not allowed; returns the kind of a refusal because of waiting. */
export function checkWaitingTime(
  command: SimulatedCommand,
  outcome: CommandOutcome | OnceOutcome,
  waited: number,
): (typeof WAITING_REFUSALS)[number] | undefined {
  const { code, hint } = outcome.type === "rejected" ? outcome.rejection : {};
  const most = GIVE_UP_MS + TICK_MS + (code === "not_accepting" ? 0 : UNKNOWN_MS + TICK_MS);
  assert.ok(waited <= most, `${command.type} is answered after ${waited} ms`);
  if (code === "outcome_unknown")
    assert.ok(waited > UNKNOWN_MS, `it is called unknown after ${waited} ms already`);
  if (code !== "not_accepting" || hint === undefined) return undefined;
  if (hint.startsWith("it waited for more than")) {
    assert.ok(waited > GIVE_UP_MS, `it is given up after ${waited} ms already`);
    return "given up undecided";
  }
  if (!hint.startsWith("commands wait for")) return undefined;
  assert.ok(!URGENT.has(command.type), `${command.type} is refused for the age of others`);
  return "refused for the age of others";
}
