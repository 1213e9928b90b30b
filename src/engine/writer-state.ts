/** State of the single writer: its queue, the batch being committed, and its followers. */
import { createFollowers } from "../followers.ts";
import type { Followers } from "../followers.ts";
import type { JournalHead } from "../store/journal/journal.ts";
import { createAvailability } from "./availability.ts";
import type { AvailabilityControl } from "./availability.ts";
import { createBookSequences } from "./book-changes.ts";
import type { BookSequences } from "./book-changes.ts";
import { createCommittedReads } from "./committed-reads.ts";
import type { CommittedReads } from "./committed-reads.ts";
import type { EngineOptions, Entry, Publication } from "./entry.ts";

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
  /** Commands accepted and not yet answered. */
  pending: number;
  state: "open" | "closing" | "failed";
  running: boolean;
  /** Called once no command is pending any more, when the engine closes. */
  drained: (() => void) | undefined;
};

export function createWriter(options: EngineOptions): Writer {
  const sequences = createBookSequences();
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
    pending: 0,
    state: "open",
    running: false,
    drained: undefined,
  };
}
