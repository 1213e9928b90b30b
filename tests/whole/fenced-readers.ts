/**
 * Readers of the read tables, behind the fence of the running process. They ask right after acknowledgements and at any
 * time. They see all that was acknowledged to anybody before, or are refused when they waited for as long as allowed.
 */
import assert from "node:assert/strict";
import { canceledOrders } from "../../src/core/orders/canceled-orders.ts";
import type { CommandOutcome, OnceOutcome } from "../../src/engine/repeats/entry.ts";
import { PROJECTOR_LIMITS } from "../../src/store/projector/projector-limits.ts";
import { StoreUnavailable } from "../../src/store/sql/unavailable.ts";
import type { SimulatedCommand } from "../simulation/outcome.ts";
import { keepList } from "./moments.ts";
import type { Moments } from "./moments.ts";
import type { SimulatedProjector } from "./simulated-projector.ts";
import type { Session } from "./simulated-store.ts";
import type { SimulatedTables } from "./simulated-tables.ts";
import type { VirtualTime } from "./virtual-time.ts";

export type FencedReaders = {
  /** Notes an answer that somebody got; true if it acknowledges anything. */
  acknowledge(command: SimulatedCommand, outcome: CommandOutcome | OnceOutcome): boolean;
  /** Reads the tables as this process lets it. */
  read(process: Session, projector: ReadProjector): void;
};

type ReadProjector = Pick<SimulatedProjector, "reach" | "heldMs">;

type ReadersWorld = {
  readonly time: VirtualTime;
  readonly tables: SimulatedTables;
  readonly moments: Moments;
  readonly reached: (what: string) => void;
  readonly fail: (error: unknown) => void;
};

/** Ways in which reads ended, as statistics count them. */
export const FENCED_READS = ["reads at once", "reads that waited", "reads refused for slow tables"] as const;

/** Number of the last acknowledged orders that a read looks for. */
const LOOKED_FOR = 50;

export function createFencedReaders({ time, tables, moments, reached, fail }: ReadersWorld): FencedReaders {
  const [AT_ONCE, WAITED, REFUSED] = FENCED_READS;
  const placed: string[] = [];
  const canceled: string[] = [];
  let acknowledged = 0;
  /** Number of the ways back so far. */
  let ways = 0;
  moments.ofMemory(keepList(placed));
  moments.ofMemory(keepList(canceled));
  moments.ofMemory(() => {
    const copy = acknowledged;
    return () => {
      acknowledged = copy;
      ways += 1;
    };
  });

  function acknowledge(command: SimulatedCommand, outcome: CommandOutcome | OnceOutcome): boolean {
    if (outcome.type === "rejected") return false;
    if (outcome.type === "duplicate") placed.push(outcome.id);
    else
      acknowledged = Math.max(
        acknowledged,
        outcome.type === "done" ? outcome.done.seq : outcome.committed.seq,
      );
    if (outcome.type !== "committed") return true;
    if (command.type === "place-order") placed.push(command.id);
    for (const event of outcome.committed.events)
      for (const { id } of canceledOrders(event)) canceled.push(id);
    return true;
  }

  function look(asked: {
    readonly seq: number;
    readonly placed: readonly string[];
    readonly ended: readonly string[];
  }) {
    assert.ok(
      tables.seq() >= asked.seq,
      `a read sees batch ${tables.seq()}, and batch ${asked.seq} is acknowledged`,
    );
    const orders = tables.orders();
    for (const id of asked.placed) assert.ok(orders.has(id), `a read misses ${id}, which is acknowledged`);
    for (const id of asked.ended)
      assert.equal(
        orders.get(id)?.["status"],
        "canceled",
        `a read sees ${id}, which is said to be cancelled`,
      );
  }

  function refuse(error: unknown, waited: number): void {
    if (!(error instanceof StoreUnavailable)) throw error;
    assert.equal(waited, PROJECTOR_LIMITS.reachMs, "the wait of a read that is refused");
    reached(REFUSED);
  }

  function read(process: Session, projector: ReadProjector): void {
    const held = projector.heldMs();
    const before = ways;
    const asked = {
      seq: acknowledged,
      placed: placed.slice(-LOOKED_FOR),
      ended: canceled.slice(-LOOKED_FOR),
    };
    const since = time.now();
    /** Time for which it waited for more than a way back. */
    const waited = (): number => time.now() - since - (projector.heldMs() - held);
    const end = (): void => {
      if (!process.open) return;
      assert.ok(waited() <= PROJECTOR_LIMITS.reachMs, `a read waits for ${waited()} ms`);
      // What was acknowledged before is undone for those who read across a way back.
      if (ways !== before || moments.isBehind()) return reached("reads across a way back");
      look(asked);
      reached(time.now() === since ? AT_ONCE : WAITED);
    };
    const fails = (error: unknown): void => {
      if (process.open) refuse(error, waited());
    };
    projector.reach().then(end, fails).catch(fail);
  }

  return { acknowledge, read };
}
