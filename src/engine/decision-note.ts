/**
 * The two files of the quarantine: the note of what is being decided, which a crash leaves behind, and the record of what
 * was being decided whenever the exchange stopped. A disk that is full takes their protection away, and nothing else.
 */
import { closeSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { readIfPresent, writeDurably } from "../store/server/durable-file.ts";

/** What keeps the two files. What was written survives this process. */
export type NoteFiles = {
  /** What a file has; `undefined` when there is none. */
  read(name: string): string | undefined;
  /** Empties a file; what is written to it stands over its start. */
  open(name: string): { write(text: string): void; close(): void };
  /** Gives a file another content, which survives a power cut. */
  replace(name: string, text: string): void;
};

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

export type Noted = {
  readonly fingerprint: string;
  /** What it is, for people; one line. */
  readonly command: string;
};

/** The commands of a note, and the process that wrote it. */
type Note = { readonly run: string; readonly noted: readonly Noted[] };

/** A command that was being decided when the exchange stopped: how often it was, and in which process last. */
export type Stops = { readonly command: string; readonly stops: number; readonly run?: string };

const NOTE = "deciding";
const RECORDS = "quarantine.json";

/** The count of noted commands, at the start of the note. */
const COUNT_DIGITS = 8;

/** What an earlier process was deciding when it stopped. */
export function readNote(files: NoteFiles): Note {
  const [head = "", ...lines] = (files.read(NOTE) ?? "").split("\n");
  const noted = lines.slice(0, Number(head.slice(0, COUNT_DIGITS))).map((line) => {
    const space = line.indexOf(" ");
    return { fingerprint: line.slice(0, space), command: line.slice(space + 1) };
  });
  return { run: head.slice(COUNT_DIGITS + 1), noted };
}

/** An empty note of the process that `run` names. */
export function openNote(files: NoteFiles, run: string) {
  const file = files.open(NOTE);
  return {
    write: (noted: readonly Noted[]): void => {
      const lines = noted.map(({ fingerprint, command }) => `${fingerprint} ${command}\n`);
      attempt(() => file.write(`${countText(noted.length)} ${run}\n${lines.join("")}`));
    },
    clear: (): void => attempt(() => file.write(countText(0))),
    close: file.close,
  };
}

const countText = (count: number): string => String(count).padStart(COUNT_DIGITS, "0");

/** By fingerprint; kept across restarts. */
export function openRecords(files: NoteFiles) {
  const stored: { readonly [fingerprint: string]: Stops } = JSON.parse(files.read(RECORDS) || "{}");
  const all = new Map(Object.entries(stored));
  const save = (): void =>
    attempt(() => files.replace(RECORDS, `${JSON.stringify(Object.fromEntries(all))}\n`));
  return {
    all: all as ReadonlyMap<string, Stops>,
    /** One for each command, also of those that were noted several times; none when they were added before. */
    addStops: ({ run, noted }: Note): void => {
      for (const { fingerprint, command } of noted) {
        const known = all.get(fingerprint);
        if (known?.run !== run) all.set(fingerprint, { command, stops: (known?.stops ?? 0) + 1, run });
      }
      if (noted.length > 0) save();
    },
    /** False when it is not known. */
    forget: (fingerprint: string): boolean => {
      const known = all.delete(fingerprint);
      if (known) save();
      return known;
    },
  };
}

function attempt(write: () => unknown): void {
  try {
    write();
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
  }
}
