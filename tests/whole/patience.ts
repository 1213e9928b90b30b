/**
 * How long the engine lets anybody wait: what is refused or given up undecided is so in time, whoever waits for a commit
 * hears soon enough that nobody knows, and what is urgent is not refused for the age of others.
 */
import assert from "node:assert/strict";
import type { OnceOutcome, Outcome } from "../../src/engine/entry.ts";
import type { SimulatedCommand } from "../simulation/outcome.ts";

/** Refusals because of what waits, as statistics count them. */
export const WAITS = ["refused for the age of others", "given up undecided"] as const;

/** Undecided, and of a commit, beside what passes until the engine's next tick. */
const GIVE_UP_MS = 2_000;
const PATIENCE_MS = 5_000;
const TICK_MS = 200;

const URGENT = new Set<string>(["cancel-order", "cancel-orders", "expire-orders", "set-mode", "operate"]);

/** Throws when this answer comes too late, or may not be given; tells which refusal it is. */
export function checkPatience(
  command: SimulatedCommand,
  outcome: Outcome | OnceOutcome,
  waited: number,
): (typeof WAITS)[number] | undefined {
  const { code, hint } = outcome.type === "rejected" ? outcome.rejection : {};
  const most = GIVE_UP_MS + TICK_MS + (code === "not_accepting" ? 0 : PATIENCE_MS + TICK_MS);
  assert.ok(waited <= most, `${command.type} is answered after ${waited} ms`);
  if (code === "outcome_unknown")
    assert.ok(waited > PATIENCE_MS, `it is called unknown after ${waited} ms already`);
  if (code !== "not_accepting" || hint === undefined) return undefined;
  if (hint.startsWith("it waited for more than")) {
    assert.ok(waited > GIVE_UP_MS, `it is given up after ${waited} ms already`);
    return "given up undecided";
  }
  if (!hint.startsWith("commands wait for")) return undefined;
  assert.ok(!URGENT.has(command.type), `${command.type} is refused for the age of others`);
  return "refused for the age of others";
}
