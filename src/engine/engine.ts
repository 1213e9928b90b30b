/**
 * The engine's interface: commands and inspections go in, outcomes come out, and followers get each commit. Commands and
 * inspections wait in the writer's queue (writer.ts), and no answer is sent before its commit has returned.
 */
import { randomBytes } from "node:crypto";
import type { Command } from "../core/events/command.ts";
import type { Event } from "../core/events/event.ts";
import { decide } from "../core/exchange.ts";
import type { Rejection } from "../core/rejection.ts";
import type { Exchange } from "../core/state.ts";
import type { JournalHead } from "../store/journal/journal.ts";
import { rejectOverload } from "./admission.ts";
import { notAccepting } from "./availability.ts";
import type { AvailabilityControl } from "./availability.ts";
import type { BookPosition } from "./book-changes.ts";
import type { CommittedReads } from "./committed-reads.ts";
import type {
  ExclusiveContext,
  EngineOptions,
  Entry,
  Follower,
  OnceOutcome,
  CommandOutcome,
  Request,
} from "./repeats/entry.ts";
import { createWriter, enqueue, expireWaiting, isTimeDue } from "./writer.ts";
import type { Writer } from "./writer.ts";

export type Engine = {
  /** Executes a command. */
  submit(command: Command): Promise<CommandOutcome>;
  /** Executes the command of a request once: a repeat gets the first result, also after a restart. */
  submitOnce(command: Command, request: Request): Promise<OnceOutcome>;
  /**
   * Calls `inspect` once all earlier entries are decided, and returns its result once they are committed. `inspect`
   * changes nothing and retains no part of the exchange.
   */
  examine<T>(inspect: Inspection<T>): Promise<T | Rejection>;
  /** Calls `work` once all earlier entries are committed; nothing is decided until `work` returns. Returns its result. */
  alone<T>(work: (turn: ExclusiveContext) => Promise<T>): Promise<T | Rejection>;
  /** Calls the follower after the state of the exchange was replaced, until the returned function is called. */
  followReplacements(follower: () => void): () => void;
  /** Calls the follower after every commit, until the returned function is called. */
  follow(follower: Follower): () => void;
  /**
   * Does the work that is due by the clock: expires orders, and answers callers who waited too long. Called by a timer.
   */
  tick(): Promise<void>;
  /** Reads of committed market state. */
  readonly reads: CommittedReads;
  /**
   * The state in memory. It may run ahead of the last commit: read fixed parameters from it, and everything else
   * through `reads`.
   */
  readonly exchange: Exchange;
  /** Kinds of commands that the exchange accepts right now. */
  readonly availability: Pick<
    AvailabilityControl,
    "now" | "withMode" | "follow" | "followSources" | "restrict" | "restrictions" | "suspend"
  >;
  /** Id of this run of the process, in which the sequences of books start at 0. */
  readonly run: string;
  /** Lists the sequences of the books at the last commit. */
  books(): readonly BookPosition[];
  /**
   * Waits until memory has all that was acknowledged before the call; at once if it has. `undefined` where memory is never
   * behind.
   */
  readonly catchUp: (() => Promise<void> | undefined) | undefined;
  /** Returns the last committed batch. */
  head(): JournalHead;
  /** Accepts no more commands, and returns once all accepted ones are committed and answered. */
  close(): Promise<void>;
};

/** A function of the exchange, engine time and the clock's time, both in ms. */
export type Inspection<T> = (exchange: Exchange, at: number, now: number) => T;

export function createEngine(options: EngineOptions): Engine {
  const writer = createWriter(options);
  return {
    submit: (command) => submit(writer, command),
    submitOnce: (command, request) => submitOnce(writer, command, request),
    examine: (inspect) => examine(writer, inspect),
    alone: (work) => queueExclusiveWork(writer, work),
    follow: writer.followers.follow,
    followReplacements: writer.replacements.follow,
    tick: () => tick(writer),
    reads: writer.reads,
    exchange: options.exchange,
    availability: writer.availability,
    run: options.run ?? randomBytes(4).toString("hex"),
    books: writer.sequences.list,
    catchUp: undefined,
    head: () => writer.head,
    close: () => close(writer),
  };
}

const submit = (writer: Writer, command: Command): Promise<CommandOutcome> =>
  new Promise((resolve, fail) => {
    const answer = (outcome: CommandOutcome | OnceOutcome): void =>
      outcome.type === "done"
        ? fail(new Error("a request was answered that nobody named"))
        : resolve(outcome);
    take(writer, { command, request: undefined, decide: decideFor(command), answer, fail });
  });

const submitOnce = (writer: Writer, command: Command, request: Request): Promise<OnceOutcome> =>
  new Promise((resolve, fail) => {
    const answer = (outcome: CommandOutcome | OnceOutcome): void =>
      outcome.type === "done" || outcome.type === "rejected"
        ? resolve(outcome)
        : fail(new Error(`a request was answered with ${outcome.type}`));
    take(writer, { command, request, decide: decideFor(command), answer, fail });
  });

const decideFor =
  (command: Command): Entry["decide"] =>
  (exchange, at, now) =>
    decide(exchange, command, at, now);

/**
 * Queues an inspection. If it throws, only the inspection fails: the commands of its batch are committed all the same.
 */
const examine = <T>(writer: Writer, inspect: Inspection<T>): Promise<T | Rejection> =>
  new Promise((resolve, fail) => {
    let resolveResult = (): void => undefined;
    const decideNothing = (exchange: Exchange, at: number, now: number): Event[] => {
      const result = inspect(exchange, at, now);
      resolveResult = () => resolve(result);
      return [];
    };
    const answer = (outcome: CommandOutcome | OnceOutcome): void =>
      outcome.type === "rejected" ? resolve(outcome.rejection) : resolveResult();
    take(writer, { command: undefined, request: undefined, decide: decideNothing, answer, fail });
  });

/** Queues exclusive work of the writer. */
const queueExclusiveWork = <T>(
  writer: Writer,
  work: (turn: ExclusiveContext) => Promise<T>,
): Promise<T | Rejection> =>
  new Promise((resolve, fail) => {
    let resolveResult = (): void => undefined;
    const doWork = async (turn: ExclusiveContext): Promise<void> => {
      const result = await work(turn);
      resolveResult = () => resolve(result);
    };
    const answer = (outcome: CommandOutcome | OnceOutcome): void =>
      outcome.type === "rejected" ? resolve(outcome.rejection) : resolveResult();
    take(writer, { command: undefined, request: undefined, decide: () => [], alone: doWork, answer, fail });
  });

type NewEntry = Omit<Entry, "since" | "isOpen" | "trace">;

/**
 * Queues an entry, or refuses it at once. Every entry is answered once: after an unknown outcome the real outcome is
 * dropped.
 */
function take(writer: Writer, entry: NewEntry): void {
  const refusal = rejectEntry(writer, entry.command);
  if (refusal !== undefined) return entry.answer({ type: "rejected", rejection: refusal });
  writer.pending += 1;
  let open = true;
  const conclude = (answer: () => void): void => {
    if (!open) return;
    open = false;
    writer.pending -= 1;
    answer();
    if (writer.pending === 0) writer.drained?.();
  };
  enqueue(writer, {
    ...entry,
    answer: (outcome) => conclude(() => entry.answer(outcome)),
    fail: (error) => conclude(() => entry.fail(error)),
    since: writer.options.monotonic(),
    isOpen: () => open,
    trace: writer.options.traces?.entry(),
  });
}

function rejectEntry(writer: Writer, command: Command | undefined): Rejection | undefined {
  if (writer.state !== "open") return notAccepting("the exchange is stopping");
  const { pending, ready, options } = writer;
  const [oldest] = ready;
  const oldestMs = oldest === undefined ? 0 : options.monotonic() - oldest.since;
  return (
    writer.availability.refuse(command) ??
    rejectOverload(command, { pending, oldestMs, tables: options.tables }) ??
    (command && options.quarantine.refuse(command))
  );
}

async function tick(writer: Writer): Promise<void> {
  expireWaiting(writer);
  if (isTimeDue(writer)) await submit(writer, { type: "expire-orders" });
}

async function close(writer: Writer): Promise<void> {
  if (writer.state !== "open") return;
  writer.state = "closing";
  if (writer.pending === 0) return;
  await new Promise<void>((resolve) => {
    writer.drained = resolve;
  });
}
