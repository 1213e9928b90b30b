/** Delays of matching that faults in force make, as the queue of delayed orders draws them. */
import type { MatchDelays } from "../../engine/delayed-orders.ts";
import type { FaultsInForce } from "./faults-in-force.ts";

/** Draws from the first fault that an order meets. */
export const matchDelays = (faults: FaultsInForce): MatchDelays => ({
  isEmpty: () => faults.isEmpty() || !faults.list().some(({ fault }) => fault.kind === "delay-match"),
  draw(place) {
    const [met] = faults.meet(["delay-match"], place);
    return met && { ms: met.ms, matches: met.fault.outcome !== "unmatch" };
  },
});
