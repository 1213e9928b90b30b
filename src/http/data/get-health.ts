/** GET /: health check of the data interface. */
import { Type } from "typebox";
import { uncodedOperation } from "../operation/endpoint.ts";
import { SERVICE } from "./groups.ts";
import { ONLY_INTERFACE_LIMIT } from "../guard/rate-limits.ts";

export const getHealth = uncodedOperation({
  method: "GET",
  kind: "service",
  path: "/",
  summary: "Check that the interface answers",
  group: SERVICE,
  limits: ONLY_INTERFACE_LIMIT,
  answer: Type.Object({ data: Type.Literal("OK") }),
  handle: () => ({ body: { data: "OK" } }),
});
