/** What befalls the clocks of a run's machine: the wall clock is set, the machine sleeps, and what is wrong is cured. */
import type { SimulatedProcess, World } from "./simulated-process.ts";

type Disturbed = World & { readonly process: SimulatedProcess };

/** What becomes of a clock that is wrong, as statistics count it. */
export const CLOCK_ENDS = [
  "start refused for its clock",
  "start with an accepted clock",
  "clock set right",
  "clock accepted",
] as const;

/** At most one thing at a time. A clock that is wrong is mended in the end, or taken for right by an operator. */
export function disturbClock(run: Disturbed): void {
  const { faults, random, machine } = run;
  const far = (): number => random.below(random.pick([2_000, 60_000, 3_600_000]));
  if (faults.strike("clock set forward")) setClock(run, far());
  else if (faults.strike("clock set back")) setClock(run, -far());
  else if (!machine.isParted()) {
    if (faults.strike("the machine sleeps")) sleep(run, 25_000 + far());
  } else if (random.chance(15)) cureClock(run);
}

function setClock({ machine, trace }: Disturbed, by: number): void {
  trace.note(`the clock is set by ${by} ms`);
  machine.set(by);
}

function sleep({ machine, trace }: Disturbed, milliseconds: number): void {
  trace.note(`the machine sleeps for ${milliseconds} ms`);
  machine.sleep(milliseconds);
}

/** Has the clock that parted set right, or accepted by an operator. */
export function cureClock({ machine, trace, random, process, reached }: Disturbed): void {
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
