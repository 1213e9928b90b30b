/**
 * The two files of the quarantine: the note of what is being decided, which a crash leaves behind, and the record of what
 * was being decided whenever the exchange stopped. A disk that is full takes their protection away, and nothing else.
 */
import { closeSync, openSync, writeSync } from "node:fs";
import { readIfPresent, writeDurably } from "../store/durable-file.ts";

export type Noted = {
  readonly fingerprint: string;
  /** What it is, for people; one line. */
  readonly command: string;
};

/** What is known of a command that was being decided when the exchange stopped, and how often it was. */
export type Stops = { readonly command: string; readonly stops: number };

/** The count of noted commands, at the start of the note. */
const COUNT_DIGITS = 8;

/** What an earlier process was deciding when it stopped. */
export function readNote(path: string): Noted[] {
  const [count = "", ...lines] = (readIfPresent(path) ?? "").split("\n");
  return lines.slice(0, Number(count)).map((line) => {
    const space = line.indexOf(" ");
    return { fingerprint: line.slice(0, space), command: line.slice(space + 1) };
  });
}

/** An empty note. */
export function openNote(path: string) {
  const file = openSync(path, "w", 0o600);
  return {
    write: (noted: readonly Noted[]): void => {
      const lines = noted.map(({ fingerprint, command }) => `${fingerprint} ${command}\n`);
      attempt(() => writeSync(file, `${countText(noted.length)}\n${lines.join("")}`, 0));
    },
    clear: (): void => attempt(() => writeSync(file, countText(0), 0)),
    close: (): void => closeSync(file),
  };
}

const countText = (count: number): string => String(count).padStart(COUNT_DIGITS, "0");

/** By fingerprint; kept across restarts. */
export function openRecords(path: string) {
  const stored: { readonly [fingerprint: string]: Stops } = JSON.parse(readIfPresent(path) || "{}");
  const all = new Map(Object.entries(stored));
  const save = (): void => attempt(() => writeDurably(path, `${JSON.stringify(Object.fromEntries(all))}\n`));
  return {
    all: all as ReadonlyMap<string, Stops>,
    addStops: (noted: readonly Noted[]): void => {
      for (const { fingerprint, command } of noted)
        all.set(fingerprint, { command, stops: (all.get(fingerprint)?.stops ?? 0) + 1 });
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
