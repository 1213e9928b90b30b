/** Markets: volume, open interest, resolutions and tokens, in both versions. */
import { Type } from "typebox";
import type { TObject } from "typebox";
import type { Context } from "../../context.ts";
import { elementAt } from "../../core/values/element-at.ts";
import { computeOpenInterest } from "../../core/ledger/open-interest.ts";
import type { Outcome } from "../../core/state.ts";
import { NO_MICROS, addCapped, collateralText, sharesText } from "../../core/units.ts";
import type { Lots, Micros } from "../../core/units.ts";
import { normalizeCondition } from "../../core/markets/market-version.ts";
import { listMarketResolutions, listTokenMarkets } from "../../store/reads/markets.ts";
import type { MarketResolution, ResolutionFilter, TokenMarket } from "../../store/reads/markets.ts";
import { listBackedMarkets, sumOpenInterest } from "../../store/reads/solvency.ts";
import type { BackedRow } from "../../store/reads/solvency.ts";
import { findWalletSums, listMarketVolumes } from "../../store/reads/statistics.ts";
import type { VolumeFilter } from "../../store/reads/statistics.ts";
import { listTradedShares } from "../../store/reads/trades.ts";
import type { Dialect } from "../dialects/dialect.ts";
import { ONLY_INTERFACE_LIMIT } from "../guard/rate-limits.ts";
import { uncodedOperation } from "../operation/endpoint.ts";
import type { Endpoint } from "../operation/endpoint.ts";
import { isErrorResponse } from "../operation/error-format.ts";
import type { ErrorResponse } from "../operation/error-format.ts";
import { TOKEN_PATTERN } from "../operation/id-patterns.ts";
import { OrNull, Time, timeAt } from "../values/resolution-answer.ts";
import { halfTicksNumber, halfTicksText, payoutHalfTicks } from "../values/shown-prices.ts";
import { ACTIVITY, MARKETS, V2_MARKETS } from "./groups.ts";
import { LOTS, collateralNumber, wireNumber } from "./numbers.ts";
import { ConditionIds, User, toLowerCase } from "./parameters.ts";
import { invalidFieldBecause, missingField } from "./refusal.ts";
import { Conditions, Envelope, Events, MARKET_IDS, readMarketIds, v2Operation } from "./version-2.ts";

/** GET /volume: the all-time volume of a wallet, for Kuest's site. */
export const getVolume = uncodedOperation({
  method: "GET",
  path: "/volume",
  summary: "Get the volume of a wallet",
  group: ACTIVITY,
  limits: ONLY_INTERFACE_LIMIT,
  dialects: ["kuest"],
  query: Type.Object({ user: User }),
  answer: Type.Object({
    user: Type.String({ description: "Lower case" }),
    volume: Type.String({ description: "Collateral that changed hands in its fills, a decimal" }),
  }),
  maxAgeSeconds: 1,
  handle: async ({ context, query }) => {
    const user = toLowerCase(query.user);
    const sums = await findWalletSums(await context.adHocSql(), user);
    return { body: { user, volume: collateralText(sums?.volume ?? NO_MICROS) } };
  },
});

// GET /live-volume: the all-time volume of each market and in total.

const Volume = Type.Number({ description: "Collateral that changed hands in fills" });

const Answer = Type.Array(
  Type.Object({
    total: Volume,
    markets: Type.Array(
      Type.Object({
        market: Type.String({ description: "Condition id: 0x and 64 hex digits that name the market" }),
        value: Volume,
      }),
      {
        description: "In the order of the request; of an event in the order in which they were listed",
      },
    ),
  }),
  { description: "Always one row" },
);

/** Parameters by which a dialect selects markets. */
type LiveVolumeForm<Q extends TObject> = {
  readonly dialect: Dialect;
  readonly query: Q;
  readonly read: (query: Type.Static<Q>) => VolumeFilter | ErrorResponse;
};

const liveVolume = <Q extends TObject>({ dialect, query, read }: LiveVolumeForm<Q>): Endpoint =>
  uncodedOperation({
    method: "GET",
    path: "/live-volume",
    dialects: [dialect],
    summary: "Get the volume of markets",
    group: MARKETS,
    limits: ONLY_INTERFACE_LIMIT,
    query,
    answer: Answer,
    maxAgeSeconds: 5,
    handle: async (call) => {
      const filter = read(call.query);
      if ("status" in filter) return filter;
      const markets = await listMarketVolumes(await call.context.adHocSql(), filter);
      const total = markets.reduce((sum, { volume }) => addCapped(sum, volume), NO_MICROS);
      const rows = markets.map(({ conditionId, volume }) => ({
        market: conditionId,
        value: collateralNumber(volume),
      }));
      return { body: [{ total: collateralNumber(total), markets: rows }] };
    },
  });

const EventId = Type.Integer({ description: "Id of an event" });

const conditionsFilter = (market: readonly string[]): VolumeFilter => ({
  conditionIds: [...new Set(market.map(normalizeCondition))],
});

/** Reads the filter of Kuest's clients: either markets or an event. */
function readEither({
  market,
  id,
}: {
  readonly market?: readonly string[];
  readonly id?: number;
}): VolumeFilter | ErrorResponse {
  if (market === undefined) return id === undefined ? missingField("market") : { eventId: id };
  return id === undefined
    ? conditionsFilter(market)
    : invalidFieldBecause("id", "expected market or id, got both");
}

export const liveVolumes: readonly Endpoint[] = [
  liveVolume({
    dialect: "spec",
    query: Type.Object({ market: ConditionIds }),
    read: ({ market }) => conditionsFilter(market),
  }),
  liveVolume({
    dialect: "polymarket",
    query: Type.Object({ id: EventId }),
    read: ({ id }) => ({ eventId: id }),
  }),
  liveVolume({
    dialect: "kuest",
    query: Type.Object({ market: Type.Optional(ConditionIds), id: Type.Optional(EventId) }),
    read: readEither,
  }),
];

// Open interest of markets as defined by the data interface.

/** Value that stands for all markets, in place of a condition id. */
export const ALL_MARKETS = "GLOBAL";

type OpenInterest = { readonly market: string; readonly value: number };

/** Lists the open interest of the markets with these conditions (lower case), or one row for all markets. */
export async function readOpenInterest(
  { adHocSql }: Pick<Context, "adHocSql">,
  conditionIds: readonly string[] | undefined,
): Promise<OpenInterest[]> {
  if (conditionIds === undefined)
    return [{ market: ALL_MARKETS, value: collateralNumber(await sumOpenInterest(await adHocSql())) }];
  const asked = [...new Set(conditionIds)];
  const values = openInterestByCondition(await listBackedMarkets(await adHocSql(), asked));
  return asked.flatMap((market) => {
    const value = values.get(market);
    return value === undefined ? [] : [{ market, value: collateralNumber(value) }];
  });
}

/** Indexes the open interest by condition id. */
function openInterestByCondition(rows: readonly BackedRow[]): ReadonlyMap<string, Micros> {
  const events = [...Map.groupBy(rows, ({ event }) => event).values()];
  return new Map(
    events.flatMap((markets) => {
      const values = computeOpenInterest(markets);
      return markets.map(({ conditionId }, index) => [conditionId, elementAt(values, index)] as const);
    }),
  );
}

/** GET /oi: the collateral that backs the shares of markets, for some markets or in total. */
export const listOpenInterest = uncodedOperation({
  method: "GET",
  path: "/oi",
  summary: "List the open interest of markets",
  group: MARKETS,
  limits: ONLY_INTERFACE_LIMIT,
  query: Type.Object({ market: Type.Optional(ConditionIds) }),
  answer: Type.Array(
    Type.Object({
      market: Type.String({ description: `Condition id; ${ALL_MARKETS} where none was asked for` }),
      value: Type.Number({
        description: "Collateral behind all shares, less the market's part of what conversions paid ahead",
      }),
    }),
    { description: "In the order of the request, or one row for all markets" },
  ),
  maxAgeSeconds: 5,
  handle: async ({ context, query }) => ({
    body: await readOpenInterest(context, query.market?.map(normalizeCondition)),
  }),
});

const Shares = Type.Number({ description: "Shares of the incoming orders" });

/** GET /v2/live-volume: all-time traded shares in the markets of events. */
export const getV2LiveVolume = v2Operation({
  path: "/v2/live-volume",
  summary: "Get the shares that were traded in events, version 2",
  group: V2_MARKETS,
  limits: ONLY_INTERFACE_LIMIT,
  query: Type.Object({ event_id: Events }),
  answer: Envelope(
    Type.Object({
      taker_volume_total: Shares,
      conditions: Type.Array(Type.Object({ condition_id: Type.String(), taker_volume: Shares }), {
        description: "The most traded first",
      }),
    }),
  ),
  maxAgeSeconds: 5,
  handle: async ({ context, query: { event_id: eventIds } }) => {
    if (eventIds === undefined) return missingField("event_id");
    const markets = await listTradedShares(await context.readSql(), eventIds);
    return {
      body: {
        data: {
          taker_volume_total: wireNumber(sumLots(markets), LOTS),
          conditions: markets.map(({ conditionId, lots }) => ({
            condition_id: conditionId,
            taker_volume: Number(sharesText(lots)),
          })),
        },
      },
    };
  },
});

const sumLots = (markets: readonly { readonly lots: Lots }[]): bigint =>
  markets.reduce((total, { lots }) => total + BigInt(lots), 0n);

/** GET /v2/oi: the collateral that backs the shares of markets, for some markets or in total. */
export const listV2OpenInterest = v2Operation({
  path: "/v2/oi",
  summary: "List the open interest of markets, version 2",
  group: V2_MARKETS,
  limits: ONLY_INTERFACE_LIMIT,
  query: Type.Object(MARKET_IDS),
  answer: Envelope(
    Type.Array(
      Type.Object({
        condition_id: Type.String({ description: `${ALL_MARKETS} where no market was asked for` }),
        value: Type.Number({ description: "Collateral, as value of GET /oi" }),
      }),
    ),
  ),
  maxAgeSeconds: 5,
  handle: async ({ context, query }) => {
    const markets = readMarketIds(query);
    if (isErrorResponse(markets)) return markets;
    const rows = await readOpenInterest(context, markets.conditionIds);
    return { body: { data: rows.map(({ market, value }) => ({ condition_id: market, value })) } };
  },
});

const Price = Type.Optional(Type.String({ description: "Of a share of the first outcome" }));

const ResolutionRow = Type.Object({
  question_id: Type.String({ description: "The condition id where the listing has no question id" }),
  condition_id: Type.String(),
  status: Type.Enum(["posed", "proposed", "disputed", "resolved"], {
    description: "posed again when a resolution was undone",
  }),
  extended_review: Type.Literal(false),
  was_disputed: Type.Boolean(),
  new_version_q: Type.Literal(false),
  proposed_price: Price,
  price: Price,
  transaction_hash: Type.Literal(""),
  log_index: Type.Literal(""),
  last_update_timestamp: Type.Integer({
    description: "Time of the last step, unix seconds; 0 of a market that was listed as resolved",
  }),
  market_type: Type.Enum(["BINARY", "INCREMENTAL_NEGRISK"]),
  payouts: Type.Optional(
    Type.Array(Type.Integer(), { description: "Of a share of each outcome, in 0.000001" }),
  ),
  resolution_source: Type.Optional(Type.Literal("reported")),
  resolved_at: Type.Optional(Time),
});
type ResolutionRow = Type.Static<typeof ResolutionRow>;

const MAX_QUESTION = 200;

const Query = Type.Object({
  question_id: Type.Optional(
    Type.String({ maxLength: MAX_QUESTION, description: "Question id of the market, 0x and 64 hex digits" }),
  ),
  ...MARKET_IDS,
  event_id: Events,
});
type Query = Type.Static<typeof Query>;

/** GET /v2/resolutions: the resolution status of markets. */
export const listResolutions = v2Operation({
  path: "/v2/resolutions",
  summary: "List resolutions of markets, version 2",
  group: V2_MARKETS,
  limits: ONLY_INTERFACE_LIMIT,
  query: Query,
  answer: Envelope(
    Type.Array(ResolutionRow, {
      description: "Markets that are resolved, or of which a resolution was proposed, as they were listed",
    }),
  ),
  maxAgeSeconds: 5,
  handle: async ({ context, query }) => {
    const filter = readFilter(query);
    if (isErrorResponse(filter)) return filter;
    const found = await listMarketResolutions(await context.adHocSql(), filter);
    return { body: { data: found.map(describeRow) } };
  },
});

function readFilter(query: Query): ResolutionFilter | ErrorResponse {
  const asked = readMarketIds(query);
  if (isErrorResponse(asked)) return asked;
  const { conditionIds, eventIds } = asked;
  const { question_id: questionId } = query;
  const filters = [
    ...(conditionIds === undefined ? [] : [{ conditionIds }]),
    ...(eventIds === undefined ? [] : [{ eventIds }]),
    ...(questionId === undefined ? [] : [{ questionId: questionId.toLowerCase() }]),
  ];
  const [filter] = filters;
  return filter !== undefined && filters.length === 1
    ? filter
    : invalidFieldBecause("question_id", "expected one of question_id, condition_id and event_id");
}

function describeRow(found: MarketResolution): ResolutionRow {
  const { conditionId, questionId, negativeRisk, payout, proposedPayout, resolvedAt, steps } = found;
  const lastAt = steps.at(-1)?.at ?? resolvedAt ?? 0;
  return {
    question_id: questionId === "" ? conditionId : questionId,
    condition_id: conditionId,
    status: resolutionStatus(found),
    extended_review: false,
    was_disputed: steps.some(({ step }) => step === "disputed"),
    new_version_q: false,
    ...(proposedPayout !== null && { proposed_price: halfTicksText(payoutHalfTicks(proposedPayout)[0]) }),
    ...(payout !== null && { price: halfTicksText(payoutHalfTicks(payout)[0]) }),
    transaction_hash: "",
    log_index: "",
    last_update_timestamp: Math.floor(lastAt / 1000),
    market_type: negativeRisk ? "INCREMENTAL_NEGRISK" : "BINARY",
    ...(payout !== null && {
      payouts: payoutHalfTicks(payout).map((halfTicks) => halfTicks * HALF_TICK),
      resolution_source: "reported" as const,
    }),
    ...(resolvedAt !== null && payout !== null && { resolved_at: timeAt(resolvedAt) }),
  };
}

/** Half a tick, in units of 0.000001. */
const HALF_TICK = 50;

function resolutionStatus({ payout, proposedPayout, disputed }: MarketResolution): ResolutionRow["status"] {
  if (payout !== null) return "resolved";
  if (proposedPayout === null) return "posed";
  return disputed ? "disputed" : "proposed";
}

const MAX_TOKENS = 50;

const Reference = Type.Object({
  token_id: Type.String({ description: "Decimal" }),
  condition_id: Type.String(),
  structural_condition_id: Type.Null(),
  module: Type.Literal("v1_ctf"),
  outcome_index: Type.Integer(),
  clob_index: Type.Integer(),
  outcome: Type.String(),
  opposite_token_id: Type.String(),
  resolved: Type.Boolean(),
  final_price: OrNull(Type.Number({ description: "Payout of a share; null until it is decided" })),
  title: Type.String(),
  market_slug: Type.String(),
  closed: Type.Boolean(),
  neg_risk: Type.Boolean(),
  neg_risk_market_id: Type.Null(),
  question_index: Type.Null(),
  event_id: Type.Integer(),
  event_slug: Type.String(),
});
type Reference = Type.Static<typeof Reference>;

const TokensQuery = Type.Object({
  token_id: Type.Optional(
    Type.Array(Type.String({ pattern: TOKEN_PATTERN }), {
      maxItems: MAX_TOKENS,
      description: "Decimal token ids, with commas between them; not together with conditions",
    }),
  ),
  condition: Conditions(10),
  condition_id: Conditions(10),
});
type TokensQuery = Type.Static<typeof TokensQuery>;

/** GET /v2/tokens: the market, outcome and payout of tokens. */
export const listTokens = v2Operation({
  path: "/v2/tokens",
  summary: "Describe tokens by their ids or their markets, version 2",
  group: V2_MARKETS,
  limits: ONLY_INTERFACE_LIMIT,
  query: TokensQuery,
  answer: Envelope(
    Type.Array(Reference, {
      description:
        "In the order of the request, of a market both; tokens that the exchange does not have are left out",
    }),
  ),
  maxAgeSeconds: 5,
  handle: async ({ context, query }) => {
    const { token_id: tokenIds, ...named } = query;
    const asked = readMarketIds(named);
    if (isErrorResponse(asked)) return asked;
    const { conditionIds } = asked;
    if ((tokenIds === undefined) === (conditionIds === undefined))
      return invalidFieldBecause("token_id", "expected either token_id or condition");
    return { body: { data: await readReferences(context, { tokenIds, conditionIds }) } };
  },
});

type TokensRequest = {
  readonly tokenIds: readonly string[] | undefined;
  readonly conditionIds: readonly string[] | undefined;
};

async function readReferences(
  context: Context,
  { tokenIds, conditionIds = [] }: TokensRequest,
): Promise<Reference[]> {
  const { tokens } = context.engine.exchange;
  const named = tokenIds && [...new Set(tokenIds)].flatMap((id) => tokens.get(id)?.market.conditionId ?? []);
  const markets = await listTokenMarkets(await context.adHocSql(), [...new Set(named ?? conditionIds)]);
  const all = markets.flatMap((market) => [buildTokenReference(market, 0), buildTokenReference(market, 1)]);
  if (tokenIds === undefined) return all;
  const byToken = new Map(all.map((reference) => [reference.token_id, reference]));
  return [...new Set(tokenIds)].flatMap((id) => byToken.get(id) ?? []);
}

function buildTokenReference(market: TokenMarket, outcome: Outcome): Reference {
  const { payout, tokenIds, outcomes } = market;
  const opposite: Outcome = outcome === 0 ? 1 : 0;
  return {
    token_id: tokenIds[outcome],
    condition_id: market.conditionId,
    structural_condition_id: null,
    module: "v1_ctf",
    outcome_index: outcome,
    clob_index: outcome,
    outcome: outcomes[outcome],
    opposite_token_id: tokenIds[opposite],
    resolved: payout !== null,
    final_price: payout && halfTicksNumber(payoutHalfTicks(payout)[outcome]),
    title: market.title,
    market_slug: market.slug,
    closed: market.closed,
    neg_risk: market.negativeRisk,
    neg_risk_market_id: null,
    question_index: null,
    event_id: market.eventId,
    event_slug: market.eventSlug,
  };
}
