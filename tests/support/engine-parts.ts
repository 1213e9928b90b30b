/** What an engine of a test needs besides its store: real turns and time, and nothing in quarantine. */
import { NO_QUARANTINE } from "../../src/engine/quarantine.ts";

export const unhindered = {
  monotonic: () => performance.now(),
  later: setImmediate,
  quarantine: NO_QUARANTINE,
};
