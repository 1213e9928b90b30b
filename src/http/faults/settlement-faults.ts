/** Failures of settlements that faults in force make, as the engine draws them. */
import type { SettlementFaults } from "../../engine/settlements.ts";
import type { FaultsInForce } from "./faults-in-force.ts";

/** Draws from the first fault that a match meets. */
export const settlementFaults = (faults: FaultsInForce): SettlementFaults => ({
  isEmpty: () => faults.isEmpty() || !faults.list().some(({ fault }) => fault.kind === "fail-settlement"),
  draw(parties) {
    const [met] = faults.meet(["fail-settlement"], { parties });
    return met?.ms;
  },
});
