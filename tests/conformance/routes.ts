/** The trading interface's routes as the documents write them, and the route of a request. */
import { tradingEndpoints } from "../../src/http/trading/endpoints.ts";

/** Routes such as "GET /data/order/{id}". */
export const ROUTES: readonly string[] = tradingEndpoints("sandbox").map(
  ({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, "{$1}")}`,
);

const SEGMENT = String.raw`[^/ ]+`;
const patterns = ROUTES.map((route) => ({
  route,
  // Prefer routes with fixed segments to those with parameters.
  parameters: route.split("{").length,
  pattern: new RegExp(`^${route.replaceAll(/\{\w+\}/g, SEGMENT)}$`),
})).sort((a, b) => a.parameters - b.parameters);

/** Route of a request such as "GET /data/order/0x12"; the request itself where there is none. */
export const routeOf = (request: string): string =>
  patterns.find(({ pattern }) => pattern.test(request))?.route ?? request;
