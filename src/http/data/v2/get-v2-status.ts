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
  answer: Envelope(
    Type.Object({
      status: Type.Literal("ok"),
      age_seconds: Type.Integer({
        description:
          "How long the write to the tables that is underway has taken, for which reads wait: 0 when none does",
      }),
    }),
  ),
  handle: ({ context }) => ({
    body: { data: { status: "ok", age_seconds: Math.floor(context.tables.standing().flushMs / 1000) } },
  }),
});
