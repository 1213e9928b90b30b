/** State of the exchange's clocks, for answers and operators. */
import { durationText } from "../duration-text.ts";
import { aheadMs } from "./clock-at-start.ts";
import { clockGapText } from "./clocks.ts";
import type { Clocks } from "./clocks.ts";
import type { Engine } from "./engine.ts";

/** Times are in milliseconds since 1970. */
export type ClockState = {
  /** The trusted time, by which orders expire and requests are judged. */
  readonly now: number;
  readonly wall: number;
  /** Engine time: the timestamp of everything done now. */
  readonly engine: number;
  /** Milliseconds until the clock reaches engine time, which stands still until then; 0 once it has. */
  readonly ahead: number;
  /** Lead of the wall clock over `now`, ms; `undefined` while the clocks agree. */
  readonly parted: number | undefined;
  /** Rate of a virtual clock in seconds per second, 0 while it is stopped; `undefined` with the machine's clock. */
  readonly rate: number | undefined;
  /** Description of the faults, for people; empty when there are none. */
  readonly why: string;
};

/** Smallest lag that is reported; a smaller one is over before anybody reads of it. */
const NOTED_MS = 1_000;

type ClockReadings = Pick<ClockState, "now" | "wall" | "parted" | "rate"> & {
  /** Time of the journal's last batch, ms. */
  readonly head: number;
};

export function clockStateOf({ now, wall, parted, rate, head }: ClockReadings): ClockState {
  const lag = aheadMs({ journal: head, clock: now });
  const ahead = lag < NOTED_MS ? 0 : lag;
  const faults = [
    ...(parted === undefined ? [] : [`${clockGapText(parted)}: the monotonic clock carries the time on`]),
    ...(ahead === 0 ? [] : [`engine time stands, ${durationText(ahead / 1_000)} ahead of the clock`]),
  ];
  return { now, wall, engine: Math.max(now, head), ahead, parted, rate, why: faults.join("; ") };
}

type ClockSources = {
  readonly clocks: Pick<Clocks, "now" | "wall" | "parted" | "virtual">;
  readonly engine: Pick<Engine, "head">;
};

export function clockState({ clocks, engine }: ClockSources): ClockState {
  const [parted, now, wall] = [clocks.parted(), clocks.now(), clocks.wall()];
  return clockStateOf({ now, wall, parted, rate: clocks.virtual?.read().rate, head: engine.head().at });
}
