/** Says in words how far the read tables follow the journal. */
import type { ConsoleText } from "./console-text.ts";
import type { Status } from "./status.ts";

export function formatTables(
  { behind, rows, holdsWriter, failing }: Status["tables"],
  words: ConsoleText["overview"],
  count: (value: number) => string,
): string {
  if (behind === 0) return words.tablesWell;
  const waits = holdsWriter ? [words.writerWaits] : [];
  const fails = failing === null ? [] : [failing];
  return [words.tablesBehind(count(behind), count(rows)), ...waits, ...fails].join("; ");
}
