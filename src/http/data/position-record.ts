/** A position as the data interface answers it, its keys in the order of the services that clients know. */
import type { Outcome } from "../../core/state.ts";
import type { MarketDescription } from "../../store/market-descriptions.ts";
import type { StoredPosition } from "../../store/positions.ts";
import type { Dialect } from "../dialect.ts";
import { halfTicksNumber } from "../shown-prices.ts";
import { assetId } from "./asset-id.ts";
import type { PricedPosition } from "./position-order.ts";
import type { PositionFigures, Ratio } from "./position-figures.ts";
import type {
  CurrentPosition,
  DescribedPosition,
  PolymarketClosedPosition,
  PolymarketPosition,
} from "./position-schema.ts";
import { wireNumber } from "./wire-number.ts";

/** A position of a page. */
export type ShownPosition = PricedPosition & {
  readonly figures: PositionFigures;
  readonly wallet: string;
  readonly market: MarketDescription;
  readonly dialect: Dialect;
};

export function currentRecord(shown: ShownPosition): CurrentPosition | PolymarketPosition {
  const { market, stored } = shown;
  const ends = { negativeRisk: market.negativeRisk };
  return shown.dialect === "polymarket"
    ? {
        ...namesOf(shown),
        ...numbersOf(shown),
        percentRealizedPnl: written(shown.figures.percentOfAllBought),
        ...claimsOf(stored),
        ...textsOf(market),
        eventId: market.eventId,
        ...outcomesOf(shown),
        endDate: dateOf(market),
        ...ends,
      }
    : { ...describedRecord(shown), ...ends };
}

/** Nothing but dust is left of what a closed position cost: what it made is what was realized. */
export function closedRecord(shown: ShownPosition): DescribedPosition | PolymarketClosedPosition {
  const { market, stored, figures } = shown;
  if (shown.dialect !== "polymarket") {
    const [cashPnl, percentPnl] = [figures.realizedPnl, figures.percentRealizedPnl];
    return describedRecord({ ...shown, figures: { ...figures, cashPnl, percentPnl } });
  }
  const { avgPrice, totalBought, realizedPnl, curPrice } = numbersOf(shown);
  return {
    ...namesOf(shown),
    avgPrice,
    totalBought,
    realizedPnl,
    curPrice,
    ...textsOf(market),
    ...outcomesOf(shown),
    endDate: `${dateOf(market)}T00:00:00Z`,
    timestamp: secondsOf(stored),
  };
}

const describedRecord = (shown: ShownPosition): DescribedPosition => ({
  ...namesOf(shown),
  ...numbersOf(shown),
  ...claimsOf(shown.stored),
  ...textsOf(shown.market),
  ...outcomesOf(shown),
  timestamp: secondsOf(shown.stored),
  endDate: shown.market.endDate,
});

const namesOf = ({ wallet, dialect, market, stored }: ShownPosition) => ({
  proxyWallet: wallet,
  asset: assetId(dialect, market, stored.outcome),
  conditionId: market.conditionId,
});

const numbersOf = ({ figures, halfTicks }: ShownPosition) => ({
  size: written(figures.size),
  avgPrice: written(figures.avgPrice),
  initialValue: written(figures.initialValue),
  currentValue: written(figures.currentValue),
  cashPnl: written(figures.cashPnl),
  percentPnl: written(figures.percentPnl),
  totalBought: written(figures.totalBought),
  realizedPnl: written(figures.realizedPnl),
  percentRealizedPnl: written(figures.percentRealizedPnl),
  // As all interfaces show it: a midpoint may have five places.
  curPrice: halfTicksNumber(halfTicks),
});

const written = ({ numerator, denominator }: Ratio): number => wireNumber(numerator, denominator);

const claimsOf = ({ payout, lots, oppositeLots }: StoredPosition) => ({
  redeemable: payout !== null && lots > 0,
  mergeable: payout === null && lots > 0 && oppositeLots > 0,
});

const textsOf = ({ title, slug, icon }: MarketDescription) => ({ title, slug, icon });

function outcomesOf({ dialect, market, stored: { outcome } }: ShownPosition) {
  const opposite: Outcome = outcome === 0 ? 1 : 0;
  return {
    eventSlug: market.eventSlug,
    outcome: market.outcomes[outcome],
    outcomeIndex: outcome,
    oppositeOutcome: market.outcomes[opposite],
    oppositeAsset: assetId(dialect, market, opposite),
  };
}

/** The day that Polymarket gives for no date. */
const NO_DATE = "1970-01-01";

const dateOf = ({ endDate }: MarketDescription): string =>
  endDate === "" ? NO_DATE : endDate.slice(0, NO_DATE.length);

const secondsOf = ({ changedAt }: StoredPosition): number => Math.floor(changedAt / 1000);
