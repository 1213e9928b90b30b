/** Health checks of the data interface. */
import { Type } from "typebox";
import { ONLY_INTERFACE_LIMIT } from "../guard/rate-limits.ts";
import { uncodedOperation } from "../operation/endpoint.ts";
import { SERVICE } from "./groups.ts";
import { Envelope, v2Operation } from "./version-2.ts";
import { CHAIN } from "./wallets.ts";

/** GET /: health check of the data interface. */

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

/** GET /v2/status: health check of version 2. */

export const getV2Status = v2Operation({
  path: "/v2/status",
  ofEngine: true,
  summary: "Check that version 2 answers",
  group: SERVICE,
  limits: ONLY_INTERFACE_LIMIT,
  kind: "service",
  query: Type.Object({}),
  answer: Envelope(
    Type.Object({
      status: Type.Literal("ok"),
      computed_at: Type.String({ description: "ISO 8601" }),
      age_seconds: Type.Integer({
        description:
          "Seconds that the write to the tables has taken which is underway, for which reads wait: 0 when none does",
      }),
      ingestion: Type.Object({
        chain_id: Type.Integer({ description: "That of the orders; no chain is read" }),
        cursors: Type.Literal(0, { description: "Feeds of a chain that are read" }),
        lagging: Type.Array(Type.Never(), { maxItems: 0 }),
      }),
      serving: Type.Object({
        lag_seconds: Type.Integer({ description: "The same as age_seconds, in seconds" }),
        mechanisms: Type.Array(Type.Never(), { maxItems: 0 }),
      }),
    }),
  ),
  handle: ({ context }) => {
    const age = Math.floor(context.tables.standing().flushMs / 1000);
    const data = {
      status: "ok" as const,
      computed_at: new Date(context.clock()).toISOString(),
      age_seconds: age,
      ingestion: { chain_id: CHAIN, cursors: 0 as const, lagging: [] },
      serving: { lag_seconds: age, mechanisms: [] },
    };
    return { body: { data } };
  },
});
