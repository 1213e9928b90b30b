/** Operations and live channels at which faults can be met. */
import { routeOf } from "../endpoint.ts";
import { INTERFACES } from "../interfaces.ts";
import { isHealthPath } from "../health/health-answer.ts";
import type { Interfaces } from "../mounts.ts";
import type { FaultPlaces } from "./fault.ts";

/** Lists them once each, whatever the dialect; `channels` are paths. */
export const faultPlaces = (interfaces: Interfaces, channels: Iterable<string>): FaultPlaces => {
  const endpoints = INTERFACES.flatMap((name) => interfaces[name].endpoints).filter(
    ({ path }) => !isHealthPath(path),
  );
  return {
    routes: [...new Set(endpoints.map(routeOf))],
    reads: [...new Set(endpoints.filter(({ kind }) => kind === "read").map(routeOf))],
    placements: [...new Set(endpoints.filter(({ kind }) => kind === "placement").map(routeOf))],
    channels: [...channels],
  };
};
