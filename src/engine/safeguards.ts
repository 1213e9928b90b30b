/** Safeguards of a running engine: its timer, the guards that restrict it when something is wrong, and the audit. */
import type { Log } from "../log-event.ts";
import type { StoreState } from "../store/journal/store-health.ts";
import type { Committer } from "../store/journal/committer.ts";
import type { Pools } from "../store/reads/fenced-readings.ts";
import type { ProveSolvency } from "../store/reads/solvency.ts";
import type { DiskSpace, SpaceLimit } from "../store/server/disk-space.ts";
import { reconnect } from "../store/sql/database.ts";
import { startAudit } from "./audit.ts";
import type { LedgerCount } from "./audit.ts";
import { guardClocks } from "./clock-guard.ts";
import type { Clocks } from "./clocks.ts";
import type { Engine } from "./engine.ts";
import { guardHeap } from "./heap-guard.ts";
import { logModes } from "./mode-log.ts";

export type SafeguardOptions = Pools & {
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

export type Safeguards = { readonly condition: Condition; close(): Promise<void> };

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
    availability.suspend(store.state === "down" ? "the database does not answer" : undefined);
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
