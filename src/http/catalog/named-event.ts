/** The event that a path names: by its number or slug, or as the event of a market by that one's slug or ids. */
import { Type } from "typebox";
import type { Context } from "../../context.ts";
import { findEvent } from "../../store/catalog/catalog-events.ts";
import { findMarket } from "../../store/catalog/catalog-markets.ts";
import type { EventRecord } from "../../store/catalog/catalog-records.ts";
import type { Dialect } from "../dialects/dialect.ts";
import type { Refused } from "../refusal-form.ts";
import { marketKey } from "./market-id.ts";
import { rowId } from "./parameters.ts";
import { notFoundBy } from "./refusal.ts";
import type { CatalogRead } from "./scope.ts";

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
  const id = dialect === "polymarket" || !isNumber(name) ? undefined : rowId(name);
  const market = id === undefined ? undefined : await findMarket(reading.sql, { id }, reading);
  return notFoundBy("id", market && `${name} is the number of a market, whose event is ${market.eventId}`);
}

const isNumber = (text: string): boolean => /^-?\d+$/.test(text);
