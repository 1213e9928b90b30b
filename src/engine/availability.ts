/**
 * Kinds of commands that the exchange accepts right now. The operator sets a mode. The exchange sets stricter ones
 * itself while something is wrong, or accepts nothing at all.
 */
import type { Command } from "../core/events/command.ts";
import { strictest } from "../core/exchange-mode.ts";
import type { ExchangeMode } from "../core/exchange-mode.ts";
import { rejectInMode } from "../core/mode.ts";
import { reject } from "../core/rejection.ts";
import type { Rejection } from "../core/rejection.ts";
import { createFollowers } from "../base/followers.ts";
import type { SlotPools } from "../base/slot-pools.ts";
import type { Committer } from "../store/journal/committer.ts";
import type { Projector } from "../store/projector/projector.ts";

export type Availability = {
  /** The strictest of the operator's mode and all restrictions. */
  readonly mode: ExchangeMode;
  /** Reason for the mode, for people; empty in mode normal. */
  readonly why: string;
  /** Reason to accept no command at all for now, such as an unreachable database; `undefined` without one. */
  readonly suspended: string | undefined;
};

/** Sources of restrictions; each has one restriction at a time. */
export type RestrictionSource = "disk" | "memory" | "audit" | "clock";

type SourceRestriction = { readonly source: RestrictionSource; readonly why: string };

/** A mode that one source sets, with its reason; mode normal lifts the source's earlier restriction. */
type ModeChange = {
  readonly source: RestrictionSource | "operator";
  readonly mode: ExchangeMode;
  readonly why: string;
};

export type AvailabilityControl = {
  now(): Availability;
  /** Returns the availability that applies once an operator has set `mode`. */
  withMode(mode: ExchangeMode): Availability;
  /** Sets the operator's mode, once it is committed. */
  setMode(mode: ExchangeMode): void;
  /** Sets the restriction of a source; mode normal lifts it. */
  restrict(source: RestrictionSource, mode: ExchangeMode, why: string): void;
  /** Lists the restrictions in force, including those hidden by a stricter mode of an operator. */
  restrictions(): readonly SourceRestriction[];
  /** Accepts no command at all until called with `undefined`. */
  suspend(why: string | undefined): void;
  /** Calls the follower on every change, until the returned function is called. */
  follow(follower: (availability: Availability) => void): () => void;
  /** Calls the follower on every change of a source's own mode, until the returned function is called. */
  followSources(follower: (change: ModeChange) => void): () => void;
  /**
   * Refuses a command that a restriction or suspension forbids. The operator's mode is checked later, when the command
   * is decided.
   */
  refuse(command: Command | undefined): Rejection | undefined;
};

type Restriction = { readonly mode: ExchangeMode; readonly why: string };

export function createAvailability(initial: ExchangeMode): AvailabilityControl {
  const restrictions = new Map<RestrictionSource, Restriction>();
  const { follow, notify } = createFollowers<Availability>();
  const sources = createFollowers<ModeChange>();
  let operators: ExchangeMode = initial;
  let suspended: string | undefined;
  let current = assess(operators);

  function assess(set: ExchangeMode): Availability {
    const own = findStrictest(restrictions);
    const mode = strictest([set, own.mode]);
    const why = mode === "normal" ? "" : own.mode === mode ? own.why : "set by the operator";
    return { mode, why, suspended };
  }
  function change(): void {
    const next = assess(operators);
    const same = isSame(next, current);
    current = next;
    if (!same) notify(next);
  }
  return {
    now: () => current,
    withMode: assess,
    setMode: (mode) => {
      const isNew = mode !== operators;
      operators = mode;
      change();
      if (isNew) sources.notify({ source: "operator", mode, why: "" });
    },
    restrict: (source, mode, why) => {
      const isNew = mode !== (restrictions.get(source)?.mode ?? "normal");
      if (mode === "normal") restrictions.delete(source);
      else restrictions.set(source, { mode, why });
      change();
      if (isNew) sources.notify({ source, mode, why });
    },
    restrictions: () => [...restrictions].map(([source, { why }]) => ({ source, why })),
    suspend: (why) => {
      suspended = why;
      change();
    },
    follow,
    followSources: sources.follow,
    refuse: (command) => {
      if (suspended !== undefined) return notAccepting(explain(suspended, restrictions));
      if (command === undefined || restrictions.size === 0) return undefined;
      const { mode, why } = findStrictest(restrictions);
      return rejectInMode(mode, command, why);
    },
  };
}

const isSame = (a: Availability, b: Availability): boolean =>
  a.mode === b.mode && a.why === b.why && a.suspended === b.suspended;

/**
 * Adds the state of the disk to the reason of a suspension, since a full disk may be why the database does not answer.
 */
function explain(suspended: string, restrictions: ReadonlyMap<RestrictionSource, Restriction>): string {
  const disk = restrictions.get("disk");
  return disk === undefined ? suspended : `${suspended}, and ${disk.why}`;
}

function findStrictest(restrictions: ReadonlyMap<RestrictionSource, Restriction>): Restriction {
  const mode = strictest([...restrictions.values()].map((one) => one.mode));
  return [...restrictions.values()].find((one) => one.mode === mode) ?? { mode: "normal", why: "" };
}

export const notAccepting = (why: string): Rejection =>
  reject("not_accepting", `${why}; nothing was done, try again`);

// Readiness: whether a running exchange serves its clients, check by check. It uses only what the process knows
// already: it asks nobody, waits for nothing, and its reasons name no address and no person.

/** Checks in the order in which a starting exchange passes them. */
export const READINESS_CHECKS = ["start", "database", "writer", "tables", "mode", "places", "stop"] as const;
type ReadinessCheck = (typeof READINESS_CHECKS)[number];

/** The result of each check: `PASSED`, or a sentence with the reason why it failed. */
type CheckResults = Readonly<Record<ReadinessCheck, string>>;

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

type ReadinessParts = {
  readonly availability: Pick<AvailabilityControl, "now">;
  readonly committer: Pick<Committer, "holdsLock">;
  readonly tables: Pick<Projector, "standing">;
  readonly places: Pick<SlotPools, "shortages" | "known">;
};

export function createReadiness({
  availability,
  committer,
  tables,
  places,
}: ReadinessParts): ReadinessControl {
  let isStopping = false;
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
        places: checkCapacity(places),
        stop: isStopping ? "the exchange is stopping" : PASSED,
      };
      return { mode, checks, shortages: places.shortages().map(({ what }) => what) };
    },
    stop: () => {
      isStopping = true;
    },
  };
}

/** Returns a reason if callers with valid credentials are refused because too many of their requests are underway. */
function checkCapacity({ known }: ReadinessParts["places"]): string {
  const { taken, most } = known.state();
  return taken < most ? PASSED : `${taken} requests with right credentials are underway, the most`;
}

export const isReady = ({ checks }: Pick<Readiness, "checks">): boolean =>
  Object.values(checks).every((result) => result === PASSED);

const UNKNOWN = "not known before the exchange has started";

/** Results of the checks of a process that does not serve yet, with the reason. */
export const notServing = (why: string): CheckResults => ({ ...STARTING, start: why });

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
