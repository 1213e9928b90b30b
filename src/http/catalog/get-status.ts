/** GET /status: health check of the catalog interface, as plain text. */
import { SERVICES } from "../dialects/dialect.ts";
import { Type } from "typebox";
import { uncodedOperation } from "../operation/endpoint.ts";
import { SERVICE } from "./groups.ts";
import { ONLY_INTERFACE_LIMIT } from "../guard/rate-limits.ts";

export const getStatus = uncodedOperation({
  method: "GET",
  kind: "service",
  path: "/status",
  dialects: SERVICES,
  summary: "Check that the interface answers",
  group: SERVICE,
  limits: ONLY_INTERFACE_LIMIT,
  mediaType: "text/plain; charset=utf-8",
  answer: Type.Literal("OK"),
  handle: () => ({ bytes: "OK" }),
});
