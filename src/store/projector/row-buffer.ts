/** Rows of one table that gather until there are enough of them for one insert. */
import type { Client } from "pg";
import { arrayText, cellSql, cellsOf, columnsOf, insertSql, unnestSql } from "../tables/table-sql.ts";
import type { BatchPlace, Cell, Table } from "../tables/table.ts";

export type RowBuffer<Row> = {
  /** Takes the values that rows of this batch have now. */
  add(rows: readonly Row[], batch: BatchPlace): void;
  /** Writes what has gathered, when that is enough or in any case. */
  write(which: "full" | "all"): Promise<void>;
};

const ENOUGH = 2_000;

export function createRowBuffer<Row>(client: Client, table: Table<Row>): RowBuffer<Row> {
  const columns = columnsOf(table);
  const text = insertSql(table, unnestSql(columns, 1), cellSql);
  const statement = { name: `bulk-${table.name}`, text };
  const empty = (): Cell[][] => columns.map(() => []);
  let gathered = empty();
  return {
    add(rows, batch) {
      for (const [index, [, column]] of columns.entries())
        for (const cell of cellsOf(rows, column, batch)) gathered[index].push(cell);
    },
    async write(which) {
      const count = gathered[0].length;
      if (count === 0 || (which === "full" && count < ENOUGH)) return;
      const values = gathered.map(arrayText);
      gathered = empty();
      await client.query({ ...statement, values });
    },
  };
}
