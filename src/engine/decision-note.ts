/**
 * The two files of the quarantine. The note lists the commands being decided, and survives a crash. The record counts
 * crashes by command. On a full disk this protection is lost, and nothing else.
 */
import { closeSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { readIfPresent, writeDurably } from "../store/server/disk-space.ts";

/** Storage of the two files; written text survives this process. */
export type NoteFiles = {
  /** Returns the content of a file; `undefined` if there is none. */
  read(name: string): string | undefined;
  /** Empties and opens a file; each write starts at its beginning. */
  open(name: string): { write(text: string): void; close(): void };
  /** Replaces the content of a file durably, so that it survives a power cut. */
  replace(name: string, text: string): void;
};

/** Stores the two files in a directory. */
export function filesIn(directory: string): NoteFiles {
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

export type NotedCommand = {
  readonly fingerprint: string;
  /** Description for people; one line. */
  readonly command: string;
};

/** A note: commands, and the id of the process that wrote it. */
type Note = { readonly run: string; readonly noted: readonly NotedCommand[] };

/** A command that was being decided when the exchange stopped: the number of stops, and the process of the last one. */
export type StopRecord = { readonly command: string; readonly stops: number; readonly run?: string };

const NOTE = "deciding";
const RECORDS = "quarantine.json";

/** Digits of the count of noted commands, at the start of the note. */
const COUNT_DIGITS = 8;

/** Reads the commands that an earlier process was deciding when it stopped. */
export function readNote(files: NoteFiles): Note {
  const [head = "", ...lines] = (files.read(NOTE) ?? "").split("\n");
  const noted = lines.slice(0, Number(head.slice(0, COUNT_DIGITS))).map((line) => {
    const space = line.indexOf(" ");
    return { fingerprint: line.slice(0, space), command: line.slice(space + 1) };
  });
  return { run: head.slice(COUNT_DIGITS + 1), noted };
}

/** Opens an empty note for the process with the id `run`. */
export function openNote(files: NoteFiles, run: string) {
  const file = files.open(NOTE);
  return {
    write: (noted: readonly NotedCommand[]): void => {
      const lines = noted.map(({ fingerprint, command }) => `${fingerprint} ${command}\n`);
      ignoreSystemErrors(() => file.write(`${countText(noted.length)} ${run}\n${lines.join("")}`));
    },
    clear: (): void => ignoreSystemErrors(() => file.write(countText(0))),
    close: file.close,
  };
}

const countText = (count: number): string => String(count).padStart(COUNT_DIGITS, "0");

/** Opens the records, by fingerprint, which persist across restarts. */
export function openRecords(files: NoteFiles) {
  const stored: { readonly [fingerprint: string]: StopRecord } = JSON.parse(files.read(RECORDS) || "{}");
  const all = new Map(Object.entries(stored));
  const save = (): void =>
    ignoreSystemErrors(() => files.replace(RECORDS, `${JSON.stringify(Object.fromEntries(all))}\n`));
  return {
    all: all as ReadonlyMap<string, StopRecord>,
    /** Counts one stop for each command of a note, even if noted several times. Counts a note only once. */
    countStops: ({ run, noted }: Note): void => {
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
