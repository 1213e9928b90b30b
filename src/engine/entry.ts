/** Entries of the writer's queue: commands and requests as they come in, their outcomes, and the engine's options. */
import type { Command } from "../core/command.ts";
import type { Event } from "../core/event.ts";
import type { Rejection } from "../core/rejection.ts";
import type { RequestName } from "../core/request.ts";
import type { Exchange, Market } from "../core/state.ts";
import type { Batch } from "../store/journal/commit-batch.ts";
import type { JournalHead } from "../store/journal/journal.ts";
import type { Projector, TablesState } from "../store/projector/projector.ts";
import type { BookChange } from "./book-changes.ts";
import type { KnownEntries } from "./known-entries.ts";
import type { Quarantine } from "./quarantine.ts";

/** Events of an accepted command, with the batch that they are part of. */
export type Committed = {
  readonly events: readonly Event[];
  /** Engine time, milliseconds. */
  readonly at: number;
  readonly seq: number;
  /** The journal's hash of the batch. */
  readonly hash: Buffer;
};

/** A committed batch, with its changes of the books, as followers get it. */
export type Publication = Committed & { readonly books: ReadonlyMap<Market, BookChange> };

/**
 * Called right after a commit, while memory stands as committed: the state of markets and orders must be read before it
 * returns. It must be quick, since the writer waits, and must not throw.
 */
export type Follower = (publication: Publication) => void;

/** The outcome of a command. */
export type CommandOutcome =
  | { readonly type: "committed"; readonly committed: Committed }
  | { readonly type: "rejected"; readonly rejection: Rejection }
  /** The same signed order was accepted before; its original result is in the store. */
  | { readonly type: "duplicate"; readonly id: string };

/** The outcome of a command that came for a request; `replayed` when an earlier one carried it out. */
export type OnceOutcome =
  | { readonly type: "done"; readonly done: DoneRequest; readonly replayed: boolean }
  | { readonly type: "rejected"; readonly rejection: Rejection };

/** The read tables, for which the writer waits where too much waits to be written into them. */
export type WriterHold = { standing(): Pick<TablesState, "holdsWriter"> };

export type EngineOptions = {
  readonly exchange: Exchange;
  readonly head: JournalHead;
  /** Milliseconds since 1970; orders expire by it. It may step back, engine time does not. */
  readonly clock: () => number;
  /** Milliseconds since any moment; never steps back. */
  readonly monotonic: () => number;
  /** Defers a call until everything that arrived together was taken: `setImmediate`. */
  readonly later: (turn: () => void) => void;
  /** Makes a batch durable, however long that takes; fails only where nothing can be committed any more. */
  readonly commit: (batch: Batch) => Promise<void>;
  /** Takes the rows that committed batches leave in the read tables. */
  readonly tables: Pick<Projector, "add" | "room" | "settle" | "manyEnds"> & WriterHold;
  /** Tells without a look-up which orders and requests are new; gets those of each commit. */
  readonly known: KnownEntries;
  readonly findOrders: FindOrders;
  readonly findRequests: FindRequests;
  readonly quarantine: Pick<
    Quarantine,
    "refuse" | "isSuspect" | "noteDeciding" | "noteDecided" | "noteCommitted"
  >;
  /** Traces of requests; without them there are none. */
  readonly traces?: WriterTraces | undefined;
  /** Called once, when a commit or a lookup failed. */
  readonly onFailure: (error: unknown) => void;
};

/** Gives the ids, out of these, of orders that are in the store. */
export type FindOrders = (ids: readonly string[]) => Promise<ReadonlySet<string>>;

/** The exchange right after a command was applied, with the command's events. */
export type Applied = { readonly exchange: Exchange; readonly events: readonly Event[]; readonly at: number };

/** A request, as the engine carries it out once. */
export type Request = {
  /** Name that repeats share; `undefined` for a request that cannot be told from an equal one and is not remembered. */
  readonly name: RequestName | undefined;
  /** Makes the result to be stored and answered: JSON without secrets. Must not throw. */
  readonly makeResult: (applied: Applied) => unknown;
};

/** A request that was carried out; `seq`, `at` and `hash` are those of its batch. */
export type DoneRequest = JournalHead & {
  readonly name: RequestName | undefined;
  readonly result: unknown;
};

/** Finds those of these requests that were carried out and are still remembered. */
export type FindRequests = (names: readonly RequestName[]) => Promise<readonly DoneRequest[]>;

/** Work during which nothing else is decided. It throws only before it changed anything. */
export type AloneWork = (turn: AloneTurn) => Promise<void>;

export type AloneTurn = {
  /** The last batch; the read tables stand at it. */
  readonly head: JournalHead;
  /**
   * Takes the state that `load` gives for that of the exchange. A load that fails ends the process: memory and the database
   * differ then.
   */
  readonly replace: (load: () => Promise<Replacement>) => Promise<void>;
};

/** Another state of the exchange, and the last batch of its journal. */
export type Replacement = { readonly exchange: Exchange; readonly head: JournalHead };

/** The span of a batch, by which others name it. */
export type BatchSpan = { readonly traceId: string; readonly spanId: string; readonly traceFlags: number };

/** Trace of the request that an entry came with. Times are on the monotonic clock, ms. */
export type EntryTrace = {
  /** Tells that it was taken at `since`, and decided between the other two. */
  decided(since: number, began: number, ended: number): void;
  /** Tells of the commit of its batch. */
  committed(since: number, ended: number, batch: BatchSpan): void;
};

export type CommittingBatch = {
  readonly entries: readonly Pick<Entry, "trace">[];
  readonly seq: number;
  /** Number of its events. */
  readonly events: number;
};

export type WriterTraces = {
  /** The trace of the request that brings an entry just now, where it is kept. */
  entry(): EntryTrace | undefined;
  /** Tells that a batch is about to be committed; the function that it gives is called once it is. */
  committing(batch: CommittingBatch): (() => void) | undefined;
};

/** A command or an inspection in the queue, with the functions that answer it. */
export type Entry = {
  /** `undefined` for an inspection. */
  readonly command: Command | undefined;
  /** Request that brought the command; `undefined` if the command is not carried out once per request. */
  readonly request: Request | undefined;
  readonly decide: (exchange: Exchange, at: number, now: number) => Event[] | Rejection;
  /** Work that has the writer for itself, in place of a decision. */
  readonly alone?: AloneWork | undefined;
  readonly answer: (outcome: CommandOutcome | OnceOutcome) => void;
  /** Answers with a bug in deciding it; nothing was done. */
  readonly fail: (error: unknown) => void;
  /** Time at which it was taken, on the monotonic clock, ms. */
  readonly since: number;
  /** True until it is answered. */
  readonly isOpen: () => boolean;
  readonly trace: EntryTrace | undefined;
};
