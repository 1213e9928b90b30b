/** Names of spans of days, which are in UTC: their middle of the day is on the same date nearly everywhere. */
import type { Formats } from "../../text/formats.ts";
import type { Unit } from "./figure-filter.ts";

export type SpanName = { readonly short: string; readonly long: string };

const noon = (day: string): number => Date.parse(`${day}T12:00:00Z`);

/** Names the span from a day on, before another. */
export function spanName(
  span: { readonly from: string; readonly to: string },
  unit: Unit,
  formats: Formats,
): SpanName {
  const first = noon(span.from);
  if (unit === "month") return { short: formats.month(first), long: formats.month(first) };
  const short = formats.day(first);
  const last = noon(span.to) - 86_400_000;
  return {
    short,
    long: last === first ? formats.date(first) : `${formats.date(first)} – ${formats.date(last)}`,
  };
}
