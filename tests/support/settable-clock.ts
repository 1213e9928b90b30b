/** The wall clock of a `presage` process, which the test sets. */
import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const SET_CLOCK = new URL("set-clock.ts", import.meta.url).href;

export type SettableClock = {
  /** The environment of the process. */
  readonly settings: Readonly<Record<string, string>>;
  /** Sets it away from the right time by so many milliseconds. */
  set(offBy: number): void;
};

/** A clock that is right, kept in a file of this directory. */
export function createSettableClock(directory: string): SettableClock {
  const file = join(directory, "clock");
  // In one step, which no reader sees half.
  function set(offBy: number): void {
    writeFileSync(`${file}.new`, String(offBy));
    renameSync(`${file}.new`, file);
  }
  set(0);
  return { settings: { NODE_OPTIONS: `--import=${SET_CLOCK}`, TEST_CLOCK_FILE: file }, set };
}
