/** An operation on a reference page: its sentence, its fields, its refusals and its example. */
import { codeSpan, fence, paragraphs, prose, sentence, table } from "./markdown.ts";
import type { Example, Operation, Parameter, Response, Route } from "./openapi.ts";
import { choicesOf, linkTo, meaningOf, nameOf, rowsOf, typeOf } from "./schema.ts";
import type { Row, Schema } from "./schema.ts";

/** What the operations of a page share. */
export type Shared = {
  readonly responses: Readonly<Record<string, Response>>;
  /** Responses that many operations have, with their statuses: they stand on the interface's page. */
  readonly common: ReadonlyMap<string, string>;
  /** Link to the common responses. */
  readonly commonLink: string;
  readonly examples: Readonly<Record<string, Example>>;
};

/** Writes an operation as a section with a heading of this level. */
export function operationSection({ method, path, operation }: Route, level: number, shared: Shared): string {
  return paragraphs([
    `${"#".repeat(level)} ${codeSpan(`${method} ${path}`)}`,
    sentence(prose(operation.summary)),
    operation.description === undefined ? "" : sentence(prose(operation.description)),
    accessOf(operation),
    parameters(operation.parameters ?? []),
    body(operation),
    answer(operation.responses),
    refusals(operation.responses, shared),
    example(shared.examples[operation.operationId]),
  ]);
}

/** Credentials by the headers that prove them, the first match. */
const CREDENTIALS: readonly (readonly [header: string, name: string])[] = [
  ["BUILDER_API_KEY", "a builder's key"],
  ["READONLY_API_KEY", "a read-only key"],
  ["_API_KEY", "an API key"],
  ["_SIGNATURE", "the wallet's signature"],
  ["operatorToken", "an operator's token"],
];

function accessOf({ security }: Operation): string {
  const ways = security.map((headers) => {
    const names = Object.keys(headers);
    const both =
      names.some((name) => name.includes("BUILDER")) && names.some((name) => name.startsWith("SVC_API_KEY"));
    if (both) return "an API key and a builder's key";
    return (
      CREDENTIALS.find(([header]) => names.some((name) => name.includes(header)))?.[1] ?? "no credentials"
    );
  });
  return ways.length === 0 ? "" : `Credentials: ${[...new Set(ways)].join(", or ")}.`;
}

const rowCells = ({ name, type, meaning }: Row): readonly string[] => [codeSpan(name), type, meaning];

export const fieldTable = (rows: readonly Row[]): string =>
  table(["Field", "Type", "Meaning"], rows.map(rowCells));

/** Header that every operation takes which is carried out once. */
const REPEATABLE = "Idempotency-Key";
/** Header of a cached answer. */
const CACHED = "If-None-Match";

function parameters(all: readonly Parameter[]): string {
  const rows = all
    .filter(({ name }) => name !== CACHED && name !== REPEATABLE)
    .map(({ name, in: place, required = false, description, schema }) => [
      codeSpan(name),
      place,
      `${typeOf(schema)}${required && place !== "path" ? ", required" : ""}`,
      [prose(description), meaningOf({ ...schema, description: "" })]
        .filter((text) => text !== "")
        .join(". "),
    ]);
  const headers = all
    .filter(({ name }) => name === CACHED || name === REPEATABLE)
    .map(({ name }) => codeSpan(name));
  return paragraphs([
    table(["Parameter", "In", "Type", "Meaning"], rows),
    headers.length === 0 ? "" : `It takes the header ${headers.join(" and ")}.`,
  ]);
}

/** The table of a schema's fields, or a sentence about a value without fields. */
export function fieldsOf(schema: Schema, subject: string): string {
  if (schema.$ref !== undefined) return `${subject}: ${linkTo(nameOf(schema))}.`;
  const choices = choicesOf(schema);
  if (choices.length > 1)
    return paragraphs(choices.map((choice, at) => fieldsOf(choice, at === 0 ? subject : `${subject}, or`)));
  const only = choices[0] ?? schema;
  const items = typeof only.items === "object" ? only.items : undefined;
  const rows = rowsOf(items ?? only, items === undefined ? "" : "[].");
  const meaning = meaningOf({ ...only, properties: {} });
  const note = meaning === "" ? "" : ` ${sentence(meaning)}`;
  if (rows.length === 0) return `${subject}: ${typeOf(only)}.${note}`;
  const begin = items === undefined ? `${subject}:${note}` : `${subject}: ${typeOf(only)}.${note}`;
  return paragraphs([begin, fieldTable(rows)]);
}

function body({ requestBody }: Operation): string {
  const [content] = Object.values(requestBody?.content ?? {});
  return content === undefined ? "" : fieldsOf(content.schema, "Body");
}

function answer({ 200: success }: Operation["responses"]): string {
  const [content] = Object.entries(success?.content ?? {});
  if (content === undefined) return "";
  const [type, { schema }] = content;
  if (JSON.stringify(schema) === '{"not":{}}') return "There is no success.";
  const subject = type === "application/json" ? "Answer" : `Answer, as ${codeSpan(type)}`;
  return fieldsOf(schema, subject);
}

type RefusalRow = { readonly status: string; readonly code: string; readonly meaning: string };

/** Lines of a response's description: each a code and its meaning, or a meaning alone. */
export const refusalRows = (status: string, { description = "" }: Response): readonly RefusalRow[] =>
  description
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const text = line.replace(/^- /, "");
      const [, code = "", meaning = text] = /^`(\w+)`: (.+)$/.exec(text) ?? [];
      return { status, code, meaning: prose(meaning) };
    });

export const refusalTable = (rows: readonly RefusalRow[]): string =>
  rows.some(({ code }) => code !== "")
    ? table(
        ["Status", "Refusal", "Meaning"],
        rows.map(({ status, code, meaning }) => [status, code === "" ? "" : codeSpan(code), meaning]),
      )
    : table(
        ["Status", "Meaning"],
        rows.map(({ status, meaning }) => [status, meaning]),
      );

function refusals(
  responses: Operation["responses"],
  { responses: named, common, commonLink }: Shared,
): string {
  const all = Object.entries(responses).filter(([status]) => status !== "200");
  const own = all.filter(([, response]) => !common.has(nameOf(response)));
  const shared = all.filter(([, response]) => common.has(nameOf(response))).map(([status]) => status);
  return paragraphs([
    refusalTable(
      own.flatMap(([status, response]) => refusalRows(status, named[nameOf(response)] ?? response)),
    ),
    shared.length === 0
      ? ""
      : `It can also answer ${listed(shared)}, as [most operations](${commonLink}) can.`,
  ]);
}

const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;

function example(one: Example | undefined): string {
  if (one === undefined) return "";
  if ("reason" in one) return `There is no captured example. ${one.reason}`;
  const text = (value: unknown): string =>
    typeof value === "string" && value.includes("\n")
      ? fence("text", value)
      : fence("json", JSON.stringify(value, undefined, 2));
  return paragraphs([
    "Example:",
    fence("http", `${one.method} ${one.path}`),
    one.body === undefined ? "" : text(one.body),
    one.status === 200 ? "" : `Status ${one.status}:`,
    text(one.answer),
  ]);
}
