/** GET /time: the exchange's clock, which request and order timestamps are checked against. */
import { Type } from "typebox";
import { endpoint } from "../../endpoint.ts";
import { EXCHANGE } from "../groups.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";

export const getTime = endpoint({
  method: "GET",
  kind: "service",
  path: "/time",
  summary: "Get the exchange's time",
  group: EXCHANGE,
  limits: ONLY_INTERFACE_LIMIT,
  refuses: [],
  answer: Type.Integer({ description: "Unix seconds" }),
  handle: ({ context }) => ({ body: Math.floor(context.clock() / 1000) }),
});
