/**
 * Refusals of requests that reach no operation (unknown route, wrong method), in the form of the addressed interface. Pages
 * of all origins may read them if they may read public data there.
 */
import type { IncomingHttpHeaders } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../../context.ts";
import { nearestName } from "../../nearest-name.ts";
import type { Endpoint } from "../endpoint.ts";
import type { Guard } from "../guard/guard.ts";
import { ONLY_INTERFACE_LIMIT } from "../guard/rate-limits.ts";
import { findMount, routePath } from "../mount.ts";
import type { InterfacePlace, Mount } from "../mount.ts";
import type { Refused, RefusedRequest } from "../refusal-form.ts";
import { tradingRefusals } from "../trading/refusal-form.ts";
import { clip } from "../validation-fault.ts";
import { sharedRefusal } from "./cross-origin.ts";
import { gateOf } from "./serve-operation.ts";
import { refuseMethod } from "./refuse-method.ts";
import { heldRefusal, sendRefusal } from "./send-refusal.ts";

// Hints for unknown routes: a route of the interface with a similar path, or the same route on another interface.

type RouteRequest = { readonly method: string; readonly url: string; readonly headers: IncomingHttpHeaders };

type Route = Pick<Endpoint, "method" | "path">;

/** Maximum characters of a path that a hint repeats. */
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

/**
 * Finds the route of an interface mounted below this address, at /dialect/interface, if the path misses or misspells a part
 * of that prefix.
 */
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

/** Lists the rests of a path that begins with only one part of the interface's prefix. */
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

/** Lists the path without common additions: duplicate slashes, upper case, the prefix of the one port. */
function formsOf(path: string): string[] {
  const single = path.replaceAll(/\/{2,}/g, "/").replace(/(?<=.)\/$/, "");
  const bare = single.replace(/^\/(spec|polymarket|kuest)\/(trading|data|catalog)(?=\/)/, "");
  return [single, bare, bare.toLowerCase()];
}

/** Lists the methods of the path of a URL here; none if it is no route. */
function methodsAt(mount: Mount, url: string): readonly string[] {
  const path = routePath(url, mount);
  return isDecodable(path) ? methodsOf(mount.endpoints, decodeURI(path)) : [];
}

function methodsOf(endpoints: readonly Route[], path: string): string[] {
  const given = partsOf(path);
  return endpoints.filter((endpoint) => fits(routeParts(endpoint.path), given)).map(({ method }) => method);
}

/** True if a path matches the route, or is the route's pattern itself. */
export const isRoute = (route: string, path: string): boolean => fits(routeParts(route), partsOf(path));

/** Maximum parts of a path: more than any route has, as a path may have thousands. */
const MAX_PARTS = 20;

/** Splits a path; a trailing slash begins no part. */
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

/** The interface in whose form a request is refused before any operation is known. */
export type RefusalPlace = Pick<Mount, "form" | "dialect" | "crossOrigin">;

/** Form outside of all interfaces: the trading interface's. */
const NOWHERE: RefusalPlace = { form: tradingRefusals, dialect: "spec" };

export const placeAt = (mounts: readonly Mount[], url: string): RefusalPlace =>
  findMount(mounts, url) ?? NOWHERE;

/** Sends a refusal of a request that reached no operation. */
export const refuseAt = (
  { crossOrigin }: RefusalPlace,
  reply: FastifyReply,
  refused: Refused,
): FastifyReply => sendRefusal(reply.headers(sharedRefusal(crossOrigin)), refused);

type Refuse = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/** Makes the handler that refuses requests without a route, or with a method that the route does not have. */
export function refuseUnrouted(context: Context, mounts: readonly Mount[], guard: Guard | undefined): Refuse {
  const gates = new Map(
    mounts.map((mount) => [mount, guard && gateOf(context, guard, { mount, endpoint: UNKNOWN_ROUTE })]),
  );
  return (request, reply) => {
    const mount = findMount(mounts, request.url);
    if (mount === undefined)
      return refuseAt(
        NOWHERE,
        reply,
        NOWHERE.form.notFound({ dialect: NOWHERE.dialect, hint: NO_INTERFACE, requestId: request.id }),
      );
    const { form, dialect } = mount;
    const held = gates.get(mount)?.enter(request, reply);
    if (held !== undefined)
      return refuseAt(mount, reply, heldRefusal(form, held, unknownRouteIn(mount, request)));
    const methods = methodsAt(mount, request.url);
    if (methods.length > 0)
      return refuseMethod(reply.headers(sharedRefusal(mount.crossOrigin)), methods, form);
    const hint = routeHint(request, mount);
    return refuseAt(mount, reply, form.notFound({ dialect, hint, requestId: request.id }));
  };
}

const NO_INTERFACE = "no interface is here";

/** Pseudo-operation of unknown routes: such requests count against the interface's limits. */
const UNKNOWN_ROUTE = { access: "public", kind: "read", limits: ONLY_INTERFACE_LIMIT } as const;

export const unknownRouteIn = (
  { dialect }: Pick<Mount, "dialect">,
  { id }: Pick<FastifyRequest, "id">,
): RefusedRequest => ({
  dialect,
  texts: [],
  requestId: id,
  placement: false,
});
