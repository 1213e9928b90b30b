/** Creation of an event: it gets a number, a slug and tags, and is listed with the given markets as drafts. */
import type { CatalogEvent, CatalogTag, Instant, Listing } from "../core/catalog.ts";
import { isRejection } from "../core/rejection.ts";
import type { Rejection } from "../core/rejection.ts";
import { nextId } from "../store/catalog/created-names.ts";
import { withListingLock } from "../store/catalog/stored-listings.ts";
import type { FencedPool } from "../store/sql/fenced-pool.ts";
import { chooseSlug } from "./choose-slug.ts";
import { eventMarketId } from "./created-ids.ts";
import { describeMarkets } from "./event-markets.ts";
import type { NewEventMarket } from "./event-markets.ts";
import { defined } from "./gamma-fields.ts";
import { findUnknownImage } from "./images/change-images.ts";
import { refuseDates } from "./dates.ts";
import { chooseTags } from "./choose-tags.ts";

/** Access to the exchange for creating events and markets. */
export type Creator<Listed> = {
  /** Connection pool separate from the engine's, since each queued creation holds a connection. */
  readonly sql: FencedPool;
  readonly now: Instant;
  /** Lists the event or market, or rejects it. */
  readonly list: (listing: Listing) => Promise<Listed | Rejection>;
};

export type NewEvent = {
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

export function createEvent<Listed>(creator: Creator<Listed>, given: NewEvent): Promise<Listed | Rejection> {
  return withListingLock(creator.sql, async (transaction) => {
    const id = String(await nextId(transaction, "events"));
    const unknown = await findUnknownImage(transaction, given);
    if (unknown !== undefined) return async () => unknown;
    const slug = await chooseSlug(transaction, "events", { ...given, fallback: id });
    if (isRejection(slug)) return async () => slug;
    const tags = await chooseTags(transaction, given.tags, creator.now);
    if (isRejection(tags)) return async () => tags;
    const event = describeEvent(given, { id, slug, tags, now: creator.now });
    const undated = refuseDates(event, creator);
    if (undated !== undefined) return async () => undated;
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

/** Builds the event as inactive: publishing its first market publishes it. */
function describeEvent(given: NewEvent, { id, slug, tags, now }: EventIdentity): CatalogEvent {
  const { title, description, negativeRisk, startDate = now, endDate, image, icon, resolutionSource } = given;
  return {
    id,
    ticker: slug,
    slug,
    title,
    description,
    ...defined({ resolutionSource, image, icon, endDate }),
    startDate,
    creationDate: now,
    createdAt: now,
    updatedAt: now,
    active: false,
    closed: false,
    archived: false,
    negativeRisk,
    ...(negativeRisk && { negativeRiskMarketId: eventMarketId({ id, title }) }),
    tags,
    series: [],
  };
}
