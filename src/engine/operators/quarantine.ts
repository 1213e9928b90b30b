/**
 * Prevents one command from stopping the exchange again and again. The commands being decided are recorded in a file,
 * which survives a crash. After a crash they are suspects, and each is decided alone. A suspect that stops the exchange
 * once more is refused until the operator releases it; a suspect whose outcome is committed is cleared. The note is not
 * synced: it must survive the process, and no command causes a power cut.
 */
import { createHash, randomUUID } from "node:crypto";
import { closeSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "../../core/events/command.ts";
import { reject } from "../../core/rejection.ts";
import type { Rejection } from "../../core/rejection.ts";
import { readIfPresent, writeDurably } from "../../store/server/disk-space.ts";

// The two files of the quarantine. The note lists the commands being decided, and survives a crash. The record counts
// crashes by command. On a full disk this protection is lost, and nothing else.

/** Storage of the two files; written text survives this process. */
export type RecordFiles = {
  /** Returns the content of a file; `undefined` if there is none. */
  read(name: string): string | undefined;
  /** Empties and opens a file; each write starts at its beginning. */
  open(name: string): { write(text: string): void; close(): void };
  /** Replaces the content of a file durably, so that it survives a power cut. */
  replace(name: string, text: string): void;
};

/** Stores the two files in a directory. */
function filesIn(directory: string): RecordFiles {
  return {
    read: (name) => readIfPresent(join(directory, name)),
    open: (name) => {
      const file = openSync(join(directory, name), "w", 0o600);
      return {
        write: (text) => void writeSync(file, text, 0),
        close: () => closeSync(file),
      };
    },
    replace: (name, text) => writeDurably(join(directory, name), text),
  };
}

type RecordedCommand = {
  readonly fingerprint: string;
  /** Description for people; one line. */
  readonly command: string;
};

/** A note: commands, and the id of the process that wrote it. */
type PendingDecisions = { readonly run: string; readonly noted: readonly RecordedCommand[] };

/** A command that was being decided when the exchange stopped: the number of stops, and the process of the last one. */
type StopRecord = { readonly command: string; readonly stops: number; readonly run?: string };

const DECISIONS_FILE = "deciding";
const RECORDS = "quarantine.json";

/** Digits of the count of recorded commands, at the start of the note. */
const COUNT_DIGITS = 8;

/** Reads the commands that an earlier process was deciding when it stopped. */
function readPendingDecisions(files: RecordFiles): PendingDecisions {
  const [head = "", ...lines] = (files.read(DECISIONS_FILE) ?? "").split("\n");
  const noted = lines.slice(0, Number(head.slice(0, COUNT_DIGITS))).map((line) => {
    const space = line.indexOf(" ");
    return { fingerprint: line.slice(0, space), command: line.slice(space + 1) };
  });
  return { run: head.slice(COUNT_DIGITS + 1), noted };
}

/** Opens an empty note for the process with the id `run`. */
function openPendingDecisions(files: RecordFiles, run: string) {
  const file = files.open(DECISIONS_FILE);
  return {
    write: (noted: readonly RecordedCommand[]): void => {
      const lines = noted.map(({ fingerprint, command }) => `${fingerprint} ${command}\n`);
      ignoreSystemErrors(() => file.write(`${countText(noted.length)} ${run}\n${lines.join("")}`));
    },
    clear: (): void => ignoreSystemErrors(() => file.write(countText(0))),
    close: file.close,
  };
}

const countText = (count: number): string => String(count).padStart(COUNT_DIGITS, "0");

/** Opens the records, by fingerprint, which persist across restarts. */
function openRecords(files: RecordFiles) {
  const stored: { readonly [fingerprint: string]: StopRecord } = JSON.parse(files.read(RECORDS) || "{}");
  const all = new Map(Object.entries(stored));
  const save = (): void =>
    ignoreSystemErrors(() => files.replace(RECORDS, `${JSON.stringify(Object.fromEntries(all))}\n`));
  return {
    all: all as ReadonlyMap<string, StopRecord>,
    /** Counts one stop for each command of a note, even if recorded several times. Counts a note only once. */
    countStops: ({ run, noted }: PendingDecisions): void => {
      for (const { fingerprint, command } of noted) {
        const known = all.get(fingerprint);
        if (known?.run !== run) all.set(fingerprint, { command, stops: (known?.stops ?? 0) + 1, run });
      }
      if (noted.length > 0) save();
    },
    /** Removes a command's record; false when there is none. */
    forget: (fingerprint: string): boolean => {
      const known = all.delete(fingerprint);
      if (known) save();
      return known;
    },
  };
}

/** Ignores errors of the operating system, such as a full disk. */
function ignoreSystemErrors(write: () => unknown): void {
  try {
    write();
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
  }
}

export type Quarantine = {
  /** Refuses a command that stopped the exchange too often. */
  refuse(command: Command): Rejection | undefined;
  /** True if the command must be decided alone. */
  isSuspect(command: Command): boolean;
  /** Notes commands that are about to be decided. */
  noteDeciding(commands: readonly Command[]): void;
  /** Clears the note once its commands are decided and the exchange still runs. */
  noteDecided(): void;
  /**
   * Clears a suspect whose batch is committed. Does nothing for a batch of several, since a suspect has a batch of its
   * own.
   */
  noteCommitted(commands: readonly Command[]): void;
  /** Lists the suspect and the refused commands, for the operator. */
  list(): QuarantinedCommand[];
  /** Clears a command; false if it is not in quarantine. */
  release(fingerprint: string): boolean;
  close(): void;
};

/** A quarantine that does nothing, for an exchange without a data directory. */
export const NO_QUARANTINE: Quarantine = {
  refuse: () => undefined,
  isSuspect: () => false,
  noteDeciding: () => {},
  noteDecided: () => {},
  noteCommitted: () => {},
  list: () => [],
  release: () => false,
  close: () => {},
};

type QuarantinedCommand = {
  readonly fingerprint: string;
  /** Description for people; one line. */
  readonly command: string;
  /** Number of times that the exchange stopped while the command was being decided. */
  readonly stops: number;
  readonly refused: boolean;
};

const MAX_STOPS = 2;
const MAX_TEXT = 200;

/** Opens the quarantine with the files that an earlier process left in the data directory. */
export const openQuarantine = (directory: string): Quarantine =>
  readQuarantine(filesIn(directory), randomUUID());

/** Opens the quarantine with the files that an earlier process left; `run` is the unique id of this process. */
export function readQuarantine(files: RecordFiles, run: string): Quarantine {
  const records = openRecords(files);
  records.countStops(readPendingDecisions(files));
  const note = openPendingDecisions(files, run);
  let isNoted = false;

  function noteDeciding(commands: readonly Command[]): void {
    if (commands.length === 0) return;
    isNoted = true;
    note.write(commands.map(describeCommand));
  }

  function noteDecided(): void {
    if (isNoted) note.clear();
    isNoted = false;
  }

  function noteCommitted([alone, ...others]: readonly Command[]): void {
    if (alone !== undefined && others.length === 0 && records.all.size > 0)
      records.forget(describeCommand(alone).fingerprint);
  }

  const find = (command: Command): StopRecord | undefined =>
    records.all.size === 0 ? undefined : records.all.get(describeCommand(command).fingerprint);
  return {
    refuse: (command) => (isQuarantined(find(command)) ? quarantined : undefined),
    isSuspect: (command) => find(command) !== undefined,
    noteDeciding,
    noteDecided,
    noteCommitted,
    list: () =>
      Array.from(records.all, ([fingerprint, known]) => {
        const { command, stops } = known;
        return { fingerprint, command, stops, refused: isQuarantined(known) };
      }),
    release: records.forget,
    close: note.close,
  };
}

const quarantined: Rejection = reject(
  "quarantined",
  `this command was being decided when the exchange stopped, ${MAX_STOPS} times; the operator can release it`,
);

const isQuarantined = (stops: StopRecord | undefined): boolean =>
  stops !== undefined && stops.stops >= MAX_STOPS;

/** Describes a command: an order by its id, any other by its content. */
function describeCommand(command: Command): RecordedCommand {
  if (command.type === "place-order")
    return { fingerprint: command.id, command: `place-order of ${command.owner}` };
  const text = formatCommand(command);
  return { fingerprint: createHash("sha256").update(text).digest("hex"), command: text.slice(0, MAX_TEXT) };
}

/** Writes a command as JSON. Prices to record name markets as objects, too large to write. */
const formatCommand = (command: Command): string =>
  JSON.stringify(command.type === "record-prices" ? { type: command.type } : command);
