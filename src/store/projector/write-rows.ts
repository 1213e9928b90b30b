/**
 * Writes rows of the read tables. One statement has a clause for each table. A data-modifying clause does not see
 * another's rows, so that every row is written by one clause once. A small flush is this one statement, with the number
 * of its batch. A large one goes in slices, table by table, so that neither building parameters nor writing them blocks
 * for long.
 */
import type { Client } from "pg";
import { collectEnds, splitEnds } from "./projection.ts";
import { hasDecisions, projectDecisions } from "./project-decisions.ts";
import { hasListings, projectListings } from "./project-listings.ts";
import { countRows, WRITE_NAMES, WRITES } from "./table-rows.ts";
import type { CountedEnds, TableRows, WriteName, Cells } from "./table-rows.ts";
import { createTouched } from "./touched.ts";

/** The batches of the tables before and after a flush, with the hash of the second. */
export type Move = { readonly from: number; readonly to: number; readonly hash: Buffer };

/** Rows per statement. */
const SLICE = 2_000;

/** Rows by their write. */
export type Slice = { readonly [Name in WriteName]?: readonly Cells[] };

/** Builds a statement of all writes. `end` adds the last part, whose first parameter has the next number. */
function statementText(end: (first: number) => string): string {
  let parameter = 1;
  const clauses = WRITE_NAMES.map((name) => {
    const { parameters, sql } = WRITES[name];
    const text = sql(parameter);
    parameter += parameters;
    return `write_${name} as (${text})`;
  });
  return `with ${clauses.join(", ")}${end(parameter)}`;
}

/**
 * Builds the move to the next batch, which divides by zero if the tables are not at `from`, so that the whole statement
 * fails.
 */
const moveSql = (first: number): string =>
  `, moved as (update read_tables set seq = $${first + 1}, hash = $${first + 2} where seq = $${first} returning seq)
  select 1 / count(*) from moved`;
/** Error code of a flush if the tables are not at the batch `from`. */
export const TABLES_ELSEWHERE = "22012";

const sliceStatement = { name: "write-rows", text: statementText(() => " select") };
const lastStatement = { name: "write-rows-and-move", text: statementText(moveSql) };

/** Writes the rows and the number of their last batch in one transaction of this connection. */
export async function flushRows(client: Client, rows: TableRows, move: Move): Promise<void> {
  if (isOneStatement(rows)) return writeLast(client, asOneSlice(rows), move);
  await client.query("begin");
  await writeRows(client, rows);
  await writeLast(client, {}, move);
  await client.query("commit");
}

const isOneStatement = (rows: TableRows): boolean =>
  countRows(rows) <= SLICE &&
  rows.ends.length === 0 &&
  !hasListings(rows.listings) &&
  !hasDecisions(rows.decisions);

const writeLast = async (client: Client, slice: Slice, { from, to, hash }: Move): Promise<void> => {
  await client.query({ ...lastStatement, values: [...listSliceValues(slice), from, to, hash] });
};

/** Writes the rows within the caller's transaction. */
export async function writeRows(client: Client, rows: TableRows): Promise<void> {
  await projectListings(client, rows.listings);
  await projectDecisions(client, rows.decisions);
  for (const slice of sliceRows(rows)) await writeSlice(client, slice);
  for (const ends of rows.ends) for (const slice of sliceEnds(ends)) await writeSlice(client, slice);
}

const writeSlice = async (client: Client, slice: Slice): Promise<void> => {
  await client.query({ ...sliceStatement, values: listSliceValues(slice) });
};

const listSliceValues = (slice: Slice): unknown[] =>
  WRITE_NAMES.flatMap((name) => WRITES[name].values(slice[name] ?? []));

/** Yields all rows in one slice if they are few, else slices of one table each, in the order of the tables. */
function* sliceRows(rows: TableRows): Generator<Slice> {
  const count = countRows(rows);
  if (count === 0) return;
  if (count <= SLICE) {
    yield asOneSlice(rows);
    return;
  }
  for (const name of WRITE_NAMES) {
    const all = [...rows.written[name].values()];
    for (let start = 0; start < all.length; start += SLICE) yield { [name]: all.slice(start, start + SLICE) };
  }
}

/** Tables in which ends have rows of their own; the batch with the ends has written the rows of other tables. */
const TABLES_OF_ENDS = ["positions", "progress", "operations", "marketDays", "history"] as const;

/** Builds the rows of ends part by part, from the current state. */
export function* sliceEnds({ batch, ...ends }: CountedEnds): Generator<Slice> {
  for (const part of splitEnds(ends, SLICE)) {
    const touched = createTouched();
    collectEnds(touched, part);
    yield Object.fromEntries(TABLES_OF_ENDS.map((name) => [name, WRITES[name].read(touched, batch)]));
  }
}

const asOneSlice = ({ written }: TableRows): Slice =>
  Object.fromEntries(WRITE_NAMES.map((name) => [name, [...written[name].values()]]));
