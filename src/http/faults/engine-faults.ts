/** Faults of the sandbox that the engine applies: failing settlements and delayed matches. */
import type { MatchDelays } from "../../engine/delayed-orders.ts";
import type { SettlementFaults } from "../../engine/settlements.ts";
import type { FaultsInForce } from "./faults-in-force.ts";

// Failing settlements that active faults cause, as draws for the engine.

/** Draws from the first fault that applies to a match. */
export const settlementFaults = (faults: FaultsInForce): SettlementFaults => ({
  isEmpty: () => faults.isEmpty() || !faults.list().some(({ fault }) => fault.kind === "fail-settlement"),
  draw(parties) {
    const [met] = faults.meet(["fail-settlement"], { parties });
    return met?.ms;
  },
});

// Delays of matching that active faults cause, as draws for the queue of delayed orders.

/** Draws from the first fault that applies to an order. */
export const matchDelays = (faults: FaultsInForce): MatchDelays => ({
  isEmpty: () => faults.isEmpty() || !faults.list().some(({ fault }) => fault.kind === "delay-match"),
  draw(place) {
    const [met] = faults.meet(["delay-match"], place);
    return met && { ms: met.ms, matches: met.fault.outcome !== "unmatch" };
  },
});
