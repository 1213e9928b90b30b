/**
 * Snapshots of a simulated process: the real ones, on the simulated store. A way back puts the whole run back to a moment:
 * the store with its tables, the reference, and what clients were promised.
 */
import assert from "node:assert/strict";
import { reloadTimedParts } from "../../src/engine/time/timed-parts.ts";
import { createSnapshots } from "../../src/engine/sandbox/snapshots.ts";
import type { Snapshots } from "../../src/engine/sandbox/snapshots.ts";
import type { SnapshotSession } from "../../src/store/sandbox/snapshots.ts";
import { viewExchange } from "../simulation/view.ts";
import { compareRegisters } from "./due-tables.ts";
import type { KnownAndFound, ServingProcess, World } from "./simulated-process.ts";
import { loadAsOf } from "./simulated-projector.ts";
import type { Session } from "./simulated-store.ts";

/** Ways back, as statistics count them; the last ends the process, which finds at its start if it went back. */
export const WAYS_BACK = [
  "ways back",
  "ways to a later snapshot, or to the same",
  "processes ended on a way back",
] as const;

export type RewoundParts = Pick<ServingProcess, "engine" | "tables" | "timed" | "clocks"> & {
  readonly entries: KnownAndFound;
};

export function openSimulatedSnapshots(world: World, own: Session, parts: RewoundParts): Snapshots {
  const { engine, tables, timed, clocks, entries } = parts;
  return createSnapshots({
    open: () => sessionOf(world, own),
    engine,
    committer: { rewind: (head) => void (own.last = head) },
    tables,
    entries,
    clocks,
    rules: world.rules,
    pause: timed.pauseTimedParts,
    written: () => timed.settlements.written(),
    readKept: () => reloadTimedParts(timed),
  });
}

/** Checks memory once another state replaced it: it is that of the store, and so is all that follows it. */
export function checkReplacement(
  { moments, witness, store }: World,
  own: Session,
  parts: RewoundParts,
): void {
  const { engine, tables, timed } = parts;
  moments.follow();
  witness.compareMemory(viewExchange(engine.exchange));
  const { seq, hash } = engine.head();
  assert.equal(seq, store.rows.length, "the head of the exchange that went back");
  assert.ok(seq === 0 || store.rows[seq - 1]!.hash.equals(hash), "the hash of the head that went back");
  assert.equal(own.last?.seq ?? 0, seq, "the committer goes on after another batch");
  assert.equal(tables.standing().behind, 0, "rows wait for tables that went back");
  compareRegisters(store.due, timed);
}

function sessionOf({ store, poison, rules, reached, moments, trace }: World, own: Session): SnapshotSession {
  let made = 0;
  return {
    list: () => store.change(own, () => [...store.snapshots.values()].map(({ snapshot }) => snapshot)),
    store: ({ name, madeAt, seq }) =>
      store.change(
        own,
        () => {
          assert.equal(seq, store.rows.length, "a snapshot is of another batch than the journal's last");
          made += 1;
          const snapshot = { no: made, name, madeAt, seq, usable: true };
          store.snapshots.set(name, { snapshot, moment: moments.take() });
          reached("snapshots taken");
          trace.note(`snapshot ${name} is taken at batch ${seq}`);
          return snapshot;
        },
        "snapshot",
      ),
    putBack: ({ name }) =>
      store.change(
        own,
        () => {
          const lost = store.rows.length;
          store.snapshots.get(name)!.moment.putBack();
          trace.note(`the store goes back to ${name}, batch ${store.rows.length}`);
          const [back, ahead] = WAYS_BACK;
          reached(store.rows.length < lost ? back : ahead);
        },
        "revert",
      ),
    remove: (name) => store.change(own, () => store.snapshots.delete(name), "snapshot"),
    load: async () => {
      const loaded = loadAsOf(await store.lookUp(own, [...store.rows]), rules);
      poison.guard(loaded.exchange, () => own.open);
      return loaded;
    },
    readTime: () => Promise.reject(new Error("time is not virtual to the exchange")),
    saveTime: () => Promise.reject(new Error("time is not virtual to the exchange")),
    end: async () => undefined,
  };
}
