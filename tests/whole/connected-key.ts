/**
 * A gateway with connections that ask that their key's orders are cancelled when the last of them has ended. It checks that
 * this happens after the grace period, and never before.
 */
import assert from "node:assert/strict";
import type { Command } from "../../src/core/events/command.ts";
import type { SimulatedProcess, World } from "./simulated-process.ts";

export type ConnectedKey = {
  start(): void;
  /** Opens a connection if there is none, and changes none from now on. */
  stay(): void;
  /** Ends all connections. */
  stop(): void;
  /** Checks a command that the process gave to itself. */
  check(command: Command): void;
  /** True if the journal had this order when the process began to cancel the key's orders last. */
  isCovered(id: string): boolean;
  readonly counts: { stored: number; ended: number };
  readonly key: { readonly apiKey: string; readonly address: string };
};

/** Shorter than the interval of reports. */
const GRACE_MS = 1_500;
const LOST_MS = 10_000;
const REPORT_MS = 3_000;
const MAX_CONNECTIONS = 2;

export function createConnectedKey(world: World, process: SimulatedProcess, address: string): ConnectedKey {
  const { time, random, store } = world;
  const key = { apiKey: "another key", address, graceMs: GRACE_MS };
  const counts = { stored: 0, ended: 0 };
  const open = new Set<string>();
  /** Open connections that the process has stored. */
  const held = new Set<string>();
  let made = 0;
  let stays = false;
  let stopped = false;
  let covered: ReadonlySet<string> = new Set();
  /** Time at which a connection that the process has stored was last open. */
  let last: number | undefined;

  function report(): void {
    if (stopped) return;
    time.after(REPORT_MS, report);
    for (const connection of open) note(connection, "held");
  }

  function note(connection: string, state: "held" | "ended"): void {
    const serving = process.serving();
    if (serving === undefined) return;
    serving.timed
      .notePresences([{ ...key, connection, state }])
      .then(() => noteStored(connection, state))
      // Whether the store has the key is unknown.
      .catch(() => {});
  }

  function noteStored(connection: string, state: "held" | "ended"): void {
    if (state === "ended" || !open.has(connection)) return;
    counts.stored += 1;
    held.add(connection);
    last = time.now();
  }

  function change(): void {
    if (stays) return;
    time.after(random.between(1_000, 15_000), change);
    if (open.size < MAX_CONNECTIONS && random.chance(60)) openOne();
    else endOne();
  }

  function openOne(): void {
    const connection = `connection ${(made += 1)}`;
    open.add(connection);
    note(connection, "held");
  }

  function endOne(): void {
    const [connection] = open;
    if (connection === undefined) return;
    open.delete(connection);
    if (held.delete(connection)) last = time.now();
    note(connection, "ended");
  }

  function check(command: Command): void {
    if (command.type !== "cancel-orders" || command.reason !== "disconnected") return;
    assert.equal(command.apiKey, key.apiKey);
    counts.ended += 1;
    covered = new Set(store.orderIds);
    if (last === undefined) return;
    const gone = time.now() - last;
    const least = held.size === 0 ? GRACE_MS : LOST_MS;
    assert.ok(gone >= least - 10, `orders of a key that was connected ${gone} ms ago are cancelled`);
  }

  return {
    start() {
      report();
      change();
    },
    stay() {
      stays = true;
      if (open.size === 0) openOne();
    },
    stop() {
      stopped = true;
      while (open.size > 0) endOne();
    },
    check,
    isCovered: (id) => covered.has(id),
    counts,
    key,
  };
}
