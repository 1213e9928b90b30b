/** Parts of the exchange that act at their own time: sessions of keys end, and sandbox work runs. */
import type { Log } from "../../base/log-event.ts";
import type { OwnSql } from "../../store/sql/database.ts";
import type { Clocks } from "./clocks.ts";
import { createDelayedOrders } from "../sandbox/delayed-orders.ts";
import type { DelayedOrders } from "../sandbox/delayed-orders.ts";
import type { DueWork } from "./due-work.ts";
import type { Engine } from "../engine.ts";
import { createDisconnects } from "./disconnects.ts";
import type { Disconnects, NotePresences } from "./disconnects.ts";
import { createHeartbeats } from "./heartbeats.ts";
import type { Heartbeats } from "./heartbeats.ts";
import { createSettlements } from "../sandbox/settlements.ts";
import { createPausable } from "../../base/async.ts";
import type { Settlements } from "../sandbox/settlements.ts";

export type TimedParts = {
  readonly heartbeats: Heartbeats;
  readonly disconnects: Omit<Disconnects, "note">;
  /** Reports connections that ask that orders are cancelled when they end. */
  readonly notePresences: NotePresences;
  /** Orders whose matching a fault delays; in the sandbox only. */
  readonly delayedOrders: DelayedOrders | undefined;
  /** Settlements that a fault makes fail; in the sandbox only. */
  readonly settlements: Settlements | undefined;
  /** Delayed orders and settlements as work that runs at its own time. */
  readonly dueWork: readonly DueWork[];
  /**
   * Pauses all timed parts, new orders and heartbeats, and returns once none is running: none of their commands may be
   * executed in an earlier state. The returned function resumes them.
   */
  pauseTimedParts(): Promise<() => void>;
};

export type TimedPartsOptions = {
  readonly mode: "sandbox" | "production";
  readonly sql: OwnSql;
  readonly engine: Engine;
  readonly clocks: Clocks;
  readonly log: Log;
};

export async function openTimedParts(options: TimedPartsOptions): Promise<TimedParts> {
  const { mode, sql, engine, clocks, log } = options;
  const pausable = createPausable();
  const pauseTimedParts = pausable.pause;
  const { steady, monotonic } = clocks;
  const heartbeats = await createHeartbeats({ sql, engine, steady, pausable, log });
  const disconnects = await createDisconnects({ sql, engine, steady, monotonic, pausable, log });
  const ofKeys = { heartbeats, disconnects, notePresences: disconnects.note };
  if (mode !== "sandbox")
    return { ...ofKeys, delayedOrders: undefined, settlements: undefined, dueWork: [], pauseTimedParts };
  const own = { sql, engine, clock: clocks.now, pausable, log };
  const delayedOrders = await createDelayedOrders(own);
  const settlements = await createSettlements(own);
  return { ...ofKeys, delayedOrders, settlements, dueWork: [delayedOrders, settlements], pauseTimedParts };
}

/** Reads the parts' tables again, after these were put back to an earlier state. */
export async function reloadTimedParts(parts: TimedParts): Promise<void> {
  await parts.heartbeats.reload();
  await parts.disconnects.reload();
  await parts.delayedOrders?.reload();
  await parts.settlements?.reload();
}

/** Returns once no timed part is running. */
export async function closeTimedParts(parts: TimedParts): Promise<void> {
  const { heartbeats, disconnects, dueWork, settlements } = parts;
  await Promise.all([heartbeats.close(), disconnects.close()]);
  for (const work of dueWork) await work.close();
  await settlements?.written();
}
