/**
 * The single writer. Commands queue; a batch of them is decided and applied in memory, written as one transaction,
 * and only when that commit returned does anything leave: answers, refusals that rest on it, reads of the new state.
 * While a commit is in flight the next batch gathers. A commit that takes long keeps its callers for some seconds only:
 * they are told that nobody knows yet. One that fails for good leaves memory ahead of the database, so the writer stops
 * and the process must restart.
 */
import { applyEvent } from "../core/apply.ts";
import type { Command } from "../core/command.ts";
import { encodeEvents } from "../core/event-codec.ts";
import type { Event } from "../core/event.ts";
import { execute, isRejection } from "../core/exchange.ts";
import type { Rejection } from "../core/rejection.ts";
import type { Exchange, Market } from "../core/state.ts";
import { createFollowers } from "../followers.ts";
import type { Followers } from "../followers.ts";
import { batchHash } from "../store/journal/journal.ts";
import type { JournalHead } from "../store/journal/journal.ts";
import { collectTouched } from "../store/journal/projection.ts";
import { StoreUnavailable } from "../store/sql/unavailable.ts";
import { commitTakesLong, commitTakesTooLong, hasWaitedTooLong, waitedTooLong } from "./admission.ts";
import { createBookSequences } from "./book-changes.ts";
import type { BookSequences } from "./book-changes.ts";
import { createCommittedReads } from "./committed-reads.ts";
import type { CommittedReads } from "./committed-reads.ts";
import type { EngineOptions, Entry, OnceOutcome, Outcome, Publication } from "./entry.ts";
import { listMarkets } from "./event-markets.ts";
import { answerRepeated, findRepeated } from "./repeats.ts";
import { createStanding } from "./standing.ts";
import type { StandingKeeper } from "./standing.ts";

export type Writer = {
  readonly options: EngineOptions;
  readonly reads: CommittedReads;
  readonly sequences: BookSequences;
  readonly standing: StandingKeeper;
  readonly followers: Followers<Publication>;
  /** The last committed batch. */
  head: JournalHead;
  ready: Entry[];
  /** Gathered for the next batch, while their orders are looked up. */
  gathered: readonly Entry[];
  /** What is being committed, and since when. */
  underway: { readonly entries: readonly Entry[]; readonly since: number } | undefined;
  /** Commands taken and not answered yet. */
  pending: number;
  state: "open" | "closing" | "failed";
  running: boolean;
  drained: (() => void) | undefined;
};

const MAX_BATCH = 2_000;

export function createWriter(options: EngineOptions): Writer {
  const sequences = createBookSequences();
  return {
    options,
    reads: createCommittedReads(sequences),
    sequences,
    standing: createStanding(options.exchange.mode),
    followers: createFollowers(),
    head: options.head,
    ready: [],
    gathered: [],
    underway: undefined,
    pending: 0,
    state: "open",
    running: false,
    drained: undefined,
  };
}

export function enqueue(writer: Writer, entry: Entry): void {
  writer.ready.push(entry);
  if (writer.running || writer.state === "failed") return;
  writer.running = true;
  // One turn of the event loop gathers what arrived together.
  writer.options.later(() => {
    commitReady(writer).catch((error: unknown) => fail(writer, error));
  });
}

async function commitReady(writer: Writer): Promise<void> {
  while (writer.ready.length > 0) {
    writer.gathered = gather(writer);
    const known = await findRepeated(writer.gathered, writer.options);
    const open = writer.gathered.filter((entry) => entry.isOpen());
    writer.gathered = [];
    await commitEntries(writer, answerRepeated(open, known));
    if (known !== undefined) writer.options.quarantine.acquit(commandsOf(open));
  }
  writer.running = false;
}

/** As many as a batch holds, as they came; a suspect is one of its own. */
function gather({ ready, options: { quarantine } }: Writer): Entry[] {
  const isSuspect = ({ command }: Entry): boolean => command !== undefined && quarantine.isSuspect(command);
  const suspect = ready.slice(0, MAX_BATCH).findIndex(isSuspect);
  const count = suspect === -1 ? MAX_BATCH : Math.max(1, suspect);
  return ready.splice(0, Math.min(count, MAX_BATCH));
}

/** Engine time, which stamps what is done and never goes back, and the clock, by which orders expire. */
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
  quarantine.enter(commandsOf(entries));
  const decisions = entries.map((entry) => decideEntry(exchange, entry, times));
  quarantine.leave();
  const done = decisions.flatMap((decided) => ("events" in decided ? decided.events : []));
  const events = [...(isRejection(expired) ? [] : expired), ...done];
  const markets = listMarkets(exchange, events);
  const recorded = execute(exchange, { type: "record-prices", markets }, at);
  if (!isRejection(recorded)) events.push(...recorded);
  writer.underway = { entries, since: monotonic() };
  if (events.length > 0) await commitEvents(writer, { events, markets, at });
  writer.underway = undefined;
  entries.forEach((entry, index) => entry.answer(outcomeOf(writer, entry, decisions[index])));
}

const commandsOf = (entries: readonly Entry[]): Command[] => entries.flatMap(({ command }) => command ?? []);

/** The events of an entry; with a request the last one remembers it, and `result` is what its answer is made of. */
type Decided = { readonly events: readonly Event[]; readonly result: unknown } | Rejection;

/** Deciding changes nothing, so a fault there is its caller's alone; one while it is applied is everybody's. */
function decideEntry(exchange: Exchange, entry: Entry, { at, now }: Times): Decided {
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
  const { name, tell } = entry.request;
  const result = tell({ exchange, events: decision, at });
  return {
    events: name === undefined ? decision : [...decision, { type: "request-done", ...name, result }],
    result,
  };
}

type Applied = {
  readonly events: readonly Event[];
  readonly markets: ReadonlySet<Market>;
  readonly at: number;
};

async function commitEvents(writer: Writer, { events, markets, at }: Applied): Promise<void> {
  const { exchange, commit } = writer.options;
  const text = encodeEvents(events);
  const seq = writer.head.seq + 1;
  const hash = batchHash(writer.head.hash, seq, at, text);
  writer.reads.begin(markets);
  await commit({ seq, at, events: text, hash }, collectTouched(exchange, events));
  writer.head = { seq, at, hash };
  const books = writer.sequences.advance(exchange, events);
  writer.reads.end(markets);
  writer.standing.setMode(exchange.mode);
  writer.followers.tell({ events, at, seq, hash, books });
}

function outcomeOf({ head }: Writer, { request }: Entry, decided: Decided): Outcome | OnceOutcome {
  if ("code" in decided) return { type: "rejected", rejection: decided };
  if (request === undefined) return { type: "committed", committed: { events: decided.events, ...head } };
  const done = { name: request.name, result: decided.result, ...head };
  return { type: "done", done, replayed: false };
}

function fail(writer: Writer, error: unknown): void {
  if (writer.state === "failed") return;
  writer.state = "failed";
  blame(writer, error);
  writer.drained?.();
  writer.options.onFailure(error);
}

/** Of faults of ours: without a code, and what the store refuses as wrong; a disk that takes no writes says 42501. */
const BLAMED = /^$|^(22|23|42)(?!501)/;

/** What this process cannot write, or the store refuses as wrong, would end the same way again. */
function blame({ underway, options: { quarantine } }: Writer, error: unknown): void {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (underway !== undefined && BLAMED.test(code)) quarantine.enter(commandsOf(underway.entries));
}

/** Tells whether orders expire now; a batch that is underway sees to them. */
export function isTimeDue({ options: { exchange, clock }, running }: Writer): boolean {
  const now = clock();
  const [soonest] = exchange.expiries;
  return !running && soonest?.expiresAt <= now;
}

/** Answers those who have waited for too long: what is not decided is given up, and what is, is not known yet. */
export function losePatience(writer: Writer): void {
  const { ready, gathered, underway } = writer;
  const now = writer.options.monotonic();
  const isStale = ({ since }: Entry): boolean => hasWaitedTooLong(now - since);
  const stale = ready.splice(0, ready.findLastIndex(isStale) + 1);
  for (const { answer } of [...gathered.filter(isStale), ...stale])
    answer({ type: "rejected", rejection: waitedTooLong });
  if (underway === undefined || !commitTakesTooLong(now - underway.since)) return;
  for (const { answer } of underway.entries) answer({ type: "rejected", rejection: commitTakesLong });
  writer.reads.giveUp(new StoreUnavailable());
}
