/** A market in answers of the operator API. */
import { Type } from "typebox";
import type { Context } from "../../../context.ts";
import { paysAtOnce } from "../../../core/markets/lifecycle.ts";
import type { Exchange } from "../../../core/state.ts";
import { isBetFixed } from "../../../core/orders/bet.ts";
import { MARKET_VERSIONS, versionOf } from "../../../core/markets/market-version.ts";
import { collateralText, sharesText } from "../../../core/units.ts";
import { findOperatorMarket } from "../../../store/reads/markets.ts";
import type { OperatorMarket } from "../../../store/reads/markets.ts";
import { describeResolution, OrNull, ResolutionFields } from "../../values/resolution-answer.ts";
import { BetFixed, LastEdit, ListedTexts } from "./event-answer.ts";
import { MarketStatus } from "../../trading/markets/market-record.ts";
import { describeTerms, TermAnswers } from "./market-terms.ts";
import { unknownMarket } from "../path-params.ts";

const { tick, minimumSize, ...OtherTerms } = TermAnswers;

const Pair = Type.Tuple([Type.String(), Type.String()]);
const Shares = Type.String({ description: "Shares" });
const Collateral = (description: string) => Type.String({ description });

export const MarketAnswer = Type.Object({
  id: Type.String(),
  conditionId: Type.String(),
  questionId: Type.String(),
  version: Type.Enum(MARKET_VERSIONS, { description: "Whether its ids are Protocol V2's" }),
  tokenIds: Pair,
  outcomes: Pair,
  question: Type.String(),
  slug: Type.String(),
  label: OrNull(Type.String({ description: "Short name inside the event" })),
  ...ListedTexts,
  event: Type.Object({ id: Type.String(), slug: Type.String(), title: Type.String() }),
  status: MarketStatus,
  active: Type.Boolean(),
  closed: Type.Boolean(),
  archived: Type.Boolean(),
  acceptingOrders: Type.Boolean(),
  negativeRisk: Type.Boolean(),
  tick,
  minimumSize,
  startDate: OrNull(Type.String()),
  endDate: OrNull(Type.String()),
  ...OtherTerms,
  backing: Collateral("Collateral behind the outstanding shares"),
  volume: Collateral("Collateral that changed hands"),
  openOrders: Type.Integer(),
  redeemed: Shares,
  paysAtOnce: Type.Boolean({
    description: "Whether its resolution pays holders at once, by its own term or that of the exchange",
  }),
  betFixed: BetFixed,
  lastEdit: LastEdit,
  ...ResolutionFields,
});

/** Reads the market at the last commit. */
export async function readMarketAnswer(
  { sql, engine }: Pick<Context, "sql" | "engine">,
  conditionId: string,
) {
  const found = await findOperatorMarket(await sql(), conditionId);
  return found === undefined ? unknownMarket(conditionId) : describeMarket(found, engine.exchange);
}

export function describeMarket(
  market: OperatorMarket,
  exchange: Pick<Exchange, "rules">,
): Type.Static<typeof MarketAnswer> {
  const { content, status } = market;
  const { tick: step, minimumSize: least, ...otherTerms } = describeTerms(market);
  return {
    id: content.id,
    conditionId: content.conditionId,
    questionId: content.questionId,
    version: versionOf(content),
    tokenIds: [...content.tokenIds],
    outcomes: [...content.outcomes],
    question: content.question,
    slug: content.slug,
    label: content.groupItemTitle ?? null,
    description: content.description,
    resolutionSource: content.resolutionSource ?? null,
    image: content.image ?? null,
    event: market.event,
    status,
    active: market.active,
    closed: market.closed,
    archived: market.archived,
    acceptingOrders: status === "active",
    negativeRisk: market.negativeRisk,
    tick: step,
    minimumSize: least,
    startDate: content.startDate ?? null,
    endDate: content.endDate ?? null,
    ...otherTerms,
    backing: collateralText(market.backing),
    volume: collateralText(market.volume),
    openOrders: market.openOrders,
    redeemed: sharesText(market.redeemed),
    paysAtOnce: paysAtOnce(exchange, market),
    betFixed: isBetFixed({ ...market, open: market.openOrders, resolvedAt: market.resolvedAt ?? 0 }),
    lastEdit: market.lastEdit,
    ...describeResolution(market),
  };
}
