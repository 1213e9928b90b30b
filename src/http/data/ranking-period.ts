/** The days that a ranking counts, of both versions. */
import { Type } from "typebox";
import { DAY_MS } from "../../store/catalog/catalog-records.ts";

type PeriodName = "day" | "week" | "month" | "all";

/** Days that count, today among them, by the period's name; version 1 takes it in capitals, too. */
const DAYS: Readonly<Record<PeriodName | Uppercase<PeriodName>, number | undefined>> = {
  day: 1,
  DAY: 1,
  week: 7,
  WEEK: 7,
  month: 30,
  MONTH: 30,
  all: undefined,
  ALL: undefined,
};

export const PERIOD_MEANING = "Days in UTC: today, the last 7 or 30 with today, or all";

const CAPITALS = ["DAY", "WEEK", "MONTH", "ALL"] as const;
const OPTIONS = { default: "DAY", description: PERIOD_MEANING } as const;

/** The parameter of version 1 for rankings of wallets. */
export const TimePeriod = Type.Enum([...CAPITALS, "day", "week", "month", "all"], OPTIONS);

/** The parameter for rankings of builders, in capitals alone. */
export const BuilderPeriod = Type.Enum([...CAPITALS], OPTIONS);

/** The first day of a period, since 1970; `undefined` is the beginning. */
export function firstDay(period: keyof typeof DAYS, now: number): number | undefined {
  const days = DAYS[period];
  return days === undefined ? undefined : Math.floor(now / DAY_MS) - days + 1;
}
