/** GET /: that the data interface answers. */
import { Type } from "typebox";
import { endpoint } from "../endpoint.ts";

export const getHealth = endpoint({
  method: "GET",
  kind: "service",
  path: "/",
  summary: "Check that the interface answers",
  answer: Type.Object({ data: Type.Literal("OK") }),
  handle: () => ({ body: { data: "OK" } }),
});
