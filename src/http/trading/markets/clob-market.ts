/** Trading rules of a market and of a token, in the short form that clients read before they place an order. */
import { Type } from "typebox";
import type { TSchema } from "typebox";
import type { Context } from "../../../context.ts";
import { MARKET_VERSIONS, versionOf } from "../../../core/markets/market-version.ts";
import { isRejection } from "../../../core/rejection.ts";
import { priceNumber, sharesText } from "../../../core/units.ts";
import { whenRead } from "../../../engine/committed-reads.ts";
import { endpoint } from "../../operation/endpoint.ts";
import type { Answer, Endpoint } from "../../operation/endpoint.ts";
import { ONLY_INTERFACE_LIMIT, TRADING_LIMITS } from "../../guard/rate-limits.ts";
import type { OwnLimits } from "../../guard/rate-limits.ts";
import type { ErrorText } from "../../operation/error-format.ts";
import { MARKETS, TERMS } from "../groups.ts";
import { MARKET_VIEW } from "../market-view.ts";
import type { MarketView } from "../market-view.ts";
import { INVALID_TOKEN_ID, NO_FEE_RATE, NO_MARKET_FOUND } from "../wire-error.ts";
import { TokenId, readToken, unknownMarket } from "../../values/token-id.ts";
import {
  FeeDetails,
  RATE,
  TAKER_ONLY,
  baseFees,
  feeDetails,
  findListedMarket,
  getOpeningTime,
} from "./market-record.ts";
import type { MarketListing } from "./market-record.ts";
import { ConditionParams } from "./markets.ts";
import { OUTCOMES } from "../../../core/state.ts";

// Reads of one trading rule of a token's market, each in two forms: the token in the query, or in the path.

type MarketRuleRead = {
  readonly path: string;
  readonly summary: string;
  /** Error text for an unknown token. */
  readonly text: ErrorText;
  readonly answer: TSchema;
  readonly read: (view: MarketView) => unknown;
};

function marketRuleRoutes({ path, summary, text, answer, read }: MarketRuleRead): readonly Endpoint[] {
  const named = Type.Object({ token_id: TokenId });
  const limits: OwnLimits = [TRADING_LIMITS.terms];
  const shared: Pick<Endpoint, "group" | "refuses" | "texts" | "answer" | "fromMemory"> = {
    group: TERMS,
    refuses: ["unknown_token"],
    texts: [INVALID_TOKEN_ID, text],
    answer,
    fromMemory: true,
  };
  return [
    endpoint({
      ...shared,
      limits,
      method: "GET",
      path,
      summary,
      query: named,
      handle: ({ context, query }) => answerMarketRule(context, query.token_id, read),
    }),
    endpoint({
      ...shared,
      limits,
      method: "GET",
      path: `${path}/:token_id`,
      summary: `${summary} (token in the path)`,
      params: named,
      handle: ({ context, params }) => answerMarketRule(context, params.token_id, read),
    }),
  ];
}

function answerMarketRule(
  context: Context,
  tokenId: string,
  read: MarketRuleRead["read"],
): Answer | Promise<Answer> {
  const token = readToken(context, tokenId);
  if (isRejection(token)) return { rejection: token };
  return whenRead(context.engine.reads.read(token.market, MARKET_VIEW), (view) => ({ body: read(view) }));
}

/** GET /tick-size: the tick size of a token's market. */
export const getTickSize = marketRuleRoutes({
  path: "/tick-size",
  summary: "Get the price step of a token",
  text: NO_MARKET_FOUND,
  answer: Type.Object({ minimum_tick_size: Type.Number() }),
  read: ({ tick }) => ({ minimum_tick_size: priceNumber(tick) }),
});

/** GET /neg-risk: whether a token's market is part of an event in which exactly one market resolves to YES. */
export const getNegRisk = marketRuleRoutes({
  path: "/neg-risk",
  summary: "Get whether a token is of a negative-risk market",
  text: NO_MARKET_FOUND,
  answer: Type.Object({ neg_risk: Type.Boolean() }),
  read: ({ negativeRisk }) => ({ neg_risk: negativeRisk }),
});

const FeeRate = Type.Object({
  base_fee: Type.Integer({ description: "The rate in basis points; 0 where trading is free" }),
  fee_schedule: Type.Object({
    rate: Type.Number(RATE),
    exponent: Type.Integer(),
    takerOnly: Type.Boolean(TAKER_ONLY),
  }),
  fd: FeeDetails,
});

/** GET /fee-rate: the fees of fills on a token's market. The same schedule is given under each name that clients read. */
export const getFeeRate = marketRuleRoutes({
  path: "/fee-rate",
  summary: "Get the fee rate of a token",
  text: NO_FEE_RATE,
  answer: FeeRate,
  read: ({ fees }): Type.Static<typeof FeeRate> => {
    const fd = feeDetails(fees);
    return {
      base_fee: baseFees(fees).taker,
      fee_schedule: { rate: fd.r, exponent: fd.e, takerOnly: fd.to },
      fd,
    };
  },
});

const Instant = (description: string) => Type.Union([Type.String(), Type.Null()], { description });
const AlwaysFalse = (description: string) => Type.Literal(false, { description });

const ClobMarket = Type.Object({
  c: Type.String({ description: "Condition id: 0x and 64 hex digits that name the market" }),
  v: Type.Enum(MARKET_VERSIONS, { description: "Version: v2 for position ids of Protocol V2" }),
  t: Type.Array(Type.Object({ t: Type.String(), o: Type.String() }), {
    description: "Token id and outcome, the first outcome first",
  }),
  mts: Type.Number({ description: "Price step" }),
  mos: Type.Number({ description: "Least size of an order, shares" }),
  nr: Type.Boolean({ description: "Whether it is a negative-risk market" }),
  fd: FeeDetails,
  mbf: Type.Number({ description: "What resting orders pay, basis points" }),
  tbf: Type.Number({ description: "What incoming orders pay, basis points" }),
  ao: Type.Boolean({ description: "Whether it accepts orders" }),
  aot: Instant("When it first did, ISO 8601"),
  sd: Type.Number({ description: "Seconds by which the listing says that orders are delayed; here none is" }),
  gst: Instant("When the game starts, ISO 8601"),
  r: Type.Object(
    { mi: Type.Number(), ma: Type.Number(), e: Type.Boolean() },
    { description: "Liquidity rewards: least size, widest spread in cents, whether there are any" },
  ),
  oas: Type.Literal(0, { description: "Seconds that an order must be old before it can be cancelled" }),
  cbos: AlwaysFalse("Whether the book is cleared when the game starts"),
  rfqe: AlwaysFalse("Whether quotes can be requested"),
  itode: AlwaysFalse("Whether incoming orders are delayed"),
  ibce: AlwaysFalse("Whether wallets are screened by a third party"),
});

/**
 * GET /clob-markets/{condition_id}: the trading rules of a market under short names, as clients read them before they sign
 * an order.
 */
export const getClobMarket = endpoint({
  method: "GET",
  path: "/clob-markets/:condition_id",
  summary: "Get the trading terms of a market",
  group: MARKETS,
  limits: ONLY_INTERFACE_LIMIT,
  refuses: ["unknown_market"],
  params: ConditionParams,
  answer: ClobMarket,
  handle: async ({ context, params }) => {
    const listedMarket = await findListedMarket(context, params.condition_id);
    if (listedMarket === undefined) return { rejection: unknownMarket(context, params.condition_id) };
    return { body: clobRecord(listedMarket) };
  },
});

function clobRecord({ record, view }: MarketListing): Type.Static<typeof ClobMarket> {
  const { conditionId, tokenIds, outcomes, rewards, secondsDelay, gameStartTime } = record.market;
  const fees = baseFees(view.fees);
  return {
    c: conditionId,
    v: versionOf(record.market),
    t: OUTCOMES.map((outcome) => ({ t: tokenIds[outcome], o: outcomes[outcome] })),
    mts: priceNumber(view.tick),
    mos: Number(sharesText(view.minimumLots)),
    nr: view.negativeRisk,
    fd: feeDetails(view.fees),
    mbf: fees.maker,
    tbf: fees.taker,
    ao: view.status === "active",
    aot: getOpeningTime(record) ?? null,
    sd: secondsDelay,
    gst: gameStartTime ?? null,
    r: { mi: rewards.minSize, ma: rewards.maxSpread, e: rewards.rates.length > 0 },
    oas: 0,
    cbos: false,
    rfqe: false,
    itode: false,
    ibce: false,
  };
}

/** GET /markets-by-token/{token_id}: the market that lists a token. */
export const getTokenMarket = endpoint({
  method: "GET",
  path: "/markets-by-token/:token_id",
  fromMemory: true,
  summary: "Get the market of a token",
  group: MARKETS,
  limits: ONLY_INTERFACE_LIMIT,
  refuses: ["unknown_token"],
  texts: [INVALID_TOKEN_ID],
  params: Type.Object({ token_id: TokenId }),
  answer: Type.Object({
    condition_id: Type.String(),
    primary_token_id: Type.String({ description: "Token of the first outcome" }),
    secondary_token_id: Type.String({ description: "Token of the second outcome" }),
  }),
  handle: ({ context, params }) => {
    const token = readToken(context, params.token_id);
    if (isRejection(token)) return { rejection: token };
    const { conditionId, tokenIds } = token.market;
    const [primary_token_id, secondary_token_id] = tokenIds;
    return { body: { condition_id: conditionId, primary_token_id, secondary_token_id } };
  },
});
