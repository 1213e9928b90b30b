/** Markets as the trading listings have them: their listing in the catalog, and their trading state. */
import type { CatalogMarket } from "../../../core/catalog.ts";
import { isOpen } from "../../../core/negative-risk.ts";
import { priceNumber, sharesText } from "../../../core/units.ts";
import type { ListedMarketRow } from "../../../store/catalog/market-records.ts";
import { DIFFERENCES } from "../../dialects/dialect-differences.ts";
import type { Dialect } from "../../dialects/dialect.ts";
import { shownPrices } from "../../shown-prices.ts";
import { winnerOf } from "../market-view.ts";
import type { MarketView } from "../market-view.ts";
import { baseFees } from "./fee-details.ts";
import type { FullMarket, SimplifiedMarket } from "./market-schema.ts";

/** A market of the catalog and its trading state at the last commit. */
export type MarketListing = { readonly record: ListedMarketRow; readonly view: MarketView };

const shownFlags = ({ flags, status }: MarketView) => ({ ...flags, accepting_orders: status === "active" });

export function simplifiedRecord({ record, view }: MarketListing, dialect: Dialect): SimplifiedMarket {
  const { market } = record;
  return {
    condition_id: market.conditionId,
    status: view.status,
    neg_risk: view.negativeRisk,
    market_id: Number(market.id),
    question: market.question,
    slug: market.slug,
    ...shownFlags(view),
    tokens: tokensOf(market, view),
    rewards: rewardsOf(market),
    ...listedOutcomes(market, dialect),
  };
}

/** The full record, its keys in the order of the services that clients know. */
export function fullRecord(listed: MarketListing, dialect: Dialect): FullMarket {
  const { record, view } = listed;
  const { market, event, tags } = record;
  const { active, closed, archived, accepting_orders } = shownFlags(view);
  const fees = baseFees(view.fees);
  const instant = (known: string | undefined): string | null =>
    known ?? (DIFFERENCES.unknownInstants.does[dialect] === "blank" ? "" : null);
  return {
    enable_order_book: isOpen(view),
    active,
    closed,
    archived,
    accepting_orders,
    accepting_order_timestamp: instant(openedAt(record)),
    minimum_order_size: Number(sharesText(view.minimumLots)),
    minimum_tick_size: priceNumber(view.tick),
    condition_id: market.conditionId,
    status: view.status,
    ...describedFields(market),
    end_date_iso: instant(market.endDate),
    game_start_time: instant(market.gameStartTime),
    seconds_delay: market.secondsDelay,
    fpmm: "",
    maker_base_fee: fees.maker,
    taker_base_fee: fees.taker,
    notifications_enabled: true,
    neg_risk: view.negativeRisk,
    neg_risk_market_id: market.negativeRiskMarketId ?? "",
    neg_risk_request_id: market.negativeRiskRequestId ?? "",
    rewards: rewardsOf(market),
    is_50_50_outcome: view.payout !== undefined && view.payout[0] === view.payout[1],
    market_id: Number(market.id),
    tokens: tokensOf(market, view),
    tags: [...tags],
    ...listedOutcomes(market, dialect),
    event,
    raw_metadata: metadataOf(market),
  };
}

const listedOutcomes = ({ tokenIds, outcomes }: CatalogMarket, dialect: Dialect) =>
  DIFFERENCES.listedOutcomes.does[dialect] === "listed" && {
    assets_ids: [...tokenIds],
    outcomes: [...outcomes],
  };

/** A question without an id of its own is named by its condition, since clients read 32 bytes there. */
const describedFields = (market: CatalogMarket) => ({
  question_id: market.questionId === "" ? market.conditionId : market.questionId,
  question: market.question,
  slug: market.slug,
  description: market.description,
  market_slug: market.slug,
  icon: market.icon ?? "",
  image: market.image ?? "",
});

/** First orders of a market: as it was listed, else the moment when it was opened here; `undefined` when it never was. */
export const openedAt = ({ market, openedAt: at }: ListedMarketRow): string | undefined =>
  market.acceptingOrdersTimestamp ??
  (at === null ? undefined : new Date(at).toISOString().replace(/\.\d{3}Z$/, "Z"));

function tokensOf({ tokenIds, outcomes }: CatalogMarket, view: MarketView): FullMarket["tokens"] {
  const prices = shownPrices(view);
  const winner = winnerOf(view);
  return ([0, 1] as const).map((outcome) => ({
    token_id: tokenIds[outcome],
    outcome: outcomes[outcome],
    price: prices[outcome],
    winner: winner === outcome,
  }));
}

const rewardsOf = ({ rewards }: CatalogMarket): FullMarket["rewards"] => ({
  rates: rewards.rates.map(({ assetAddress, dailyRate }) => ({
    asset_address: assetAddress,
    rewards_daily_rate: dailyRate,
  })),
  min_size: rewards.minSize,
  max_spread: rewards.maxSpread,
});

/** Fields of the catalog beyond the record's own; those without a value are left out. */
const metadataOf = ({ groupItemTitle, resolutionSource, creator }: CatalogMarket) => ({
  ...(groupItemTitle !== undefined && { short_title: groupItemTitle }),
  ...(resolutionSource !== undefined && { resolution_source: resolutionSource }),
  ...(creator !== undefined && { creator }),
});
