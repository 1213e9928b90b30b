/** Safeguards of a running engine: its timer, the guards that restrict it when something is wrong, and the audit. */
import { getHeapStatistics } from "node:v8";
import type { Log } from "../base/log-event.ts";
import type { Committer } from "../store/journal/committer.ts";
import type { StoreState } from "../store/journal/store-health.ts";
import type { Pools } from "../store/reads/fenced-readings.ts";
import type { ProveSolvency, SolvencyProof } from "../store/reads/solvency.ts";
import type { DiskSpace, SpaceLimit } from "../store/server/disk-space.ts";
import { reconnect } from "../store/sql/database.ts";
import { isUnavailable } from "../store/sql/unavailable.ts";
import type { AvailabilityControl } from "./availability.ts";
import { clockGapText } from "./time/clocks.ts";
import type { Clocks } from "./time/clocks.ts";
import type { Engine } from "./engine.ts";

// Proves solvency every minute, from one snapshot of the tables. If the exchange owes more than it has, it is halted:
// it accepts nothing until an operator restarts it.

/** Result of a count of the ledger. */
type LedgerCount = {
  readonly solvent: boolean;
  /** Deposits less the balances of accounts and the backing of shares, micros; 0 unless something is wrong. */
  readonly imbalance: bigint;
  /** Milliseconds since 1970, on the machine's clock. */
  readonly at: number;
};

type Audit = {
  /** The last count; `undefined` before the first. */
  last(): LedgerCount | undefined;
  /** Counts at once, or after a running count; never throws. */
  check(): Promise<void>;
  /** Stops the timer, and returns once no count is running. */
  close(): Promise<void>;
};

type AuditOptions = {
  readonly prove: () => Promise<
    Pick<SolvencyProof, "solvent" | "head" | "deposits" | "collateral" | "backing" | "debt">
  >;
  readonly availability: Pick<AvailabilityControl, "restrict">;
  readonly log: Log;
};

const EVERY_MS = 60_000;

/** Starts the timer, and the first count at once. */
export function startAudit({ prove, availability, log }: AuditOptions): Audit {
  let last = Promise.resolve();
  let counted: LedgerCount | undefined;

  async function count(): Promise<void> {
    const { solvent, head, deposits, collateral, backing, debt } = await prove();
    counted = { solvent, imbalance: deposits - (collateral + backing - debt), at: Date.now() };
    if (solvent) return;
    const figures = { batch: head.seq, deposits, collateral, backing };
    log.fatal(
      { event: "insolvent", ...asTexts(figures) },
      "the exchange has not what it owes: it is halted; see presage verify",
    );
    availability.restrict("audit", "halted", "its books do not balance");
  }

  function check(): Promise<void> {
    last = last.then(count).catch((err: unknown) => {
      if (!isUnavailable(err))
        log.error({ event: "audit_failed", err }, "the books could not be counted; they are counted again");
    });
    return last;
  }

  void check();
  const timer = setInterval(() => void check(), EVERY_MS);
  const close = (): Promise<void> => {
    clearInterval(timer);
    return last;
  };
  return { last: () => counted, check, close };
}

/** Converts bigints to text, since JSON has none. */
const asTexts = (figures: Readonly<Record<string, number | bigint>>): Record<string, string> =>
  Object.fromEntries(Object.entries(figures).map(([name, figure]) => [name, String(figure)]));

// Stops new orders while the wall clock and the monotonic clock disagree: one of them is wrong, and it is unknown
// which.

type ClockGuardOptions = {
  readonly clocks: Pick<Clocks, "follow">;
  readonly availability: Pick<AvailabilityControl, "restrict">;
  readonly log: Log;
};

/** Watches the clocks until the returned function is called. */
export const guardClocks = ({ clocks, availability, log }: ClockGuardOptions): (() => void) =>
  clocks.follow((parted) => {
    if (parted === undefined) {
      log.warn(
        { event: "clocks_agree" },
        "the wall clock agrees with the monotonic clock again, or was accepted",
      );
      return availability.restrict("clock", "normal", "");
    }
    log.error(
      { event: "clocks_part", partedMs: Math.round(parted) },
      "the wall clock and the monotonic clock part",
    );
    return availability.restrict("clock", "cancel-only", clockGapText(parted));
  });

// Stops new orders when the process is about to run out of memory. Resting orders are in memory, so a crash would not
// help: the restarted process would load as many.

/** Fractions of the heap in use at which the guard stops new orders, and accepts them again. */
const FULL = 0.8;
const RELIEVED = 0.7;

/** Fraction of the heap's limit in use. */
function heapUse(): number {
  const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
  return used / limit;
}

/** Checks once; called by a timer. `use` is the fraction of the heap in use. */
function guardHeap(availability: Pick<AvailabilityControl, "restrict">, use = heapUse()): void {
  if (use > FULL) availability.restrict("memory", "cancel-only", "memory runs short");
  else if (use < RELIEVED) availability.restrict("memory", "normal", "");
}

// Log lines about the mode of the exchange: one for each change by an operator or a guard.

type ModeLogOptions = {
  readonly availability: Pick<AvailabilityControl, "now" | "followSources">;
  readonly log: Pick<Log, "warn">;
};

/**
 * Logs each change and the resulting mode, until the returned function is called. The end of a restriction is a warning
 * too, since lower levels are not logged by default.
 */
export const logModes = ({ availability, log }: ModeLogOptions): (() => void) =>
  availability.followSources(({ source, mode, why }) => {
    const fields = {
      event: "mode_changed" as const,
      source,
      mode,
      ...(why !== "" && { why }),
      exchange: availability.now().mode,
    };
    log.warn(fields, mode === "normal" ? "a restriction is over" : "the exchange is restricted");
  });

type SafeguardOptions = Pools & {
  readonly engine: Engine;
  readonly clocks: Clocks;
  readonly committer: Pick<Committer, "health">;
  /** Space on the disk of the database, if the exchange runs its own. */
  readonly diskSpace?: DiskSpace;
  readonly prove: ProveSolvency;
  readonly log: Log;
};

/** State of store, ledger and disk. */
export type Condition = {
  /** Returns whether commands go through, or since when they do not. */
  store(): StoreState;
  /** The last count of the ledger; `undefined` before the first. */
  ledger(): LedgerCount | undefined;
  /** Free bytes on the disk of the exchange's own database; `undefined` if it runs none. */
  freeBytes(): number | undefined;
};

type Safeguards = { readonly condition: Condition; close(): Promise<void> };

const TICK_MS = 200;

/** Starts the timer of the engine, the guards that restrict it and the audit. */
export function startSafeguards({
  engine,
  clocks,
  committer,
  diskSpace,
  prove,
  log,
  sql,
  readSql,
  adHocSql,
}: SafeguardOptions): Safeguards {
  const { availability } = engine;
  const timer = setInterval(() => {
    guardHeap(availability);
    void engine.tick();
  }, TICK_MS);
  logModes({ availability, log });
  restrictWhileFull(engine, diskSpace);
  // A virtual clock uses the monotonic clock only.
  if (clocks.virtual === undefined) guardClocks({ clocks, availability, log });
  committer.health.follow((store) => {
    log.warn({ event: "database_state", ...store }, "the database's state changed");
    availability.suspend(store.state === "down" ? store.shown : undefined);
    if (store.state === "up") for (const pool of [sql, readSql, adHocSql]) void reconnect(pool);
  });
  const audit = startAudit({ prove: () => prove(), availability, log });
  const close = (): Promise<void> => {
    clearInterval(timer);
    return audit.close();
  };
  const condition = {
    store: committer.health.now,
    ledger: audit.last,
    freeBytes: () => diskSpace?.free(),
  };
  return { condition, close };
}

function restrictWhileFull({ availability }: Engine, space: DiskSpace | undefined): void {
  const restrict = (limit: SpaceLimit | undefined): void =>
    availability.restrict("disk", limit?.limit ?? "normal", limit?.reason ?? "");
  restrict(space?.limit());
  space?.follow(restrict);
}
