/** GET /v2/status: that version 2 answers. */
import { Type } from "typebox";
import { SERVICE } from "../groups.ts";
import { Envelope } from "./envelope.ts";
import { v2Operation } from "./v2-operation.ts";

export const getV2Status = v2Operation({
  path: "/v2/status",
  summary: "Check that version 2 answers",
  group: SERVICE,
  kind: "service",
  query: Type.Object({}),
  answer: Envelope(Type.Object({ status: Type.Literal("ok") })),
  handle: () => ({ body: { data: { status: "ok" } } }),
});
