/**
 * Every expected rejection of the exchange, defined once, in order of precedence: if several apply, the first is given.
 * Orders follow placement-checks.ts, where the same code may occur twice. A rejection is a value; the HTTP layer turns its
 * code into the status and the text of each dialect. The table of docs/reference/rejections.md is generated from it.
 */
import { escapeHidden } from "./people/hidden-characters.ts";

/** Code and meaning, in order of precedence. */
export const REJECTIONS = {
  rate_limited: "The client asks for more than it may at a time; nothing was done",
  payload_too_large: "The request body is larger than the route allows",
  not_supported: "The services have this operation, and this exchange has not",
  unauthorized: "The request credentials are missing, unknown, stale or do not sign this request",
  wallet_unauthorized: "The wallet's signature headers are missing, stale or not made by the wallet",
  forbidden: "The operator has none of the roles that this operation takes",
  malformed_json: "The request body is not JSON",
  invalid_payload: "A field is missing, or has the wrong type or form",
  invalid_side: "`side` is neither BUY nor SELL",
  batch_size: "The request names too many items, or none",
  dry_run_refused: "Orders are tried without being placed in the sandbox only",
  unsupported_signature_type: "The signature type is not one of 0, 1, 2 and 3",
  invalid_cursor: "The page cursor is not one that a listing gave out",
  key_not_found: "The wallet has no API key of this nonce, or it was revoked",
  too_many_keys: "The wallet has as many read-only or builder's keys as it may",
  heartbeat_unknown: "The heartbeat does not name the one before it",
  invalid_amounts:
    "An amount is not a canonical integer in base units, is zero, or is beyond what the exchange can hold",
  invalid_name: "The name is too short or too long, or has characters that names may not have",
  owner_mismatch: "`owner` is neither the caller's API key nor the caller's address",
  unknown_token: "No market lists this token",
  condition_mismatch: "`conditionId` is not the condition of the token's market",
  no_book: "The token's book has no orders, so that it has no price",
  no_trades: "The token's market was never traded",
  signer_mismatch: "The order was signed by another wallet than the one that owns the API key",
  maker_not_allowed: "The maker is not the signer's wallet for this signature type",
  unsupported_contract: "The order is signed for an exchange contract that this market does not accept",
  invalid_signature: "The signature is malformed, or was not made by the order's signer over these fields",
  not_accepting:
    "The exchange is starting, stopping or overloaded and takes no new commands; nothing was done",
  read_unavailable:
    "The read cannot be answered now: its tables are behind the journal, or the database does not answer",
  outcome_unknown:
    "Whether the command is done is not known: no database, or a restart; the same request can be sent again",
  quarantined:
    "The command stopped the exchange more than once, and is taken only when the operator releases it",
  exchange_halted: "The exchange is halted: nothing is taken",
  read_only: "The exchange is read-only: clients' commands are not taken",
  cancel_only: "The exchange is cancel-only: new orders are not taken, cancels are",
  post_only_mode: "The exchange is post-only: of new orders only those that only rest are taken",
  idempotency_key_reused: "Another request was carried out with the same `Idempotency-Key`",
  signature_reused: "The same signed bytes were carried out before, with other values that are not signed",
  request_underway: "Another request with the same `Idempotency-Key` is underway",
  duplicate_order: "The same signed order was placed before",
  market_not_open: "The market is listed but not open yet",
  market_paused: "The market is paused: resting orders stay, new ones are not taken",
  market_closed: "The market is resolved or archived",
  post_only_kind: "Post-only orders must be GTC or GTD",
  expiration_required: "A GTD order needs an expiration in unix seconds",
  order_expired: "The expiration is not in the future",
  expiration_too_soon: "The expiration lies less far ahead than the rules of the live service want",
  order_late: "The order came later after its signed timestamp than its `max_age_ms` allows",
  market_buy_precision: "A FOK or FAK buy spends parts of a cent, which the live service refuses",
  market_buy_too_small: "A FOK or FAK buy spends less than a dollar, which the live service refuses",
  price_out_of_range: "The price that the amounts give lies outside the market's range",
  price_off_tick: "The price that the amounts give is not on the market's tick",
  size_not_whole: "A resting order's size must be a whole number of hundredths of a share",
  size_below_minimum: "The size is below the market's minimum",
  fee_rate_too_low: "The order signs a fee rate below the market's",
  unknown_event: "No event has this id",
  unknown_market: "No market has this condition",
  not_negative_risk: "The markets are not negative-risk markets of one event",
  event_decided: "A market of the negative-risk event resolved YES: nothing is left to convert",
  conversion_empty:
    "No market, or one of them twice, is named to convert from, or there is nothing to convert to",
  invite_not_found: "No invite has this code or id",
  invite_revoked: "An operator revoked the invite",
  invite_used_up: "The invite was used as often as it can be",
  invite_ended: "The time of the invite is over",
  unknown_account: "No account has this address",
  user_banned: "The operator banned the wallet: its orders are refused",
  wallet_taken: "The wallet belongs to another signer, or to nobody",
  name_like_address: "The name reads like the address of a wallet",
  name_like_generated: "The name reads like the generated name of a wallet",
  name_like_exchange: "The name has a word that is for the exchange itself",
  name_not_allowed: "An operator forbade the name, or a word in it",
  name_taken: "Another wallet has this name, or one that looks like it, or had it until lately",
  name_changed_lately: "The wallet chose a name less than a day ago",
  name_not_found: "The wallet has no chosen name, or the text is not forbidden",
  order_group_not_found: "The caller has no order group of this name",
  order_group_stopped: "The order group reached its limit of filled shares, and was not reset since",
  too_many_order_groups: "The caller has as many order groups as it may",
  replaced_not_open: "The order to replace is not an open order of the caller; nothing was placed",
  insufficient_balance: "The balance less what open orders hold does not cover the order",
  post_only_crosses: "A post-only order would have matched at once",
  self_trade: "The order would have matched an order of the same owner, and the exchange does not allow that",
  fok_not_filled: "A fill-or-kill order could not be filled completely",
  fak_not_matched: "A fill-and-kill order found nothing to match",
  too_many_orders: "The wallet, the market or the exchange has as many open orders as it may",
  order_not_found: "No order of the caller has this id",
  not_quarantined: "No command in quarantine has this fingerprint",
  webhook_not_found: "No webhook has this id",
  webhook_conflict: "There are as many webhooks as there may be, or a replay of this one is underway",
  no_backup_place: "No setting names a place for backups",
  backup_underway: "A whole backup is being written already",
  order_not_open: "The order is already cancelled or completely matched",
  amount_too_large: "The amount would take the exchange beyond what it can hold",
  market_already_resolved: "The market is resolved",
  market_not_resolved: "The market is not resolved yet",
  market_not_draft: "The market is open already",
  proposal_exists: "A resolution is proposed and not disputed",
  no_proposal: "No resolution is proposed that could be disputed",
  invalid_payout: "The payout is not one that the market can have",
  already_redeemed: "Shares were redeemed or converted since the resolution, which can no longer be undone",
  market_has_shares: "The market has outstanding shares: it has to be resolved before it is archived",
  nothing_to_redeem: "The wallet has no shares of the market",
  listing_changed: "The event or market was edited since the state that this edit rests on",
  listing_conflict: "The listing contradicts a market that is already listed",
} as const;

export type RejectionCode = keyof typeof REJECTIONS;

/** Rejected values by name, for the error texts that quote them. */
export type RejectionValues = { readonly [name: string]: string };

export type Rejection = {
  readonly code: RejectionCode;
  /** Expected value, given value and the nearest valid one, as a text for people. */
  readonly hint: string;
  readonly values?: RejectionValues | undefined;
};

/** Creates a rejection whose hint shows hidden characters as escapes. */
export function reject(code: RejectionCode, hint: string, values?: RejectionValues): Rejection {
  const shown = escapeHidden(hint);
  return values === undefined ? { code, hint: shown } : { code, hint: shown, values };
}

/** Tells whether a result is a rejection: no other result has both a code and a hint. */
export const isRejection = (result: unknown): result is Rejection =>
  typeof result === "object" && result !== null && "code" in result && "hint" in result;
