/**
 * Edits of an event or a market by an operator. Each edit lists new contents, and states the changed fields for the
 * audit log and for traders. Changes of fields that define a bet are marked, since the writer rejects them once the bet
 * is fixed.
 */
import { isDeepStrictEqual } from "node:util";
import { joinFitting } from "../base/short-list.ts";
import { BET_FIELDS, isBetFixed } from "../core/orders/bet.ts";
import type { Rewriting } from "../core/orders/bet.ts";
import type { CatalogEvent, CatalogMarket, CatalogTag, Instant, Listing } from "../core/markets/catalog.ts";
import { isOver } from "../core/markets/lifecycle.ts";
import { priceText, ticks } from "../core/units.ts";
import { isRejection, reject } from "../core/rejection.ts";
import type { Rejection } from "../core/rejection.ts";
import type { Exchange, Market } from "../core/state.ts";
import { findEventContent } from "../store/catalog/created-names.ts";
import { findMarketContent, listMarketContents, withListingLock } from "../store/catalog/stored-listings.ts";
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
  /** Changes of markets that follow from the change of their event. */
  readonly copies: readonly MarketChanges[];
};

type MarketChanges = { readonly conditionId: string; readonly changes: readonly FieldChange[] };

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
    const copies = await planCopies(transaction, editor, { event, content, changes });
    if (isRejection(copies)) return async () => copies;
    const rewrites = [
      { fields: listBetFields("event", changes) },
      ...copies.map(({ listed, ...copy }) => ({
        conditionId: listed.conditionId,
        fields: listBetFields("market", copy.changes),
      })),
    ];
    const listing = { event: content, markets: copies.map(({ listed }) => listed) };
    return () => editor.list({ listing, changes, rewrites, copies });
  });

// Copies: creation fills a market's texts and dates from its event. While they are equal, an edit of the event changes
// both, so that traders never read two versions.

/** Fields of a market by the fields of its event that they copy. */
const COPIED_FIELDS = {
  title: "question",
  description: "description",
  resolutionSource: "resolutionSource",
  startDate: "startDate",
  endDate: "endDate",
} as const satisfies { readonly [Field in keyof CatalogEvent]?: keyof CatalogMarket };

type EventChanges = Pick<Edit, "changes"> & {
  /** The event before its edit. */
  readonly event: CatalogEvent;
  /** The event after its edit. */
  readonly content: CatalogEvent;
};

type PlannedCopy = MarketChanges & { readonly listed: CatalogMarket };

/** Plans the edits of the event's markets that copied what changes. A market that is over, and a bet that is fixed, stay. */
async function planCopies(
  transaction: TransactionSql,
  { exchange, now }: Pick<Editor<unknown>, "exchange" | "now">,
  edit: EventChanges,
): Promise<readonly PlannedCopy[] | Rejection> {
  const copies: PlannedCopy[] = [];
  for (const stored of await listMarketContents(transaction, edit.event.id)) {
    const { conditionId, slug } = stored;
    const market = exchange.marketByCondition.get(conditionId);
    if (market === undefined || isOver(market.status)) continue;
    const copied = pickCopied(stored, edit, isBetFixed(market));
    if (Object.keys(copied).length === 0) continue;
    const planned = await applyEdits<MarketWithFees>(
      { transaction, now },
      readCurrentTerms(stored, market),
      copied,
    );
    if (isRejection(planned)) return reject(planned.code, `${planned.hint}, in market ${slug}`);
    copies.push({ conditionId, changes: planned.changes, listed: toListed(planned.content, now) });
  }
  return copies;
}

function pickCopied(
  market: CatalogMarket,
  { event, content, changes }: EventChanges,
  betFixed: boolean,
): Pick<MarketEdit, (typeof COPIED_FIELDS)[keyof typeof COPIED_FIELDS]> {
  const fixed: readonly string[] = betFixed ? BET_FIELDS.market : [];
  const edited = new Set(changes.map(({ field }) => field));
  const copied = Object.entries(COPIED_FIELDS).filter(
    ([field, copy]) =>
      edited.has(field) &&
      !fixed.includes(copy) &&
      (market[copy] ?? "") === (event[field as keyof typeof COPIED_FIELDS] ?? ""),
  );
  return Object.fromEntries(
    copied.map(([field, copy]) => [copy, content[field as keyof typeof COPIED_FIELDS]]),
  );
}

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
    const stored = readCurrentTerms(found.market, editor.exchange.marketByCondition.get(conditionId));
    const { fees, ...texts } = given;
    const named = { ...texts, ...("fees" in given && { fees: fees ?? undefined }) };
    const edit = await applyEdits<MarketWithFees>({ transaction, now: editor.now }, stored, named);
    if (isRejection(edit)) return async () => edit;
    const { changes } = edit;
    const rewrites = [{ conditionId, fields: listBetFields("market", changes) }];
    const listing = { event: found.event, markets: [toListed(edit.content, editor.now)] };
    return () => editor.list({ listing, changes, rewrites, copies: [] });
  });

/** A market in which absent fees may be a missing field or `undefined`. */
type MarketWithFees = Omit<CatalogMarket, "fees"> & { readonly fees: CatalogMarket["fees"] | undefined };

/** Adds the fees and price step of the market, which may have changed since the content was listed. */
const readCurrentTerms = (
  content: CatalogMarket,
  market: Pick<Market, "fees" | "tick"> | undefined,
): MarketWithFees => ({ ...content, fees: market?.fees, tick: market?.tick ?? content.tick });

function toListed({ fees, ...content }: MarketWithFees, now: Instant): CatalogMarket {
  return { ...content, updatedAt: now, ...(fees !== undefined && { fees }) };
}

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
