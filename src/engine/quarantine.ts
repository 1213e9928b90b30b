/**
 * Prevents one command from stopping the exchange again and again. The commands being decided are noted in a file,
 * which survives a crash. After a crash they are suspects, and each is decided alone. A suspect that stops the exchange
 * once more is refused until the operator releases it; a suspect whose outcome is committed is cleared. The note is not
 * synced: it must survive the process, and no command causes a power cut.
 */
import { createHash, randomUUID } from "node:crypto";
import type { Command } from "../core/command.ts";
import { reject } from "../core/rejection.ts";
import type { Rejection } from "../core/rejection.ts";
import { filesIn, openNote, openRecords, readNote } from "./decision-note.ts";
import type { NotedCommand, NoteFiles, StopRecord } from "./decision-note.ts";

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

export type QuarantinedCommand = {
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
export function readQuarantine(files: NoteFiles, run: string): Quarantine {
  const records = openRecords(files);
  records.countStops(readNote(files));
  const note = openNote(files, run);
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
    refuse: (command) => (isRefused(find(command)) ? quarantined : undefined),
    isSuspect: (command) => find(command) !== undefined,
    noteDeciding,
    noteDecided,
    noteCommitted,
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
  `this command was being decided when the exchange stopped, ${MAX_STOPS} times; the operator can release it`,
);

const isRefused = (stops: StopRecord | undefined): boolean => stops !== undefined && stops.stops >= MAX_STOPS;

/** Describes a command: an order by its id, any other by its content. */
function describeCommand(command: Command): NotedCommand {
  if (command.type === "place-order")
    return { fingerprint: command.id, command: `place-order of ${command.owner}` };
  const text = textOf(command);
  return { fingerprint: createHash("sha256").update(text).digest("hex"), command: text.slice(0, MAX_TEXT) };
}

/** Writes a command as JSON. Prices to record name markets as objects, too large to write. */
const textOf = (command: Command): string =>
  JSON.stringify(command.type === "record-prices" ? { type: command.type } : command);
