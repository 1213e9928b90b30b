/** Operations of a sandbox in addition to the operator API, in the order of its document. */
import type { Endpoint } from "../operation/endpoint.ts";
import type { FaultsInForce } from "./faults/faults-in-force.ts";
import { faultEndpoints } from "./faults.ts";
import { impersonationEndpoints } from "./impersonations.ts";
import { createRequestLog } from "./request-log.ts";
import type { RequestLog } from "./request-log.ts";
import { requestEndpoints } from "./requests.ts";
import type { SimulationControl } from "./simulation-control.ts";
import { simulatedTraderEndpoints } from "./simulated-traders.ts";
import { setClock } from "./set-clock.ts";
import { snapshotEndpoints } from "./snapshots.ts";

/** Lists the operations of a sandbox with these faults, simulated traders and recorded requests; empty without them. */
export const sandboxEndpoints = (
  faults: FaultsInForce | undefined,
  residents: SimulationControl | undefined,
  requests: RequestLog = createRequestLog(),
): readonly Endpoint[] => [
  ...(faults === undefined ? [] : listOwnEndpoints(faults, requests)),
  ...(residents === undefined ? [] : simulatedTraderEndpoints(residents)),
];

const listOwnEndpoints = (faults: FaultsInForce, requests: RequestLog): readonly Endpoint[] => [
  setClock,
  ...snapshotEndpoints,
  ...impersonationEndpoints,
  ...faultEndpoints(faults),
  ...requestEndpoints(requests),
];
