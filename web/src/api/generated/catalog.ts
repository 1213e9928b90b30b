/** Made by web/generate-api.ts from docs/openapi/catalog-polymarket.json. */

export type Card = {
  readonly id: string;
  readonly slug?: string;
  readonly title?: string;
  readonly image?: string;
  readonly endDate?: string;
  readonly createdAt?: string;
  readonly closed: boolean;
  readonly tag?: { readonly slug?: string; readonly label?: string };
  readonly volume: number;
  readonly volume24hr: number;
  readonly marketCount: number;
  readonly markets: readonly CardMarket[];
};

export type CardMarket = {
  readonly slug: string;
  readonly name: string;
  readonly outcomes: readonly string[];
  readonly tokenId: string;
  readonly price?: number;
  readonly bestBid: number;
  readonly bestAsk: number;
  readonly oneDayPriceChange?: number;
  readonly closed: boolean;
  readonly place: number;
  readonly acceptingOrders: boolean;
};

export type Event = {
  readonly id: string;
  readonly ticker: string;
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly resolutionSource: string;
  readonly startDate?: string;
  readonly endDate?: string;
  readonly image: string;
  readonly icon: string;
  readonly createdAt?: string;
  readonly updatedAt?: string;
  readonly active: boolean;
  readonly closed: boolean;
  readonly archived: boolean;
  readonly creationDate?: string;
  readonly tags: readonly Tag[];
  readonly markets: readonly EventMarket[];
  readonly series?: readonly Series[];
  readonly eventMetadata?: Readonly<Record<string, unknown>>;
  readonly liquidity: number;
  readonly volume: number;
  readonly volume24hr: number;
  readonly volume1wk: number;
  readonly volume1mo: number;
  readonly volume1yr: number;
  readonly openInterest: number;
  readonly enableOrderBook: boolean;
  readonly negRisk: boolean;
  readonly enableNegRisk: boolean;
  readonly negRiskAugmented: false;
  readonly negRiskMarketID?: string;
  readonly seriesSlug?: string;
  readonly new: false;
  readonly featured: false;
  readonly restricted: false;
  readonly commentCount: 0;
  readonly liquidityClob: number;
  readonly competitive?: number;
  readonly cyom: false;
  readonly automaticallyActive: true;
  readonly showAllOutcomes: true;
  readonly showMarketImages: false;
  readonly pendingDeployment: false;
  readonly deploying: false;
};

export type EventMarket = {
  readonly id: string;
  readonly question: string;
  readonly conditionId: string;
  readonly slug: string;
  readonly resolutionSource: string;
  readonly image: string;
  readonly icon: string;
  readonly description: string;
  readonly outcomes: string;
  readonly startDate?: string;
  readonly endDate?: string;
  readonly createdAt?: string;
  readonly updatedAt?: string;
  readonly active: boolean;
  readonly closed: boolean;
  readonly archived: boolean;
  readonly questionID: string;
  readonly clobTokenIds: string;
  readonly outcomePrices: string;
  readonly volume: string;
  readonly liquidity: string;
  readonly volumeNum: number;
  readonly liquidityNum: number;
  readonly volume24hr: number;
  readonly volume1wk: number;
  readonly volume1mo: number;
  readonly volume1yr: number;
  readonly volumeClob: number;
  readonly liquidityClob: number;
  readonly volume24hrClob: number;
  readonly volume1wkClob: number;
  readonly volume1moClob: number;
  readonly volume1yrClob: number;
  readonly competitive: number;
  readonly lastTradePrice?: number;
  readonly bestBid: number;
  readonly bestAsk: number;
  readonly spread: number;
  readonly orderPriceMinTickSize: number;
  readonly orderMinSize: number;
  readonly acceptingOrders: boolean;
  readonly acceptingOrdersTimestamp?: string;
  readonly enableOrderBook: boolean;
  readonly negRisk: boolean;
  readonly negRiskMarketID?: string;
  readonly negRiskRequestID?: string;
  readonly groupItemTitle: string;
  readonly groupItemThreshold?: string;
  readonly gameStartTime?: string;
  readonly secondsDelay?: number;
  readonly startDateIso?: string;
  readonly endDateIso?: string;
  readonly marketMakerAddress: "";
  readonly submitted_by: string;
  readonly resolvedBy: "0x0000000000000000000000000000000000000000";
  readonly umaBond: "0";
  readonly umaReward: "0";
  readonly rewardsMinSize: number;
  readonly rewardsMaxSpread: number;
  readonly clobRewards?: readonly {
    readonly id: string;
    readonly conditionId: string;
    readonly assetAddress: string;
    readonly rewardsAmount: 0;
    readonly rewardsDailyRate: number;
    readonly startDate: string;
    readonly endDate: string;
  }[];
  readonly new: false;
  readonly featured: false;
  readonly restricted: false;
  readonly ready: false;
  readonly funded: false;
  readonly cyom: false;
  readonly approved: true;
  readonly automaticallyActive: true;
  readonly clearBookOnStart: false;
  readonly manualActivation: false;
  readonly negRiskOther: false;
  readonly pagerDutyNotificationEnabled: false;
  readonly hasReviewedDates: true;
  readonly pendingDeployment: false;
  readonly deploying: false;
  readonly feesEnabled: boolean;
  readonly feeSchedule?: {
    readonly rate: number;
    readonly exponent: number;
    readonly takerOnly: boolean;
    readonly rebateRate: 0;
  };
  readonly umaResolutionStatuses: string;
  readonly umaResolutionStatus?: string;
  readonly closedTime?: string;
  readonly umaEndDate?: string;
  readonly automaticallyResolved?: true;
};

export type EventSummary = {
  readonly id: string;
  readonly ticker: string;
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly resolutionSource: string;
  readonly startDate?: string;
  readonly endDate?: string;
  readonly image: string;
  readonly icon: string;
  readonly createdAt?: string;
  readonly updatedAt?: string;
  readonly active: boolean;
  readonly closed: boolean;
  readonly archived: boolean;
  readonly creationDate?: string;
  readonly liquidity: number;
  readonly volume: number;
  readonly volume24hr: number;
  readonly volume1wk: number;
  readonly volume1mo: number;
  readonly volume1yr: number;
  readonly openInterest: number;
  readonly enableOrderBook: boolean;
  readonly negRisk: boolean;
  readonly enableNegRisk: boolean;
  readonly negRiskAugmented: false;
  readonly negRiskMarketID?: string;
  readonly seriesSlug?: string;
  readonly new: false;
  readonly featured: false;
  readonly restricted: false;
  readonly commentCount: 0;
  readonly liquidityClob: number;
  readonly competitive?: number;
  readonly cyom: false;
  readonly automaticallyActive: true;
  readonly showAllOutcomes: true;
  readonly showMarketImages: false;
  readonly pendingDeployment: false;
  readonly deploying: false;
  readonly series?: readonly Series[];
};

export type ListedEvent = {
  readonly id: string;
  readonly ticker: string;
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly resolutionSource: string;
  readonly startDate?: string;
  readonly endDate?: string;
  readonly image: string;
  readonly icon: string;
  readonly createdAt?: string;
  readonly updatedAt?: string;
  readonly active: boolean;
  readonly closed: boolean;
  readonly archived: boolean;
  readonly tags: readonly Tag[];
  readonly liquidity: number;
  readonly volume: number;
  readonly volume24hr: number;
  readonly volume1wk: number;
  readonly volume1mo: number;
  readonly volume1yr: number;
  readonly openInterest: number;
  readonly enableOrderBook: boolean;
  readonly negRisk: boolean;
  readonly enableNegRisk: boolean;
  readonly negRiskAugmented: false;
  readonly negRiskMarketID?: string;
  readonly seriesSlug?: string;
  readonly new: false;
  readonly featured: false;
  readonly restricted: false;
  readonly commentCount: 0;
  readonly liquidityClob: number;
  readonly competitive?: number;
  readonly cyom: false;
  readonly automaticallyActive: true;
  readonly showAllOutcomes: true;
  readonly showMarketImages: false;
  readonly pendingDeployment: false;
  readonly deploying: false;
  readonly creationDate?: string;
  readonly markets: readonly EventMarket[];
  readonly series?: readonly Series[];
};

export type Market = {
  readonly id: string;
  readonly question: string;
  readonly conditionId: string;
  readonly slug: string;
  readonly resolutionSource: string;
  readonly image: string;
  readonly icon: string;
  readonly description: string;
  readonly outcomes: string;
  readonly startDate?: string;
  readonly endDate?: string;
  readonly createdAt?: string;
  readonly updatedAt?: string;
  readonly active: boolean;
  readonly closed: boolean;
  readonly archived: boolean;
  readonly questionID: string;
  readonly clobTokenIds: string;
  readonly outcomePrices: string;
  readonly volume: string;
  readonly liquidity: string;
  readonly volumeNum: number;
  readonly liquidityNum: number;
  readonly volume24hr: number;
  readonly volume1wk: number;
  readonly volume1mo: number;
  readonly volume1yr: number;
  readonly volumeClob: number;
  readonly liquidityClob: number;
  readonly volume24hrClob: number;
  readonly volume1wkClob: number;
  readonly volume1moClob: number;
  readonly volume1yrClob: number;
  readonly competitive: number;
  readonly lastTradePrice?: number;
  readonly bestBid: number;
  readonly bestAsk: number;
  readonly spread: number;
  readonly orderPriceMinTickSize: number;
  readonly orderMinSize: number;
  readonly acceptingOrders: boolean;
  readonly acceptingOrdersTimestamp?: string;
  readonly enableOrderBook: boolean;
  readonly negRisk: boolean;
  readonly negRiskMarketID?: string;
  readonly negRiskRequestID?: string;
  readonly groupItemTitle: string;
  readonly groupItemThreshold?: string;
  readonly gameStartTime?: string;
  readonly secondsDelay?: number;
  readonly startDateIso?: string;
  readonly endDateIso?: string;
  readonly marketMakerAddress: "";
  readonly submitted_by: string;
  readonly resolvedBy: "0x0000000000000000000000000000000000000000";
  readonly umaBond: "0";
  readonly umaReward: "0";
  readonly rewardsMinSize: number;
  readonly rewardsMaxSpread: number;
  readonly clobRewards?: readonly {
    readonly id: string;
    readonly conditionId: string;
    readonly assetAddress: string;
    readonly rewardsAmount: 0;
    readonly rewardsDailyRate: number;
    readonly startDate: string;
    readonly endDate: string;
  }[];
  readonly new: false;
  readonly featured: false;
  readonly restricted: false;
  readonly ready: false;
  readonly funded: false;
  readonly cyom: false;
  readonly approved: true;
  readonly automaticallyActive: true;
  readonly clearBookOnStart: false;
  readonly manualActivation: false;
  readonly negRiskOther: false;
  readonly pagerDutyNotificationEnabled: false;
  readonly hasReviewedDates: true;
  readonly pendingDeployment: false;
  readonly deploying: false;
  readonly feesEnabled: boolean;
  readonly feeSchedule?: {
    readonly rate: number;
    readonly exponent: number;
    readonly takerOnly: boolean;
    readonly rebateRate: 0;
  };
  readonly umaResolutionStatuses: string;
  readonly umaResolutionStatus?: string;
  readonly closedTime?: string;
  readonly umaEndDate?: string;
  readonly automaticallyResolved?: true;
  readonly tags?: readonly Tag[];
  readonly events: readonly EventSummary[];
};

export type Refusal = { readonly type: string; readonly error: string };

export type Series = {
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
  readonly volume: number;
  readonly volume24hr: number;
  readonly liquidity: number;
  readonly commentCount: 0;
};

export type Tag = {
  readonly id: string;
  readonly label: string;
  readonly slug: string;
  readonly createdAt?: string;
  readonly updatedAt?: string;
  readonly requiresTranslation: boolean;
};

type NoValues = Readonly<Record<string, never>>;

export type Operations = {
  readonly "GET /events": {
    readonly params: NoValues;
    readonly query: {
      readonly limit?: number;
      readonly offset?: number;
      readonly page?: number;
      readonly active?: boolean;
      readonly closed?: boolean;
      readonly archived?: boolean;
      readonly tag?: string;
      readonly tag_id?: readonly number[];
      readonly tag_match?: "any" | "all";
      readonly tag_slug?: string;
      readonly exclude_tag_id?: readonly number[];
      readonly series_slug?: string;
      readonly id?: readonly number[];
      readonly series_id?: readonly number[];
      readonly recurrence?: string;
      readonly slug?: readonly string[];
      readonly title_search?: string;
      readonly featured?: boolean;
      readonly start_time_min?: string;
      readonly start_time_max?: string;
      readonly volume_min?: string;
      readonly volume_max?: string;
      readonly liquidity_min?: string;
      readonly liquidity_max?: string;
      readonly start_date_min?: string;
      readonly start_date_max?: string;
      readonly end_date_min?: string;
      readonly end_date_max?: string;
      readonly include_chat?: boolean;
      readonly include_template?: boolean;
      readonly include_best_lines?: boolean;
      readonly live?: boolean;
      readonly cyom?: boolean;
      readonly game_id?: readonly string[];
      readonly parent_event_id?: readonly string[];
      readonly event_week?: readonly string[];
      readonly created_by?: readonly string[];
      readonly partner_slug?: readonly string[];
      readonly locale?: string;
      readonly version?: string;
      readonly featured_order?: string;
      readonly ended?: boolean;
      readonly event_date?: string;
      readonly include_children?: boolean;
      readonly related_tags?: boolean;
      readonly order?: string;
      readonly ascending?: boolean;
      readonly creator?: string;
    };
    readonly body: undefined;
    readonly answer: readonly ListedEvent[];
  };
  readonly "GET /events/keyset": {
    readonly params: NoValues;
    readonly query: {
      readonly limit?: number;
      readonly after_cursor?: string;
      readonly active?: boolean;
      readonly closed?: boolean;
      readonly archived?: boolean;
      readonly tag?: string;
      readonly tag_id?: readonly number[];
      readonly tag_match?: "any" | "all";
      readonly tag_slug?: string;
      readonly exclude_tag_id?: readonly number[];
      readonly series_slug?: string;
      readonly id?: readonly number[];
      readonly series_id?: readonly number[];
      readonly recurrence?: string;
      readonly slug?: readonly string[];
      readonly title_search?: string;
      readonly featured?: boolean;
      readonly start_time_min?: string;
      readonly start_time_max?: string;
      readonly volume_min?: string;
      readonly volume_max?: string;
      readonly liquidity_min?: string;
      readonly liquidity_max?: string;
      readonly start_date_min?: string;
      readonly start_date_max?: string;
      readonly end_date_min?: string;
      readonly end_date_max?: string;
      readonly include_chat?: boolean;
      readonly include_template?: boolean;
      readonly include_best_lines?: boolean;
      readonly live?: boolean;
      readonly cyom?: boolean;
      readonly game_id?: readonly string[];
      readonly parent_event_id?: readonly string[];
      readonly event_week?: readonly string[];
      readonly created_by?: readonly string[];
      readonly partner_slug?: readonly string[];
      readonly locale?: string;
      readonly version?: string;
      readonly featured_order?: string;
      readonly ended?: boolean;
      readonly event_date?: string;
      readonly include_children?: boolean;
      readonly related_tags?: boolean;
      readonly order?: string;
      readonly ascending?: boolean;
      readonly creator?: string;
    };
    readonly body: undefined;
    readonly answer: { readonly events: readonly ListedEvent[]; readonly next_cursor?: string };
  };
  readonly "GET /events/pagination": {
    readonly params: NoValues;
    readonly query: {
      readonly limit?: number;
      readonly offset?: number;
      readonly page?: number;
      readonly active?: boolean;
      readonly closed?: boolean;
      readonly archived?: boolean;
      readonly tag?: string;
      readonly tag_id?: readonly number[];
      readonly tag_match?: "any" | "all";
      readonly tag_slug?: string;
      readonly exclude_tag_id?: readonly number[];
      readonly series_slug?: string;
      readonly id?: readonly number[];
      readonly series_id?: readonly number[];
      readonly recurrence?: string;
      readonly slug?: readonly string[];
      readonly title_search?: string;
      readonly featured?: boolean;
      readonly start_time_min?: string;
      readonly start_time_max?: string;
      readonly volume_min?: string;
      readonly volume_max?: string;
      readonly liquidity_min?: string;
      readonly liquidity_max?: string;
      readonly start_date_min?: string;
      readonly start_date_max?: string;
      readonly end_date_min?: string;
      readonly end_date_max?: string;
      readonly include_chat?: boolean;
      readonly include_template?: boolean;
      readonly include_best_lines?: boolean;
      readonly live?: boolean;
      readonly cyom?: boolean;
      readonly game_id?: readonly string[];
      readonly parent_event_id?: readonly string[];
      readonly event_week?: readonly string[];
      readonly created_by?: readonly string[];
      readonly partner_slug?: readonly string[];
      readonly locale?: string;
      readonly version?: string;
      readonly featured_order?: string;
      readonly ended?: boolean;
      readonly event_date?: string;
      readonly include_children?: boolean;
      readonly related_tags?: boolean;
      readonly order?: string;
      readonly ascending?: boolean;
      readonly creator?: string;
    };
    readonly body: undefined;
    readonly answer: {
      readonly data: readonly ListedEvent[];
      readonly pagination: { readonly hasMore: boolean; readonly totalResults: number };
    };
  };
  readonly "GET /cards": {
    readonly params: NoValues;
    readonly query: {
      readonly limit?: number;
      readonly after_cursor?: string;
      readonly markets?: number;
      readonly active?: boolean;
      readonly closed?: boolean;
      readonly archived?: boolean;
      readonly tag?: string;
      readonly tag_id?: readonly number[];
      readonly tag_match?: "any" | "all";
      readonly tag_slug?: string;
      readonly exclude_tag_id?: readonly number[];
      readonly series_slug?: string;
      readonly id?: readonly number[];
      readonly series_id?: readonly number[];
      readonly recurrence?: string;
      readonly slug?: readonly string[];
      readonly title_search?: string;
      readonly featured?: boolean;
      readonly start_time_min?: string;
      readonly start_time_max?: string;
      readonly volume_min?: string;
      readonly volume_max?: string;
      readonly liquidity_min?: string;
      readonly liquidity_max?: string;
      readonly start_date_min?: string;
      readonly start_date_max?: string;
      readonly end_date_min?: string;
      readonly end_date_max?: string;
      readonly order?: string;
      readonly ascending?: boolean;
      readonly creator?: string;
    };
    readonly body: undefined;
    readonly answer: { readonly cards: readonly Card[]; readonly next_cursor?: string };
  };
  readonly "GET /events/{id}": {
    readonly params: { readonly id: string };
    readonly query: {
      readonly include_chat?: boolean;
      readonly include_template?: boolean;
      readonly include_best_lines?: boolean;
      readonly creator?: string;
    };
    readonly body: undefined;
    readonly answer: Event;
  };
  readonly "GET /events/slug/{slug}": {
    readonly params: { readonly slug: string };
    readonly query: {
      readonly include_chat?: boolean;
      readonly include_template?: boolean;
      readonly include_best_lines?: boolean;
      readonly creator?: string;
    };
    readonly body: undefined;
    readonly answer: Event;
  };
  readonly "GET /events/{id}/tags": {
    readonly params: { readonly id: string };
    readonly query: { readonly creator?: string };
    readonly body: undefined;
    readonly answer: readonly Tag[];
  };
  readonly "GET /events/{id}/related": {
    readonly params: { readonly id: string };
    readonly query: { readonly limit?: number; readonly markets?: number; readonly creator?: string };
    readonly body: undefined;
    readonly answer: { readonly cards: readonly Card[] };
  };
  readonly "GET /events/{id}/changes": {
    readonly params: { readonly id: string };
    readonly query: { readonly limit?: number; readonly offset?: number; readonly creator?: string };
    readonly body: undefined;
    readonly answer: readonly {
      readonly time: string;
      readonly conditionId: string | null;
      readonly clarification: string | null;
      readonly fields: readonly {
        readonly field: string;
        readonly from: string | null;
        readonly to: string | null;
      }[];
    }[];
  };
  readonly "GET /events/results": {
    readonly params: NoValues;
    readonly query: {
      readonly limit?: number;
      readonly offset?: number;
      readonly page?: number;
      readonly order?: string;
      readonly ascending?: boolean;
      readonly creator?: string;
    };
    readonly body: undefined;
    readonly answer: readonly ListedEvent[];
  };
  readonly "GET /events/creators": {
    readonly params: NoValues;
    readonly query: {
      readonly limit?: number;
      readonly offset?: number;
      readonly order?: string;
      readonly ascending?: boolean;
      readonly creator_name?: string;
      readonly creator_handle?: string;
      readonly creator?: string;
    };
    readonly body: undefined;
    readonly answer: readonly {
      readonly id: string;
      readonly creatorName?: string;
      readonly creatorUrl?: string;
    }[];
  };
  readonly "GET /events/creators/{wallet}": {
    readonly params: { readonly wallet: string };
    readonly query: { readonly creator?: string };
    readonly body: undefined;
    readonly answer: { readonly id: string; readonly creatorName?: string; readonly creatorUrl?: string };
  };
  readonly "GET /markets": {
    readonly params: NoValues;
    readonly query: {
      readonly limit?: number;
      readonly offset?: number;
      readonly page?: number;
      readonly active?: boolean;
      readonly closed?: boolean;
      readonly archived?: boolean;
      readonly tag?: string;
      readonly tag_id?: readonly number[];
      readonly tag_match?: "any" | "all";
      readonly tag_slug?: string;
      readonly id?: readonly number[];
      readonly slug?: readonly string[];
      readonly question_ids?: readonly string[];
      readonly uma_resolution_status?: "proposed" | "disputed" | "resolved";
      readonly resolution_status?: "proposed" | "disputed" | "resolved";
      readonly rewards_min_size?: number;
      readonly event_id?: number;
      readonly event_slug?: string;
      readonly eventSlug?: string;
      readonly conditionId?: readonly string[];
      readonly condition_id?: readonly string[];
      readonly condition_ids?: readonly string[];
      readonly clob_token_ids?: readonly string[];
      readonly volume_num_min?: string;
      readonly volume_num_max?: string;
      readonly liquidity_num_min?: string;
      readonly liquidity_num_max?: string;
      readonly start_date_min?: string;
      readonly start_date_max?: string;
      readonly end_date_min?: string;
      readonly end_date_max?: string;
      readonly cyom?: boolean;
      readonly rfq_enabled?: boolean;
      readonly game_id?: readonly string[];
      readonly sports_market_types?: readonly string[];
      readonly market_maker_address?: readonly string[];
      readonly position_ids?: readonly string[];
      readonly onchain_event_ids?: readonly string[];
      readonly request_ids?: readonly string[];
      readonly locale?: string;
      readonly version?: string;
      readonly decimalized?: string;
      readonly related_tags?: boolean;
      readonly include_tag?: boolean;
      readonly order?: string;
      readonly ascending?: boolean;
      readonly creator?: string;
    };
    readonly body: undefined;
    readonly answer: readonly Market[];
  };
  readonly "GET /markets/keyset": {
    readonly params: NoValues;
    readonly query: {
      readonly limit?: number;
      readonly after_cursor?: string;
      readonly active?: boolean;
      readonly closed?: boolean;
      readonly archived?: boolean;
      readonly tag?: string;
      readonly tag_id?: readonly number[];
      readonly tag_match?: "any" | "all";
      readonly tag_slug?: string;
      readonly id?: readonly number[];
      readonly slug?: readonly string[];
      readonly question_ids?: readonly string[];
      readonly uma_resolution_status?: "proposed" | "disputed" | "resolved";
      readonly resolution_status?: "proposed" | "disputed" | "resolved";
      readonly rewards_min_size?: number;
      readonly event_id?: number;
      readonly event_slug?: string;
      readonly eventSlug?: string;
      readonly conditionId?: readonly string[];
      readonly condition_id?: readonly string[];
      readonly condition_ids?: readonly string[];
      readonly clob_token_ids?: readonly string[];
      readonly volume_num_min?: string;
      readonly volume_num_max?: string;
      readonly liquidity_num_min?: string;
      readonly liquidity_num_max?: string;
      readonly start_date_min?: string;
      readonly start_date_max?: string;
      readonly end_date_min?: string;
      readonly end_date_max?: string;
      readonly cyom?: boolean;
      readonly rfq_enabled?: boolean;
      readonly game_id?: readonly string[];
      readonly sports_market_types?: readonly string[];
      readonly market_maker_address?: readonly string[];
      readonly position_ids?: readonly string[];
      readonly onchain_event_ids?: readonly string[];
      readonly request_ids?: readonly string[];
      readonly locale?: string;
      readonly version?: string;
      readonly decimalized?: string;
      readonly related_tags?: boolean;
      readonly include_tag?: boolean;
      readonly order?: string;
      readonly ascending?: boolean;
      readonly creator?: string;
    };
    readonly body: undefined;
    readonly answer: { readonly markets: readonly Market[]; readonly next_cursor?: string };
  };
  readonly "GET /markets/{id}": {
    readonly params: { readonly id: string };
    readonly query: { readonly include_tag?: boolean; readonly creator?: string };
    readonly body: undefined;
    readonly answer: Market;
  };
  readonly "GET /markets/slug/{slug}": {
    readonly params: { readonly slug: string };
    readonly query: { readonly include_tag?: boolean; readonly creator?: string };
    readonly body: undefined;
    readonly answer: Market;
  };
  readonly "GET /markets/{id}/description": {
    readonly params: { readonly id: string };
    readonly query: { readonly creator?: string };
    readonly body: undefined;
    readonly answer: { readonly description?: string };
  };
  readonly "GET /markets/{id}/tags": {
    readonly params: { readonly id: string };
    readonly query: { readonly creator?: string };
    readonly body: undefined;
    readonly answer: readonly Tag[];
  };
  readonly "POST /markets/information": {
    readonly params: NoValues;
    readonly query: {
      readonly limit?: number;
      readonly offset?: number;
      readonly order?: string;
      readonly ascending?: boolean;
      readonly creator?: string;
    };
    readonly body: {
      readonly id?: readonly number[] | null;
      readonly slug?: readonly string[] | null;
      readonly closed?: boolean | null;
      readonly clobTokenIds?: readonly string[] | null;
      readonly conditionIds?: readonly string[] | null;
      readonly liquidityNumMin?: number | null;
      readonly liquidityNumMax?: number | null;
      readonly volumeNumMin?: number | null;
      readonly volumeNumMax?: number | null;
      readonly startDateMin?: string | null;
      readonly startDateMax?: string | null;
      readonly endDateMin?: string | null;
      readonly endDateMax?: string | null;
      readonly tagId?: number | null;
      readonly relatedTags?: boolean | null;
      readonly umaResolutionStatus?: "proposed" | "disputed" | "resolved" | null;
    };
    readonly answer: readonly Market[];
  };
  readonly "POST /markets/abridged": {
    readonly params: NoValues;
    readonly query: {
      readonly limit?: number;
      readonly offset?: number;
      readonly order?: string;
      readonly ascending?: boolean;
      readonly creator?: string;
    };
    readonly body: {
      readonly id?: readonly number[] | null;
      readonly slug?: readonly string[] | null;
      readonly closed?: boolean | null;
      readonly clobTokenIds?: readonly string[] | null;
      readonly conditionIds?: readonly string[] | null;
      readonly liquidityNumMin?: number | null;
      readonly liquidityNumMax?: number | null;
      readonly volumeNumMin?: number | null;
      readonly volumeNumMax?: number | null;
      readonly startDateMin?: string | null;
      readonly startDateMax?: string | null;
      readonly endDateMin?: string | null;
      readonly endDateMax?: string | null;
      readonly tagId?: number | null;
      readonly relatedTags?: boolean | null;
      readonly umaResolutionStatus?: "proposed" | "disputed" | "resolved" | null;
    };
    readonly answer: readonly {
      readonly id: string;
      readonly question: string;
      readonly conditionId: string;
      readonly slug: string;
      readonly image: string;
      readonly icon: string;
      readonly outcomes: string;
      readonly startDate?: string;
      readonly endDate?: string;
      readonly createdAt?: string;
      readonly updatedAt?: string;
      readonly active: boolean;
      readonly closed: boolean;
      readonly archived: boolean;
      readonly questionID: string;
      readonly clobTokenIds: string;
      readonly outcomePrices: string;
      readonly volume: string;
      readonly liquidity: string;
      readonly volumeNum: number;
      readonly liquidityNum: number;
      readonly volume24hr: number;
      readonly volume1wk: number;
      readonly volume1mo: number;
      readonly volume1yr: number;
      readonly volumeClob: number;
      readonly liquidityClob: number;
      readonly volume24hrClob: number;
      readonly volume1wkClob: number;
      readonly volume1moClob: number;
      readonly volume1yrClob: number;
      readonly competitive: number;
      readonly lastTradePrice?: number;
      readonly bestBid: number;
      readonly bestAsk: number;
      readonly spread: number;
      readonly orderPriceMinTickSize: number;
      readonly orderMinSize: number;
      readonly acceptingOrders: boolean;
      readonly acceptingOrdersTimestamp?: string;
      readonly enableOrderBook: boolean;
      readonly negRisk: boolean;
      readonly negRiskMarketID?: string;
      readonly negRiskRequestID?: string;
      readonly groupItemTitle: string;
      readonly gameStartTime?: string;
      readonly secondsDelay?: number;
      readonly startDateIso?: string;
      readonly endDateIso?: string;
      readonly marketMakerAddress: "";
      readonly submitted_by: string;
      readonly resolvedBy: "0x0000000000000000000000000000000000000000";
      readonly umaBond: "0";
      readonly umaReward: "0";
      readonly rewardsMinSize: number;
      readonly rewardsMaxSpread: number;
      readonly new: false;
      readonly featured: false;
      readonly restricted: false;
      readonly ready: false;
      readonly funded: false;
      readonly cyom: false;
      readonly approved: true;
      readonly automaticallyActive: true;
      readonly clearBookOnStart: false;
      readonly manualActivation: false;
      readonly negRiskOther: false;
      readonly pagerDutyNotificationEnabled: false;
      readonly hasReviewedDates: true;
      readonly pendingDeployment: false;
      readonly deploying: false;
      readonly feesEnabled: boolean;
      readonly feeSchedule?: {
        readonly rate: number;
        readonly exponent: number;
        readonly takerOnly: boolean;
        readonly rebateRate: 0;
      };
      readonly umaResolutionStatuses: string;
      readonly umaResolutionStatus?: string;
      readonly closedTime?: string;
      readonly umaEndDate?: string;
      readonly automaticallyResolved?: true;
    }[];
  };
  readonly "GET /tags": {
    readonly params: NoValues;
    readonly query: {
      readonly limit?: number;
      readonly offset?: number;
      readonly page?: number;
      readonly order?: string;
      readonly ascending?: boolean;
      readonly is_carousel?: boolean;
      readonly include_template?: boolean;
      readonly include_templates?: boolean;
      readonly creator?: string;
    };
    readonly body: undefined;
    readonly answer: readonly Tag[];
  };
  readonly "GET /tags/{id}": {
    readonly params: { readonly id: string };
    readonly query: { readonly creator?: string };
    readonly body: undefined;
    readonly answer: Tag;
  };
  readonly "GET /tags/slug/{slug}": {
    readonly params: { readonly slug: string };
    readonly query: { readonly creator?: string };
    readonly body: undefined;
    readonly answer: Tag;
  };
  readonly "GET /tags/{id}/related-tags": {
    readonly params: { readonly id: string };
    readonly query: {
      readonly status?: "active" | "closed" | "all";
      readonly omit_empty?: boolean;
      readonly creator?: string;
    };
    readonly body: undefined;
    readonly answer: readonly {
      readonly id: string;
      readonly tagID: number;
      readonly relatedTagID: number;
      readonly rank: number;
    }[];
  };
  readonly "GET /tags/{id}/related-tags/tags": {
    readonly params: { readonly id: string };
    readonly query: {
      readonly status?: "active" | "closed" | "all";
      readonly omit_empty?: boolean;
      readonly creator?: string;
    };
    readonly body: undefined;
    readonly answer: readonly Tag[];
  };
  readonly "GET /tags/slug/{slug}/related-tags": {
    readonly params: { readonly slug: string };
    readonly query: {
      readonly status?: "active" | "closed" | "all";
      readonly omit_empty?: boolean;
      readonly creator?: string;
    };
    readonly body: undefined;
    readonly answer: readonly {
      readonly id: string;
      readonly tagID: number;
      readonly relatedTagID: number;
      readonly rank: number;
    }[];
  };
  readonly "GET /tags/slug/{slug}/related-tags/tags": {
    readonly params: { readonly slug: string };
    readonly query: {
      readonly status?: "active" | "closed" | "all";
      readonly omit_empty?: boolean;
      readonly creator?: string;
    };
    readonly body: undefined;
    readonly answer: readonly Tag[];
  };
  readonly "GET /series": {
    readonly params: NoValues;
    readonly query: {
      readonly limit?: number;
      readonly offset?: number;
      readonly page?: number;
      readonly slug?: readonly string[];
      readonly active?: boolean;
      readonly closed?: boolean;
      readonly archived?: boolean;
      readonly categories_ids?: readonly string[];
      readonly categories_labels?: readonly string[];
      readonly locale?: string;
      readonly recurrence?: string;
      readonly include_chat?: boolean;
      readonly exclude_events?: boolean;
      readonly order?: string;
      readonly ascending?: boolean;
      readonly creator?: string;
    };
    readonly body: undefined;
    readonly answer: readonly Series[];
  };
  readonly "GET /series/{id}": {
    readonly params: { readonly id: string };
    readonly query: { readonly creator?: string };
    readonly body: undefined;
    readonly answer: Series;
  };
  readonly "GET /series/slug/{slug}": {
    readonly params: { readonly slug: string };
    readonly query: { readonly creator?: string };
    readonly body: undefined;
    readonly answer: Series;
  };
  readonly "GET /series-summary/{id}": {
    readonly params: { readonly id: string };
    readonly query: { readonly creator?: string };
    readonly body: undefined;
    readonly answer: {
      readonly id: string;
      readonly title?: string;
      readonly slug?: string;
      readonly eventDates: readonly string[];
      readonly eventWeeks: readonly unknown[];
      readonly earliest_open_date?: string;
    };
  };
  readonly "GET /series-summary/slug/{slug}": {
    readonly params: { readonly slug: string };
    readonly query: { readonly creator?: string };
    readonly body: undefined;
    readonly answer: {
      readonly id: string;
      readonly title?: string;
      readonly slug?: string;
      readonly eventDates: readonly string[];
      readonly eventWeeks: readonly unknown[];
      readonly earliest_open_date?: string;
    };
  };
  readonly "GET /public-search": {
    readonly params: NoValues;
    readonly query: {
      readonly q: string;
      readonly limit?: number;
      readonly limit_per_type?: number;
      readonly page?: number;
      readonly events_status?: "active" | "resolved" | "closed";
      readonly events_tag?: readonly string[];
      readonly exclude_tag_id?: readonly number[];
      readonly recurrence?: string;
      readonly sort?:
        | "volume"
        | "volume_24hr"
        | "volume_1wk"
        | "volume_1mo"
        | "volume_1yr"
        | "liquidity"
        | "open_interest"
        | "start_date"
        | "end_date"
        | "event_date"
        | "start_time"
        | "event_start_time"
        | "created_at"
        | "updated_at"
        | "closed_time"
        | "competitive";
      readonly ascending?: boolean;
      readonly keep_closed_markets?: boolean;
      readonly cache?: boolean;
      readonly optimized?: boolean;
      readonly active?: boolean;
      readonly closed?: boolean;
      readonly archived?: boolean;
      readonly tag_id?: readonly number[];
      readonly tag_slug?: string;
      readonly locale?: string;
      readonly presets?: string;
      readonly search_tags?: boolean;
      readonly search_profiles?: boolean;
      readonly creator?: string;
    };
    readonly body: undefined;
    readonly answer: {
      readonly events: readonly ListedEvent[];
      readonly profiles?: readonly {
        readonly proxyWallet: string;
        readonly name: string;
        readonly pseudonym: string;
        readonly displayUsernamePublic: boolean;
      }[];
      readonly tags: readonly {
        readonly id: string;
        readonly label: string;
        readonly slug: string;
        readonly event_count: number;
      }[];
      readonly pagination: { readonly hasMore: boolean; readonly totalResults: number };
    };
  };
  readonly "GET /search": {
    readonly params: NoValues;
    readonly query: {
      readonly q: string;
      readonly limit?: number;
      readonly page?: number;
      readonly markets?: number;
      readonly events_status?: "active" | "resolved" | "closed";
      readonly events_tag?: readonly string[];
      readonly sort?:
        | "volume"
        | "volume_24hr"
        | "volume_1wk"
        | "volume_1mo"
        | "volume_1yr"
        | "liquidity"
        | "open_interest"
        | "start_date"
        | "end_date"
        | "event_date"
        | "start_time"
        | "event_start_time"
        | "created_at"
        | "updated_at"
        | "closed_time"
        | "competitive";
      readonly ascending?: boolean;
      readonly creator?: string;
    };
    readonly body: undefined;
    readonly answer: {
      readonly cards: readonly Card[];
      readonly totalCards: number;
      readonly tags: readonly {
        readonly id: string;
        readonly label: string;
        readonly slug: string;
        readonly event_count: number;
      }[];
      readonly hasMoreTags: boolean;
    };
  };
  readonly "GET /profiles": {
    readonly params: NoValues;
    readonly query: { readonly q: string; readonly limit?: number; readonly offset?: number };
    readonly body: undefined;
    readonly answer: readonly {
      readonly proxyWallet: string;
      readonly name: string;
      readonly pseudonym: string;
      readonly displayUsernamePublic: boolean;
    }[];
  };
  readonly "GET /public-profile": {
    readonly params: NoValues;
    readonly query: { readonly address: string };
    readonly body: undefined;
    readonly answer: {
      readonly createdAt?: string;
      readonly proxyWallet: string;
      readonly name: string;
      readonly pseudonym: string;
      readonly displayUsernamePublic: boolean;
      readonly bio: "";
      readonly profileImage: "";
      readonly users: readonly unknown[];
      readonly xUsername: "";
      readonly verifiedBadge: false;
      readonly takerTier: 0;
      readonly takerTierName: "";
      readonly weightedVolume: 0;
    };
  };
  readonly "GET /profiles/user_address/{address}": {
    readonly params: { readonly address: string };
    readonly query: NoValues;
    readonly body: undefined;
    readonly answer: {
      readonly createdAt?: string;
      readonly proxyWallet: string;
      readonly name: string;
      readonly pseudonym: string;
      readonly displayUsernamePublic: boolean;
      readonly bio: "";
      readonly profileImage: "";
      readonly users: readonly unknown[];
      readonly xUsername: "";
      readonly verifiedBadge: false;
      readonly takerTier: 0;
      readonly takerTierName: "";
      readonly weightedVolume: 0;
    };
  };
  readonly "GET /teams/{id}": {
    readonly params: { readonly id: string };
    readonly query: NoValues;
    readonly body: undefined;
    readonly answer: { readonly id: number };
  };
  readonly "GET /sports": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: undefined;
    readonly answer: readonly unknown[];
  };
  readonly "GET /sports/market-types": {
    readonly params: NoValues;
    readonly query: NoValues;
    readonly body: undefined;
    readonly answer: { readonly marketTypes: readonly unknown[] };
  };
  readonly "GET /teams": {
    readonly params: NoValues;
    readonly query: {
      readonly limit?: number;
      readonly offset?: number;
      readonly order?: string;
      readonly ascending?: boolean;
      readonly league?: readonly string[];
      readonly name?: readonly string[];
      readonly abbreviation?: readonly string[];
      readonly provider_id?: readonly number[];
    };
    readonly body: undefined;
    readonly answer: readonly unknown[];
  };
  readonly "GET /comments": {
    readonly params: NoValues;
    readonly query: {
      readonly limit?: number;
      readonly offset?: number;
      readonly order?: string;
      readonly ascending?: boolean;
      readonly parent_entity_type?: string;
      readonly parent_entity_id?: number;
      readonly event_slug?: string;
      readonly get_positions?: boolean;
      readonly holders_only?: boolean;
    };
    readonly body: undefined;
    readonly answer: readonly unknown[];
  };
  readonly "GET /comments/keyset": {
    readonly params: NoValues;
    readonly query: {
      readonly limit?: number;
      readonly order?: string;
      readonly ascending?: boolean;
      readonly after_cursor?: string;
      readonly parent_entity_type?: string;
      readonly parent_entity_id?: number;
      readonly get_positions?: boolean;
      readonly holders_only?: boolean;
    };
    readonly body: undefined;
    readonly answer: { readonly comments: readonly unknown[] };
  };
  readonly "GET /comments/{id}": {
    readonly params: { readonly id: string };
    readonly query: { readonly limit?: number; readonly offset?: number; readonly get_positions?: boolean };
    readonly body: undefined;
    readonly answer: readonly unknown[];
  };
  readonly "GET /comments/user_address/{user_address}": {
    readonly params: { readonly user_address: string };
    readonly query: {
      readonly limit?: number;
      readonly offset?: number;
      readonly order?: string;
      readonly ascending?: boolean;
    };
    readonly body: undefined;
    readonly answer: readonly unknown[];
  };
  readonly "GET /events/{id}/comments/count": {
    readonly params: { readonly id: string };
    readonly query: { readonly creator?: string };
    readonly body: undefined;
    readonly answer: { readonly count: 0 };
  };
  readonly "GET /series/{id}/comments/count": {
    readonly params: { readonly id: string };
    readonly query: { readonly creator?: string };
    readonly body: undefined;
    readonly answer: { readonly count: 0 };
  };
  readonly "GET /events/{id}/tweet-count": {
    readonly params: { readonly id: string };
    readonly query: { readonly creator?: string };
    readonly body: undefined;
    readonly answer: { readonly count: 0 };
  };
  readonly "GET /market-clarifications": {
    readonly params: NoValues;
    readonly query: {
      readonly limit?: number;
      readonly offset?: number;
      readonly order?: string;
      readonly ascending?: boolean;
      readonly market_id?: readonly string[];
      readonly event_id?: readonly string[];
      readonly question_id?: readonly string[];
      readonly state?: readonly string[];
      readonly show_in_frontend?: boolean;
      readonly tx_hash?: string;
    };
    readonly body: undefined;
    readonly answer: readonly unknown[];
  };
  readonly "GET /status": {
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
};
