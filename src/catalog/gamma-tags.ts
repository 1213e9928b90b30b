/** Readers of the tags, the series and the free-form metadata of a Gamma event. */
import type { CatalogSeries, CatalogTag } from "../core/catalog.ts";
import {
  addInner,
  cleanText,
  defined,
  fieldsOf,
  flag,
  idOf,
  instant,
  isJson,
  LIMITS,
  listOf,
  optionalText,
  parsedJson,
  pictureOf,
  slugOf,
  textProblem,
} from "./gamma-fields.ts";
import type { Fields, Json } from "./gamma-fields.ts";

const MAX_ITEMS = 200;
const MAX_METADATA_DEPTH = 16;
const MAX_METADATA_VALUES = 10_000;

export const tagsOf = (fields: Fields): readonly CatalogTag[] => itemsOf(fields, "tags", readTag);

export const seriesOf = (fields: Fields): readonly CatalogSeries[] => itemsOf(fields, "series", readSeries);

/** Reads every object of a list and adds its problems to the event's. Of two objects with the same id the first wins. */
function itemsOf<T extends { id: string }>(
  fields: Fields,
  name: string,
  read: (item: Fields) => T,
): readonly T[] {
  const list = listOf(fields, name) ?? [];
  if (list.length > MAX_ITEMS) fields.problems.push(`more than ${MAX_ITEMS} ${name}`);
  const items = new Map<string, T>();
  for (const [index, source] of list.slice(0, MAX_ITEMS).entries()) {
    const item = fieldsOf(isJson(source) ? source : {});
    const value = read(item);
    addInner(fields, name, item, `${name}[${index}]: `);
    if (!items.has(value.id)) items.set(value.id, value);
  }
  return [...items.values()];
}

function readTag(fields: Fields): CatalogTag {
  const slug = slugOf(fields);
  const translated = fields.source["requiresTranslation"] ?? undefined;
  return {
    id: idOf(fields),
    label: optionalText(fields, "label", LIMITS.label) || slug,
    slug,
    ...defined({
      createdAt: instant(fields, "createdAt"),
      updatedAt: instant(fields, "updatedAt"),
      requiresTranslation: translated === undefined ? undefined : flag(fields, "requiresTranslation", false),
    }),
  };
}

function readSeries(fields: Fields): CatalogSeries {
  const slug = slugOf(fields);
  return {
    id: idOf(fields),
    ticker: optionalText(fields, "ticker", LIMITS.slug) || slug,
    slug,
    title: optionalText(fields, "title", LIMITS.title) || slug,
    seriesType: optionalText(fields, "seriesType", LIMITS.label) ?? "single",
    recurrence: optionalText(fields, "recurrence", LIMITS.label) ?? "",
    image: pictureOf(fields, "image") ?? "",
    icon: pictureOf(fields, "icon") ?? "",
    active: flag(fields, "active", true),
    closed: flag(fields, "closed", false),
    archived: flag(fields, "archived", false),
    ...defined({ createdAt: instant(fields, "createdAt"), updatedAt: instant(fields, "updatedAt") }),
  };
}

/** Reads free-form metadata without hidden characters; it is stored only if every text in it can be stored. */
export function metadataOf(fields: Fields): Json | undefined {
  const given = fields.source["eventMetadata"] ?? "";
  if (given === "") return undefined;
  const metadata = typeof given === "string" ? parsedJson(given) : given;
  const problem = isJson(metadata) ? metadataProblem(metadata) : "is not an object";
  if (problem !== undefined) fields.problems.push(`eventMetadata ${problem}`);
  return problem === undefined && isJson(metadata) ? cleanObject(fields, metadata) : undefined;
}

/** Cleans the nested texts and keys; the nesting depth was checked before. */
const cleanObject = (fields: Fields, value: Json): Json =>
  Object.fromEntries(
    Object.entries(value).map(([name, item]) => [cleanText(fields, name, "line"), cleanValue(fields, item)]),
  );

function cleanValue(fields: Fields, value: unknown): unknown {
  if (typeof value === "string") return cleanText(fields, value, "lines");
  if (Array.isArray(value)) return value.map((item) => cleanValue(fields, item));
  return isJson(value) ? cleanObject(fields, value) : value;
}

/** Checks the values level by level, so that no nesting depth can exhaust the stack. */
function metadataProblem(metadata: Json): string | undefined {
  let level: unknown[] = [metadata];
  let count = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    count += level.length;
    if (depth > MAX_METADATA_DEPTH || count > MAX_METADATA_VALUES) return "is too large or too deep";
    for (const value of level) {
      const problem = typeof value === "string" ? textProblem(value, LIMITS.description) : undefined;
      if (problem !== undefined) return problem;
    }
    level = level.flatMap(childrenOf);
  }
  return undefined;
}

/** Lists the values inside a value; the keys of an object count as texts. */
function childrenOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  return isJson(value) ? [...Object.keys(value), ...Object.values(value)] : [];
}
