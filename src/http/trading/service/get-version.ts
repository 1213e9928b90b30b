/** GET /version: the version of the order structure that clients sign by default. */
import { Type } from "typebox";
import { endpoint } from "../../endpoint.ts";
import { EXCHANGE } from "../groups.ts";

const ORDER_VERSION = 2;

export const getVersion = endpoint({
  method: "GET",
  kind: "service",
  path: "/version",
  summary: "Get the version of orders to sign",
  group: EXCHANGE,
  limits: [],
  refuses: [],
  answer: Type.Object({ version: Type.Integer() }),
  handle: () => ({ body: { version: ORDER_VERSION } }),
});
