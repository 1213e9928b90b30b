/** Statistics: the filter in the view's address, and formats of amounts, days and bars. */
import { micros } from "../../../../src/core/units.ts";
import type { Micros } from "../../../../src/core/units.ts";
import { readMicros } from "../../base/money.ts";
import { buildWholeAmountAxis } from "../../account/profit/axis-ticks.ts";
import type { Formats } from "../../text/formats.ts";
import { useViewQuery } from "../parts/use-view-query.ts";

export const UNITS = ["day", "week", "month"] as const;
export type Unit = (typeof UNITS)[number];

export const SCOPES = ["all", "market", "event", "category"] as const;
export type Scope = (typeof SCOPES)[number];

export const ORDERS = ["volume", "traders", "fees", "trades"] as const;
export type Order = (typeof ORDERS)[number];

/** The days, markets and wallets whose statistics are shown. */
export type StatisticsFilter = {
  /** First day, such as 2026-05-01; empty for the exchange's default. `last` is the last day. */
  readonly from: string;
  readonly last: string;
  readonly per: Unit;
  readonly scope: Scope;
  /** The market, event or category; empty for all. */
  readonly term: string;
  readonly withoutHouse: boolean;
  readonly order: Order;
};

export const DAY_MS = 86_400_000;

/** Formats the UTC day of a time. */
export const formatDay = (at: number): string => new Date(at).toISOString().slice(0, "2026-05-01".length);

/** Number of days that the exchange shows by default. */
export const DEFAULT_DAYS = 30;

export type ShownDays = Pick<StatisticsFilter, "from" | "last">;

/** Returns the shown days with the exchange's defaults filled in. `now` is in unix milliseconds. */
export function fillInDays({ from, last }: ShownDays, now: number): ShownDays {
  const end = last === "" ? formatDay(now) : last;
  return { from: from === "" ? formatDay(Date.parse(end) - (DEFAULT_DAYS - 1) * DAY_MS) : from, last: end };
}

/** Reads a day; empty text for anything else. */
const readDay = (text: string | null): string =>
  text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : "";

export function readFilter(query: URLSearchParams): StatisticsFilter {
  const scope = SCOPES.find((one) => one !== "all" && query.has(one)) ?? "all";
  return {
    from: readDay(query.get("from")),
    last: readDay(query.get("last")),
    per: UNITS.find((one) => one === query.get("per")) ?? "day",
    scope,
    term: scope === "all" ? "" : (query.get(scope) ?? ""),
    withoutHouse: query.get("house") !== "with",
    order: ORDERS.find((one) => one === query.get("order")) ?? "volume",
  };
}

/** Writes the choices that differ from the defaults. */
export function writeFilter({
  from,
  last,
  per,
  scope,
  term,
  withoutHouse,
  order,
}: StatisticsFilter): URLSearchParams {
  const hasTerm = scope !== "all" && term !== "";
  return new URLSearchParams([
    ...(from === "" ? [] : [["from", from]]),
    ...(last === "" ? [] : [["last", last]]),
    ...(per === "day" ? [] : [["per", per]]),
    ...(hasTerm ? [[scope, term]] : []),
    ...(withoutHouse ? [] : [["house", "with"]]),
    ...(order === "volume" ? [] : [["order", order]]),
  ]);
}

export function useStatisticsFilter(): readonly [
  StatisticsFilter,
  (changed: Partial<StatisticsFilter>) => void,
] {
  const [query, setQuery] = useViewQuery();
  const filter = readFilter(query);
  return [filter, (changed) => setQuery(writeFilter({ ...filter, ...changed }))];
}

/** Builds the query of both statistics operations. Their parameter `to` is the day after the last one. */
export const toQueryParameters = ({ from, last, scope, term, withoutHouse }: StatisticsFilter) => ({
  ...(from !== "" && { from }),
  ...(last !== "" && { to: formatDay(Date.parse(last) + DAY_MS) }),
  ...(scope !== "all" && { [scope]: term }),
  ...(withoutHouse && { withoutHouse }),
});

/** A cent, in micros. */
export const CENT = 10_000;

/** Amount in micros from which an axis has short labels. */
const MIN_SHORTENED_AMOUNT = 1_000_000_000;

export function readStatistic(text: string): Micros {
  const isBelow = text.startsWith("-");
  const amount = readMicros(isBelow ? text.slice(1) : text) ?? 0;
  return micros(isBelow ? 0 - amount : amount);
}

/** Formats an amount to the cent; files have all digits. */
export const formatStatistic = (text: string, formats: Formats): string => formats.money(readStatistic(text));

export const formatAxisAmount = (value: number, formats: Formats): string =>
  Math.abs(value) < MIN_SHORTENED_AMOUNT
    ? formats.roundMoney(micros(value))
    : formats.shortMoney(micros(value));

export type SpanName = { readonly short: string; readonly long: string };

/** Returns noon of a UTC day in unix milliseconds, which has the same date in nearly all time zones. */
const getNoon = (day: string): number => Date.parse(`${day}T12:00:00Z`);

/** Names a span of days; `to` is the day after the last one. */
export function nameSpan(
  span: { readonly from: string; readonly to: string },
  unit: Unit,
  formats: Formats,
): SpanName {
  const first = getNoon(span.from);
  if (unit === "month") return { short: formats.month(first), long: formats.month(first) };
  const short = formats.day(first);
  const last = getNoon(span.to) - 86_400_000;
  return {
    short,
    long: last === first ? formats.date(first) : `${formats.date(first)} – ${formats.date(last)}`,
  };
}

export type Bar = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** Bars in a square of 100 by 100 with its origin at the top left, and the positions of labels. */
export type BarShape = {
  readonly bars: readonly Bar[];
  /** Height of the zero line. */
  readonly zero: number;
  readonly ticks: readonly { readonly value: number; readonly y: number }[];
  /** Index of each bar that has a label below, and the bar's horizontal middle. */
  readonly labels: readonly { readonly place: number; readonly x: number }[];
};

const MAX_TICKS = 5;
const MAX_LABELS = 4;
/** Room above the highest and below the lowest bar. */
const MARGIN = 4;
/** Part of a bar's space that the bar fills. */
const BAR_WIDTH_SHARE = 0.76;

/** Draws values in order. `least` is the minimum distance between two labels of the axis. */
export function computeBarShape(values: readonly number[], least: number): BarShape {
  const { low, high, ticks } = buildWholeAmountAxis(values, MAX_TICKS, least);
  const y = (value: number): number => MARGIN + ((high - value) / (high - low)) * (100 - 2 * MARGIN);
  const slotWidth = 100 / Math.max(values.length, 1);
  const step = Math.max(1, Math.ceil(values.length / MAX_LABELS));
  return {
    bars: values.map((value, index) => ({
      x: (index + (1 - BAR_WIDTH_SHARE) / 2) * slotWidth,
      y: Math.min(y(value), y(0)),
      width: slotWidth * BAR_WIDTH_SHARE,
      height: Math.abs(y(value) - y(0)),
    })),
    zero: y(0),
    ticks: ticks.map((value) => ({ value, y: y(value) })),
    labels: values.flatMap((_value, index) =>
      index % step === 0 ? [{ place: index, x: (index + 0.5) * slotWidth }] : [],
    ),
  };
}

/** Finds the index of the bar at a horizontal position. */
export const findBarAt = (count: number, x: number): number =>
  Math.min(Math.max(Math.floor((x / 100) * count), 0), count - 1);
