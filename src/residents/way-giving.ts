/**
 * Backoff of the exchange's own traders, which leaves room to clients. None acts while the exchange takes only some
 * orders, and after each step they rest nine times its duration.
 */
import type { Context } from "../context.ts";
import type { Rejection } from "../core/rejection.ts";

export type WayGiving = {
  /** True while the exchange takes all orders and no rest is due. */
  mayAct(): boolean;
  /** Starts the rest after a step that began at `began`, by the monotonic clock, and sent something. */
  restAfter(began: number): void;
  /** Rests if the exchange as a whole rejected orders; the rejection of a single order only skips that order. */
  restIfRefused(refusals: readonly Rejection[]): void;
};

/** Rest after a step, as a multiple of the step's duration. */
const REST = 9;
/** Rest after the exchange as a whole rejected orders, ms. */
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
