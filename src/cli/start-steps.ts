/** Prints the steps of a start with the seconds since the process began. */
import type { TellStep } from "../start-steps.ts";

export type StartSteps = { readonly tell: TellStep; end(): void };

/** Milliseconds after which a running step is printed again. */
const AGAIN_MS = 1_500;

/**
 * Creates the printer of steps; `write` gets complete lines. No step is silent for two seconds, unless it blocks the
 * thread without reporting progress.
 */
export function createStartSteps(
  write: (line: string) => void,
  clock: () => number = () => performance.now(),
): StartSteps {
  let current: { readonly text: string; readonly since: number } | undefined;
  let toldAt = -Infinity;

  const print = (text: string): void => {
    toldAt = clock();
    write(`${(toldAt / 1_000).toFixed(1).padStart(6)} s  ${text}\n`);
  };
  const printAgain = (): void => {
    if (current === undefined || clock() - toldAt < AGAIN_MS) return;
    print(`still ${current.text}, for ${((clock() - current.since) / 1_000).toFixed(1)} s`);
  };
  const timer = setInterval(printAgain, AGAIN_MS).unref();
  return {
    tell(step, progress) {
      const isNew = current?.text !== step;
      if (isNew) current = { text: step, since: clock() };
      if (isNew || clock() - toldAt >= AGAIN_MS)
        print(progress === undefined ? step : `${step}: ${progress}`);
    },
    end: () => clearInterval(timer),
  };
}
