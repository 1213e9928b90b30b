/** `presage export all` and `presage export dictionary`: all tables as of one batch, and what their columns mean. */
import { existsSync, mkdirSync, readdirSync, rmSync, rmdirSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { isFault } from "../../core/values/input-fault.ts";
import { didYouMean } from "../../base/nearest-name.ts";
import { RELEASE } from "../../release.ts";
import { EXPORTED_NAMES, SCHEMA_VERSION, describeForPrograms } from "../../operate/export/data-dictionary.ts";
import type { ExportedName } from "../../operate/export/data-dictionary.ts";
import { exportAll, toPieces } from "../../operate/export/export-all.ts";
import type { AllRequest } from "../../operate/export/export-all.ts";
import { readExportRequest } from "../../operate/export/export-request.ts";
import { withTablesAt } from "../../operate/export/tables-at.ts";
import { getTextFlag, getTextFlags } from "../terminal/command-line.ts";
import type { CommandLine } from "../terminal/command-line.ts";
import { STANDARD_OUTPUT, assertWritable, reportWritten, writeOutput } from "../terminal/output-file.ts";
import { countText } from "../terminal/table.ts";
import { openForReading, readWithProgress, withDatabase } from "./open-database.ts";

const SESSION = "presage export";

/** Exports that read nothing but the journal. */
const JOURNAL_ALONE: ReadonlySet<ExportedName> = new Set(["books", "journal"]);

/** Tells whether an export of these tables reads the read tables. */
export const readsTables = (tables: readonly ExportedName[]): boolean =>
  tables.some((name) => !JOURNAL_ALONE.has(name));

/** Reads `--as-of`; `undefined` if it was not given. */
export function readBatchFlag(line: CommandLine): number | undefined {
  const text = getTextFlag(line, "--as-of");
  if (text === undefined || /^[1-9]\d{0,14}$/.test(text))
    return text === undefined ? undefined : Number(text);
  throw new Error(`--as-of: expected the number of a batch, from 1, got "${text}"`);
}

/** Names the flag in the refusal of a batch that the journal does not have. */
export async function namingBatchFlag<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error) || !error.message.startsWith("expected a batch ")) throw error;
    throw new Error(`--as-of: ${error.message}`, { cause: error });
  }
}

/** Flags of `all` that are parameters of its tables. */
const ALL_TEXTS = {
  "--format": "format",
  "--every": "every",
  "--market": "market",
  "--levels": "levels",
} as const;

/** Exports all tables, or those of `--tables`, into a directory. */
export function exportEverything(line: CommandLine): Promise<number> {
  const { config, operands, flags } = line;
  if (operands.length > 1)
    throw new Error(
      `export all takes no operands, got "${operands[1]}": name the directory with --output DIRECTORY`,
    );
  for (const flag of ["--from", "--to"])
    if (flags.has(flag))
      throw new Error(`${flag}: expected with one table, got it with all: its tables are whole`);
  const request = readAllRequest(line);
  const batch = readBatchFlag(line);
  const directory = readDirectory(line);
  return withDatabase(openForReading(config), async (url) => {
    const written = await writeAll(url, { ...request, batch, directory });
    process.stdout.write(config.json ? `${JSON.stringify(written)}\n` : describeAll(written));
    return 0;
  });
}

function readAllRequest(line: CommandLine): AllRequest {
  const request = readExportRequest("books", getTextFlags(line, ALL_TEXTS));
  if (isFault(request)) throw new Error(`--${request.parameter}: ${request.fault}`);
  const { format, every, market, levels } = request;
  return { format, every, market, levels, tables: readTables(getTextFlag(line, "--tables")) };
}

/** Reads the names of tables, separated by commas; all of them unless given. */
function readTables(text: string | undefined): readonly ExportedName[] {
  if (text === undefined) return EXPORTED_NAMES;
  const asked = new Set(text.split(",").map((name) => name.trim()));
  const names: readonly string[] = EXPORTED_NAMES;
  const unknown = [...asked].find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new Error(
      `--tables: expected some of ${names.join(", ")}, separated by commas, got "${unknown}"${didYouMean(unknown, names)}`,
    );
  return EXPORTED_NAMES.filter((name) => asked.has(name));
}

function readDirectory(line: CommandLine): string {
  const directory = getTextFlag(line, "--output");
  if (directory === undefined || directory === "" || directory === STANDARD_OUTPUT)
    throw new Error(`--output: expected a directory for the tables, got ${directory ?? "none"}`);
  const parent = dirname(resolve(directory));
  if (!existsSync(parent)) throw new Error(`there is no directory ${parent} for the export`);
  if (!existsSync(directory)) return directory;
  if (!statSync(directory).isDirectory())
    throw new Error(`--output: expected a directory for the tables, got the file ${directory}`);
  const [first] = readdirSync(directory);
  if (first === undefined) return directory;
  throw new Error(`--output: expected a new or an empty directory, got ${directory}, which has ${first}`);
}

type AllTarget = AllRequest & { readonly batch: number | undefined; readonly directory: string };

type WrittenAll = {
  readonly what: "all";
  readonly format: string;
  readonly directory: string;
  readonly batch: number;
  readonly tables: number;
  readonly rows: number;
  readonly bytes: number;
};

/** Writes the files. A failure removes what was written. */
async function writeAll(url: string, { directory, batch, ...request }: AllTarget): Promise<WrittenAll> {
  const isNew = mkdirSync(directory, { recursive: true }) !== undefined;
  const names: string[] = [];
  const write = (file: string, pieces: AsyncIterable<Uint8Array>): Promise<number> => {
    names.push(file);
    return writeOutput(join(directory, file), pieces);
  };
  try {
    const manifest = await readWithProgress({ url, session: SESSION, what: "rows" }, (snapshot, show) =>
      namingBatchFlag(() =>
        withTablesAt(
          snapshot,
          {
            batch,
            needsTables: readsTables(request.tables),
            onBatch: (seq, last) => show(seq, last, "batches"),
          },
          (tables) => exportAll(tables, request, { write, onProgress: show }),
        ),
      ),
    );
    const files = Object.values(manifest.tables);
    const sum = (of: "rows" | "bytes"): number => files.reduce((all, file) => all + file[of], 0);
    return {
      what: "all",
      format: request.format,
      directory,
      batch: manifest.batch,
      tables: files.length,
      rows: sum("rows"),
      bytes: sum("bytes"),
    };
  } catch (error) {
    for (const name of names) rmSync(join(directory, name), { force: true });
    if (isNew) rmdirSync(directory);
    throw error;
  }
}

const describeAll = ({ directory, tables, rows, batch, bytes }: WrittenAll): string =>
  `${directory} has ${countText(tables, "table")} with ${countText(rows, "row")} as of batch ${batch} (${bytes} bytes).\n`;

/** Writes the dictionary of all tables as JSON, without a database. */
export async function exportDictionary(line: CommandLine): Promise<number> {
  const { operands, flags, config } = line;
  const file = getTextFlag(line, "--output") ?? STANDARD_OUTPUT;
  const other = [...flags.keys()].find((flag) => flag !== "--output");
  if (other !== undefined) throw new Error(`export dictionary takes no ${other}; see presage export --help`);
  if (operands.length > 1)
    throw new Error(
      `export dictionary takes no operands, got "${operands[1]}": name the file with --output FILE`,
    );
  assertWritable(file, "dictionary");
  const tables = Object.fromEntries(EXPORTED_NAMES.map((name) => [name, describeForPrograms(name)]));
  const dictionary = { presage: RELEASE.version, schemaVersion: SCHEMA_VERSION, tables };
  const bytes = await writeOutput(file, toPieces(`${JSON.stringify(dictionary, undefined, 2)}\n`));
  if (file === STANDARD_OUTPUT) return 0;
  const written = { what: "dictionary", file, tables: EXPORTED_NAMES.length, bytes };
  const text = `${file} has ${countText(written.tables, "table")} (${bytes} bytes).\n`;
  reportWritten(file, config.json ? `${JSON.stringify(written)}\n` : text);
  return 0;
}
