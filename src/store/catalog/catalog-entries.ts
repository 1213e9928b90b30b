/**
 * Entries of the catalog, by which events, markets and tags are listed, sorted and searched; a function of their
 * contents. Texts that indexes hold are cut, since an index row has a largest size. A date's key sorts as the instant
 * does.
 */
import type { CatalogEvent, CatalogMarket, CatalogTag } from "../../core/catalog.ts";
import { phraseOf, wordsOf } from "./search-words.ts";

/** Characters of a text by which events and markets are sorted, and are found by their whole title. */
const KEY_LENGTH = 250;
/** Words of one event, so that it fits into a text search vector whatever its markets are. */
const MAX_WORDS = 3_000;

/** The row of market_entries, without its flags: trading changes them. */
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

/** The same of event_entries; `words` are distinct and in order. */
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

/** The part of a market's entry that its event's entry is made of. */
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
    phrases: phrasesOf([question, slug]),
    words: distinctWords([question, slug]),
  };
}

export function eventEntry(event: CatalogEvent, markets: readonly MarketWords[]): EventEntryRow {
  const { id, slug, ticker, title, tags, series } = event;
  // What it is called first: where there are too many words, the last are left out.
  const own = textsOf(event).flatMap(wordsOf);
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
    phrases: phrasesOf([title, slug, ticker]),
    words: [...new Set([...own, ...markets.flatMap(({ words }) => words)])].slice(0, MAX_WORDS).sort(),
  };
}

const textsOf = ({ title, slug, ticker, tags }: CatalogEvent): string[] => [
  title,
  slug,
  ticker,
  ...tags.flatMap((tag) => [tag.label, tag.slug]),
];

export const tagEntry = (tag: CatalogTag): TagEntryRow => ({
  id: tag.id,
  slug: tag.slug,
  content: tag,
  phrases: phrasesOf([tag.label, tag.slug]),
  words: distinctWords([tag.label, tag.slug]),
});

/** A text search vector in its text form: words hold letters and digits only. */
export const vectorText = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(" ");

const sortKey = (text: string): string => text.slice(0, KEY_LENGTH).toWellFormed();

/** RFC 3339 text in UTC without what follows its last significant digit: in byte order, the order of the instants. */
export const dateKey = (instant: string | undefined): string => (instant ?? "").replace(/[Z0.]+$/, "");

const phrasesOf = (texts: readonly string[]): string[] =>
  [...new Set(texts.map(phraseOf))].filter((phrase) => phrase !== "");

const distinctWords = (texts: readonly string[]): string[] => distinct(texts.flatMap(wordsOf));

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)].sort();
