/** `presage export`: writes tables of the exchange, or its markets as a script for the database of a Kuest site. */
import { isFault } from "../../core/values/input-fault.ts";
import { didYouMean } from "../../base/nearest-name.ts";
import { readExportRequest } from "../../operate/export/export-request.ts";
import type { ExportFormat, ExportRequest } from "../../operate/export/export-request.ts";
import { exportSite } from "../../operate/export/export-site.ts";
import { exportTableAt } from "../../operate/export/export-table.ts";
import type { ExportProgress } from "../../operate/export/export-table.ts";
import { EXPORTED_NAMES, describeTable } from "../../operate/export/data-dictionary.ts";
import type { ExportedName } from "../../operate/export/data-dictionary.ts";
import { withTablesAt } from "../../operate/export/tables-at.ts";
import { readCommandLine, textFlags, getTextFlag, getTextFlags } from "../terminal/command-line.ts";
import type { CommandLine, Subcommands } from "../terminal/command-line.ts";
import {
  exportDictionary,
  exportEverything,
  namingBatchFlag,
  readBatchFlag,
  readsTables,
} from "./export-all.ts";
import { openForReading, readWithProgress, withDatabase } from "./open-database.ts";
import { STANDARD_OUTPUT, assertWritable, reportWritten, writeOutput } from "../terminal/output-file.ts";
import { countText } from "../terminal/table.ts";

// `presage export trades` and the like: writes a table of the exchange into a file.

const TABLE_TEXTS = {
  "--format": "format",
  "--from": "from",
  "--to": "to",
  "--every": "every",
  "--market": "market",
  "--levels": "levels",
} as const;

type TableRequest = ExportRequest & {
  readonly file: string;
  /** Batch that the table is of; the last one unless given. */
  readonly asOf: number | undefined;
};

type Written = {
  readonly what: ExportedName;
  readonly format: ExportFormat;
  readonly file: string;
  readonly rows: number;
  readonly bytes: number;
  readonly batch: number;
};

/** Exports the table with this name. */
function exportNamed(what: ExportedName, line: CommandLine): Promise<number> {
  const asked = readTableRequest(what, line);
  return writeExport(line, { file: asked.file, noun: "export" }, (url) => writeTable(url, asked), describe);
}

type Target = { readonly file: string; readonly noun: string };

/** Writes an export into a file and reports it. */
function writeExport<Result>(
  { config }: CommandLine,
  { file, noun }: Target,
  write: (url: string) => Promise<Result>,
  text: (written: Result) => string,
): Promise<number> {
  assertWritable(file, noun);
  return withDatabase(openForReading(config), async (url) => {
    const written = await write(url);
    reportWritten(file, config.json ? `${JSON.stringify(written)}\n` : text(written));
    return 0;
  });
}

const SESSION = "presage export";

function writeTable(url: string, { file, asOf, ...request }: TableRequest): Promise<Written> {
  const { what, format } = request;
  const rowNoun = what === "books" ? "batches" : describeTable(what).nouns[1];
  return readWithProgress({ url, session: SESSION, what: rowNoun }, (snapshot, show) => {
    let rows = 0;
    const past = {
      batch: asOf,
      needsTables: readsTables([what]),
      onBatch: (seq: number, last: number) => show(seq, last, "batches"),
    };
    return namingBatchFlag(() =>
      withTablesAt(snapshot, past, async (tables) => {
        const onPage = ({ written, done }: ExportProgress): void => {
          rows = written;
          show(done, total);
        };
        const endsWithTables = asOf !== undefined;
        const { batch, total, pieces } = await exportTableAt(tables, { ...request, endsWithTables, onPage });
        const bytes = await writeOutput(file, pieces);
        return { what, format, file, rows, bytes, batch };
      }),
    );
  });
}

function describe({ what, file, rows, bytes, batch }: Written): string {
  const place = file === STANDARD_OUTPUT ? "The output" : file;
  return `${place} has ${countText(rows, ...describeTable(what).nouns)} as of batch ${batch} (${bytes} bytes).\n`;
}

function readTableRequest(what: ExportedName, line: CommandLine): TableRequest {
  const { operands } = line;
  if (operands.length > 1)
    throw new Error(
      `export ${what} takes no operands, got "${operands[1]}": name the file with --output FILE`,
    );
  if (line.flags.has("--tables")) throw new Error(`--tables: expected with all only, got it with ${what}`);
  const request = readExportRequest(what, getTextFlags(line, TABLE_TEXTS));
  if (isFault(request)) throw new Error(`--${request.parameter}: ${request.fault}`);
  return { ...request, file: getTextFlag(line, "--output") ?? STANDARD_OUTPUT, asOf: readBatchFlag(line) };
}

const EXPORT_HELP = `Usage: presage export TABLE [--format FORMAT] [--from TIME] [--to TIME] [--as-of BATCH] [--output FILE]
                            [--every PERIOD] [--market MARKET] [--levels COUNT] [settings]
       presage export all --output DIRECTORY [--tables NAMES] [--format FORMAT] [--as-of BATCH]
                          [--every PERIOD] [--market MARKET] [--levels COUNT] [settings]
       presage export dictionary [--output FILE]
       presage export site FILE [settings]

Writes a table of the exchange into FILE, or standard output, as it is at one moment, also while the exchange runs.
TABLE is markets, outcomes, accounts, deposits, splits, redemptions, reversals, trades, orders, positions, prices, candles,
books or journal; FORMAT is csv (unless given), ndjson or parquet. --from and --to bound the times of the rows: from that one
on, before that one. --every 1m, 5m, 15m, 1h, 4h or 1d is the length of candles, and the time between two looks at the books.
The number of rows is printed at the end.

all writes every table, or those of --tables trades,markets, into a new or empty directory, as of one batch of the journal.
manifest.json, written last, has the batch, its time and hash, and the rows, columns and types of each file. --as-of BATCH is an
earlier batch: the journal is replayed up to it. dictionary writes the types and meanings of all columns as JSON.

books has the levels of each order book at the end of each minute in which orders touched it, made by replaying the journal;
--market SLUG (or another id) is the only market, --levels N the best of each side.

  presage export trades --output trades.csv
  presage export orders --format ndjson --from 2026-05-01 --to 2026-06-01 --output may.ndjson
  presage export candles --every 1h --format parquet --output hours.parquet
  presage export books --every 5m --levels 10 --from 2026-05-01 --output books.csv
  presage export all --format parquet --output june
  presage export all --as-of 3377 --output then

export site writes a script for the PostgreSQL database of a Kuest site with the events, markets, outcomes, tags and
resolutions, which the site then shows. - is standard output. Run again after new markets and resolutions; a script
changes only what differs. Markets that were never opened are left out.

  presage export site markets.sql
  presage export site - | psql "$POSTGRES_URL" -v ON_ERROR_STOP=1 --quiet
`;

type WrittenFile = {
  readonly file: string;
  readonly bytes: number;
  readonly events: number;
  readonly markets: number;
};

export async function exportData(args: readonly string[]): Promise<number> {
  const line = readCommandLine("export", args, {
    ...textFlags(TABLE_TEXTS),
    "--output": "text",
    "--as-of": "text",
    "--tables": "text",
  });
  const [kind] = line.operands;
  const named = EXPORTED_NAMES.find((name) => name === kind);
  if (named !== undefined) return exportNamed(named, line);
  if (kind === "all") return exportEverything(line);
  if (kind === "dictionary") return exportDictionary(line);
  if (kind === "site") return exportScript(line);
  const names = [...EXPORTED_NAMES, "all", "dictionary", "site"];
  const got = kind === undefined ? "none" : `"${kind}"${didYouMean(kind, names)}`;
  throw new Error(`export: expected one of ${names.join(", ")}, got ${got}; see presage export --help`);
}

function exportScript(line: CommandLine): Promise<number> {
  const file = readFile(line);
  return writeExport(line, { file, noun: "script" }, (url) => writeScript(url, file), describeExport);
}

function readFile({ operands: [, file, ...more], flags }: CommandLine): string {
  const [flag] = flags.keys();
  if (flag !== undefined) throw new Error(`export site takes no ${flag}; see presage export --help`);
  if (file === undefined || more.length > 0)
    throw new Error(
      `export site takes one file, got ${file === undefined ? 0 : more.length + 1}; see presage export --help`,
    );
  return file;
}

const writeScript = (url: string, file: string): Promise<WrittenFile> =>
  readWithProgress({ url, session: SESSION, what: "events and markets" }, async (snapshot, show) => {
    const onItem = (written: number): void => show(written, 0);
    const { pieces, counts } = await exportSite(snapshot, { time: new Date(), onItem });
    return { file, bytes: await writeOutput(file, pieces), ...counts };
  });

function describeExport({ file, bytes, events, markets }: WrittenFile): string {
  const what = file === STANDARD_OUTPUT ? "The script" : file;
  return `${what} has ${countText(events, "event")} and ${countText(markets, "market")} (${bytes} bytes).\n`;
}

export const SUBCOMMANDS: Subcommands = { export: { help: EXPORT_HELP, run: exportData } };
