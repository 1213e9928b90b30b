/**
 * Keeps one command from stopping the exchange again and again. The commands that are being decided are noted in a file,
 * which a crash leaves behind; after it they are suspects, and each is decided alone. One that stops the exchange while
 * it is alone, twice, is refused from then on until the operator releases it. The note is not synced: it has to survive
 * this process, and a power cut is nobody's fault.
 */
import { createHash } from "node:crypto";
import { join } from "node:path";
import type { Command } from "../core/command.ts";
import { reject } from "../core/rejection.ts";
import type { Rejection } from "../core/rejection.ts";
import { openNote, openRecords, readNote } from "./decision-note.ts";
import type { Noted, Stops } from "./decision-note.ts";

export type Quarantine = {
  /** Refuses what stopped the exchange too often. */
  refuse(command: Command): Rejection | undefined;
  /** Whether the command has to be decided alone. */
  isSuspect(command: Command): boolean;
  /** Notes commands that are about to be decided. */
  enter(commands: readonly Command[]): void;
  /** They were decided, and nothing happened. */
  leave(): void;
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
export function openQuarantine(directory: string): Quarantine {
  const records = openRecords(join(directory, "quarantine.json"));
  const path = join(directory, "deciding");
  records.addStops(readNote(path));
  const note = openNote(path);
  let entered: readonly Command[] = [];

  function enter(commands: readonly Command[]): void {
    if (commands.length === 0) return;
    entered = commands;
    note.write(commands.map(noted));
  }

  /** Who was decided alone and is still here is no longer suspect. */
  function leave(): void {
    if (entered.length === 0) return;
    note.clear();
    const [alone, ...others] = entered;
    entered = [];
    if (others.length === 0 && records.all.size > 0) records.forget(noted(alone).fingerprint);
  }

  const find = (command: Command): Stops | undefined =>
    records.all.size === 0 ? undefined : records.all.get(noted(command).fingerprint);
  return {
    refuse: (command) => (isRefused(find(command)) ? quarantined : undefined),
    isSuspect: (command) => find(command) !== undefined,
    enter,
    leave,
    list: () =>
      Array.from(records.all, ([fingerprint, stops]) => ({
        fingerprint,
        ...stops,
        refused: isRefused(stops),
      })),
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
