/** Spans of the calendar that a range of days has, in UTC. */
import { DAY_MS } from "../../store/catalog/catalog-records.ts";
import type { DaySpan } from "../../store/reads/day-figures.ts";

export const SPAN_UNITS = ["day", "week", "month"] as const;
/** Days, weeks from Monday on, or months of the calendar. */
export type SpanUnit = (typeof SPAN_UNITS)[number];

/** Lists the spans in order; the first and the last have only the days within the range. */
export function listSpans({ from, until }: DaySpan, unit: SpanUnit): readonly DaySpan[] {
  const spans: DaySpan[] = [];
  for (let first = from; first < until; first = spans.at(-1)?.until ?? until)
    spans.push({ from: first, until: Math.min(nextSpan(first, unit), until) });
  return spans;
}

/** Lists the first days of the spans that the days of the range are in, one for each day. */
export const firstsOf = (spans: readonly DaySpan[]): readonly number[] =>
  spans.flatMap(({ from, until }) => Array.from({ length: until - from }, () => from));

const DAYS_OF_WEEK = 7;
/** The first of January 1970 was a Thursday. */
const FIRST_MONDAY = 4;

/** The first day of the span after the one that a day is in. */
function nextSpan(day: number, unit: SpanUnit): number {
  switch (unit) {
    case "day":
      return day + 1;
    case "week":
      return day + DAYS_OF_WEEK - ((day + DAYS_OF_WEEK - FIRST_MONDAY) % DAYS_OF_WEEK);
    case "month": {
      const date = new Date(day * DAY_MS);
      return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) / DAY_MS;
    }
  }
}
