/** Parts of an engine for tests besides its store: real time, real turns of the event loop, and an empty quarantine. */
import type { EngineOptions } from "../../src/engine/entry.ts";
import { NO_QUARANTINE } from "../../src/engine/quarantine.ts";

/** Read tables that nobody reads. */
export const UNREAD_TABLES: EngineOptions["tables"] = { add: () => {}, room: () => undefined };

export const plainEngineParts = {
  monotonic: () => performance.now(),
  later: setImmediate,
  quarantine: NO_QUARANTINE,
};
