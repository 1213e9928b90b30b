/** Variants of a body that people sign instead of its bytes: the same value serialised in another way, or nothing. */
import type { Finding } from "./check.ts";
import type { Slip } from "./slip.ts";

const SEND_WHAT_IS_SIGNED = "serialise it once, sign these bytes and send the same";

export function bodySlips(body: Uint8Array): Slip[] {
  const text = Buffer.from(body).toString("utf8");
  const variants = new Map<string, Finding>();
  const add = (mistake: Finding["mistake"], hint: string, signed: string): void => {
    if (signed !== text && !variants.has(signed)) variants.set(signed, { mistake, hint });
  };
  if (text !== "") add("body_not_signed", "the body was not signed; it comes last in the message", "");
  for (const nothing of ["{}", "null", "undefined", "[]", '""', "None"])
    add("body_not_signed", `${nothing} was signed as the body, and is not what was sent`, nothing);
  const trimmed = `the blanks around the body differ from what was signed; ${SEND_WHAT_IS_SIGNED}`;
  for (const signed of [text.trim(), `${text}\n`, `${text}\r\n`])
    add("body_serialised_again", trimmed, signed);
  const value = parsed(text);
  if (value !== undefined)
    for (const { form, signed } of formsOf(value))
      add("body_serialised_again", `the body was signed ${form}; ${SEND_WHAT_IS_SIGNED}`, signed);
  for (const [name, part] of partsOf(value))
    add(
      "body_not_signed",
      `only "${name}" of the body was signed; sign the whole of it`,
      JSON.stringify(part),
    );
  return [...variants].map(([signed, finding]) => ({ finding, change: { body: Buffer.from(signed) } }));
}

/** Lists the objects that are fields of an object. */
const partsOf = (value: unknown): [string, object][] =>
  typeof value !== "object" || value === null || Array.isArray(value)
    ? []
    : Object.entries(value).filter(([, part]) => typeof part === "object" && part !== null);

/** Maximum opening brackets, and so levels, of a body that is serialised again. */
const MAX_BRACKETS = 500;

function parsed(text: string): unknown {
  if (text.length - text.replaceAll(/[[{]/g, "").length > MAX_BRACKETS) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

type Form = { readonly form: string; readonly signed: string };

function formsOf(value: unknown): Form[] {
  const orders = [
    { value, how: "" },
    { value: sorted(value), how: " with its names sorted" },
  ];
  return orders.flatMap(({ value: given, how }) =>
    writeForms(given).flatMap(({ form, signed }) => [
      { form: form + how, signed },
      { form: `${form}${how} and in ASCII`, signed: inAscii(signed) },
    ]),
  );
}

const writeForms = (value: unknown): Form[] => [
  { form: "without blanks", signed: JSON.stringify(value) },
  { form: "with blanks after commas and colons", signed: spaced(value, '"') },
  { form: "indented by 2", signed: JSON.stringify(value, undefined, 2) },
  { form: "indented by 4", signed: JSON.stringify(value, undefined, 4) },
  { form: "indented with tabs", signed: JSON.stringify(value, undefined, "\t") },
  { form: "as text within JSON", signed: JSON.stringify(JSON.stringify(value)) },
  { form: "with single quotes", signed: spaced(value, "'") },
  { form: "with single quotes", signed: JSON.stringify(value).replaceAll('"', "'") },
];

/** Writes JSON as Python does, or with single quotes its dictionary. */
function spaced(value: unknown, quote: '"' | "'"): string {
  if (Array.isArray(value)) return `[${value.map((item) => spaced(item, quote)).join(", ")}]`;
  if (typeof value === "object" && value !== null) {
    const items = Object.entries(value).map(
      ([name, item]) => `${spaced(name, quote)}: ${spaced(item, quote)}`,
    );
    return `{${items.join(", ")}}`;
  }
  if (quote === '"') return JSON.stringify(value);
  if (typeof value === "string") return `'${value}'`;
  if (value === null) return "None";
  return typeof value === "boolean" ? (value ? "True" : "False") : JSON.stringify(value);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, item]) => [name, sorted(item)]));
}

const inAscii = (text: string): string =>
  text.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
