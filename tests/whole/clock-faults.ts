/**
 * Faults of the clocks of a run's machine: the wall clock is set, the machine sleeps, and wrong clocks are put right.
 */
import type { SimulatedProcess, World } from "./simulated-process.ts";

type ClockFaultRun = World & { readonly process: SimulatedProcess };

/** Ways in which a wrong clock was dealt with, as statistics count them. */
export const CLOCK_ENDS = [
  "start refused for its clock",
  "start with an accepted clock",
  "clock set right",
  "clock accepted",
] as const;

/** Injects at most one fault. A wrong clock is set right in the end, or accepted by an operator. */
export function injectClockFault(run: ClockFaultRun): void {
  const { faults, random, machine } = run;
  const far = (): number => random.below(random.pick([2_000, 60_000, 3_600_000]));
  if (faults.strike("clock set forward")) setClock(run, far());
  else if (faults.strike("clock set back")) setClock(run, -far());
  else if (!machine.isParted()) {
    if (faults.strike("the machine sleeps")) sleep(run, 25_000 + far());
  } else if (random.chance(15)) endClockFault(run);
}

function setClock({ machine, trace }: ClockFaultRun, by: number): void {
  trace.note(`the clock is set by ${by} ms`);
  machine.set(by);
}

function sleep({ machine, trace }: ClockFaultRun, milliseconds: number): void {
  trace.note(`the machine sleeps for ${milliseconds} ms`);
  machine.sleep(milliseconds);
}

/** Has the wrong clock set right, or accepted by an operator. */
export function endClockFault({ machine, trace, random, process, reached }: ClockFaultRun): void {
  if (!machine.isParted()) return;
  const clocks = process.serving()?.clocks;
  if (clocks === undefined || random.chance(50)) {
    trace.note("the clock is set right");
    reached("clock set right");
    return machine.mend();
  }
  trace.note("an operator accepts the clock");
  reached("clock accepted");
  machine.trust();
  clocks.accept();
}
