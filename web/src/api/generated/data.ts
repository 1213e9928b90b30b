/** Made by web/generate-api.ts from docs/openapi/data-polymarket.json. */

export type Activity = {
  readonly proxyWallet: string;
  readonly timestamp: number;
  readonly conditionId: string;
  readonly type: "TRADE" | "SPLIT" | "MERGE" | "REDEEM" | "CONVERSION";
  readonly size: number;
  readonly usdcSize: number;
  readonly transactionHash: string;
  readonly price: number;
  readonly asset: string;
  readonly side: string;
  readonly outcomeIndex: number;
  readonly title: string;
  readonly slug: string;
  readonly icon: string;
  readonly eventSlug: string;
  readonly outcome: string;
  readonly name: string;
  readonly pseudonym: string;
  readonly bio: "";
  readonly profileImage: "";
  readonly profileImageOptimized: "";
};

export type ClosedPosition = {
  readonly proxyWallet: string;
  readonly asset: string;
  readonly conditionId: string;
  readonly avgPrice: number;
  readonly totalBought: number;
  readonly realizedPnl: number;
  readonly curPrice: number;
  readonly title: string;
  readonly slug: string;
  readonly icon: string;
  readonly eventSlug: string;
  readonly outcome: string;
  readonly outcomeIndex: number;
  readonly oppositeOutcome: string;
  readonly oppositeAsset: string;
  readonly endDate: string;
  readonly timestamp: number;
};

export type Position = {
  readonly proxyWallet: string;
  readonly asset: string;
  readonly conditionId: string;
  readonly size: number;
  readonly avgPrice: number;
  readonly initialValue: number;
  readonly currentValue: number;
  readonly cashPnl: number;
  readonly percentPnl: number;
  readonly totalBought: number;
  readonly realizedPnl: number;
  readonly percentRealizedPnl: number;
  readonly curPrice: number;
  readonly redeemable: boolean;
  readonly mergeable: boolean;
  readonly title: string;
  readonly slug: string;
  readonly icon: string;
  readonly eventId: string;
  readonly eventSlug: string;
  readonly outcome: string;
  readonly outcomeIndex: number;
  readonly oppositeOutcome: string;
  readonly oppositeAsset: string;
  readonly endDate: string;
  readonly negativeRisk: boolean;
};

export type Refusal = { readonly error: string };

export type Trade = {
  readonly proxyWallet: string;
  readonly side: "BUY" | "SELL";
  readonly asset: string;
  readonly conditionId: string;
  readonly size: number;
  readonly price: number;
  readonly timestamp: number;
  readonly title: string;
  readonly slug: string;
  readonly icon: string;
  readonly eventSlug: string;
  readonly outcome: string;
  readonly outcomeIndex: number;
  readonly name: string;
  readonly pseudonym: string;
  readonly bio: "";
  readonly profileImage: "";
  readonly profileImageOptimized: "";
  readonly transactionHash: string;
};

type NoValues = Readonly<Record<string, never>>;

export type Operations = {
  readonly "GET /positions": {
    readonly params: NoValues;
    readonly query: {
      readonly user: string;
      readonly market?: readonly string[];
      readonly eventId?: readonly number[];
      readonly sizeThreshold?: number;
      readonly redeemable?: boolean;
      readonly mergeable?: boolean;
      readonly limit?: number;
      readonly offset?: number;
      readonly sortBy?:
        | "CURRENT"
        | "INITIAL"
        | "TOKENS"
        | "CASHPNL"
        | "PERCENTPNL"
        | "TITLE"
        | "RESOLVING"
        | "PRICE"
        | "AVGPRICE";
      readonly sortDirection?: "ASC" | "DESC";
      readonly title?: string;
    };
    readonly body: undefined;
    readonly answer: readonly Position[];
  };
  readonly "GET /closed-positions": {
    readonly params: NoValues;
    readonly query: {
      readonly user: string;
      readonly market?: readonly string[];
      readonly eventId?: readonly number[];
      readonly title?: string;
      readonly limit?: number;
      readonly offset?: number;
      readonly sortBy?: "REALIZEDPNL" | "TITLE" | "PRICE" | "AVGPRICE" | "TIMESTAMP";
      readonly sortDirection?: "ASC" | "DESC";
    };
    readonly body: undefined;
    readonly answer: readonly ClosedPosition[];
  };
  readonly "GET /value": {
    readonly params: NoValues;
    readonly query: { readonly user: string; readonly market?: readonly string[] };
    readonly body: undefined;
    readonly answer: readonly { readonly user: string; readonly value: number }[];
  };
  readonly "GET /traded": {
    readonly params: NoValues;
    readonly query: { readonly user: string };
    readonly body: undefined;
    readonly answer: { readonly user: string; readonly traded: number };
  };
  readonly "GET /v1/accounting/snapshot": {
    readonly params: NoValues;
    readonly query: { readonly user: string };
    readonly body: undefined;
    readonly answer: unknown;
  };
  readonly "GET /v1/positions/combos": {
    readonly params: NoValues;
    readonly query: {
      readonly user: string;
      readonly limit?: number;
      readonly cursor?: string;
      readonly offset?: number;
      readonly market_id?: readonly string[];
      readonly status?: readonly string[];
      readonly sort?: string;
      readonly sort_by?: string;
      readonly sort_direction?: string;
      readonly updatedAfter?: number;
      readonly updatedBefore?: number;
      readonly updated_after?: number;
      readonly updated_before?: number;
    };
    readonly body: undefined;
    readonly answer: {
      readonly combos: readonly unknown[];
      readonly pagination: {
        readonly limit: number;
        readonly offset: number;
        readonly has_more: false;
        readonly next_cursor: null;
      };
    };
  };
  readonly "GET /activity": {
    readonly params: NoValues;
    readonly query: {
      readonly user: string;
      readonly limit?: number;
      readonly offset?: number;
      readonly market?: readonly string[];
      readonly eventId?: readonly number[];
      readonly type?: readonly (
        | "TRADE"
        | "SPLIT"
        | "MERGE"
        | "REDEEM"
        | "CONVERSION"
        | "REWARD"
        | "MAKER_REBATE"
        | "TAKER_REBATE"
        | "REFERRAL_REWARD"
        | "YIELD"
        | "DEPOSIT"
        | "WITHDRAWAL"
        | "MIGRATION"
        | "TIP"
      )[];
      readonly start?: number;
      readonly end?: number;
      readonly side?: "BUY" | "SELL";
      readonly sortBy?: "TIMESTAMP" | "TOKENS" | "CASH";
      readonly sortDirection?: "ASC" | "DESC";
      readonly excludeDepositsWithdrawals?: boolean;
    };
    readonly body: undefined;
    readonly answer: readonly Activity[];
  };
  readonly "GET /trades": {
    readonly params: NoValues;
    readonly query: {
      readonly user?: string;
      readonly market?: readonly string[];
      readonly eventId?: readonly number[];
      readonly side?: "BUY" | "SELL";
      readonly takerOnly?: boolean;
      readonly filterType?: "CASH" | "TOKENS";
      readonly filterAmount?: number;
      readonly start?: number;
      readonly end?: number;
      readonly limit?: number;
      readonly offset?: number;
    };
    readonly body: undefined;
    readonly answer: readonly Trade[];
  };
  readonly "GET /v1/activity/combos": {
    readonly params: NoValues;
    readonly query: {
      readonly user: string;
      readonly limit?: number;
      readonly cursor?: string;
      readonly offset?: number;
      readonly market_id?: readonly string[];
    };
    readonly body: undefined;
    readonly answer: {
      readonly activity: readonly unknown[];
      readonly pagination: {
        readonly limit: number;
        readonly offset: number;
        readonly has_more: false;
        readonly next_cursor: null;
      };
    };
  };
  readonly "GET /user-pnl": {
    readonly params: NoValues;
    readonly query: {
      readonly user_address: string;
      readonly interval?: "max" | "all" | "1m" | "1w" | "1d" | "12h" | "6h";
      readonly fidelity?: "1h" | "3h" | "12h" | "18h" | "1d";
    };
    readonly body: undefined;
    readonly answer: readonly { readonly t: number; readonly p: number }[];
  };
  readonly "GET /profit": {
    readonly params: NoValues;
    readonly query: { readonly user: string; readonly interval?: "1d" | "1w" | "1m" | "all" };
    readonly body: undefined;
    readonly answer: {
      readonly proxyWallet: string;
      readonly step: number;
      readonly points: readonly {
        readonly t: number;
        readonly profit: number;
        readonly realizedProfit: number;
        readonly openProfit: number;
      }[];
    };
  };
  readonly "GET /holders": {
    readonly params: NoValues;
    readonly query: {
      readonly market: readonly string[];
      readonly limit?: number;
      readonly minBalance?: number;
    };
    readonly body: undefined;
    readonly answer: readonly {
      readonly token: string;
      readonly holders: readonly {
        readonly proxyWallet: string;
        readonly bio: "";
        readonly asset: string;
        readonly pseudonym: string;
        readonly amount: number;
        readonly displayUsernamePublic: boolean;
        readonly outcomeIndex: number;
        readonly name: string;
        readonly profileImage: "";
        readonly profileImageOptimized: "";
      }[];
    }[];
  };
  readonly "GET /house": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: undefined;
    readonly answer: readonly {
      readonly proxyWallet: string;
      readonly name: string;
      readonly conditionId: string;
      readonly startedAt: number;
      readonly stoppedAt: number | null;
    }[];
  };
  readonly "GET /v1/market-positions": {
    readonly params: NoValues;
    readonly query: {
      readonly market: string;
      readonly user?: string;
      readonly status?: "OPEN" | "CLOSED" | "ALL";
      readonly sortBy?: "TOKENS" | "CASH_PNL" | "REALIZED_PNL" | "TOTAL_PNL";
      readonly sortDirection?: "ASC" | "DESC";
      readonly limit?: number;
      readonly offset?: number;
    };
    readonly body: undefined;
    readonly answer: readonly {
      readonly token: string;
      readonly positions: readonly {
        readonly proxyWallet: string;
        readonly name: string;
        readonly profileImage: "";
        readonly verified: false;
        readonly asset: string;
        readonly conditionId: string;
        readonly avgPrice: number;
        readonly size: number;
        readonly currPrice: number;
        readonly currentValue: number;
        readonly cashPnl: number;
        readonly totalBought: number;
        readonly realizedPnl: number;
        readonly totalPnl: number;
        readonly outcome: string;
        readonly outcomeIndex: number;
      }[];
    }[];
  };
  readonly "GET /oi": {
    readonly params: NoValues;
    readonly query: { readonly market?: readonly string[] };
    readonly body: undefined;
    readonly answer: readonly { readonly market: string; readonly value: number }[];
  };
  readonly "GET /candles": {
    readonly params: NoValues;
    readonly query: {
      readonly token_id: string;
      readonly resolution?: "1m" | "5m" | "15m" | "1h" | "4h" | "1d";
      readonly start?: number;
      readonly end?: number;
      readonly limit?: number;
      readonly cursor?: string;
    };
    readonly body: undefined;
    readonly answer: {
      readonly data: readonly {
        readonly timestamp: number;
        readonly open: number;
        readonly high: number;
        readonly low: number;
        readonly close: number;
        readonly volume: number;
        readonly trades: number;
      }[];
      readonly pagination: {
        readonly limit: number;
        readonly offset: 0;
        readonly has_more: boolean;
        readonly next_cursor: string | null;
      };
    };
  };
  readonly "GET /live-volume": {
    readonly params: NoValues;
    readonly query: { readonly id: number };
    readonly body: undefined;
    readonly answer: readonly {
      readonly total: number;
      readonly markets: readonly { readonly market: string; readonly value: number }[];
    }[];
  };
  readonly "GET /v1/leaderboard": {
    readonly params: NoValues;
    readonly query: {
      readonly category?:
        | "OVERALL"
        | "POLITICS"
        | "SPORTS"
        | "CRYPTO"
        | "FINANCE"
        | "CULTURE"
        | "MENTIONS"
        | "WEATHER"
        | "ECONOMICS"
        | "TECH"
        | "overall"
        | "politics"
        | "sports"
        | "crypto"
        | "finance"
        | "culture"
        | "mentions"
        | "weather"
        | "economics"
        | "tech";
      readonly timePeriod?: "DAY" | "WEEK" | "MONTH" | "ALL" | "day" | "week" | "month" | "all";
      readonly orderBy?: "PNL" | "VOL" | "pnl" | "vol";
      readonly limit?: number;
      readonly offset?: number;
      readonly user?: string;
      readonly userName?: string;
      readonly username?: string;
    };
    readonly body: undefined;
    readonly answer: readonly {
      readonly rank: string;
      readonly proxyWallet: string;
      readonly userName: string;
      readonly vol: number;
      readonly pnl: number;
      readonly profileImage: "";
      readonly xUsername: "";
      readonly verifiedBadge: false;
    }[];
  };
  readonly "GET /profit-ranking": {
    readonly params: NoValues;
    readonly query: { readonly limit?: number; readonly offset?: number; readonly user?: string };
    readonly body: undefined;
    readonly answer: {
      readonly asOf: number;
      readonly ranking: readonly {
        readonly rank: number;
        readonly proxyWallet: string;
        readonly name: string;
        readonly pseudonym: string;
        readonly volume: number;
        readonly profit: number;
        readonly realizedProfit: number;
        readonly openProfit: number;
      }[];
    };
  };
  readonly "GET /wallets": {
    readonly params: NoValues;
    readonly query: { readonly user: readonly string[] };
    readonly body: undefined;
    readonly answer: readonly {
      readonly proxyWallet: string;
      readonly name: string;
      readonly pseudonym: string;
      readonly volume: number;
      readonly profit: number;
      readonly realizedProfit: number;
      readonly openProfit: number;
      readonly biggestWin: number;
      readonly joinedAt: number | null;
    }[];
  };
  readonly "GET /wallets/search": {
    readonly params: NoValues;
    readonly query: { readonly q: string; readonly limit?: number; readonly offset?: number };
    readonly body: undefined;
    readonly answer: readonly { readonly proxyWallet: string; readonly name: string }[];
  };
  readonly "GET /v1/builders/leaderboard": {
    readonly params: NoValues;
    readonly query: {
      readonly timePeriod?: "DAY" | "WEEK" | "MONTH" | "ALL";
      readonly limit?: number;
      readonly offset?: number;
    };
    readonly body: undefined;
    readonly answer: readonly {
      readonly rank: string;
      readonly builder: string;
      readonly volume: number;
      readonly activeUsers: number;
      readonly verified: false;
      readonly builderLogo: "";
    }[];
  };
  readonly "GET /v1/builders/volume": {
    readonly params: NoValues;
    readonly query: { readonly timePeriod?: "DAY" | "WEEK" | "MONTH" | "ALL" };
    readonly body: undefined;
    readonly answer: readonly {
      readonly dt: string;
      readonly rank: string;
      readonly builder: string;
      readonly volume: number;
      readonly activeUsers: number;
      readonly verified: false;
      readonly builderLogo: "";
    }[];
  };
  readonly "GET /v2/positions": {
    readonly params: NoValues;
    readonly query: {
      readonly user?: string;
      readonly condition_id?: readonly string[];
      readonly condition?: readonly string[];
      readonly event_id?: readonly number[];
      readonly status?: "OPEN" | "REDEEMABLE" | "REDEEMABLE_LOST" | "MERGEABLE" | "CLOSED";
      readonly title?: string;
      readonly filter_type?: "CASH" | "TOKENS";
      readonly filter_amount?: number;
      readonly include_archived?: boolean;
      readonly sort_by?:
        | "CURRENT_VALUE"
        | "PRICE"
        | "TOKENS"
        | "UNREALIZED_PNL"
        | "REALIZED_PNL"
        | "TOTAL_PNL"
        | "TIMESTAMP";
      readonly sort_direction?: "ASC" | "DESC";
      readonly start?: number;
      readonly end?: number;
      readonly limit?: number;
      readonly cursor?: string;
    };
    readonly body: undefined;
    readonly answer: {
      readonly data: readonly {
        readonly proxy_wallet: string;
        readonly token_id: string;
        readonly condition_id: string;
        readonly current_size: number;
        readonly avg_price: number;
        readonly entry_cost_usdc: number;
        readonly entry_fees_usdc: 0;
        readonly total_cost_usdc: number;
        readonly current_price: number;
        readonly current_value: number;
        readonly total_size: number;
        readonly realized_pnl: number;
        readonly unrealized_pnl: number;
        readonly total_pnl: number;
        readonly percent_pnl: number;
        readonly percent_realized_pnl: number;
        readonly status: "OPEN" | "REDEEMABLE" | "CLOSED";
        readonly redeemable: boolean;
        readonly mergeable: boolean;
        readonly negative_risk: boolean;
        readonly archived: boolean;
        readonly title: string;
        readonly slug: string;
        readonly icon: string;
        readonly event_id: string;
        readonly event_slug: string;
        readonly outcome: string;
        readonly outcome_index: number;
        readonly opposite_outcome: string;
        readonly opposite_token_id: string;
        readonly end_date: string;
        readonly first_entry_at: number;
        readonly last_event_at: number;
        readonly name: string;
        readonly profile_image: "";
        readonly verified: false;
      }[];
      readonly pagination: {
        readonly limit: number;
        readonly offset: 0;
        readonly has_more: boolean;
        readonly next_cursor: string | null;
      };
    };
  };
  readonly "GET /v2/value": {
    readonly params: NoValues;
    readonly query: {
      readonly user: string;
      readonly condition_id?: readonly string[];
      readonly condition?: readonly string[];
    };
    readonly body: undefined;
    readonly answer: { readonly data: { readonly proxy_wallet: string; readonly value: number } };
  };
  readonly "GET /v2/activity": {
    readonly params: NoValues;
    readonly query: {
      readonly user: string;
      readonly condition_id?: readonly string[];
      readonly condition?: readonly string[];
      readonly event_id?: readonly number[];
      readonly type?: readonly (
        | "TRADE"
        | "SPLIT"
        | "MERGE"
        | "REDEEM"
        | "CONVERSION"
        | "DEPOSIT"
        | "WITHDRAWAL"
        | "REWARD"
        | "MAKER_REBATE"
        | "TAKER_REBATE"
        | "REFERRAL_REWARD"
        | "YIELD"
        | "MIGRATION"
        | "TIP"
      )[];
      readonly side?: "BUY" | "SELL";
      readonly sort_direction?: "ASC" | "DESC";
      readonly start?: number;
      readonly end?: number;
      readonly exclude_deposits_withdrawals?: boolean;
      readonly limit?: number;
      readonly cursor?: string;
    };
    readonly body: undefined;
    readonly answer: {
      readonly data: readonly {
        readonly proxy_wallet: string;
        readonly timestamp: number;
        readonly condition_id: string;
        readonly type: "TRADE" | "SPLIT" | "MERGE" | "REDEEM" | "CONVERSION" | "DEPOSIT" | "WITHDRAWAL";
        readonly size: number;
        readonly usdc_size: number;
        readonly transaction_hash: string;
        readonly price: number;
        readonly token_id: string;
        readonly side: string;
        readonly is_combo: false;
        readonly outcome_index: number;
        readonly title: string;
        readonly slug: string;
        readonly icon: string;
        readonly event_slug: string;
        readonly outcome: string;
        readonly name: string;
        readonly pseudonym: string;
        readonly bio: "";
        readonly profile_image: "";
        readonly profile_image_optimized: "";
      }[];
      readonly pagination: {
        readonly limit: number;
        readonly offset: 0;
        readonly has_more: boolean;
        readonly next_cursor: string | null;
      };
    };
  };
  readonly "GET /v2/trades": {
    readonly params: NoValues;
    readonly query: {
      readonly user?: string;
      readonly condition_id?: readonly string[];
      readonly condition?: readonly string[];
      readonly event_id?: readonly number[];
      readonly side?: "BUY" | "SELL";
      readonly outcome_index?: number;
      readonly taker_only?: boolean;
      readonly filter_type?: "CASH" | "TOKENS";
      readonly filter_amount?: number;
      readonly start?: number;
      readonly end?: number;
      readonly limit?: number;
      readonly cursor?: string;
    };
    readonly body: undefined;
    readonly answer: {
      readonly data: readonly {
        readonly proxy_wallet: string;
        readonly side: "BUY" | "SELL";
        readonly token_id: string;
        readonly condition_id: string;
        readonly size: number;
        readonly price: number;
        readonly timestamp: number;
        readonly title: string;
        readonly slug: string;
        readonly icon: string;
        readonly event_slug: string;
        readonly outcome: string;
        readonly outcome_index: number;
        readonly name: string;
        readonly pseudonym: string;
        readonly bio: "";
        readonly profile_image: "";
        readonly profile_image_optimized: "";
        readonly transaction_hash: string;
      }[];
      readonly pagination: {
        readonly limit: number;
        readonly offset: 0;
        readonly has_more: boolean;
        readonly next_cursor: string | null;
      };
    };
  };
  readonly "GET /v2/user-volume": {
    readonly params: NoValues;
    readonly query: { readonly user: string; readonly start?: number; readonly end?: number };
    readonly body: undefined;
    readonly answer: {
      readonly data: { readonly volume: number; readonly volume_usdc: number; readonly trade_count: number };
    };
  };
  readonly "GET /v2/user-pnl": {
    readonly params: NoValues;
    readonly query: {
      readonly user: string;
      readonly interval?: "max" | "all" | "1m" | "1w" | "1d" | "12h" | "6h";
      readonly fidelity?: "1h" | "3h" | "12h" | "18h" | "1d";
    };
    readonly body: undefined;
    readonly answer: {
      readonly data: {
        readonly proxy_wallet: string;
        readonly interval: "max" | "1m" | "1w" | "1d" | "12h" | "6h";
        readonly fidelity: "1h" | "3h" | "12h" | "18h" | "1d";
        readonly source_fidelity: "1d";
        readonly points: readonly {
          readonly timestamp: number;
          readonly source_block: 0;
          readonly realized_market_pnl: number;
          readonly realized_lp_pnl: 0;
          readonly realized_combo_pnl: 0;
          readonly realized_pnl: number;
          readonly volume: number;
          readonly volume_usdc: number;
          readonly trade_count: number;
        }[];
      };
    };
  };
  readonly "GET /v2/user-stats": {
    readonly params: NoValues;
    readonly query: { readonly user: string };
    readonly body: undefined;
    readonly answer: {
      readonly data: {
        readonly proxy_wallet: string;
        readonly trades: number;
        readonly biggest_win: number;
        readonly views: 0;
        readonly join_date: null;
        readonly all_time_pnl: {
          readonly timestamp: number;
          readonly source_block: 0;
          readonly realized_market_pnl: number;
          readonly realized_lp_pnl: 0;
          readonly realized_combo_pnl: 0;
          readonly realized_pnl: number;
          readonly volume: number;
          readonly volume_usdc: number;
          readonly trade_count: number;
        };
      } | null;
    };
  };
  readonly "GET /v2/approvals": {
    readonly params: NoValues;
    readonly query: { readonly user: string };
    readonly body: undefined;
    readonly answer: {
      readonly data: {
        readonly address: string;
        readonly chain_id: number;
        readonly checked_at: string;
        readonly all_approved: true;
        readonly contracts: readonly {
          readonly id: string;
          readonly feature: "trading";
          readonly token: string;
          readonly spender: string;
          readonly standard: "ERC20" | "ERC1155";
          readonly amount: "max" | null;
          readonly approved: true;
        }[];
      };
    };
  };
  readonly "GET /v2/positions/combos": {
    readonly params: NoValues;
    readonly query: {
      readonly user: string;
      readonly limit?: number;
      readonly cursor?: string;
      readonly condition_id?: readonly string[];
      readonly status?: readonly string[];
      readonly sort?: string;
      readonly sort_by?: string;
      readonly sort_direction?: string;
      readonly updatedAfter?: number;
      readonly updatedBefore?: number;
      readonly updated_after?: number;
      readonly updated_before?: number;
    };
    readonly body: undefined;
    readonly answer: {
      readonly data: readonly unknown[];
      readonly pagination: {
        readonly limit: number;
        readonly offset: 0;
        readonly has_more: boolean;
        readonly next_cursor: string | null;
      };
    };
  };
  readonly "GET /v2/activity/combos": {
    readonly params: NoValues;
    readonly query: {
      readonly user: string;
      readonly limit?: number;
      readonly cursor?: string;
      readonly condition_id?: readonly string[];
    };
    readonly body: undefined;
    readonly answer: {
      readonly data: readonly unknown[];
      readonly pagination: {
        readonly limit: number;
        readonly offset: 0;
        readonly has_more: boolean;
        readonly next_cursor: string | null;
      };
    };
  };
  readonly "GET /v2/holders": {
    readonly params: NoValues;
    readonly query: {
      readonly condition_id?: readonly string[];
      readonly condition?: readonly string[];
      readonly min_balance?: number;
      readonly include_pnl?: boolean;
      readonly limit?: number;
      readonly cursor?: string;
    };
    readonly body: undefined;
    readonly answer: {
      readonly data: readonly {
        readonly token_id: string;
        readonly holders: readonly {
          readonly proxy_wallet: string;
          readonly bio: "";
          readonly token_id: string;
          readonly pseudonym: string;
          readonly amount: number;
          readonly display_username_public: boolean;
          readonly outcome_index: number;
          readonly name: string;
          readonly profile_image: "";
          readonly profile_image_optimized: "";
          readonly verified: false;
          readonly avg_price?: number;
          readonly entry_cost_usdc?: number;
          readonly current_price?: number;
          readonly current_value?: number;
          readonly realized_pnl?: number;
          readonly unrealized_pnl?: number;
          readonly total_pnl?: number;
        }[];
      }[];
      readonly pagination: {
        readonly limit: number;
        readonly offset: 0;
        readonly has_more: boolean;
        readonly next_cursor: string | null;
      };
    };
  };
  readonly "GET /v2/oi": {
    readonly params: NoValues;
    readonly query: { readonly condition_id?: readonly string[]; readonly condition?: readonly string[] };
    readonly body: undefined;
    readonly answer: { readonly data: readonly { readonly condition_id: string; readonly value: number }[] };
  };
  readonly "GET /v2/live-volume": {
    readonly params: NoValues;
    readonly query: { readonly event_id?: readonly number[] };
    readonly body: undefined;
    readonly answer: {
      readonly data: {
        readonly taker_volume_total: number;
        readonly conditions: readonly { readonly condition_id: string; readonly taker_volume: number }[];
      };
    };
  };
  readonly "GET /v2/tokens": {
    readonly params: NoValues;
    readonly query: {
      readonly token_id?: readonly string[];
      readonly condition?: readonly string[];
      readonly condition_id?: readonly string[];
    };
    readonly body: undefined;
    readonly answer: {
      readonly data: readonly {
        readonly token_id: string;
        readonly condition_id: string;
        readonly structural_condition_id: null;
        readonly module: "v1_ctf";
        readonly outcome_index: number;
        readonly clob_index: number;
        readonly outcome: string;
        readonly opposite_token_id: string;
        readonly resolved: boolean;
        readonly final_price: number | null;
        readonly title: string;
        readonly market_slug: string;
        readonly closed: boolean;
        readonly neg_risk: boolean;
        readonly neg_risk_market_id: null;
        readonly question_index: null;
        readonly event_id: number;
        readonly event_slug: string;
      }[];
    };
  };
  readonly "GET /v2/resolutions": {
    readonly params: NoValues;
    readonly query: {
      readonly question_id?: string;
      readonly condition_id?: readonly string[];
      readonly condition?: readonly string[];
      readonly event_id?: readonly number[];
    };
    readonly body: undefined;
    readonly answer: {
      readonly data: readonly {
        readonly question_id: string;
        readonly condition_id: string;
        readonly status: "posed" | "proposed" | "disputed" | "resolved";
        readonly extended_review: false;
        readonly was_disputed: boolean;
        readonly new_version_q: false;
        readonly proposed_price?: string;
        readonly price?: string;
        readonly transaction_hash: "";
        readonly log_index: "";
        readonly last_update_timestamp: number;
        readonly market_type: "BINARY" | "INCREMENTAL_NEGRISK";
        readonly payouts?: readonly number[];
        readonly resolution_source?: "reported";
        readonly resolved_at?: string;
      }[];
    };
  };
  readonly "GET /v2/prices-history": {
    readonly params: NoValues;
    readonly query: {
      readonly token_id: string;
      readonly interval?: "max" | "all" | "1m" | "1w" | "1d" | "6h" | "1h";
      readonly start?: number;
      readonly end?: number;
      readonly as_of?: number;
      readonly bucket_seconds?: number;
      readonly limit?: number;
      readonly cursor?: string;
    };
    readonly body: undefined;
    readonly answer: {
      readonly data: readonly {
        readonly timestamp: number;
        readonly price: number;
        readonly resolution_seconds: number;
      }[];
      readonly pagination: {
        readonly limit: number;
        readonly offset: 0;
        readonly has_more: boolean;
        readonly next_cursor: string | null;
      };
    };
  };
  readonly "GET /v2/leaderboard": {
    readonly params: NoValues;
    readonly query: {
      readonly user?: string;
      readonly category?:
        | "OVERALL"
        | "POLITICS"
        | "SPORTS"
        | "CRYPTO"
        | "FINANCE"
        | "CULTURE"
        | "MENTIONS"
        | "WEATHER"
        | "ECONOMICS"
        | "TECH"
        | "overall"
        | "politics"
        | "sports"
        | "crypto"
        | "finance"
        | "culture"
        | "mentions"
        | "weather"
        | "economics"
        | "tech";
      readonly time_period?: "day" | "week" | "month" | "all";
      readonly sort_by?: "PNL" | "VOLUME";
      readonly limit?: number;
      readonly cursor?: string;
    };
    readonly body: undefined;
    readonly answer:
      | {
          readonly data: readonly {
            readonly rank: number;
            readonly user_id: string;
            readonly pnl: number;
            readonly volume: number;
            readonly user_name: string;
            readonly profile_image: "";
            readonly x_username: "";
            readonly verified: false;
          }[];
          readonly pagination: {
            readonly limit: number;
            readonly offset: 0;
            readonly has_more: boolean;
            readonly next_cursor: string | null;
          };
        }
      | {
          readonly data: {
            readonly user_id: string;
            readonly pnl: number;
            readonly volume: number;
            readonly user_name: string;
            readonly profile_image: "";
            readonly x_username: "";
            readonly verified: false;
            readonly rank_pnl: number;
            readonly rank_volume: number;
          } | null;
        };
  };
  readonly "GET /v2/biggest-winners": {
    readonly params: NoValues;
    readonly query: {
      readonly category?:
        | "OVERALL"
        | "POLITICS"
        | "SPORTS"
        | "CRYPTO"
        | "FINANCE"
        | "CULTURE"
        | "MENTIONS"
        | "WEATHER"
        | "ECONOMICS"
        | "TECH"
        | "overall"
        | "politics"
        | "sports"
        | "crypto"
        | "finance"
        | "culture"
        | "mentions"
        | "weather"
        | "economics"
        | "tech";
      readonly time_period?: "day" | "week" | "month" | "all";
      readonly limit?: number;
      readonly cursor?: string;
    };
    readonly body: undefined;
    readonly answer: {
      readonly data: readonly {
        readonly win_rank: number;
        readonly kind: "market";
        readonly user_id: string;
        readonly pnl: number;
        readonly initial_value: number;
        readonly final_value: number;
        readonly resolved_at: number;
        readonly condition_id: string;
        readonly position_id: string;
        readonly event_id: number;
        readonly event_slug: string;
        readonly event_title: string;
        readonly user_name: string;
        readonly profile_image: "";
      }[];
      readonly pagination: {
        readonly limit: number;
        readonly offset: 0;
        readonly has_more: boolean;
        readonly next_cursor: string | null;
      };
    };
  };
  readonly "GET /v2/builders/leaderboard": {
    readonly params: NoValues;
    readonly query: {
      readonly time_period?: "day" | "week" | "month" | "all";
      readonly limit?: number;
      readonly cursor?: string;
    };
    readonly body: undefined;
    readonly answer: {
      readonly data: readonly {
        readonly rank: number;
        readonly builder_name: string;
        readonly builder_code: string;
        readonly profile_image: "";
        readonly verified: false;
        readonly volume: number;
        readonly active_users: number;
      }[];
      readonly pagination: {
        readonly limit: number;
        readonly offset: 0;
        readonly has_more: boolean;
        readonly next_cursor: string | null;
      };
    };
  };
  readonly "GET /v2/builders/volume": {
    readonly params: NoValues;
    readonly query: { readonly interval?: "day" | "week" | "month" | "all"; readonly limit?: number };
    readonly body: undefined;
    readonly answer: {
      readonly data: readonly {
        readonly date: string;
        readonly rank: number;
        readonly builder_name: string;
        readonly builder_code: string;
        readonly profile_image: "";
        readonly verified: false;
        readonly volume: number;
        readonly active_users: number;
      }[];
    };
  };
  readonly "GET /": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: undefined;
    readonly answer: { readonly data: "OK" };
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
  readonly "GET /v2/status": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: undefined;
    readonly answer: {
      readonly data: {
        readonly status: "ok";
        readonly computed_at: string;
        readonly age_seconds: number;
        readonly ingestion: {
          readonly chain_id: number;
          readonly cursors: 0;
          readonly lagging: readonly unknown[];
        };
        readonly serving: { readonly lag_seconds: number; readonly mechanisms: readonly unknown[] };
      };
    };
  };
};
