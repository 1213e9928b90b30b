/** A market in answers of the operator API. */
import { Type } from "typebox";
import type { Context } from "../../context.ts";
import { isBetFixed } from "../../core/bet.ts";
import { TERM_LIMITS } from "../../core/market-terms.ts";
import { collateralText, decimalText, priceText, sharesText } from "../../core/units.ts";
import { findOperatorMarket } from "../../store/reads/markets.ts";
import type { OperatorMarket } from "../../store/reads/markets.ts";
import type { Answer } from "../endpoint.ts";
import { describeResolution, OrNull, ResolutionFields } from "../resolution-answer.ts";
import { BetFixed, LastEdit } from "./event-answer.ts";
import { MarketStatus } from "../trading/markets/market-record.ts";
import { unknownMarket } from "./path-terms.ts";

const Pair = Type.Tuple([Type.String(), Type.String()]);
const Shares = Type.String({ description: "Shares" });
const Collateral = (description: string) => Type.String({ description });

export const MarketAnswer = Type.Object({
  id: Type.String(),
  conditionId: Type.String(),
  questionId: Type.String(),
  tokenIds: Pair,
  outcomes: Pair,
  question: Type.String(),
  slug: Type.String(),
  event: Type.Object({ id: Type.String(), slug: Type.String(), title: Type.String() }),
  status: MarketStatus,
  active: Type.Boolean(),
  closed: Type.Boolean(),
  archived: Type.Boolean(),
  acceptingOrders: Type.Boolean(),
  negativeRisk: Type.Boolean(),
  tick: Type.String(),
  minimumSize: Shares,
  endDate: OrNull(Type.String()),
  fees: OrNull(
    Type.Object(
      { rate: Type.String(), exponent: Type.Integer(), takerOnly: Type.Boolean() },
      {
        description: "Null where trading is free",
      },
    ),
  ),
  autoRedeem: Type.Union([Type.Boolean(), Type.Null()], {
    description: "Whether its resolution pays everyone at once; null is the exchange's setting",
  }),
  backing: Collateral("Collateral behind the outstanding shares"),
  volume: Collateral("Collateral that changed hands"),
  openOrders: Type.Integer(),
  redeemed: Shares,
  betFixed: BetFixed,
  lastEdit: LastEdit,
  ...ResolutionFields,
});

/** Answers with the market at the last commit. */
export async function answerMarket(context: Context, conditionId: string): Promise<Answer> {
  const found = await findOperatorMarket(await context.sql(), conditionId);
  return found === undefined ? { rejection: unknownMarket(conditionId) } : { body: describeMarket(found) };
}

export function describeMarket(market: OperatorMarket): Type.Static<typeof MarketAnswer> {
  const { content, status } = market;
  return {
    id: content.id,
    conditionId: content.conditionId,
    questionId: content.questionId,
    tokenIds: [...content.tokenIds],
    outcomes: [...content.outcomes],
    question: content.question,
    slug: content.slug,
    event: market.event,
    status,
    active: market.active,
    closed: market.closed,
    archived: market.archived,
    acceptingOrders: status === "active",
    negativeRisk: market.negativeRisk,
    tick: priceText(market.tick),
    minimumSize: sharesText(market.minimumLots),
    endDate: content.endDate ?? null,
    fees: describeFees(market),
    autoRedeem: market.autoRedeem,
    backing: collateralText(market.backing),
    volume: collateralText(market.volume),
    openOrders: market.openOrders,
    redeemed: sharesText(market.redeemed),
    betFixed: isBetFixed({ ...market, open: market.openOrders, resolvedAt: market.resolvedAt ?? 0 }),
    lastEdit: market.lastEdit,
    ...describeResolution(market),
  };
}

function describeFees({ feeRate, feeExponent, feeTakerOnly }: OperatorMarket) {
  if (feeRate === null) return null;
  return {
    rate: decimalText(feeRate, TERM_LIMITS.fees.rate.places),
    exponent: feeExponent ?? 1,
    takerOnly: feeTakerOnly ?? true,
  };
}
