/** The routes of requests for quotes, which clients have and this exchange has not: each says so. */
import { Type } from "typebox";
import { reject } from "../../../core/rejection.ts";
import { endpoint } from "../../endpoint.ts";
import type { Endpoint } from "../../endpoint.ts";
import { QUOTE_REQUESTS } from "../groups.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";

const ROUTES: readonly (readonly [method: Endpoint["method"], path: string])[] = [
  ["POST", "/rfq/request"],
  ["DELETE", "/rfq/request"],
  ["POST", "/rfq/request/accept"],
  ["POST", "/rfq/quote"],
  ["DELETE", "/rfq/quote"],
  ["POST", "/rfq/quote/approve"],
  ["GET", "/rfq/data/requests"],
  ["GET", "/rfq/data/quotes"],
  ["GET", "/rfq/data/requester/quotes"],
  ["GET", "/rfq/data/quoter/quotes"],
  ["GET", "/rfq/data/best-quote"],
  ["GET", "/rfq/config"],
];

const REJECTION = reject(
  "not_supported",
  "requests for quotes are not part of this exchange; place orders with POST /order",
);

export const refuseQuotes: readonly Endpoint[] = ROUTES.map(([method, path]) =>
  endpoint({
    method,
    kind: "read",
    path,
    fromMemory: true,
    summary: "Not supported: this exchange has no requests for quotes",
    group: QUOTE_REQUESTS,
    limits: ONLY_INTERFACE_LIMIT,
    refuses: ["not_supported"],
    answer: Type.Never(),
    handle: () => ({ rejection: REJECTION }),
  }),
);
