/** Faults of the sandbox that the engine meets: settlements that fail, matches that are delayed. */
import type { MatchDelays } from "../../engine/delayed-orders.ts";
import type { SettlementFaults } from "../../engine/settlements.ts";
import type { FaultsInForce } from "./faults-in-force.ts";

// Failures of settlements that faults in force make, as the engine draws them.

/** Draws from the first fault that a match meets. */
export const settlementFaults = (faults: FaultsInForce): SettlementFaults => ({
  isEmpty: () => faults.isEmpty() || !faults.list().some(({ fault }) => fault.kind === "fail-settlement"),
  draw(parties) {
    const [met] = faults.meet(["fail-settlement"], { parties });
    return met?.ms;
  },
});

// Delays of matching that faults in force make, as the queue of delayed orders draws them.

/** Draws from the first fault that an order meets. */
export const matchDelays = (faults: FaultsInForce): MatchDelays => ({
  isEmpty: () => faults.isEmpty() || !faults.list().some(({ fault }) => fault.kind === "delay-match"),
  draw(place) {
    const [met] = faults.meet(["delay-match"], place);
    return met && { ms: met.ms, matches: met.fault.outcome !== "unmatch" };
  },
});
