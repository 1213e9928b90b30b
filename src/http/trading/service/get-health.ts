/** GET / and GET /ok: that the exchange answers. */
import { Type } from "typebox";
import { endpoint } from "../../endpoint.ts";
import type { Endpoint } from "../../endpoint.ts";
import { EXCHANGE } from "../groups.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";

export const getHealth: readonly Endpoint[] = ["/", "/ok"].map((path) =>
  endpoint({
    method: "GET",
    kind: "service",
    path,
    summary: "Check that the exchange answers",
    group: EXCHANGE,
    limits: ONLY_INTERFACE_LIMIT,
    refuses: [],
    answer: Type.Literal("OK"),
    handle: () => ({ body: "OK" }),
  }),
);
