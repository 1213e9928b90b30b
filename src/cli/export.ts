/** `presage export`: writes tables of the exchange, or its markets as a script for the database of a Kuest site. */
import { isFault } from "../core/input-fault.ts";
import { didYouMean } from "../base/nearest-name.ts";
import { readExportRequest } from "../operate/export/export-request.ts";
import type { ExportFormat, ExportRequest } from "../operate/export/export-request.ts";
import { exportSite } from "../operate/export/export-site.ts";
import { exportTable } from "../operate/export/export-table.ts";
import type { ExportProgress } from "../operate/export/export-table.ts";
import { EXPORTED_NAMES, EXPORTED_TABLES } from "../operate/export/exported-tables.ts";
import type { ExportedName } from "../operate/export/exported-tables.ts";
import { requireSchema } from "../store/sql/require-schema.ts";
import { inSnapshot } from "../store/sql/table-stream.ts";
import { readCommandLine, getTextFlag } from "./command-line.ts";
import type { CommandLine, FlagKinds } from "./command-line.ts";
import { closeOnInterrupt } from "./interrupt.ts";
import { openForReading } from "./open-database.ts";
import { STANDARD_OUTPUT, assertWritable, reportWritten, writeOutput } from "./output-file.ts";
import { createProgress, withBlockerReport } from "./progress.ts";
import { countText } from "./table.ts";

// `presage export trades` and the like: writes a table of the exchange into a file.

const TABLE_FLAGS: FlagKinds = {
  "--format": "text",
  "--from": "text",
  "--to": "text",
  "--every": "text",
  "--market": "text",
  "--levels": "text",
  "--output": "text",
};

type TableRequest = ExportRequest & { readonly file: string };

type Written = {
  readonly what: ExportedName;
  readonly format: ExportFormat;
  readonly file: string;
  readonly rows: number;
  readonly bytes: number;
  readonly batch: number;
};

/** Exports the table with this name. */
async function exportNamed(what: ExportedName, line: CommandLine): Promise<number> {
  const asked = readTableRequest(what, line);
  assertWritable(asked.file, "export");
  const { config } = line;
  const database = await openForReading(config);
  closeOnInterrupt(database.close);
  try {
    const written = await writeTable(database.url, asked);
    reportWritten(asked.file, config.json ? `${JSON.stringify(written)}\n` : describe(written));
    return 0;
  } finally {
    await database.close();
  }
}

function writeTable(url: string, { file, ...request }: TableRequest): Promise<Written> {
  const { what, format } = request;
  const progress = createProgress(what === "books" ? "batches" : EXPORTED_TABLES[what].nouns[1]);
  const session = "presage export";
  const write = () =>
    inSnapshot(url, session, async (snapshot) => {
      await requireSchema(snapshot);
      let rows = 0;
      const onPage = ({ written, done }: ExportProgress): void => {
        rows = written;
        progress.show(done, total);
      };
      const { batch, total, pieces } = await exportTable(snapshot, { ...request, onPage });
      const bytes = await writeOutput(file, pieces);
      return { what, format, file, rows, bytes, batch };
    });
  return withBlockerReport({ url, sessions: session, progress }, write).finally(progress.clear);
}

function describe({ what, file, rows, bytes, batch }: Written): string {
  const place = file === STANDARD_OUTPUT ? "The output" : file;
  return `${place} has ${countText(rows, ...EXPORTED_TABLES[what].nouns)} as of batch ${batch} (${bytes} bytes).\n`;
}

function readTableRequest(what: ExportedName, line: CommandLine): TableRequest {
  const { operands } = line;
  if (operands.length > 1)
    throw new Error(
      `export ${what} takes no operands, got "${operands[1]}": name the file with --output FILE`,
    );
  const request = readExportRequest(what, {
    format: getTextFlag(line, "--format"),
    from: getTextFlag(line, "--from"),
    to: getTextFlag(line, "--to"),
    every: getTextFlag(line, "--every"),
    market: getTextFlag(line, "--market"),
    levels: getTextFlag(line, "--levels"),
  });
  if (isFault(request)) throw new Error(`--${request.parameter}: ${request.fault}`);
  return { ...request, file: getTextFlag(line, "--output") ?? STANDARD_OUTPUT };
}

export const EXPORT_HELP = `Usage: presage export TABLE [--format FORMAT] [--from TIME] [--to TIME] [--output FILE]
                            [--every PERIOD] [--market MARKET] [--levels COUNT] [settings]
       presage export site FILE [settings]

Writes a table of the exchange into FILE, or standard output, as it is at one moment, also while the exchange runs.
TABLE is trades, orders, positions, prices, candles, books or journal; FORMAT is csv (unless given), ndjson or parquet. --from
and --to bound the times of the rows: from that one on, before that one. --every 1m, 5m, 15m, 1h, 4h or 1d is the length of
candles, and the time between two looks at the books. The number of rows is printed at the end.

books has the levels of each order book at the end of each minute in which orders touched it, made by replaying the journal;
--market SLUG (or another id) is the only market, --levels N the best of each side.

  presage export trades --output trades.csv
  presage export orders --format ndjson --from 2026-05-01 --to 2026-06-01 --output may.ndjson
  presage export candles --every 1h --format parquet --output hours.parquet
  presage export books --every 5m --levels 10 --from 2026-05-01 --output books.csv

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
  const line = readCommandLine("export", args, TABLE_FLAGS);
  const [kind = "none"] = line.operands;
  const named = EXPORTED_NAMES.find((name) => name === kind);
  if (named !== undefined) return exportNamed(named, line);
  if (kind === "site") return exportScript(line);
  const names = [...EXPORTED_NAMES, "site"];
  throw new Error(
    `export: expected one of ${names.join(", ")}, got ${kind}${didYouMean(kind, names)}; see presage export --help`,
  );
}

async function exportScript(line: CommandLine): Promise<number> {
  const { config } = line;
  const file = readFile(line);
  assertWritable(file, "script");
  const database = await openForReading(config);
  closeOnInterrupt(database.close);
  try {
    const written = await writeScript(database.url, file);
    reportWritten(file, config.json ? `${JSON.stringify(written)}\n` : describeExport(written));
    return 0;
  } finally {
    await database.close();
  }
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

function writeScript(url: string, file: string): Promise<WrittenFile> {
  const progress = createProgress("events and markets");
  const session = "presage export";
  const write = () =>
    inSnapshot(url, session, async (snapshot) => {
      await requireSchema(snapshot);
      const onItem = (written: number): void => progress.show(written, 0);
      const { pieces, counts } = await exportSite(snapshot, { time: new Date(), onItem });
      return { file, bytes: await writeOutput(file, pieces), ...counts };
    });
  return withBlockerReport({ url, sessions: session, progress }, write).finally(progress.clear);
}

function describeExport({ file, bytes, events, markets }: WrittenFile): string {
  const what = file === STANDARD_OUTPUT ? "The script" : file;
  return `${what} has ${countText(events, "event")} and ${countText(markets, "market")} (${bytes} bytes).\n`;
}
