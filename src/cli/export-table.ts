/** `presage export trades` and the like: writes a table of the exchange into a file. */
import { isFault } from "../core/input-fault.ts";
import { readExportRequest } from "../store/export/export-request.ts";
import type { ExportFormat, ExportRequest } from "../store/export/export-request.ts";
import { exportTable } from "../store/export/export-table.ts";
import type { ExportProgress } from "../store/export/export-table.ts";
import { EXPORTED_TABLES } from "../store/export/exported-tables.ts";
import type { ExportedName } from "../store/export/exported-tables.ts";
import { requireSchema } from "../store/sql/require-schema.ts";
import { inSnapshot } from "../store/sql/table-stream.ts";
import { createProgress, sayBlockers } from "./progress.ts";
import { textOf } from "./command-line.ts";
import type { CommandLine, FlagKinds } from "./command-line.ts";
import { countText } from "./table.ts";
import { closeOnInterrupt } from "./interrupt.ts";
import { openForReading } from "./open-database.ts";
import { refuseUnwritable, sayWritten, STANDARD_OUTPUT, writeOutput } from "./output-file.ts";

export const TABLE_FLAGS: FlagKinds = {
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
  const request = readExportRequest(what, {
    format: textOf(line, "--format"),
    from: textOf(line, "--from"),
    to: textOf(line, "--to"),
    every: textOf(line, "--every"),
    market: textOf(line, "--market"),
    levels: textOf(line, "--levels"),
  });
  if (isFault(request)) throw new Error(`--${request.parameter}: ${request.fault}`);
  return { ...request, file: textOf(line, "--output") ?? STANDARD_OUTPUT };
}
