/** Tables as CSV files (RFC 4180) that are safe to open in spreadsheets. */

export type Csv = {
  readonly header: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
};

/** Cell prefixes that spreadsheets run as formulas. Negative numbers are harmless. */
const FORMULA = /^(?:[=+@\t\r\n]|-(?!\d+(?:\.\d+)?$))/;
/** Characters that force quotes. Some spreadsheets separate cells by semicolons or tabs. */
const NEEDS_QUOTES = /[",;\t\r\n]/;

/** Writes one cell, quoted if necessary. An apostrophe keeps spreadsheets from running a formula. */
function formatCell(value: string | number): string {
  const text = String(value);
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return safe !== text || NEEDS_QUOTES.test(text) ? `"${safe.replaceAll('"', '""')}"` : text;
}

export const formatCsv = ({ header, rows }: Csv): string =>
  [header, ...rows].map((row) => `${row.map(formatCell).join(",")}\r\n`).join("");

/** Downloads the text as a CSV file. */
export function downloadFile(name: string, text: string): void {
  // The byte order mark makes spreadsheets read the file as UTF-8.
  const url = URL.createObjectURL(new Blob(["\uFEFF", text], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
