/**
 * Room that traders of the exchange's own leave to clients: none acts while the exchange takes orders only in part, and
 * after each turn they rest nine times as long as it took.
 */
import type { Context } from "../context.ts";
import type { Rejection } from "../core/rejection.ts";

export type WayGiving = {
  /** True while the exchange takes all orders and no rest is due. */
  mayAct(): boolean;
  /** Rests after a turn that began at `began`, by the monotonic clock, and asked for something. */
  restAfter(began: number): void;
  /** Rests when the exchange as a whole refused; the refusal of a single order only leaves that one out. */
  restIfRefused(refusals: readonly Rejection[]): void;
};

/** Rest after a turn, in its own durations. */
const REST = 9;
/** Rest after a refusal of the exchange as a whole. */
const REFUSED_REST_MS = 5_000;

const WHOLE: ReadonlySet<Rejection["code"]> = new Set(["not_accepting", "outcome_unknown"]);

export function createWayGiving({ engine, clocks }: Pick<Context, "engine" | "clocks">): WayGiving {
  const { monotonic } = clocks;
  let restUntil = 0;
  const restFor = (ms: number): void => {
    restUntil = Math.max(restUntil, monotonic() + ms);
  };
  return {
    mayAct: () => {
      const { mode, suspended } = engine.availability.now();
      return mode === "normal" && suspended === undefined && monotonic() >= restUntil;
    },
    restAfter: (began) => restFor(REST * (monotonic() - began)),
    restIfRefused: (refusals) => {
      if (refusals.some(({ code }) => WHOLE.has(code))) restFor(REFUSED_REST_MS);
    },
  };
}
