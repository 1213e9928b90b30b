/** The wall clock of a `presage` process, set by the test. */
import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const SET_CLOCK = new URL("set-clock.ts", import.meta.url).href;

export type SettableClock = {
  /** Environment of the process. */
  readonly settings: Readonly<Record<string, string>>;
  /** Sets the clock to so many milliseconds from the right time. */
  set(offBy: number): void;
};

/** Makes a clock that is right, kept in a file of this directory. */
export function createSettableClock(directory: string): SettableClock {
  const file = join(directory, "clock");
  // In one step, so that no reader sees half of it.
  function set(offBy: number): void {
    writeFileSync(`${file}.new`, String(offBy));
    renameSync(`${file}.new`, file);
  }
  set(0);
  return { settings: { NODE_OPTIONS: `--import=${SET_CLOCK}`, TEST_CLOCK_FILE: file }, set };
}
