/**
 * The single writer. Commands queue; a batch of them is decided and applied in memory, and committed as one row of the
 * journal. Nothing is sent before that commit has returned: no answer, no refusal based on it, no read of the new state.
 * While a commit is in flight the next batch gathers. If a commit takes some seconds, its callers are told that the
 * outcome is unknown. A commit that fails for good leaves memory ahead of the database: the writer stops and the process
 * must restart.
 */
import { adoptExchange } from "../core/events/adopt-exchange.ts";
import { applyEvent } from "../core/events/apply.ts";
import type { Command } from "../core/events/command.ts";
import { elementAt } from "../core/values/element-at.ts";
import { encodeEvents } from "../core/events/event-codec.ts";
import type { Event } from "../core/events/event.ts";
import { execute } from "../core/exchange.ts";
import { isRejection } from "../core/rejection.ts";
import type { Rejection } from "../core/rejection.ts";
import type { RequestName } from "../core/request.ts";
import type { Exchange, Market } from "../core/state.ts";
import { findChangedMarkets } from "../core/events/touches.ts";
import { createFollowers } from "../base/followers.ts";
import type { Followers } from "../base/followers.ts";
import { batchHash } from "../store/journal/journal.ts";
import type { JournalHead } from "../store/journal/journal.ts";
import { readBatchRows } from "../store/projector/table-rows.ts";
import type { BatchRows } from "../store/projector/table-rows.ts";
import { StoreUnavailable, isUnavailable } from "../store/sql/unavailable.ts";
import { rejectSlowCommit, isCommitTooSlow, hasWaitedTooLong, rejectWaitedTooLong } from "./admission.ts";
import { createAvailability, notAccepting } from "./availability.ts";
import type { AvailabilityControl } from "./availability.ts";
import { createBookSequences } from "./book-changes.ts";
import type { BookSequences } from "./book-changes.ts";
import { createCommittedReads } from "./committed-reads.ts";
import type { CommittedReads } from "./committed-reads.ts";
import type {
  ExclusiveWork,
  CommandOutcome,
  CompletedRequest,
  EngineOptions,
  Entry,
  OnceOutcome,
  Publication,
  Replacement,
} from "./repeats/entry.ts";
import type { KnownEntries } from "./repeats/known-entries.ts";
import { answerRepeatedRequests } from "./repeats/repeated-requests.ts";

// Distinguishes repeats of accepted orders from new orders, by their ids. Memory has only resting orders. Orders of a
// batch that may be known are looked up in the store, which has all earlier batches by then. Of several orders with one
// id within a batch, the first counts.

/** Answers the placements that repeat an accepted order, and returns the other entries, in order. */
function answerRepeatedOrders(entries: readonly Entry[], known: ReadonlySet<string>): Entry[] {
  const byId = new Map<string, Entry[]>();
  const first: Entry[] = [];
  for (const entry of entries) {
    const { command } = entry;
    if (command?.type !== "place-order") {
      first.push(entry);
      continue;
    }
    const same = byId.get(command.id);
    if (same !== undefined) same.push(entry);
    else if (known.has(command.id)) entry.answer({ type: "duplicate", id: command.id });
    else {
      const group = [entry];
      byId.set(command.id, group);
      first.push(groupEntry(entry, group));
    }
  }
  return first;
}

const groupEntry = (entry: Entry, group: readonly Entry[]): Entry => ({
  ...entry,
  answer: (outcome) => answerAll(group, outcome),
  fail: (error) => {
    for (const { fail } of group) fail(error);
  },
});

/** Answers the first entry with the outcome. The other entries repeat an accepted order, or share its refusal. */
function answerAll(group: readonly Entry[], outcome: CommandOutcome | OnceOutcome): void {
  for (const entry of group) {
    const repeats = outcome.type === "committed" && entry !== group[0];
    const { command } = entry;
    entry.answer(
      repeats && command?.type === "place-order" ? { type: "duplicate", id: command.id } : outcome,
    );
  }
}

// Finds repeated orders (by id) and requests (by name): those of a batch that may be known are looked up in the store
// together. A batch without them needs no query.

/** The orders and requests of a batch that the store has already. */
type StoredRepeats = { readonly orders: ReadonlySet<string>; readonly requests: readonly CompletedRequest[] };

/** Finds the entries that were executed before; `undefined` if the database does not answer now. */
async function findRepeated(writer: Writer, entries: readonly Entry[]): Promise<StoredRepeats | undefined> {
  const { known, findOrders, findRequests } = writer.options;
  const ids = new Set(entries.flatMap((entry) => findKnownId(entry, known) ?? []));
  const names = entries.flatMap((entry) => findKnownName(entry, known) ?? []);
  if (ids.size === 0 && names.length === 0) return NO_REPEATS;
  answerLast(writer);
  try {
    const [orders, requests] = await Promise.all([
      ids.size === 0 ? ids : findOrders([...ids]),
      names.length === 0 ? [] : findRequests(names),
    ]);
    return { orders, requests };
  } catch (error) {
    if (isUnavailable(error)) return undefined;
    throw error;
  }
}

/** Answers the entries that repeat earlier ones, and returns the others, in order. */
function answerRepeated(
  entries: readonly Entry[],
  stored: StoredRepeats | undefined,
  known: KnownEntries,
): Entry[] {
  const checked = stored === undefined ? rejectUnchecked(entries, known) : entries;
  const { orders, requests } = stored ?? NO_REPEATS;
  return answerRepeatedRequests(answerRepeatedOrders(checked, orders), requests);
}

/** Returns the id of an order that may be known. */
const findKnownId = ({ command }: Entry, known: KnownEntries): string | undefined =>
  command?.type === "place-order" && known.mayHaveOrder(command.id) ? command.id : undefined;

/** Returns the name of a request that may be known. */
const findKnownName = ({ request }: Entry, known: KnownEntries): RequestName | undefined =>
  request?.name !== undefined && known.mayHaveRequest(request.name) ? request.name : undefined;

const NO_REPEATS: StoredRepeats = { orders: new Set(), requests: [] };

/** Refuses the entries that may be repeats, since a check needs the database; returns the other entries. */
function rejectUnchecked(entries: readonly Entry[], known: KnownEntries): readonly Entry[] {
  const isNew = (entry: Entry): boolean =>
    findKnownId(entry, known) === undefined && findKnownName(entry, known) === undefined;
  for (const entry of entries) if (!isNew(entry)) entry.answer(uncheckedOutcome);
  return entries.filter(isNew);
}

const uncheckedOutcome: CommandOutcome = {
  type: "rejected",
  rejection: notAccepting("the database does not tell in time whether it was done before"),
};

// State of the single writer: its queue, the batch being committed, and its followers.

export type Writer = {
  readonly options: EngineOptions;
  readonly reads: CommittedReads;
  readonly sequences: BookSequences;
  readonly availability: AvailabilityControl;
  readonly followers: Followers<Publication>;
  /** Followers of replacements of the whole state. */
  readonly replacements: Followers<undefined>;
  /** The last committed batch. */
  head: JournalHead;
  /** The queue. */
  ready: Entry[];
  /** The next batch, while its orders and requests are looked up. */
  gathered: readonly Entry[];
  /** The batch being committed, and the start of its commit on the monotonic clock, ms. */
  underway: { readonly entries: readonly Entry[]; readonly since: number } | undefined;
  /**
   * Answers the last batch. The answers leave once the next commit is on its way, if there is one: the database works on
   * it meanwhile.
   */
  answerLast: () => void;
  /** Commands accepted and not yet answered. */
  pending: number;
  state: "open" | "closing" | "failed";
  running: boolean;
  /** Called once no command is pending any more, when the engine closes. */
  drained: (() => void) | undefined;
};

export function createWriter(options: EngineOptions): Writer {
  const sequences = createBookSequences();
  sequences.adopt(options.exchange.markets, options.books ?? []);
  return {
    options,
    reads: createCommittedReads(sequences),
    sequences,
    availability: createAvailability(options.exchange.mode),
    followers: createFollowers(),
    replacements: createFollowers(),
    head: options.head,
    ready: [],
    gathered: [],
    underway: undefined,
    answerLast: ignore,
    pending: 0,
    state: "open",
    running: false,
    drained: undefined,
  };
}

function ignore(): void {}

function answerLast(writer: Writer): void {
  const answer = writer.answerLast;
  writer.answerLast = ignore;
  answer();
}

// Exclusive work of the writer, such as putting the whole exchange back to an earlier state.

/**
 * Runs the work once the read tables have all that was committed. If the work throws before it replaced anything, only
 * its entry fails. Throws if a replacement failed: memory and the database differ, and the process must end.
 */
async function runExclusively(writer: Writer, entry: Entry, work: ExclusiveWork): Promise<void> {
  writer.gathered = [];
  answerLast(writer);
  if (!entry.isOpen()) return;
  let failure: { readonly error: unknown } | undefined;
  const replace = async (load: () => Promise<Replacement>): Promise<void> => {
    try {
      takeReplacement(writer, await load());
    } catch (error) {
      failure = { error };
      throw error;
    }
  };
  try {
    await writer.options.tables.settle();
    await work({ head: writer.head, replace });
    entry.answer({ type: "committed", committed: { events: [], ...writer.head } });
  } catch (error) {
    entry.fail(error);
  }
  if (failure !== undefined) throw failure.error;
}

/** Replaces the state within one tick of the event loop, so that no read sees a part of it. */
function takeReplacement(writer: Writer, { exchange: loaded, head }: Replacement): void {
  const { exchange } = writer.options;
  adoptExchange(exchange, loaded);
  writer.head = head;
  writer.sequences.advanceAll([...exchange.marketByCondition.values()]);
  writer.reads.forget();
  writer.availability.setMode(exchange.mode);
  writer.replacements.notify(undefined);
}

const MAX_BATCH = 2_000;

export function enqueue(writer: Writer, entry: Entry): void {
  writer.ready.push(entry);
  if (writer.running || writer.state === "failed") return;
  writer.running = true;
  // Waits one tick of the event loop, which gathers all entries that arrived together.
  writer.options.later(() => {
    commitReady(writer).catch((error: unknown) => failWriter(writer, error));
  });
}

async function commitReady(writer: Writer): Promise<void> {
  while (writer.ready.length > 0) {
    const full = writer.options.tables.room();
    if (full !== undefined) {
      answerLast(writer);
      await full;
    }
    writer.gathered = gather(writer);
    const [first] = writer.gathered;
    await (first?.alone === undefined ? commitGathered(writer) : runExclusively(writer, first, first.alone));
  }
  answerLast(writer);
  writer.running = false;
}

async function commitGathered(writer: Writer): Promise<void> {
  const known = await findRepeated(writer, writer.gathered);
  const open = writer.gathered.filter((entry) => entry.isOpen());
  writer.gathered = [];
  await commitEntries(writer, answerRepeated(open, known, writer.options.known));
  if (known !== undefined) writer.options.quarantine.noteCommitted(listCommands(open));
}

/**
 * Takes the next batch off the queue, in order of arrival; a suspect command, and exclusive work, are batches of their
 * own.
 */
function gather({ ready, options: { quarantine } }: Writer): Entry[] {
  const isSingle = ({ command, alone }: Entry): boolean =>
    alone !== undefined || (command !== undefined && quarantine.isSuspect(command));
  const single = ready.slice(0, MAX_BATCH).findIndex(isSingle);
  const count = single === -1 ? MAX_BATCH : Math.max(1, single);
  return ready.splice(0, Math.min(count, MAX_BATCH));
}

/** Engine time, which is the timestamp of events and never goes back, and the clock's time, by which orders expire. */
type Times = { readonly at: number; readonly now: number };

function readTimes({ options: { clock }, head }: Writer): Times {
  const now = clock();
  return { at: Math.max(now, head.at), now };
}

async function commitEntries(writer: Writer, entries: readonly Entry[]): Promise<void> {
  const { exchange, monotonic, quarantine } = writer.options;
  const times = readTimes(writer);
  const { at, now } = times;
  const expired = execute(exchange, { type: "expire-orders" }, at, now);
  quarantine.noteDeciding(listCommands(entries));
  const decisions = entries.map((entry) => decideTimed(writer, entry, times));
  quarantine.noteDecided();
  const done = decisions.flatMap((decided) => ("events" in decided ? decided.events : []));
  const events = [...(isRejection(expired) ? [] : expired), ...done];
  const markets = findChangedMarkets(exchange, events);
  const recorded = execute(exchange, { type: "record-prices", markets }, at);
  if (!isRejection(recorded)) events.push(...recorded);
  writer.underway = { entries, since: monotonic() };
  if (events.length > 0) await commitEvents(writer, { events, markets, at });
  else answerLast(writer);
  writer.underway = undefined;
  writer.answerLast = () =>
    entries.forEach((entry, index) => entry.answer(buildOutcome(writer, entry, elementAt(decisions, index))));
}

const listCommands = (entries: readonly Entry[]): Command[] =>
  entries.flatMap(({ command }) => command ?? []);

/** Events of an entry, with the result to answer with. The last event of a named request stores that result. */
type EntryDecision = { readonly events: readonly Event[]; readonly result: unknown } | Rejection;

/**
 * Decides an entry and applies its events. A bug in deciding fails only this entry, since it changes nothing; a bug in
 * applying stops the exchange.
 */
function decideEntry(exchange: Exchange, entry: Entry, { at, now }: Times): EntryDecision {
  let decision: Event[] | Rejection;
  try {
    decision = entry.decide(exchange, at, now);
  } catch (error) {
    entry.fail(error);
    return { events: [], result: undefined };
  }
  if (isRejection(decision)) return decision;
  for (const event of decision) applyEvent(exchange, event, at);
  if (entry.request === undefined) return { events: decision, result: undefined };
  const { name, makeResult } = entry.request;
  const result = makeResult({ exchange, events: decision, at });
  return {
    events: name === undefined ? decision : [...decision, { type: "request-done", ...name, result }],
    result,
  };
}

/** Decides an entry, and records the duration in its trace. */
function decideTimed(
  { options: { exchange, monotonic } }: Writer,
  entry: Entry,
  times: Times,
): EntryDecision {
  if (entry.trace === undefined) return decideEntry(exchange, entry, times);
  const began = monotonic();
  const decided = decideEntry(exchange, entry, times);
  entry.trace.decided(entry.since, began, monotonic());
  return decided;
}

type AppliedBatch = {
  readonly events: readonly Event[];
  readonly markets: ReadonlySet<Market>;
  readonly at: number;
};

async function commitEvents(writer: Writer, { events, markets, at }: AppliedBatch): Promise<void> {
  const { exchange, commit, tables, known, traces } = writer.options;
  const text = encodeEvents(events);
  const seq = writer.head.seq + 1;
  const entries = writer.underway?.entries ?? [];
  const endTrace = traces?.committing({ entries, seq, events: events.length });
  const hash = batchHash(writer.head.hash, seq, at, text);
  const batch = { seq, at, events: text, hash };
  writer.reads.begin(markets);
  // Memory stays as the batch left it while its commit is in flight, so its rows are read then.
  const readRows = async (): Promise<BatchRows> => readBatchRows(exchange, events, batch, tables.manyEnds);
  const committed = commit(batch);
  answerLast(writer);
  const [, rows] = await Promise.all([committed, readRows()]);
  writer.head = { seq, at, hash };
  tables.add(rows);
  const books = writer.sequences.advance(exchange, events);
  writer.reads.end(markets);
  writer.availability.setMode(exchange.mode);
  writer.followers.notify({ events, at, seq, hash, books, encoded: text });
  known.add(events, writer.head);
  endTrace?.();
}

function buildOutcome(
  { head }: Writer,
  { request }: Entry,
  decided: EntryDecision,
): CommandOutcome | OnceOutcome {
  if (isRejection(decided)) return { type: "rejected", rejection: decided };
  if (request === undefined) return { type: "committed", committed: { events: decided.events, ...head } };
  const done = { name: request.name, result: decided.result, ...head };
  return { type: "done", done, replayed: false };
}

function failWriter(writer: Writer, error: unknown): void {
  if (writer.state === "failed") return;
  writer.state = "failed";
  answerLast(writer);
  suspectBatch(writer, error);
  writer.drained?.();
  writer.options.onFailure(error);
}

/**
 * Error codes of a fault in the batch itself: no code, or a database's rejection of it as wrong (not 42501, a read-only
 * disk).
 */
const FAULTY_BATCH = /^$|^(22|23|42)(?!501)/;

/** Makes suspects of the commands of a batch that can never be written: a restart would fail the same way. */
function suspectBatch({ underway, options: { quarantine } }: Writer, error: unknown): void {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (underway !== undefined && FAULTY_BATCH.test(code))
    quarantine.noteDeciding(listCommands(underway.entries));
}

/** True if an order has expired and no batch is underway, which would expire it. */
export function isTimeDue({ options: { exchange, clock }, running }: Writer): boolean {
  const now = clock();
  const [soonest] = exchange.expiries;
  return !running && soonest !== undefined && soonest.leavesAt <= now;
}

/**
 * Answers callers who waited too long: undecided entries are refused, entries being committed get an unknown outcome.
 */
export function expireWaiting(writer: Writer): void {
  const { ready, gathered, underway } = writer;
  const now = writer.options.monotonic();
  const isStale = ({ since }: Entry): boolean => hasWaitedTooLong(now - since);
  const stale = ready.splice(0, ready.findLastIndex(isStale) + 1);
  for (const { answer } of [...gathered.filter(isStale), ...stale])
    answer({ type: "rejected", rejection: rejectWaitedTooLong(writer.options.tables) });
  if (underway === undefined || !isCommitTooSlow(now - underway.since)) return;
  for (const entry of underway.entries)
    entry.answer({ type: "rejected", rejection: rejectSlowCommit(entry) });
  writer.reads.failWaiting(new StoreUnavailable());
}
