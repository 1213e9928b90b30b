/**
 * Refusals of requests that reach no operation (unknown route, wrong method), in the form of the addressed interface. Pages
 * of all origins may read a refusal if they may read public data at this address.
 */
import type { IncomingHttpHeaders } from "node:http";
import type { Context } from "../../context.ts";
import { nearestName } from "../../base/nearest-name.ts";
import type { Endpoint } from "../operation/endpoint.ts";
import type { Guard } from "../guard/guard.ts";
import { ONLY_INTERFACE_LIMIT } from "../guard/rate-limits.ts";
import { findMount, routePath } from "../mounts/mount.ts";
import type { MountedInterface, Mount } from "../mounts/mount.ts";
import type { ErrorResponse, FailedRequest } from "../operation/error-format.ts";
import type { HttpReply, HttpRequest } from "../operation/http-exchange.ts";
import { tradingErrorFormat } from "../trading/error-format.ts";
import { clip } from "../operation/validation-fault.ts";
import { crossOriginErrorHeaders } from "./cross-origin.ts";
import { createOperationGate } from "./serve-operation.ts";
import { rejectMethod, buildLimitError, sendErrorResponse } from "./send-error.ts";

// Hints for unknown routes: a route of the interface with a similar path, or the same route on another interface.

type RouteRequest = { readonly method: string; readonly url: string; readonly headers: IncomingHttpHeaders };

type Route = Pick<Endpoint, "method" | "path">;

/** Maximum characters of a path that a hint repeats. */
const MAX_PATH = 100;

export function routeHint({ method, url, headers }: RouteRequest, mount: Mount): string {
  const path = routePath(url, mount);
  const shownRequest = `${method} ${clip(path, MAX_PATH)}`;
  if (!isDecodable(path))
    return `expected a path whose percent-encoding is right, % and two hex digits for each byte of UTF-8, got ${shownRequest}`;
  const near = listPathForms(path).find((form) => listMethods(mount.endpoints, form).length > 0);
  if (near !== undefined) return describeNearestRoute(shownRequest, near, mount.endpoints);
  const places = mount.elsewhere?.(headers) ?? [];
  const place = places.find(({ endpoints }) => listMethods(endpoints, path).length > 0);
  if (place !== undefined) return `${shownRequest} is on the ${place.name} interface, ${place.at}`;
  const below = mount.prefix === "" ? findNestedRoute(path, places) : undefined;
  if (below !== undefined)
    return describeNearestRoute(shownRequest, below.at + below.route, listNestedRoutes(below));
  const name = nearestRoute(path, mount.endpoints);
  return name === undefined
    ? describeNearestRoute(shownRequest)
    : describeNearestRoute(shownRequest, name, mount.endpoints);
}

type NestedRoute = MountedInterface & { readonly route: string };

/** Finds the route of an interface mounted at /dialect/interface, if the path misses or misspells a part of that prefix. */
function findNestedRoute(path: string, places: readonly MountedInterface[]): NestedRoute | undefined {
  const below = places.filter(({ at }) => at.startsWith("/"));
  for (const place of below) {
    const route = listPathRests(path, place).find((rest) => listMethods(place.endpoints, rest).length > 0);
    if (route !== undefined) return { ...place, route };
  }
  const [, dialect = "", name = "", ...rest] = splitPath(path);
  const at = nearestName(
    `/${dialect}/${name}`,
    below.map((place) => place.at),
  );
  const place = below.find((one) => one.at === at);
  const route = place && nearestRoute(`/${rest.join("/")}`, place.endpoints);
  return place === undefined || route === undefined ? undefined : { ...place, route };
}

/** Lists the remaining paths after a first part that is one part of the interface's prefix. */
const listPathRests = (path: string, { at }: MountedInterface): string[] =>
  splitPath(at)
    .filter((part) => part !== "" && path.startsWith(`/${part}/`))
    .map((part) => path.slice(part.length + 1));

const nearestRoute = (path: string, endpoints: readonly Route[]): string | undefined =>
  listMethods(endpoints, path).length > 0
    ? path
    : nearestName(
        path,
        endpoints.map((endpoint) => endpoint.path),
      );

const listNestedRoutes = ({ at, endpoints }: MountedInterface): Route[] =>
  endpoints.map(({ method, path }) => ({ method, path: at + path }));

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

function describeNearestRoute(shownRequest: string, near?: string, endpoints: readonly Route[] = []): string {
  const nearest = near === undefined ? "" : `; nearest: ${listMethods(endpoints, near).join(" or ")} ${near}`;
  return `expected a route of GET /openapi.json, got ${shownRequest}${nearest}`;
}

/** Lists forms of the path without common additions: duplicate slashes, upper case, the prefix of the one port. */
function listPathForms(path: string): string[] {
  const single = path.replaceAll(/\/{2,}/g, "/").replace(/(?<=.)\/$/, "");
  const bare = single.replace(/^\/(spec|polymarket|kuest)\/(trading|data|catalog)(?=\/)/, "");
  return [single, bare, bare.toLowerCase()];
}

/** Lists the methods of a URL's path on this mount; none if the path is no route. */
function listMethodsOfUrl(mount: Mount, url: string): readonly string[] {
  const path = routePath(url, mount);
  return isDecodable(path) ? listMethods(mount.endpoints, decodeURI(path)) : [];
}

function listMethods(endpoints: readonly Route[], path: string): string[] {
  const given = splitPath(path);
  const found = endpoints.filter((endpoint) => matchesParts(routeParts(endpoint.path), given));
  return [...new Set(found.map(({ method }) => method))];
}

/** True if a path matches the route, or is the route's pattern itself. */
export const matchesRoute = (route: string, path: string): boolean =>
  matchesParts(routeParts(route), splitPath(path));

/** Maximum number of a path's parts that are read: more than any route has, while a path may have thousands. */
const MAX_PARTS = 20;

/** Splits a path; a trailing slash begins no part. */
const splitPath = (path: string): readonly string[] => path.replace(/(?<=.)\/$/, "").split("/", MAX_PARTS);

/** Parts of all routes, each split once. */
const partsByPath = new Map<string, readonly string[]>();

function routeParts(route: string): readonly string[] {
  const parts = partsByPath.get(route) ?? splitPath(route);
  partsByPath.set(route, parts);
  return parts;
}

const matchesParts = (wanted: readonly string[], given: readonly string[]): boolean =>
  wanted.length === given.length &&
  wanted.every((part, index) => part === given[index] || (part.startsWith(":") && given[index] !== ""));

/** The interface in whose form a request is refused before any operation is known. */
export type ErrorContext = Pick<Mount, "form" | "dialect" | "crossOrigin">;

/** Form outside of all interfaces: the trading interface's. */
const DEFAULT_ERROR_CONTEXT: ErrorContext = { form: tradingErrorFormat, dialect: "spec" };

export const findErrorContext = (mounts: readonly Mount[], url: string): ErrorContext =>
  findMount(mounts, url) ?? DEFAULT_ERROR_CONTEXT;

/** Sends a refusal of a request that reached no operation. */
export const sendErrorAt = (
  { crossOrigin }: ErrorContext,
  reply: HttpReply,
  refused: ErrorResponse,
): HttpReply => sendErrorResponse(reply.headers(crossOriginErrorHeaders(crossOrigin)), refused);

type SendError = (request: HttpRequest, reply: HttpReply) => HttpReply;

/** Makes the handler that refuses requests without a route, or with a method that the route does not have. */
export function createUnroutedHandler(
  context: Context,
  mounts: readonly Mount[],
  guard: Guard | undefined,
): SendError {
  const gates = new Map(
    mounts.map((mount) => [
      mount,
      guard && createOperationGate(context, guard, { mount, endpoint: UNKNOWN_ROUTE }),
    ]),
  );
  return (request, reply) => {
    const mount = findMount(mounts, request.url);
    if (mount === undefined)
      return sendErrorAt(
        DEFAULT_ERROR_CONTEXT,
        reply,
        DEFAULT_ERROR_CONTEXT.form.notFound({
          dialect: DEFAULT_ERROR_CONTEXT.dialect,
          hint: NO_INTERFACE,
          requestId: request.id,
        }),
      );
    const { form, dialect } = mount;
    const limitRejection = gates.get(mount)?.enter(request, reply);
    if (limitRejection !== undefined)
      return sendErrorAt(mount, reply, buildLimitError(form, limitRejection, unknownRouteIn(mount, request)));
    const methods = listMethodsOfUrl(mount, request.url);
    if (methods.length > 0)
      return rejectMethod(reply.headers(crossOriginErrorHeaders(mount.crossOrigin)), methods, form);
    const hint = routeHint(request, mount);
    return sendErrorAt(mount, reply, form.notFound({ dialect, hint, requestId: request.id }));
  };
}

const NO_INTERFACE = "no interface is here";

/** Pseudo-operation of unknown routes: such requests count against the interface's limits. */
const UNKNOWN_ROUTE = { access: "public", kind: "read", limits: ONLY_INTERFACE_LIMIT } as const;

export const unknownRouteIn = (
  { dialect }: Pick<Mount, "dialect">,
  { id }: Pick<HttpRequest, "id">,
): FailedRequest => ({
  dialect,
  texts: [],
  requestId: id,
  placement: false,
});
