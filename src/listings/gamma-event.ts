/**
 * Parser of one event document of the Gamma format into a listing. Reports each event or market that cannot be listed,
 * with all reasons. An invalid market does not affect its event; an invalid event drops its markets.
 */
import type {
  CatalogEvent,
  CatalogMarket,
  CatalogSeries,
  CatalogTag,
  Listing,
} from "../core/markets/catalog.ts";
import { computeEventFlags } from "../core/markets/flags.ts";
import {
  LIMITS,
  addInner,
  cleanText,
  omitUndefined,
  createFields,
  readFlag,
  readId,
  readInstant,
  isJson,
  readArray,
  readOptionalHash,
  readOptionalText,
  parseLooseJson,
  readPictureUrl,
  readRequiredText,
  shownText,
  readSlug,
  readSource,
  findTextProblem,
} from "./gamma-fields.ts";
import type { Fields, Json } from "./gamma-fields.ts";
import { readMarket } from "./gamma-market.ts";

const MAX_MARKETS = 1000;

/** A market or event that is not listed, with the reason. `id` and `slug` are the document's, made printable. */
export type Skipped = { what: "event" | "market"; id: string; slug?: string; reason: string };

export type ParsedEvent = {
  listing?: Listing;
  skipped: readonly Skipped[];
  /** Values that were not imported, of listed events and markets, with the reason. */
  left: readonly Skipped[];
  /** Fields of listed events and markets that the parser ignores, with a value. */
  unread: readonly UnreadField[];
  /** Number of texts of the listing from which hidden characters were removed. */
  cleaned: number;
};

export type UnreadField = Pick<Skipped, "what"> & { field: string; value: string };

/**
 * Ids, slugs, conditions and tokens in use, each after its kind: "market slug a-b". A file, or all files of an import,
 * share one set.
 */
export type UsedNames = Set<string>;

/** Parses one event. Adds its names to `used`; skips a market or event whose name is in use. */
export function parseGammaEvent(document: unknown, used: UsedNames): ParsedEvent {
  if (!isJson(document)) return skipEvent({ what: "event", id: "", reason: "not an object" });
  if ("conditionId" in document) return skipEvent(skip("market", document, NO_EVENT));
  const fields = createFields(document);
  const event = readEvent(fields);
  const documents = readArray(fields, "markets") ?? [];
  if (documents.length > MAX_MARKETS) fields.problems.push(`more than ${MAX_MARKETS} markets`);
  const reason =
    fields.problems.join("; ") || addNames(used, [`event id ${event.id}`, `event slug ${event.slug}`]);
  if (reason !== undefined) return skipEvent(skip("event", document, reason));

  const markets: CatalogMarket[] = [];
  const skipped: Skipped[] = [];
  const left = fields.left.map((why) => skip("event", document, why));
  const unread = listUnreadFields("event", fields);
  let { cleaned } = fields;
  for (const marketDocument of documents) {
    const read = parseMarket(marketDocument, event, used);
    if ("reason" in read) {
      skipped.push(read);
      continue;
    }
    markets.push(read.market);
    left.push(...read.left);
    unread.push(...read.unread);
    cleaned += read.cleaned;
  }
  const flags = computeEventFlags({ listed: event, markets: markets.map((market) => ({ flags: market })) });
  for (const name of ["active", "closed", "archived"] as const)
    if (flags[name] !== event[name])
      left.push(skip("event", document, `${name} ${event[name]}: it follows from the event's markets`));
  return { listing: { event, markets }, skipped, left, unread, cleaned };
}

const MAX_FIELD_NAME = 60;

const listUnreadFields = (what: Skipped["what"], { unread }: Pick<Fields, "unread">): UnreadField[] =>
  [...unread].map(([field, value]) => ({
    what,
    field: shownText(field).slice(0, MAX_FIELD_NAME),
    value: shownText(value).slice(0, MAX_FIELD_NAME),
  }));

const NO_EVENT =
  'a market without its event: expected the document of an event with its markets, or of a market with "events"';

const skipEvent = (skipped: Skipped): ParsedEvent => ({
  skipped: [skipped],
  left: [],
  unread: [],
  cleaned: 0,
});

type ParsedMarket = { readonly market: CatalogMarket } & Pick<ParsedEvent, "left" | "unread" | "cleaned">;

function parseMarket(document: unknown, event: CatalogEvent, used: UsedNames): ParsedMarket | Skipped {
  if (!isJson(document)) return { what: "market", id: "", reason: "not an object" };
  const read = readMarket(document);
  if (read.kind === "problems") return skip("market", document, read.problems.join("; "));
  const market = withEventId(read.market, event);
  const reason = addNames(used, [
    `market id ${market.id}`,
    `market slug ${market.slug}`,
    `condition id ${market.conditionId}`,
    ...market.tokenIds.map((tokenId) => `token id ${tokenId}`),
  ]);
  if (reason !== undefined) return skip("market", document, reason);
  const left = read.left.map((why) => skip("market", document, why));
  return { market, left, unread: listUnreadFields("market", read), cleaned: read.cleaned };
}

/** Gives a market without a negative-risk id the id of its event. */
function withEventId(market: CatalogMarket, { negativeRiskMarketId }: CatalogEvent): CatalogMarket {
  const known = !market.negativeRisk || market.negativeRiskMarketId !== undefined;
  return known || negativeRiskMarketId === undefined ? market : { ...market, negativeRiskMarketId };
}

/** Adds all names; if one is in use, adds none and returns the reason. */
function addNames(used: UsedNames, names: readonly string[]): string | undefined {
  const duplicate = names.find((name) => used.has(name));
  if (duplicate !== undefined) return `${duplicate} is listed already`;
  for (const name of names) used.add(name);
  return undefined;
}

/** Describes a skipped event or market by the document's id and slug, each as one short printable line. */
function skip(what: Skipped["what"], document: Json, reason: string): Skipped {
  const { id, slug } = document;
  return {
    what,
    id: typeof id === "string" || typeof id === "number" ? printable(String(id)) : "",
    ...(typeof slug === "string" && slug !== "" ? { slug: printable(slug) } : {}),
    reason,
  };
}

const printable = (text: string): string => text.slice(0, LIMITS.slug).replace(/\p{C}/gu, "?");

function readEvent(fields: Fields): CatalogEvent {
  const slug = readSlug(fields);
  const enablesNegativeRisk = readFlag(fields, "enableNegRisk", false);
  const negativeRisk = readFlag(fields, "negRisk", enablesNegativeRisk);
  if (enablesNegativeRisk && !negativeRisk) fields.left.push("enableNegRisk true: negRisk is false");
  return {
    id: readId(fields),
    ticker: readOptionalText(fields, "ticker", LIMITS.slug) || slug,
    slug,
    title: readRequiredText(fields, "title", LIMITS.title),
    description: readOptionalText(fields, "description", LIMITS.description, "lines") ?? "",
    active: readFlag(fields, "active", true),
    closed: readFlag(fields, "closed", false),
    archived: readFlag(fields, "archived", false),
    negativeRisk,
    tags: readTagList(fields),
    series: readSeriesList(fields),
    ...omitUndefined({
      resolutionSource: readSource(fields),
      image: readPictureUrl(fields, "image"),
      icon: readPictureUrl(fields, "icon"),
      startDate: readInstant(fields, "startDate"),
      creationDate: readInstant(fields, "creationDate"),
      endDate: readInstant(fields, "endDate"),
      createdAt: readInstant(fields, "createdAt"),
      updatedAt: readInstant(fields, "updatedAt"),
      negativeRiskMarketId: readOptionalHash(fields, "negRiskMarketID"),
      eventMetadata: readMetadata(fields),
    }),
  };
}

// Readers of the tags, the series and the free-form metadata of a Gamma event.

const MAX_ITEMS = 200;
const MAX_METADATA_DEPTH = 16;
const MAX_METADATA_VALUES = 10_000;

const readTagList = (fields: Fields): readonly CatalogTag[] => readItems(fields, "tags", readTag);

const readSeriesList = (fields: Fields): readonly CatalogSeries[] => readItems(fields, "series", readSeries);

/**
 * Reads every object of a list, and adds the objects' problems to the event's. Of two objects with the same id the
 * first is kept.
 */
function readItems<T extends { id: string }>(
  fields: Fields,
  name: string,
  read: (item: Fields) => T,
): readonly T[] {
  const list = readArray(fields, name) ?? [];
  if (list.length > MAX_ITEMS) fields.problems.push(`more than ${MAX_ITEMS} ${name}`);
  const items = new Map<string, T>();
  for (const [index, source] of list.slice(0, MAX_ITEMS).entries()) {
    const item = createFields(isJson(source) ? source : {});
    const value = read(item);
    addInner(fields, name, item, `${name}[${index}]: `);
    if (!items.has(value.id)) items.set(value.id, value);
  }
  return [...items.values()];
}

function readTag(fields: Fields): CatalogTag {
  const slug = readSlug(fields);
  const translated = fields.source["requiresTranslation"] ?? undefined;
  return {
    id: readId(fields),
    label: readOptionalText(fields, "label", LIMITS.label) || slug,
    slug,
    ...omitUndefined({
      createdAt: readInstant(fields, "createdAt"),
      updatedAt: readInstant(fields, "updatedAt"),
      requiresTranslation:
        translated === undefined ? undefined : readFlag(fields, "requiresTranslation", false),
    }),
  };
}

function readSeries(fields: Fields): CatalogSeries {
  const slug = readSlug(fields);
  return {
    id: readId(fields),
    ticker: readOptionalText(fields, "ticker", LIMITS.slug) || slug,
    slug,
    title: readOptionalText(fields, "title", LIMITS.title) || slug,
    seriesType: readOptionalText(fields, "seriesType", LIMITS.label) ?? "single",
    recurrence: readOptionalText(fields, "recurrence", LIMITS.label) ?? "",
    image: readPictureUrl(fields, "image") ?? "",
    icon: readPictureUrl(fields, "icon") ?? "",
    active: readFlag(fields, "active", true),
    closed: readFlag(fields, "closed", false),
    archived: readFlag(fields, "archived", false),
    ...omitUndefined({
      createdAt: readInstant(fields, "createdAt"),
      updatedAt: readInstant(fields, "updatedAt"),
    }),
  };
}

/**
 * Reads free-form metadata without hidden characters. Adds a problem for a value that is no object, too deep, or has a
 * text that cannot be stored.
 */
export function readMetadata(fields: Fields): Json | undefined {
  const given = fields.source["eventMetadata"] ?? "";
  if (given === "") return undefined;
  const metadata = typeof given === "string" ? parseLooseJson(given) : given;
  const problem = isJson(metadata) ? findMetadataProblem(metadata) : "is not an object";
  if (problem !== undefined) fields.problems.push(`eventMetadata ${problem}`);
  return problem === undefined && isJson(metadata) ? cleanObject(fields, metadata) : undefined;
}

/** Removes hidden characters from nested texts and keys; the nesting depth was checked before. */
const cleanObject = (fields: Fields, value: Json): Json =>
  Object.fromEntries(
    Object.entries(value).map(([name, item]) => [cleanText(fields, name, "line"), cleanValue(fields, item)]),
  );

function cleanValue(fields: Fields, value: unknown): unknown {
  if (typeof value === "string") return cleanText(fields, value, "lines");
  if (Array.isArray(value)) return value.map((item) => cleanValue(fields, item));
  return isJson(value) ? cleanObject(fields, value) : value;
}

/**
 * Finds a reason not to store the metadata. Walks the values level by level, so that no nesting depth exhausts the
 * stack.
 */
function findMetadataProblem(metadata: Json): string | undefined {
  let level: unknown[] = [metadata];
  let count = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    count += level.length;
    if (depth > MAX_METADATA_DEPTH || count > MAX_METADATA_VALUES) return "is too large or too deep";
    for (const value of level) {
      const problem = typeof value === "string" ? findTextProblem(value, LIMITS.description) : undefined;
      if (problem !== undefined) return problem;
    }
    level = level.flatMap(listChildren);
  }
  return undefined;
}

/** Lists the values inside a value; the keys of an object count as texts. */
function listChildren(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  return isJson(value) ? [...Object.keys(value), ...Object.values(value)] : [];
}
