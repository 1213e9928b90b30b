/** Creation of events and markets by operators: each gets a number, a slug and ids, and is listed. */
import type { CatalogEvent, CatalogMarket, CatalogTag, Instant, Listing } from "../core/markets/catalog.ts";
import { versionOfCondition } from "../core/markets/market-version.ts";
import type { MarketVersion } from "../core/markets/market-version.ts";
import { pickTerms, pickStatedTerms } from "../core/markets/market-terms.ts";
import type { MarketTerms } from "../core/markets/market-terms.ts";
import { normalizeForComparison } from "../core/values/comparable-text.ts";
import { isRejection, reject } from "../core/rejection.ts";
import type { Rejection } from "../core/rejection.ts";
import {
  findEventContent,
  findExclusiveCondition,
  findWinner,
  listOptionNames,
  listQuestionIds,
  nextId,
} from "../store/catalog/created-names.ts";
import { withListingLock } from "../store/catalog/stored-listings.ts";
import type { TransactionSql } from "../store/sql/database.ts";
import type { FencedPool } from "../store/sql/fenced-pool.ts";
import {
  chooseSlug,
  chooseTags,
  computeEventMarketId,
  computeExclusiveIds,
  computeQuestionIds,
  computeRequestId,
} from "./choose-names.ts";
import type { CreatedIds, QuestionParams } from "./choose-names.ts";
import { rejectDates } from "./dates.ts";
import { omitUndefined } from "./gamma-fields.ts";
import { findUnknownImage } from "./images/change-images.ts";

// Builds the market to list from an operator's input.

/** A market to create, without the negative-risk flag, which follows from the event. */
type NewMarket = Omit<MarketTerms, "negativeRisk"> & {
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
  readonly version: MarketVersion;
  /** True to open the market to orders at once, false for a draft. */
  readonly open: boolean;
};

type MarketIds = CreatedIds & {
  readonly negativeRisk?: { readonly negativeRiskMarketId: string; readonly negativeRiskRequestId: string };
};

/** Computes the ids of a market in its event; `index` is the question's index in a negative-risk event. */
function computeIdsInEvent(event: CatalogEvent, index: number, asked: QuestionParams): MarketIds {
  if (!event.negativeRisk) return computeQuestionIds(asked);
  const { negativeRiskMarketId = computeEventMarketId(event) } = event;
  const negativeRisk = { negativeRiskMarketId, negativeRiskRequestId: computeRequestId(asked) };
  const place = { eventMarketId: negativeRiskMarketId, index, version: asked.version };
  return { ...computeExclusiveIds(place), negativeRisk };
}

type MarketIdentity = {
  readonly id: string;
  readonly slug: string;
  readonly ids: MarketIds;
  readonly now: Instant;
  /** End date of the event, used for a market without its own end date. */
  readonly endDate: Instant | undefined;
};

function describeMarket(
  given: NewMarket,
  { id, slug, ids, now, endDate: eventEnd }: MarketIdentity,
): CatalogMarket {
  const { label, open, startDate = now, endDate = eventEnd, ...described } = given;
  const { negativeRisk, ...names } = ids;
  return {
    ...pickRequiredFields(described),
    ...pickOptionalFields(described),
    ...omitUndefined({ endDate, groupItemTitle: label }),
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
    ...pickStatedTerms(pickTerms({ ...given, negativeRisk: negativeRisk !== undefined })),
    secondsDelay: 0,
    rewards: { rates: [], minSize: 0, maxSpread: 0 },
  };
}

type DescribedFields = Omit<NewMarket, "label" | "open" | "startDate" | "endDate">;

const pickRequiredFields = ({ question, outcomes, description }: DescribedFields) => ({
  question,
  outcomes,
  description,
});

const pickOptionalFields = (described: DescribedFields) => {
  const { gameStartTime, image, icon, resolutionSource, creator } = described;
  return omitUndefined({ gameStartTime, image, icon, resolutionSource, creator });
};

// Markets created together with their event: each gets a number, a slug and ids, in the given order.

/** Market of a new event; the market is always a draft. */
export type NewEventMarket = Omit<NewMarket, "open">;

type NewListing = { readonly event: CatalogEvent; readonly now: Instant };

/** Returns the markets of a new event, or the rejection of the first invalid one with its index. */
async function describeMarkets(
  transaction: TransactionSql,
  listing: NewListing,
  given: readonly NewEventMarket[],
): Promise<readonly CatalogMarket[] | Rejection> {
  const first = given.length === 0 ? 0 : await nextId(transaction, "markets");
  const beside = new Set<string>();
  const markets: CatalogMarket[] = [];
  for (const [index, market] of given.entries()) {
    const place = { index, id: String(first + index), beside };
    const described = await describeNewMarket(transaction, listing, market, place);
    if (isRejection(described)) return reject(described.code, `markets.${index}.${described.hint}`);
    beside.add(described.slug);
    markets.push(described);
  }
  return markets;
}

type MarketSlot = { readonly index: number; readonly id: string; readonly beside: ReadonlySet<string> };

async function describeNewMarket(
  transaction: TransactionSql,
  { event, now }: NewListing,
  given: NewEventMarket,
  { index, id, beside }: MarketSlot,
): Promise<CatalogMarket | Rejection> {
  const imageRejection = await findUnknownImage(transaction, given);
  if (imageRejection !== undefined) return imageRejection;
  const wanted = { title: given.question, slug: given.slug, fallback: id, beside };
  const slug = await chooseSlug(transaction, "markets", wanted);
  if (isRejection(slug)) return slug;
  const ids = computeIdsInEvent(event, index, { ...given, id });
  const market = describeMarket({ ...given, open: false }, { id, slug, ids, now, endDate: event.endDate });
  return rejectDates(market, { now }) ?? market;
}

// Creation of an event: it gets a number, a slug and tags, and is listed with the given markets as drafts.

/** Access to the exchange for creating events and markets. */
type Creator<Listed> = {
  /** Connection pool apart from the engine's, since each queued creation holds a connection. */
  readonly sql: FencedPool;
  readonly now: Instant;
  /** Lists the event or market, or rejects it. */
  readonly list: (listing: Listing) => Promise<Listed | Rejection>;
};

type NewEvent = {
  readonly title: string;
  /** Slug, which must be free; made from the title if absent. */
  readonly slug: string | undefined;
  readonly description: string;
  /** Labels of tags. */
  readonly tags: readonly string[];
  readonly negativeRisk: boolean;
  readonly startDate: Instant | undefined;
  readonly endDate: Instant | undefined;
  readonly image: string | undefined;
  readonly icon: string | undefined;
  readonly resolutionSource: string | undefined;
  /** Markets of the event, listed as drafts in this order. */
  readonly markets: readonly NewEventMarket[];
};

export function listNewEvent<Listed>(creator: Creator<Listed>, given: NewEvent): Promise<Listed | Rejection> {
  return withListingLock(creator.sql, async (transaction) => {
    const id = String(await nextId(transaction, "events"));
    const imageRejection = await findUnknownImage(transaction, given);
    if (imageRejection !== undefined) return async () => imageRejection;
    const slug = await chooseSlug(transaction, "events", { ...given, fallback: id });
    if (isRejection(slug)) return async () => slug;
    const tags = await chooseTags(transaction, given.tags, creator.now);
    if (isRejection(tags)) return async () => tags;
    const event = describeEvent(given, { id, slug, tags, now: creator.now });
    const dateRejection = rejectDates(event, creator);
    if (dateRejection !== undefined) return async () => dateRejection;
    const markets = await describeMarkets(transaction, { event, now: creator.now }, given.markets);
    return isRejection(markets) ? async () => markets : () => creator.list({ event, markets });
  });
}

type EventIdentity = {
  readonly id: string;
  readonly slug: string;
  readonly tags: readonly CatalogTag[];
  readonly now: Instant;
};

/** Builds the event as inactive: publishing its first market also publishes the event. */
function describeEvent(given: NewEvent, { id, slug, tags, now }: EventIdentity): CatalogEvent {
  const { title, description, negativeRisk, startDate = now, endDate, image, icon, resolutionSource } = given;
  return {
    id,
    ticker: slug,
    slug,
    title,
    description,
    ...omitUndefined({ resolutionSource, image, icon, endDate }),
    startDate,
    creationDate: now,
    createdAt: now,
    updatedAt: now,
    active: false,
    closed: false,
    archived: false,
    negativeRisk,
    ...(negativeRisk && { negativeRiskMarketId: computeEventMarketId({ id, title }) }),
    tags,
    series: [],
  };
}

// Creation of a market in an event: it gets a number, a slug and ids, and is listed beside the event's other markets.

/** A new market of an existing event; `event` is the event's number or slug. */
type NewMarketInEvent = NewMarket & { readonly event: string };

export function listNewMarket<Listed>(
  creator: Creator<Listed>,
  given: NewMarketInEvent,
): Promise<Listed | Rejection> {
  return withListingLock(creator.sql, async (transaction) => {
    const event = await findEventContent(transaction, given.event);
    if (event === undefined || event.closed || event.archived)
      return async () => rejectClosedEvent(given.event, event);
    const imageRejection = await findUnknownImage(transaction, given);
    if (imageRejection !== undefined) return async () => imageRejection;
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
    const dateRejection = rejectDates(market, creator);
    if (dateRejection !== undefined) return async () => dateRejection;
    return () => creator.list({ event: { ...event, updatedAt: creator.now }, markets: [market] });
  });
}

function rejectClosedEvent(term: string, event: CatalogEvent | undefined): Rejection {
  if (event === undefined)
    return reject("invalid_payload", `event: expected the id or the slug of an event, got "${term}"`);
  const state = event.archived ? "archived" : "closed";
  return reject("listing_conflict", `event: expected one that is open, ${event.slug} is ${state}`);
}

async function chooseIds(
  transaction: TransactionSql,
  event: CatalogEvent,
  asked: QuestionParams & OptionNames,
): Promise<MarketIds | Rejection> {
  if (!event.negativeRisk) return computeQuestionIds(asked);
  const winner = await findWinner(transaction, event.id);
  if (winner !== undefined)
    return reject("listing_conflict", `event: expected one that is not decided, its market ${winner} was`);
  const sibling = await findExclusiveCondition(transaction, event.id);
  const version = sibling === undefined ? asked.version : versionOfCondition(sibling);
  if (asked.version !== version)
    return reject(
      "listing_conflict",
      `version: expected ${version}, as the other options of the event have, got ${asked.version}`,
    );
  const optionRejection = rejectOptionLike(await listOptionNames(transaction, event.id), asked);
  if (optionRejection !== undefined) return optionRejection;
  const { negativeRiskMarketId = computeEventMarketId(event) } = event;
  const index = computeNextIndex(negativeRiskMarketId, await listQuestionIds(transaction, event.id));
  if (index > MAX_QUESTION_INDEX)
    return reject(
      "listing_conflict",
      `event: expected one with fewer than ${MAX_QUESTION_INDEX + 1} markets`,
    );
  return computeIdsInEvent(event, index, asked);
}

/** Maximum index of a question in a negative-risk event. */
export const MAX_QUESTION_INDEX = 254;

/** Returns the next free question index of the event; the last byte of a question id is the index. */
function computeNextIndex(marketId: string, questionIds: readonly string[]): number {
  const prefix = marketId.slice(0, -2);
  const indices = questionIds
    .filter((questionId) => questionId.startsWith(prefix))
    .map((questionId) => Number.parseInt(questionId.slice(-2), 16));
  return Math.max(-1, ...indices) + 1;
}

// Checks of the option names of an event where exactly one option wins. Traders and operators cannot distinguish
// options that read alike, nor recognize an unnamed option beside named ones.

type OptionNames = { readonly question: string; readonly label?: string | undefined };

/**
 * Rejects the first option that repeats an earlier option's name or question, has no name beside named options, or has
 * another version than the first. The rejection names the field and the earlier option.
 */
export function rejectUnclearOptions(
  options: readonly (OptionNames & Pick<QuestionParams, "version">)[],
): Rejection | undefined {
  const named = options.some(({ label }) => label !== undefined);
  const labels = new Map<string, number>();
  const questions = new Map<string, number>();
  const first = options[0]?.version;
  for (const [index, { label, question, version }] of options.entries()) {
    const fault =
      (label === undefined
        ? named && "label: expected a name, as other options of the event have, got none"
        : findRepeatedText(labels, index, { field: "label", text: label })) ||
      findRepeatedText(questions, index, { field: "question", text: question }) ||
      (version !== first && `version: expected ${first}, as markets.0 has, got ${version}`);
    if (fault) return reject("invalid_payload", `markets.${index}.${fault}`);
  }
  return undefined;
}

type GivenText = { readonly field: "label" | "question"; readonly text: string };

/** Returns a fault if an earlier option has the same text; else remembers the text. */
function findRepeatedText(
  seen: Map<string, number>,
  index: number,
  { field, text }: GivenText,
): string | undefined {
  const written = normalizeForComparison(text);
  const earlier = seen.get(written);
  if (earlier === undefined) {
    seen.set(written, index);
    return undefined;
  }
  return `${field}: expected one that no other option has, got "${text.trim()}", as markets.${earlier} has`;
}

/** Rejects a new option of an event that reads like an existing option. */
function rejectOptionLike(
  there: readonly OptionNames[],
  { question, label }: OptionNames,
): Rejection | undefined {
  const has = (field: "label" | "question", text: string | undefined): boolean =>
    text !== undefined &&
    there.some(
      (one) =>
        one[field] !== undefined && normalizeForComparison(one[field]) === normalizeForComparison(text),
    );
  if (has("label", label))
    return reject(
      "listing_conflict",
      `label: expected one that no other option of the event has, got "${label}"`,
    );
  if (has("question", question))
    return reject(
      "listing_conflict",
      `question: expected one that no other option of the event has, got "${question}"`,
    );
  return undefined;
}
