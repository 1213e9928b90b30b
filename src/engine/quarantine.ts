/**
 * Keeps one command from stopping the exchange again and again. The commands that are being decided are noted in a file,
 * which a crash leaves behind; after it they are suspects, and each is decided alone. One that stops the exchange once
 * more is refused from then on until the operator releases it; one whose outcome is committed is suspect no longer. The
 * note is not synced: it has to survive this process, and a power cut is nobody's fault.
 */
import { createHash, randomUUID } from "node:crypto";
import type { Command } from "../core/command.ts";
import { reject } from "../core/rejection.ts";
import type { Rejection } from "../core/rejection.ts";
import { filesIn, openNote, openRecords, readNote } from "./decision-note.ts";
import type { Noted, NoteFiles, Stops } from "./decision-note.ts";

export type Quarantine = {
  /** Refuses what stopped the exchange too often. */
  refuse(command: Command): Rejection | undefined;
  /** Whether the command has to be decided alone. */
  isSuspect(command: Command): boolean;
  /** Notes commands that are about to be decided. */
  enter(commands: readonly Command[]): void;
  /** They were decided, and nothing happened. */
  leave(): void;
  /** What came of them is committed, now or before: one that was alone is no longer suspect. */
  acquit(commands: readonly Command[]): void;
  /** For the operator: what is suspect or refused. */
  list(): QuarantinedCommand[];
  /** Forgets a command; false when it is not known. */
  release(fingerprint: string): boolean;
  close(): void;
};

/** Of an exchange without a place to keep notes in. */
export const NO_QUARANTINE: Quarantine = {
  refuse: () => undefined,
  isSuspect: () => false,
  enter: () => {},
  leave: () => {},
  acquit: () => {},
  list: () => [],
  release: () => false,
  close: () => {},
};

export type QuarantinedCommand = {
  readonly fingerprint: string;
  /** What it is, for people. */
  readonly command: string;
  /** How often the exchange stopped while it was decided. */
  readonly stops: number;
  readonly refused: boolean;
};

const MOST_STOPS = 2;
const MAX_TEXT = 200;

/** Reads what an earlier process left in the data directory. */
export const openQuarantine = (directory: string): Quarantine =>
  readQuarantine(filesIn(directory), randomUUID());

/** Reads what an earlier process left in these files; `run` names this one, as no other. */
export function readQuarantine(files: NoteFiles, run: string): Quarantine {
  const records = openRecords(files);
  records.addStops(readNote(files));
  const note = openNote(files, run);
  let entered = false;

  function enter(commands: readonly Command[]): void {
    if (commands.length === 0) return;
    entered = true;
    note.write(commands.map(noted));
  }

  function leave(): void {
    if (entered) note.clear();
    entered = false;
  }

  function acquit([alone, ...others]: readonly Command[]): void {
    if (alone !== undefined && others.length === 0 && records.all.size > 0)
      records.forget(noted(alone).fingerprint);
  }

  const find = (command: Command): Stops | undefined =>
    records.all.size === 0 ? undefined : records.all.get(noted(command).fingerprint);
  return {
    refuse: (command) => (isRefused(find(command)) ? quarantined : undefined),
    isSuspect: (command) => find(command) !== undefined,
    enter,
    leave,
    acquit,
    list: () =>
      Array.from(records.all, ([fingerprint, known]) => {
        const { command, stops } = known;
        return { fingerprint, command, stops, refused: isRefused(known) };
      }),
    release: records.forget,
    close: note.close,
  };
}

const quarantined: Rejection = reject(
  "quarantined",
  `this command was being decided when the exchange stopped, ${MOST_STOPS} times; the operator can release it`,
);

const isRefused = (stops: Stops | undefined): boolean => stops !== undefined && stops.stops >= MOST_STOPS;

/** An order is its id; any other command is what it says. */
function noted(command: Command): Noted {
  if (command.type === "place-order")
    return { fingerprint: command.id, command: `place-order of ${command.owner}` };
  const text = textOf(command);
  return { fingerprint: createHash("sha256").update(text).digest("hex"), command: text.slice(0, MAX_TEXT) };
}

/** Recorded prices name markets as objects, which are all of them. */
const textOf = (command: Command): string =>
  JSON.stringify(command.type === "record-prices" ? { type: command.type } : command);
