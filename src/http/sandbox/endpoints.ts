/** Operations of a sandbox in addition to the operator API, in the order of its document. */
import type { Endpoint } from "../operation/endpoint.ts";
import type { FaultsInForce } from "./faults/faults-in-force.ts";
import { faultEndpoints } from "./faults.ts";
import type { SimulationControl } from "./simulation-control.ts";
import { simulatedTraderEndpoints } from "./simulated-traders.ts";
import { setClock } from "./set-clock.ts";
import { snapshotEndpoints } from "./snapshots.ts";

/** Lists the operations of a sandbox with these faults and simulated traders; empty without them. */
export const sandboxEndpoints = (
  faults: FaultsInForce | undefined,
  residents: SimulationControl | undefined,
): readonly Endpoint[] => [
  ...(faults === undefined ? [] : [setClock, ...snapshotEndpoints, ...faultEndpoints(faults)]),
  ...(residents === undefined ? [] : simulatedTraderEndpoints(residents)),
];
