/** Entries of the writer's queue: commands and requests, their outcomes, and the engine's options. */
import type { Command } from "../../core/events/command.ts";
import type { Event } from "../../core/events/event.ts";
import type { Rejection } from "../../core/rejection.ts";
import type { RequestName } from "../../core/request.ts";
import type { Exchange, Market } from "../../core/state.ts";
import type { Batch, JournalHead } from "../../store/journal/journal.ts";
import type { Projector, TablesState } from "../../store/projector/projector.ts";
import type { BookChange, BookPosition } from "../book-changes.ts";
import type { KnownEntries } from "./known-entries.ts";
import type { Quarantine } from "../operators/quarantine.ts";

/** Events of an accepted command, with their batch. */
export type CommittedEvents = {
  readonly events: readonly Event[];
  /** Engine time, milliseconds. */
  readonly at: number;
  readonly seq: number;
  /** The journal's hash of the batch. */
  readonly hash: Buffer;
};

/** A committed batch for followers, with its changes of the books. */
export type Publication = CommittedEvents & {
  readonly books: ReadonlyMap<Market, BookChange>;
  /** The events' exact text in the journal. */
  readonly encoded: string;
};

/**
 * Called right after a commit, while memory is exactly as committed: the follower must read the state of markets and
 * orders before it returns. It must be quick, since the writer waits, and must not throw.
 */
export type Follower = (publication: Publication) => void;

/** The outcome of a command. */
export type CommandOutcome =
  | { readonly type: "committed"; readonly committed: CommittedEvents }
  | { readonly type: "rejected"; readonly rejection: Rejection }
  /** The same signed order was accepted before; its original result is in the store. */
  | { readonly type: "duplicate"; readonly id: string };

/** The outcome of a request's command; `replayed` if an earlier request executed it. */
export type OnceOutcome =
  | { readonly type: "done"; readonly done: CompletedRequest; readonly replayed: boolean }
  | { readonly type: "rejected"; readonly rejection: Rejection };

/** State of the read tables; the writer waits if too many rows wait to be written into them. */
export type WriterHold = { standing(): Pick<TablesState, "holdsWriter"> };

export type EngineOptions = {
  readonly exchange: Exchange;
  readonly head: JournalHead;
  /** Id of the run and sequences of the books that this engine continues; a new run without them. */
  readonly run?: string;
  readonly books?: readonly BookPosition[];
  /** Milliseconds since 1970; orders expire by it. It may step back, engine time does not. */
  readonly clock: () => number;
  /** Milliseconds since an arbitrary moment; never steps back. */
  readonly monotonic: () => number;
  /** Defers a call until everything that arrived together is queued: `setImmediate`. */
  readonly later: (turn: () => void) => void;
  /** Makes a batch durable, however long that takes; fails only if nothing can be committed any more. */
  readonly commit: (batch: Batch) => Promise<void>;
  /** Receives the rows of committed batches for the read tables. */
  readonly tables: Pick<Projector, "add" | "room" | "settle" | "manyEnds"> & WriterHold;
  /** Tells from memory which orders and requests are new; gets those of each commit. */
  readonly known: KnownEntries;
  readonly findOrders: FindOrders;
  readonly findRequests: FindRequests;
  readonly quarantine: Pick<
    Quarantine,
    "refuse" | "isSuspect" | "noteDeciding" | "noteDecided" | "noteCommitted"
  >;
  /** Traces of requests, if tracing is on. */
  readonly traces?: WriterTraces | undefined;
  /** Called once, when a commit or a lookup fails. */
  readonly onFailure: (error: unknown) => void;
};

/** Finds which of these ids belong to orders in the store. */
export type FindOrders = (ids: readonly string[]) => Promise<ReadonlySet<string>>;

/** The exchange right after a command was applied, with the command's events. */
export type AppliedCommand = {
  readonly exchange: Exchange;
  readonly events: readonly Event[];
  readonly at: number;
};

/** A request that the engine executes once. */
export type Request = {
  /** Name that repeats share; `undefined` for a request whose repeats cannot be recognized, and which is not remembered. */
  readonly name: RequestName | undefined;
  /** Makes the result that is stored and answered: JSON without secrets. Must not throw. */
  readonly makeResult: (applied: AppliedCommand) => unknown;
};

/** A request that was executed; `seq`, `at` and `hash` are those of its batch. */
export type CompletedRequest = JournalHead & {
  readonly name: RequestName | undefined;
  readonly result: unknown;
};

/** Finds which of these requests were executed and are still remembered. */
export type FindRequests = (names: readonly RequestName[]) => Promise<readonly CompletedRequest[]>;

/** Exclusive work: nothing else is decided meanwhile. It throws only before it changed anything. */
export type ExclusiveWork = (turn: ExclusiveContext) => Promise<void>;

export type ExclusiveContext = {
  /** The last batch, which the read tables have reached. */
  readonly head: JournalHead;
  /**
   * Replaces the state of the exchange by the result of `load`. If `load` fails, the process ends: memory and the
   * database differ then.
   */
  readonly replace: (load: () => Promise<Replacement>) => Promise<void>;
};

/** Another state of the exchange, and the last batch of its journal. */
export type Replacement = { readonly exchange: Exchange; readonly head: JournalHead };

/** The span of a batch, to link to from other traces. */
export type BatchSpan = { readonly traceId: string; readonly spanId: string; readonly traceFlags: number };

/** Trace of the request that an entry came with. Times are on the monotonic clock, ms. */
export type EntryTrace = {
  /** Records that the entry was queued at `since`, and decided between `began` and `ended`. */
  decided(since: number, began: number, ended: number): void;
  /** Records the commit of the entry's batch. */
  committed(since: number, ended: number, batch: BatchSpan): void;
};

export type CommittingBatch = {
  readonly entries: readonly Pick<Entry, "trace">[];
  readonly seq: number;
  /** Number of its events. */
  readonly events: number;
};

export type WriterTraces = {
  /** Returns the trace of the request that queues an entry just now; `undefined` if it is not recorded. */
  entry(): EntryTrace | undefined;
  /** Records the start of a batch's commit. The returned function records its end. */
  committing(batch: CommittingBatch): (() => void) | undefined;
};

/** A command or an inspection in the queue, with the functions that answer it. */
export type Entry = {
  /** `undefined` for an inspection. */
  readonly command: Command | undefined;
  /** Request that brought the command; `undefined` if the command is not executed once per request. */
  readonly request: Request | undefined;
  readonly decide: (exchange: Exchange, at: number, now: number) => Event[] | Rejection;
  /** Exclusive work of the writer, in place of a decision. */
  readonly alone?: ExclusiveWork | undefined;
  readonly answer: (outcome: CommandOutcome | OnceOutcome) => void;
  /** Answers with a bug in deciding the entry, which changed nothing. */
  readonly fail: (error: unknown) => void;
  /** Time at which the entry was queued, on the monotonic clock, ms. */
  readonly since: number;
  /** True until the entry is answered. */
  readonly isOpen: () => boolean;
  readonly trace: EntryTrace | undefined;
};
