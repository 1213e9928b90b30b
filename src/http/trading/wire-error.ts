/**
 * Statuses and texts of the trading interface's errors, by rejection code: the texts that clients of each dialect match.
 * Code and hint are the same in all dialects. refusal-texts.ts has the texts of single operations.
 */
import { MODE_CODES } from "../../core/mode.ts";
import type { Rejection, RejectionCode, RejectionValues } from "../../core/rejection.ts";
import { DIALECTS } from "../dialects/dialect.ts";
import type { Dialect } from "../dialects/dialect.ts";
import type { ErrorText, FailedRequest } from "../operation/error-format.ts";

type WireError = {
  readonly status: number;
  readonly error: string;
  /** Seconds after which the caller may try again. */
  readonly retryAfter?: number;
};

type Row = { readonly status: number; readonly error: string } & {
  readonly [D in Exclude<Dialect, "spec">]?: string;
} & {
  /** Polymarket's text for a placement, if different. */
  readonly polymarketOrder?: string;
  /** Polymarket's status, if different. */
  readonly polymarketStatus?: number;
};

const INVALID_PAYLOAD: Row = {
  status: 400,
  error: "invalid payload",
  polymarket: "Invalid payload",
  polymarketOrder: "Invalid order payload",
};

const TRADING_DISABLED = "Trading is currently disabled. Check polymarket.com for updates";

/** Status and texts of refusals by the exchange's mode. */
const MODE_REJECTION = {
  status: 409,
  polymarketStatus: 503,
  polymarket: TRADING_DISABLED,
  kuest: "system_paused",
} as const;

const OFF_TICK: Row = {
  status: 400,
  error: "order is invalid. price breaks minimum tick size rules",
  polymarket: "order {id} is invalid. Price ({price}) breaks minimum tick size rule: {tick}",
};

/**
 * Row of each rejection code. `error` is the text of the specification's dialect, and the default of the other dialects. A
 * name in braces stands for that value of the rejection, or for the order's `id`.
 */
export const ERROR_TEXTS: { readonly [Code in RejectionCode]: Row } = {
  rate_limited: { status: 429, error: "Too Many Requests" },
  payload_too_large: {
    status: 413,
    error: "request body too large",
    polymarket: "Payload exceeds the limit",
  },
  not_supported: { status: 501, error: "not supported" },
  unauthorized: { status: 401, error: "invalid_l2", polymarket: "Unauthorized/Invalid api key" },
  wallet_unauthorized: { status: 401, error: "Invalid L1 Request headers" },
  forbidden: { status: 403, error: "forbidden" },
  malformed_json: { ...INVALID_PAYLOAD, error: "malformed JSON" },
  invalid_payload: INVALID_PAYLOAD,
  invalid_side: { status: 400, error: "Invalid side" },
  batch_size: {
    status: 400,
    error: "batch supports at most {limit} orders",
    polymarket: "Too many orders in payload: {count}, max allowed: {limit}",
  },
  dry_run_refused: { status: 400, error: "dry_run is not available", kuest: "could not insert order" },
  unsupported_signature_type: {
    status: 400,
    error: "unsupported signature type",
    kuest: "invalid order signature",
  },
  invalid_cursor: { status: 400, error: "invalid cursor" },
  key_not_found: { status: 404, error: "Could not derive api key!" },
  too_many_keys: { status: 400, error: "too many keys" },
  heartbeat_unknown: { status: 400, error: "Invalid Heartbeat ID" },
  invalid_amounts: {
    status: 400,
    error: "makerAmount and takerAmount must be positive",
    polymarket: "invalid amounts",
  },
  invalid_name: { status: 400, error: "invalid name" },
  owner_mismatch: {
    status: 400,
    error: "owner_mismatch",
    polymarket: "the order owner has to be the owner of the API KEY",
    kuest: "owner_address_mismatch",
  },
  unknown_token: {
    status: 404,
    error: "No orderbook exists for the requested token id",
    kuest: "token is not registered",
  },
  condition_mismatch: {
    status: 400,
    error: "tokenId not found for conditionId lookup",
    polymarket: "Invalid order payload",
  },
  no_book: { status: 404, error: "No orderbook exists for the requested token id" },
  no_trades: { status: 404, error: "no trades found for the requested token id" },
  signer_mismatch: {
    status: 400,
    error: "the order signer address has to be the address of the API KEY",
    kuest: "invalid order signature",
  },
  maker_not_allowed: {
    status: 400,
    error: "maker address not allowed",
    polymarket: "maker address not allowed, please use the deposit wallet flow",
    kuest: "invalid order signature",
  },
  unsupported_contract: {
    status: 400,
    error: "unsupported verifying contract",
    polymarket: "invalid signature",
  },
  invalid_signature: { status: 400, error: "invalid order signature", polymarket: "invalid signature" },
  not_accepting: {
    status: 503,
    error: "the exchange is not accepting commands right now",
    polymarket: TRADING_DISABLED,
    kuest: "system_paused",
  },
  read_unavailable: { status: 503, error: "the read cannot be answered right now" },
  outcome_unknown: { status: 503, error: "the outcome is not known yet" },
  quarantined: { status: 409, polymarketStatus: 400, error: "the command is quarantined" },
  exchange_halted: { ...MODE_REJECTION, error: "the exchange is halted" },
  read_only: { ...MODE_REJECTION, error: "the exchange is read-only" },
  cancel_only: {
    ...MODE_REJECTION,
    error: "the exchange is cancel-only",
    polymarket: "Trading is currently cancel-only. New orders are not accepted, but cancels are allowed.",
  },
  post_only_mode: {
    status: 409,
    polymarketStatus: 503,
    error: "post-only mode: only post-only orders and cancels are allowed",
    kuest: "system_paused",
  },
  idempotency_key_reused: { status: 422, error: "the Idempotency-Key was used for another request" },
  signature_reused: {
    status: 422,
    error: "the same signed bytes were carried out before, with other values",
  },
  request_underway: { status: 409, error: "another request with the same Idempotency-Key is underway" },
  duplicate_order: {
    status: 400,
    error: "order is invalid. duplicated. same order has already been placed, can't be placed again",
    polymarket: "order {id} is invalid. Duplicated.",
  },
  market_not_open: {
    status: 400,
    error: "market not yet accepting orders",
    polymarket: "the market is not yet ready to process new orders",
  },
  market_paused: { status: 409, error: "condition_paused" },
  market_closed: { status: 400, error: "the market is closed" },
  post_only_kind: {
    status: 400,
    error: "postOnly requires GTC or GTD",
    polymarket: "invalid post-only order: only GTC and GTD order types are allowed",
  },
  expiration_required: { status: 400, error: "expiration is required", polymarket: "invalid expiration" },
  order_expired: { status: 400, error: "invalid expiration" },
  expiration_too_soon: { status: 400, error: "invalid expiration" },
  order_late: { status: 400, error: "order is too old", kuest: "order expired" },
  market_buy_precision: {
    status: 400,
    error:
      "invalid amounts, the market buy orders maker amount supports a max accuracy of 2 decimals, taker amount a max of 4 decimals",
    kuest: "could not insert order",
  },
  market_buy_too_small: {
    status: 400,
    error: "invalid amount for a marketable BUY order (${amount}), min size: ${least}",
    kuest: "could not insert order",
  },
  price_out_of_range: OFF_TICK,
  price_off_tick: OFF_TICK,
  size_not_whole: {
    status: 400,
    error: "order is invalid. size must be a multiple of 0.01",
    polymarket: "invalid amounts, the size supports a max accuracy of 2 decimals",
    kuest: "order quantity must be positive, a multiple of 0.01",
  },
  size_below_minimum: {
    status: 400,
    error: "order is invalid. size lower than the minimum",
    polymarket: "order {id} is invalid. Size ({size}) lower than the minimum: {minimum}",
  },
  fee_rate_too_low: {
    status: 400,
    error: "feeRateBps must be >= exchangeBaseFeeRate",
    polymarket: "invalid fee rate ({signed}), current market's taker fee: {rate}",
  },
  unknown_event: { status: 404, error: "event not found" },
  unknown_market: { status: 404, error: "market not found", kuest: "condition is not registered" },
  not_negative_risk: { status: 400, error: "not negative-risk markets of one event" },
  event_decided: { status: 409, error: "the event is decided" },
  conversion_empty: { status: 400, error: "nothing to convert" },
  invite_not_found: { status: 404, error: "invite not found" },
  invite_revoked: { status: 409, error: "the invite is revoked" },
  invite_used_up: { status: 409, error: "the invite is used up" },
  invite_ended: { status: 409, error: "the invite has ended" },
  unknown_account: { status: 404, error: "account not found" },
  user_banned: {
    status: 403,
    polymarketStatus: 400,
    error: "user_banned",
    polymarket: "'{address}' address banned",
  },
  wallet_taken: {
    status: 400,
    error: "the wallet belongs to another signer",
    kuest: "invalid order signature",
  },
  name_like_address: { status: 400, error: "the name reads like an address" },
  name_like_generated: { status: 400, error: "the name reads like a generated name" },
  name_like_exchange: { status: 400, error: "the name reads like that of the exchange" },
  name_not_allowed: { status: 400, error: "an operator forbade the name" },
  name_taken: { status: 409, error: "the name is taken" },
  name_changed_lately: { status: 409, error: "the name was changed lately" },
  name_not_found: { status: 404, error: "name not found" },
  order_group_not_found: {
    status: 404,
    error: "order group not found",
    kuest: "could not insert order",
  },
  order_group_stopped: {
    status: 400,
    error: "order group reached its limit",
    kuest: "could not insert order",
  },
  too_many_order_groups: { status: 409, error: "too many order groups" },
  replaced_not_open: {
    status: 400,
    error: "order to replace is not open",
    kuest: "could not insert order",
  },
  insufficient_balance: {
    status: 400,
    error: "not enough balance / allowance",
    polymarket:
      "not enough balance / allowance: the balance is not enough -> balance: {balance}, sum of active orders: {held}, order amount: {needed}",
  },
  post_only_crosses: {
    status: 400,
    error: "postOnly would cross the best {best}",
    polymarket: "invalid post-only order: order crosses book",
  },
  self_trade: {
    status: 400,
    error: "order would match an order of the same owner",
    kuest: "could not run the execution",
  },
  fok_not_filled: {
    status: 400,
    error: "order couldn't be fully filled, fok orders are fully filled/killed",
    polymarket: "order couldn't be fully filled. FOK orders are fully filled or killed.",
  },
  fak_not_matched: {
    status: 400,
    error:
      "no orders found to match with FAK order. FAK orders are partially filled or killed if no match is found.",
    kuest: "order couldn't be fully filled, fok orders are fully filled/killed",
  },
  too_many_orders: { status: 400, error: "too many open orders", kuest: "could not insert order" },
  order_not_found: { status: 404, error: "Order not found" },
  not_quarantined: { status: 404, error: "not in quarantine" },
  webhook_not_found: { status: 404, error: "no such webhook" },
  webhook_conflict: { status: 409, error: "not possible now" },
  no_backup_place: { status: 409, error: "no place for backups" },
  backup_underway: { status: 409, error: "a backup is underway" },
  order_not_open: { status: 400, error: "order can't be found - already canceled or matched" },
  amount_too_large: { status: 400, error: "amount too large" },
  market_already_resolved: { status: 409, error: "the market is resolved" },
  market_not_resolved: { status: 409, error: "the market is not resolved" },
  market_not_draft: { status: 409, error: "the market is open already" },
  proposal_exists: { status: 409, error: "a resolution is proposed already" },
  no_proposal: { status: 409, error: "no resolution is proposed" },
  invalid_payout: { status: 400, error: "the market cannot have this payout" },
  already_redeemed: { status: 409, error: "the resolution can no longer be undone" },
  market_has_shares: { status: 409, error: "the market has outstanding shares" },
  nothing_to_redeem: { status: 400, error: "nothing to redeem" },
  listing_changed: { status: 409, error: "the listing was changed meanwhile" },
  listing_conflict: { status: 409, error: "the listing contradicts a listed market" },
};

/** Seconds until a retry: overload passes soon, a mode lasts until the operator changes it. */
const RETRY_AFTER = { load: 1, mode: 30 } as const;

/** Replaces names in braces by their values. */
const fillIn = (text: string, values: RejectionValues = {}): string =>
  text.replace(/\{(\w+)\}/g, (_name, name: string) => values[name] ?? "");

/** Returns each dialect's own text and status, if any. */
const listOwnTexts = (
  { polymarket, polymarketOrder, polymarketStatus, kuest }: Row,
  placement: boolean,
): {
  readonly [D in Dialect]: { readonly error?: string | undefined; readonly status?: number | undefined };
} => ({
  spec: {},
  polymarket: { error: (placement ? polymarketOrder : undefined) ?? polymarket, status: polymarketStatus },
  kuest: { error: kuest },
});

/** Returns the status and the text of a rejection, with values filled in; `placement` is true for a placement of orders. */
export function buildWireError(rejection: Rejection, dialect: Dialect, placement: boolean): WireError {
  const row = ERROR_TEXTS[rejection.code];
  const own = listOwnTexts(row, placement)[dialect];
  const error = fillIn(own.error ?? row.error, rejection.values);
  const status = own.status ?? row.status;
  const refusal = { status, error };
  if (status !== 503 && rejection.code !== "rate_limited") return refusal;
  return { ...refusal, retryAfter: MODE_CODES.has(rejection.code) ? RETRY_AFTER.mode : RETRY_AFTER.load };
}

// Error texts that single operations give instead of the usual ones, since clients match them. Most are Polymarket's; the
// texts of placements are Kuest's. Code and hint stay the same.

/** Key of a rejection's values that holds the name of the faulty parameter. */
export const PARAMETER_KEY = "parameter";
/** Values of a rejection for a malformed id. */
export const MALFORMED_ID: RejectionValues = { id: "malformed" };

const POLYMARKET = ["polymarket"] as const;
const EMPTY_BATCH: RejectionValues = { count: "0" };

/** Returns Polymarket's text for a request that the schema rejects. */
const invalidPayload = (error: string): ErrorText => ({
  dialects: POLYMARKET,
  code: "invalid_payload",
  error,
});

export const INVALID_SIDE: ErrorText = { ...invalidPayload("Invalid side"), of: { [PARAMETER_KEY]: "side" } };
export const INVALID_TOKEN_ID = invalidPayload("Invalid token id");
export const INVALID_MARKET = invalidPayload("Invalid market");
export const INVALID_FILTERS = invalidPayload("invalid filters: {hint}");
export const INVALID_ORDER_PARAMS = invalidPayload("invalid order params payload");
export const INVALID_TRADE_PARAMS = invalidPayload("Invalid trade params payload");
export const INVALID_ORDER_ID = invalidPayload("Invalid orderID");

export const MALFORMED_ORDER_ID: ErrorText = {
  dialects: POLYMARKET,
  code: "order_not_found",
  of: MALFORMED_ID,
  status: 400,
  error: "Invalid orderID",
};

export const NO_ORDER_BOOK: ErrorText = {
  dialects: ["spec", "polymarket"],
  code: "unknown_token",
  status: 400,
  error: "No orderbook exists for the requested token id",
};

export const NO_MARKET_FOUND: ErrorText = {
  dialects: POLYMARKET,
  code: "unknown_token",
  error: "market not found",
};

export const NO_FEE_RATE: ErrorText = {
  dialects: POLYMARKET,
  code: "unknown_token",
  error: "fee rate not found for market",
};

export const NO_ORDERS_PLACED: ErrorText = {
  dialects: POLYMARKET,
  code: "batch_size",
  of: EMPTY_BATCH,
  error: "no orders in payload",
};

export const NO_ORDERS: ErrorText = { ...NO_ORDERS_PLACED, dialects: DIALECTS };

/** Returns texts that Kuest's site knows for a refused order; the site shows its users no message for other texts. */
const createSiteTexts = (error: string, codes: readonly RejectionCode[]): ErrorText[] =>
  codes.map((code) => ({ dialects: ["kuest"], code, error }));

/** Texts of a rejected request that places one or several orders. */
export const PLACEMENT_TEXTS: readonly ErrorText[] = [
  ...createSiteTexts("could not insert order", [
    "rate_limited",
    "payload_too_large",
    "malformed_json",
    "invalid_payload",
  ]),
  // This text does not ask the user to try again, since a second order could buy twice.
  ...createSiteTexts("order match delayed due to market conditions", ["outcome_unknown"]),
];

/** Texts of a rejected order, single or in a batch. */
export const ORDER_TEXTS: readonly ErrorText[] = [
  NO_ORDER_BOOK,
  ...PLACEMENT_TEXTS,
  ...createSiteTexts("could not run the execution", ["quarantined"]),
  ...createSiteTexts("condition_paused", ["market_closed"]),
  ...createSiteTexts("not enough balance / allowance", ["unknown_account"]),
  ...createSiteTexts("failed to check balances", ["amount_too_large"]),
];

/** Returns the operation's own text for a rejection, and its own status if the text has one. */
export function findOwnText(
  { code, hint, values = {} }: Rejection,
  { texts, dialect }: Pick<FailedRequest, "texts" | "dialect">,
): Partial<Pick<ErrorText, "status" | "error">> {
  const own = texts.find(
    ({ dialects, of = {}, ...text }) =>
      text.code === code &&
      dialects.includes(dialect) &&
      Object.entries(of).every(([name, value]) => values[name] === value),
  );
  if (own === undefined) return {};
  const { status, error } = own;
  return { ...(status !== undefined && { status }), error: fillIn(error, { ...values, hint }) };
}
