/** Refusals with a code, of the trading interface and the operator API: their shape, and the codes of each operation. */
import { Type } from "typebox";
import { MODE_CODES } from "../../core/mode.ts";
import { REJECTIONS } from "../../core/rejection.ts";
import type { RejectionCode } from "../../core/rejection.ts";
import { mayChange } from "../endpoint.ts";
import type { Endpoint } from "../endpoint.ts";

export const Refusal = Type.Object({
  error: Type.String({ description: "The text that the dialect's clients match" }),
  code: Type.Enum([...Object.keys(REJECTIONS), "method_not_allowed", "internal_error"], {
    description: "Stable, and the same in every dialect",
  }),
  hint: Type.Optional(
    Type.String({ description: "For people: what was expected, what came, the nearest valid value" }),
  ),
  request_id: Type.String(),
  trace_id: Type.Optional(
    Type.String({ description: "Id of the request's trace, where requests are traced" }),
  ),
});

/** Codes of everything that the exchange is asked to do. */
const COMMANDS: readonly RejectionCode[] = ["outcome_unknown", "quarantined", "exchange_halted"];

const PRECEDENCE: readonly string[] = Object.keys(REJECTIONS);

/** Codes of too many requests, of one client or of all; operators are answered under any load. */
const heldCodes = (endpoint: Endpoint): readonly RejectionCode[] =>
  endpoint.kind === "service"
    ? []
    : endpoint.access === "operator"
      ? ["rate_limited"]
      : ["rate_limited", "not_accepting"];

/** Every code that an operation is refused with, in order of precedence. */
export function codesOf(endpoint: Endpoint): RejectionCode[] {
  const { method, access, role, body, query, params, strict } = endpoint;
  /** One that comes is read where none is asked for, too; but for that of a GET. */
  const hasBody = body !== undefined || method !== "GET";
  const pages = query !== undefined && "next_cursor" in query.properties;
  const codes: readonly RejectionCode[] = [
    ...(hasBody ? (["payload_too_large", "malformed_json"] as const) : []),
    ...(access === "wallet" ? (["wallet_unauthorized"] as const) : []),
    ...(access === "public" || access === "wallet" ? [] : (["unauthorized"] as const)),
    ...(role === undefined ? [] : (["forbidden"] as const)),
    // Operators' requests are refused for parameters that no operation has, too.
    ...(hasBody || (query ?? params) || strict || access === "operator"
      ? (["invalid_payload"] as const)
      : []),
    ...(pages ? (["invalid_cursor"] as const) : []),
    ...endpoint.refuses,
    ...(endpoint.kind === "read" ? (["read_unavailable"] as const) : []),
    ...(mayChange(endpoint) ? (["outcome_unknown"] as const) : []),
    ...(endpoint.once ? (["idempotency_key_reused", "signature_reused", "request_underway"] as const) : []),
  ];
  const taken = codes.includes("not_accepting") ? [...codes, ...COMMANDS] : codes;
  const ofMode = role === undefined && taken.length > codes.length ? [...taken, "read_only" as const] : taken;
  // Cancels are answered in every mode, with the mode as the reason of each order.
  const all = endpoint.kind === "cancel" ? ofMode.filter((code) => !MODE_CODES.has(code)) : ofMode;
  return [...new Set([...heldCodes(endpoint), ...all])].toSorted(
    (a, b) => PRECEDENCE.indexOf(a) - PRECEDENCE.indexOf(b),
  );
}
