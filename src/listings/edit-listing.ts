/**
 * Edits of an event or a market by an operator. Each edit lists new contents, and states the changed fields for the
 * audit log and for traders. Changes of fields that define a bet are marked, since the writer rejects them once the bet
 * is fixed.
 */
import { isDeepStrictEqual } from "node:util";
import { joinFitting } from "../base/short-list.ts";
import { BET_FIELDS } from "../core/orders/bet.ts";
import type { Rewriting } from "../core/orders/bet.ts";
import type { CatalogEvent, CatalogMarket, CatalogTag, Instant, Listing } from "../core/markets/catalog.ts";
import { priceText, ticks } from "../core/units.ts";
import { isRejection, reject } from "../core/rejection.ts";
import type { Rejection } from "../core/rejection.ts";
import type { Exchange } from "../core/state.ts";
import { findEventContent } from "../store/catalog/created-names.ts";
import { findMarketContent, withListingLock } from "../store/catalog/stored-listings.ts";
import { listEditsAfter } from "../store/reads/markets.ts";
import type { SubjectEdit } from "../store/reads/markets.ts";
import type { AnySql, TransactionSql } from "../store/sql/database.ts";
import type { FencedPool } from "../store/sql/fenced-pool.ts";
import { chooseTags } from "./choose-names.ts";
import { instantAt, rejectDates } from "./dates.ts";
import { findUnknownImage } from "./images/change-images.ts";
import { shownValue } from "./import-listings.ts";
import type { FieldChange } from "./import-listings.ts";

export type Edit = {
  readonly listing: Listing;
  readonly changes: readonly FieldChange[];
  /** Changed fields that define a bet. */
  readonly rewrites: readonly Rewriting[];
};

type EventEdit = Partial<
  Pick<
    CatalogEvent,
    "title" | "description" | "image" | "icon" | "startDate" | "endDate" | "resolutionSource"
  >
> & {
  /** Complete new set of tag labels; absent to keep the tags. */
  readonly tags?: readonly string[];
};

type MarketEdit = Partial<
  Pick<
    CatalogMarket,
    | "question"
    | "description"
    | "image"
    | "icon"
    | "startDate"
    | "endDate"
    | "resolutionSource"
    | "groupItemTitle"
    | "tick"
  >
> & {
  /** Fees of later orders; null removes fees, an absent value keeps them. */
  readonly fees?: CatalogMarket["fees"] | null;
};

export type Editor<Listed> = {
  readonly sql: FencedPool;
  readonly exchange: Pick<Exchange, "marketByCondition">;
  readonly now: Instant;
  /**
   * Batch of the state that the operator edits: the edit is rejected after a later edit; `undefined` skips the check.
   */
  readonly unchangedSince?: number | undefined;
  readonly list: (edit: Edit) => Promise<Listed | Rejection>;
};

export const editEvent = <Listed>(
  editor: Editor<Listed>,
  id: string,
  given: EventEdit,
): Promise<Listed | Rejection> =>
  withListingLock(editor.sql, async (transaction) => {
    const event = await findEventContent(transaction, id);
    if (event === undefined) throw new Error(`event ${id} is not there`);
    const changed = await rejectStaleEdit(transaction, id, editor.unchangedSince);
    if (changed !== undefined) return async () => changed;
    const { tags: labels, ...texts } = given;
    const tags = labels && (await chooseTags(transaction, labels, editor.now));
    if (isRejection(tags)) return async () => tags;
    const named = { ...texts, ...(tags !== undefined && !isSameTags(event.tags, tags) && { tags }) };
    const edit = await applyEdits<CatalogEvent>({ transaction, now: editor.now }, event, named);
    if (isRejection(edit)) return async () => edit;
    const { changes } = edit;
    const content = { ...edit.content, updatedAt: editor.now };
    const rewrites = [{ fields: listBetFields("event", changes) }];
    return () => editor.list({ listing: { event: content, markets: [] }, changes, rewrites });
  });

export const editMarket = <Listed>(
  editor: Editor<Listed>,
  conditionId: string,
  given: MarketEdit,
): Promise<Listed | Rejection> =>
  withListingLock(editor.sql, async (transaction) => {
    const found = await findMarketContent(transaction, conditionId);
    if (found === undefined) throw new Error(`market ${conditionId} is not there`);
    const changed = await rejectStaleEdit(transaction, conditionId, editor.unchangedSince);
    if (changed !== undefined) return async () => changed;
    const market = editor.exchange.marketByCondition.get(conditionId);
    // Fees and price step of the market may have changed since the content was listed.
    const stored = { ...found.market, fees: market?.fees, tick: market?.tick ?? found.market.tick };
    const { fees, ...texts } = given;
    const named = { ...texts, ...("fees" in given && { fees: fees ?? undefined }) };
    const edit = await applyEdits<MarketWithFees>({ transaction, now: editor.now }, stored, named);
    if (isRejection(edit)) return async () => edit;
    const { changes } = edit;
    const rewrites = [{ conditionId, fields: listBetFields("market", changes) }];
    const { fees: charged, ...content } = { ...edit.content, updatedAt: editor.now };
    const listed = { ...content, ...(charged !== undefined && { fees: charged }) };
    const listing = { event: found.event, markets: [listed] };
    return () => editor.list({ listing, changes, rewrites });
  });

/** A market in which absent fees may be a missing field or `undefined`. */
type MarketWithFees = Omit<CatalogMarket, "fees"> & { readonly fees: CatalogMarket["fees"] | undefined };

/** Fields of an event or market that are checked before a change. */
type ValidatedFields = {
  readonly image?: string | undefined;
  readonly icon?: string | undefined;
  readonly startDate?: Instant | undefined;
  readonly endDate?: Instant | undefined;
};

/** Applies the given fields to the content, and lists the changes; rejects an edit without changes. */
async function applyEdits<Content extends ValidatedFields>(
  { transaction, now }: { readonly transaction: TransactionSql; readonly now: Instant },
  content: Content,
  given: Partial<Content> & ValidatedFields,
): Promise<{ readonly content: Content; readonly changes: readonly FieldChange[] } | Rejection> {
  const imageRejection = await findUnknownImage(transaction, { image: given.image, icon: given.icon });
  if (imageRejection !== undefined) return imageRejection;
  const changes = listFieldChanges(content, given);
  if (changes.length === 0)
    return reject("invalid_payload", "body: expected a field that differs from what is listed, got none");
  const datedField = (["endDate", "startDate"] as const).find((name) =>
    changes.some(({ field }) => field === name),
  );
  const dateRejection = datedField && rejectDates({ ...content, ...given }, { named: datedField, now });
  if (dateRejection !== undefined) return dateRejection;
  return { content: { ...content, ...given }, changes };
}

/** Lists the changes of `content` by the given fields. */
function listFieldChanges(content: object, given: object): readonly FieldChange[] {
  const before = new Map<string, unknown>(Object.entries(content));
  return Object.entries(given)
    .filter(([field, to]) => !isDeepStrictEqual(before.get(field), to))
    .map(([field, to]) => ({ field, from: shownField(field, before.get(field)), to: shownField(field, to) }));
}

/** Returns the value that the history shows for a field: a price step as a price. */
const shownField = (field: string, value: unknown): unknown =>
  field === "tick" && typeof value === "number" ? priceText(ticks(value)) : shownValue(value);

const isSameTags = (one: readonly CatalogTag[], other: readonly CatalogTag[]): boolean =>
  isDeepStrictEqual(
    one.map(({ id }) => id),
    other.map(({ id }) => id),
  );

/** Picks the changed fields that define the bet. */
function listBetFields(kind: keyof typeof BET_FIELDS, changes: readonly FieldChange[]): readonly string[] {
  const names: readonly string[] = BET_FIELDS[kind];
  return changes.map(({ field }) => field).filter((field) => names.includes(field));
}

// Edits based on a known batch: rejected if somebody edited meanwhile, so that no edit is overwritten unknowingly.

/** Maximum number of edits that a rejection lists. */
const MAX_REPORTED_EDITS = 3;

/** Maximum characters of the edits that a rejection lists. */
const MAX_EDITS_TEXT = 350;

/**
 * Rejects an edit of a subject that was edited after the batch; the rejection lists the latest edits by operator and
 * time.
 */
async function rejectStaleEdit(
  sql: AnySql,
  subject: string,
  batch: number | undefined,
): Promise<Rejection | undefined> {
  if (batch === undefined) return undefined;
  const edits = await listEditsAfter(sql, subject, { batch, limit: MAX_REPORTED_EDITS + 1 });
  if (edits.length === 0) return undefined;
  const editTexts = edits.slice(0, MAX_REPORTED_EDITS).map(editText);
  const { text, left } = joinFitting(editTexts, { separator: "; ", room: MAX_EDITS_TEXT });
  const more = edits.length > MAX_REPORTED_EDITS || left > 0 ? "; and earlier edits" : "";
  return reject("listing_changed", `changed after batch ${batch}: ${text}${more}; read it again`);
}

function editText({ batch, at, operator, details: { changes = [] } }: SubjectEdit): string {
  const fields = changes.map(({ field }) => getRequestName(field)).join(", ");
  return `${fields} by ${operator} at ${instantAt(at)} (batch ${batch})`;
}

/** Returns the name that requests use for a field. */
export const getRequestName = (field: string): string => (field === "groupItemTitle" ? "label" : field);
