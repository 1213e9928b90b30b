/** The time until a moment, split into whole units. */
export type TimeLeft = {
  readonly days: number;
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
};

/** Splits the time between two times in unix milliseconds; `undefined` once `until` is past. */
export function computeTimeLeft(until: number, now: number): TimeLeft | undefined {
  const total = Math.floor((until - now) / 1000);
  if (total <= 0) return undefined;
  return {
    days: Math.floor(total / 86_400),
    hours: Math.floor(total / 3_600) % 24,
    minutes: Math.floor(total / 60) % 60,
    seconds: total % 60,
  };
}
