/** The faults of a sandbox in which none can be put in force: there are no places that they could name. */
import { createFaultsInForce } from "../../src/http/sandbox/faults/faults-in-force.ts";
import type { FaultsInForce } from "../../src/http/sandbox/faults/faults-in-force.ts";

export const noFaults = (): FaultsInForce =>
  createFaultsInForce({ routes: [], reads: [], placements: [], channels: [] }, () => 0);
