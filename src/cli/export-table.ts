/** `presage export trades` and its like: writes a table of the exchange into a file. */
import { didYouMean } from "../nearest-name.ts";
import { EXPORT_FORMATS, exportTable } from "../store/export/export-table.ts";
import type { ExportFormat } from "../store/export/export-table.ts";
import { CANDLE_LENGTHS, CANDLE_MS, readExportTime, TIME_EXAMPLE } from "../store/export/export-request.ts";
import { EXPORTED_TABLES } from "../store/export/exported-tables.ts";
import type { ExportedName, ExportSpan } from "../store/export/exported-tables.ts";
import { requireSchema } from "../store/sql/require-schema.ts";
import { inSnapshot } from "../store/sql/table-stream.ts";
import { sayBlockers } from "./blockers-text.ts";
import { textOf } from "./command-line.ts";
import type { CommandLine, FlagKinds } from "./command-line.ts";
import { countText } from "./count-text.ts";
import { closeOnInterrupt } from "./interrupt.ts";
import { openForReading } from "./open-database.ts";
import { refuseUnwritable, sayWritten, STANDARD_OUTPUT, writeOutput } from "./output-file.ts";
import { createProgress } from "./progress.ts";

export const TABLE_FLAGS: FlagKinds = {
  "--format": "text",
  "--from": "text",
  "--to": "text",
  "--every": "text",
  "--output": "text",
};

type TableRequest = ExportSpan & {
  readonly what: ExportedName;
  readonly format: ExportFormat;
  readonly file: string;
};

type Written = {
  readonly what: ExportedName;
  readonly format: ExportFormat;
  readonly file: string;
  readonly rows: number;
  readonly bytes: number;
  readonly batch: number;
};

/** Exports the table of this name. */
export async function exportNamed(what: ExportedName, line: CommandLine): Promise<number> {
  const asked = readTableRequest(what, line);
  refuseUnwritable(asked.file, "export");
  const { config } = line;
  const database = await openForReading(config);
  closeOnInterrupt(database.close);
  try {
    const written = await writeTable(database.url, asked);
    sayWritten(asked.file, config.json ? `${JSON.stringify(written)}\n` : describe(written));
    return 0;
  } finally {
    await database.close();
  }
}

function writeTable(url: string, { file, ...asked }: TableRequest): Promise<Written> {
  const { what, format } = asked;
  const progress = createProgress(EXPORTED_TABLES[what].nouns[1]);
  const session = "presage export";
  const write = () =>
    inSnapshot(url, session, async (snapshot) => {
      await requireSchema(snapshot);
      let rows = 0;
      const onRows = (written: number): void => {
        rows = written;
        progress.show(written, total);
      };
      const { batch, total, pieces } = await exportTable(snapshot, { ...asked, onRows });
      const bytes = await writeOutput(file, pieces);
      return { what, format, file, rows, bytes, batch };
    });
  return sayBlockers({ url, sessions: session, progress }, write).finally(progress.clear);
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
  const every = textOf(line, "--every");
  if (every !== undefined && what !== "candles")
    throw new Error(`--every is the length of candles; export ${what} has none`);
  const [from, until] = [readTime(line, "--from"), readTime(line, "--to")];
  if (from !== undefined && until !== undefined && until <= from)
    throw new Error(`--to: expected a time after --from, got ${textOf(line, "--to")}`);
  const file = textOf(line, "--output") ?? STANDARD_OUTPUT;
  return { what, format: readFormat(line), from, until, every: readLength(every), file };
}

function readFormat(line: CommandLine): ExportFormat {
  const text = textOf(line, "--format") ?? "csv";
  const format = EXPORT_FORMATS.find((one) => one === text);
  if (format !== undefined) return format;
  throw new Error(
    `--format: expected one of ${EXPORT_FORMATS.join(", ")}, got "${text}"${didYouMean(text, EXPORT_FORMATS)}`,
  );
}

function readLength(text = "1m"): number {
  const length = CANDLE_LENGTHS.find((one) => one === text);
  if (length !== undefined) return CANDLE_MS[length];
  throw new Error(`--every: expected one of ${CANDLE_LENGTHS.join(", ")}, got "${text}"`);
}

function readTime(line: CommandLine, flag: string): number | undefined {
  const text = textOf(line, flag);
  const time = text === undefined ? undefined : readExportTime(text);
  if (time !== undefined || text === undefined) return time;
  throw new Error(`${flag}: expected ${TIME_EXAMPLE}, got "${text}"`);
}
