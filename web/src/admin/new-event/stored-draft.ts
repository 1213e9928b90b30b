/** The form of a new event in progress, kept in the tab's storage until it is saved or emptied. */
import { readAmounts } from "../parts/market/market-terms.ts";
import type { FieldReader } from "../parts/read-form.ts";
import { DRAFT_KEY } from "./drop-draft.ts";
import { EMPTY, createOption } from "./event-draft.ts";
import type { EventDraft } from "./event-draft.ts";
import { buildOptionField } from "./read-event.ts";

export type StoredDraft = {
  /** Id or slug of the event to copy, from the page's address; "" without one. */
  readonly repeated: string;
  readonly draft: EventDraft;
};

export const storeDraft = (kept: StoredDraft): void =>
  sessionStorage.setItem(DRAFT_KEY, JSON.stringify(kept));

export const isDraftStored = (): boolean => sessionStorage.getItem(DRAFT_KEY) !== null;

/** Reads the stored form; `undefined` if there is none, or one of another version. */
export const readStoredDraft = (): StoredDraft | undefined =>
  parseStoredDraft(sessionStorage.getItem(DRAFT_KEY) ?? "");

export function parseStoredDraft(text: string): StoredDraft | undefined {
  try {
    const kept = JSON.parse(text);
    return typeof kept.repeated === "string" && isDraft(kept.draft) ? kept : undefined;
  } catch {
    return undefined;
  }
}

const isDraft = (draft: EventDraft): boolean =>
  hasFieldsOf(draft, EMPTY) &&
  Array.isArray(draft.options) &&
  draft.options.every((option) => hasFieldsOf(option, createOption(0)));

const hasFieldsOf = (one: object, other: object): boolean => {
  const given = new Map<string, unknown>(Object.entries(one));
  return Object.entries(other).every(([name, value]) => typeof given.get(name) === typeof value);
};

/** Reads the contents of the form except the reason. */
export const readDraft = (readField: FieldReader, count: number): EventDraft => ({
  title: readField("title"),
  slug: readField("slug"),
  description: readField("description"),
  resolutionSource: readField("resolutionSource"),
  tags: readField("tags"),
  image: readField("image"),
  exclusive: readField("exclusive") !== "",
  startDate: readField("startDate"),
  endDate: readField("endDate"),
  ...readAmounts(readField),
  rate: readField("rate"),
  exponent: readField("exponent"),
  makersPay: readField("makersPay") !== "",
  protocolV2: readField("protocolV2") !== "",
  pattern: readField("pattern"),
  maximumLoss: readField("maximumLoss"),
  options: Array.from({ length: count }, (_, key) => {
    const readOwnField: FieldReader = (name) => readField(buildOptionField(key, name));
    return {
      key,
      label: readOwnField("label"),
      question: readOwnField("question"),
      slug: readOwnField("slug"),
      image: readOwnField("image"),
      price: readOwnField("price"),
      endDate: readOwnField("endDate"),
    };
  }),
});
