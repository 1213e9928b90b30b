/** `presage export site`: writes the exchange's markets as a script for the database of a Kuest site. */
import { didYouMean } from "../nearest-name.ts";
import { exportSite } from "../store/export/export-site.ts";
import { requireSchema } from "../store/sql/require-schema.ts";
import { inSnapshot } from "../store/sql/table-stream.ts";
import { sayBlockers } from "./blockers-text.ts";
import { readCommandLine } from "./command-line.ts";
import { countText } from "./count-text.ts";
import { closeOnInterrupt } from "./interrupt.ts";
import { openForReading } from "./open-database.ts";
import { refuseUnwritable, sayWritten, STANDARD_OUTPUT, writeOutput } from "./output-file.ts";
import { createProgress } from "./progress.ts";

export const EXPORT_HELP = `Usage: presage export site FILE [settings]

Writes the events, markets, outcomes, tags and resolutions of the exchange into FILE, as they are at one moment, also
while the exchange runs: a script for the PostgreSQL database of a Kuest site, which then shows the markets. - is
standard output. Run again after new markets and resolutions; a script changes only what differs. Markets that were
never opened are left out.

  presage export site markets.sql
  presage export site - | psql "$POSTGRES_URL" -v ON_ERROR_STOP=1 --quiet
`;

type Written = {
  readonly file: string;
  readonly bytes: number;
  readonly events: number;
  readonly markets: number;
};

export async function exportData(args: readonly string[]): Promise<number> {
  const { config, operands } = readCommandLine("export", args, {});
  const file = readFile(operands);
  refuseUnwritable(file, "script");
  const database = await openForReading(config);
  closeOnInterrupt(database.close);
  try {
    const written = await writeScript(database.url, file);
    sayWritten(file, config.json ? `${JSON.stringify(written)}\n` : describe(written));
    return 0;
  } finally {
    await database.close();
  }
}

function readFile([kind = "none", file, ...more]: readonly string[]): string {
  if (kind !== "site")
    throw new Error(
      `export: expected site, got ${kind}${didYouMean(kind, ["site"])}; see presage export --help`,
    );
  if (file === undefined || more.length > 0)
    throw new Error(
      `export site takes one file, got ${file === undefined ? 0 : more.length + 1}; see presage export --help`,
    );
  return file;
}

function writeScript(url: string, file: string): Promise<Written> {
  const progress = createProgress("events and markets");
  const session = "presage export";
  const write = () =>
    inSnapshot(url, session, async (snapshot) => {
      await requireSchema(snapshot);
      const onItem = (written: number): void => progress.show(written, 0);
      const { pieces, counts } = await exportSite(snapshot, { time: new Date(), onItem });
      return { file, bytes: await writeOutput(file, pieces), ...counts };
    });
  return sayBlockers({ url, sessions: session, progress }, write).finally(progress.clear);
}

function describe({ file, bytes, events, markets }: Written): string {
  const what = file === STANDARD_OUTPUT ? "The script" : file;
  return `${what} has ${countText(events, "event")} and ${countText(markets, "market")} (${bytes} bytes).\n`;
}
