/** CSV after RFC 4180: the one writer, and a reader that takes what spreadsheets save. */

const NEEDS_QUOTES = /[",\r\n]/;

/** Puts a cell in quotes. */
export const quoteCsvCell = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** Writes a line of CSV. Lines of files for spreadsheets end in CRLF, as the RFC has it. */
export const writeCsvLine = (cells: readonly string[], end: "\n" | "\r\n" = "\n"): string =>
  `${cells.map((text) => (NEEDS_QUOTES.test(text) ? quoteCsvCell(text) : text)).join(",")}${end}`;

// Lines separated by commas, semicolons or tabs.

/** A line with its number, from 1. If `cells` is a text, it describes faulty quotes. */
export type CsvLine = { readonly line: number; readonly cells: readonly string[] | string };

/**
 * Reads the lines of a CSV; a quoted cell may span several. A first line that begins with `header` is skipped, as are blank
 * lines.
 */
export function readCsvLines(csv: string, header: string): CsvLine[] {
  const records = readRecords(csv.replace(/^\ufeff/, ""));
  const [first, ...others] = records;
  const isHeader = Array.isArray(first?.cells) && first.cells[0]?.toLowerCase() === header;
  return isHeader ? others : records;
}

type Separator = "," | ";" | "\t";

const NAMES: { readonly [S in Separator]: string } = { ",": "comma", ";": "semicolon", "\t": "tab" };

/** Finds the first separator after a cell. The first cell of a list is an address or a name, so it contains no separator. */
function findSeparator(text: string): Separator {
  const unquoted = text.replaceAll(/"[^"]*(?:""[^"]*)*"/g, "x");
  const [found = ""] = /(?<=[^\s,;])(?:[ \t]*[,;]| *\t)/.exec(unquoted) ?? [];
  const last = found.slice(-1);
  return last === ";" || last === "\t" ? last : ",";
}

/** Builds a pattern of a cell and its end: group 1 is a quoted text, group 2 an unquoted one, group 3 the end. */
function cellPattern(separator: Separator): RegExp {
  const blanks = separator === "\t" ? "[^\\S\\t\\r\\n]*" : "[^\\S\\r\\n]*";
  const quoted = `"([^"]*(?:""[^"]*)*)"${blanks}`;
  return new RegExp(`${blanks}(?:${quoted}|([^"\\r\\n${separator}]*))(${separator}|\\r\\n|\\n|\\r|$)`, "y");
}

const LINE_END = /\r\n|\n|\r/g;

function readRecords(text: string): CsvLine[] {
  const separator = findSeparator(text);
  const pattern = cellPattern(separator);
  const records: CsvLine[] = [];
  let line = 1;
  for (let start = 0; start < text.length;) {
    const { cells, end } = readRecord(text, start, pattern);
    if (typeof cells === "string")
      records.push({ line, cells: `expected a ${NAMES[separator]} or a closing quote, got "${cells}"` });
    else if (cells.some((cell) => cell !== "")) records.push({ line, cells });
    line += text.slice(start, end).match(LINE_END)?.length ?? 0;
    start = end;
  }
  return records;
}

type ReadRecord = {
  /** Texts of the cells; if a cell is invalid, one text: the rest of the line from that cell on. */
  readonly cells: readonly string[] | string;
  /** Start of the next record. */
  readonly end: number;
};

function readRecord(text: string, start: number, pattern: RegExp): ReadRecord {
  const cells: string[] = [];
  for (let at = start; ; at = pattern.lastIndex) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match === null) return { cells: lineFrom(text, at), end: nextLine(text, start) };
    const [, quoted, plain = "", ended = ""] = match;
    cells.push(quoted?.replaceAll('""', '"').replaceAll(LINE_END, "\n") ?? plain.trim());
    if (ended === "" || /[\r\n]/.test(ended)) return { cells, end: pattern.lastIndex };
  }
}

const lineFrom = (text: string, at: number): string => text.slice(at).split(/[\r\n]/, 1)[0] ?? "";

function nextLine(text: string, start: number): number {
  const [length] = /^[^\r\n]*(?:\r\n|\n|\r|$)/.exec(text.slice(start)) ?? [""];
  return start + length.length;
}
