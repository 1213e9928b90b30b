/** The shape of a position in version 2, and the row in it. */
import { Type } from "typebox";
import type { Outcome } from "../../../core/state.ts";
import type { MarketDescription } from "../../../store/catalog/market-descriptions.ts";
import type { StoredPosition } from "../../../store/reads/positions.ts";
import { halfTicksNumber } from "../../shown-prices.ts";
import { FIGURES } from "../position-figures.ts";
import type { Figure } from "../position-figures.ts";
import type { PricedPosition } from "../position-order.ts";
import { wireNumber } from "../wire-number.ts";
import { WalletName } from "../../wallet-name.ts";
import type { Names } from "../../wallet-name.ts";
import { NoText, Wallet } from "./parameters.ts";

const Text = Type.String();

export const V2Position = Type.Object({
  proxy_wallet: Wallet,
  token_id: Type.String({ description: "Decimal" }),
  condition_id: Text,
  current_size: Type.Number({ description: "Shares that the wallet has" }),
  avg_price: Type.Number({ description: "What a share cost on average" }),
  entry_cost_usdc: Type.Number({ description: "current_size x avg_price, without fees" }),
  entry_fees_usdc: Type.Literal(0, { description: "Fees are kept by fill and not by position" }),
  total_cost_usdc: Type.Number({ description: "entry_cost_usdc and entry_fees_usdc together" }),
  current_price: Type.Number({ description: "As curPrice of GET /positions" }),
  current_value: Type.Number({ description: "current_size x current_price" }),
  total_size: Type.Number({ description: "Shares ever bought" }),
  realized_pnl: Type.Number({ description: "Profit of the shares that were given up, without fees" }),
  unrealized_pnl: Type.Number({ description: "current_value - entry_cost_usdc" }),
  total_pnl: Type.Number({ description: "realized_pnl and unrealized_pnl together" }),
  percent_pnl: Type.Number({
    description: "unrealized_pnl of entry_cost_usdc, in percent; 0 without a cost",
  }),
  percent_realized_pnl: Type.Number({
    description: "realized_pnl of total_size x avg_price, in percent; 0 where that cost nothing",
  }),
  status: Type.Enum(["OPEN", "REDEEMABLE", "CLOSED"], {
    description: "CLOSED without shares, or with a hundredth of one that cannot be redeemed",
  }),
  redeemable: Type.Boolean({ description: "Whether the market paid out; so of what lost, too" }),
  mergeable: Type.Boolean({ description: "Whether the wallet has shares of both outcomes, undecided" }),
  negative_risk: Type.Boolean(),
  archived: Type.Boolean({ description: "Whether the market is archived" }),
  title: Text,
  slug: Text,
  icon: Text,
  event_id: Text,
  event_slug: Text,
  outcome: Text,
  outcome_index: Type.Integer(),
  opposite_outcome: Text,
  opposite_token_id: Text,
  end_date: Type.String({ description: 'The date only; "" of a market without an end' }),
  first_entry_at: Type.Integer({
    description:
      "When the wallet first had shares, unix seconds, to ten minutes: no later than last_event_at",
  }),
  last_event_at: Type.Integer({ description: "When shares last moved, unix seconds" }),
  name: WalletName,
  profile_image: NoText,
  verified: Type.Literal(false),
});
export type V2Position = Type.Static<typeof V2Position>;

/** Most lots of a position that counts as closed while its market is undecided. */
const DUST = 1;

export type PositionState = V2Position["status"];

export function stateOf({ lots, payout }: Pick<StoredPosition, "lots" | "payout">): PositionState {
  if (lots <= (payout === null ? DUST : 0)) return "CLOSED";
  return payout === null ? "OPEN" : "REDEEMABLE";
}

const DATE = "1970-01-01".length;

/** A position of a page. */
export type V2Shown = {
  readonly position: PricedPosition;
  /** Begin of the ten minutes in which the wallet first had shares, ms. */
  readonly enteredAt: number;
  readonly description: MarketDescription;
  readonly wallet: string;
  readonly names: Names;
};

export function positionOf({ position, enteredAt, description, wallet, names }: V2Shown): V2Position {
  const { outcome, payout, lots, oppositeLots, archived, changedAt, halfTicks } = position;
  const opposite: Outcome = outcome === 0 ? 1 : 0;
  const { tokenIds, outcomes, endDate, conditionId, negativeRisk, ...texts } = description;
  return {
    proxy_wallet: wallet,
    token_id: tokenIds[outcome],
    condition_id: conditionId,
    ...numbersOf(position),
    current_price: halfTicksNumber(halfTicks),
    status: stateOf(position),
    redeemable: payout !== null && lots > 0,
    mergeable: payout === null && lots > 0 && oppositeLots > 0,
    negative_risk: negativeRisk,
    archived,
    title: texts.title,
    slug: texts.slug,
    icon: texts.icon,
    event_id: texts.eventId,
    event_slug: texts.eventSlug,
    outcome: outcomes[outcome],
    outcome_index: outcome,
    opposite_outcome: outcomes[opposite],
    opposite_token_id: tokenIds[opposite],
    end_date: endDate.slice(0, DATE),
    first_entry_at: Math.floor(enteredAt / 1000),
    last_event_at: Math.floor(changedAt / 1000),
    name: names.nameOf(wallet),
    profile_image: "",
    verified: false,
  };
}

const numbersOf = (position: PricedPosition) => ({
  current_size: written(FIGURES.size, position),
  avg_price: written(FIGURES.avgPrice, position),
  entry_cost_usdc: written(FIGURES.initialValue, position),
  entry_fees_usdc: 0 as const,
  total_cost_usdc: written(FIGURES.initialValue, position),
  current_value: written(FIGURES.currentValue, position),
  total_size: written(FIGURES.totalBought, position),
  realized_pnl: written(FIGURES.realizedPnl, position),
  unrealized_pnl: written(FIGURES.cashPnl, position),
  total_pnl: written(FIGURES.totalPnl, position),
  percent_pnl: written(FIGURES.percentPnl, position),
  percent_realized_pnl: written(FIGURES.percentRealizedPnl, position),
});

function written(figure: Figure, position: PricedPosition): number {
  const { numerator, denominator } = figure(position);
  return wireNumber(numerator, denominator);
}
