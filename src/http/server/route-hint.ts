/**
 * Finds a route that an interface does not have: under a name that is near, or on another interface. For the hint of
 * the refusal.
 */
import type { IncomingHttpHeaders } from "node:http";
import { nearestName } from "../../nearest-name.ts";
import type { Endpoint } from "../endpoint.ts";
import { routePath } from "../mount.ts";
import type { Mount, InterfacePlace } from "../mount.ts";
import { clip } from "../validation-fault.ts";

type RouteRequest = { readonly method: string; readonly url: string; readonly headers: IncomingHttpHeaders };

type Route = Pick<Endpoint, "method" | "path">;

/** Characters of a path that a hint repeats. */
const MAX_PATH = 100;

export function routeHint({ method, url, headers }: RouteRequest, mount: Mount): string {
  const path = routePath(url, mount);
  const asked = `${method} ${clip(path, MAX_PATH)}`;
  if (!isDecodable(path))
    return `expected a path whose percent-encoding is right, % and two hex digits for each byte of UTF-8, got ${asked}`;
  const near = formsOf(path).find((form) => methodsOf(mount.endpoints, form).length > 0);
  if (near !== undefined) return notHere(asked, near, mount.endpoints);
  const places = mount.elsewhere?.(headers) ?? [];
  const place = places.find(({ endpoints }) => methodsOf(endpoints, path).length > 0);
  if (place !== undefined) return `${asked} is on the ${place.name} interface, ${place.at}`;
  const below = mount.prefix === "" ? findBelow(path, places) : undefined;
  if (below !== undefined) return notHere(asked, below.at + below.route, routesBelow(below));
  const name = nearestRoute(path, mount.endpoints);
  return name === undefined ? notHere(asked) : notHere(asked, name, mount.endpoints);
}

type NestedRoute = InterfacePlace & { readonly route: string };

/** The route of an interface below this address, at /dialect/interface, that a path leaves a part out of or misspells. */
function findBelow(path: string, places: readonly InterfacePlace[]): NestedRoute | undefined {
  const below = places.filter(({ at }) => at.startsWith("/"));
  for (const place of below) {
    const route = restsOf(path, place).find((rest) => methodsOf(place.endpoints, rest).length > 0);
    if (route !== undefined) return { ...place, route };
  }
  const [, dialect = "", name = "", ...rest] = partsOf(path);
  const at = nearestName(
    `/${dialect}/${name}`,
    below.map((place) => place.at),
  );
  const place = below.find((one) => one.at === at);
  const route = place && nearestRoute(`/${rest.join("/")}`, place.endpoints);
  return place === undefined || route === undefined ? undefined : { ...place, route };
}

/** The rest of a path that begins with one part of the place alone. */
const restsOf = (path: string, { at }: InterfacePlace): string[] =>
  partsOf(at)
    .filter((part) => part !== "" && path.startsWith(`/${part}/`))
    .map((part) => path.slice(part.length + 1));

const nearestRoute = (path: string, endpoints: readonly Route[]): string | undefined =>
  methodsOf(endpoints, path).length > 0
    ? path
    : nearestName(
        path,
        endpoints.map((endpoint) => endpoint.path),
      );

const routesBelow = ({ at, endpoints }: InterfacePlace): Route[] =>
  endpoints.map(({ method, path }) => ({ method, path: at + path }));

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

function notHere(asked: string, near?: string, endpoints: readonly Route[] = []): string {
  const nearest = near === undefined ? "" : `; nearest: ${methodsOf(endpoints, near).join(" or ")} ${near}`;
  return `expected a route of GET /openapi.json, got ${asked}${nearest}`;
}

/** The path without what people add to it: slashes, upper case, the prefix of the one port. */
function formsOf(path: string): string[] {
  const single = path.replaceAll(/\/{2,}/g, "/").replace(/(?<=.)\/$/, "");
  const bare = single.replace(/^\/(spec|polymarket|kuest)\/(trading|data|catalog)(?=\/)/, "");
  return [single, bare, bare.toLowerCase()];
}

/** Methods that the path of a URL has here; none where it is no route. */
export function methodsAt(mount: Mount, url: string): readonly string[] {
  const path = routePath(url, mount);
  return isDecodable(path) ? methodsOf(mount.endpoints, decodeURI(path)) : [];
}

function methodsOf(endpoints: readonly Route[], path: string): string[] {
  const given = partsOf(path);
  return endpoints.filter((endpoint) => fits(routeParts(endpoint.path), given)).map(({ method }) => method);
}

/** True if a path is of the route, or is the route as it is written. */
export const isRoute = (route: string, path: string): boolean => fits(routeParts(route), partsOf(path));

/** More than any route has: a path may have thousands. */
const MAX_PARTS = 20;

/** A slash at the end begins no part. */
const partsOf = (path: string): readonly string[] => path.replace(/(?<=.)\/$/, "").split("/", MAX_PARTS);

/** Parts of all routes, each split once. */
const known = new Map<string, readonly string[]>();

function routeParts(route: string): readonly string[] {
  const parts = known.get(route) ?? partsOf(route);
  known.set(route, parts);
  return parts;
}

const fits = (wanted: readonly string[], given: readonly string[]): boolean =>
  wanted.length === given.length &&
  wanted.every((part, index) => part === given[index] || (part.startsWith(":") && given[index] !== ""));
