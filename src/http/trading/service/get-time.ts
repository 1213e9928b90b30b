/** GET /time: the exchange's clock, which request and order timestamps are checked against. */
import { Type } from "typebox";
import { endpoint } from "../../endpoint.ts";
import { EXCHANGE } from "../groups.ts";

export const getTime = endpoint({
  method: "GET",
  kind: "service",
  path: "/time",
  summary: "Get the exchange's time",
  group: EXCHANGE,
  limits: [],
  refuses: [],
  answer: Type.Integer({ description: "Unix seconds" }),
  handle: ({ context }) => ({ body: Math.floor(context.clock() / 1000) }),
});
