/** Tables as files that spreadsheets open (RFC 4180). */

export type Csv = {
  readonly header: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
};

/** Beginnings that a spreadsheet takes for a formula; a negative number is none. */
const FORMULA = /^(?:[=+@\t\r\n]|-(?!\d+(?:\.\d+)?$))/;
/** Separators of any spreadsheet, quotes and line ends: some cut at semicolons. */
const SEPARATED = /[",;\t\r\n]/;

/** A cell: quoted where it has to be, and an apostrophe before what would be taken for a formula. */
function cellText(value: string | number): string {
  const text = String(value);
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return safe !== text || SEPARATED.test(text) ? `"${safe.replaceAll('"', '""')}"` : text;
}

export const csvText = ({ header, rows }: Csv): string =>
  [header, ...rows].map((row) => `${row.map(cellText).join(",")}\r\n`).join("");

/** Gives the user the file. */
export function saveFile(name: string, text: string): void {
  // With the mark without which some spreadsheets take it for another encoding.
  const url = URL.createObjectURL(new Blob(["\uFEFF", text], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
