/** Operations and live channels at which faults can be met. */
import { routeOf } from "../endpoint.ts";
import { INTERFACES } from "../interfaces.ts";
import type { Interfaces } from "../mounts.ts";
import type { FaultPlaces } from "./fault.ts";

/** Lists them once each, whatever the dialect; `channels` are paths. */
export const faultPlaces = (interfaces: Interfaces, channels: Iterable<string>): FaultPlaces => ({
  routes: [...new Set(INTERFACES.flatMap((name) => interfaces[name].endpoints.map(routeOf)))],
  channels: [...channels],
});
