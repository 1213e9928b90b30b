/**
 * A follower of an engine, in another thread or process, with the engine's interface. It has a copy of the state, to which
 * it applies the committed batches. Commands go to the engine. Reads and inspections use the copy, once the copy has all
 * that was acknowledged before.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { adoptExchange } from "../../core/events/adopt-exchange.ts";
import type { Command } from "../../core/events/command.ts";
import { continueReplay, replayBatch } from "../../core/events/event-codec.ts";
import type { Replay } from "../../core/events/event-codec.ts";
import { findChangedMarkets } from "../../core/events/touches.ts";
import { reject } from "../../core/rejection.ts";
import type { Rejection } from "../../core/rejection.ts";
import type { Exchange } from "../../core/state.ts";
import { valueWithTimeout } from "../../base/async.ts";
import { createFollowers } from "../../base/followers.ts";
import type { Followers } from "../../base/followers.ts";
import { batchHash } from "../../store/journal/journal.ts";
import type { JournalHead } from "../../store/journal/journal.ts";
import { NotAttempted, StoreUnavailable, TablesBehind, isUnavailable } from "../../store/sql/unavailable.ts";
import { describeRemedy } from "../admission.ts";
import { notAccepting } from "../availability.ts";
import type { Availability } from "../availability.ts";
import { createBookSequences } from "../book-changes.ts";
import type { BookPosition, BookSequences } from "../book-changes.ts";
import { createCommittedReads } from "../committed-reads.ts";
import type { CommittedReads } from "../committed-reads.ts";
import type { Engine, Inspection } from "../engine.ts";
import type { CommandOutcome, Publication, Replacement } from "../repeats/entry.ts";
import type { NotePresences } from "../time/disconnects.ts";
import type { KnownEntries } from "../repeats/known-entries.ts";
import { FollowerGone, NO_ENGINE, createQuestioner } from "./questions.ts";
import type { Questioner } from "./questions.ts";
import { decodeMessage } from "./bus.ts";
import type {
  BatchMessage,
  EngineMessage,
  FollowerBus,
  Interruption,
  Joined,
  Note,
  OutcomeMessage,
  PassedAnswer,
  PassedRequest,
} from "./bus.ts";

export type FollowerOptions = {
  readonly bus: FollowerBus;
  /** Loads the state of the read tables and their last batch. */
  readonly load: () => Promise<Replacement>;
  /** Reads the batches of the journal between these two, in order. */
  readonly readJournal: (
    after: number,
    last: number | undefined,
    take: (batch: Omit<BatchMessage, "type" | "stored">) => void,
  ) => Promise<void>;
  readonly clock: () => number;
  /** Gets the orders and requests of each batch. */
  readonly known: Pick<KnownEntries, "add">;
  /** Called once if the copy cannot follow any more: the thread or process must then end. */
  readonly onFailure: (error: unknown) => void;
};

export type FollowingEngine = Engine & {
  /** Follows the engine from now on; returns once the copy has all that was committed before. */
  join(): Promise<void>;
  /** Waits until the read tables have all that was committed before the call. Throws `TablesBehind` on timeout. */
  reachTables(): Promise<void>;
  /** Returns the last batch that the read tables have for certain. */
  storedTables(): number;
  /** Calls back with each note; reads wait for the returned promise. */
  followNotes(follower: (note: Note) => Promise<void> | undefined): void;
  /** Passes a request on to the process of the engine. */
  passOn(request: PassedRequest): Promise<PassedAnswer>;
  readonly notePresences: NotePresences;
  /** Ends following, and returns the state with everything that the journal has; undefined if the copy is not whole. */
  takeOver(): Promise<Continued | undefined>;
};

/** The state with which a follower goes on as the engine. */
export type Continued = Replacement & {
  readonly run: string;
  readonly books: readonly BookPosition[];
};

type Waiting = { readonly position: number; readonly resolve: () => void };

type State = {
  readonly options: FollowerOptions;
  readonly questions: Questioner;
  readonly exchange: Exchange;
  replay: Replay;
  head: JournalHead;
  run: string;
  availability: Availability;
  stored: number;
  /** Position of the last batch or note that the copy has. */
  position: number;
  /** The last batches, the latest at the end. */
  readonly recent: Publication[];
  /** Messages that wait until the copy is whole; `undefined` once it is. */
  held: EngineMessage[] | undefined;
  /** Messages that came before the engine's answer to the question by which the copy joins. */
  before: readonly EngineMessage[];
  /** Number of that question. */
  joining: number | undefined;
  /** Work to be done until the copy is whole. */
  repair: "none" | "join" | "load";
  /** True if the last repair loaded the state, or found another run. */
  isReplaced: boolean;
  /** True until the copy is whole after a load. */
  isLoading: boolean;
  /** Number of engines that were lost. */
  lost: number;
  /** The engine's position, which is being asked for. */
  asked: Promise<number> | undefined;
  waiting: Waiting[];
  /** Work on notes that reads wait for. */
  readonly noting: Set<Promise<void>>;
  /** Timer of the checks for lost questions. */
  readonly checks: ReturnType<typeof setInterval> | undefined;
  readonly sequences: BookSequences;
  readonly reads: CommittedReads;
  readonly commits: Followers<Publication>;
  readonly modes: Followers<Availability>;
  readonly replacements: Followers<undefined>;
  noteFollower: (note: Note) => Promise<void> | undefined;
  failed: boolean;
};

/** Listens to the engine, and loads the state. The copy stands still until `join` is called. */
export async function createFollower(options: FollowerOptions): Promise<FollowingEngine> {
  const held: EngineMessage[] = [];
  const questions = createQuestioner(options.bus);
  // No command is underway before the state is loaded: answers wait for nothing.
  let take = (message: EngineMessage): void =>
    message.type === "answer" ? questions.answer(message) : void held.push(message);
  const checks = setInterval(questions.check, CHECK_EVERY_MS).unref();
  options.bus.receive((text) => {
    const message = decodeMessage(text);
    if (message.type === "answer" && questions.answerAtOnce(message)) return;
    take(message);
  });
  const { exchange, head } = await loadReached({ questions, options }).catch((error: unknown) => {
    clearInterval(checks);
    throw error;
  });
  const sequences = createBookSequences();
  const state: State = {
    options,
    questions,
    exchange,
    replay: continueReplay(exchange),
    head,
    run: "",
    availability: { mode: exchange.mode, why: "", suspended: undefined },
    stored: 0,
    position: 0,
    recent: [],
    held,
    before: [],
    joining: undefined,
    repair: "none",
    isReplaced: false,
    isLoading: true,
    lost: 0,
    asked: undefined,
    waiting: [],
    noting: new Set(),
    checks,
    sequences,
    reads: createCommittedReads(sequences),
    commits: createFollowers(),
    modes: createFollowers(),
    replacements: createFollowers(),
    noteFollower: () => undefined,
    failed: false,
  };
  take = (message) => receive(state, message);
  options.bus.followInterruptions((interruption) => interrupt(state, interruption));
  return describeEngine(state);
}

const CHECK_EVERY_MS = 1_000;

/** Loads the state once the read tables have every batch that was committed before this process listened. */
async function loadReached({
  questions,
  options,
}: Pick<State, "questions" | "options">): Promise<Replacement> {
  for (;;) {
    try {
      const reached = await questions.ask("reach", undefined, { convert: (answer) => answer });
      if (!("behind" in reached)) return await options.load();
    } catch (error) {
      // Another engine may lead next.
      if (!(error instanceof FollowerGone) && !(error instanceof NotAttempted)) throw error;
      await sleep(REPAIR_DELAY_MS);
    }
  }
}

/**
 * Asks for the state that no table has, and applies what the copy lacks of the journal. The answer comes between the batches
 * before it and those after it. Messages are held meanwhile.
 */
async function join(state: State): Promise<void> {
  state.held ??= [];
  const joined = await state.questions.ask("join", undefined, {
    sent: (no) => (state.joining = no),
    convert: (answer) => answer,
  });
  await readMissing(state, joined);
  for (const message of state.before) if (message.type !== "batch") apply(state, message);
  state.sequences.adopt(state.exchange.markets, joined.books);
  state.position = joined.position;
  // Sequences of another run begin again: channels start again with whole books.
  if (state.run !== "" && state.run !== joined.run) state.isReplaced = true;
  state.run = joined.run;
  state.isLoading = false;
  if (joined.clock !== undefined) void state.noteFollower({ about: "clock", time: joined.clock });
  setAvailability(state, joined.availability);
}

/** Applies the batches up to the engine's last: those that were held, then those of the journal. */
async function readMissing(state: State, { seq, hash }: Joined): Promise<void> {
  for (const message of state.before)
    if (message.type === "batch" && message.seq === state.head.seq + 1) applyBatch(state, message);
  const { head, options } = state;
  if (head.seq < seq)
    await options.readJournal(head.seq, seq, (batch) =>
      applyBatch(state, { ...batch, type: "batch", stored: 0 }),
    );
  if (state.head.seq !== seq || state.head.hash.toString("hex") !== hash)
    throw new CopyBeside(`the copy stands at batch ${state.head.seq}, and the engine at batch ${seq}`);
}

/** The copy has batches that the engine lacks, or others. */
class CopyBeside extends Error {}

/** Joins, and again after each interruption, until the copy is whole; then applies what was held. */
async function makeWhole(state: State): Promise<void> {
  while (state.held !== undefined && !state.failed) {
    const { repair } = state;
    state.repair = "none";
    try {
      if (repair === "load") await loadAgain(state);
      await join(state);
      if (state.repair === "none") applyHeld(state);
    } catch (error) {
      if (state.failed) return;
      if (!(error instanceof CopyBeside) && !isUnavailable(error)) throw error;
      // An operator accepted the loss of batches; otherwise no engine would lead.
      const isBeside = error instanceof CopyBeside;
      state.repair = isBeside || [repair, state.repair].includes("load") ? "load" : "join";
      await sleep(REPAIR_DELAY_MS);
    }
  }
}

const REPAIR_DELAY_MS = 100;

async function loadAgain(state: State): Promise<void> {
  state.isLoading = true;
  state.isReplaced = true;
  const { exchange, head } = await loadReached(state);
  adoptExchange(state.exchange, exchange);
  state.replay = continueReplay(state.exchange);
  state.head = head;
  state.recent.length = 0;
  state.reads.forget();
}

/** Brings the copy up to date after messages were lost, or the whole state was replaced. Reads wait. */
function repairCopy(state: State, repair: "join" | "load"): void {
  if (state.repair !== "load") state.repair = repair;
  if (state.held !== undefined) return;
  state.held = [];
  const repaired = async (): Promise<void> => {
    state.isReplaced = false;
    await makeWhole(state);
    if (state.failed) return;
    if (state.isReplaced) state.replacements.notify(undefined);
    await state.noteFollower({ about: "replacement" });
  };
  holdReads(state, repaired());
}

function interrupt(state: State, { lost }: Interruption): void {
  if (state.failed) return;
  if (lost === "engine") {
    state.lost += 1;
    state.questions.failAll();
    // Positions of the lost engine count for nothing: whoever waits for one asks again.
    for (const { resolve } of state.waiting.splice(0)) resolve();
  }
  repairCopy(state, "join");
}

function receive(state: State, message: EngineMessage): void {
  if (state.failed) return;
  try {
    if (state.held === undefined) return apply(state, message);
    if (message.type !== "answer" || message.no !== state.joining) {
      state.held.push(message);
      // Whatever is held waits for the answer to that question, which may be lost too.
      if (message.type === "answer" && state.joining !== undefined)
        state.questions.failIfLost(state.joining, message);
      return;
    }
    state.before = state.held;
    state.held = [];
    const { position } = (message.answer ?? {}) as Partial<Joined>;
    if (position !== undefined) state.options.bus.resume(position);
    state.questions.answer(message);
  } catch (error) {
    failFollower(state, error);
  }
}

/** Applies the messages that waited. A replacement among them holds those after it. */
function applyHeld(state: State): void {
  const { held = [] } = state;
  state.held = undefined;
  settleWaiting(state);
  for (const message of held) receive(state, message);
}

function apply(state: State, message: EngineMessage): void {
  switch (message.type) {
    case "batch":
      applyBatch(state, message);
      break;
    case "note":
      applyNote(state, message.note);
      break;
    case "answer":
      return state.questions.answer(message);
  }
  state.position = (state.position + 1) | 0;
  settleWaiting(state);
}

/** Batches of which an answer may still tell, after messages were lost. */
const RECENT_BATCHES = 200;

function applyBatch(state: State, { seq, at, events: encoded, stored, ...batch }: BatchMessage): void {
  state.stored = Math.max(state.stored, stored);
  // Loaded before the follower joined.
  if (seq <= state.head.seq) return;
  const hash = batchHash(state.head.hash, seq, at, encoded);
  if (seq !== state.head.seq + 1 || hash.toString("hex") !== batch.hash)
    throw new CopyBeside(`batch ${seq} does not follow batch ${state.head.seq}, where the copy stands`);
  const { exchange } = state;
  const events = replayBatch(state.replay, encoded, at);
  state.head = { seq, at, hash };
  const books = state.sequences.advance(exchange, events);
  state.reads.end(findChangedMarkets(exchange, events));
  const publication = { events, at, seq, hash, books, encoded };
  state.recent.push(publication);
  if (state.recent.length > RECENT_BATCHES) state.recent.shift();
  state.options.known.add(events, state.head);
  state.commits.notify(publication);
}

function applyNote(state: State, note: Note): void {
  if (note.about === "availability") setAvailability(state, note.availability);
  if (note.about === "replacement") return repairCopy(state, "load");
  const work = state.noteFollower(note);
  if (work !== undefined) holdReads(state, work);
}

/** Lets reads wait for the work; a copy that cannot be brought up to date must not be read. */
function holdReads(state: State, work: Promise<void>): void {
  const settle = async (): Promise<void> => {
    try {
      await work;
    } catch (error) {
      failFollower(state, error);
    }
  };
  const settled = settle();
  state.noting.add(settled);
  void settled.finally(() => state.noting.delete(settled));
}

function setAvailability(state: State, availability: Availability): void {
  state.availability = availability;
  state.modes.notify(availability);
}

function settleWaiting(state: State): void {
  const due = state.waiting.findIndex(({ position }) => isAhead(position, state.position));
  for (const { resolve } of state.waiting.splice(0, due === -1 ? state.waiting.length : due)) resolve();
}

/** True if a position comes after the other; positions begin again after 2^31. */
const isAhead = (position: number, other: number): boolean => ((position - other) | 0) > 0;

function catchUp(state: State): Promise<void> | undefined {
  const target = state.options.bus.position();
  if (target === undefined) return reachAsked(state);
  return reach(state, target);
}

/** Waits until the copy is whole and has come so far; at once if it has. */
function reach(state: State, target: number): Promise<void> | undefined {
  const isBehind = state.held !== undefined || isAhead(target, state.position);
  if (!isBehind && state.noting.size === 0) return undefined;
  const reached = isAhead(target, state.position)
    ? new Promise<void>((resolve) => state.waiting.push({ position: target, resolve }))
    : Promise.resolve();
  return reached.then(async () => void (await Promise.all(state.noting)));
}

/** Longest wait of a read for an engine that leads, ms. */
const READ_TIMEOUT_MS = 5_000;
/** Time after the last proof in which no other engine has opened, ms. */
export const LEASE_MS = 2_000;

/** Asks for the engine's position, and waits for it. Positions of an engine that leads no more count for nothing. */
async function reachAsked(state: State): Promise<void> {
  const deadline = performance.now() + READ_TIMEOUT_MS;
  let why: string | undefined;
  while (performance.now() < deadline && !state.failed) {
    const { lost } = state;
    const reached = askPosition(state).then((target) => reach(state, target));
    const isReached = await valueWithTimeout(
      reached.then(
        () => state.lost === lost,
        (error: unknown) => {
          if (error instanceof StoreUnavailable && !(error instanceof FollowerGone)) why = error.message;
          return false;
        },
      ),
      deadline - performance.now(),
    );
    if (isReached === true) return;
    await sleep(ASK_AGAIN_MS);
  }
  throw new StoreUnavailable(why ?? state.availability.suspended ?? NO_ENGINE);
}

const ASK_AGAIN_MS = 20;

/** Asks for the position, once for all who wait in this tick of the event loop. */
function askPosition(state: State): Promise<number> {
  state.asked ??= nextTick().then(async () => {
    state.asked = undefined;
    const askedAt = performance.now();
    const { position, age } = await state.questions.ask("position", undefined, {
      convert: (answer) => answer,
    });
    if (performance.now() - askedAt + age > LEASE_MS)
      throw new StoreUnavailable("the engine's proof of its lead is old");
    return position;
  });
  return state.asked;
}

const nextTick = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

function failFollower(state: State, error: unknown): void {
  if (state.failed) return;
  state.failed = true;
  state.questions.failAll();
  state.options.onFailure(error);
}

function describeEngine(state: State): FollowingEngine {
  const { questions, exchange, reads, sequences } = state;
  const availability = {
    now: () => state.availability,
    follow: state.modes.follow,
    withMode: () => ofEngine("the operator's mode"),
    followSources: () => ofEngine("the sources of modes"),
    restrict: () => ofEngine("a restriction"),
    restrictions: () => ofEngine("the list of restrictions"),
    suspend: () => ofEngine("a suspension"),
  };
  return {
    join: () => makeWhole(state),
    submit: (command) => submit(state, command),
    submitOnce: () => ofEngine("a request that is carried out once"),
    examine: (inspect) => examine(state, inspect),
    alone: () => ofEngine("exclusive work"),
    follow: state.commits.follow,
    followReplacements: state.replacements.follow,
    tick: async () => {},
    reads,
    exchange,
    availability,
    get run() {
      return state.run;
    },
    books: sequences.list,
    catchUp: () => catchUp(state),
    head: () => state.head,
    close: async () => endFollower(state),
    reachTables: () => reachTables(state),
    storedTables: () => state.stored,
    followNotes: (follower) => void (state.noteFollower = follower),
    passOn: (request) =>
      sendUntilTaken(state, () => questions.ask("request", request, { convert: (answer) => answer })),
    notePresences: async (presences) =>
      void (await askAnyEngine(state, () => questions.ask("presences", presences, { convert: () => null }))),
    takeOver: () => takeOver(state),
  };
}

function endFollower(state: State): void {
  state.failed = true;
  clearInterval(state.checks);
}

async function takeOver(state: State): Promise<Continued | undefined> {
  // A copy that waits for another engine has all batches up to its head.
  const isWhole = !state.isLoading && !state.failed;
  endFollower(state);
  state.questions.failAll();
  if (!isWhole) return undefined;
  const { exchange, options, run, sequences } = state;
  await options.readJournal(state.head.seq, undefined, (batch) =>
    applyBatch(state, { ...batch, type: "batch", stored: 0 }),
  );
  return { exchange, head: state.head, run, books: sequences.list() };
}

/** Throws for work that only the engine's own process does; requests for it are passed on. */
function ofEngine(what: string): never {
  throw new Error(`${what} belongs to the process of the engine`);
}

async function submit(state: State, command: Command): Promise<CommandOutcome> {
  if (state.failed) return rejectUnanswered(command);
  const send = (): Promise<CommandOutcome> =>
    state.questions.ask("submit", command, { convert: (outcome) => toOutcome(state, command, outcome) });
  return sendUntilTaken(state, send).catch((error: unknown) => {
    if (error instanceof FollowerGone) return rejectUnanswered(command);
    if (error instanceof NotAttempted) return { type: "rejected", rejection: notAccepting(error.message) };
    throw error;
  });
}

const wasNotTaken = (error: unknown): boolean => error instanceof NotAttempted;

/** Sends to the engine that leads, or to its successor if it took nothing since it gives its lead away. */
async function sendUntilTaken<T>(
  state: State,
  send: () => Promise<T>,
  mayRepeat: (error: unknown) => boolean = wasNotTaken,
): Promise<T> {
  const deadline = performance.now() + READ_TIMEOUT_MS;
  for (;;) {
    try {
      return await send();
    } catch (error) {
      if (!mayRepeat(error) || state.failed || performance.now() > deadline) throw error;
      await sleep(ASK_AGAIN_MS);
      await catchUp(state)?.catch(() => {
        throw error;
      });
    }
  }
}

/** Asks what may be asked twice. An engine that does not answer may lead no more: its successor answers as well. */
const askAnyEngine = <T>(state: State, ask: () => Promise<T>): Promise<T> =>
  sendUntilTaken(state, ask, (error) => wasNotTaken(error) || error instanceof FollowerGone);

const rejectUnanswered = (command: Command): CommandOutcome => ({
  type: "rejected",
  rejection: reject(
    "outcome_unknown",
    `the engine did not answer: whether this is done is not known yet; ${describeRemedy({ command, request: undefined })}`,
  ),
});

/** Converts an outcome, whose batch was applied before. */
function toOutcome({ recent, head }: State, command: Command, outcome: OutcomeMessage): CommandOutcome {
  if (outcome.type !== "committed") return outcome;
  const { seq, first, count, refusal } = outcome;
  if (count === 0) return { type: "committed", committed: { events: [], ...head } };
  const batch = recent.findLast((one) => one.seq === seq);
  // The copy was loaded with the batch in it, after a replacement.
  if (batch === undefined) return rejectUnanswered(command);
  const events = batch.events
    .slice(first, first + count)
    .map((event) => (event.type === "order-placed" && refusal !== undefined ? { ...event, refusal } : event));
  return { type: "committed", committed: { ...batch, events } };
}

/**
 * Calls `inspect` with the copy, once the copy has what was acknowledged and what was submitted here before, and no expired
 * order.
 */
async function examine<T>(state: State, inspect: Inspection<T>): Promise<T | Rejection> {
  const { exchange, options } = state;
  const { suspended } = state.availability;
  if (suspended !== undefined) return notAccepting(suspended);
  const [soonest] = exchange.expiries;
  if (soonest !== undefined && soonest.leavesAt <= options.clock())
    await submit(state, { type: "expire-orders" });
  await state.questions.settled();
  await catchUp(state);
  const now = options.clock();
  return inspect(exchange, Math.max(now, state.head.at), now);
}

async function reachTables(state: State): Promise<void> {
  const ask = () => state.questions.ask("reach", undefined, { convert: (answer) => answer });
  const reached = await askAnyEngine(state, ask);
  if ("behind" in reached) throw new TablesBehind(reached.behind);
  state.stored = Math.max(state.stored, reached.stored);
}
