/**
 * A follower of an engine, in another thread or process, with the engine's interface. It has a copy of the state, to which
 * it applies the committed batches. Commands go to the engine. Reads and inspections use the copy, once the copy has all
 * that was acknowledged before.
 */
import { adoptExchange } from "../../core/events/adopt-exchange.ts";
import type { Command } from "../../core/events/command.ts";
import { continueReplay, replayBatch } from "../../core/events/event-codec.ts";
import type { Replay } from "../../core/events/event-codec.ts";
import { findChangedMarkets } from "../../core/events/touches.ts";
import { reject } from "../../core/rejection.ts";
import type { Rejection } from "../../core/rejection.ts";
import type { Exchange } from "../../core/state.ts";
import { createFollowers } from "../../base/followers.ts";
import type { Followers } from "../../base/followers.ts";
import { batchHash } from "../../store/journal/journal.ts";
import type { JournalHead } from "../../store/journal/journal.ts";
import { StoreUnavailable, TablesBehind } from "../../store/sql/unavailable.ts";
import { describeRemedy } from "../admission.ts";
import { notAccepting } from "../availability.ts";
import type { Availability } from "../availability.ts";
import { createBookSequences } from "../book-changes.ts";
import type { BookSequences } from "../book-changes.ts";
import { createCommittedReads } from "../committed-reads.ts";
import type { CommittedReads } from "../committed-reads.ts";
import type { Engine, Inspection } from "../engine.ts";
import type { CommandOutcome, Publication, Replacement } from "../repeats/entry.ts";
import type { KnownEntries } from "../repeats/known-entries.ts";
import { BUS_VERSION, decodeMessage } from "./bus.ts";
import type {
  AnswerMessage,
  BatchMessage,
  EngineMessage,
  Fault,
  FollowerBus,
  Joined,
  Note,
  OutcomeMessage,
  PassedAnswer,
  PassedRequest,
  QuestionKind,
  Questions,
} from "./bus.ts";

export type FollowerOptions = {
  readonly bus: FollowerBus;
  /** Loads the state of the read tables and their last batch. */
  readonly load: () => Promise<Replacement>;
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
};

type Waiting = { readonly position: number; readonly resolve: () => void };

type State = {
  readonly options: FollowerOptions;
  readonly questions: Questioner;
  readonly exchange: Exchange;
  replay: Replay;
  head: JournalHead;
  latest: Publication | undefined;
  run: string;
  availability: Availability;
  stored: number;
  /** Position of the last batch or note that the copy has. */
  position: number;
  /** Messages that wait until the copy is loaded; `undefined` once it is. */
  held: EngineMessage[] | undefined;
  /** Number of the question by which the copy joins. */
  joining: number | undefined;
  waiting: Waiting[];
  /** Work on notes that reads wait for. */
  readonly noting: Set<Promise<void>>;
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
  let take = (message: EngineMessage): void => void held.push(message);
  const questions = createQuestioner(options.bus);
  options.bus.receive((text) => {
    const message = decodeMessage(text);
    if (message.type === "answer" && questions.answerAtOnce(message)) return;
    take(message);
  });
  const { exchange, head } = await loadReached({ questions, options });
  const sequences = createBookSequences();
  const state: State = {
    options,
    questions,
    exchange,
    replay: continueReplay(exchange),
    head,
    latest: undefined,
    run: "",
    availability: { mode: exchange.mode, why: "", suspended: undefined },
    stored: 0,
    position: 0,
    held,
    joining: undefined,
    waiting: [],
    noting: new Set(),
    sequences,
    reads: createCommittedReads(sequences),
    commits: createFollowers(),
    modes: createFollowers(),
    replacements: createFollowers(),
    noteFollower: () => undefined,
    failed: false,
  };
  take = (message) => receive(state, message);
  return describeEngine(state);
}

/** Loads the state once the read tables have every batch that was committed before this process listened. */
async function loadReached({
  questions,
  options,
}: Pick<State, "questions" | "options">): Promise<Replacement> {
  while ("behind" in (await questions.ask("reach", undefined, { convert: (answer) => answer })));
  return options.load();
}

/** Asks for the state that no table has. The answer comes between the batches before it and those after it. */
async function join(state: State): Promise<void> {
  await state.questions.ask(
    "join",
    { version: BUS_VERSION },
    {
      sent: (no) => (state.joining = no),
      convert: (joined) => adoptJoined(state, joined),
    },
  );
}

function adoptJoined(state: State, { position, run, seq, books, availability, clock }: Joined): void {
  if (state.head.seq !== seq)
    throw new Error(`the copy stands at batch ${state.head.seq}, and the engine at batch ${seq}`);
  state.sequences.adopt(state.exchange.markets, books);
  state.position = position;
  state.run = run;
  if (clock !== undefined) void state.noteFollower({ about: "clock", time: clock });
  setAvailability(state, availability);
}

function receive(state: State, message: EngineMessage): void {
  if (state.failed) return;
  try {
    if (state.held === undefined) return apply(state, message);
    state.held.push(message);
    if (message.type !== "answer" || message.no !== state.joining) return;
    applyHeld(state, state.held);
  } catch (error) {
    failFollower(state, error);
  }
}

/** Applies the messages that waited. A replacement among them holds those after it. */
function applyHeld(state: State, held: readonly EngineMessage[]): void {
  state.held = undefined;
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

function applyBatch(state: State, { seq, at, events: encoded, stored, ...batch }: BatchMessage): void {
  state.stored = Math.max(state.stored, stored);
  // Loaded before the follower joined.
  if (seq <= state.head.seq) return;
  const hash = batchHash(state.head.hash, seq, at, encoded);
  if (seq !== state.head.seq + 1 || hash.toString("hex") !== batch.hash)
    throw new Error(`batch ${seq} does not follow batch ${state.head.seq}, where the copy stands`);
  const { exchange } = state;
  const events = replayBatch(state.replay, encoded, at);
  state.head = { seq, at, hash };
  const books = state.sequences.advance(exchange, events);
  state.reads.end(findChangedMarkets(exchange, events));
  state.latest = { events, at, seq, hash, books, encoded };
  state.options.known.add(events, state.head);
  state.commits.notify(state.latest);
}

function applyNote(state: State, note: Note): void {
  if (note.about === "availability") setAvailability(state, note.availability);
  if (note.about === "replacement") replaceCopy(state);
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

/** Loads the state again, and holds later messages meanwhile. */
function replaceCopy(state: State): void {
  state.held = [];
  const replaced = async (): Promise<void> => {
    const { exchange, head } = await loadReached(state);
    adoptExchange(state.exchange, exchange);
    state.replay = continueReplay(state.exchange);
    state.head = head;
    state.reads.forget();
    await join(state);
    state.replacements.notify(undefined);
  };
  holdReads(state, replaced());
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
  const behind = state.held !== undefined || isAhead(target, state.position);
  if (!behind && state.noting.size === 0) return undefined;
  const reached = isAhead(target, state.position)
    ? new Promise<void>((resolve) => state.waiting.push({ position: target, resolve }))
    : Promise.resolve();
  return reached.then(async () => void (await Promise.all(state.noting)));
}

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
    join: () => join(state),
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
    close: async () => void (state.failed = true),
    reachTables: () => reachTables(state),
    storedTables: () => state.stored,
    followNotes: (follower) => void (state.noteFollower = follower),
    passOn: (request) => questions.ask("request", request, { convert: (answer) => answer }),
  };
}

/** Throws for work that only the engine's own process does; requests for it are passed on. */
function ofEngine(what: string): never {
  throw new Error(`${what} belongs to the process of the engine`);
}

async function submit(state: State, command: Command): Promise<CommandOutcome> {
  if (state.failed) return rejectUnanswered(command);
  return state.questions
    .ask("submit", command, { convert: (outcome) => toOutcome(state, command, outcome) })
    .catch((error: unknown) => {
      if (error instanceof FollowerGone) return rejectUnanswered(command);
      throw error;
    });
}

const rejectUnanswered = (command: Command): CommandOutcome => ({
  type: "rejected",
  rejection: reject(
    "outcome_unknown",
    `the engine did not answer: whether this is done is not known yet; ${describeRemedy({ command, request: undefined })}`,
  ),
});

/** Converts an outcome, whose batch was applied last. */
function toOutcome({ latest, head }: State, command: Command, outcome: OutcomeMessage): CommandOutcome {
  if (outcome.type !== "committed") return outcome;
  const { seq, first, count, refusal } = outcome;
  if (count === 0) return { type: "committed", committed: { events: [], ...head } };
  // The copy was loaded with the batch in it, after a replacement.
  if (latest?.seq !== seq) return rejectUnanswered(command);
  const events = latest.events
    .slice(first, first + count)
    .map((event) => (event.type === "order-placed" && refusal !== undefined ? { ...event, refusal } : event));
  return { type: "committed", committed: { ...latest, events } };
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
  if (soonest !== undefined && soonest.expiresAt <= options.clock())
    await submit(state, { type: "expire-orders" });
  await state.questions.settled();
  await catchUp(state);
  const now = options.clock();
  return inspect(exchange, Math.max(now, state.head.at), now);
}

async function reachTables(state: State): Promise<void> {
  const reached = await state.questions.ask("reach", undefined, { convert: (answer) => answer });
  if ("behind" in reached) throw new TablesBehind(reached.behind);
  state.stored = Math.max(state.stored, reached.stored);
}

// Questions to the engine, by number.

type Conversion<Kind extends QuestionKind, T> = {
  /** Called with the question's number before it is sent. */
  readonly sent?: (no: number) => void;
  /** Converts the answer, at its place among the batches. */
  readonly convert: (answer: Questions[Kind]["answer"]) => T;
};

type Questioner = {
  ask<Kind extends QuestionKind, T>(
    kind: Kind,
    asked: Questions[Kind]["asked"],
    conversion: Conversion<Kind, T>,
  ): Promise<T>;
  /** Takes an answer whose place among the batches does not matter; false for other answers. */
  answerAtOnce(message: AnswerMessage): boolean;
  answer(message: AnswerMessage): void;
  /** Waits for the answers to all commands so far. */
  settled(): Promise<void>;
  /** Fails all open questions. */
  failAll(): void;
};

type OpenQuestion = {
  readonly isOrdered: boolean;
  readonly resolve: (answer: unknown) => void;
  readonly fail: (error: Error) => void;
};

class FollowerGone extends StoreUnavailable {}

function createQuestioner(bus: Pick<FollowerBus, "send">): Questioner {
  const open = new Map<number, OpenQuestion>();
  /** Commands that are not answered yet. */
  const underway = new Set<Promise<unknown>>();
  let count = 0;

  function answer({ no, answer: answered, fault }: AnswerMessage): void {
    const question = open.get(no);
    open.delete(no);
    if (fault === undefined) question?.resolve(answered);
    else question?.fail(toError(fault));
  }

  return {
    ask: (kind, asked, { sent, convert }) => {
      const no = (count += 1);
      const isOrdered = kind === "submit" || kind === "join";
      const answered = new Promise<ReturnType<typeof convert>>((resolve, fail) => {
        open.set(no, { isOrdered, fail, resolve: (given) => resolve(convert(given as never)) });
      });
      sent?.(no);
      bus.send(JSON.stringify({ type: "question", no, kind, asked }));
      if (isOrdered) underway.add(answered);
      const leave = (): void => void underway.delete(answered);
      answered.then(leave, leave);
      return answered;
    },
    settled: async () => void (await Promise.allSettled(underway)),
    answerAtOnce(message) {
      if (open.get(message.no)?.isOrdered === true) return false;
      answer(message);
      return true;
    },
    answer,
    failAll() {
      for (const { fail } of open.values()) fail(new FollowerGone("the engine did not answer"));
      open.clear();
    },
  };
}

const toError = ({ unavailable, message }: Fault): Error =>
  unavailable ? new StoreUnavailable(message) : new Error(message);
