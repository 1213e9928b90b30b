/**
 * Tells the log when the read tables hold up the writer, cannot be written or take long to be, and when they go on: once
 * each change. Troubles that come and go within seconds are told as one. Their ends are warnings too, for the log has
 * nothing less by default.
 */
import type { Log } from "../../log-event.ts";
import type { Blocker } from "../sql/blockers.ts";
import type { Projector } from "./projector.ts";

type TablesWatchOptions = {
  readonly tables: Pick<Projector, "standing">;
  /** Milliseconds since any moment; never steps back. */
  readonly monotonic: () => number;
  /** Lists the sessions for whose locks the flush underway waits. */
  readonly listBlockers: () => Promise<readonly Blocker[]>;
  readonly log: Pick<Log, "warn">;
};

/** Time for which flushes fail before that is told, ms. One that fails and is done again at once is no trouble. */
const FAILS_MS = 2_000;
/** Time for which the writer has not waited before that is told, ms. At the bound it waits again and again. */
const GOES_ON_MS = 2_000;
/** Time for which one flush runs before that is told, ms. */
const SLOW_MS = 5_000;

/** Gives the function that looks at the tables, which must be called several times a second. */
export function watchTables(options: TablesWatchOptions): () => void {
  const { tables, monotonic, log } = options;
  const waits = createAlarm({ beginsMs: 0, endsMs: GOES_ON_MS });
  const fails = createAlarm({ beginsMs: FAILS_MS, endsMs: 0 });
  let isSlow = false;
  return () => {
    const standing = tables.standing();
    const now = monotonic();
    const waiting = waits(standing.holdsWriter, now);
    if (waiting === "begins")
      log.warn({ event: "tables_state", ...standing }, "the writer waits for the read tables");
    if (waiting === "ends")
      log.warn(
        { event: "tables_state", ...standing },
        "the writer does not wait for the read tables any more",
      );
    const failing = fails(standing.failing !== undefined, now);
    if (failing === "begins")
      log.warn({ event: "tables_state", ...standing }, "the read tables cannot be written");
    if (failing === "ends")
      log.warn({ event: "tables_state", ...standing }, "the read tables are written again");
    const takesLong = standing.flushMs >= SLOW_MS;
    // A flush that fails and is tried again is told as failing.
    if (!isSlow && takesLong && standing.failing === undefined) {
      isSlow = true;
      log.warn({ event: "tables_state", ...standing }, "a write of the read tables takes long");
      void tellBlockers(options);
    } else if (isSlow && !takesLong) {
      isSlow = false;
      log.warn({ event: "tables_state", ...standing }, "the write of the read tables that took long is over");
    }
  };
}

/** Names the sessions that hold the flush up, where the database tells. */
async function tellBlockers({ listBlockers, log }: TablesWatchOptions): Promise<void> {
  const blockers = await listBlockers().catch(() => []);
  if (blockers.length > 0)
    log.warn(
      { event: "tables_state", blockers },
      "the write of the read tables waits for locks of other sessions",
    );
}

type AlarmTimes = {
  /** Time for which the trouble must last until it is told, and be gone until its end is told, ms. */
  readonly beginsMs: number;
  readonly endsMs: number;
};

/** Gives a function of the state and the time, which returns the change that is to be told. */
function createAlarm({ beginsMs, endsMs }: AlarmTimes) {
  let told = false;
  /** The last time when the state was what was told. */
  let since: number | undefined;
  return (isTrouble: boolean, now: number): "begins" | "ends" | undefined => {
    since ??= now;
    if (isTrouble === told) since = now;
    if (isTrouble === told || now - since < (isTrouble ? beginsMs : endsMs)) return undefined;
    told = isTrouble;
    since = now;
    return told ? "begins" : "ends";
  };
}
