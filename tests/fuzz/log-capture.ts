/** The log of an exchange: keeps the lines of errors, and those with a secret. */
import { pino } from "pino";
import type { Logger } from "pino";

export type LogCapture = {
  readonly log: Logger;
  /** Lines of errors, and lines with a secret in them; JSON. */
  readonly errors: readonly string[];
  readonly leaks: readonly string[];
  /** Adds secrets that no line may hold from now on. */
  hide(secrets: readonly string[]): void;
};

/** Pino's level of errors. */
const ERROR = 50;
/** Text in lines about refusals of a busy server, which are no errors. */
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
