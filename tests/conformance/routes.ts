/** The trading interface's routes as documents write them, and the one that a request was for. */
import { tradingEndpoints } from "../../src/http/trading/endpoints.ts";

/** As in "GET /data/order/{id}". */
export const ROUTES: readonly string[] = tradingEndpoints("sandbox").map(
  ({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, "{$1}")}`,
);

const SEGMENT = String.raw`[^/ ]+`;
const patterns = ROUTES.map((route) => ({
  route,
  // A fixed segment is closer to what was asked than one that takes any text.
  parameters: route.split("{").length,
  pattern: new RegExp(`^${route.replaceAll(/\{\w+\}/g, SEGMENT)}$`),
})).sort((a, b) => a.parameters - b.parameters);

/** The route of a request like "GET /data/order/0x12"; the request itself where there is none. */
export const routeOf = (request: string): string =>
  patterns.find(({ pattern }) => pattern.test(request))?.route ?? request;
