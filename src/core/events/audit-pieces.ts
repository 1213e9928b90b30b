/** Entries of the audit log as pieces ready for display: words, amounts and times to format, and names to link. */
import { findValue, listAuditChanges } from "./audit-actions.ts";
import type {
  AuditRecord,
  AuditField,
  AuditReference,
  AuditSentences,
  AuditValue,
  AuditWords,
} from "./audit-actions.ts";
import { decimalText } from "../units.ts";

// Templates for sentences of the audit log. "{amount}" inserts a detail or the subject, "{uses:use|uses}" a number with its
// noun. A part in brackets is left out unless all values that it names exist. In it, "{open?}" requires a detail without
// inserting it, and "{open!}" requires its absence.

/** A piece of a sentence: words, or a value that is not formatted yet. */
type AuditPart = string | AuditValue;

/** Puts an entry into a sentence of a language. An action that this release does not know is given unchanged. */
function describeAuditRecord(entry: AuditRecord, sentences: AuditSentences): readonly AuditPart[] {
  const sentence = Object.entries(sentences).find(([action]) => action === entry.action)?.[1];
  if (sentence === undefined)
    return [{ kind: "code", value: entry.action }, ": ", { kind: "text", value: entry.subject }];
  return sentence
    .split(/(\[[^\]]*\])/)
    .flatMap((part) =>
      part.startsWith("[") ? optionalParts(entry, part.slice(1, -1)) : toSentenceParts(entry, part),
    );
}

const NAMED = /\{(\w+)([?!]|:[^}]*)?\}/g;

const isThere = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== null && value !== "" && value !== false;

function optionalParts(entry: AuditRecord, part: string): readonly AuditPart[] {
  const named = [...part.matchAll(NAMED)];
  const isShown = named.every(
    ([, name = "", form]) => isThere(findValue(entry, name).value) === (form !== "!"),
  );
  return isShown ? toSentenceParts(entry, part) : [];
}

function toSentenceParts(entry: AuditRecord, part: string): readonly AuditPart[] {
  const parts: AuditPart[] = [];
  let end = 0;
  for (const { index, 0: found, 1: name = "", 2: form = "" } of part.matchAll(NAMED)) {
    parts.push(part.slice(end, index));
    if (form !== "?" && form !== "!") parts.push(...valueParts(findValue(entry, name), form));
    end = index + found.length;
  }
  return [...parts, part.slice(end)].filter((one) => one !== "");
}

function valueParts(found: AuditValue, form: string): readonly AuditPart[] {
  if (!form.startsWith(":")) return [found];
  const [one = "", many = one] = form.slice(1).split("|");
  return [found, ` ${found.value === 1 ? one : many}`];
}

/** A market, event or account with its current name. */
type AuditSubjectName = AuditReference & {
  readonly name: string;
  readonly slug: string | null;
  readonly outcomes: readonly string[] | null;
};

type NamedAuditRecord = AuditRecord & { readonly names: readonly AuditSubjectName[] };

/** A piece of an entry. A reference has no name if its subject does not exist. */
export type AuditPiece =
  | { readonly kind: "text" | "code" | "money" | "price" | "time" | "count"; readonly text: string }
  | (AuditReference & { readonly named: AuditSubjectName | undefined });

type DescriptionContext = { readonly entry: NamedAuditRecord; readonly words: AuditWords };

export function sentencePieces(entry: NamedAuditRecord, words: AuditWords): readonly AuditPiece[] {
  return describeAuditRecord(entry, words.sentences).flatMap((part) =>
    typeof part === "string" ? [textPiece(part)] : toPieces(part, { entry, words }),
  );
}

export type ChangedPieces = {
  /** Name of the field in the reader's language. */
  readonly field: string;
  readonly from: readonly AuditPiece[];
  readonly to: readonly AuditPiece[];
};

/** Lists the changed fields with their values before and after. */
export const changePieces = (entry: NamedAuditRecord, words: AuditWords): readonly ChangedPieces[] =>
  listAuditChanges(entry).map(({ field, from, to }) => ({
    field: nameField(entry, field, words),
    from: toPieces(from, { entry, words }),
    to: toPieces(to, { entry, words }),
  }));

function nameField({ action }: AuditRecord, field: string, words: AuditWords): string {
  // The description of a market or an event is its rules.
  if (action === "change-webhook" && field === "description") return words.fields.webhookDescription;
  return isField(field, words) ? words.fields[field] : field;
}

const isField = (field: string, { fields }: AuditWords): field is AuditField => Object.hasOwn(fields, field);

const textPiece = (text: string): AuditPiece => ({ kind: "text", text });

function toPieces({ kind, value }: AuditValue, telling: DescriptionContext): readonly AuditPiece[] {
  const { words } = telling;
  if (kind === "payout") return [textPiece(payoutText(value, telling))];
  if (kind === "fees") return [textPiece(feesText(value, words))];
  if (Array.isArray(value) && value.length > 0)
    return value.flatMap((one: unknown, index) => [
      ...(index === 0 ? [] : [textPiece(", ")]),
      ...toPieces({ kind, value: one }, telling),
    ]);
  if (value === null || value === undefined || value === "" || Array.isArray(value))
    return [textPiece(words.none)];
  if (value === "*") return [textPiece(words.allEvents)];
  if (typeof value === "boolean") return [textPiece(value ? words.yes : words.no)];
  if (typeof value === "object") return [{ kind: "code", text: JSON.stringify(value) }];
  return [scalarPiece(kind, String(value), telling)];
}

function scalarPiece(kind: AuditValue["kind"], text: string, { entry }: DescriptionContext): AuditPiece {
  switch (kind) {
    case "market":
    case "event":
    case "account":
      return { kind, id: text, named: findName(entry, { kind, id: text }) };
    case "code":
    case "money":
    case "price":
    case "time":
    case "count":
      return { kind, text };
    default:
      return textPiece(text);
  }
}

/** Finds the name of a reference: for the creation of an event or market its first name, else the current one. */
function findName(
  { names, subject, details }: NamedAuditRecord,
  { kind, id }: AuditReference,
): AuditSubjectName | undefined {
  const named = names.find((one) => one.kind === kind && one.id === id);
  const first = id === subject ? (details.title ?? details.question) : undefined;
  return named && typeof first === "string" ? { ...named, name: first } : named;
}

/** Formats the payout of the subject with the names of its outcomes. */
function payoutText(value: unknown, { entry, words }: DescriptionContext): string {
  if (!Array.isArray(value)) return words.none;
  const [first, second]: readonly unknown[] = value;
  if (first === second) return words.half;
  const outcomes = entry.names.find(({ id }) => id === entry.subject)?.outcomes;
  return words.pays(outcomes?.[first === 0 ? 1 : 0] ?? JSON.stringify(value));
}

/** Formats fees; rates are in 0.0001, as in the core. */
function feesText(value: unknown, words: AuditWords): string {
  if (typeof value !== "object" || value === null || !("rate" in value)) return words.none;
  const exponent = "exponent" in value ? String(value.exponent) : "1";
  const rate = typeof value.rate === "number" ? decimalText(BigInt(value.rate), 4) : String(value.rate);
  const makersToo = "takerOnly" in value && value.takerOnly === false;
  return `${words.fees(rate, exponent)}, ${makersToo ? words.bothPay : words.takersPay}`;
}
