/**
 * Refusals that single routes tell in other words than the rest, or with another status, since clients match those: mostly Polymarket's. A row
 * that fits counts before the table of all routes; code and hint are the same.
 */
import type { Rejection, RejectionCode, RejectionValues } from "../../core/rejection.ts";
import { DIALECTS } from "../dialects/dialect.ts";
import type { Dialect } from "../dialects/dialect.ts";
import type { Asked } from "../refusal-form.ts";
import { fillIn } from "./refusal.ts";

export type RouteRefusal = {
  /** As in `GET /book`. */
  readonly routes: readonly string[];
  readonly dialects: readonly Dialect[];
  readonly code: RejectionCode;
  /** What the rejection must have among its values. */
  readonly of?: RejectionValues;
  /** Where it is another than on all routes. */
  readonly status?: number;
  /** A name in braces stands for that value of the rejection, or for its `hint`. */
  readonly error: string;
};

/** The value under which a rejection names the parameter that is at fault. */
export const PARAMETER = "parameter";
/** What a rejection has among its values when the id that it is about can be none. */
export const MALFORMED: RejectionValues = { id: "malformed" };

const POLYMARKET = ["polymarket"] as const;
const TERMS = ["/tick-size", "/neg-risk"].flatMap((path) => [`GET ${path}`, `GET ${path}/:token_id`]);
const FEES = ["GET /fee-rate", "GET /fee-rate/:token_id"];
const TOKEN_READS = ["/book", "/midpoint", "/spread", "/last-trade-price", "/markets-by-token/:token_id"];

/** The first row that fits counts. */
export const ROUTE_REFUSALS: readonly RouteRefusal[] = [
  {
    routes: ["GET /price"],
    dialects: POLYMARKET,
    code: "invalid_payload",
    of: { [PARAMETER]: "side" },
    error: "Invalid side",
  },
  {
    routes: ["GET /price", ...TOKEN_READS.map((path) => `GET ${path}`), ...TERMS, ...FEES],
    dialects: POLYMARKET,
    code: "invalid_payload",
    error: "Invalid token id",
  },
  {
    routes: ["POST /order"],
    dialects: ["spec", "polymarket"],
    code: "unknown_token",
    status: 400,
    error: "No orderbook exists for the requested token id",
  },
  { routes: TERMS, dialects: POLYMARKET, code: "unknown_token", error: "market not found" },
  { routes: FEES, dialects: POLYMARKET, code: "unknown_token", error: "fee rate not found for market" },
  {
    routes: ["GET /markets/:condition_id"],
    dialects: POLYMARKET,
    code: "invalid_payload",
    error: "Invalid market",
  },
  {
    routes: ["GET /prices-history"],
    dialects: POLYMARKET,
    code: "invalid_payload",
    error: "invalid filters: {hint}",
  },
  {
    routes: ["GET /data/orders"],
    dialects: POLYMARKET,
    code: "invalid_payload",
    error: "invalid order params payload",
  },
  {
    routes: ["GET /data/trades"],
    dialects: POLYMARKET,
    code: "invalid_payload",
    error: "Invalid trade params payload",
  },
  {
    routes: ["GET /data/order/:id"],
    dialects: POLYMARKET,
    code: "invalid_payload",
    error: "Invalid orderID",
  },
  {
    routes: ["GET /data/order/:id"],
    dialects: POLYMARKET,
    code: "order_not_found",
    of: MALFORMED,
    status: 400,
    error: "Invalid orderID",
  },
  {
    routes: ["POST /orders"],
    dialects: POLYMARKET,
    code: "batch_size",
    of: { count: "0" },
    error: "no orders in payload",
  },
  {
    routes: ["DELETE /orders", "POST /data/orders"],
    dialects: DIALECTS,
    code: "batch_size",
    of: { count: "0" },
    error: "no orders in payload",
  },
];

/** What of a refusal is told in other words where it was asked. */
export function refusalOnRoute(
  { code, hint, values = {} }: Rejection,
  { route, dialect }: Asked,
): Partial<Pick<RouteRefusal, "status">> & { readonly error?: string } {
  const row = ROUTE_REFUSALS.find(
    ({ routes, dialects, of = {}, ...fits }) =>
      fits.code === code &&
      routes.includes(route) &&
      dialects.includes(dialect) &&
      Object.entries(of).every(([name, value]) => values[name] === value),
  );
  if (row === undefined) return {};
  const { status, error } = row;
  return { ...(status !== undefined && { status }), error: fillIn(error, { ...values, hint }) };
}
