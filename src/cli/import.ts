/**
 * `presage import FILE...`: lists the events of Gamma-format dumps. All files are read once before anything is listed,
 * so that an unreadable one stops the import in time. A second import of the same files changes nothing.
 */
import { statSync } from "node:fs";
import { GammaFileError, readGammaFile } from "../catalog/gamma-file.ts";
import type { Listing } from "../core/catalog.ts";
import { elementAt } from "../core/element-at.ts";
import { readCommandLine, textOf, URL_FLAG } from "./command-line.ts";
import { addResult, addSkipped, addUnread, createReport, reportText } from "./import-report.ts";
import type { ImportReport } from "./import-report.ts";
import { openListingTarget } from "./listing-target.ts";
import type { ListingStore } from "./listing-target.ts";
import { createProgress } from "./progress.ts";

export const IMPORT_HELP = `Usage: presage import FILE... [settings]

Lists the events and markets of Gamma-format dumps: a JSON array of events, an object with a list "events" or
"data", or one event a line; or of markets in the same forms, each with its event in "events". Files whose names
end in .gz are unpacked. It works while the exchange runs on the data directory, and while none does. What is listed
already and has not changed is left alone; what cannot be listed is named with its reason, as is what cannot be taken
over, such as rebates, and each field that is not read, with a value. It exits with 1 when nothing is listed. Texts are listed
without characters that nobody sees, such as those that turn the order of letters around; the report counts these texts.
--reason TEXT goes into the audit log of a running exchange.

  presage import events.json
  presage import --data-dir ./data --json june.json july.json
`;

/** Largest group of listings that is sent at once, in listings and in bytes of JSON; a single listing may be larger. */
const GROUP_LISTINGS = 200;
const GROUP_BYTES = 4 * 1024 * 1024;
/** Largest listing in bytes, below the limit of the operator API for one request. */
const MAX_LISTING_BYTES = 31 * 1024 * 1024;

export async function importFiles(args: readonly string[]): Promise<number> {
  const line = readCommandLine("import", args, { "--reason": "text", [URL_FLAG]: "text" });
  const { config, operands: files } = line;
  if (files.length === 0) throw new Error("import needs a file; see presage import --help");
  const total = await countItems(files);
  if (total === 0) throw new Error(`nothing to list: no event and no market is in ${files.join(", ")}`);
  const target = await openListingTarget(config, textOf(line, "--reason"));
  const progress = createProgress("events");
  try {
    const report = await listFiles(files, target, (done) => progress.show(done, total));
    progress.clear();
    process.stdout.write(config.json ? `${JSON.stringify(report)}\n` : reportText(report));
    const { listed, unchanged } = report.events;
    return listed + unchanged > 0 ? 0 : 1;
  } finally {
    progress.clear();
    await target.close();
  }
}

/** Counts the rows of all files; throws if one of them cannot be read. */
async function countItems(files: readonly string[]): Promise<number> {
  const taken = new Set<string>();
  let count = 0;
  for (const file of files) {
    if (statSync(file, { throwIfNoEntry: false })?.isFIFO() === true)
      throw new GammaFileError(`${file}: it is a pipe, and an import reads its files twice`);
    for await (const _ of readGammaFile(file, taken)) count += 1;
  }
  return count;
}

type Group = { bytes: number; rows: { file: string; listing: Listing }[] };

async function listFiles(
  files: readonly string[],
  target: ListingStore,
  showDone: (done: number) => void,
): Promise<ImportReport> {
  const report = createReport(files.length);
  const taken = new Set<string>();
  let group: Group = { bytes: 0, rows: [] };
  let done = 0;
  for (const file of files) {
    for await (const { listing, skipped, left, unread, cleaned } of readGammaFile(file, taken)) {
      done += 1;
      for (const { what, id, slug = "", reason } of skipped)
        addSkipped(report, { file, kind: what, id, slug, reason });
      if (listing === undefined) continue;
      report.cleaned += cleaned;
      for (const { what, id, slug = "", reason } of left)
        report.left.push({ file, kind: what, id, slug, reason });
      addUnread(report, unread);
      const bytes = Buffer.byteLength(JSON.stringify(listing));
      if (bytes > MAX_LISTING_BYTES) {
        skipLarge(report, file, listing);
        continue;
      }
      if (group.rows.length === GROUP_LISTINGS || group.bytes + bytes > GROUP_BYTES) {
        await sendGroup(target, group, report);
        group = { bytes: 0, rows: [] };
        showDone(done);
      }
      group.rows.push({ file, listing });
      group.bytes += bytes;
    }
  }
  await sendGroup(target, group, report);
  return report;
}

function skipLarge(report: ImportReport, file: string, { event: { id, slug } }: Listing): void {
  addSkipped(report, { file, kind: "event", id, slug, reason: "is larger than 31 MiB" });
}

async function sendGroup(target: ListingStore, { rows }: Group, report: ImportReport): Promise<void> {
  if (rows.length === 0) return;
  const results = await target.list(rows.map(({ listing }) => listing));
  rows.forEach(({ file, listing }, index) => addResult(report, file, listing, elementAt(results, index)));
}
