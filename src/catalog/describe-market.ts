/** Builds the market to list from an operator's input. */
import type { CatalogEvent, CatalogMarket, Instant } from "../core/catalog.ts";
import { pickTerms, stateTerms } from "../core/market-terms.ts";
import type { MarketTerms } from "../core/market-terms.ts";
import { eventMarketId, exclusiveIds, independentIds, requestIdOf } from "./created-ids.ts";
import type { CreatedIds, QuestionTerms } from "./created-ids.ts";
import { defined } from "./gamma-fields.ts";

/** A market to create; its event decides whether it is negative-risk. */
export type NewMarket = Omit<MarketTerms, "negativeRisk"> & {
  readonly question: string;
  readonly outcomes: readonly [string, string];
  /** Slug, which must be free; made from the question if absent. */
  readonly slug: string | undefined;
  readonly description: string;
  /** Short name inside its event. */
  readonly label: string | undefined;
  readonly startDate: Instant | undefined;
  readonly endDate: Instant | undefined;
  readonly gameStartTime: Instant | undefined;
  readonly image: string | undefined;
  readonly icon: string | undefined;
  readonly resolutionSource: string | undefined;
  /** Lower-case address. */
  readonly creator: string | undefined;
  /** True to open the market to orders at once, false for a draft. */
  readonly open: boolean;
};

export type MarketIds = CreatedIds & {
  readonly negativeRisk?: { readonly negativeRiskMarketId: string; readonly negativeRiskRequestId: string };
};

/** Computes the ids of a market in its event; `index` is the question's index in an event where exactly one wins. */
export function idsInEvent(event: CatalogEvent, index: number, asked: QuestionTerms): MarketIds {
  if (!event.negativeRisk) return independentIds(asked);
  const { negativeRiskMarketId = eventMarketId(event) } = event;
  const negativeRisk = { negativeRiskMarketId, negativeRiskRequestId: requestIdOf(asked) };
  return { ...exclusiveIds(negativeRiskMarketId, index), negativeRisk };
}

export type MarketIdentity = {
  readonly id: string;
  readonly slug: string;
  readonly ids: MarketIds;
  readonly now: Instant;
  /** End date of the event, used for a market without one. */
  readonly endDate: Instant | undefined;
};

export function describeMarket(
  given: NewMarket,
  { id, slug, ids, now, endDate: eventEnd }: MarketIdentity,
): CatalogMarket {
  const { label, open, startDate = now, endDate = eventEnd, ...described } = given;
  const { negativeRisk, ...names } = ids;
  return {
    ...requiredOf(described),
    ...optionalOf(described),
    ...defined({ endDate, groupItemTitle: label }),
    id,
    slug,
    ...names,
    startDate,
    createdAt: now,
    updatedAt: now,
    active: open,
    closed: false,
    archived: false,
    ...negativeRisk,
    ...stateTerms(pickTerms({ ...given, negativeRisk: negativeRisk !== undefined })),
    secondsDelay: 0,
    rewards: { rates: [], minSize: 0, maxSpread: 0 },
  };
}

type DescribedFields = Omit<NewMarket, "label" | "open" | "startDate" | "endDate">;

const requiredOf = ({ question, outcomes, description }: DescribedFields) => ({
  question,
  outcomes,
  description,
});

const optionalOf = (described: DescribedFields) => {
  const { gameStartTime, image, icon, resolutionSource, creator } = described;
  return defined({ gameStartTime, image, icon, resolutionSource, creator });
};
