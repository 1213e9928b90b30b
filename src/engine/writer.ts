/**
 * The single writer. Commands queue; a batch of them is decided and applied in memory, and committed as one row of the
 * journal. Nothing leaves before that commit returned: no answer, no refusal based on it, no read of the new state.
 * While a commit is in flight the next batch gathers. If a commit takes some seconds, its callers are told that the
 * outcome is unknown. A commit that fails for good leaves memory ahead of the database: the writer stops and the
 * process must restart.
 */
import { applyEvent } from "../core/apply.ts";
import type { Command } from "../core/command.ts";
import { elementAt } from "../core/element-at.ts";
import { encodeEvents } from "../core/event-codec.ts";
import type { Event } from "../core/event.ts";
import { execute } from "../core/exchange.ts";
import { isRejection } from "../core/rejection.ts";
import type { Rejection } from "../core/rejection.ts";
import type { Exchange, Market } from "../core/state.ts";
import { findChangedMarkets } from "../core/touches.ts";
import { batchHash } from "../store/journal/journal.ts";
import { readBatchRows } from "../store/projector/table-rows.ts";
import type { BatchRows } from "../store/projector/table-rows.ts";
import { StoreUnavailable } from "../store/sql/unavailable.ts";
import { commitTakesLong, commitTakesTooLong, hasWaitedTooLong, waitedTooLong } from "./admission.ts";
import type { Entry, OnceOutcome, CommandOutcome } from "./entry.ts";
import { answerRepeated, findRepeated } from "./repeats.ts";
import { workAlone } from "./work-alone.ts";
import type { Writer } from "./writer-state.ts";

const MAX_BATCH = 2_000;

export function enqueue(writer: Writer, entry: Entry): void {
  writer.ready.push(entry);
  if (writer.running || writer.state === "failed") return;
  writer.running = true;
  // Waits one tick of the event loop, which gathers all entries that arrived together.
  writer.options.later(() => {
    commitReady(writer).catch((error: unknown) => fail(writer, error));
  });
}

async function commitReady(writer: Writer): Promise<void> {
  while (writer.ready.length > 0) {
    const full = writer.options.tables.room();
    if (full !== undefined) await full;
    writer.gathered = gather(writer);
    const [first] = writer.gathered;
    await (first?.alone === undefined ? commitGathered(writer) : workAlone(writer, first, first.alone));
  }
  writer.running = false;
}

async function commitGathered(writer: Writer): Promise<void> {
  const known = await findRepeated(writer.gathered, writer.options);
  const open = writer.gathered.filter((entry) => entry.isOpen());
  writer.gathered = [];
  await commitEntries(writer, answerRepeated(open, known, writer.options.known));
  if (known !== undefined) writer.options.quarantine.noteCommitted(commandsOf(open));
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

function timesOf({ options: { clock }, head }: Writer): Times {
  const now = clock();
  return { at: Math.max(now, head.at), now };
}

async function commitEntries(writer: Writer, entries: readonly Entry[]): Promise<void> {
  const { exchange, monotonic, quarantine } = writer.options;
  const times = timesOf(writer);
  const { at, now } = times;
  const expired = execute(exchange, { type: "expire-orders" }, at, now);
  quarantine.noteDeciding(commandsOf(entries));
  const decisions = entries.map((entry) => decideTimed(writer, entry, times));
  quarantine.noteDecided();
  const done = decisions.flatMap((decided) => ("events" in decided ? decided.events : []));
  const events = [...(isRejection(expired) ? [] : expired), ...done];
  const markets = findChangedMarkets(exchange, events);
  const recorded = execute(exchange, { type: "record-prices", markets }, at);
  if (!isRejection(recorded)) events.push(...recorded);
  writer.underway = { entries, since: monotonic() };
  if (events.length > 0) await commitEvents(writer, { events, markets, at });
  writer.underway = undefined;
  entries.forEach((entry, index) => entry.answer(outcomeOf(writer, entry, elementAt(decisions, index))));
}

const commandsOf = (entries: readonly Entry[]): Command[] => entries.flatMap(({ command }) => command ?? []);

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
  const [, rows] = await Promise.all([commit(batch), readRows()]);
  writer.head = { seq, at, hash };
  tables.add(rows);
  const books = writer.sequences.advance(exchange, events);
  writer.reads.end(markets);
  writer.availability.setMode(exchange.mode);
  writer.followers.notify({ events, at, seq, hash, books });
  known.add(events, writer.head);
  endTrace?.();
}

function outcomeOf(
  { head }: Writer,
  { request }: Entry,
  decided: EntryDecision,
): CommandOutcome | OnceOutcome {
  if (isRejection(decided)) return { type: "rejected", rejection: decided };
  if (request === undefined) return { type: "committed", committed: { events: decided.events, ...head } };
  const done = { name: request.name, result: decided.result, ...head };
  return { type: "done", done, replayed: false };
}

function fail(writer: Writer, error: unknown): void {
  if (writer.state === "failed") return;
  writer.state = "failed";
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
    quarantine.noteDeciding(commandsOf(underway.entries));
}

/** True if an order has expired and no batch is underway, which would expire it. */
export function isTimeDue({ options: { exchange, clock }, running }: Writer): boolean {
  const now = clock();
  const [soonest] = exchange.expiries;
  return !running && soonest !== undefined && soonest.expiresAt <= now;
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
    answer({ type: "rejected", rejection: waitedTooLong(writer.options.tables) });
  if (underway === undefined || !commitTakesTooLong(now - underway.since)) return;
  for (const entry of underway.entries) entry.answer({ type: "rejected", rejection: commitTakesLong(entry) });
  writer.reads.failWaiting(new StoreUnavailable());
}
