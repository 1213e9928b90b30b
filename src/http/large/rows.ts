/**
 * Rows of an answer that are made one by one while it is written: neither their making nor their JSON holds the process
 * for longer than a slice of time.
 */
import { elementAt } from "../../core/element-at.ts";

const ROW = Symbol("row");
const READY = Symbol("ready JSON");

export type Rows = {
  readonly count: number;
  readonly [ROW]: (index: number) => unknown;
};

/** JSON that is kept as bytes and written as they are. */
export type ReadyJson = { readonly [READY]: Buffer };

export const readyJson = (json: Buffer): ReadyJson => ({ [READY]: json });

/** A list for a body: an array of what `show` makes of each item, or of the ready JSON or the promise that it gives. */
export const rowsOf = <T>(items: readonly T[], show: (item: T, index: number) => unknown): Rows => ({
  count: items.length,
  [ROW]: (index) => show(elementAt(items, index), index),
});

/** Text, bytes, or what has to be waited for. */
export type JsonPart = string | Buffer | Promise<unknown>;

/** The JSON of a body, part by part. As `JSON.stringify` it leaves out members that are undefined. */
export function* jsonParts(value: unknown): Generator<JsonPart> {
  if (isRows(value)) yield* listParts(value.count, value[ROW]);
  else if (Array.isArray(value)) yield* listParts(value.length, (index) => value[index]);
  else if (isRecord(value)) yield* recordParts(value);
  else yield JSON.stringify(value) ?? "null";
}

function* listParts(count: number, row: (index: number) => unknown): Generator<JsonPart> {
  yield "[";
  for (let index = 0; index < count; index += 1) {
    if (index > 0) yield ",";
    yield rowPart(row(index));
  }
  yield "]";
}

function* recordParts(record: object): Generator<JsonPart> {
  let before = "{";
  for (const [name, member] of Object.entries(record)) {
    if (member === undefined) continue;
    yield `${before}${JSON.stringify(name)}:`;
    yield* jsonParts(member);
    before = ",";
  }
  yield before === "{" ? "{}" : "}";
}

/** A row is written whole. */
export function rowPart(row: unknown): JsonPart {
  if (row instanceof Promise) return row;
  return isReady(row) ? row[READY] : (JSON.stringify(row) ?? "null");
}

/** Elements of a list that are written at once. */
const SHORT = 50;

/** True for a body, or a member of it, that is written part by part. */
export function isLong(body: unknown): boolean {
  if (isRows(body)) return true;
  if (Array.isArray(body)) return body.length > SHORT;
  return isRecord(body) && Object.values(body).some(isLong);
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
const isRows = (value: unknown): value is Rows => isObject(value) && ROW in value;
const isReady = (value: unknown): value is ReadyJson => isObject(value) && READY in value;
const isRecord = (value: unknown): value is object => isObject(value) && !("toJSON" in value);
