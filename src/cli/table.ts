/** Text tables for a person: every column is as wide as its widest cell. */

type Row = readonly string[];

const GAP = "  ";

/** Writes a line for each row, without a header. */
export function rowsText(rows: readonly Row[]): string {
  const cells = rows.map((row) => row.map(printable));
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0)),
  );
  return cells.map((row) => `${lineOf(row, widths)}\n`).join("");
}

/** Writes rows under a header, or the sentence `whenEmpty` if there are none. */
export const tableText = (header: Row, rows: readonly Row[], whenEmpty: string): string =>
  rows.length === 0 ? `${whenEmpty}\n` : rowsText([header, ...rows]);

const lineOf = (row: Row, widths: readonly number[]): string =>
  row
    .map((cell, column) => cell.padEnd(widths[column] ?? 0))
    .join(GAP)
    .trimEnd();

/** Replaces control characters, so that titles and reasons from outside cannot steer the terminal. */
export const printable = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ");
