/** Lookup of events and markets by any of their names: id, slug or condition. */
import { parseCondition } from "../../../core/markets/market-version.ts";
import { Type } from "typebox";
import type { TObject, TString } from "typebox";
import { LISTED_SLUG_PATTERN } from "../../../listings/slug.ts";
import type { Context } from "../../../context.ts";
import { findEvent } from "../../../store/catalog/catalog-events.ts";
import { findMarket } from "../../../store/catalog/catalog-markets.ts";
import type { EventRecord } from "../../../store/catalog/catalog-records.ts";
import { DIFFERENCES } from "../../dialects/dialect-differences.ts";
import type { Dialect } from "../../dialects/dialect.ts";
import { CONDITION_PATTERN, TOKEN_PATTERN, otherForm, otherId } from "../../operation/id-patterns.ts";
import type { Endpoint } from "../../operation/endpoint.ts";
import type { ErrorResponse } from "../../operation/error-format.ts";
import { clip } from "../../operation/validation-fault.ts";
import { NumericId, Slug, rowId } from "../parameters.ts";
import { badParameter, notFoundBy } from "../refusal.ts";
import type { CatalogRead } from "../scope.ts";

// Names of a market in a path: its number, or another id.

export const MarketId = Type.Object({
  id: Type.String({ description: "Numeric id, condition id in any case, token id or slug" }),
});

type MarketKey = { id: number } | { conditionId: string } | { slug: string };

const SLUG = new RegExp(LISTED_SLUG_PATTERN, "u");

/** Returns the lookup key of a market by the form of its name; `undefined` if no market can have that name. */
export function marketKey({ engine }: Pick<Context, "engine">, text: string): MarketKey | undefined {
  const conditionId = parseCondition(text);
  if (conditionId !== undefined) return { conditionId };
  const token = engine.exchange.tokens.get(text);
  if (token !== undefined) return { conditionId: token.market.conditionId };
  const id = /^\d+$/.test(text) ? rowId(text) : undefined;
  if (id !== undefined) return { id };
  return SLUG.test(text) ? { slug: text } : undefined;
}

// Names of an event in a path: its number or slug, or the slug or an id of one of its markets.

export const EventId = Type.Object({
  id: Type.String({
    description: "Numeric id or slug; or slug, condition id or token id of one of its markets",
  }),
});

/** Finds the event with this slug or number, else the event of the market with this slug, condition or token. */
export async function findEventNamed(
  { engine }: Pick<Context, "engine">,
  name: string,
  reading: CatalogRead,
): Promise<EventRecord | undefined> {
  const { sql } = reading;
  const id = isNumber(name) ? rowId(name) : undefined;
  const own = id === undefined ? undefined : await findEvent(sql, { id }, reading);
  const event = own ?? (await findEvent(sql, { slug: name }, reading));
  if (event !== undefined) return event;
  const key = marketKey({ engine }, name);
  // A market's number does not identify an event, since events have their own numbers.
  if (key === undefined || "id" in key) return undefined;
  const market = await findMarket(sql, key, reading);
  return market === undefined ? undefined : findEvent(sql, { id: Number(market.eventId) }, reading);
}

/** Finds the event that a path with a slug names: the event with this slug, else the event with this number. */
export const findEventOfSlug = async (
  context: Pick<Context, "engine">,
  slug: string,
  reading: CatalogRead,
): Promise<EventRecord | undefined> =>
  (await findEvent(reading.sql, { slug }, reading)) ?? findEventNamed(context, slug, reading);

/**
 * Refuses a name that no event has. The reason says if the name is a market's number, except in Polymarket's dialect,
 * whose clients know only the bare text.
 */
export async function noEvent(name: string, dialect: Dialect, reading: CatalogRead): Promise<ErrorResponse> {
  const id =
    DIFFERENCES.otherKindReasons.does[dialect] === "none" || !isNumber(name) ? undefined : rowId(name);
  const market = id === undefined ? undefined : await findMarket(reading.sql, { id }, reading);
  return notFoundBy("id", market && `${name} is the number of a market, whose event is ${market.eventId}`);
}

const isNumber = (text: string): boolean => /^-?\d+$/.test(text);

// Reads of one record: two operations, by id and by slug, that differ in the key alone.

type RecordKey = { readonly id: number } | { readonly slug: string };

type RecordName = {
  readonly name: "id" | "slug";
  /** Last part of the operation's path. */
  readonly path: string;
  readonly params: TObject<Record<string, TString>>;
  readonly keyOf: (params: Readonly<Record<string, string>>) => RecordKey | undefined;
};

const BY_ID: RecordName = {
  name: "id",
  path: ":id",
  params: NumericId,
  keyOf({ id: text = "" }) {
    const id = rowId(text);
    return id === undefined ? undefined : { id };
  },
};

const BY_SLUG: RecordName = {
  name: "slug",
  path: "slug/:slug",
  params: Slug,
  keyOf: ({ slug = "" }) => ({ slug }),
};

/** Describes the operation twice: by id and by slug. */
export const byEachName = (describe: (by: RecordName) => Endpoint) => ({
  id: describe(BY_ID),
  slug: describe(BY_SLUG),
});

// Detection of ids of a wrong kind in list filters. The form alone decides, so an id that no record has is refused as
// well.

type Expected = { readonly noun: string; readonly because: (given: string) => string | undefined };

const CONDITION: Expected = {
  noun: "a condition id",
  because: (given) => otherId(CONDITION_PATTERN, given),
};
const TOKEN: Expected = { noun: "a token id", because: (given) => otherId(TOKEN_PATTERN, given) };
const QUESTION: Expected = { noun: "a question id", because: otherForm };
const SLUG_FORM: Expected = { noun: "a slug", because: (given) => otherForm(given, "slug") };

const EXPECTED: Readonly<Record<string, Expected>> = {
  conditionId: CONDITION,
  condition_id: CONDITION,
  condition_ids: CONDITION,
  clob_token_ids: TOKEN,
  question_ids: QUESTION,
  slug: SLUG_FORM,
  event_slug: SLUG_FORM,
  eventSlug: SLUG_FORM,
  series_slug: SLUG_FORM,
  tag_slug: SLUG_FORM,
  tag: SLUG_FORM,
};

/** Maximum length of an id repeated in an answer: the maximum digits of a token id. */
const MAX_SHOWN = 78;

/**
 * Refuses the first parameter with an id of a wrong kind, in dialects that do so, and names the expected and the given
 * kind.
 */
export function rejectOtherKind(query: object, dialect: Dialect): ErrorResponse | undefined {
  if (DIFFERENCES.otherKindInList.does[dialect] === "left-out") return undefined;
  for (const [name, value] of Object.entries(query)) {
    const because = firstOtherKind(EXPECTED[name], Array.isArray(value) ? value : [value]);
    if (because !== undefined) return badParameter(name, dialect, because);
  }
  return undefined;
}

function firstOtherKind(expected: Expected | undefined, given: readonly unknown[]): string | undefined {
  if (expected === undefined) return undefined;
  for (const id of given) {
    const why = typeof id === "string" ? expected.because(id) : undefined;
    if (why !== undefined) return `expected ${expected.noun}, got ${clip(String(id), MAX_SHOWN)}; ${why}`;
  }
  return undefined;
}
