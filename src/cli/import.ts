/**
 * `presage import FILE...`: lists the events of Gamma-format dumps. All files are read once before anything is listed,
 * so that an unreadable file stops the import early. A second import of the same files changes nothing.
 */
import { statSync } from "node:fs";
import type { UnreadField } from "../listings/gamma-event.ts";
import { GammaFileError, readGammaFile } from "../listings/gamma-file.ts";
import { DEFAULT_IMPORT_REASON, NO_MARKET_LEFT, importListings } from "../listings/import-listings.ts";
import type { ListingResult, NamedFields } from "../listings/import-listings.ts";
import type { Config } from "../settings/config.ts";
import type { Listing } from "../core/markets/catalog.ts";
import { elementAt } from "../core/values/element-at.ts";
import { URL_FLAG, readCommandLine, getTextFlag } from "./terminal/command-line.ts";
import type { Subcommands } from "./terminal/command-line.ts";
import { closeOnInterrupt, exitOnDatabaseFailure } from "./terminal/interrupt.ts";
import { openExchange } from "./open-exchange.ts";
import { callOperator, findOperator } from "./operator/operator-api.ts";
import type { OperatorApi } from "./operator/operator-api.ts";
import { createProgress } from "./terminal/progress.ts";
import { printResult } from "./terminal/table.ts";

// The report of an import: counts, and each row left out with the reason.

type Counts = { listed: number; unchanged: number; skipped: number };

type SkippedRow = {
  readonly file: string;
  readonly kind: "event" | "market";
  readonly id: string;
  readonly slug: string;
  readonly reason: string;
};

type FieldsRow = NamedFields & { readonly file: string };

type ImportReport = {
  readonly files: number;
  readonly events: Counts;
  readonly markets: Counts;
  readonly skipped: SkippedRow[];
  /** Rows about values that were not imported, though their event or market was listed. */
  readonly left: SkippedRow[];
  /** Fields that the import ignores, like "market volume", with their count and one example value. */
  readonly unread: Record<string, { count: number; readonly value: string }>;
  /** Number of texts from which hidden characters were removed. */
  cleaned: number;
  readonly kept: FieldsRow[];
  readonly replaced: FieldsRow[];
};

const noCounts = (): Counts => ({ listed: 0, unchanged: 0, skipped: 0 });

const createReport = (files: number): ImportReport => ({
  files,
  events: noCounts(),
  markets: noCounts(),
  skipped: [],
  left: [],
  unread: {},
  cleaned: 0,
  kept: [],
  replaced: [],
});

function addSkipped(report: ImportReport, row: SkippedRow): void {
  report.skipped.push(row);
  report[row.kind === "event" ? "events" : "markets"].skipped += 1;
}

function addUnread({ unread }: ImportReport, fields: readonly UnreadField[]): void {
  for (const { what, field, value } of fields)
    (unread[`${what} ${field}`] ??= { count: 0, value }).count += 1;
}

/** Counts the result of listing one event of `file`. */
function addResult(
  report: ImportReport,
  file: string,
  { event, markets }: Listing,
  result: ListingResult,
): void {
  if (result.result === "refused") {
    const { id, slug } = event;
    addSkipped(report, { file, kind: "event", id, slug, reason: result.hint ?? result.code ?? "refused" });
    const others = markets.map((market) => ({ ...market, reason: "its event is skipped" }));
    const rows = result.markets.skipped.length > 0 ? result.markets.skipped : others;
    for (const { id: marketId, slug: marketSlug, reason } of rows)
      addSkipped(report, { file, kind: "market", id: marketId, slug: marketSlug, reason });
    return;
  }
  report.events[result.result] += 1;
  report.markets.listed += result.markets.listed;
  report.markets.unchanged += result.markets.unchanged;
  for (const row of result.kept ?? []) report.kept.push({ file, ...row });
  for (const row of result.replaced ?? []) report.replaced.push({ file, ...row });
  for (const row of result.markets.skipped) addSkipped(report, { file, kind: "market", ...row });
}

/**
 * Counts rows by reason, ignoring ids and text in parentheses, so that similar reasons are counted together. A reason
 * that names a value goes on with "is" after it.
 */
export function countReasons(rows: readonly SkippedRow[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { kind, reason } of rows) {
    const plain = reason
      .replace(/ \(.*\)$/, "")
      .replaceAll(/\b(id|slug|size|orderMinSize) \S+(?= is )/g, "$1");
    const line = `${kind}: ${plain}`;
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  return counts;
}

/**
 * Formats a line for each skipped, left, kept or replaced row, with the reason or the fields. Then follow a line for
 * each ignored field, and a summary.
 */
function reportText(report: ImportReport): string {
  const rowsOf = (word: string, rows: readonly SkippedRow[]): string[] =>
    rows.map(
      ({ file, kind, id, slug, reason }) =>
        `${word}\t${file}\t${kind}\t${id || "-"}\t${slug || "-"}\t${reason}`,
    );
  const fieldsOf = (word: string, rows: readonly FieldsRow[]): string[] =>
    rows.map(
      ({ file, kind, id, slug, fields }) => `${word}\t${file}\t${kind}\t${id}\t${slug}\t${fields.join(", ")}`,
    );
  const fields = [...fieldsOf("kept", report.kept), ...fieldsOf("replaced", report.replaced)];
  const unread = Object.entries(report.unread).map(
    ([field, { count, value }]) => `unread\t${field.replace(" ", "\t")}\t${count} x\tas ${value}`,
  );
  const counts = (what: string, { listed, unchanged, skipped }: Counts): string =>
    `${what} ${listed} listed, ${unchanged} unchanged, ${skipped} skipped`;
  const reasons = [...countReasons(report.skipped)]
    .sort(([, a], [, b]) => b - a)
    .map(([reason, count]) => `  ${count} x ${reason}`);
  const cleaned = report.cleaned === 0 ? [] : [`Texts:   ${report.cleaned} without their hidden characters`];
  const summary = [
    counts("Events: ", report.events),
    counts("Markets:", report.markets),
    ...reasons,
    ...cleaned,
  ];
  const rows = [...rowsOf("skipped", report.skipped), ...rowsOf("left", report.left)];
  return `${[...rows, ...fields, ...unread, ...summary].join("\n")}\n`;
}

// The exchange that an import writes to. A running exchange on the data directory is called through its operator API;
// otherwise the import opens the exchange itself.

type ListingStore = {
  /** Lists the events together; throws an Error of one line if the exchange cannot go on. */
  list(listings: readonly Listing[]): Promise<readonly ListingResult[]>;
  close(): Promise<void>;
};

/** Opens the exchange; `reason` goes to the audit log of a running one. */
async function openListingTarget(config: Config, reason: string | undefined): Promise<ListingStore> {
  const operator = findOperator(config);
  if (operator === undefined) return openLocalTarget(config, reason);
  return {
    list: async (listings) => throwOnStop(await send(operator, listings, reason)),
    close: () => Promise.resolve(),
  };
}

/** Operator name of an import that opens the exchange itself. */
const LOCAL_OPERATOR = "import";

async function openLocalTarget(config: Config, reason = DEFAULT_IMPORT_REASON): Promise<ListingStore> {
  const { context, close } = await openExchange(config, exitOnDatabaseFailure);
  closeOnInterrupt(close);
  const { engine, readSql: sql } = context;
  const target = { engine, sql, operator: LOCAL_OPERATOR, reason };
  return { list: async (listings) => throwOnStop(await importListings(target, listings)), close };
}

export function throwOnStop(results: readonly ListingResult[]): readonly ListingResult[] {
  const stopResult = results.find(({ code }) => code === "not_accepting");
  if (stopResult === undefined) return results;
  throw new Error("The exchange stopped taking listings. What it took is kept; import again for the rest.");
}

async function send(
  operator: OperatorApi,
  listings: readonly Listing[],
  reason: string | undefined,
): Promise<ListingResult[]> {
  const query = reason === undefined ? "" : `?${new URLSearchParams({ reason }).toString()}`;
  const request = { method: "POST", path: `/listings${query}`, body: listings } as const;
  return JSON.parse(await callOperator(operator, request));
}

const IMPORT_HELP = `Usage: presage import FILE... [settings]

Lists the events and markets of Gamma-format dumps: a JSON array of events, an object with a list "events",
"markets" or "data", or one event a line; or of markets in the same forms, each with its event in "events". Files whose names
end in .gz are unpacked. It works while the exchange runs on the data directory, and while none does. What is listed
already and has not changed is left alone; what cannot be listed is named with its reason, as is what cannot be taken
over, such as rebates, and each field that is not read, with a value. It exits with 1 when none of the events is listed, by it or before.
Texts are listed without characters that nobody sees, such as those that turn the order of letters around; the report counts these texts.
--reason TEXT goes into the audit log of a running exchange.

  presage import events.json
  presage import --data-dir ./data --json june.json july.json
`;

/** Maximum size of a group sent at once, in listings and in bytes of JSON; a single listing may be larger. */
const MAX_GROUP_LISTINGS = 200;
const MAX_GROUP_BYTES = 4 * 1024 * 1024;
/** Maximum size of a listing in bytes, below the operator API's limit for one request. */
const MAX_LISTING_BYTES = 31 * 1024 * 1024;

export async function importFiles(args: readonly string[]): Promise<number> {
  const line = readCommandLine("import", args, { "--reason": "text", [URL_FLAG]: "text" });
  const { config, operands: files } = line;
  if (files.length === 0) throw new Error("import needs a file; see presage import --help");
  const total = await countItems(files);
  if (total === 0) throw new Error(`nothing to list: no event and no market is in ${files.join(", ")}`);
  const target = await openListingTarget(config, getTextFlag(line, "--reason"));
  const progress = createProgress("events");
  try {
    const report = await listFiles(files, target, (done) => progress.show(done, total));
    progress.clear();
    printResult(config, report, reportText(report));
    const { listed, unchanged } = report.events;
    return listed + unchanged > 0 ? 0 : 1;
  } finally {
    progress.clear();
    await target.close();
  }
}

/** Counts the rows of all files; throws if a file cannot be read. */
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

export async function listFiles(
  files: readonly string[],
  target: Pick<ListingStore, "list">,
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
      if (listing.markets.length === 0 && skipped.length > 0) {
        const { id, slug } = listing.event;
        addSkipped(report, { file, kind: "event", id, slug, reason: NO_MARKET_LEFT });
        continue;
      }
      report.cleaned += cleaned;
      for (const { what, id, slug = "", reason } of left)
        report.left.push({ file, kind: what, id, slug, reason });
      addUnread(report, unread);
      const bytes = Buffer.byteLength(JSON.stringify(listing));
      if (bytes > MAX_LISTING_BYTES) {
        skipLarge(report, file, listing);
        continue;
      }
      if (group.rows.length === MAX_GROUP_LISTINGS || group.bytes + bytes > MAX_GROUP_BYTES) {
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

async function sendGroup(
  target: Pick<ListingStore, "list">,
  { rows }: Group,
  report: ImportReport,
): Promise<void> {
  if (rows.length === 0) return;
  const results = await target.list(rows.map(({ listing }) => listing));
  rows.forEach(({ file, listing }, index) => addResult(report, file, listing, elementAt(results, index)));
}

export const SUBCOMMANDS: Subcommands = {
  import: { help: IMPORT_HELP, asksRunning: true, run: importFiles },
};
