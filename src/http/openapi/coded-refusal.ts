/** Refusals with a code, as the trading interface and the operator API have them: their shape, and the codes of each operation. */
import { Type } from "typebox";
import { REJECTIONS } from "../../core/rejection.ts";
import type { RejectionCode } from "../../core/rejection.ts";
import type { Endpoint } from "../endpoint.ts";
import { OPERATOR_CODES } from "./operator-codes.ts";

export const Refusal = Type.Object({
  error: Type.String({ description: "The text that the dialect's clients match" }),
  code: Type.Enum([...Object.keys(REJECTIONS), "internal_error"], {
    description: "Stable, and the same in every dialect",
  }),
  hint: Type.Optional(
    Type.String({ description: "For people: what was expected, what came, the nearest valid value" }),
  ),
  request_id: Type.String(),
});

const UNKNOWN_TOKEN: readonly RejectionCode[] = ["unknown_token"];

const OWN_WALLETS: readonly RejectionCode[] = ["wallet_taken", "unknown_account"];
const SETS: readonly RejectionCode[] = [
  "not_accepting",
  "market_not_open",
  "market_closed",
  "wallet_taken",
  "insufficient_balance",
  "unknown_market",
  "unknown_account",
];

/** What the exchange itself refuses, by operation. */
const CODES: { readonly [operation: string]: readonly RejectionCode[] } = {
  ...OPERATOR_CODES,
  "GET /book": UNKNOWN_TOKEN,
  "GET /tick-size": UNKNOWN_TOKEN,
  "GET /tick-size/:token_id": UNKNOWN_TOKEN,
  "GET /neg-risk": UNKNOWN_TOKEN,
  "GET /neg-risk/:token_id": UNKNOWN_TOKEN,
  "GET /fee-rate": UNKNOWN_TOKEN,
  "GET /fee-rate/:token_id": UNKNOWN_TOKEN,
  "GET /markets/:condition_id": ["unknown_market"],
  "GET /markets/:condition_id/resolution": ["unknown_market"],
  "POST /auth/api-key": ["key_not_found", "not_accepting"],
  "GET /auth/derive-api-key": ["key_not_found"],
  "GET /data/order/:id": ["order_not_found"],
  "POST /order": [
    "unsupported_signature_type",
    "invalid_amounts",
    "owner_mismatch",
    "unknown_token",
    "condition_mismatch",
    "signer_mismatch",
    "maker_not_allowed",
    "unsupported_contract",
    "invalid_signature",
    "not_accepting",
    "duplicate_order",
    "market_not_open",
    "market_paused",
    "market_closed",
    "post_only_kind",
    "expiration_required",
    "order_expired",
    "price_out_of_range",
    "price_off_tick",
    "size_not_whole",
    "size_below_minimum",
    "fee_rate_too_low",
    "user_banned",
    "wallet_taken",
    "insufficient_balance",
    "post_only_crosses",
    "self_trade",
    "fok_not_filled",
    "fak_not_matched",
  ],
  "DELETE /order": ["not_accepting"],
  "POST /positions/split": SETS,
  "POST /positions/merge": SETS,
  "POST /positions/redeem": [
    "not_accepting",
    "wallet_taken",
    "unknown_market",
    "unknown_account",
    "market_not_resolved",
    "nothing_to_redeem",
  ],
  "POST /positions/convert": [...SETS, "not_negative_risk", "conversion_empty", "event_decided"],
  "POST /withdrawals": ["not_accepting", "wallet_taken", "insufficient_balance", "unknown_account"],
  "GET /balances": OWN_WALLETS,
  "GET /ledger": OWN_WALLETS,
  "POST /sandbox/faucet": ["not_accepting", "unknown_account", "wallet_taken", "amount_too_large"],
};

const PRECEDENCE: readonly string[] = Object.keys(REJECTIONS);

/** Every code that an operation is refused with, in order of precedence. */
export function codesOf({ method, path, access, role, body, query, params }: Endpoint): RejectionCode[] {
  const pages = query !== undefined && "next_cursor" in query.properties;
  const codes: readonly RejectionCode[] = [
    ...(body ? (["payload_too_large", "malformed_json"] as const) : []),
    ...(access === "wallet" ? (["wallet_unauthorized"] as const) : []),
    ...(access === "public" || access === "wallet" ? [] : (["unauthorized"] as const)),
    ...(role === undefined ? [] : (["forbidden"] as const)),
    ...((body ?? query ?? params) ? (["invalid_payload"] as const) : []),
    ...(pages ? (["invalid_cursor"] as const) : []),
    ...(CODES[`${method} ${path}`] ?? []),
  ];
  return codes.toSorted((a, b) => PRECEDENCE.indexOf(a) - PRECEDENCE.indexOf(b));
}
