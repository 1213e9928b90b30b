/** The report of an import: counts, and every row that was left out with the reason. */
import type { UnreadField } from "../catalog/gamma-event.ts";
import type { NamedFields } from "../catalog/kept-bets.ts";
import type { ListingResult } from "../catalog/import-listings.ts";
import type { Listing } from "../core/catalog.ts";

export type Counts = { listed: number; unchanged: number; skipped: number };

export type SkippedRow = {
  readonly file: string;
  readonly kind: "event" | "market";
  readonly id: string;
  readonly slug: string;
  readonly reason: string;
};

export type FieldsRow = NamedFields & { readonly file: string };

export type ImportReport = {
  readonly files: number;
  readonly events: Counts;
  readonly markets: Counts;
  readonly skipped: SkippedRow[];
  /** Values of listed events and markets that are not taken over. */
  readonly left: SkippedRow[];
  /** Fields that nothing reads, as in "market volume", with the number of times and one of the values. */
  readonly unread: Record<string, { count: number; readonly value: string }>;
  /** Number of texts that are without the hidden characters of the files. */
  cleaned: number;
  readonly kept: FieldsRow[];
  readonly replaced: FieldsRow[];
};

const noCounts = (): Counts => ({ listed: 0, unchanged: 0, skipped: 0 });

export const createReport = (files: number): ImportReport => ({
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

export function addSkipped(report: ImportReport, row: SkippedRow): void {
  report.skipped.push(row);
  report[row.kind === "event" ? "events" : "markets"].skipped += 1;
}

export function addUnread({ unread }: ImportReport, fields: readonly UnreadField[]): void {
  for (const { what, field, value } of fields)
    (unread[`${what} ${field}`] ??= { count: 0, value }).count += 1;
}

/** Counts the result of a listing of `file`. */
export function addResult(
  report: ImportReport,
  file: string,
  { event, markets }: Listing,
  result: ListingResult,
): void {
  if (result.result === "refused") {
    const { id, slug } = event;
    addSkipped(report, { file, kind: "event", id, slug, reason: result.hint ?? result.code ?? "refused" });
    for (const market of markets) {
      const reason = "its event is skipped";
      addSkipped(report, { file, kind: "market", id: market.id, slug: market.slug, reason });
    }
    return;
  }
  report.events[result.result] += 1;
  report.markets.listed += result.markets.listed;
  report.markets.unchanged += result.markets.unchanged;
  for (const row of result.kept ?? []) report.kept.push({ file, ...row });
  for (const row of result.replaced ?? []) report.replaced.push({ file, ...row });
  for (const row of result.markets.skipped) addSkipped(report, { file, kind: "market", ...row });
}

/** Counts rows by their reason, without ids and text in parentheses, so that like reasons are one. */
function countReasons(rows: readonly SkippedRow[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { kind, reason } of rows) {
    const plain = reason.replace(/ \(.*\)$/, "").replaceAll(/\b(id|slug|size|orderMinSize) \S+/g, "$1");
    const line = `${kind}: ${plain}`;
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  return counts;
}

/**
 * Writes a line for each row that is skipped, left, kept or replaced, with the reason or the fields. Then it writes a line for each
 * field that nothing reads, and a summary.
 */
export function reportText(report: ImportReport): string {
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
