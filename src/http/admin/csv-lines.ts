/** Lines of CSV in the requests of operators. */

/** A line with its number, from 1; a text in place of its cells is the fault of its quotes. */
export type CsvLine = { readonly line: number; readonly cells: readonly string[] | string };

/** Reads the lines of a list. A first line that begins with this name is a header, and blank lines are left out. */
export function readCsvLines(csv: string, header: string): CsvLine[] {
  const records = csv
    .replace(/^\ufeff/, "")
    .split(/\r\n|\n|\r/)
    .map((text, index) => ({ line: index + 1, text: text.trim() }))
    .filter(({ text }) => text !== "")
    .map(({ line, text }) => ({ line, cells: readCells(text) }));
  const [first, ...others] = records;
  const isHeader = Array.isArray(first?.cells) && first.cells[0]?.toLowerCase() === header;
  return isHeader ? others : records;
}

/** Splits a line at its commas, but those within quotes; gives the fault of a line whose quotes do not close. */
function readCells(text: string): readonly string[] | string {
  const cell = /(?:^|,)\s*(?:"((?:[^"]|"")*)"\s*(?=,|$)|([^",]*))/gy;
  const cells: string[] = [];
  let end = 0;
  for (const match of text.matchAll(cell)) {
    cells.push(match[1]?.replaceAll('""', '"') ?? match[2]?.trim() ?? "");
    end = match.index + match[0].length;
  }
  return end === text.length ? cells : `expected a comma or a closing quote, got "${text.slice(end)}"`;
}
