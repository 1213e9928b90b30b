/** Spans of the calendar that a range of days has, in UTC. */
import { DAY_MS } from "../../store/catalog/catalog-records.ts";
import type { DaySpan, SpanUnit } from "../../store/reads/day-figures.ts";

/** Lists the spans in order; the first and the last have only the days within the range. */
export function listSpans({ from, until }: DaySpan, unit: SpanUnit): readonly DaySpan[] {
  const spans: DaySpan[] = [];
  for (let first = from; first < until; first = spans.at(-1)?.until ?? until)
    spans.push({ from: first, until: Math.min(nextSpan(first, unit), until) });
  return spans;
}

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
