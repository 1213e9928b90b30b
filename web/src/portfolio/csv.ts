/** Tables as files that spreadsheets open (RFC 4180). */

export type Csv = {
  readonly header: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
};

const FORMULA = /^[=+@\t\r]|^-(?![\d.]+$)/;

/** Quoted where it has to be. What a spreadsheet would take for a formula is made a text. */
function field(value: string | number): string {
  const text = String(value);
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const csvText = ({ header, rows }: Csv): string =>
  [header, ...rows].map((row) => `${row.map(field).join(",")}\r\n`).join("");

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
