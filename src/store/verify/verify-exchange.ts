/**
 * Checks a whole database. It replays the journal from its first batch, and compares every table, and the exchange that
 * a start would load, with the result; then it checks that the money adds up. The tables are compared with the state as
 * of their last batch; the batches after it are replayed, as a start would. Reads one snapshot, so an exchange may go
 * on meanwhile. Memory grows with the present state, not with the history.
 */
import type { Event } from "../../core/event.ts";
import { createDifferences, addDifference } from "../journal/differences.ts";
import type { Differences } from "../journal/differences.ts";
import { namingRelease } from "../journal/newer-event.ts";
import { tablesAheadText, tablesMovedText } from "../journal/journal.ts";
import { createJournalReplay, JOURNAL_ROWS, replayJournal } from "../journal/verify-journal.ts";
import type { JournalRow, JournalReplay } from "../journal/verify-journal.ts";
import { loadTables } from "../projector/load-tables.ts";
import { rememberRows } from "../projector/project-decisions.ts";
import type { RememberedRows } from "../projector/project-decisions.ts";
import type { Sql } from "../sql/database.ts";
import { streamRows } from "../sql/table-stream.ts";
import type { Snapshot } from "../sql/table-stream.ts";
import {
  compareListed,
  compareMarkets,
  createCatalogCheck,
  EVENT_ROWS,
  MARKET_ROWS,
  noteListings,
  SERIES_ROWS,
  TAG_ROWS,
} from "./verify-catalog.ts";
import type { CatalogCheck } from "./verify-catalog.ts";
import {
  compareBans,
  compareConverted,
  compareEntries,
  compareMode,
  compareRequests,
  noteBans,
  noteMode,
  noteRequests,
} from "./verify-entries.ts";
import type { BanTimes, LastMode } from "./verify-entries.ts";
import { checkEventRows, createEventRowCheck, finishEventRows } from "./verify-event-rows.ts";
import type { EventRowCheck } from "./verify-event-rows.ts";
import {
  ACCOUNT_ROWS,
  POSITION_ROWS,
  STATE_ROWS,
  checkReplayed,
  compareAccounts,
  compareLoaded,
  compareMarketStates,
  comparePositions,
  noteOpenings,
} from "./verify-state.ts";
import { checkFigures, createFiguresCheck, finishFigures } from "./verify-figures.ts";
import type { FiguresCheck } from "./verify-figures.ts";
import { checkMoney } from "./verify-money.ts";
import { checkOrders, createOrderCheck, finishOrders, ORDER_ROWS, TRADE_ROWS } from "./verify-orders.ts";
import type { OrderCheck } from "./verify-orders.ts";
import {
  checkPeriods,
  checkSpans,
  createPeriodsCheck,
  createSpansCheck,
  finishAllSpans,
  finishPeriods,
} from "./verify-spans.ts";
import type { PeriodsCheck, SpansCheck } from "./verify-spans.ts";
import type { OpeningTimes } from "./verify-state.ts";

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
};

/** Checks that run during the replay, or collect values to be compared after it. */
type Checks = {
  readonly replayed: JournalReplay;
  readonly catalog: CatalogCheck;
  readonly opened: OpeningTimes;
  readonly bans: BanTimes;
  readonly mode: LastMode;
  readonly requests: RememberedRows;
  readonly orders: OrderCheck;
  readonly eventRows: EventRowCheck;
  readonly spans: SpansCheck;
  readonly periods: PeriodsCheck;
  readonly figures: FiguresCheck;
  readonly differences: Differences;
  /** True if tables that agree with the journal do not add up. */
  contradicted: boolean;
};

/** Verifies a database. Throws if the journal has events of a newer release. */
export const verifyExchange = (sql: Snapshot, options: VerifyOptions = {}): Promise<Verification> =>
  namingRelease(sql, () => verifyAll(sql, options));

async function verifyAll(sql: Snapshot, { onBatch }: VerifyOptions): Promise<Verification> {
  const checks = createChecks(sql);
  const { replayed, differences } = checks;
  const rows = streamRows<JournalRow>(sql, JOURNAL_ROWS);
  const [{ last }] = await sql<[{ last: number }]>`select count(*)::int8 as last from journal`;
  const stored = await findStored(sql, last);
  let compared = stored === undefined || stored.seq === 0;
  if (stored?.seq === 0) await finishChecks(sql, checks);
  for await (const { batch, events } of replayJournal(rows, replayed, differences)) {
    if (!compared) await checkBatch(checks, batch, events);
    if (batch.seq === stored?.seq) {
      if (stored.hash?.equals(batch.hash) !== true) addDifference(differences, tablesMovedText(batch.seq));
      await finishChecks(sql, checks);
      compared = true;
    }
    onBatch?.(batch.seq, last);
  }
  if (replayed.damaged)
    addDifference(
      differences,
      "the journal is damaged, so that the tables were compared only as far as it is whole",
    );
  else if (stored === undefined)
    addDifference(differences, "read_tables has no row, without which the tables cannot be compared");
  else if (!compared) {
    addDifference(differences, tablesAheadText(stored.seq, replayed.head.seq));
    await finishChecks(sql, checks);
  }
  return summary(checks, stored?.seq ?? 0);
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

/** Compares the collected values, once the replay has reached the batch of the tables. */
async function finishChecks(sql: Snapshot, checks: Checks): Promise<void> {
  await finishOrders(checks.orders);
  await finishEventRows(checks.eventRows);
  await finishAllSpans(checks.spans);
  await finishPeriods(checks.periods);
  await finishFigures(checks.figures);
  await compareTables(sql, checks);
}

function createChecks(sql: Sql): Checks {
  const differences = createDifferences();
  return {
    replayed: createJournalReplay(),
    catalog: createCatalogCheck(),
    opened: new Map(),
    bans: new Map(),
    mode: { last: undefined },
    requests: rememberRows(),
    orders: createOrderCheck(streamRows(sql, ORDER_ROWS), streamRows(sql, TRADE_ROWS), differences),
    eventRows: createEventRowCheck(sql, differences),
    spans: createSpansCheck(sql, differences),
    periods: createPeriodsCheck(sql, differences),
    figures: createFiguresCheck(sql, differences),
    differences,
    contradicted: false,
  };
}

async function checkBatch(checks: Checks, batch: JournalRow, events: readonly Event[]): Promise<void> {
  const { exchange } = checks.replayed.replay;
  noteListings(checks.catalog, events);
  noteOpenings(checks.opened, exchange, batch.at, events);
  noteBans(checks.bans, batch.at, events);
  noteMode(checks.mode, batch.at, events);
  noteRequests(checks.requests, batch, events);
  await checkOrders(checks.orders, batch, events);
  await checkEventRows(checks.eventRows, batch, exchange, events);
  await checkSpans(checks.spans, exchange, batch.at, events);
  await checkPeriods(checks.periods, exchange, batch.at, events);
  await checkFigures(checks.figures, exchange, batch.at, events);
}

async function compareTables(sql: Snapshot, checks: Checks): Promise<void> {
  const { replayed, catalog, opened, bans, mode, requests, differences } = checks;
  const { exchange } = replayed.replay;
  await compareAccounts(exchange, streamRows(sql, ACCOUNT_ROWS), differences);
  await comparePositions(exchange, streamRows(sql, POSITION_ROWS), differences);
  await compareMarketStates(exchange, opened, streamRows(sql, STATE_ROWS), differences);
  await compareConverted(sql, exchange, differences);
  await compareBans(sql, bans, differences);
  await compareMode(sql, mode, differences);
  await compareRequests(sql, requests, differences);
  const before = differences.count;
  await compareListed("event", catalog.events, streamRows(sql, EVENT_ROWS), differences);
  await compareListed("tag", catalog.tags, streamRows(sql, TAG_ROWS), differences);
  await compareListed("series", catalog.series, streamRows(sql, SERIES_ROWS), differences);
  await compareMarkets(catalog, exchange, streamRows(sql, MARKET_ROWS), differences);
  // Entries are built from the contents: if those are wrong, the entries cannot be checked.
  if (differences.count === before) await compareEntries(sql, exchange, differences);
  // Wrong tables may not load at all, and their sums say nothing new.
  if (differences.count > 0) return;
  await checkMoney(sql, exchange, differences);
  checks.contradicted = differences.count > 0;
  await compareWithLoaded(sql, replayed, differences);
}

async function compareWithLoaded(
  sql: Snapshot,
  { replay }: JournalReplay,
  differences: Differences,
): Promise<void> {
  const { exchange } = await loadTables(sql, replay.exchange.rules);
  compareLoaded(replay.exchange, exchange, differences);
}

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
    ...checks.orders.counts,
    accounts: Object.keys(accounts).length,
    markets: Object.keys(markets).length,
    head: head.hash.toString("hex"),
    differenceCount: count,
    differences: found,
  };
}
