/** Formats text for a person: tables, counts and sizes. */

/** Prints the result of a subcommand: a line of JSON if the settings say so, else the text. */
export const printResult = ({ json }: { readonly json: boolean }, result: unknown, text: string): void =>
  void process.stdout.write(json ? `${JSON.stringify(result)}\n` : text);

type Row = readonly string[];

const GAP = "  ";

/** Formats a line for each row, without a header. */
export function rowsText(rows: readonly Row[]): string {
  const cells = rows.map((row) => row.map(printable));
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0)),
  );
  return cells.map((row) => `${formatLine(row, widths)}\n`).join("");
}

/** Formats rows under a header; returns the sentence `whenEmpty` without rows. */
export const tableText = (header: Row, rows: readonly Row[], whenEmpty: string): string =>
  rows.length === 0 ? `${whenEmpty}\n` : rowsText([header, ...rows]);

/** Columns of a table by heading: a field of a row, or a function that returns the cell. */
export type Columns<Item> = Readonly<Record<string, (keyof Item & string) | ((item: Item) => Cell)>>;

type Cell = string | number | false | null | undefined;

/** Formats items as a table; a missing value is an empty cell. */
export const columnsText = <Item>(items: readonly Item[], columns: Columns<Item>, whenEmpty = ""): string =>
  tableText(
    Object.keys(columns),
    items.map((item) =>
      Object.values(columns).map((column) =>
        cellText(typeof column === "function" ? column(item) : item[column]),
      ),
    ),
    whenEmpty,
  );

const cellText = (cell: unknown): string => (cell === false ? "" : String(cell ?? ""));

const formatLine = (row: Row, widths: readonly number[]): string =>
  row
    .map((cell, column) => cell.padEnd(widths[column] ?? 0))
    .join(GAP)
    .trimEnd();

/** Replaces control characters, so that titles and reasons from outside cannot control the terminal. */
export const printable = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ");

/** Formats a count with its noun, singular or plural: `1 batch`, `2 batches`. */
export const countText = (count: number, one: string, more = `${one}s`): string =>
  `${count} ${count === 1 ? one : more}`;

const UNITS = ["KiB", "MiB", "GiB"] as const;

/** Formats bytes in the largest unit that gives at least one, with a decimal below ten: `1.4 MiB`. */
export function bytesText(bytes: number): string {
  if (bytes < 1_024) return bytes === 1 ? "1 byte" : `${bytes} bytes`;
  let amount = bytes / 1_024;
  let unit = 0;
  // Rounding may reach the next unit.
  while (Math.round(amount) >= 1_024 && unit < UNITS.length - 1) {
    amount /= 1_024;
    unit += 1;
  }
  return `${amount < 9.95 ? amount.toFixed(1) : Math.round(amount)} ${UNITS[unit]}`;
}
