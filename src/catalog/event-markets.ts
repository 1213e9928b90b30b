/** Markets created together with their event: each gets a number, a slug and ids, in the given order. */
import type { CatalogEvent, CatalogMarket, Instant } from "../core/catalog.ts";
import { isRejection, reject } from "../core/rejection.ts";
import type { Rejection } from "../core/rejection.ts";
import { nextId } from "../store/catalog/created-names.ts";
import type { TransactionSql } from "../store/sql/database.ts";
import { chooseSlug } from "./choose-slug.ts";
import { describeMarket, idsInEvent } from "./describe-market.ts";
import type { NewMarket } from "./describe-market.ts";
import { findUnknownImage } from "./images/change-images.ts";
import { refuseDates } from "./dates.ts";

/** A market of a new event, always a draft. */
export type NewEventMarket = Omit<NewMarket, "open">;

type NewListing = { readonly event: CatalogEvent; readonly now: Instant };

/** Returns the markets of a new event, or the rejection of the first invalid one with its index. */
export async function describeMarkets(
  transaction: TransactionSql,
  listing: NewListing,
  given: readonly NewEventMarket[],
): Promise<readonly CatalogMarket[] | Rejection> {
  const first = given.length === 0 ? 0 : await nextId(transaction, "markets");
  const beside = new Set<string>();
  const markets: CatalogMarket[] = [];
  for (const [index, market] of given.entries()) {
    const place = { index, id: String(first + index), beside };
    const described = await describeOne(transaction, listing, market, place);
    if (isRejection(described)) return reject(described.code, `markets.${index}.${described.hint}`);
    beside.add(described.slug);
    markets.push(described);
  }
  return markets;
}

type MarketPlace = { readonly index: number; readonly id: string; readonly beside: ReadonlySet<string> };

async function describeOne(
  transaction: TransactionSql,
  { event, now }: NewListing,
  given: NewEventMarket,
  { index, id, beside }: MarketPlace,
): Promise<CatalogMarket | Rejection> {
  const unknown = await findUnknownImage(transaction, given);
  if (unknown !== undefined) return unknown;
  const wanted = { title: given.question, slug: given.slug, fallback: id, beside };
  const slug = await chooseSlug(transaction, "markets", wanted);
  if (isRejection(slug)) return slug;
  const ids = idsInEvent(event, index, { ...given, id });
  const market = describeMarket({ ...given, open: false }, { id, slug, ids, now, endDate: event.endDate });
  return refuseDates(market, { now }) ?? market;
}
