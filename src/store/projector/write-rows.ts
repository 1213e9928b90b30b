/**
 * Writes rows of the read tables within the caller's transaction. One statement has a clause for each table; a
 * data-modifying clause does not see another's rows, so that every row is written by one clause once. Many rows go in
 * slices, table by table, so that neither making their parameters nor writing them holds anything up for long.
 */
import type { Client } from "pg";
import { ORDER_PROGRESS } from "../tables/orders.ts";
import { arrayText, cellsOf, columnsOf } from "../tables/table-sql.ts";
import { projectDecisions } from "./project-decisions.ts";
import { projectListings } from "./project-listings.ts";
import { countRows, WRITE_NAMES, WRITES } from "./table-rows.ts";
import type { PlacedSweep, TableRows, WriteName } from "./table-rows.ts";
import type { Cells } from "./table-writes.ts";

/** Rows of one statement. */
const SLICE = 2_000;

function statementText(): string {
  let parameter = 1;
  const clauses = WRITE_NAMES.map((name) => {
    const { parameters, sql } = WRITES[name];
    const text = sql(parameter);
    parameter += parameters;
    return `write_${name} as (${text})`;
  });
  return `with ${clauses.join(", ")} select`;
}

const statement = { name: "write-rows", text: statementText() };

export async function writeRows(client: Client, rows: TableRows): Promise<void> {
  await projectListings(client, rows.listings);
  await projectDecisions(client, rows.decisions);
  for (const slice of slicesOf(rows)) {
    const values = WRITE_NAMES.flatMap((name) => WRITES[name].values(slice[name] ?? []));
    await client.query({ ...statement, values });
  }
  for (const sweep of rows.sweeps) await writeSweep(client, sweep);
}

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

type Slice = { readonly [Name in WriteName]?: readonly Cells[] };

/** All rows in one slice where they are few; else slices of one table each, in the order of the tables. */
function* slicesOf(rows: TableRows): Generator<Slice> {
  const { written } = rows;
  const count = countRows(rows);
  if (count === 0) return;
  if (count <= SLICE) {
    yield Object.fromEntries(WRITE_NAMES.map((name) => [name, [...written[name].values()]]));
    return;
  }
  for (const name of WRITE_NAMES) {
    const all = [...written[name].values()];
    for (let start = 0; start < all.length; start += SLICE) yield { [name]: all.slice(start, start + SLICE) };
  }
}
