/** Parts of an engine for tests besides its store: real time, real turns of the event loop, and an empty quarantine. */
import { NO_QUARANTINE } from "../../src/engine/quarantine.ts";

export const plainEngineParts = {
  monotonic: () => performance.now(),
  later: setImmediate,
  quarantine: NO_QUARANTINE,
};
