/** The days that a ranking of version 2 counts. */
import { Type } from "typebox";

/** Days that count, today among them. */
const DAYS = { day: 1, week: 7, month: 30, all: undefined } as const;
type PeriodName = keyof typeof DAYS;

const DAY_MS = 86_400_000;

export const Period = Type.Enum(["day", "week", "month", "all"], {
  default: "day",
  description: "Days in UTC: today, the last 7 or 30 with today, or all",
});

/** The first day of a period, since 1970; `undefined` is the beginning. */
export function firstDay(period: PeriodName, now: number): number | undefined {
  const days = DAYS[period];
  return days === undefined ? undefined : Math.floor(now / DAY_MS) - days + 1;
}
