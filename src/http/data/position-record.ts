/** A position as the data interface answers it, its keys in the order of the services that clients know. */
import type { Outcome } from "../../core/state.ts";
import type { MarketDescription } from "../../store/catalog/market-descriptions.ts";
import type { StoredPosition } from "../../store/reads/positions.ts";
import type { Dialect } from "../dialects/dialect.ts";
import { halfTicksNumber } from "../shown-prices.ts";
import { assetId } from "./asset-id.ts";
import { FIGURES } from "./position-figures.ts";
import type { Figure } from "./position-figures.ts";
import type { PricedPosition } from "./position-order.ts";
import type {
  CurrentPosition,
  DescribedPosition,
  PolymarketClosedPosition,
  PolymarketPosition,
} from "./position-schema.ts";
import { wireNumber } from "./wire-number.ts";

/** A position of a page. */
export type ShownPosition = {
  readonly position: PricedPosition;
  readonly description: MarketDescription;
  readonly wallet: string;
  readonly dialect: Dialect;
};

export function currentRecord(shown: ShownPosition): CurrentPosition | PolymarketPosition {
  const { description, position } = shown;
  const ends = { negativeRisk: description.negativeRisk };
  return shown.dialect === "polymarket"
    ? {
        ...namesOf(shown),
        ...numbersOf(position),
        percentRealizedPnl: written(FIGURES.percentOfAllBought, position),
        ...claimsOf(position),
        ...textsOf(description),
        eventId: description.eventId,
        ...outcomesOf(shown),
        endDate: dateOf(description),
        ...ends,
      }
    : {
        ...describedRecord(shown),
        ...(shown.dialect === "kuest" && { endDate: dateOf(description) }),
        ...ends,
      };
}

/** A closed position's profit is what it realized: nothing but dust is left of its cost. */
export function closedRecord(shown: ShownPosition): DescribedPosition | PolymarketClosedPosition {
  const { description, position } = shown;
  if (shown.dialect !== "polymarket")
    return {
      ...describedRecord(shown),
      cashPnl: written(FIGURES.realizedPnl, position),
      percentPnl: written(FIGURES.percentRealizedPnl, position),
      ...(shown.dialect === "kuest" && { endDate: description.endDate || midnightOf(description) }),
    };
  const { avgPrice, totalBought, realizedPnl, curPrice } = numbersOf(position);
  return {
    ...namesOf(shown),
    avgPrice,
    totalBought,
    realizedPnl,
    curPrice,
    ...textsOf(description),
    ...outcomesOf(shown),
    endDate: midnightOf(description),
    timestamp: secondsOf(position),
  };
}

const describedRecord = (shown: ShownPosition): DescribedPosition => ({
  ...namesOf(shown),
  ...numbersOf(shown.position),
  ...claimsOf(shown.position),
  ...textsOf(shown.description),
  ...outcomesOf(shown),
  timestamp: secondsOf(shown.position),
  endDate: shown.description.endDate,
});

const namesOf = ({ wallet, dialect, description, position }: ShownPosition) => ({
  proxyWallet: wallet,
  asset: assetId(dialect, description, position.outcome),
  conditionId: description.conditionId,
});

const numbersOf = (position: PricedPosition) => ({
  size: written(FIGURES.size, position),
  avgPrice: written(FIGURES.avgPrice, position),
  initialValue: written(FIGURES.initialValue, position),
  currentValue: written(FIGURES.currentValue, position),
  cashPnl: written(FIGURES.cashPnl, position),
  percentPnl: written(FIGURES.percentPnl, position),
  totalBought: written(FIGURES.totalBought, position),
  realizedPnl: written(FIGURES.realizedPnl, position),
  percentRealizedPnl: written(FIGURES.percentRealizedPnl, position),
  // As all interfaces show it: a midpoint may have five places.
  curPrice: halfTicksNumber(position.halfTicks),
});

function written(figure: Figure, position: PricedPosition): number {
  const { numerator, denominator } = figure(position);
  return wireNumber(numerator, denominator);
}

const claimsOf = ({ payout, lots, oppositeLots }: StoredPosition) => ({
  redeemable: payout !== null && lots > 0,
  mergeable: payout === null && lots > 0 && oppositeLots > 0,
});

const textsOf = ({ title, slug, icon }: MarketDescription) => ({ title, slug, icon });

function outcomesOf({ dialect, description, position: { outcome } }: ShownPosition) {
  const opposite: Outcome = outcome === 0 ? 1 : 0;
  return {
    eventSlug: description.eventSlug,
    outcome: description.outcomes[outcome],
    outcomeIndex: outcome,
    oppositeOutcome: description.outcomes[opposite],
    oppositeAsset: assetId(dialect, description, opposite),
  };
}

/** The day that the services' clients read as no date. */
const NO_DATE = "1970-01-01";

const dateOf = ({ endDate }: MarketDescription): string =>
  endDate === "" ? NO_DATE : endDate.slice(0, NO_DATE.length);

const midnightOf = (description: MarketDescription): string => `${dateOf(description)}T00:00:00Z`;

const secondsOf = ({ changedAt }: StoredPosition): number => Math.floor(changedAt / 1000);
