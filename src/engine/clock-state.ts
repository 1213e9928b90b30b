/** The time of the exchange, and whether its clocks are as they should be. */
import { durationText } from "../duration-text.ts";
import { aheadMs } from "./clock-at-start.ts";
import { partedText } from "./clocks.ts";
import type { Clocks } from "./clocks.ts";
import type { Engine } from "./engine.ts";

/** Times in milliseconds since 1970. */
export type ClockState = {
  /** By which orders expire and requests are judged. */
  readonly now: number;
  readonly wall: number;
  /** Stamps whatever is done now. */
  readonly engine: number;
  /** For how long engine time stands before the clock has caught up with it, ms; 0 when it has. */
  readonly ahead: number;
  /** How far the wall clock is ahead of `now` while the clocks part, ms. */
  readonly parted: number | undefined;
  /** The fault in words for people; empty when there is none. */
  readonly why: string;
};

/** Less is no matter of a wrong clock, and passes before anybody has read of it. */
const NOTED_MS = 1_000;

type Readings = Pick<ClockState, "now" | "wall" | "parted"> & {
  /** Time of the journal's last batch, ms. */
  readonly head: number;
};

export function clockStateOf({ now, wall, parted, head }: Readings): ClockState {
  const lag = aheadMs({ journal: head, clock: now });
  const ahead = lag < NOTED_MS ? 0 : lag;
  const faults = [
    ...(parted === undefined ? [] : [`${partedText(parted)}: the monotonic clock carries the time on`]),
    ...(ahead === 0 ? [] : [`engine time stands, ${durationText(ahead / 1_000)} ahead of the clock`]),
  ];
  return { now, wall, engine: Math.max(now, head), ahead, parted, why: faults.join("; ") };
}

type Asked = {
  readonly clocks: Pick<Clocks, "now" | "wall" | "parted">;
  readonly engine: Pick<Engine, "head">;
};

export function clockState({ clocks, engine }: Asked): ClockState {
  const [parted, now, wall] = [clocks.parted(), clocks.now(), clocks.wall()];
  return clockStateOf({ now, wall, parted, head: engine.head().at });
}
