/** Events and markets by whatever names them: an id, a slug, a condition. */
import { Type } from "typebox";
import { LISTED_SLUG_PATTERN } from "../../catalog/slug.ts";
import type { Context } from "../../context.ts";
import { findEvent } from "../../store/catalog/catalog-events.ts";
import { findMarket } from "../../store/catalog/catalog-markets.ts";
import type { EventRecord } from "../../store/catalog/catalog-records.ts";
import { DIFFERENCES } from "../dialects/dialect-differences.ts";
import type { Dialect } from "../dialects/dialect.ts";
import { CONDITION_PATTERN, TOKEN_PATTERN, otherForm, otherId } from "../id-patterns.ts";
import type { Refused } from "../refusal-form.ts";
import { clip } from "../validation-fault.ts";
import { rowId } from "./parameters.ts";
import { badParameter, notFoundBy } from "./refusal.ts";
import type { CatalogRead } from "./scope.ts";

// The id in the path of a market: its number, or another that names it as well.

export const MarketId = Type.Object({
  id: Type.String({ description: "Numeric id, condition id in any case, token id or slug" }),
});

type MarketKey = { id: number } | { conditionId: string } | { slug: string };

const SLUG = new RegExp(LISTED_SLUG_PATTERN, "u");

/** The market that a text names by its form; `undefined` for one that can name none. */
export function marketKey({ engine }: Pick<Context, "engine">, text: string): MarketKey | undefined {
  if (/^0x[0-9a-f]{64}$/i.test(text)) return { conditionId: text.toLowerCase() };
  const token = engine.exchange.tokens.get(text);
  if (token !== undefined) return { conditionId: token.market.conditionId };
  const id = /^\d+$/.test(text) ? rowId(text) : undefined;
  if (id !== undefined) return { id };
  return SLUG.test(text) ? { slug: text } : undefined;
}

// The event that a path names: by its number or slug, or as the event of a market by that one's slug or ids.

export const EventId = Type.Object({
  id: Type.String({
    description: "Numeric id or slug; or slug, condition id or token id of one of its markets",
  }),
});

/** Finds the event with this slug or number, and otherwise that of the market with this slug, condition or token. */
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
  // The number of a market says nothing about events, which have numbers of their own.
  if (key === undefined || "id" in key) return undefined;
  const market = await findMarket(sql, key, reading);
  return market === undefined ? undefined : findEvent(sql, { id: Number(market.eventId) }, reading);
}

/** Finds the event that the path of a slug names: the one with the slug before the one with that number. */
export const findEventOfSlug = async (
  context: Pick<Context, "engine">,
  slug: string,
  reading: CatalogRead,
): Promise<EventRecord | undefined> =>
  (await findEvent(reading.sql, { slug }, reading)) ?? findEventNamed(context, slug, reading);

/** Refuses what names no event. The reason names the number of a market as such; Polymarket's clients know the bare text. */
export async function noEvent(name: string, dialect: Dialect, reading: CatalogRead): Promise<Refused> {
  const id =
    DIFFERENCES.otherKindReasons.does[dialect] === "none" || !isNumber(name) ? undefined : rowId(name);
  const market = id === undefined ? undefined : await findMarket(reading.sql, { id }, reading);
  return notFoundBy("id", market && `${name} is the number of a market, whose event is ${market.eventId}`);
}

const isNumber = (text: string): boolean => /^-?\d+$/.test(text);

// Ids of another kind in the filters of lists. Their form alone tells the kind, so that an id that nothing has is refused
// as one that something has.

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

/** Longest part of an id that is answered; a token id has at most so many digits. */
const MAX_SHOWN = 78;

/** Refuses the first parameter with an id of another kind, where the dialect does so, and names both kinds. */
export function refuseOtherKind(query: object, dialect: Dialect): Refused | undefined {
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
