/** Text for a person: tables, counts and sizes. */

type Row = readonly string[];

const GAP = "  ";

/** Writes a line for each row, without a header. */
export function rowsText(rows: readonly Row[]): string {
  const cells = rows.map((row) => row.map(printable));
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0)),
  );
  return cells.map((row) => `${formatLine(row, widths)}\n`).join("");
}

/** Writes rows under a header, or the sentence `whenEmpty` if there are none. */
export const tableText = (header: Row, rows: readonly Row[], whenEmpty: string): string =>
  rows.length === 0 ? `${whenEmpty}\n` : rowsText([header, ...rows]);

const formatLine = (row: Row, widths: readonly number[]): string =>
  row
    .map((cell, column) => cell.padEnd(widths[column] ?? 0))
    .join(GAP)
    .trimEnd();

/** Replaces control characters, so that titles and reasons from outside cannot steer the terminal. */
export const printable = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ");

/** A count with its noun, singular or plural: `1 batch`, `2 batches`. */
export const countText = (count: number, one: string, more = `${one}s`): string =>
  `${count} ${count === 1 ? one : more}`;

const UNITS = ["KiB", "MiB", "GiB"] as const;

/** Writes a number of bytes in the largest unit that gives at least one, with a decimal below ten: `1.4 MiB`. */
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
