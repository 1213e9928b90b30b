/** Made by web/generate-api.ts from docs/openapi/operator.json. */

export type AuditEntry = {
  readonly sequence: number;
  readonly time: string;
  readonly operator: string;
  readonly action: string;
  readonly subject: string;
  readonly reason: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly names: readonly {
    readonly kind: "market" | "event" | "account";
    readonly id: string;
    readonly name: string;
    readonly slug: string | null;
    readonly outcomes: readonly string[] | null;
  }[];
};

export type Ban = {
  readonly address: string;
  readonly banned: boolean;
  readonly changed: boolean;
  readonly canceledOrders: number;
};

export type Clock = {
  readonly time: string;
  readonly wall: string;
  readonly engine: string;
  readonly aheadSeconds: number;
  readonly rate: number | null;
  readonly partedSeconds: number | null;
  readonly why: string;
};

export type Event = {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly negativeRisk: boolean;
  readonly negativeRiskMarketId: string | null;
  readonly startDate: string | null;
  readonly endDate: string | null;
  readonly tags: readonly string[];
  readonly markets: readonly {
    readonly id: string;
    readonly conditionId: string;
    readonly slug: string;
    readonly question: string;
    readonly label: string | null;
  }[];
};

export type EventWithMarkets = {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly tags: readonly string[];
  readonly startDate: string | null;
  readonly endDate: string | null;
  readonly exclusive: boolean;
  readonly betFixed: boolean;
  readonly lastEdit: number;
  readonly statuses: {
    readonly draft: number;
    readonly active: number;
    readonly paused: number;
    readonly resolved: number;
    readonly archived: number;
  };
  readonly markets: readonly {
    readonly conditionId: string;
    readonly slug: string;
    readonly question: string;
    readonly label: string | null;
    readonly status: "draft" | "active" | "paused" | "resolved" | "archived";
    readonly payout: readonly [number, number] | null;
    readonly proposed: { readonly payout: readonly [number, number]; readonly disputed: boolean } | null;
  }[];
};

export type Key = {
  readonly apiKey: string;
  readonly kind: "trading" | "readonly" | "builder";
  readonly address: string;
  readonly nonce: string | null;
  readonly createdAt: string;
  readonly revokedAt: string | null;
};

export type Listing = {
  readonly event: {
    readonly id: string;
    readonly ticker: string;
    readonly slug: string;
    readonly title: string;
    readonly description: string;
    readonly resolutionSource?: string;
    readonly image?: string;
    readonly icon?: string;
    readonly startDate?: string;
    readonly creationDate?: string;
    readonly endDate?: string;
    readonly createdAt?: string;
    readonly updatedAt?: string;
    readonly active: boolean;
    readonly closed: boolean;
    readonly archived: boolean;
    readonly negativeRisk: boolean;
    readonly negativeRiskMarketId?: string;
    readonly tags: readonly {
      readonly id: string;
      readonly label: string;
      readonly slug: string;
      readonly createdAt?: string;
      readonly updatedAt?: string;
      readonly requiresTranslation?: boolean;
    }[];
    readonly series: readonly {
      readonly id: string;
      readonly ticker: string;
      readonly slug: string;
      readonly title: string;
      readonly seriesType: string;
      readonly recurrence: string;
      readonly image: string;
      readonly icon: string;
      readonly active: boolean;
      readonly closed: boolean;
      readonly archived: boolean;
      readonly createdAt?: string;
      readonly updatedAt?: string;
    }[];
    readonly eventMetadata?: Readonly<Record<string, unknown>>;
  };
  readonly markets: readonly {
    readonly id: string;
    readonly conditionId: string;
    readonly questionId: string | "";
    readonly tokenIds: readonly [string, string];
    readonly outcomes: readonly [string, string];
    readonly question: string;
    readonly slug: string;
    readonly description: string;
    readonly resolutionSource?: string;
    readonly image?: string;
    readonly icon?: string;
    readonly startDate?: string;
    readonly endDate?: string;
    readonly gameStartTime?: string;
    readonly createdAt?: string;
    readonly updatedAt?: string;
    readonly active: boolean;
    readonly acceptingOrders?: boolean;
    readonly acceptingOrdersTimestamp?: string;
    readonly closed: boolean;
    readonly archived: boolean;
    readonly tick: 1000 | 100 | 50 | 25 | 10 | 1;
    readonly minimumLots: number;
    readonly negativeRisk: boolean;
    readonly negativeRiskMarketId?: string;
    readonly negativeRiskRequestId?: string;
    readonly groupItemTitle?: string;
    readonly secondsDelay: number;
    readonly rewards: {
      readonly rates: readonly { readonly assetAddress: string; readonly dailyRate: number }[];
      readonly minSize: number;
      readonly maxSpread: number;
    };
    readonly payout?: readonly [1, 0] | readonly [0, 1] | readonly [1, 1];
    readonly finalPrices?: readonly [string, string];
    readonly creator?: string;
    readonly fees?: { readonly rate: number; readonly exponent: number; readonly takerOnly: boolean };
    readonly autoRedeem?: boolean;
  }[];
};

export type Market = {
  readonly id: string;
  readonly conditionId: string;
  readonly questionId: string;
  readonly tokenIds: readonly [string, string];
  readonly outcomes: readonly [string, string];
  readonly question: string;
  readonly slug: string;
  readonly event: { readonly id: string; readonly slug: string; readonly title: string };
  readonly status: "draft" | "active" | "paused" | "resolved" | "archived";
  readonly active: boolean;
  readonly closed: boolean;
  readonly archived: boolean;
  readonly acceptingOrders: boolean;
  readonly negativeRisk: boolean;
  readonly tick: string;
  readonly minimumSize: string;
  readonly endDate: string | null;
  readonly fees: { readonly rate: string; readonly exponent: number; readonly takerOnly: boolean } | null;
  readonly autoRedeem: boolean | null;
  readonly backing: string;
  readonly volume: string;
  readonly openOrders: number;
  readonly redeemed: string;
  readonly betFixed: boolean;
  readonly lastEdit: number;
  readonly proposal: {
    readonly payout: readonly [number, number];
    readonly evidence: string;
    readonly link: string;
    readonly time: string;
    readonly disputed: boolean;
  } | null;
  readonly resolution: { readonly payout: readonly [number, number]; readonly time: string | null } | null;
  readonly steps: readonly {
    readonly step: "proposed" | "disputed" | "resolved" | "undone";
    readonly time: string;
    readonly payout: readonly [number, number] | null;
    readonly evidence: string | null;
    readonly link: string | null;
  }[];
};

export type Mode = {
  readonly mode: "normal" | "post-only" | "cancel-only" | "read-only" | "halted";
  readonly set: "normal" | "post-only" | "cancel-only" | "read-only" | "halted";
  readonly why: string;
  readonly suspended: string | null;
  readonly waiting: string | null;
};

export type QuarantinedCommand = {
  readonly fingerprint: string;
  readonly command: string;
  readonly stops: number;
  readonly refused: boolean;
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

export type Rehearsal = {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly winner: string;
  readonly holders: number;
  readonly orders: number;
  readonly paid: string;
  readonly due: string;
  readonly remains: string;
  readonly markets: readonly {
    readonly conditionId: string;
    readonly slug: string;
    readonly question: string;
    readonly label: string | null;
    readonly payout: readonly [number, number];
    readonly disputed: boolean;
    readonly orders: number;
    readonly paysAtOnce: boolean;
  }[];
  readonly accounts: readonly {
    readonly address: string;
    readonly name: string;
    readonly total: string;
    readonly payouts: readonly {
      readonly conditionId: string;
      readonly shares: readonly [string, string];
      readonly amount: string;
    }[];
  }[];
};

export type Site = { readonly host: string; readonly wallets: readonly string[] };

export type SteppedEvent = {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly changed: number;
  readonly statuses: {
    readonly draft: number;
    readonly active: number;
    readonly paused: number;
    readonly resolved: number;
    readonly archived: number;
  };
};

type NoValues = Readonly<Record<string, never>>;

export type Operations = {
  readonly "GET /status": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: undefined;
    readonly answer: {
      readonly version: string;
      readonly mode: "sandbox" | "production";
      readonly exchange: Mode;
      readonly clock: Clock;
      readonly sequence: number;
      readonly head: string;
      readonly tables: {
        readonly sequence: number;
        readonly behind: number;
        readonly rows: number;
        readonly bytes: number;
        readonly waitingReads: number;
        readonly holdsWriter: boolean;
        readonly failing: string | null;
        readonly flushSeconds: number;
        readonly blockedBy: readonly { readonly pid: number; readonly name: string }[];
      };
      readonly shortages: readonly {
        readonly name: string;
        readonly what: string;
        readonly taken: number;
        readonly most: number;
        readonly ofAddress: number;
        readonly holders: readonly { readonly address: string; readonly taken: number }[];
      }[];
      readonly backups: {
        readonly place: string;
        readonly last: {
          readonly file: string;
          readonly time: string;
          readonly ageSeconds: number;
          readonly bytes: number;
          readonly sequence: number;
          readonly verified: boolean;
        } | null;
        readonly covered: string | null;
        readonly lagSeconds: number | null;
        readonly lateSeconds: number;
        readonly underway: string | null;
        readonly failing: { readonly why: string; readonly since: string } | null;
        readonly trouble: readonly string[];
      } | null;
      readonly webhooks:
        | readonly {
            readonly id: string;
            readonly description: string;
            readonly state: "current" | "behind" | "failing" | "full" | "disabled";
            readonly lagSeconds: number;
            readonly waiting: number;
            readonly dead: number;
            readonly trouble: readonly string[];
          }[]
        | null;
      readonly uptimeSeconds: number;
      readonly operator: {
        readonly name: string;
        readonly roles: readonly ("market-admin" | "resolver" | "treasury" | "viewer")[];
      };
      readonly counted: number | null;
      readonly counts: {
        readonly accounts: number;
        readonly events: number;
        readonly markets: {
          readonly draft: number;
          readonly active: number;
          readonly paused: number;
          readonly resolved: number;
          readonly archived: number;
        };
        readonly openOrders: number;
        readonly bans: number;
      } | null;
      readonly deposits: string | null;
      readonly fees: string | null;
      readonly addresses: unknown;
      readonly page: string;
    };
  };
  readonly "GET /metrics": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: undefined;
    readonly answer: unknown;
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
  readonly "GET /mode": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: undefined;
    readonly answer: Mode;
  };
  readonly "POST /mode": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: {
      readonly mode: "normal" | "post-only" | "cancel-only" | "read-only" | "halted";
      readonly reason: string;
    };
    readonly answer: Mode;
  };
  readonly "GET /clock": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: undefined;
    readonly answer: Clock;
  };
  readonly "POST /clock": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: { readonly reason: string };
    readonly answer: Clock;
  };
  readonly "GET /export/{what}": {
    readonly params: {
      readonly what: "trades" | "orders" | "positions" | "prices" | "candles" | "books" | "journal";
    };
    readonly query: {
      readonly format?: "csv" | "ndjson" | "parquet";
      readonly from?: string;
      readonly to?: string;
      readonly every?: "1m" | "5m" | "15m" | "1h" | "4h" | "1d";
      readonly market?: string;
      readonly levels?: number;
    };
    readonly body: undefined;
    readonly answer: unknown;
  };
  readonly "GET /changes": {
    readonly params: NoValues;
    readonly query: {
      readonly from?: string;
      readonly after?: string;
      readonly type?: string;
      readonly wallet?: string;
      readonly market?: string;
    };
    readonly body: undefined;
    readonly answer: unknown;
  };
  readonly "GET /quarantine": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: undefined;
    readonly answer: readonly QuarantinedCommand[];
  };
  readonly "POST /quarantine/{fingerprint}/release": {
    readonly params: { readonly fingerprint: string };
    readonly query: NoValues;
    readonly body: { readonly reason: string };
    readonly answer: { readonly fingerprint: string; readonly released: true };
  };
  readonly "POST /events": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: {
      readonly title: string;
      readonly slug?: string;
      readonly description?: string;
      readonly tags?: readonly string[];
      readonly negativeRisk?: boolean;
      readonly startDate?: string;
      readonly endDate?: string;
      readonly image?: string;
      readonly icon?: string;
      readonly resolutionSource?: string;
      readonly markets?: readonly {
        readonly question: string;
        readonly outcomes?: readonly [string, string];
        readonly slug?: string;
        readonly description?: string;
        readonly label?: string;
        readonly tick?: string | number;
        readonly minimumSize?: string | number;
        readonly fees?: {
          readonly rate: string | number;
          readonly exponent?: number;
          readonly takerOnly?: boolean;
        };
        readonly startDate?: string;
        readonly endDate?: string;
        readonly gameStartTime?: string;
        readonly image?: string;
        readonly icon?: string;
        readonly resolutionSource?: string;
        readonly creator?: string;
        readonly autoRedeem?: boolean;
      }[];
      readonly reason: string;
    };
    readonly answer: Event;
  };
  readonly "GET /events/{event}": {
    readonly params: { readonly event: string };
    readonly query: NoValues;
    readonly body: undefined;
    readonly answer: EventWithMarkets;
  };
  readonly "POST /events/{event}/open": {
    readonly params: { readonly event: string };
    readonly query: NoValues;
    readonly body: { readonly reason: string };
    readonly answer: SteppedEvent;
  };
  readonly "POST /events/{event}/pause": {
    readonly params: { readonly event: string };
    readonly query: NoValues;
    readonly body: { readonly reason: string };
    readonly answer: SteppedEvent;
  };
  readonly "POST /events/{event}/resume": {
    readonly params: { readonly event: string };
    readonly query: NoValues;
    readonly body: { readonly reason: string };
    readonly answer: SteppedEvent;
  };
  readonly "POST /events/{event}/archive": {
    readonly params: { readonly event: string };
    readonly query: NoValues;
    readonly body: { readonly reason: string };
    readonly answer: SteppedEvent;
  };
  readonly "POST /events/{event}/edit": {
    readonly params: { readonly event: string };
    readonly query: NoValues;
    readonly body: {
      readonly title?: string;
      readonly tags?: readonly string[];
      readonly description?: string;
      readonly image?: string;
      readonly icon?: string;
      readonly startDate?: string;
      readonly endDate?: string;
      readonly resolutionSource?: string;
      readonly unchangedSince?: number;
      readonly reason: string;
    };
    readonly answer: { readonly subject: string; readonly changed: readonly string[] };
  };
  readonly "POST /events/{event}/clarify": {
    readonly params: { readonly event: string };
    readonly query: NoValues;
    readonly body: { readonly text: string; readonly reason: string };
    readonly answer: { readonly subject: string; readonly text: string };
  };
  readonly "POST /markets": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: {
      readonly event: string;
      readonly question: string;
      readonly outcomes?: readonly [string, string];
      readonly slug?: string;
      readonly description?: string;
      readonly label?: string;
      readonly tick?: string | number;
      readonly minimumSize?: string | number;
      readonly fees?: {
        readonly rate: string | number;
        readonly exponent?: number;
        readonly takerOnly?: boolean;
      };
      readonly startDate?: string;
      readonly endDate?: string;
      readonly gameStartTime?: string;
      readonly image?: string;
      readonly icon?: string;
      readonly resolutionSource?: string;
      readonly creator?: string;
      readonly autoRedeem?: boolean;
      readonly open?: boolean;
      readonly reason: string;
    };
    readonly answer: Market;
  };
  readonly "GET /markets/{market}": {
    readonly params: { readonly market: string };
    readonly query: NoValues;
    readonly body: undefined;
    readonly answer: Market;
  };
  readonly "GET /markets/{market}/holders": {
    readonly params: { readonly market: string };
    readonly query: { readonly limit?: number };
    readonly body: undefined;
    readonly answer: {
      readonly conditionId: string;
      readonly openInterest: string;
      readonly outcomes: readonly {
        readonly outcome: string;
        readonly holders: readonly {
          readonly address: string;
          readonly name: string;
          readonly shares: string;
        }[];
      }[];
    };
  };
  readonly "POST /markets/{market}/open": {
    readonly params: { readonly market: string };
    readonly query: NoValues;
    readonly body: { readonly reason: string };
    readonly answer: Market;
  };
  readonly "POST /markets/{market}/pause": {
    readonly params: { readonly market: string };
    readonly query: NoValues;
    readonly body: { readonly reason: string };
    readonly answer: Market;
  };
  readonly "POST /markets/{market}/resume": {
    readonly params: { readonly market: string };
    readonly query: NoValues;
    readonly body: { readonly reason: string };
    readonly answer: Market;
  };
  readonly "POST /markets/{market}/archive": {
    readonly params: { readonly market: string };
    readonly query: NoValues;
    readonly body: { readonly reason: string };
    readonly answer: Market;
  };
  readonly "POST /markets/{market}/edit": {
    readonly params: { readonly market: string };
    readonly query: NoValues;
    readonly body: {
      readonly question?: string;
      readonly label?: string;
      readonly description?: string;
      readonly image?: string;
      readonly icon?: string;
      readonly startDate?: string;
      readonly endDate?: string;
      readonly resolutionSource?: string;
      readonly unchangedSince?: number;
      readonly reason: string;
      readonly fees?: {
        readonly rate: string | number;
        readonly exponent?: number;
        readonly takerOnly?: boolean;
      };
      readonly free?: true;
    };
    readonly answer: { readonly subject: string; readonly changed: readonly string[] };
  };
  readonly "POST /markets/{market}/clarify": {
    readonly params: { readonly market: string };
    readonly query: NoValues;
    readonly body: { readonly text: string; readonly reason: string };
    readonly answer: { readonly subject: string; readonly text: string };
  };
  readonly "POST /markets/{market}/propose": {
    readonly params: { readonly market: string };
    readonly query: NoValues;
    readonly body: {
      readonly payout: "yes" | "no" | "half" | readonly [1, 0] | readonly [0, 1] | readonly [1, 1];
      readonly evidence?: string;
      readonly link?: string;
      readonly reason: string;
    };
    readonly answer: Market;
  };
  readonly "POST /markets/{market}/dispute": {
    readonly params: { readonly market: string };
    readonly query: NoValues;
    readonly body: { readonly reason: string };
    readonly answer: Market;
  };
  readonly "POST /markets/{market}/resolve": {
    readonly params: { readonly market: string };
    readonly query: NoValues;
    readonly body: {
      readonly payout: "yes" | "no" | "half" | readonly [1, 0] | readonly [0, 1] | readonly [1, 1];
      readonly reason: string;
    };
    readonly answer: Market;
  };
  readonly "POST /markets/{market}/undo": {
    readonly params: { readonly market: string };
    readonly query: NoValues;
    readonly body: { readonly reason: string };
    readonly answer: Market;
  };
  readonly "POST /events/{event}/propose": {
    readonly params: { readonly event: string };
    readonly query: NoValues;
    readonly body: {
      readonly winner: string;
      readonly evidence?: string;
      readonly link?: string;
      readonly reason: string;
    };
    readonly answer: SteppedEvent;
  };
  readonly "GET /events/{event}/rehearsal": {
    readonly params: { readonly event: string };
    readonly query: { readonly winner: string; readonly limit?: number; readonly offset?: number };
    readonly body: undefined;
    readonly answer: Rehearsal;
  };
  readonly "POST /events/{event}/resolve": {
    readonly params: { readonly event: string };
    readonly query: NoValues;
    readonly body: { readonly winner: string; readonly reason: string };
    readonly answer: SteppedEvent;
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
      readonly shown: boolean;
      readonly operator: string;
    }[];
  };
  readonly "POST /announcements": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: {
      readonly text: string;
      readonly kind?: "info" | "warning";
      readonly link?: string;
      readonly from?: string;
      readonly until?: string;
      readonly reason: string;
    };
    readonly answer: {
      readonly id: string;
      readonly kind: "info" | "warning";
      readonly text: string;
      readonly link: string | null;
      readonly from: string;
      readonly until: string | null;
      readonly shown: boolean;
      readonly operator: string;
    };
  };
  readonly "DELETE /announcements/{id}": {
    readonly params: { readonly id: string };
    readonly query: NoValues;
    readonly body: { readonly reason: string };
    readonly answer: {
      readonly id: string;
      readonly kind: "info" | "warning";
      readonly text: string;
      readonly link: string | null;
      readonly from: string;
      readonly until: string | null;
      readonly shown: boolean;
      readonly operator: string;
    };
  };
  readonly "GET /brand": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: undefined;
    readonly answer: {
      readonly name: string;
      readonly accent: {
        readonly given: string;
        readonly light: { readonly accent: string; readonly onAccent: string };
        readonly dark: { readonly accent: string; readonly onAccent: string };
      } | null;
      readonly logo: { readonly hash: string; readonly type: string; readonly side: number } | null;
    };
  };
  readonly "POST /brand": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: {
      readonly name?: string | null;
      readonly accent?: string | null;
      readonly logo?: string | null;
      readonly reason: string;
    };
    readonly answer: {
      readonly name: string;
      readonly accent: {
        readonly given: string;
        readonly light: { readonly accent: string; readonly onAccent: string };
        readonly dark: { readonly accent: string; readonly onAccent: string };
      } | null;
      readonly logo: { readonly hash: string; readonly type: string; readonly side: number } | null;
      readonly bearers: readonly { readonly address: string; readonly name: string }[];
    };
  };
  readonly "GET /accounts": {
    readonly params: NoValues;
    readonly query: { readonly search?: string; readonly limit?: number; readonly before?: string };
    readonly body: undefined;
    readonly answer: {
      readonly data: readonly {
        readonly address: string;
        readonly name: string;
        readonly owner: string;
        readonly balance: string;
        readonly available: string;
        readonly openOrders: number;
        readonly positionsValue: string;
        readonly joined: string | null;
        readonly banned: boolean;
      }[];
      readonly next: string | null;
    };
  };
  readonly "POST /accounts": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: { readonly address: string; readonly owner?: string; readonly reason: string };
    readonly answer: { readonly address: string; readonly owner: string; readonly opened: boolean };
  };
  readonly "GET /accounts/{address}": {
    readonly params: { readonly address: string };
    readonly query: { readonly limit?: number };
    readonly body: undefined;
    readonly answer: {
      readonly address: string;
      readonly name: string;
      readonly owner: string;
      readonly balance: string;
      readonly available: string;
      readonly openOrders: number;
      readonly positionsValue: string;
      readonly joined: string | null;
      readonly banned: boolean;
      readonly held: string;
      readonly ban: {
        readonly time: string;
        readonly operator: string | null;
        readonly reason: string | null;
      } | null;
      readonly keys: number;
      readonly positionsCount: number;
      readonly positions: readonly {
        readonly conditionId: string;
        readonly question: string;
        readonly status: "draft" | "active" | "paused" | "resolved" | "archived";
        readonly outcome: string;
        readonly shares: string;
        readonly held: string;
        readonly average: string;
        readonly price: string;
        readonly worth: string;
      }[];
      readonly orders: readonly {
        readonly id: string;
        readonly conditionId: string;
        readonly question: string;
        readonly outcome: string;
        readonly side: "BUY" | "SELL";
        readonly price: string;
        readonly size: string;
        readonly filled: string;
        readonly placed: string;
        readonly expires: string | null;
      }[];
      readonly history: readonly {
        readonly time: string;
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
        readonly sequence: number;
        readonly conditionId: string | null;
        readonly question: string | null;
        readonly outcome: string | null;
        readonly side: "BUY" | "SELL" | null;
        readonly price: string | null;
        readonly shares: string | null;
        readonly collateral: string;
      }[];
      readonly notes: readonly {
        readonly time: string;
        readonly operator: string;
        readonly text: string;
        readonly sequence: number;
      }[];
    };
  };
  readonly "POST /accounts/fundings/rehearsal": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: { readonly csv: string };
    readonly answer: {
      readonly accounts: number;
      readonly opens: number;
      readonly total: string;
      readonly lines: readonly {
        readonly line: number;
        readonly address: string;
        readonly amount: string;
        readonly note: string;
        readonly opens: boolean;
      }[];
      readonly faults: readonly { readonly line: number; readonly fault: string }[];
    };
  };
  readonly "POST /accounts/fundings": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: { readonly csv: string; readonly reason: string };
    readonly answer: { readonly accounts: number; readonly opened: number; readonly total: string };
  };
  readonly "POST /credits": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: { readonly address: string; readonly amount: string | number; readonly reason: string };
    readonly answer: {
      readonly address: string;
      readonly amount: string;
      readonly balance: string;
      readonly available: string;
    };
  };
  readonly "POST /debits": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: { readonly address: string; readonly amount: string | number; readonly reason: string };
    readonly answer: {
      readonly address: string;
      readonly amount: string;
      readonly balance: string;
      readonly available: string;
    };
  };
  readonly "GET /bans": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: undefined;
    readonly answer: readonly {
      readonly address: string;
      readonly time: string;
      readonly operator: string | null;
      readonly reason: string | null;
    }[];
  };
  readonly "POST /bans": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: { readonly address: string; readonly reason: string };
    readonly answer: Ban;
  };
  readonly "DELETE /bans/{address}": {
    readonly params: { readonly address: string };
    readonly query: NoValues;
    readonly body: { readonly reason: string };
    readonly answer: Ban;
  };
  readonly "POST /accounts/{address}/notes": {
    readonly params: { readonly address: string };
    readonly query: NoValues;
    readonly body: { readonly text: string };
    readonly answer: {
      readonly address: string;
      readonly time: string;
      readonly operator: string;
      readonly text: string;
    };
  };
  readonly "GET /orders/rehearsal": {
    readonly params: NoValues;
    readonly query: {
      readonly address?: string;
      readonly market?: string;
      readonly outcome?: "yes" | "no";
      readonly limit?: number;
      readonly offset?: number;
    };
    readonly body: undefined;
    readonly answer: {
      readonly orders: number;
      readonly markets: number;
      readonly wallets: number;
      readonly accounts: readonly { readonly address: string; readonly orders: number }[];
    };
  };
  readonly "POST /orders/cancel": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: {
      readonly address?: string;
      readonly market?: string;
      readonly outcome?: "yes" | "no";
      readonly reason: string;
    };
    readonly answer: { readonly canceledOrders: number; readonly wallets: number };
  };
  readonly "GET /keys": {
    readonly params: NoValues;
    readonly query: { readonly address: string };
    readonly body: undefined;
    readonly answer: readonly Key[];
  };
  readonly "POST /keys/{key}/revoke": {
    readonly params: { readonly key: string };
    readonly query: NoValues;
    readonly body: { readonly reason: string };
    readonly answer: {
      readonly apiKey: string;
      readonly kind: "trading" | "readonly" | "builder";
      readonly address: string;
      readonly nonce: string | null;
      readonly createdAt: string;
      readonly revokedAt: string | null;
      readonly others: readonly Key[];
    };
  };
  readonly "GET /names": {
    readonly params: NoValues;
    readonly query: {
      readonly search?: string;
      readonly removed?: boolean;
      readonly limit?: number;
      readonly before?: string;
    };
    readonly body: undefined;
    readonly answer: {
      readonly data: readonly {
        readonly address: string;
        readonly name: string;
        readonly chosen: string;
        readonly removed: {
          readonly time: string;
          readonly operator: string;
          readonly reason: string;
        } | null;
      }[];
      readonly next: string | null;
    };
  };
  readonly "DELETE /names/{address}": {
    readonly params: { readonly address: string };
    readonly query: NoValues;
    readonly body: { readonly reason: string; readonly forbid: boolean };
    readonly answer: { readonly address: string; readonly forbidden: boolean; readonly time: string };
  };
  readonly "GET /forbidden-names": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: undefined;
    readonly answer: readonly {
      readonly text: string;
      readonly match: "name" | "word";
      readonly time: string;
      readonly operator: string;
      readonly reason: string;
    }[];
  };
  readonly "POST /forbidden-names": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: { readonly text: string; readonly match: "name" | "word"; readonly reason: string };
    readonly answer: {
      readonly text: string;
      readonly match: "name" | "word";
      readonly changed: boolean;
      readonly bearers: readonly { readonly address: string; readonly name: string }[];
    };
  };
  readonly "DELETE /forbidden-names": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: { readonly text: string; readonly match: "name" | "word"; readonly reason: string };
    readonly answer: { readonly text: string; readonly match: "name" | "word"; readonly changed: boolean };
  };
  readonly "GET /invites": {
    readonly params: NoValues;
    readonly query: {
      readonly list?: string;
      readonly state?: "open" | "used_up" | "ended" | "revoked";
      readonly limit?: number;
      readonly offset?: number;
    };
    readonly body: undefined;
    readonly answer: {
      readonly promised: string;
      readonly open: number;
      readonly total: number;
      readonly data: readonly {
        readonly id: string;
        readonly list: string;
        readonly name: string;
        readonly amount: string;
        readonly uses: number;
        readonly used: number;
        readonly given: string;
        readonly state: "open" | "used_up" | "ended" | "revoked";
        readonly made: string;
        readonly until: string | null;
        readonly operator: string;
        readonly reason: string;
        readonly revoked: {
          readonly time: string;
          readonly operator: string;
          readonly reason: string;
        } | null;
        readonly link: string | null;
      }[];
    };
  };
  readonly "POST /invites": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: {
      readonly amount: string | number;
      readonly uses?: number;
      readonly names?: string;
      readonly until?: string;
      readonly reason: string;
    };
    readonly answer: {
      readonly list: string;
      readonly invites: readonly {
        readonly id: string;
        readonly list: string;
        readonly name: string;
        readonly amount: string;
        readonly uses: number;
        readonly used: number;
        readonly given: string;
        readonly state: "open" | "used_up" | "ended" | "revoked";
        readonly made: string;
        readonly until: string | null;
        readonly operator: string;
        readonly reason: string;
        readonly revoked: {
          readonly time: string;
          readonly operator: string;
          readonly reason: string;
        } | null;
        readonly link: string | null;
      }[];
    };
  };
  readonly "GET /invites/{id}": {
    readonly params: { readonly id: string };
    readonly query: { readonly limit?: number; readonly offset?: number };
    readonly body: undefined;
    readonly answer: {
      readonly id: string;
      readonly list: string;
      readonly name: string;
      readonly amount: string;
      readonly uses: number;
      readonly used: number;
      readonly given: string;
      readonly state: "open" | "used_up" | "ended" | "revoked";
      readonly made: string;
      readonly until: string | null;
      readonly operator: string;
      readonly reason: string;
      readonly revoked: { readonly time: string; readonly operator: string; readonly reason: string } | null;
      readonly link: string | null;
      readonly wallets: readonly {
        readonly address: string;
        readonly owner: string;
        readonly time: string;
        readonly nameGiven: boolean;
      }[];
    };
  };
  readonly "DELETE /invites/{id}": {
    readonly params: { readonly id: string };
    readonly query: NoValues;
    readonly body: { readonly reason: string };
    readonly answer: { readonly revoked: number };
  };
  readonly "POST /diagnoses/request": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: {
      readonly method: string;
      readonly url: string;
      readonly headers: readonly (readonly [string, string])[];
      readonly body: string;
      readonly dialect?: "spec" | "polymarket" | "kuest";
      readonly at?: number;
    };
    readonly answer: {
      readonly ok: boolean;
      readonly subject: string;
      readonly checks: readonly {
        readonly check: string;
        readonly ok: boolean;
        readonly expected: string;
        readonly got: string;
        readonly hint: string;
        readonly mistake: string;
      }[];
      readonly first_wrong: {
        readonly check: string;
        readonly ok: boolean;
        readonly expected: string;
        readonly got: string;
        readonly hint: string;
        readonly mistake: string;
      } | null;
    };
  };
  readonly "POST /diagnoses/key": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: {
      readonly apiKey: string;
      readonly address?: string;
      readonly secret?: string;
      readonly passphrase?: string;
      readonly callerTime?: number;
    };
    readonly answer: {
      readonly ok: boolean;
      readonly subject: string;
      readonly checks: readonly {
        readonly check: string;
        readonly ok: boolean;
        readonly expected: string;
        readonly got: string;
        readonly hint: string;
        readonly mistake: string;
      }[];
      readonly first_wrong: {
        readonly check: string;
        readonly ok: boolean;
        readonly expected: string;
        readonly got: string;
        readonly hint: string;
        readonly mistake: string;
      } | null;
    };
  };
  readonly "GET /audit": {
    readonly params: NoValues;
    readonly query: {
      readonly subject?: string;
      readonly operator?: string;
      readonly limit?: number;
      readonly before?: string;
    };
    readonly body: undefined;
    readonly answer: { readonly data: readonly AuditEntry[]; readonly next: string | null };
  };
  readonly "GET /operators": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: undefined;
    readonly answer: readonly {
      readonly name: string;
      readonly roles: readonly ("market-admin" | "resolver" | "treasury" | "viewer")[];
    }[];
  };
  readonly "POST /listings": {
    readonly params: NoValues;
    readonly query: { readonly reason?: string };
    readonly body: readonly Listing[];
    readonly answer: readonly {
      readonly id: string;
      readonly result: "listed" | "unchanged" | "refused";
      readonly code?:
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
      readonly hint?: string;
      readonly markets: {
        readonly listed: number;
        readonly unchanged: number;
        readonly skipped: readonly { readonly id: string; readonly slug: string; readonly reason: string }[];
      };
      readonly kept?: readonly {
        readonly kind: "event" | "market";
        readonly id: string;
        readonly slug: string;
        readonly fields: readonly string[];
      }[];
      readonly replaced?: readonly {
        readonly kind: "event" | "market";
        readonly id: string;
        readonly slug: string;
        readonly fields: readonly string[];
      }[];
    }[];
  };
  readonly "GET /sites": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: undefined;
    readonly answer: readonly Site[];
  };
  readonly "POST /sites": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: { readonly host: string; readonly wallets: readonly string[]; readonly reason?: string };
    readonly answer: Site;
  };
  readonly "DELETE /sites/{host}": {
    readonly params: { readonly host: string };
    readonly query: NoValues;
    readonly body: { readonly wallets?: readonly string[]; readonly reason?: string } | null;
    readonly answer: Site;
  };
  readonly "GET /images": {
    readonly params: NoValues;
    readonly query: { readonly unused?: boolean };
    readonly body: undefined;
    readonly answer: readonly {
      readonly id: string;
      readonly path: string;
      readonly mediaType: "image/png" | "image/jpeg" | "image/webp";
      readonly width: number;
      readonly height: number;
      readonly size: number;
      readonly addedAt: string;
      readonly shownBy: readonly { readonly kind: "event" | "market"; readonly slug: string }[];
    }[];
  };
  readonly "POST /images": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: { readonly content: string; readonly reason: string };
    readonly answer: {
      readonly id: string;
      readonly path: string;
      readonly mediaType: "image/png" | "image/jpeg" | "image/webp";
      readonly width: number;
      readonly height: number;
      readonly size: number;
      readonly addedAt: string;
    };
  };
  readonly "POST /images/{image}/remove": {
    readonly params: { readonly image: string };
    readonly query: NoValues;
    readonly body: { readonly reason: string };
    readonly answer: {
      readonly id: string;
      readonly path: string;
      readonly mediaType: "image/png" | "image/jpeg" | "image/webp";
      readonly width: number;
      readonly height: number;
      readonly size: number;
      readonly addedAt: string;
    };
  };
  readonly "GET /webhooks": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: undefined;
    readonly answer: readonly {
      readonly id: string;
      readonly url: string;
      readonly description: string;
      readonly events: readonly string[];
      readonly wallets: readonly string[];
      readonly markets: readonly string[];
      readonly orderedBy: "owner" | "market";
      readonly enabled: boolean;
      readonly disabledFor: string;
      readonly state: "current" | "behind" | "failing" | "full" | "disabled";
      readonly next: number;
      readonly lag: number;
      readonly lagSeconds: number;
      readonly waiting: number;
      readonly dead: number;
      readonly replay: { readonly next: number; readonly until: number } | null;
      readonly succeeded: string | null;
      readonly failed: string | null;
      readonly error: string;
      readonly secretVersion: number;
      readonly overlapUntil: string | null;
      readonly created: string;
      readonly trouble: readonly string[];
    }[];
  };
  readonly "POST /webhooks": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: {
      readonly url: string;
      readonly events: readonly string[];
      readonly wallets?: readonly string[];
      readonly markets?: readonly string[];
      readonly orderedBy?: "owner" | "market";
      readonly description?: string;
      readonly from?: number;
      readonly reason: string;
    };
    readonly answer: { readonly id: string; readonly version: number; readonly secret: string };
  };
  readonly "GET /webhooks/{id}": {
    readonly params: { readonly id: string };
    readonly query: NoValues;
    readonly body: undefined;
    readonly answer: {
      readonly id: string;
      readonly url: string;
      readonly description: string;
      readonly events: readonly string[];
      readonly wallets: readonly string[];
      readonly markets: readonly string[];
      readonly orderedBy: "owner" | "market";
      readonly enabled: boolean;
      readonly disabledFor: string;
      readonly state: "current" | "behind" | "failing" | "full" | "disabled";
      readonly next: number;
      readonly lag: number;
      readonly lagSeconds: number;
      readonly waiting: number;
      readonly dead: number;
      readonly replay: { readonly next: number; readonly until: number } | null;
      readonly succeeded: string | null;
      readonly failed: string | null;
      readonly error: string;
      readonly secretVersion: number;
      readonly overlapUntil: string | null;
      readonly created: string;
      readonly trouble: readonly string[];
    };
  };
  readonly "POST /webhooks/{id}": {
    readonly params: { readonly id: string };
    readonly query: NoValues;
    readonly body: {
      readonly url?: string;
      readonly events?: readonly string[];
      readonly wallets?: readonly string[];
      readonly markets?: readonly string[];
      readonly orderedBy?: "owner" | "market";
      readonly description?: string;
      readonly enabled?: boolean;
      readonly reason: string;
    };
    readonly answer: { readonly id: string };
  };
  readonly "DELETE /webhooks/{id}": {
    readonly params: { readonly id: string };
    readonly query: NoValues;
    readonly body: { readonly reason: string };
    readonly answer: { readonly id: string };
  };
  readonly "POST /webhooks/{id}/test": {
    readonly params: { readonly id: string };
    readonly query: NoValues;
    readonly body: undefined;
    readonly answer: {
      readonly delivered: boolean;
      readonly status: number | null;
      readonly error: string;
      readonly message: string;
      readonly ms: number;
    };
  };
  readonly "GET /webhooks/{id}/secret": {
    readonly params: { readonly id: string };
    readonly query: NoValues;
    readonly body: undefined;
    readonly answer: { readonly id: string; readonly version: number; readonly secret: string };
  };
  readonly "POST /webhooks/{id}/rotate": {
    readonly params: { readonly id: string };
    readonly query: NoValues;
    readonly body: { readonly overlapHours: number; readonly reason: string };
    readonly answer: { readonly id: string; readonly version: number; readonly secret: string };
  };
  readonly "GET /webhooks/{id}/failures": {
    readonly params: { readonly id: string };
    readonly query: { readonly state?: "dead" | "waiting"; readonly limit?: number; readonly after?: string };
    readonly body: undefined;
    readonly answer: {
      readonly data: readonly {
        readonly event: string;
        readonly type: string;
        readonly replay: boolean;
        readonly attempts: number;
        readonly error: string;
        readonly next: string | null;
        readonly dead: string | null;
        readonly body: string;
      }[];
      readonly next: string | null;
    };
  };
  readonly "POST /webhooks/{id}/retry": {
    readonly params: { readonly id: string };
    readonly query: NoValues;
    readonly body: { readonly events?: readonly string[]; readonly reason: string };
    readonly answer: { readonly id: string; readonly count: number };
  };
  readonly "POST /webhooks/{id}/drop": {
    readonly params: { readonly id: string };
    readonly query: NoValues;
    readonly body: { readonly events?: readonly string[]; readonly reason: string };
    readonly answer: { readonly id: string; readonly count: number };
  };
  readonly "POST /webhooks/{id}/replay": {
    readonly params: { readonly id: string };
    readonly query: NoValues;
    readonly body: { readonly from: number; readonly to?: number; readonly reason: string };
    readonly answer: { readonly id: string; readonly from: number; readonly to: number };
  };
  readonly "GET /backups": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: undefined;
    readonly answer: {
      readonly place: string;
      readonly last: {
        readonly file: string;
        readonly time: string;
        readonly ageSeconds: number;
        readonly bytes: number;
        readonly sequence: number;
        readonly verified: boolean;
      } | null;
      readonly covered: string | null;
      readonly lagSeconds: number | null;
      readonly lateSeconds: number;
      readonly underway: string | null;
      readonly failing: { readonly why: string; readonly since: string } | null;
      readonly trouble: readonly string[];
    };
  };
  readonly "POST /backups": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: { readonly reason: string };
    readonly answer: { readonly place: string; readonly previous: string | null };
  };
  readonly "GET /backups/files": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: undefined;
    readonly answer: {
      readonly place: string;
      readonly unreadable: string | null;
      readonly total: number;
      readonly data: readonly {
        readonly file: string;
        readonly time: string;
        readonly journalFiles: number;
        readonly bytes: number;
        readonly sequence: number;
        readonly until: string;
      }[];
    };
  };
  readonly "POST /markets/{market}/house-maker/start": {
    readonly params: { readonly market: string };
    readonly query: NoValues;
    readonly body: {
      readonly maximumLoss: string | number;
      readonly budget?: string | number;
      readonly kind?: "lmsr" | "fair-value";
      readonly price?: string | number;
      readonly levels?: number;
      readonly reason: string;
    };
    readonly answer: {
      readonly conditionId: string;
      readonly slug: string;
      readonly run: number;
      readonly account: string;
      readonly kind: "lmsr" | "fair-value";
      readonly state: "quoting" | "one-sided" | "withdrawn" | "waiting" | "ended" | "stopped";
      readonly why: string;
      readonly budget: string;
      readonly moved: string;
      readonly maximumLoss: string;
      readonly loss: string;
      readonly startPrice: string;
      readonly levels: number;
      readonly liquidity: string | null;
      readonly collateral: string;
      readonly available: string;
      readonly shares: readonly [string, string];
      readonly bids: number;
      readonly asks: number;
      readonly startedAt: string;
      readonly startedBy: string;
      readonly stoppedAt: string | null;
      readonly stoppedBy: string | null;
    };
  };
  readonly "GET /house-makers": {
    readonly params: NoValues;
    readonly query: { readonly market?: string };
    readonly body: undefined;
    readonly answer: {
      readonly data: readonly {
        readonly conditionId: string;
        readonly slug: string;
        readonly run: number;
        readonly account: string;
        readonly kind: "lmsr" | "fair-value";
        readonly state: "quoting" | "one-sided" | "withdrawn" | "waiting" | "ended" | "stopped";
        readonly why: string;
        readonly budget: string;
        readonly moved: string;
        readonly maximumLoss: string;
        readonly loss: string;
        readonly startPrice: string;
        readonly levels: number;
        readonly liquidity: string | null;
        readonly collateral: string;
        readonly available: string;
        readonly shares: readonly [string, string];
        readonly bids: number;
        readonly asks: number;
        readonly startedAt: string;
        readonly startedBy: string;
        readonly stoppedAt: string | null;
        readonly stoppedBy: string | null;
      }[];
    };
  };
  readonly "POST /markets/{market}/house-maker/stop": {
    readonly params: { readonly market: string };
    readonly query: NoValues;
    readonly body: { readonly reason: string };
    readonly answer: {
      readonly conditionId: string;
      readonly slug: string;
      readonly run: number;
      readonly account: string;
      readonly kind: "lmsr" | "fair-value";
      readonly state: "quoting" | "one-sided" | "withdrawn" | "waiting" | "ended" | "stopped";
      readonly why: string;
      readonly budget: string;
      readonly moved: string;
      readonly maximumLoss: string;
      readonly loss: string;
      readonly startPrice: string;
      readonly levels: number;
      readonly liquidity: string | null;
      readonly collateral: string;
      readonly available: string;
      readonly shares: readonly [string, string];
      readonly bids: number;
      readonly asks: number;
      readonly startedAt: string;
      readonly startedBy: string;
      readonly stoppedAt: string | null;
      readonly stoppedBy: string | null;
    };
  };
  readonly "GET /attention": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: undefined;
    readonly answer: {
      readonly total: number;
      readonly kinds: readonly {
        readonly kind:
          | "mode"
          | "disk"
          | "memory"
          | "books"
          | "clock"
          | "places"
          | "backup"
          | "webhook"
          | "quarantine"
          | "disputed"
          | "ended"
          | "proposed"
          | "house-maker"
          | "resident"
          | "draft";
        readonly total: number;
        readonly first: readonly {
          readonly subject: string;
          readonly title: string;
          readonly why: string;
          readonly since: string | null;
          readonly count: number;
        }[];
      }[];
    };
  };
  readonly "GET /figures": {
    readonly params: NoValues;
    readonly query: {
      readonly from?: string;
      readonly to?: string;
      readonly market?: string;
      readonly event?: string;
      readonly category?: string;
      readonly withoutHouse?: boolean;
      readonly per?: "day" | "week" | "month";
    };
    readonly body: undefined;
    readonly answer: {
      readonly from: string;
      readonly to: string;
      readonly per: "day" | "week" | "month";
      readonly total: {
        readonly trades: number;
        readonly volume: string;
        readonly fees: string;
        readonly traders: number;
        readonly accounts: number | null;
        readonly deposits: string | null;
        readonly withdrawals: string | null;
      };
      readonly data: readonly {
        readonly from: string;
        readonly to: string;
        readonly trades: number;
        readonly volume: string;
        readonly fees: string;
        readonly traders: number;
        readonly accounts: number | null;
        readonly deposits: string | null;
        readonly withdrawals: string | null;
      }[];
    };
  };
  readonly "GET /figures/markets": {
    readonly params: NoValues;
    readonly query: {
      readonly from?: string;
      readonly to?: string;
      readonly market?: string;
      readonly event?: string;
      readonly category?: string;
      readonly withoutHouse?: boolean;
      readonly order?: "volume" | "traders" | "fees" | "trades";
      readonly limit?: number;
      readonly offset?: number;
    };
    readonly body: undefined;
    readonly answer: {
      readonly from: string;
      readonly to: string;
      readonly total: number;
      readonly data: readonly {
        readonly conditionId: string;
        readonly slug: string;
        readonly question: string;
        readonly event: { readonly id: string; readonly title: string };
        readonly trades: number;
        readonly volume: string;
        readonly fees: string;
        readonly traders: number;
      }[];
    };
  };
  readonly "POST /sandbox/clock": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: {
      readonly action: "pause" | "resume" | "step" | "to" | "rate";
      readonly seconds?: number;
      readonly time?: string;
      readonly rate?: number;
    };
    readonly answer: Clock;
  };
  readonly "POST /sandbox/snapshot": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: { readonly name: string };
    readonly answer: {
      readonly name: string;
      readonly time: string;
      readonly sequence: number;
      readonly usable: boolean;
    };
  };
  readonly "GET /sandbox/snapshots": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: undefined;
    readonly answer: {
      readonly snapshots: readonly {
        readonly name: string;
        readonly time: string;
        readonly sequence: number;
        readonly usable: boolean;
      }[];
    };
  };
  readonly "DELETE /sandbox/snapshots/{name}": {
    readonly params: { readonly name: string };
    readonly query: NoValues;
    readonly body: undefined;
    readonly answer: { readonly removed: number };
  };
  readonly "POST /sandbox/revert": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: { readonly name: string };
    readonly answer: {
      readonly name: string;
      readonly time: string;
      readonly sequence: number;
      readonly usable: boolean;
    };
  };
  readonly "POST /sandbox/reset": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: Readonly<Record<string, unknown>> | null;
    readonly answer: {
      readonly name: string;
      readonly time: string;
      readonly sequence: number;
      readonly usable: boolean;
    };
  };
  readonly "GET /sandbox/faults": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: undefined;
    readonly answer: {
      readonly faults: readonly {
        readonly id: string;
        readonly met: number;
        readonly fault: {
          readonly kind:
            | "latency"
            | "refuse"
            | "lose-answer"
            | "delay-answer"
            | "delay-match"
            | "fail-settlement"
            | "stale-read"
            | "repeat-cursor"
            | "silence"
            | "disconnect"
            | "drop"
            | "repeat"
            | "reorder"
            | "swap-sides";
          readonly ms?: number;
          readonly jitterMs?: number;
          readonly status?: 425 | 429 | 503;
          readonly retryAfterSeconds?: number;
          readonly outcome?: "match" | "unmatch";
          readonly routes?: readonly string[];
          readonly channels?: readonly string[];
          readonly key?: string;
          readonly share?: number;
          readonly seed?: number;
          readonly uses?: number;
          readonly forMs?: number;
        };
      }[];
    };
  };
  readonly "POST /sandbox/faults": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: {
      readonly preset?: string;
      readonly faults?: readonly {
        readonly kind:
          | "latency"
          | "refuse"
          | "lose-answer"
          | "delay-answer"
          | "delay-match"
          | "fail-settlement"
          | "stale-read"
          | "repeat-cursor"
          | "silence"
          | "disconnect"
          | "drop"
          | "repeat"
          | "reorder"
          | "swap-sides";
        readonly ms?: number;
        readonly jitterMs?: number;
        readonly status?: 425 | 429 | 503;
        readonly retryAfterSeconds?: number;
        readonly outcome?: "match" | "unmatch";
        readonly routes?: readonly string[];
        readonly channels?: readonly string[];
        readonly key?: string;
        readonly share?: number;
        readonly seed?: number;
        readonly uses?: number;
        readonly forMs?: number;
      }[];
    };
    readonly answer: {
      readonly faults: readonly {
        readonly id: string;
        readonly met: number;
        readonly fault: {
          readonly kind:
            | "latency"
            | "refuse"
            | "lose-answer"
            | "delay-answer"
            | "delay-match"
            | "fail-settlement"
            | "stale-read"
            | "repeat-cursor"
            | "silence"
            | "disconnect"
            | "drop"
            | "repeat"
            | "reorder"
            | "swap-sides";
          readonly ms?: number;
          readonly jitterMs?: number;
          readonly status?: 425 | 429 | 503;
          readonly retryAfterSeconds?: number;
          readonly outcome?: "match" | "unmatch";
          readonly routes?: readonly string[];
          readonly channels?: readonly string[];
          readonly key?: string;
          readonly share?: number;
          readonly seed?: number;
          readonly uses?: number;
          readonly forMs?: number;
        };
      }[];
    };
  };
  readonly "DELETE /sandbox/faults": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: undefined;
    readonly answer: { readonly ended: number };
  };
  readonly "DELETE /sandbox/faults/{id}": {
    readonly params: { readonly id: string };
    readonly query: NoValues;
    readonly body: undefined;
    readonly answer: { readonly ended: number };
  };
  readonly "GET /sandbox/fault-presets": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: undefined;
    readonly answer: {
      readonly presets: readonly {
        readonly name: string;
        readonly meaning: string;
        readonly survivedBy: string;
        readonly thread: string;
        readonly faults: readonly {
          readonly kind:
            | "latency"
            | "refuse"
            | "lose-answer"
            | "delay-answer"
            | "delay-match"
            | "fail-settlement"
            | "stale-read"
            | "repeat-cursor"
            | "silence"
            | "disconnect"
            | "drop"
            | "repeat"
            | "reorder"
            | "swap-sides";
          readonly ms?: number;
          readonly jitterMs?: number;
          readonly status?: 425 | 429 | 503;
          readonly retryAfterSeconds?: number;
          readonly outcome?: "match" | "unmatch";
          readonly routes?: readonly string[];
          readonly channels?: readonly string[];
          readonly key?: string;
          readonly share?: number;
          readonly seed?: number;
          readonly uses?: number;
          readonly forMs?: number;
        }[];
      }[];
    };
  };
  readonly "GET /sandbox/residents": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: undefined;
    readonly answer: {
      readonly pace: "off" | "quiet" | "normal" | "busy";
      readonly markets: readonly {
        readonly market: string;
        readonly conditionId: string;
        readonly trading: boolean;
        readonly maker: "fair-value" | "lmsr";
        readonly levels: number;
        readonly spread: number;
        readonly informed: boolean;
        readonly b: string | null;
        readonly fairValue: string | null;
        readonly inventory: readonly [string, string];
        readonly collateral: string;
        readonly loss: string;
        readonly maximumLoss: string;
        readonly withdrawn: string;
        readonly outOfBudget: boolean;
      }[];
    };
  };
  readonly "POST /sandbox/residents": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: { readonly pace: "off" | "quiet" | "normal" | "busy" };
    readonly answer: {
      readonly pace: "off" | "quiet" | "normal" | "busy";
      readonly markets: readonly {
        readonly market: string;
        readonly conditionId: string;
        readonly trading: boolean;
        readonly maker: "fair-value" | "lmsr";
        readonly levels: number;
        readonly spread: number;
        readonly informed: boolean;
        readonly b: string | null;
        readonly fairValue: string | null;
        readonly inventory: readonly [string, string];
        readonly collateral: string;
        readonly loss: string;
        readonly maximumLoss: string;
        readonly withdrawn: string;
        readonly outOfBudget: boolean;
      }[];
    };
  };
  readonly "POST /sandbox/residents/{market}": {
    readonly params: { readonly market: string };
    readonly query: NoValues;
    readonly body: {
      readonly trading?: boolean;
      readonly maker?: "fair-value" | "lmsr";
      readonly maximumLoss?: string | number;
      readonly levels?: number;
      readonly spread?: number;
    };
    readonly answer: {
      readonly pace: "off" | "quiet" | "normal" | "busy";
      readonly markets: readonly {
        readonly market: string;
        readonly conditionId: string;
        readonly trading: boolean;
        readonly maker: "fair-value" | "lmsr";
        readonly levels: number;
        readonly spread: number;
        readonly informed: boolean;
        readonly b: string | null;
        readonly fairValue: string | null;
        readonly inventory: readonly [string, string];
        readonly collateral: string;
        readonly loss: string;
        readonly maximumLoss: string;
        readonly withdrawn: string;
        readonly outOfBudget: boolean;
      }[];
    };
  };
};
