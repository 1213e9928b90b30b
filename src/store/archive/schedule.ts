/** The times at which an archive is written on and looked at, and how it stands. Whole backups and journal files do not wait for each other. */
import type { Archiver } from "./archiver.ts";
import type { BrokenChain, WrittenFile } from "./watch-chain.ts";

export type ScheduleTimes = {
  /** Milliseconds from one whole backup to the next. */
  readonly every: number;
  /** Milliseconds after which a journal file follows; `undefined` writes none. */
  readonly journalEvery: number | undefined;
};

export type ArchiveState = {
  /** Place of the archive, as settings name it. */
  readonly place: string;
  /** The last whole backup; a verified one was read back by this process, another one was there at its start. */
  readonly last: (WrittenFile & { readonly verified: boolean }) | undefined;
  /** Time up to which all that was committed is in the place, milliseconds since 1970; `undefined` where it is not known. */
  readonly covered: number | undefined;
  /** Time by which it should be covered further. */
  readonly due: number;
  /** Time since which a whole backup is being written. */
  readonly underway: number | undefined;
  /** Error with which the last attempts ended, or damage in the place, and since when; `undefined` once all is well. */
  readonly failing: { readonly why: string; readonly since: number } | undefined;
  /** Time of the last failure. */
  readonly failed: number | undefined;
};

export type Schedule = {
  /** Begins a whole backup; false where one is underway. */
  begin(): boolean;
  /** Writes what is left for the journal files, and nothing after it. Must be called once. */
  finish(): Promise<void>;
};

export type ScheduleOptions = ScheduleTimes & {
  readonly archiver: Archiver;
  readonly place: string;
  readonly now: () => number;
  /** Called after every change of the state. */
  readonly onChange: (state: ArchiveState) => void;
};

/** Time after which a whole backup that failed is tried again, at most. */
const RETRY_MS = 300_000;
const LONGEST_TIMER_MS = 2 ** 31 - 1;
/** Time after which the place is looked at where no journal files are written. */
const LOOK_MS = 300_000;

/** Work of the archive. A failure of `place` is a chain that is broken. */
type Kind = "backup" | "journal" | "look" | "reading" | "place";

type Running = ScheduleOptions & {
  state: ArchiveState;
  /** Error of the last attempt, by what was to be written. */
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

/** The state of an archive before anything is known of it. */
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
  if (end !== undefined && journalEvery !== undefined) await (running.journal ??= goOn(running));
  planJournal(running);
  planBackup(running, running.opened ? Math.max((end?.chain ?? 0) + every - now(), 0) : RETRY_MS);
}

function change(running: Running, next: Partial<ArchiveState>): void {
  running.state = { ...running.state, ...next };
  running.onChange(running.state);
}

/** Notes that everything up to a time is in the place. */
function cover(running: Running, time: number): void {
  const covered = Math.max(time, running.state.covered ?? 0);
  change(running, { covered, due: covered + (running.journalEvery ?? running.every) });
}

async function open(running: Running): Promise<void> {
  const { last, broken } = await running.archiver.open();
  running.opened = true;
  if (last !== undefined) change(running, { last: { ...last, verified: false } });
  noteBreak(running, broken);
}

/** Begins a whole backup where the chain is broken, which is a failure until that is there. */
function noteBreak(running: Running, broken: BrokenChain | undefined): void {
  if (broken === undefined) return;
  const { failures, every, journalEvery, now, state } = running;
  failures.set("place", `${broken.why}. A new whole backup comes at once.`);
  const covered = broken.sound.at(-1)?.made;
  const due = (covered ?? now()) + (journalEvery ?? every);
  const last = broken.sound.length === 0 ? undefined : state.last;
  change(running, { covered, due, last, failed: now() });
  begin(running);
}

/** Carries one attempt out, and notes how it ended. */
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
  planBackup(running, done ? every : Math.min(RETRY_MS, every));
}

function planBackup(running: Running, delay: number): void {
  if (running.over) return;
  running.backupTimer = setTimeout(() => begin(running), Math.min(delay, LONGEST_TIMER_MS));
}

/** Begins a whole backup; false where one is underway, or the archive ends. */
function begin(running: Running): boolean {
  if (running.over || running.backup !== undefined) return false;
  running.backup = writeBackup(running);
  return true;
}

/** Looks at the place, and writes what happened since. */
async function goOn(running: Running): Promise<void> {
  await attempt(running, "look", async () => {
    noteBreak(running, await running.archiver.look());
  });
  readBack(running);
  if (running.journalEvery !== undefined) await writeJournal(running);
  running.journal = undefined;
}

/** Reads the chain back when it is time, beside everything else. */
function readBack(running: Running): void {
  const { archiver, now } = running;
  if (running.reading !== undefined || archiver.end() === undefined) return;
  if (now() - running.read < archiver.readingPause()) return;
  running.reading = attempt(running, "reading", async () => {
    noteBreak(running, await archiver.readBack());
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
    // One that takes longer than it may has the next one wait for it.
    running.journal ??= goOn(running);
    void running.journal.finally(() => planJournal(running));
  }, running.journalEvery ?? LOOK_MS);
}
