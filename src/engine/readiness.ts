/**
 * Readiness: whether a running exchange serves its clients, check by check. It uses only what the process knows
 * already: it asks nobody, waits for nothing, and its reasons name no address and no person.
 */
import type { ExchangeMode } from "../core/exchange-mode.ts";
import type { Places } from "../places.ts";
import type { Committer } from "../store/journal/committer.ts";
import type { Projector } from "../store/projector/projector.ts";
import type { AvailabilityControl } from "./availability.ts";

/** Checks in the order in which a starting exchange passes them. */
export const READINESS_CHECKS = ["start", "database", "writer", "tables", "mode", "places", "stop"] as const;
export type ReadinessCheck = (typeof READINESS_CHECKS)[number];

/** The result of each check: `PASSED`, or a sentence with the reason why it failed. */
export type CheckResults = Readonly<Record<ReadinessCheck, string>>;

export const PASSED = "ok";

export type Readiness = {
  /** The mode of the exchange; all but `halted` pass. */
  readonly mode: ExchangeMode;
  readonly checks: CheckResults;
  /**
   * Names of limits on clients reached lately. Unknown callers are refused then; known callers only if a check fails.
   */
  readonly shortages: readonly string[];
};

export type ReadinessControl = {
  now(): Readiness;
  /** Fails the check `stop` from now on: the exchange closes its listeners soon. */
  stop(): void;
};

export type ReadinessParts = {
  readonly availability: Pick<AvailabilityControl, "now">;
  readonly committer: Pick<Committer, "holdsLock">;
  readonly tables: Pick<Projector, "standing">;
  readonly places: Pick<Places, "shortages" | "known">;
};

export function createReadiness({
  availability,
  committer,
  tables,
  places,
}: ReadinessParts): ReadinessControl {
  let stopping = false;
  return {
    now() {
      const { mode, suspended } = availability.now();
      const checks = {
        // The exchange is running by the time a caller asks.
        start: PASSED,
        database: suspended ?? PASSED,
        writer: committer.holdsLock() ? PASSED : "another session is opened that takes the writer's lock",
        tables: tables.standing().failing === undefined ? PASSED : "the read tables cannot be written",
        mode: mode === "halted" ? "the exchange is halted: nothing is taken, reads are answered" : PASSED,
        places: fullOf(places),
        stop: stopping ? "the exchange is stopping" : PASSED,
      };
      return { mode, checks, shortages: places.shortages().map(({ what }) => what) };
    },
    stop: () => {
      stopping = true;
    },
  };
}

/** Returns a reason if callers with valid credentials are refused because too many of their requests are underway. */
function fullOf({ known }: ReadinessParts["places"]): string {
  const { taken, most } = known.state();
  return taken < most ? PASSED : `${taken} requests with right credentials are underway, the most`;
}

export const isReady = ({ checks }: Pick<Readiness, "checks">): boolean =>
  Object.values(checks).every((result) => result === PASSED);

const UNKNOWN = "not known before the exchange has started";

/** Results of the checks while the exchange starts. */
export const STARTING: CheckResults = {
  start: "the exchange is starting: its state is recovered from the journal",
  database: UNKNOWN,
  writer: UNKNOWN,
  tables: UNKNOWN,
  mode: UNKNOWN,
  places: PASSED,
  stop: PASSED,
};
