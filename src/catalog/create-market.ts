/** Creation of a market in an event: it gets a number, a slug and ids, and is listed beside the event's other markets. */
import type { CatalogEvent } from "../core/catalog.ts";
import { isRejection, reject } from "../core/rejection.ts";
import type { Rejection } from "../core/rejection.ts";
import {
  findEventContent,
  findWinner,
  listOptionNames,
  listQuestionIds,
  nextId,
} from "../store/catalog/created-names.ts";
import { withListingLock } from "../store/catalog/stored-listings.ts";
import type { TransactionSql } from "../store/sql/database.ts";
import { chooseSlug } from "./choose-slug.ts";
import type { Creator } from "./create-event.ts";
import { eventMarketId, independentIds } from "./created-ids.ts";
import type { QuestionTerms } from "./created-ids.ts";
import { describeMarket, idsInEvent } from "./describe-market.ts";
import type { MarketIds, NewMarket } from "./describe-market.ts";
import { refuseOptionLike } from "./option-names.ts";
import type { OptionNames } from "./option-names.ts";
import { findUnknownImage } from "./images/change-images.ts";
import { refuseDates } from "./dates.ts";

/** A market with the number or the slug of its event. */
type NewMarketOfEvent = NewMarket & { readonly event: string };

export function createMarket<Listed>(
  creator: Creator<Listed>,
  given: NewMarketOfEvent,
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
    const undated = refuseDates(market, creator);
    if (undated !== undefined) return async () => undated;
    return () => creator.list({ event: { ...event, updatedAt: creator.now }, markets: [market] });
  });
}

function noOpenEvent(term: string, event: CatalogEvent | undefined): Rejection {
  if (event === undefined)
    return reject("invalid_payload", `event: expected the id or the slug of an event, got "${term}"`);
  const state = event.archived ? "archived" : "closed";
  return reject("listing_conflict", `event: expected one that is open, ${event.slug} is ${state}`);
}

async function chooseIds(
  transaction: TransactionSql,
  event: CatalogEvent,
  asked: QuestionTerms & OptionNames,
): Promise<MarketIds | Rejection> {
  if (!event.negativeRisk) return independentIds(asked);
  const winner = await findWinner(transaction, event.id);
  if (winner !== undefined)
    return reject("listing_conflict", `event: expected one that is not decided, its market ${winner} was`);
  const alike = refuseOptionLike(await listOptionNames(transaction, event.id), asked);
  if (alike !== undefined) return alike;
  const { negativeRiskMarketId = eventMarketId(event) } = event;
  const index = nextIndex(negativeRiskMarketId, await listQuestionIds(transaction, event.id));
  if (index > MAX_INDEX)
    return reject("listing_conflict", `event: expected one with fewer than ${MAX_INDEX + 1} markets`);
  return idsInEvent(event, index, asked);
}

/** Maximum index of a question in a negative-risk event. */
export const MAX_INDEX = 254;

/** Returns the index after those of the event's questions; the last byte of a question id is its index. */
function nextIndex(marketId: string, questionIds: readonly string[]): number {
  const prefix = marketId.slice(0, -2);
  const indices = questionIds
    .filter((questionId) => questionId.startsWith(prefix))
    .map((questionId) => Number.parseInt(questionId.slice(-2), 16));
  return Math.max(-1, ...indices) + 1;
}
