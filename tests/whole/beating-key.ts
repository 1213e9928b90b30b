/**
 * A client that sends heartbeats for one of its keys and stops now and then. It checks that its orders are cancelled
 * once it was silent for ten seconds, and never before.
 */
import assert from "node:assert/strict";
import type { Command } from "../../src/core/events/command.ts";
import type { HeartbeatAnswer } from "../../src/engine/time/heartbeats.ts";
import type { SimulatedProcess, World } from "./simulated-process.ts";

export type BeatingKey = {
  start(): void;
  /** Sends no heartbeat from now on. */
  stop(): void;
  /** Checks a command that the process gave to itself. */
  check(command: Command): void;
  /** True if the journal had this order when the process began to end the key's last session. */
  isCovered(id: string): boolean;
  readonly counts: { taken: number; ended: number };
  readonly key: { readonly apiKey: string; readonly address: string };
};

const LIMIT_MS = 10_000;
const PAUSE_MS = 3_000;

export function createBeatingKey(world: World, process: SimulatedProcess, address: string): BeatingKey {
  const { time, faults, random, store } = world;
  const key = { apiKey: "key", address };
  const counts = { taken: 0, ended: 0 };
  let stopped = false;
  let covered: ReadonlySet<string> = new Set();
  let last: { readonly at: number; readonly id: string } | undefined;

  function beat(): void {
    if (stopped) return;
    const serving = process.serving();
    time.after(faults.strike("beats stopped") ? 25_000 : random.between(PAUSE_MS / 2, PAUSE_MS), beat);
    if (serving === undefined) return;
    serving.timed.heartbeats
      .beat(key, last?.id)
      .then(noteBeat)
      // Whether the store has the beat is unknown, so the next one begins a new session.
      .catch(() => (last = undefined));
  }

  function noteBeat(answer: HeartbeatAnswer): void {
    if (answer.type === "unknown") {
      last = undefined;
      return;
    }
    counts.taken += 1;
    last = { at: time.now(), id: answer.id };
  }

  function check(command: Command): void {
    if (command.type !== "cancel-orders" || command.reason !== "no-heartbeat") return;
    counts.ended += 1;
    covered = new Set(store.orderIds);
    if (last === undefined) return;
    const silent = time.now() - last.at;
    assert.ok(silent >= LIMIT_MS - 10, `orders of a key that beat ${silent} ms ago are cancelled`);
  }

  const stop = (): void => {
    stopped = true;
  };
  return { start: beat, stop, check, isCovered: (id) => covered.has(id), counts, key };
}
