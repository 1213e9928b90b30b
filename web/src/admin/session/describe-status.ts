/** Describes the status of the exchange in words for operators: warnings, read tables, durations. */
import type { ConsoleText } from "../parts/console-text.ts";
import type { Status } from "./status.ts";

type WatchedStatus = {
  readonly exchange: Pick<Status["exchange"], "mode" | "why" | "suspended" | "waiting">;
  readonly clock: Pick<Status["clock"], "why">;
};

/** Lists what is wrong with the exchange now. */
export function listWarnings({ exchange, clock }: WatchedStatus, words: ConsoleText): string[] {
  const { mode, why, suspended, waiting } = exchange;
  return [
    ...(mode === "normal" ? [] : [`${words.mode.names[mode]}: ${words.mode.takes[mode]} (${why})`]),
    ...(clock.why === "" ? [] : [words.wrongClock(clock.why)]),
    ...(suspended === null ? [] : [words.suspended(suspended)]),
    ...(waiting === null ? [] : [words.waiting(waiting)]),
  ];
}

/** Describes how far the read tables lag behind the journal. */
export function formatTables(
  { behind, rows, holdsWriter, failing, flushSeconds, blockedBy }: Status["tables"],
  words: ConsoleText["overview"],
  count: (value: number) => string,
): string {
  if (behind === 0) return words.tablesWell;
  const writerNotes = holdsWriter ? [words.writerWaits] : [];
  const runs = flushSeconds === 0 ? [] : [words.writeRuns(count(flushSeconds))];
  const sessions = blockedBy.map(({ pid, name }) => `${pid}${name && ` (${name})`}`);
  const locked = sessions.length === 0 ? [] : [words.writeLocked(sessions.join(", "))];
  const fails = failing === null ? [] : [failing];
  return [words.tablesBehind(count(behind), count(rows)), ...writerNotes, ...runs, ...locked, ...fails].join(
    "; ",
  );
}

const UNITS = [
  ["days", 86_400],
  ["hours", 3_600],
  ["minutes", 60],
  ["seconds", 1],
] as const;

type UnitNames = Readonly<Record<(typeof UNITS)[number][0], string>>;

/** Formats a duration in its two largest units, such as "3 h 12 min". */
export function formatDuration(seconds: number, count: (value: number) => string, names: UnitNames): string {
  const first = UNITS.findIndex(([, size]) => seconds >= size);
  const shown = UNITS.slice(first === -1 ? UNITS.length - 1 : first).slice(0, 2);
  let left = seconds;
  const parts = shown.map(([name, size]) => {
    const whole = Math.floor(left / size);
    left -= whole * size;
    return `${count(whole)} ${names[name]}`;
  });
  return parts.join(" ");
}
