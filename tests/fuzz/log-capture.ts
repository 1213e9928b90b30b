/** What an exchange logs: the lines that tell of something wrong are kept, and no line may hold a secret. */
import { pino } from "pino";
import type { Logger } from "pino";

export type LogCapture = {
  readonly log: Logger;
  /** Lines that tell of errors, and lines with a secret in them; JSON. */
  readonly errors: readonly string[];
  readonly leaks: readonly string[];
  /** From now on these are secrets. */
  hide(secrets: readonly string[]): void;
};

/** Of pino. */
const ERROR = 50;
/** What could not be done since there was too much to do, and is tried again. */
const LOAD = "not_accepting";

export function createLogCapture(): LogCapture {
  const errors: string[] = [];
  const leaks: string[] = [];
  const hidden: string[] = [];
  const write = (line: string): void => {
    if (Number(/"level":(\d+)/.exec(line)?.[1]) >= ERROR && !line.includes(LOAD)) errors.push(line);
    if (hidden.some((secret) => line.includes(secret))) leaks.push(line);
  };
  return {
    log: pino({ level: "debug" }, { write }),
    errors,
    leaks,
    hide: (secrets) => void hidden.push(...secrets),
  };
}
