/**
 * Entries of the catalog, by which events, markets and tags are listed, sorted and searched. They are computed from the
 * contents. Texts in indexes are cut, since index rows have a maximum size. A date's key sorts as the instant does.
 */
import type { CatalogEvent, CatalogMarket, CatalogTag } from "../../core/markets/catalog.ts";
import { joinPhrase, splitWords } from "./search/search-words.ts";

/** Maximum characters of a text by which events and markets are sorted and found by whole title. */
const KEY_LENGTH = 250;
/** Maximum words of one event, so that they always fit into a text search vector. */
const MAX_WORDS = 3_000;

/** Row of market_entries, without its flags, which trading changes. */
export type MarketEntryRow = {
  readonly market: number;
  readonly id: string;
  readonly event: string;
  readonly slug: string;
  readonly question: string;
  readonly start_date: string;
  readonly end_date: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly creator: string;
  readonly phrases: readonly string[];
  readonly words: readonly string[];
};

/** Row of event_entries, without its flags; `words` are distinct and in order. */
export type EventEntryRow = {
  readonly event: string;
  readonly slug: string;
  readonly ticker: string;
  readonly title: string;
  readonly start_date: string;
  readonly creation_date: string;
  readonly end_date: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly tag_ids: readonly string[];
  readonly tag_slugs: readonly string[];
  readonly series_slugs: readonly string[];
  readonly creators: readonly string[];
  readonly phrases: readonly string[];
  readonly words: readonly string[];
};

export type TagEntryRow = {
  readonly id: string;
  readonly slug: string;
  readonly content: CatalogTag;
  readonly phrases: readonly string[];
  readonly words: readonly string[];
};

/** Part of a market's entry from which its event's entry is built. */
export type MarketWords = Pick<MarketEntryRow, "creator" | "words">;

export function marketEntry(no: number, event: string, market: CatalogMarket): MarketEntryRow {
  const { id, slug, question } = market;
  return {
    market: no,
    id,
    event,
    slug,
    question: sortKey(question),
    start_date: dateKey(market.startDate),
    end_date: dateKey(market.endDate),
    created_at: dateKey(market.createdAt),
    updated_at: dateKey(market.updatedAt),
    creator: market.creator ?? "",
    phrases: listPhrases([question, slug]),
    words: distinctWords([question, slug]),
  };
}

export function eventEntry(event: CatalogEvent, markets: readonly MarketWords[]): EventEntryRow {
  const { id, slug, ticker, title, tags, series } = event;
  // The event's own words come first: if there are too many words, the last are left out.
  const own = listEntryTexts(event).flatMap(splitWords);
  return {
    event: id,
    slug,
    ticker,
    title: sortKey(title),
    start_date: dateKey(event.startDate),
    creation_date: dateKey(event.creationDate),
    end_date: dateKey(event.endDate),
    created_at: dateKey(event.createdAt),
    updated_at: dateKey(event.updatedAt),
    tag_ids: distinct(tags.map((tag) => tag.id)),
    tag_slugs: distinct(tags.map((tag) => tag.slug)),
    series_slugs: distinct(series.map((one) => one.slug)),
    creators: distinct(markets.flatMap(({ creator }) => (creator === "" ? [] : [creator]))),
    phrases: listPhrases([title, slug, ticker]),
    words: [...new Set([...own, ...markets.flatMap(({ words }) => words)])].slice(0, MAX_WORDS).sort(),
  };
}

const listEntryTexts = ({ title, slug, ticker, tags }: CatalogEvent): string[] => [
  title,
  slug,
  ticker,
  ...tags.flatMap((tag) => [tag.label, tag.slug]),
];

export const tagEntry = (tag: CatalogTag): TagEntryRow => ({
  id: tag.id,
  slug: tag.slug,
  content: tag,
  phrases: listPhrases([tag.label, tag.slug]),
  words: distinctWords([tag.label, tag.slug]),
});

/** Formats a text search vector; words have only letters and digits. */
export const vectorText = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(" ");

const sortKey = (text: string): string => text.slice(0, KEY_LENGTH).toWellFormed();

/** Returns RFC 3339 text in UTC up to its last significant digit; byte order equals the order of the instants. */
export const dateKey = (instant: string | undefined): string => (instant ?? "").replace(/[Z0.]+$/, "");

const listPhrases = (texts: readonly string[]): string[] =>
  [...new Set(texts.map(joinPhrase))].filter((phrase) => phrase !== "");

const distinctWords = (texts: readonly string[]): string[] => distinct(texts.flatMap(splitWords));

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)].sort();
