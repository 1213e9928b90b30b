/** Schedule and state of an archive. Full backups and journal files do not wait for each other. */
import type { Archiver } from "./archiver.ts";
import type { BrokenChain, WrittenFile } from "./read-chain.ts";

export type ScheduleTimes = {
  /** Interval of full backups, ms. */
  readonly every: number;
  /** Interval of journal files, ms; none are written if undefined. */
  readonly journalEvery: number | undefined;
};

export type ArchiveState = {
  /** Location of the archive, as in settings. */
  readonly place: string;
  /** The last full backup. `verified`: this process read it back; otherwise it existed before the process started. */
  readonly last: (WrittenFile & { readonly verified: boolean }) | undefined;
  /** Time up to which the location has everything committed, ms since 1970; `undefined` if unknown. */
  readonly covered: number | undefined;
  /** Time by which `covered` should advance. */
  readonly due: number;
  /** Start of the full backup that is being written. */
  readonly underway: number | undefined;
  /** Error of the last attempts, or damage in the location, and since when; `undefined` if all is well. */
  readonly failing: { readonly why: string; readonly since: number } | undefined;
  /** Time of the last failure. */
  readonly failed: number | undefined;
};

export type Schedule = {
  /** Starts a full backup; false if one is underway. */
  begin(): boolean;
  /** Writes a last journal file and stops. Must be called once. */
  finish(): Promise<void>;
};

export type ScheduleOptions = ScheduleTimes & {
  readonly archiver: Archiver;
  readonly place: string;
  readonly now: () => number;
  /** Called after every change of the state. */
  readonly onChange: (state: ArchiveState) => void;
};

/** Maximum time after which a failed full backup is retried, ms. */
const RETRY_MS = 300_000;
const MAX_TIMER_MS = 2 ** 31 - 1;
/** Interval of checks of the location if no journal files are written, ms. */
const POLL_MS = 300_000;

/** Work of the archive. A failure of `place` is a broken chain. */
type Kind = "backup" | "journal" | "look" | "reading" | "place";

type Running = ScheduleOptions & {
  state: ArchiveState;
  /** Error of the last attempt, by kind of work. */
  readonly failures: Map<Kind, string>;
  opened: boolean;
  opening: Promise<void> | undefined;
  over: boolean;
  backup: Promise<void> | undefined;
  journal: Promise<void> | undefined;
  reading: Promise<void> | undefined;
  /** Time of the last reading. */
  read: number;
  backupTimer: NodeJS.Timeout | undefined;
  journalTimer: NodeJS.Timeout | undefined;
};

/** Builds the state of an archive before anything is known of it. */
export const unknownState = (
  place: string,
  { every, journalEvery }: ScheduleTimes,
  now: number,
): ArchiveState => ({
  place,
  last: undefined,
  covered: undefined,
  due: now + (journalEvery ?? every),
  underway: undefined,
  failing: undefined,
  failed: undefined,
});

export function startSchedule(options: ScheduleOptions): Schedule {
  const running: Running = {
    ...options,
    state: unknownState(options.place, options, options.now()),
    failures: new Map(),
    opened: false,
    opening: undefined,
    over: false,
    backup: undefined,
    journal: undefined,
    reading: undefined,
    read: options.now(),
    backupTimer: undefined,
    journalTimer: undefined,
  };
  const started = start(running);
  return {
    begin: () => begin(running),
    finish: async () => {
      running.over = true;
      await started;
      clearTimeout(running.backupTimer);
      clearTimeout(running.journalTimer);
      await running.journal;
      if (running.journalEvery !== undefined && running.opened) await writeJournal(running);
    },
  };
}

async function start(running: Running): Promise<void> {
  const { archiver, every, journalEvery, now } = running;
  await attempt(running, "backup", async () => {});
  const end = archiver.end();
  if (end !== undefined && journalEvery !== undefined) await (running.journal ??= checkAndWrite(running));
  planJournal(running);
  scheduleBackup(running, running.opened ? Math.max((end?.chain ?? 0) + every - now(), 0) : RETRY_MS);
}

function change(running: Running, next: Partial<ArchiveState>): void {
  running.state = { ...running.state, ...next };
  running.onChange(running.state);
}

/** Records that everything up to a time is in the location. */
function cover(running: Running, time: number): void {
  const covered = Math.max(time, running.state.covered ?? 0);
  change(running, { covered, due: covered + (running.journalEvery ?? running.every) });
}

async function open(running: Running): Promise<void> {
  const { last, broken } = await running.archiver.open();
  running.opened = true;
  if (last !== undefined) change(running, { last: { ...last, verified: false } });
  recordBreak(running, broken);
}

/** Starts a full backup if the chain is broken, which counts as a failure until then. */
function recordBreak(running: Running, broken: BrokenChain | undefined): void {
  if (broken === undefined) return;
  const { failures, every, journalEvery, now, state } = running;
  failures.set("place", `${broken.why}. A new whole backup comes at once.`);
  const covered = broken.sound.at(-1)?.made;
  const due = (covered ?? now()) + (journalEvery ?? every);
  const last = broken.sound.length === 0 ? undefined : state.last;
  change(running, { covered, due, last, failed: now() });
  begin(running);
}

/** Runs one attempt, and records its result. */
async function attempt(running: Running, kind: Kind, act: () => Promise<void>): Promise<boolean> {
  const { failures, now } = running;
  let failed = {};
  try {
    if (!running.opened)
      await (running.opening ??= open(running).finally(() => (running.opening = undefined)));
    await act();
    failures.delete(kind);
  } catch (error) {
    failures.set(kind, error instanceof Error ? error.message : String(error));
    failed = { failed: now() };
  }
  const why = failures.size === 0 ? undefined : [...new Set(failures.values())].join("; ");
  const since = running.state.failing?.since ?? now();
  change(running, { ...failed, failing: why === undefined ? undefined : { why, since } });
  return !failures.has(kind);
}

async function writeBackup(running: Running): Promise<void> {
  const { archiver, every, now } = running;
  clearTimeout(running.backupTimer);
  change(running, { underway: now() });
  const done = await attempt(running, "backup", async () => {
    const last = await archiver.writeBackup();
    running.failures.delete("place");
    change(running, { last: { ...last, verified: true } });
    cover(running, last.made);
  });
  change(running, { underway: undefined });
  running.backup = undefined;
  scheduleBackup(running, done ? every : Math.min(RETRY_MS, every));
}

function scheduleBackup(running: Running, delay: number): void {
  if (running.over) return;
  running.backupTimer = setTimeout(() => begin(running), Math.min(delay, MAX_TIMER_MS));
}

/** Starts a full backup; false if one is underway, or the archive is closing. */
function begin(running: Running): boolean {
  if (running.over || running.backup !== undefined) return false;
  running.backup = writeBackup(running);
  return true;
}

/** Checks the location, and writes what happened since. */
async function checkAndWrite(running: Running): Promise<void> {
  await attempt(running, "look", async () => {
    recordBreak(running, await running.archiver.look());
  });
  readBack(running);
  if (running.journalEvery !== undefined) await writeJournal(running);
  running.journal = undefined;
}

/** Reads the chain back when it is due, in parallel to other work. */
function readBack(running: Running): void {
  const { archiver, now } = running;
  if (running.reading !== undefined || archiver.end() === undefined) return;
  if (now() - running.read < archiver.readingPause()) return;
  running.reading = attempt(running, "reading", async () => {
    recordBreak(running, await archiver.readBack());
    running.read = now();
  }).then(() => (running.reading = undefined));
}

async function writeJournal(running: Running): Promise<void> {
  const { archiver, now } = running;
  const since = now();
  await attempt(running, "journal", async () => {
    const hadEnd = archiver.end() !== undefined;
    await archiver.writeJournal();
    if (archiver.end() !== undefined) cover(running, since);
    else if (hadEnd) begin(running);
  });
}

function planJournal(running: Running): void {
  if (running.over) return;
  running.journalTimer = setTimeout(() => {
    // If one takes longer than its interval, the next one waits for it.
    running.journal ??= checkAndWrite(running);
    void running.journal.finally(() => planJournal(running));
  }, running.journalEvery ?? POLL_MS);
}
