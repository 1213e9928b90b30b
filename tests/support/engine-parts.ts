/**
 * Parts of an engine for tests besides its store: real time, real turns of the event loop, an empty quarantine, and no
 * memory of earlier orders, so that each is looked up.
 */
import type { EngineOptions } from "../../src/engine/repeats/entry.ts";
import type { KnownEntries } from "../../src/engine/repeats/known-entries.ts";
import { NO_QUARANTINE } from "../../src/engine/operators/quarantine.ts";
import { PROJECTOR_LIMITS } from "../../src/store/projector/projector-limits.ts";

/** Read tables that nobody reads. */
export const UNREAD_TABLES: EngineOptions["tables"] = {
  manyEnds: PROJECTOR_LIMITS.manyEnds,
  add: () => {},
  room: () => undefined,
  settle: async () => {},
  standing: () => ({ holdsWriter: false }),
};

/** Entries of which each may be known. */
export const ANY_KNOWN: KnownEntries = {
  mayHaveOrder: () => true,
  mayHaveRequest: () => true,
  add: () => {},
};

export const plainEngineParts = {
  monotonic: () => performance.now(),
  later: setImmediate,
  known: ANY_KNOWN,
  quarantine: NO_QUARANTINE,
};
