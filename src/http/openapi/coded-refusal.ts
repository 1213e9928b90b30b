/** Refusals with a code, as the trading interface and the operator API have them: their shape, and the codes of each operation. */
import { Type } from "typebox";
import { MODE_CODES } from "../../core/mode.ts";
import { REJECTIONS } from "../../core/rejection.ts";
import type { RejectionCode } from "../../core/rejection.ts";
import { mayChange } from "../endpoint.ts";
import type { Endpoint } from "../endpoint.ts";
import { refuseQuotes } from "../trading/service/refuse-quotes.ts";
import { OPERATOR_CODES } from "./operator-codes.ts";

export const Refusal = Type.Object({
  error: Type.String({ description: "The text that the dialect's clients match" }),
  code: Type.Enum([...Object.keys(REJECTIONS), "method_not_allowed", "internal_error"], {
    description: "Stable, and the same in every dialect",
  }),
  hint: Type.Optional(
    Type.String({ description: "For people: what was expected, what came, the nearest valid value" }),
  ),
  request_id: Type.String(),
});

const UNKNOWN_TOKEN: readonly RejectionCode[] = ["unknown_token"];
const UNKNOWN_MARKET: readonly RejectionCode[] = ["unknown_market"];
/** Of figures that are made of the best prices. */
const QUOTED: readonly RejectionCode[] = ["unknown_token", "no_book"];

/** The sandbox may open the wallet's account. */
const BALANCE: readonly RejectionCode[] = [
  "unknown_token",
  "not_accepting",
  "wallet_taken",
  "amount_too_large",
];
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
  ...Object.fromEntries(
    refuseQuotes.map(({ method, path }) => [`${method} ${path}`, ["not_supported"] as const]),
  ),
  "GET /book": UNKNOWN_TOKEN,
  "GET /price": ["invalid_side", ...QUOTED],
  "GET /midpoint": QUOTED,
  "GET /spread": QUOTED,
  "GET /last-trade-price": ["unknown_token", "no_trades"],
  "GET /tick-size": UNKNOWN_TOKEN,
  "GET /tick-size/:token_id": UNKNOWN_TOKEN,
  "GET /neg-risk": UNKNOWN_TOKEN,
  "GET /neg-risk/:token_id": UNKNOWN_TOKEN,
  "GET /fee-rate": UNKNOWN_TOKEN,
  "GET /fee-rate/:token_id": UNKNOWN_TOKEN,
  "GET /markets/:condition_id": UNKNOWN_MARKET,
  "GET /markets/:condition_id/resolution": UNKNOWN_MARKET,
  "GET /clob-markets/:condition_id": UNKNOWN_MARKET,
  "GET /markets/live-activity/:condition_id": UNKNOWN_MARKET,
  "GET /live-activity/events/:condition_id": UNKNOWN_MARKET,
  "GET /markets-by-token/:token_id": UNKNOWN_TOKEN,
  "POST /auth/api-key": ["key_not_found", "not_accepting"],
  "GET /auth/derive-api-key": ["key_not_found"],
  "DELETE /auth/api-key": ["key_not_found"],
  "POST /auth/readonly-api-key": ["too_many_keys"],
  "POST /auth/builder-api-key": ["too_many_keys"],
  "GET /balance-allowance": BALANCE,
  "GET /balance-allowance/update": BALANCE,
  "GET /rewards/markets/:condition_id": UNKNOWN_MARKET,
  "GET /data/order/:id": ["order_not_found"],
  "POST /order": [
    "dry_run_refused",
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
    "cancel_only",
    "post_only_mode",
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
    "too_many_orders",
  ],
  "POST /orders": ["batch_size", "dry_run_refused", "exchange_halted", "read_only", "cancel_only"],
  "DELETE /order": ["not_accepting"],
  "DELETE /orders": ["batch_size", "not_accepting"],
  "DELETE /cancel-all": ["not_accepting"],
  "DELETE /cancel-market-orders": ["not_accepting"],
  "POST /data/orders": ["batch_size"],
  "POST /v1/heartbeats": ["heartbeat_unknown"],
  "POST /heartbeats": ["heartbeat_unknown"],
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

/** Of everything that the exchange is asked to do. */
const COMMANDS: readonly RejectionCode[] = ["outcome_unknown", "quarantined", "exchange_halted"];

const PRECEDENCE: readonly string[] = Object.keys(REJECTIONS);

/** What is refused for how much is asked, by one client or by all; operators are answered under any load. */
const heldCodes = (endpoint: Endpoint): readonly RejectionCode[] =>
  endpoint.kind === "service"
    ? []
    : endpoint.access === "operator"
      ? ["rate_limited"]
      : ["rate_limited", "not_accepting"];

/** Every code that an operation is refused with, in order of precedence. */
export function codesOf(endpoint: Endpoint): RejectionCode[] {
  const { method, path, access, role, body, query, params } = endpoint;
  /** One that comes is read where none is asked for, too; but for that of a GET. */
  const hasBody = body !== undefined || method !== "GET";
  const pages = query !== undefined && "next_cursor" in query.properties;
  const codes: readonly RejectionCode[] = [
    ...(hasBody ? (["payload_too_large", "malformed_json"] as const) : []),
    ...(access === "wallet" ? (["wallet_unauthorized"] as const) : []),
    ...(access === "public" || access === "wallet" ? [] : (["unauthorized"] as const)),
    ...(role === undefined ? [] : (["forbidden"] as const)),
    // Operators' requests are refused for parameters that no operation has, too.
    ...(hasBody || (query ?? params) || access === "operator" ? (["invalid_payload"] as const) : []),
    ...(pages ? (["invalid_cursor"] as const) : []),
    ...(CODES[`${method} ${path}`] ?? []),
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
