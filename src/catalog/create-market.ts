/** Creation of a market in an event: it gets a number, a slug and ids, and is listed beside the event's others. */
import type { CatalogEvent, CatalogMarket, Instant } from "../core/catalog.ts";
import { pickTerms, stateTerms } from "../core/market-terms.ts";
import type { MarketTerms } from "../core/market-terms.ts";
import { isRejection, reject } from "../core/rejection.ts";
import type { Rejection } from "../core/rejection.ts";
import { findEventContent, findWinner, listQuestionIds, nextId } from "../store/catalog/created-names.ts";
import { withListingLock } from "../store/catalog/stored-listings.ts";
import type { TransactionSql } from "../store/sql/database.ts";
import { chooseSlug } from "./create-event.ts";
import type { Creator } from "./create-event.ts";
import { eventMarketId, exclusiveIds, independentIds, requestIdOf } from "./created-ids.ts";
import type { CreatedIds, QuestionTerms } from "./created-ids.ts";
import { defined } from "./gamma-fields.ts";
import { findUnknownImage } from "./images/change-images.ts";

/** A market to be created; its event says whether it is of negative risk. */
export type NewMarket = Omit<MarketTerms, "negativeRisk"> & {
  /** Number or slug of its event. */
  readonly event: string;
  readonly question: string;
  readonly outcomes: readonly [string, string];
  /** Slug, which must be free; made of the question when absent. */
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
  /** True to take orders at once, false for a draft. */
  readonly open: boolean;
};

export function createMarket<Listed>(
  creator: Creator<Listed>,
  given: NewMarket,
): Promise<Listed | Rejection> {
  return withListingLock(creator.sql, async (transaction) => {
    const event = await findEventContent(transaction, given.event);
    if (event === undefined || event.closed || event.archived)
      return async () => noOpenEvent(given.event, event);
    const unknown = await findUnknownImage(transaction, given);
    if (unknown !== undefined) return async () => unknown;
    const id = String(await nextId(transaction, "markets"));
    const slug = await chooseSlug(transaction, "markets", {
      title: given.question,
      slug: given.slug,
      fallback: id,
    });
    if (isRejection(slug)) return async () => slug;
    const ids = await chooseIds(transaction, event, { ...given, id });
    if (isRejection(ids)) return async () => ids;
    const market = describeMarket(given, { id, slug, ids, now: creator.now, endDate: event.endDate });
    return () => creator.list({ event: { ...event, updatedAt: creator.now }, markets: [market] });
  });
}

function noOpenEvent(term: string, event: CatalogEvent | undefined): Rejection {
  if (event === undefined)
    return reject("invalid_payload", `event: expected the id or the slug of an event, got "${term}"`);
  const state = event.archived ? "archived" : "closed";
  return reject("listing_conflict", `event: expected one that is open, ${event.slug} is ${state}`);
}

type MarketIds = CreatedIds & {
  readonly negativeRisk?: { readonly negativeRiskMarketId: string; readonly negativeRiskRequestId: string };
};

async function chooseIds(
  transaction: TransactionSql,
  event: CatalogEvent,
  asked: QuestionTerms,
): Promise<MarketIds | Rejection> {
  if (!event.negativeRisk) return independentIds(asked);
  const winner = await findWinner(transaction, event.id);
  if (winner !== undefined)
    return reject("listing_conflict", `event: expected one that is not decided, its market ${winner} was`);
  const { negativeRiskMarketId = eventMarketId(event) } = event;
  const index = nextIndex(negativeRiskMarketId, await listQuestionIds(transaction, event.id));
  if (index > MAX_INDEX)
    return reject("listing_conflict", `event: expected one with fewer than ${MAX_INDEX + 1} markets`);
  const negativeRiskRequestId = requestIdOf(asked);
  return {
    ...exclusiveIds(negativeRiskMarketId, index),
    negativeRisk: { negativeRiskMarketId, negativeRiskRequestId },
  };
}

const MAX_INDEX = 254;

/** Gives the index after those of the event's questions, which the last byte of their ids holds. */
function nextIndex(marketId: string, questionIds: readonly string[]): number {
  const prefix = marketId.slice(0, -2);
  const indices = questionIds
    .filter((questionId) => questionId.startsWith(prefix))
    .map((questionId) => Number.parseInt(questionId.slice(-2), 16));
  return Math.max(-1, ...indices) + 1;
}

type MarketIdentity = {
  readonly id: string;
  readonly slug: string;
  readonly ids: MarketIds;
  readonly now: Instant;
  /** End date of the event, for a market without one. */
  readonly endDate: Instant | undefined;
};

function describeMarket(
  given: NewMarket,
  { id, slug, ids, now, endDate: eventEnd }: MarketIdentity,
): CatalogMarket {
  const { event: _, label, open, startDate = now, endDate = eventEnd, ...described } = given;
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

type DescribedFields = Omit<NewMarket, "event" | "label" | "open" | "startDate" | "endDate">;

const requiredOf = ({ question, outcomes, description }: DescribedFields) => ({
  question,
  outcomes,
  description,
});

const optionalOf = (described: DescribedFields) => {
  const { gameStartTime, image, icon, resolutionSource, creator } = described;
  return defined({ gameStartTime, image, icon, resolutionSource, creator });
};
