/**
 * The projector of a simulated process: the real one, in virtual time and on the simulated tables. Its bounds are small
 * in most processes, so that they are reached, and its gaps long in some, so that rows merge. At a start it gets the journal's rest as the real exchange does.
 */
import assert from "node:assert/strict";
import { createReplay, replayBatch } from "../../src/core/events/event-codec.ts";
import type { Batch } from "../../src/store/journal/journal.ts";
import { GENESIS_HASH } from "../../src/store/journal/journal.ts";
import { projectRest } from "../../src/store/journal/recover-exchange.ts";
import type { RecoveredExchange } from "../../src/store/journal/recover-exchange.ts";
import type { JournalRow } from "../../src/store/journal/verify-journal.ts";
import { createProjector } from "../../src/store/projector/projector.ts";
import { PROJECTOR_LIMITS } from "../../src/store/projector/projector-limits.ts";
import type { ProjectorTimers, ProjectorLimits } from "../../src/store/projector/projector-limits.ts";
import type { Projector } from "../../src/store/projector/projector.ts";
import type { Random } from "../support/random.ts";
import type { World } from "./simulated-process.ts";
import type { Session } from "./simulated-store.ts";

/** A gap in which many batches merge. */
export const LONGEST_GAP_MS = 2_000;

const limitsOf = (random: Random): ProjectorLimits => ({
  ...PROJECTOR_LIMITS,
  gapMs: random.pick([PROJECTOR_LIMITS.gapMs, 300, LONGEST_GAP_MS]),
  enoughRows: random.pick([5, 30, PROJECTOR_LIMITS.enoughRows, PROJECTOR_LIMITS.enoughRows]),
  manyEnds: random.pick([0, 1, PROJECTOR_LIMITS.manyEnds]),
  mostRows: random.pick([6, 12, 25, 50, PROJECTOR_LIMITS.mostRows]),
  mostBytes: random.pick([4_000, PROJECTOR_LIMITS.mostBytes, PROJECTOR_LIMITS.mostBytes]),
});

/** A projector that tells for how long ways back held up reads, which has no limit of its own. */
export type SimulatedProjector = Projector & {
  /** Time for which the tables were held so far, ms. */
  heldMs(): number;
};

/** Opens the projector of a process; its timers end with the process. */
export async function openProjector(
  world: World,
  own: Session,
  onFailure: (error: unknown) => void,
): Promise<SimulatedProjector> {
  const { tables, time, random, reached, fail } = world;
  const limits = limitsOf(random);
  const later: ProjectorTimers["after"] = (milliseconds, act) =>
    time.after(milliseconds, () => {
      if (own.open) act();
    });
  const projector = createProjector({
    session: await tables.open(own),
    open: (after) => tables.open(own, after),
    timers: { now: time.now, after: later, remind: later },
    limits,
    onFailure,
  });

  /** The caller waited for room, so that the rows held are above the bound by this batch at most. */
  function add(next: Parameters<Projector["add"]>[0]): void {
    const { rows, bytes } = projector.standing();
    if (rows >= limits.mostRows || bytes >= limits.mostBytes)
      fail(new Error(`batch ${next.seq} comes to ${rows} rows and ${bytes} bytes, which are at the bound`));
    projector.add(next);
  }

  function room(): Promise<void> | undefined {
    const full = projector.room();
    if (full !== undefined) reached("writer held at the bound");
    return full;
  }
  let heldBefore = 0;
  let heldSince: number | undefined;
  function hold(): (seq?: number) => void {
    const release = projector.hold();
    heldSince = time.now();
    return (stored) => {
      heldBefore = heldMs();
      heldSince = undefined;
      release(stored);
    };
  }
  const heldMs = (): number => heldBefore + (heldSince === undefined ? 0 : time.now() - heldSince);
  return { ...projector, add, room, hold, heldMs };
}

/** Recovers the exchange as of the tables, and projects the batches that they do not have. */
export async function recoverWithTables(
  world: World,
  own: Session,
  projector: Projector,
  rows: readonly Batch[],
): Promise<RecoveredExchange> {
  const { tables, rules, reached } = world;
  const seq = tables.seq();
  assert.ok(seq <= rows.length, "the tables are ahead of the journal");
  const rest = rows.slice(seq);
  if (rest.length > 0) reached("starts with tables behind the journal");
  return projectRest(loadAsOf(rows.slice(0, seq), rules), readLate(world, own, rest), projector);
}

/** The exchange as the tables have it, which stands for loading them: their rows are checked after every flush. */
export function loadAsOf(rows: readonly Batch[], rules: World["rules"]): RecoveredExchange {
  const replay = createReplay();
  for (const { events, at } of rows) replayBatch(replay, events, at);
  const { seq, at, hash } = rows.at(-1) ?? { seq: 0, at: 0, hash: GENESIS_HASH };
  return { exchange: { ...replay.exchange, rules }, head: { seq, at, hash } };
}

/** Reads batches one by one; the process may die between any two. */
async function* readLate(
  { time, random, dies }: World,
  own: Session,
  rows: readonly Batch[],
): AsyncGenerator<JournalRow> {
  for (const batch of rows) {
    if (random.chance(30)) await new Promise<void>((resolve) => time.after(random.below(20), resolve));
    if (!own.open || dies(own, "crash while the journal's rest is projected"))
      await new Promise(() => undefined);
    yield { ...batch, previous: batch.seq === 1 ? null : batch.seq - 1 };
  }
}
