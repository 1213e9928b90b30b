/** Made by web/generate-api.ts from docs/openapi/trading.json. */

export type Cancellation = {
  readonly canceled: readonly string[];
  readonly not_canceled: Readonly<Record<string, string>>;
};

export type Credentials = { readonly apiKey: string; readonly secret: string; readonly passphrase: string };

export type HeartbeatRefusal = {
  readonly error: string;
  readonly code:
    | "rate_limited"
    | "payload_too_large"
    | "not_supported"
    | "unauthorized"
    | "wallet_unauthorized"
    | "forbidden"
    | "malformed_json"
    | "invalid_payload"
    | "invalid_side"
    | "batch_size"
    | "dry_run_refused"
    | "unsupported_signature_type"
    | "invalid_cursor"
    | "key_not_found"
    | "too_many_keys"
    | "heartbeat_unknown"
    | "invalid_amounts"
    | "invalid_name"
    | "owner_mismatch"
    | "unknown_token"
    | "condition_mismatch"
    | "no_book"
    | "no_trades"
    | "signer_mismatch"
    | "maker_not_allowed"
    | "unsupported_contract"
    | "invalid_signature"
    | "not_accepting"
    | "read_unavailable"
    | "outcome_unknown"
    | "quarantined"
    | "exchange_halted"
    | "read_only"
    | "cancel_only"
    | "post_only_mode"
    | "idempotency_key_reused"
    | "signature_reused"
    | "request_underway"
    | "duplicate_order"
    | "market_not_open"
    | "market_paused"
    | "market_closed"
    | "post_only_kind"
    | "expiration_required"
    | "order_expired"
    | "price_out_of_range"
    | "price_off_tick"
    | "size_not_whole"
    | "size_below_minimum"
    | "fee_rate_too_low"
    | "unknown_event"
    | "unknown_market"
    | "not_negative_risk"
    | "event_decided"
    | "conversion_empty"
    | "invite_not_found"
    | "invite_revoked"
    | "invite_used_up"
    | "invite_ended"
    | "unknown_account"
    | "user_banned"
    | "wallet_taken"
    | "name_like_address"
    | "name_like_generated"
    | "name_like_exchange"
    | "name_not_allowed"
    | "name_taken"
    | "name_changed_lately"
    | "name_not_found"
    | "insufficient_balance"
    | "post_only_crosses"
    | "self_trade"
    | "fok_not_filled"
    | "fak_not_matched"
    | "too_many_orders"
    | "order_not_found"
    | "not_quarantined"
    | "webhook_not_found"
    | "webhook_conflict"
    | "no_backup_place"
    | "backup_underway"
    | "order_not_open"
    | "amount_too_large"
    | "market_already_resolved"
    | "market_not_resolved"
    | "market_not_draft"
    | "proposal_exists"
    | "no_proposal"
    | "invalid_payout"
    | "already_redeemed"
    | "market_has_shares"
    | "nothing_to_redeem"
    | "listing_changed"
    | "listing_conflict"
    | "method_not_allowed"
    | "internal_error";
  readonly hint?: string;
  readonly request_id: string;
  readonly trace_id?: string;
  readonly error_msg?: string;
  readonly heartbeat_id?: string;
};

export type LedgerEntry = {
  readonly id: string;
  readonly type:
    | "trade"
    | "deposit"
    | "withdrawal"
    | "debit"
    | "split"
    | "merge"
    | "redemption"
    | "conversion"
    | "failed-settlement";
  readonly address: string;
  readonly time: string;
  readonly condition_id: string;
  readonly asset_id: string;
  readonly side: string;
  readonly price: string;
  readonly collateral: string;
  readonly shares: readonly { readonly asset_id: string; readonly amount: string }[];
  readonly fee: string;
  readonly transaction_hash: string;
};

export type Market = {
  readonly enable_order_book: boolean;
  readonly active: boolean;
  readonly closed: boolean;
  readonly archived: boolean;
  readonly accepting_orders: boolean;
  readonly accepting_order_timestamp: string | null;
  readonly minimum_order_size: number;
  readonly minimum_tick_size: number;
  readonly condition_id: string;
  readonly status: "draft" | "active" | "paused" | "resolved" | "archived";
  readonly question_id: string;
  readonly question: string;
  readonly slug: string;
  readonly description: string;
  readonly market_slug: string;
  readonly end_date_iso: string | null;
  readonly game_start_time: string | null;
  readonly seconds_delay: number;
  readonly fpmm: string;
  readonly maker_base_fee: number;
  readonly taker_base_fee: number;
  readonly notifications_enabled: boolean;
  readonly neg_risk: boolean;
  readonly neg_risk_market_id: string;
  readonly neg_risk_request_id: string;
  readonly icon: string;
  readonly image: string;
  readonly rewards: {
    readonly rates: readonly { readonly asset_address: string; readonly rewards_daily_rate: number }[];
    readonly min_size: number;
    readonly max_spread: number;
  };
  readonly is_50_50_outcome: boolean;
  readonly market_id: number;
  readonly tokens: readonly {
    readonly token_id: string;
    readonly outcome: string;
    readonly price: number;
    readonly winner: boolean;
  }[];
  readonly tags: readonly string[];
  readonly assets_ids?: readonly string[];
  readonly outcomes?: readonly string[];
  readonly event: {
    readonly id: string;
    readonly slug: string;
    readonly title: string;
    readonly ticker: string;
    readonly description: string;
  };
  readonly raw_metadata: {
    readonly short_title?: string;
    readonly resolution_source?: string;
    readonly creator?: string;
  };
};

export type MarketPage = {
  readonly data: readonly Market[];
  readonly next_cursor: string;
  readonly limit: number;
  readonly count: number;
};

export type MarketReward = {
  readonly condition_id: string;
  readonly question: string;
  readonly market_slug: string;
  readonly event_slug: string;
  readonly image: string;
  readonly rewards_max_spread: number;
  readonly rewards_min_size: number;
  readonly market_competitiveness: number;
  readonly tokens: readonly { readonly token_id: string; readonly outcome: string; readonly price: number }[];
  readonly rewards_config: readonly {
    readonly id: number;
    readonly asset_address: string;
    readonly start_date: string;
    readonly end_date: string;
    readonly rate_per_day: number;
    readonly total_rewards: number;
    readonly total_days: number;
  }[];
};

export type Notification =
  | {
      readonly type: 1;
      readonly id: number;
      readonly owner: string;
      readonly timestamp: number;
      readonly payload: {
        readonly order_id: string;
        readonly owner: string;
        readonly market: string;
        readonly condition_id: string;
        readonly asset_id: string;
        readonly outcome: string;
        readonly outcome_index: number;
        readonly side: string;
        readonly type: "GTC" | "GTD" | "FOK" | "FAK";
        readonly price: string;
        readonly original_size: string;
        readonly matched_size: string;
        readonly remaining_size: string;
        readonly trade_id: string;
        readonly transaction_hash: string;
        readonly reason: string;
        readonly question: string;
        readonly market_slug: string;
        readonly icon: string;
        readonly image: string;
        readonly eventSlug: string;
        readonly seriesSlug: string;
      };
    }
  | {
      readonly type: 2;
      readonly id: number;
      readonly owner: string;
      readonly timestamp: number;
      readonly payload: {
        readonly order_id: string;
        readonly owner: string;
        readonly market: string;
        readonly condition_id: string;
        readonly asset_id: string;
        readonly outcome: string;
        readonly outcome_index: number;
        readonly side: string;
        readonly type: "GTC" | "GTD" | "FOK" | "FAK";
        readonly price: string;
        readonly original_size: string;
        readonly matched_size: string;
        readonly remaining_size: string;
        readonly trade_id: string;
        readonly transaction_hash: string;
        readonly reason: string;
        readonly question: string;
        readonly market_slug: string;
        readonly icon: string;
        readonly image: string;
        readonly eventSlug: string;
        readonly seriesSlug: string;
      };
    }
  | {
      readonly type: 4;
      readonly id: number;
      readonly owner: string;
      readonly timestamp: number;
      readonly payload: {
        readonly enable_order_book: boolean;
        readonly active: boolean;
        readonly closed: boolean;
        readonly archived: boolean;
        readonly accepting_orders: boolean;
        readonly accepting_order_timestamp: string | null;
        readonly minimum_order_size: number;
        readonly minimum_tick_size: number;
        readonly condition_id: string;
        readonly status: "draft" | "active" | "paused" | "resolved" | "archived";
        readonly question_id: string;
        readonly question: string;
        readonly slug: string;
        readonly description: string;
        readonly market_slug: string;
        readonly end_date_iso: string | null;
        readonly game_start_time: string | null;
        readonly seconds_delay: number;
        readonly fpmm: string;
        readonly maker_base_fee: number;
        readonly taker_base_fee: number;
        readonly notifications_enabled: boolean;
        readonly neg_risk: boolean;
        readonly neg_risk_market_id: string;
        readonly neg_risk_request_id: string;
        readonly icon: string;
        readonly image: string;
        readonly rewards: {
          readonly rates: readonly { readonly asset_address: string; readonly rewards_daily_rate: number }[];
          readonly min_size: number;
          readonly max_spread: number;
        };
        readonly is_50_50_outcome: boolean;
        readonly market_id: number;
        readonly tokens: readonly {
          readonly token_id: string;
          readonly outcome: string;
          readonly price: number;
          readonly winner: boolean;
        }[];
        readonly tags: readonly string[];
        readonly assets_ids?: readonly string[];
        readonly outcomes?: readonly string[];
        readonly event: {
          readonly id: string;
          readonly slug: string;
          readonly title: string;
          readonly ticker: string;
          readonly description: string;
        };
        readonly raw_metadata: {
          readonly short_title?: string;
          readonly resolution_source?: string;
          readonly creator?: string;
        };
        readonly eventSlug: string;
      };
    };

export type Order = {
  readonly id: string;
  readonly status: string;
  readonly market: string;
  readonly outcome: string;
  readonly owner: string;
  readonly side: string;
  readonly price: string;
  readonly type: string;
  readonly original_size: string;
  readonly size_matched: string;
  readonly maker_address: string;
  readonly asset_id: string;
  readonly order_type: string;
  readonly associate_trades: readonly string[];
  readonly created_at: number | string;
  readonly updated_at: number | string;
  readonly expiration: string;
  readonly post_only: boolean;
  readonly cancel_reason?: string;
};

export type OrderBook = {
  readonly market: string;
  readonly asset_id: string;
  readonly timestamp: string;
  readonly hash: string;
  readonly bids: readonly { readonly price: string; readonly size: string }[];
  readonly asks: readonly { readonly price: string; readonly size: string }[];
  readonly min_order_size: string;
  readonly tick_size: string;
  readonly neg_risk: boolean;
  readonly last_trade_price: string;
};

export type OrderPage = {
  readonly data: readonly Order[];
  readonly next_cursor: string;
  readonly limit: number;
  readonly count: number;
};

export type OrderPlacement = {
  readonly order: {
    readonly tokenId: string;
    readonly conditionId?: string;
    readonly maker: string;
    readonly signer: string;
    readonly makerAmount: string;
    readonly takerAmount: string;
    readonly side: "BUY" | "SELL";
    readonly salt: string | number;
    readonly signatureType: number;
    readonly signature: string;
    readonly timestamp?: string;
    readonly metadata?: string | null | Readonly<Record<string, unknown>>;
    readonly builder?: string;
    readonly expiration?: string;
    readonly taker?: string;
    readonly nonce?: string | number;
    readonly feeRateBps?: string | number;
  };
  readonly orderType?: "GTC" | "GTD" | "FOK" | "FAK";
  readonly owner: string;
  readonly postOnly?: boolean;
};

export type Placement = {
  readonly success: boolean;
  readonly errorMsg: string;
  readonly orderID: string;
  readonly orderHash: string;
  readonly takingAmount: string;
  readonly makingAmount: string;
  readonly status: "live" | "matched" | "unmatched" | "delayed";
  readonly tradeIDs: readonly string[];
  readonly transactionsHashes: readonly string[];
};

export type PlacementRefusal = {
  readonly error: string;
  readonly code:
    | "rate_limited"
    | "payload_too_large"
    | "not_supported"
    | "unauthorized"
    | "wallet_unauthorized"
    | "forbidden"
    | "malformed_json"
    | "invalid_payload"
    | "invalid_side"
    | "batch_size"
    | "dry_run_refused"
    | "unsupported_signature_type"
    | "invalid_cursor"
    | "key_not_found"
    | "too_many_keys"
    | "heartbeat_unknown"
    | "invalid_amounts"
    | "invalid_name"
    | "owner_mismatch"
    | "unknown_token"
    | "condition_mismatch"
    | "no_book"
    | "no_trades"
    | "signer_mismatch"
    | "maker_not_allowed"
    | "unsupported_contract"
    | "invalid_signature"
    | "not_accepting"
    | "read_unavailable"
    | "outcome_unknown"
    | "quarantined"
    | "exchange_halted"
    | "read_only"
    | "cancel_only"
    | "post_only_mode"
    | "idempotency_key_reused"
    | "signature_reused"
    | "request_underway"
    | "duplicate_order"
    | "market_not_open"
    | "market_paused"
    | "market_closed"
    | "post_only_kind"
    | "expiration_required"
    | "order_expired"
    | "price_out_of_range"
    | "price_off_tick"
    | "size_not_whole"
    | "size_below_minimum"
    | "fee_rate_too_low"
    | "unknown_event"
    | "unknown_market"
    | "not_negative_risk"
    | "event_decided"
    | "conversion_empty"
    | "invite_not_found"
    | "invite_revoked"
    | "invite_used_up"
    | "invite_ended"
    | "unknown_account"
    | "user_banned"
    | "wallet_taken"
    | "name_like_address"
    | "name_like_generated"
    | "name_like_exchange"
    | "name_not_allowed"
    | "name_taken"
    | "name_changed_lately"
    | "name_not_found"
    | "insufficient_balance"
    | "post_only_crosses"
    | "self_trade"
    | "fok_not_filled"
    | "fak_not_matched"
    | "too_many_orders"
    | "order_not_found"
    | "not_quarantined"
    | "webhook_not_found"
    | "webhook_conflict"
    | "no_backup_place"
    | "backup_underway"
    | "order_not_open"
    | "amount_too_large"
    | "market_already_resolved"
    | "market_not_resolved"
    | "market_not_draft"
    | "proposal_exists"
    | "no_proposal"
    | "invalid_payout"
    | "already_redeemed"
    | "market_has_shares"
    | "nothing_to_redeem"
    | "listing_changed"
    | "listing_conflict"
    | "method_not_allowed"
    | "internal_error";
  readonly hint?: string;
  readonly request_id: string;
  readonly trace_id?: string;
  readonly success: false;
  readonly errorMsg: string;
  readonly orderID: "";
  readonly takingAmount: "";
  readonly makingAmount: "";
  readonly status: "";
};

export type Refusal = {
  readonly error: string;
  readonly code:
    | "rate_limited"
    | "payload_too_large"
    | "not_supported"
    | "unauthorized"
    | "wallet_unauthorized"
    | "forbidden"
    | "malformed_json"
    | "invalid_payload"
    | "invalid_side"
    | "batch_size"
    | "dry_run_refused"
    | "unsupported_signature_type"
    | "invalid_cursor"
    | "key_not_found"
    | "too_many_keys"
    | "heartbeat_unknown"
    | "invalid_amounts"
    | "invalid_name"
    | "owner_mismatch"
    | "unknown_token"
    | "condition_mismatch"
    | "no_book"
    | "no_trades"
    | "signer_mismatch"
    | "maker_not_allowed"
    | "unsupported_contract"
    | "invalid_signature"
    | "not_accepting"
    | "read_unavailable"
    | "outcome_unknown"
    | "quarantined"
    | "exchange_halted"
    | "read_only"
    | "cancel_only"
    | "post_only_mode"
    | "idempotency_key_reused"
    | "signature_reused"
    | "request_underway"
    | "duplicate_order"
    | "market_not_open"
    | "market_paused"
    | "market_closed"
    | "post_only_kind"
    | "expiration_required"
    | "order_expired"
    | "price_out_of_range"
    | "price_off_tick"
    | "size_not_whole"
    | "size_below_minimum"
    | "fee_rate_too_low"
    | "unknown_event"
    | "unknown_market"
    | "not_negative_risk"
    | "event_decided"
    | "conversion_empty"
    | "invite_not_found"
    | "invite_revoked"
    | "invite_used_up"
    | "invite_ended"
    | "unknown_account"
    | "user_banned"
    | "wallet_taken"
    | "name_like_address"
    | "name_like_generated"
    | "name_like_exchange"
    | "name_not_allowed"
    | "name_taken"
    | "name_changed_lately"
    | "name_not_found"
    | "insufficient_balance"
    | "post_only_crosses"
    | "self_trade"
    | "fok_not_filled"
    | "fak_not_matched"
    | "too_many_orders"
    | "order_not_found"
    | "not_quarantined"
    | "webhook_not_found"
    | "webhook_conflict"
    | "no_backup_place"
    | "backup_underway"
    | "order_not_open"
    | "amount_too_large"
    | "market_already_resolved"
    | "market_not_resolved"
    | "market_not_draft"
    | "proposal_exists"
    | "no_proposal"
    | "invalid_payout"
    | "already_redeemed"
    | "market_has_shares"
    | "nothing_to_redeem"
    | "listing_changed"
    | "listing_conflict"
    | "method_not_allowed"
    | "internal_error";
  readonly hint?: string;
  readonly request_id: string;
  readonly trace_id?: string;
};

export type SimplifiedMarket = {
  readonly condition_id: string;
  readonly status: "draft" | "active" | "paused" | "resolved" | "archived";
  readonly neg_risk: boolean;
  readonly market_id: number;
  readonly question: string;
  readonly slug: string;
  readonly active: boolean;
  readonly closed: boolean;
  readonly archived: boolean;
  readonly accepting_orders: boolean;
  readonly tokens: readonly {
    readonly token_id: string;
    readonly outcome: string;
    readonly price: number;
    readonly winner: boolean;
  }[];
  readonly rewards: {
    readonly rates: readonly { readonly asset_address: string; readonly rewards_daily_rate: number }[];
    readonly min_size: number;
    readonly max_spread: number;
  };
  readonly assets_ids?: readonly string[];
  readonly outcomes?: readonly string[];
};

export type SimplifiedMarketPage = {
  readonly data: readonly SimplifiedMarket[];
  readonly next_cursor: string;
  readonly limit: number;
  readonly count: number;
};

export type Tokens = readonly { readonly token_id: string; readonly side?: string }[];

export type Trade = {
  readonly id: string;
  readonly taker_order_id: string;
  readonly market: string;
  readonly asset_id: string;
  readonly side: string;
  readonly size: string;
  readonly fee_rate_bps: string;
  readonly price: string;
  readonly status: string;
  readonly match_time: string;
  readonly last_update: string;
  readonly outcome: string;
  readonly maker_address: string;
  readonly owner: string;
  readonly transaction_hash: string;
  readonly bucket_index: number;
  readonly maker_orders: readonly {
    readonly order_id: string;
    readonly maker_address: string;
    readonly owner: string;
    readonly matched_amount: string;
    readonly fee_rate_bps: string;
    readonly price: string;
    readonly asset_id: string;
    readonly outcome: string;
    readonly side: string;
    readonly fee: string;
  }[];
  readonly type: string;
  readonly trader_side: string;
  readonly fee: string;
};

export type TradePage = {
  readonly data: readonly Trade[];
  readonly next_cursor: string;
  readonly limit: number;
  readonly count: number;
};

export type WalletBalance = {
  readonly address: string;
  readonly collateral: { readonly balance: string; readonly held: string; readonly available: string };
  readonly positions: readonly {
    readonly condition_id: string;
    readonly asset_id: string;
    readonly outcome: string;
    readonly outcome_index: number;
    readonly balance: string;
    readonly held: string;
    readonly available: string;
  }[];
};

type NoValues = Readonly<Record<string, never>>;

export type Operations = {
  readonly "GET /": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: undefined;
    readonly answer: "OK";
  };
  readonly "GET /ok": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: undefined;
    readonly answer: "OK";
  };
  readonly "GET /health/live": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: undefined;
    readonly answer: { readonly status: "live" };
  };
  readonly "GET /health/ready": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: undefined;
    readonly answer: {
      readonly status: "ready";
      readonly mode: "normal" | "post-only" | "cancel-only" | "read-only" | "halted";
      readonly checks: {
        readonly start: string;
        readonly database: string;
        readonly writer: string;
        readonly tables: string;
        readonly mode: string;
        readonly places: string;
        readonly stop: string;
      };
      readonly shortages: readonly string[];
    };
  };
  readonly "GET /time": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: undefined;
    readonly answer: number;
  };
  readonly "GET /version": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: undefined;
    readonly answer: { readonly version: number };
  };
  readonly "GET /announcements": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: undefined;
    readonly answer: readonly {
      readonly id: string;
      readonly kind: "info" | "warning";
      readonly text: string;
      readonly link: string | null;
      readonly from: string;
      readonly until: string | null;
    }[];
  };
  readonly "GET /book": {
    readonly params: NoValues;
    readonly query: { readonly token_id: string; readonly side?: string };
    readonly body: undefined;
    readonly answer: OrderBook;
  };
  readonly "GET /books": {
    readonly params: NoValues;
    readonly query: { readonly token_ids: string };
    readonly body: undefined;
    readonly answer: readonly OrderBook[];
  };
  readonly "POST /books": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: Tokens;
    readonly answer: readonly OrderBook[];
  };
  readonly "GET /price": {
    readonly params: NoValues;
    readonly query: { readonly token_id: string; readonly side: string };
    readonly body: undefined;
    readonly answer: { readonly price: string };
  };
  readonly "GET /prices": {
    readonly params: NoValues;
    readonly query: { readonly token_ids: string };
    readonly body: undefined;
    readonly answer: Readonly<Record<string, { readonly BUY: string; readonly SELL: string }>>;
  };
  readonly "POST /prices": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: Tokens;
    readonly answer: Readonly<Record<string, { readonly BUY: string; readonly SELL: string }>>;
  };
  readonly "GET /midpoint": {
    readonly params: NoValues;
    readonly query: { readonly token_id: string };
    readonly body: undefined;
    readonly answer: { readonly mid: string };
  };
  readonly "GET /midpoints": {
    readonly params: NoValues;
    readonly query: { readonly token_ids: string };
    readonly body: undefined;
    readonly answer: Readonly<Record<string, string>>;
  };
  readonly "POST /midpoints": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: Tokens;
    readonly answer: Readonly<Record<string, string>>;
  };
  readonly "GET /spread": {
    readonly params: NoValues;
    readonly query: { readonly token_id: string; readonly side?: string };
    readonly body: undefined;
    readonly answer: { readonly spread: string };
  };
  readonly "GET /spreads": {
    readonly params: NoValues;
    readonly query: { readonly token_ids: string };
    readonly body: undefined;
    readonly answer: Readonly<Record<string, string>>;
  };
  readonly "POST /spreads": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: Tokens;
    readonly answer: Readonly<Record<string, string>>;
  };
  readonly "GET /last-trade-price": {
    readonly params: NoValues;
    readonly query: { readonly token_id: string };
    readonly body: undefined;
    readonly answer: { readonly price: string; readonly side: string };
  };
  readonly "GET /last-trades-prices": {
    readonly params: NoValues;
    readonly query: { readonly token_ids?: string };
    readonly body: Tokens | null;
    readonly answer: readonly { readonly token_id: string; readonly price: string; readonly side: string }[];
  };
  readonly "POST /last-trades-prices": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: Tokens;
    readonly answer: readonly { readonly token_id: string; readonly price: string; readonly side: string }[];
  };
  readonly "GET /prices-history": {
    readonly params: NoValues;
    readonly query: {
      readonly market: string;
      readonly start_ts?: number;
      readonly end_ts?: number;
      readonly startTs?: number;
      readonly endTs?: number;
      readonly interval?: "1m" | "5m" | "15m" | "1h" | "6h" | "1d" | "1w" | "max" | "all";
      readonly fidelity?: number;
    };
    readonly body: undefined;
    readonly answer: { readonly history: readonly { readonly t: number; readonly p: number }[] };
  };
  readonly "POST /batch-prices-history": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: {
      readonly markets: readonly string[];
      readonly start_ts?: number;
      readonly end_ts?: number;
      readonly startTs?: number;
      readonly endTs?: number;
      readonly interval?: "1m" | "5m" | "15m" | "1h" | "6h" | "1d" | "1w" | "max" | "all";
      readonly fidelity?: number;
    };
    readonly answer: {
      readonly history: Readonly<Record<string, readonly { readonly t: number; readonly p: number }[]>>;
    };
  };
  readonly "GET /tick-size": {
    readonly params: NoValues;
    readonly query: { readonly token_id: string };
    readonly body: undefined;
    readonly answer: { readonly minimum_tick_size: number };
  };
  readonly "GET /tick-size/{token_id}": {
    readonly params: { readonly token_id: string };
    readonly query: NoValues;
    readonly body: undefined;
    readonly answer: { readonly minimum_tick_size: number };
  };
  readonly "GET /neg-risk": {
    readonly params: NoValues;
    readonly query: { readonly token_id: string };
    readonly body: undefined;
    readonly answer: { readonly neg_risk: boolean };
  };
  readonly "GET /neg-risk/{token_id}": {
    readonly params: { readonly token_id: string };
    readonly query: NoValues;
    readonly body: undefined;
    readonly answer: { readonly neg_risk: boolean };
  };
  readonly "GET /fee-rate": {
    readonly params: NoValues;
    readonly query: { readonly token_id: string };
    readonly body: undefined;
    readonly answer: {
      readonly base_fee: number;
      readonly fee_schedule: {
        readonly rate: number;
        readonly exponent: number;
        readonly takerOnly: boolean;
      };
      readonly fd: { readonly r: number; readonly e: number; readonly to: boolean };
    };
  };
  readonly "GET /fee-rate/{token_id}": {
    readonly params: { readonly token_id: string };
    readonly query: NoValues;
    readonly body: undefined;
    readonly answer: {
      readonly base_fee: number;
      readonly fee_schedule: {
        readonly rate: number;
        readonly exponent: number;
        readonly takerOnly: boolean;
      };
      readonly fd: { readonly r: number; readonly e: number; readonly to: boolean };
    };
  };
  readonly "GET /markets": {
    readonly params: NoValues;
    readonly query: { readonly next_cursor?: string };
    readonly body: undefined;
    readonly answer: MarketPage;
  };
  readonly "GET /simplified-markets": {
    readonly params: NoValues;
    readonly query: { readonly next_cursor?: string };
    readonly body: undefined;
    readonly answer: SimplifiedMarketPage;
  };
  readonly "GET /sampling-markets": {
    readonly params: NoValues;
    readonly query: { readonly next_cursor?: string };
    readonly body: undefined;
    readonly answer: MarketPage;
  };
  readonly "GET /sampling-simplified-markets": {
    readonly params: NoValues;
    readonly query: { readonly next_cursor?: string };
    readonly body: undefined;
    readonly answer: SimplifiedMarketPage;
  };
  readonly "GET /markets/{condition_id}": {
    readonly params: { readonly condition_id: string };
    readonly query: NoValues;
    readonly body: undefined;
    readonly answer: Market;
  };
  readonly "GET /markets/{condition_id}/resolution": {
    readonly params: { readonly condition_id: string };
    readonly query: NoValues;
    readonly body: undefined;
    readonly answer: {
      readonly condition_id: string;
      readonly status: "draft" | "active" | "paused" | "resolved" | "archived";
      readonly proposal: {
        readonly payout: readonly [number, number];
        readonly evidence: string;
        readonly link: string;
        readonly time: string;
        readonly disputed: boolean;
      } | null;
      readonly resolution: {
        readonly payout: readonly [number, number];
        readonly time: string | null;
      } | null;
      readonly steps: readonly {
        readonly step: "proposed" | "disputed" | "resolved" | "undone";
        readonly time: string;
        readonly payout: readonly [number, number] | null;
        readonly evidence: string | null;
        readonly link: string | null;
      }[];
    };
  };
  readonly "GET /clob-markets/{condition_id}": {
    readonly params: { readonly condition_id: string };
    readonly query: NoValues;
    readonly body: undefined;
    readonly answer: {
      readonly c: string;
      readonly t: readonly { readonly t: string; readonly o: string }[];
      readonly mts: number;
      readonly mos: number;
      readonly nr: boolean;
      readonly fd: { readonly r: number; readonly e: number; readonly to: boolean };
      readonly mbf: number;
      readonly tbf: number;
      readonly ao: boolean;
      readonly aot: string | null;
      readonly sd: number;
      readonly gst: string | null;
      readonly r: { readonly mi: number; readonly ma: number; readonly e: boolean };
      readonly oas: 0;
      readonly cbos: false;
      readonly rfqe: false;
      readonly itode: false;
      readonly ibce: false;
    };
  };
  readonly "GET /markets-by-token/{token_id}": {
    readonly params: { readonly token_id: string };
    readonly query: NoValues;
    readonly body: undefined;
    readonly answer: {
      readonly condition_id: string;
      readonly primary_token_id: string;
      readonly secondary_token_id: string;
    };
  };
  readonly "POST /data/volumes": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: {
      readonly include_24h?: boolean;
      readonly conditions: readonly {
        readonly conditionId?: string;
        readonly condition_id?: string;
        readonly tokenIds?: readonly string[];
        readonly token_ids?: readonly string[];
      }[];
    };
    readonly answer: readonly {
      readonly condition_id: string;
      readonly status: number;
      readonly volume?: string;
      readonly volume_24h?: string;
      readonly error?: string;
      readonly code?: string;
      readonly hint?: string;
    }[];
  };
  readonly "POST /auth/api-key": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: undefined;
    readonly answer: Credentials;
  };
  readonly "DELETE /auth/api-key": {
    readonly params: NoValues;
    readonly query: { readonly apiKey?: string };
    readonly body: undefined;
    readonly answer: { readonly revoked: true };
  };
  readonly "GET /auth/derive-api-key": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: undefined;
    readonly answer: Credentials;
  };
  readonly "GET /auth/api-keys": {
    readonly params: NoValues;
    readonly query: { readonly metadata?: boolean; readonly includeRevoked?: boolean };
    readonly body: undefined;
    readonly answer:
      | readonly string[]
      | readonly {
          readonly apiKey: string;
          readonly nonce: string;
          readonly status: "active" | "revoked";
          readonly createdAt: string;
          readonly revokedAt: string | null;
        }[];
  };
  readonly "GET /auth/ban-status/closed-only": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: undefined;
    readonly answer: { readonly closedOnly: boolean; readonly closed_only: boolean };
  };
  readonly "POST /auth/readonly-api-key": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: undefined;
    readonly answer: { readonly apiKey: string };
  };
  readonly "DELETE /auth/readonly-api-key": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: { readonly key: string };
    readonly answer: { readonly deleted: boolean };
  };
  readonly "GET /auth/readonly-api-keys": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: undefined;
    readonly answer: readonly string[];
  };
  readonly "GET /auth/validate-readonly-api-key": {
    readonly params: NoValues;
    readonly query: { readonly address: string; readonly key: string };
    readonly body: undefined;
    readonly answer: { readonly valid: boolean };
  };
  readonly "GET /auth/builder-api-key": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: undefined;
    readonly answer: readonly {
      readonly key: string;
      readonly createdAt: string;
      readonly revokedAt: string | null;
    }[];
  };
  readonly "POST /auth/builder-api-key": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: undefined;
    readonly answer: { readonly key: string; readonly secret: string; readonly passphrase: string };
  };
  readonly "DELETE /auth/builder-api-key": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: undefined;
    readonly answer: "OK";
  };
  readonly "POST /order": {
    readonly params: NoValues;
    readonly query: { readonly dry_run?: boolean };
    readonly body: OrderPlacement;
    readonly answer:
      | Placement
      | {
          readonly dry_run: true;
          readonly ok: boolean;
          readonly checks: readonly {
            readonly check: string;
            readonly ok: boolean;
            readonly expected: string;
            readonly got: string;
            readonly hint: string;
            readonly mistake: string;
          }[];
          readonly first_wrong: string | null;
          readonly would: {
            readonly status: "live" | "matched" | "unmatched";
            readonly orderID: string;
            readonly takingAmount: string;
            readonly makingAmount: string;
            readonly fills: readonly { readonly price: string; readonly size: string }[];
            readonly canceled: readonly string[];
          } | null;
          readonly refusal: {
            readonly status: number;
            readonly error: string;
            readonly code:
              | "rate_limited"
              | "payload_too_large"
              | "not_supported"
              | "unauthorized"
              | "wallet_unauthorized"
              | "forbidden"
              | "malformed_json"
              | "invalid_payload"
              | "invalid_side"
              | "batch_size"
              | "dry_run_refused"
              | "unsupported_signature_type"
              | "invalid_cursor"
              | "key_not_found"
              | "too_many_keys"
              | "heartbeat_unknown"
              | "invalid_amounts"
              | "invalid_name"
              | "owner_mismatch"
              | "unknown_token"
              | "condition_mismatch"
              | "no_book"
              | "no_trades"
              | "signer_mismatch"
              | "maker_not_allowed"
              | "unsupported_contract"
              | "invalid_signature"
              | "not_accepting"
              | "read_unavailable"
              | "outcome_unknown"
              | "quarantined"
              | "exchange_halted"
              | "read_only"
              | "cancel_only"
              | "post_only_mode"
              | "idempotency_key_reused"
              | "signature_reused"
              | "request_underway"
              | "duplicate_order"
              | "market_not_open"
              | "market_paused"
              | "market_closed"
              | "post_only_kind"
              | "expiration_required"
              | "order_expired"
              | "price_out_of_range"
              | "price_off_tick"
              | "size_not_whole"
              | "size_below_minimum"
              | "fee_rate_too_low"
              | "unknown_event"
              | "unknown_market"
              | "not_negative_risk"
              | "event_decided"
              | "conversion_empty"
              | "invite_not_found"
              | "invite_revoked"
              | "invite_used_up"
              | "invite_ended"
              | "unknown_account"
              | "user_banned"
              | "wallet_taken"
              | "name_like_address"
              | "name_like_generated"
              | "name_like_exchange"
              | "name_not_allowed"
              | "name_taken"
              | "name_changed_lately"
              | "name_not_found"
              | "insufficient_balance"
              | "post_only_crosses"
              | "self_trade"
              | "fok_not_filled"
              | "fak_not_matched"
              | "too_many_orders"
              | "order_not_found"
              | "not_quarantined"
              | "webhook_not_found"
              | "webhook_conflict"
              | "no_backup_place"
              | "backup_underway"
              | "order_not_open"
              | "amount_too_large"
              | "market_already_resolved"
              | "market_not_resolved"
              | "market_not_draft"
              | "proposal_exists"
              | "no_proposal"
              | "invalid_payout"
              | "already_redeemed"
              | "market_has_shares"
              | "nothing_to_redeem"
              | "listing_changed"
              | "listing_conflict";
            readonly hint: string;
          } | null;
        };
  };
  readonly "DELETE /order": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: { readonly orderId?: string; readonly orderID?: string; readonly order_id?: string };
    readonly answer: Cancellation;
  };
  readonly "POST /orders": {
    readonly params: NoValues;
    readonly query: { readonly dry_run?: boolean };
    readonly body: readonly (OrderPlacement | unknown)[];
    readonly answer: readonly (
      | Placement
      | {
          readonly success: false;
          readonly errorMsg: string;
          readonly orderID: "";
          readonly takingAmount: "";
          readonly makingAmount: "";
          readonly status: "";
          readonly error: string;
          readonly code:
            | "rate_limited"
            | "payload_too_large"
            | "not_supported"
            | "unauthorized"
            | "wallet_unauthorized"
            | "forbidden"
            | "malformed_json"
            | "invalid_payload"
            | "invalid_side"
            | "batch_size"
            | "dry_run_refused"
            | "unsupported_signature_type"
            | "invalid_cursor"
            | "key_not_found"
            | "too_many_keys"
            | "heartbeat_unknown"
            | "invalid_amounts"
            | "invalid_name"
            | "owner_mismatch"
            | "unknown_token"
            | "condition_mismatch"
            | "no_book"
            | "no_trades"
            | "signer_mismatch"
            | "maker_not_allowed"
            | "unsupported_contract"
            | "invalid_signature"
            | "not_accepting"
            | "read_unavailable"
            | "outcome_unknown"
            | "quarantined"
            | "exchange_halted"
            | "read_only"
            | "cancel_only"
            | "post_only_mode"
            | "idempotency_key_reused"
            | "signature_reused"
            | "request_underway"
            | "duplicate_order"
            | "market_not_open"
            | "market_paused"
            | "market_closed"
            | "post_only_kind"
            | "expiration_required"
            | "order_expired"
            | "price_out_of_range"
            | "price_off_tick"
            | "size_not_whole"
            | "size_below_minimum"
            | "fee_rate_too_low"
            | "unknown_event"
            | "unknown_market"
            | "not_negative_risk"
            | "event_decided"
            | "conversion_empty"
            | "invite_not_found"
            | "invite_revoked"
            | "invite_used_up"
            | "invite_ended"
            | "unknown_account"
            | "user_banned"
            | "wallet_taken"
            | "name_like_address"
            | "name_like_generated"
            | "name_like_exchange"
            | "name_not_allowed"
            | "name_taken"
            | "name_changed_lately"
            | "name_not_found"
            | "insufficient_balance"
            | "post_only_crosses"
            | "self_trade"
            | "fok_not_filled"
            | "fak_not_matched"
            | "too_many_orders"
            | "order_not_found"
            | "not_quarantined"
            | "webhook_not_found"
            | "webhook_conflict"
            | "no_backup_place"
            | "backup_underway"
            | "order_not_open"
            | "amount_too_large"
            | "market_already_resolved"
            | "market_not_resolved"
            | "market_not_draft"
            | "proposal_exists"
            | "no_proposal"
            | "invalid_payout"
            | "already_redeemed"
            | "market_has_shares"
            | "nothing_to_redeem"
            | "listing_changed"
            | "listing_conflict";
          readonly hint: string;
        }
    )[];
  };
  readonly "DELETE /orders": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: readonly string[];
    readonly answer: Cancellation;
  };
  readonly "DELETE /cancel-all": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: undefined;
    readonly answer: Cancellation;
  };
  readonly "DELETE /cancel-market-orders": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: {
      readonly market?: string | "" | null;
      readonly assetId?: string | "" | null;
      readonly asset_id?: string | "" | null;
    };
    readonly answer: Cancellation;
  };
  readonly "GET /data/order/{id}": {
    readonly params: { readonly id: string };
    readonly query: NoValues;
    readonly body: undefined;
    readonly answer: {
      readonly order: {
        readonly id: string;
        readonly status: string;
        readonly market: string;
        readonly outcome: string;
        readonly owner: string;
        readonly side: string;
        readonly price: string;
        readonly type: string;
        readonly originalSize: string;
        readonly sizeMatched: string;
        readonly makerAddress: string;
        readonly assetId: string;
        readonly associateTrades: readonly string[];
        readonly createdAt: string;
        readonly updatedAt: string;
        readonly reason?: string;
      };
      readonly id: string;
      readonly status: string;
      readonly market: string;
      readonly outcome: string;
      readonly owner: string;
      readonly side: string;
      readonly price: string;
      readonly type: string;
      readonly original_size: string;
      readonly size_matched: string;
      readonly maker_address: string;
      readonly asset_id: string;
      readonly order_type: string;
      readonly associate_trades: readonly string[];
      readonly created_at: number | string;
      readonly updated_at: number | string;
      readonly expiration: string;
      readonly post_only: boolean;
      readonly cancel_reason?: string;
    };
  };
  readonly "GET /data/orders": {
    readonly params: NoValues;
    readonly query: {
      readonly id?: string;
      readonly market?: string;
      readonly asset_id?: string;
      readonly maker_address?: string;
      readonly next_cursor?: string;
    };
    readonly body: undefined;
    readonly answer: OrderPage;
  };
  readonly "POST /data/orders": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: readonly { readonly orderId: string }[];
    readonly answer: readonly {
      readonly order_id: string;
      readonly status: number;
      readonly order?: {
        readonly id: string;
        readonly status: string;
        readonly market: string;
        readonly outcome: string;
        readonly owner: string;
        readonly side: string;
        readonly price: string;
        readonly type: string;
        readonly originalSize: string;
        readonly sizeMatched: string;
        readonly makerAddress: string;
        readonly assetId: string;
        readonly associateTrades: readonly string[];
        readonly createdAt: string;
        readonly updatedAt: string;
        readonly reason?: string;
        readonly original_size: string;
        readonly size_matched: string;
        readonly maker_address: string;
        readonly asset_id: string;
        readonly order_type: string;
        readonly associate_trades: readonly string[];
        readonly created_at: number | string;
        readonly updated_at: number | string;
        readonly expiration: string;
        readonly post_only: boolean;
        readonly cancel_reason?: string;
      };
      readonly error?: string;
      readonly code?: string;
      readonly hint?: string;
    }[];
  };
  readonly "GET /data/pre-migration-orders": {
    readonly params: NoValues;
    readonly query: { readonly next_cursor?: string };
    readonly body: undefined;
    readonly answer: {
      readonly data: readonly Readonly<Record<string, unknown>>[];
      readonly next_cursor: string;
      readonly limit: number;
      readonly count: number;
    };
  };
  readonly "GET /order-scoring": {
    readonly params: NoValues;
    readonly query: { readonly order_id: string };
    readonly body: undefined;
    readonly answer: { readonly scoring: boolean };
  };
  readonly "POST /orders-scoring": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: readonly string[];
    readonly answer: Readonly<Record<string, boolean>>;
  };
  readonly "POST /v1/heartbeats": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: { readonly heartbeat_id?: string | null } | null;
    readonly answer: { readonly status: "ok"; readonly heartbeat_id: string };
  };
  readonly "POST /heartbeats": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: { readonly heartbeat_id?: string | null } | null;
    readonly answer: { readonly status: "ok"; readonly heartbeat_id: string };
  };
  readonly "GET /data/trades": {
    readonly params: NoValues;
    readonly query: {
      readonly id?: string;
      readonly maker_address?: string;
      readonly market?: string;
      readonly asset_id?: string;
      readonly before?: string;
      readonly after?: string;
      readonly next_cursor?: string;
      readonly taker?: string;
      readonly maker?: string;
    };
    readonly body: undefined;
    readonly answer: TradePage;
  };
  readonly "GET /markets/live-activity/{condition_id}": {
    readonly params: { readonly condition_id: string };
    readonly query: NoValues;
    readonly body: undefined;
    readonly answer: readonly {
      readonly event_type: "trade";
      readonly market: {
        readonly condition_id: string;
        readonly asset_id: string;
        readonly question: string;
        readonly icon: string;
        readonly slug: string;
      };
      readonly user: {
        readonly address: string;
        readonly username: string;
        readonly profile_picture: "";
        readonly optimized_profile_picture: "";
        readonly pseudonym: string;
      };
      readonly side: string;
      readonly size: string;
      readonly fee_rate_bps: string;
      readonly price: string;
      readonly outcome: string;
      readonly outcome_index: number;
      readonly transaction_hash: string;
      readonly timestamp: string;
    }[];
  };
  readonly "GET /live-activity/events/{condition_id}": {
    readonly params: { readonly condition_id: string };
    readonly query: NoValues;
    readonly body: undefined;
    readonly answer: readonly {
      readonly event_type: "trade";
      readonly market: {
        readonly condition_id: string;
        readonly asset_id: string;
        readonly question: string;
        readonly icon: string;
        readonly slug: string;
      };
      readonly user: {
        readonly address: string;
        readonly username: string;
        readonly profile_picture: "";
        readonly optimized_profile_picture: "";
        readonly pseudonym: string;
      };
      readonly side: string;
      readonly size: string;
      readonly fee_rate_bps: string;
      readonly price: string;
      readonly outcome: string;
      readonly outcome_index: number;
      readonly transaction_hash: string;
      readonly timestamp: string;
    }[];
  };
  readonly "GET /builder/trades": {
    readonly params: NoValues;
    readonly query: {
      readonly id?: string;
      readonly maker_address?: string;
      readonly market?: string;
      readonly asset_id?: string;
      readonly before?: string;
      readonly after?: string;
      readonly next_cursor?: string;
      readonly builder_code?: string;
    };
    readonly body: undefined;
    readonly answer:
      | readonly {
          readonly id: string;
          readonly taker_order_id: string;
          readonly market: string;
          readonly asset_id: string;
          readonly side: string;
          readonly size: string;
          readonly fee_rate_bps: string;
          readonly price: string;
          readonly status: string;
          readonly match_time: string;
          readonly last_update: string;
          readonly outcome: string;
          readonly maker_address: string;
          readonly owner: string;
          readonly transaction_hash: string;
          readonly bucket_index: number;
          readonly maker_orders: readonly {
            readonly order_id: string;
            readonly maker_address: string;
            readonly owner: string;
            readonly matched_amount: string;
            readonly fee_rate_bps: string;
            readonly price: string;
            readonly asset_id: string;
            readonly outcome: string;
            readonly side: string;
            readonly fee: string;
          }[];
          readonly type: string;
          readonly trader_side: string;
          readonly fee: string;
          readonly tradeType: string;
          readonly takerOrderHash: string;
          readonly builder: string;
          readonly builderCode: string;
          readonly builderFee: string;
          readonly assetId: string;
          readonly sizeUsdc: string;
          readonly outcomeIndex: number;
          readonly maker: string;
          readonly transactionHash: string;
          readonly matchTime: string;
          readonly bucketIndex: number;
          readonly feeUsdc: string;
          readonly err_msg: null;
          readonly createdAt: string;
          readonly updatedAt: string;
        }[]
      | {
          readonly data: readonly {
            readonly id: string;
            readonly taker_order_id: string;
            readonly market: string;
            readonly asset_id: string;
            readonly side: string;
            readonly size: string;
            readonly fee_rate_bps: string;
            readonly price: string;
            readonly status: string;
            readonly match_time: string;
            readonly last_update: string;
            readonly outcome: string;
            readonly maker_address: string;
            readonly owner: string;
            readonly transaction_hash: string;
            readonly bucket_index: number;
            readonly maker_orders: readonly {
              readonly order_id: string;
              readonly maker_address: string;
              readonly owner: string;
              readonly matched_amount: string;
              readonly fee_rate_bps: string;
              readonly price: string;
              readonly asset_id: string;
              readonly outcome: string;
              readonly side: string;
              readonly fee: string;
            }[];
            readonly type: string;
            readonly trader_side: string;
            readonly fee: string;
            readonly tradeType: string;
            readonly takerOrderHash: string;
            readonly builder: string;
            readonly builderCode: string;
            readonly builderFee: string;
            readonly assetId: string;
            readonly sizeUsdc: string;
            readonly outcomeIndex: number;
            readonly maker: string;
            readonly transactionHash: string;
            readonly matchTime: string;
            readonly bucketIndex: number;
            readonly feeUsdc: string;
            readonly err_msg: null;
            readonly createdAt: string;
            readonly updatedAt: string;
          }[];
          readonly next_cursor: string;
          readonly limit: number;
          readonly count: number;
        };
  };
  readonly "GET /builder/volume": {
    readonly params: NoValues;
    readonly query: { readonly builder: string | string; readonly days?: number };
    readonly body: undefined;
    readonly answer: {
      readonly builder: string;
      readonly total: string;
      readonly periodTotal: string;
      readonly periodDays: number;
      readonly daily: readonly { readonly date: string; readonly volume: string }[];
      readonly generatedAt: string;
    };
  };
  readonly "GET /fees/builder-fees/{code}": {
    readonly params: { readonly code: string };
    readonly query: NoValues;
    readonly body: undefined;
    readonly answer: {
      readonly builder_maker_flat_fee_bps: 0;
      readonly builder_taker_fee_share_bps: 0;
      readonly builder_maker_fee_rate_bps: 0;
      readonly builder_taker_fee_rate_bps: 0;
    };
  };
  readonly "GET /balances": {
    readonly params: NoValues;
    readonly query: { readonly address?: string; readonly next_cursor?: string };
    readonly body: undefined;
    readonly answer: {
      readonly data: readonly WalletBalance[];
      readonly next_cursor: string;
      readonly limit: number;
      readonly count: number;
    };
  };
  readonly "GET /balance-allowance": {
    readonly params: NoValues;
    readonly query: {
      readonly asset_type: "COLLATERAL" | "CONDITIONAL";
      readonly token_id?: string;
      readonly signature_type?: number;
    };
    readonly body: undefined;
    readonly answer: {
      readonly balance: string;
      readonly allowance: string;
      readonly allowances: Readonly<Record<string, string>>;
    };
  };
  readonly "GET /balance-allowance/update": {
    readonly params: NoValues;
    readonly query: {
      readonly asset_type: "COLLATERAL" | "CONDITIONAL";
      readonly token_id?: string;
      readonly signature_type?: number;
    };
    readonly body: undefined;
    readonly answer: {
      readonly balance: string;
      readonly allowance: string;
      readonly allowances: Readonly<Record<string, string>>;
    };
  };
  readonly "GET /ledger": {
    readonly params: NoValues;
    readonly query: { readonly address?: string; readonly next_cursor?: string };
    readonly body: undefined;
    readonly answer: {
      readonly data: readonly LedgerEntry[];
      readonly next_cursor: string;
      readonly limit: number;
      readonly count: number;
    };
  };
  readonly "POST /positions/split": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: {
      readonly conditionId?: string;
      readonly condition_id?: string;
      readonly amount: string | number;
      readonly address?: string;
    };
    readonly answer: {
      readonly condition_id: string;
      readonly amount: string;
      readonly address: string;
      readonly balance: string;
      readonly positions: readonly {
        readonly condition_id: string;
        readonly asset_id: string;
        readonly outcome: string;
        readonly size: string;
      }[];
      readonly transaction_hash: string;
      readonly sequence: number;
    };
  };
  readonly "POST /positions/merge": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: {
      readonly conditionId?: string;
      readonly condition_id?: string;
      readonly amount: string | number;
      readonly address?: string;
    };
    readonly answer: {
      readonly condition_id: string;
      readonly amount: string;
      readonly address: string;
      readonly balance: string;
      readonly positions: readonly {
        readonly condition_id: string;
        readonly asset_id: string;
        readonly outcome: string;
        readonly size: string;
      }[];
      readonly transaction_hash: string;
      readonly sequence: number;
    };
  };
  readonly "POST /positions/redeem": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: {
      readonly conditionId?: string;
      readonly condition_id?: string;
      readonly address?: string;
    };
    readonly answer: {
      readonly condition_id: string;
      readonly paid: string;
      readonly redeemed: readonly string[];
      readonly address: string;
      readonly balance: string;
      readonly positions: readonly {
        readonly condition_id: string;
        readonly asset_id: string;
        readonly outcome: string;
        readonly size: string;
      }[];
      readonly transaction_hash: string;
      readonly sequence: number;
    };
  };
  readonly "POST /positions/convert": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: {
      readonly conditionIds: readonly string[];
      readonly amount: string | number;
      readonly address?: string;
    };
    readonly answer: {
      readonly condition_ids: readonly string[];
      readonly amount: string;
      readonly paid: string;
      readonly received: readonly string[];
      readonly address: string;
      readonly balance: string;
      readonly positions: readonly {
        readonly condition_id: string;
        readonly asset_id: string;
        readonly outcome: string;
        readonly size: string;
      }[];
      readonly transaction_hash: string;
      readonly sequence: number;
    };
  };
  readonly "POST /withdrawals": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: { readonly amount: string | number; readonly address?: string };
    readonly answer: {
      readonly address: string;
      readonly withdrawn: string;
      readonly balance: string;
      readonly transaction_hash: string;
      readonly sequence: number;
    };
  };
  readonly "GET /notifications": {
    readonly params: NoValues;
    readonly query: { readonly signature_type?: number };
    readonly body: undefined;
    readonly answer: readonly Notification[];
  };
  readonly "DELETE /notifications": {
    readonly params: NoValues;
    readonly query: { readonly ids: readonly number[] };
    readonly body: undefined;
    readonly answer: "OK";
  };
  readonly "GET /name": {
    readonly params: NoValues;
    readonly query: { readonly address?: string };
    readonly body: undefined;
    readonly answer: {
      readonly address: string;
      readonly name: string;
      readonly pseudonym: string;
      readonly changeable_from: string | null;
      readonly removed: { readonly name: string; readonly reason: string; readonly time: string } | null;
    };
  };
  readonly "POST /name": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: { readonly name: string; readonly address?: string };
    readonly answer: {
      readonly address: string;
      readonly name: string;
      readonly pseudonym: string;
      readonly changeable_from: string | null;
      readonly removed: { readonly name: string; readonly reason: string; readonly time: string } | null;
    };
  };
  readonly "DELETE /name": {
    readonly params: NoValues;
    readonly query: { readonly address?: string };
    readonly body: undefined;
    readonly answer: {
      readonly address: string;
      readonly name: string;
      readonly pseudonym: string;
      readonly changeable_from: string | null;
      readonly removed: { readonly name: string; readonly reason: string; readonly time: string } | null;
    };
  };
  readonly "GET /invite/{code}": {
    readonly params: { readonly code: string };
    readonly query: NoValues;
    readonly body: undefined;
    readonly answer: {
      readonly exchange: string;
      readonly amount: string;
      readonly name: string;
      readonly state: "open" | "used_up" | "ended" | "revoked";
      readonly until: string | null;
    };
  };
  readonly "GET /invite/{code}/use": {
    readonly params: { readonly code: string };
    readonly query: NoValues;
    readonly body: undefined;
    readonly answer: {
      readonly used: boolean;
      readonly address: string | null;
      readonly amount: string | null;
      readonly time: string | null;
      readonly name: string;
      readonly name_given: boolean;
      readonly name_code: string | null;
      readonly name_error: string | null;
    };
  };
  readonly "POST /invite/{code}/use": {
    readonly params: { readonly code: string };
    readonly query: NoValues;
    readonly body: { readonly address?: string };
    readonly answer: {
      readonly used: boolean;
      readonly address: string | null;
      readonly amount: string | null;
      readonly time: string | null;
      readonly name: string;
      readonly name_given: boolean;
      readonly name_code: string | null;
      readonly name_error: string | null;
    };
  };
  readonly "GET /rewards/markets/current": {
    readonly params: NoValues;
    readonly query: { readonly next_cursor?: string; readonly sponsored?: boolean };
    readonly body: undefined;
    readonly answer: {
      readonly data: readonly MarketReward[];
      readonly next_cursor: string;
      readonly limit: number;
      readonly count: number;
    };
  };
  readonly "GET /rewards/markets/{condition_id}": {
    readonly params: { readonly condition_id: string };
    readonly query: { readonly next_cursor?: string; readonly sponsored?: boolean };
    readonly body: undefined;
    readonly answer: {
      readonly data: readonly MarketReward[];
      readonly next_cursor: string;
      readonly limit: number;
      readonly count: number;
    };
  };
  readonly "GET /rewards/user": {
    readonly params: NoValues;
    readonly query: {
      readonly date?: string;
      readonly signature_type?: number;
      readonly next_cursor?: string;
    };
    readonly body: undefined;
    readonly answer: {
      readonly data: readonly {
        readonly condition_id: string;
        readonly date: string;
        readonly asset_address: string;
        readonly maker_address: string;
        readonly earnings: number;
        readonly asset_rate: number;
      }[];
      readonly next_cursor: string;
      readonly limit: number;
      readonly count: number;
    };
  };
  readonly "GET /rewards/user/total": {
    readonly params: NoValues;
    readonly query: { readonly date?: string; readonly signature_type?: number };
    readonly body: undefined;
    readonly answer: readonly {
      readonly date: string;
      readonly asset_address: string;
      readonly maker_address: string;
      readonly earnings: number;
      readonly asset_rate: number;
    }[];
  };
  readonly "GET /rewards/user/percentages": {
    readonly params: NoValues;
    readonly query: { readonly signature_type?: number };
    readonly body: undefined;
    readonly answer: Readonly<Record<string, number>>;
  };
  readonly "GET /rewards/user/markets": {
    readonly params: NoValues;
    readonly query: {
      readonly date?: string;
      readonly signature_type?: number;
      readonly next_cursor?: string;
      readonly page_size?: number;
      readonly no_competition?: boolean;
      readonly order_by?: string;
      readonly position?: string;
    };
    readonly body: undefined;
    readonly answer: {
      readonly data: readonly {
        readonly condition_id: string;
        readonly question: string;
        readonly market_slug: string;
        readonly event_slug: string;
        readonly image: string;
        readonly rewards_max_spread: number;
        readonly rewards_min_size: number;
        readonly market_competitiveness: number;
        readonly tokens: readonly {
          readonly token_id: string;
          readonly outcome: string;
          readonly price: number;
        }[];
        readonly rewards_config: readonly {
          readonly id: number;
          readonly asset_address: string;
          readonly start_date: string;
          readonly end_date: string;
          readonly rate_per_day: number;
          readonly total_rewards: number;
          readonly total_days: number;
        }[];
        readonly maker_address: string;
        readonly earning_percentage: number;
        readonly earnings: readonly {
          readonly asset_address: string;
          readonly earnings: number;
          readonly asset_rate: number;
        }[];
      }[];
      readonly next_cursor: string;
      readonly limit: number;
      readonly count: number;
    };
  };
  readonly "GET /rebates/current": {
    readonly params: NoValues;
    readonly query: { readonly date: string; readonly maker_address: string };
    readonly body: undefined;
    readonly answer: readonly {
      readonly date: string;
      readonly condition_id: string;
      readonly asset_address: string;
      readonly maker_address: string;
      readonly rebated_fees_usdc: string;
    }[];
  };
  readonly "GET /proof/solvency": {
    readonly params: NoValues;
    readonly query: { readonly next_cursor?: string };
    readonly body: undefined;
    readonly answer: {
      readonly sequence: number;
      readonly hash: string;
      readonly time: string;
      readonly deposits: string;
      readonly collateral: string;
      readonly fees: string;
      readonly backing: string;
      readonly debt: string;
      readonly claims: string;
      readonly solvent: boolean;
      readonly markets: readonly {
        readonly condition_id: string;
        readonly event_id: string;
        readonly status: string;
        readonly backing: string;
        readonly first_supply: string;
        readonly second_supply: string;
        readonly burned: string;
        readonly claims: string;
        readonly equal: boolean;
      }[];
      readonly events: readonly {
        readonly event_id: string;
        readonly converted: string;
        readonly debt: string;
      }[];
      readonly next_cursor: string;
      readonly limit: number;
      readonly count: number;
    };
  };
  readonly "POST /rfq/request": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: undefined;
    readonly answer: unknown;
  };
  readonly "DELETE /rfq/request": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: undefined;
    readonly answer: unknown;
  };
  readonly "POST /rfq/request/accept": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: undefined;
    readonly answer: unknown;
  };
  readonly "POST /rfq/quote": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: undefined;
    readonly answer: unknown;
  };
  readonly "DELETE /rfq/quote": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: undefined;
    readonly answer: unknown;
  };
  readonly "POST /rfq/quote/approve": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: undefined;
    readonly answer: unknown;
  };
  readonly "GET /rfq/data/requests": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: undefined;
    readonly answer: unknown;
  };
  readonly "GET /rfq/data/quotes": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: undefined;
    readonly answer: unknown;
  };
  readonly "GET /rfq/data/requester/quotes": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: undefined;
    readonly answer: unknown;
  };
  readonly "GET /rfq/data/quoter/quotes": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: undefined;
    readonly answer: unknown;
  };
  readonly "GET /rfq/data/best-quote": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: undefined;
    readonly answer: unknown;
  };
  readonly "GET /rfq/config": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: undefined;
    readonly answer: unknown;
  };
  readonly "POST /sandbox/faucet": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: { readonly address: string; readonly owner?: string; readonly amount: string | number };
    readonly answer: { readonly address: string; readonly credited: string; readonly balance: string };
  };
};
