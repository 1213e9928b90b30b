/** Rows of one table, buffered until there are enough of them for one insert. */
import type { Client } from "pg";
import { arrayText, cellSql, cellsOf, columnsOf, insertSql, unnestSql } from "../tables/table-sql.ts";
import type { BatchPlace, Cell, Table } from "../tables/table.ts";

export type RowBuffer<Row> = {
  /** Adds the current values of rows of this batch. */
  add(rows: readonly Row[], batch: BatchPlace): void;
  /** Writes the buffered rows: if there are enough of them, or in any case. */
  write(which: "full" | "all"): Promise<void>;
};

const ENOUGH = 2_000;

export function createRowBuffer<Row>(client: Client, table: Table<Row>): RowBuffer<Row> {
  const columns = columnsOf(table);
  const text = insertSql(table, unnestSql(columns, 1), cellSql);
  const statement = { name: `bulk-${table.name}`, text };
  const empty = () => columns.map(([, column]) => ({ column, cells: [] as Cell[] }));
  let gathered = empty();
  let count = 0;
  return {
    add(rows, batch) {
      count += rows.length;
      for (const { column, cells } of gathered)
        for (const cell of cellsOf(rows, column, batch)) cells.push(cell);
    },
    async write(which) {
      if (count === 0 || (which === "full" && count < ENOUGH)) return;
      const values = gathered.map(({ cells }) => arrayText(cells));
      gathered = empty();
      count = 0;
      await client.query({ ...statement, values });
    },
  };
}
