/** GET /version: the version of the order structure that clients sign by default. */
import { Type } from "typebox";
import { endpoint } from "../../endpoint.ts";
import { EXCHANGE } from "../groups.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";

const ORDER_VERSION = 2;

export const getVersion = endpoint({
  method: "GET",
  kind: "service",
  path: "/version",
  summary: "Get the version of orders to sign",
  group: EXCHANGE,
  limits: ONLY_INTERFACE_LIMIT,
  refuses: [],
  answer: Type.Object({ version: Type.Integer() }),
  handle: () => ({ body: { version: ORDER_VERSION } }),
});
