/**
 * Writes rows of the read tables. One statement has a clause for each table; a data-modifying clause does not see
 * another's rows, so that every row is written by one clause once. The few rows of most flushes are written by it alone,
 * with the number of their batch. Many go in slices, table by table, so that neither making their parameters nor writing
 * them holds anything up for long.
 */
import type { Client } from "pg";
import { ORDER_PROGRESS } from "../tables/orders.ts";
import { arrayText, cellsOf, columnsOf } from "../tables/table-sql.ts";
import { hasDecisions, projectDecisions } from "./project-decisions.ts";
import { hasListings, projectListings } from "./project-listings.ts";
import { countRows, WRITE_NAMES, WRITES } from "./table-rows.ts";
import type { PlacedSweep, TableRows, WriteName } from "./table-rows.ts";
import type { Cells } from "./table-writes.ts";

/** The batches at which the tables stand before and after a flush, with the hash of the second. */
export type Move = { readonly from: number; readonly to: number; readonly hash: Buffer };

/** Rows of one statement. */
const SLICE = 2_000;

type Slice = { readonly [Name in WriteName]?: readonly Cells[] };

/** Makes a statement of all writes, with an end whose first parameter has the next number. */
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

/** Divides by zero where the tables do not stand at the first batch, so that the whole statement fails. */
const moveSql = (first: number): string =>
  `, moved as (update read_tables set seq = $${first + 1}, hash = $${first + 2} where seq = $${first} returning seq)
  select 1 / count(*) from moved`;
/** Code of the error of a flush whose tables do not stand where it begins. */
export const TABLES_ELSEWHERE = "22012";

const sliceStatement = { name: "write-rows", text: statementText(() => " select") };
const lastStatement = { name: "write-rows-and-move", text: statementText(moveSql) };

/** Writes the rows and the number of their last batch in one transaction of this connection. */
export async function flushRows(client: Client, rows: TableRows, move: Move): Promise<void> {
  if (isOneStatement(rows)) return writeLast(client, wholeOf(rows), move);
  await client.query("begin");
  await writeRows(client, rows);
  await writeLast(client, {}, move);
  await client.query("commit");
}

const isOneStatement = (rows: TableRows): boolean =>
  countRows(rows) <= SLICE &&
  rows.sweeps.length === 0 &&
  !hasListings(rows.listings) &&
  !hasDecisions(rows.decisions);

const writeLast = async (client: Client, slice: Slice, { from, to, hash }: Move): Promise<void> => {
  await client.query({ ...lastStatement, values: [...valuesOf(slice), from, to, hash] });
};

/** Writes the rows within the caller's transaction. */
export async function writeRows(client: Client, rows: TableRows): Promise<void> {
  await projectListings(client, rows.listings);
  await projectDecisions(client, rows.decisions);
  for (const slice of slicesOf(rows)) await client.query({ ...sliceStatement, values: valuesOf(slice) });
  for (const sweep of rows.sweeps) await writeSweep(client, sweep);
}

const valuesOf = (slice: Slice): unknown[] =>
  WRITE_NAMES.flatMap((name) => WRITES[name].values(slice[name] ?? []));

const PROGRESS = columnsOf(ORDER_PROGRESS);
const sweepStatement = { name: "write-sweep", text: WRITES.progress.sql(1) };

/** Writes the ends of many orders, which are read off the state only now: nothing changes them any more. */
async function writeSweep(client: Client, { orders, reason, batch }: PlacedSweep): Promise<void> {
  for (let start = 0; start < orders.length; start += SLICE) {
    const changed = orders.slice(start, start + SLICE).map((order) => ({ order, reason }));
    const values = PROGRESS.map(([, column]) => arrayText(cellsOf(changed, column, batch)));
    await client.query({ ...sweepStatement, values });
  }
}

/** All rows in one slice where they are few; else slices of one table each, in the order of the tables. */
function* slicesOf(rows: TableRows): Generator<Slice> {
  const count = countRows(rows);
  if (count === 0) return;
  if (count <= SLICE) {
    yield wholeOf(rows);
    return;
  }
  for (const name of WRITE_NAMES) {
    const all = [...rows.written[name].values()];
    for (let start = 0; start < all.length; start += SLICE) yield { [name]: all.slice(start, start + SLICE) };
  }
}

const wholeOf = ({ written }: TableRows): Slice =>
  Object.fromEntries(WRITE_NAMES.map((name) => [name, [...written[name].values()]]));
