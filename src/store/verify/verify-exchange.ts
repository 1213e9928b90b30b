/**
 * Checks a whole database. It replays the journal from its first batch, rebuilds the read tables beside the live ones
 * with the code of `presage rebuild`, and compares the two. The exchange that a start would load is compared with the
 * replayed one; then the money must add up. Tables are compared as of their last batch; the batches after it are
 * replayed, as a start would. Reads one snapshot, so an exchange may go on meanwhile. Memory grows with the present
 * state, not with the history; the rebuilt tables take as much disk as the live ones until the end.
 */
import type { Event } from "../../core/event.ts";
import { createDifferences, addDifference } from "../journal/differences.ts";
import type { Differences } from "../journal/differences.ts";
import { namingRelease } from "../journal/newer-event.ts";
import { tablesAheadText, tablesMovedText } from "../journal/journal.ts";
import { createJournalReplay, JOURNAL_ROWS, replayJournal } from "../journal/verify-journal.ts";
import type { JournalRow, JournalReplay } from "../journal/verify-journal.ts";
import { loadTables } from "../projector/load-tables.ts";
import { collectTouched } from "../projector/projection.ts";
import type { Sql } from "../sql/database.ts";
import { streamRows } from "../sql/table-stream.ts";
import type { Snapshot } from "../sql/table-stream.ts";
import { codeOf, messageOf } from "../sql/unavailable.ts";
import { compareTables } from "./compare-tables.ts";
import { finishScratch, withScratchTables } from "./scratch-tables.ts";
import type { ScratchTables } from "./scratch-tables.ts";
import { compareLoaded } from "./verify-loaded.ts";
import { checkMoney, checkReplayed } from "./verify-money.ts";

export type Verification = {
  readonly ok: boolean;
  /** The kind of fault, on which the cure depends; `undefined` if everything agrees. */
  readonly fault: Fault | undefined;
  readonly batches: number;
  /** The last batch in the read tables; 0 if they do not say. */
  readonly tables: number;
  readonly events: number;
  readonly orders: number;
  readonly trades: number;
  readonly accounts: number;
  readonly markets: number;
  /** Hash of the last batch, hex. */
  readonly head: string;
  /** Number of all differences; the first of them are in `differences`. */
  readonly differenceCount: number;
  readonly differences: readonly string[];
};

/**
 * The tables differ from the journal, or are ahead of it. Or the journal itself is wrong: its chain is broken, or it
 * cannot be replayed. A journal that contradicts itself can be replayed, and tables made from it are as wrong.
 */
export type Fault = "tables" | "tables-ahead" | "journal-damaged" | "journal-contradicts-itself";

export type VerifyOptions = {
  /** Called after each batch with its sequence number and that of the last. */
  readonly onBatch?: (seq: number, last: number) => void;
  /** Called after each compared table with their number so far and in all. */
  readonly onTable?: (done: number, total: number) => void;
};

type Checks = {
  readonly sql: Snapshot;
  readonly options: VerifyOptions;
  readonly replayed: JournalReplay;
  readonly scratch: ScratchTables;
  readonly differences: Differences;
  readonly counts: { orders: number; trades: number };
  /** True once nothing more is added to the scratch tables: they were compared, or cannot be made. */
  compared: boolean;
  /** True if the journal makes no tables, or tables that do not add up. */
  contradicted: boolean;
};

/** Verifies a database. Throws if the journal has events of a newer release. */
export const verifyExchange = (sql: Snapshot, options: VerifyOptions = {}): Promise<Verification> =>
  namingRelease(sql, () =>
    withScratchTables(sql, (scratch) =>
      verifyAll({
        sql,
        options,
        scratch,
        replayed: createJournalReplay(),
        differences: createDifferences(),
        counts: { orders: 0, trades: 0 },
        compared: false,
        contradicted: false,
      }),
    ),
  );

async function verifyAll(checks: Checks): Promise<Verification> {
  const { sql, replayed, differences, options } = checks;
  const rows = streamRows<JournalRow>(sql, JOURNAL_ROWS);
  const [{ last }] = await sql<[{ last: number }]>`select count(*)::int8 as last from journal`;
  const stored = await findStored(sql, last);
  checks.compared = stored === undefined;
  if (stored?.seq === 0) await finishChecks(checks);
  for await (const { batch, events } of replayJournal(rows, replayed, differences)) {
    if (!checks.compared) await projectBatch(checks, batch, events);
    if (batch.seq === stored?.seq) {
      if (stored.hash?.equals(batch.hash) !== true) addDifference(differences, tablesMovedText(batch.seq));
      await finishChecks(checks);
    }
    options.onBatch?.(batch.seq, last);
  }
  if (replayed.damaged)
    addDifference(
      differences,
      `the journal is damaged, so that the tables were ${checks.compared ? "compared only as far as it is whole" : "not compared"}`,
    );
  else if (stored === undefined)
    addDifference(differences, "read_tables has no row, without which the tables cannot be compared");
  else if (!checks.compared) {
    addDifference(differences, tablesAheadText(stored.seq, replayed.head.seq));
    await finishChecks(checks);
  }
  return summary(checks, stored?.seq ?? 0);
}

/** Adds the rows of a batch, after it was applied, to the scratch tables. */
async function projectBatch(checks: Checks, batch: JournalRow, events: readonly Event[]): Promise<void> {
  const touched = collectTouched(checks.replayed.replay.exchange, events);
  checks.counts.orders += touched.placed.length;
  checks.counts.trades += touched.trades.length;
  await makeTables(checks, () => checks.scratch.projection.add(batch, touched));
}

/** Compares the tables, once the replay has reached their batch. */
async function finishChecks(checks: Checks): Promise<void> {
  const { sql, options, scratch, replayed, differences } = checks;
  if (checks.compared) return;
  await makeTables(checks, () => finishScratch(scratch));
  if (checks.compared) return;
  checks.compared = true;
  await compareTables(scratch, differences, options.onTable);
  // Wrong tables may not load at all, and their sums say nothing new.
  if (differences.count > 0) return;
  const { exchange } = replayed.replay;
  await checkMoney(sql, exchange, differences);
  checks.contradicted = differences.count > 0;
  compareLoaded(exchange, (await loadTables(sql, exchange.rules)).exchange, differences);
}

/** Writes to the scratch tables. Values that no table can have are a fault of the journal. */
async function makeTables(checks: Checks, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!/^2[23]/.test(codeOf(error) ?? "")) throw error;
    addDifference(checks.differences, `journal: its batches make no tables: ${messageOf(error)}`);
    checks.compared = true;
    checks.contradicted = true;
  }
}

/** Adds the faults of the journal itself, and returns the kind of all findings. */
function findFault({ replayed, differences, contradicted }: Checks, stored: number): Fault | undefined {
  if (replayed.damaged) return "journal-damaged";
  const before = differences.count;
  checkReplayed(replayed.replay.exchange, differences);
  if (contradicted || differences.count > before) return "journal-contradicts-itself";
  if (stored > replayed.head.seq) return "tables-ahead";
  return differences.count > 0 ? "tables" : undefined;
}

/** Reads the last batch in the read tables; `undefined` if a journal with batches has tables that do not say. */
async function findStored(sql: Sql, last: number): Promise<StoredTables | undefined> {
  const [row] = await sql<StoredTables[]>`select seq, hash from read_tables`;
  return row ?? (last === 0 ? { seq: 0, hash: null } : undefined);
}

type StoredTables = { readonly seq: number; readonly hash: Buffer | null };

function summary(checks: Checks, tables: number): Verification {
  const fault = findFault(checks, tables);
  const { replay, head, events } = checks.replayed;
  const { accounts, markets } = replay.exchange;
  const { count, found } = checks.differences;
  return {
    ok: count === 0,
    fault,
    batches: head.seq,
    tables,
    events,
    ...checks.counts,
    accounts: Object.keys(accounts).length,
    markets: Object.keys(markets).length,
    head: head.hash.toString("hex"),
    differenceCount: count,
    differences: found,
  };
}
