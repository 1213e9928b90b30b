/** Rows of one table that gather until there are enough of them for one insert. */
import type { Client } from "pg";
import { arrayText } from "./projection-columns.ts";

type Column = Parameters<typeof arrayText>[0];

/** The types of a table's columns by name; "hex" is bytes whose elements are hexadecimal text. */
export type BufferedColumns = { readonly [name: string]: string };

export type RowBuffer = {
  /** Rows by column, in the order of the table's columns. */
  add(columns: readonly Column[]): void;
  /** Writes what has gathered, when that is enough or in any case. */
  write(which: "full" | "all"): Promise<void>;
};

const ENOUGH = 2_000;

export function createRowBuffer(client: Client, table: string, columns: BufferedColumns): RowBuffer {
  const statement = { name: `bulk-${table}`, text: insertInto(table, columns) };
  const empty = (): Column[] => Object.keys(columns).map(() => []);
  let gathered = empty();
  return {
    add(added) {
      for (const [index, column] of added.entries()) for (const cell of column) gathered[index].push(cell);
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

function insertInto(table: string, columns: BufferedColumns): string {
  const names = Object.keys(columns).join(", ");
  const types = Object.values(columns).map((type) => (type === "hex" ? "text" : type));
  const arrays = types.map((type, index) => `$${index + 1}::${type}[]`).join(", ");
  const cells = Object.entries(columns).map(([name, type]) =>
    type === "hex" ? `decode(${name}, 'hex')` : name,
  );
  return `insert into ${table} (${names}) select ${cells.join(", ")} from unnest(${arrays}) as row (${names})`;
}
