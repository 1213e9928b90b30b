/** Says in words how far the read tables follow the journal. */
import type { ConsoleText } from "./console-text.ts";
import type { Status } from "./status.ts";

export function formatTables(
  { behind, rows, holdsWriter, failing, flushSeconds, blockedBy }: Status["tables"],
  words: ConsoleText["overview"],
  count: (value: number) => string,
): string {
  if (behind === 0) return words.tablesWell;
  const waits = holdsWriter ? [words.writerWaits] : [];
  const runs = flushSeconds === 0 ? [] : [words.writeRuns(count(flushSeconds))];
  const sessions = blockedBy.map(({ pid, name }) => `${pid}${name && ` (${name})`}`);
  const locked = sessions.length === 0 ? [] : [words.writeLocked(sessions.join(", "))];
  const fails = failing === null ? [] : [failing];
  return [words.tablesBehind(count(behind), count(rows)), ...waits, ...runs, ...locked, ...fails].join("; ");
}
