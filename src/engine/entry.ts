/** Entries of the writer's queue: commands and requests as they come in, their outcomes, and the engine's options. */
import type { Command } from "../core/command.ts";
import type { Event } from "../core/event.ts";
import type { Rejection } from "../core/rejection.ts";
import type { RequestName } from "../core/request.ts";
import type { Exchange, Market } from "../core/state.ts";
import type { Batch } from "../store/journal/commit-batch.ts";
import type { JournalHead } from "../store/journal/journal.ts";
import type { TouchedState } from "../store/journal/touched.ts";
import type { BookChange } from "./book-changes.ts";
import type { Quarantine } from "./quarantine.ts";

/** The events of an accepted command, with the batch that they are part of. */
export type Committed = {
  readonly events: readonly Event[];
  /** Engine time, milliseconds. */
  readonly at: number;
  readonly seq: number;
  /** The journal's hash of the batch. */
  readonly hash: Buffer;
};

/** A committed batch for those who follow the exchange. */
export type Publication = Committed & { readonly books: ReadonlyMap<Market, BookChange> };

/**
 * Called right after the commit, while memory stands as it was committed: what is wanted of markets and orders must be
 * read before it returns. It must be quick, since the writer waits, and must not throw.
 */
export type Follower = (publication: Publication) => void;

/** The outcome of a command. */
export type Outcome =
  | { readonly type: "committed"; readonly committed: Committed }
  | { readonly type: "rejected"; readonly rejection: Rejection }
  /** The same signed order was accepted before; its original result is in the store. */
  | { readonly type: "duplicate"; readonly id: string };

/** The outcome of a command that came for a request; `replayed` when an earlier one carried it out. */
export type OnceOutcome =
  | { readonly type: "done"; readonly done: DoneRequest; readonly replayed: boolean }
  | { readonly type: "rejected"; readonly rejection: Rejection };

export type EngineOptions = {
  readonly exchange: Exchange;
  readonly head: JournalHead;
  /** Milliseconds since 1970, by which orders expire; may step back, the engine's time does not. */
  readonly clock: () => number;
  /** Milliseconds since any moment; never steps back. */
  readonly monotonic: () => number;
  /** Calls a turn once what arrived together was taken: `setImmediate`. */
  readonly later: (turn: () => void) => void;
  /** Makes a batch durable, however long that takes; fails only where nothing can be committed any more. */
  readonly commit: (batch: Batch, touched: TouchedState) => Promise<void>;
  readonly findOrders: FindOrders;
  readonly findRequests: FindRequests;
  readonly quarantine: Pick<Quarantine, "refuse" | "isSuspect" | "enter" | "leave" | "acquit">;
  /** Called once, when a commit or a look-up failed. */
  readonly onFailure: (error: unknown) => void;
};

/** Finds those of these order ids that are in the store. */
export type FindOrders = (ids: readonly string[]) => Promise<ReadonlySet<string>>;

/** The exchange right after a command was applied, with what the command did. */
export type Applied = { readonly exchange: Exchange; readonly events: readonly Event[]; readonly at: number };

/** A request as the engine is asked for it. */
export type Request = {
  /** `undefined` when nothing tells it from an equal one: then it is not remembered. */
  readonly name: RequestName | undefined;
  /** Makes what the answer is made of, as JSON without secrets; it is stored. Must not throw. */
  readonly tell: (applied: Applied) => unknown;
};

/** A request that was carried out; `seq`, `at` and `hash` are those of its batch. */
export type DoneRequest = JournalHead & {
  readonly name: RequestName | undefined;
  readonly result: unknown;
};

/** Finds requests that were carried out and are remembered still. */
export type FindRequests = (names: readonly RequestName[]) => Promise<readonly DoneRequest[]>;

/** A command or a look in the queue, and the way to answer it. */
export type Entry = {
  /** `undefined` when the exchange is only looked at. */
  readonly command: Command | undefined;
  /** The request that the command came with, if it is carried out once. */
  readonly request: Request | undefined;
  readonly decide: (exchange: Exchange, at: number, now: number) => Event[] | Rejection;
  readonly answer: (outcome: Outcome | OnceOutcome) => void;
  /** Tells of a fault of ours while it was decided; nothing was done. */
  readonly fail: (error: unknown) => void;
  /** When it was taken, on the monotonic clock, milliseconds. */
  readonly since: number;
  /** Whether it was not answered yet. */
  readonly isOpen: () => boolean;
};
