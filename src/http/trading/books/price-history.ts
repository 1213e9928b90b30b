/**
 * The window of a price history: its start, its end and its steps. The dialects differ in the meaning of "1m", of a
 * fidelity, and of an interval that comes with timestamps.
 */
import { Type } from "typebox";
import { reject } from "../../../core/rejection.ts";
import type { Rejection } from "../../../core/rejection.ts";
import { DIFFERENCES } from "../../dialects/dialect-differences.ts";
import type { Dialect } from "../../dialects/dialect.ts";

/** Seconds, with room for no milliseconds. */
const Seconds = Type.Integer({ minimum: 0, maximum: 9_999_999_999, description: "Unix seconds" });

const Interval = Type.Enum(["1m", "5m", "15m", "1h", "6h", "1d", "1w", "max", "all"], {
  description:
    "How far back from now. 1m is a minute, in the Polymarket dialect 30 days; not together with timestamps, which " +
    "the Polymarket dialect ignores then",
});

/** The parameters of a request besides the markets. */
export const HistoryParameters = {
  start_ts: Type.Optional(Seconds),
  end_ts: Type.Optional(Seconds),
  startTs: Type.Optional(Seconds),
  endTs: Type.Optional(Seconds),
  interval: Type.Optional(Interval),
  fidelity: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 525_600,
      description:
        "Minutes between two points; the price is carried on where nothing changed. Longer steps are taken where there would " +
        "be more than 10,080 points, and without it where there would be more than 1,000",
    }),
  ),
};
const Parameters = Type.Object(HistoryParameters);
export type HistoryParameters = Type.Static<typeof Parameters>;

export type HistoryWindow = {
  /** Unix seconds; `undefined` is the market's beginning. */
  readonly start: number | undefined;
  readonly end: number;
  /** Minutes. */
  readonly bucket: number;
  readonly maxPoints: number;
};

const FOREVER = 9_999_999_999;
const AUTOMATIC_POINTS = 1_000;
/** A week of minutes: a finer fidelity over a longer time is coarsened to it. */
const MOST_POINTS = 10_080;
const HALF_DAY = 720;
const KUEST_BUCKETS = [1, 5, 30, 180, HALF_DAY];

const MINUTES: { readonly [interval: string]: number } = {
  "1m": 1,
  "5m": 5,
  "15m": 15,
  "1h": 60,
  "6h": 360,
  "1d": 1_440,
  "1w": 10_080,
};
const MONTH = 43_200;
/** Least fidelity by interval, in minutes. */
const POLYMARKET_LEAST: { readonly [interval: string]: number } = { "1w": 5, "1m": 10 };

/** Rows of one market's history. */
export const mostPoints = ({ fidelity }: HistoryParameters): number =>
  fidelity === undefined ? AUTOMATIC_POINTS : MOST_POINTS;

/** The window that the parameters ask for at `now` (unix seconds), or what is wrong with them. */
export function readHistoryWindow(
  parameters: HistoryParameters,
  dialect: Dialect,
  now: number,
): HistoryWindow | Rejection {
  const { interval, fidelity } = parameters;
  const start = parameters.start_ts ?? parameters.startTs;
  const end = parameters.end_ts ?? parameters.endTs ?? FOREVER;
  const maxPoints = mostPoints(parameters);
  if (interval === undefined) {
    const differing = differingNames(parameters);
    if (differing !== undefined) return differing;
    if (start !== undefined && start > end)
      return invalid(`start_ts: expected at most end_ts ${end}, got ${start}`);
    const span = start === undefined ? undefined : Math.min(end, now) - start;
    return { start, end, bucket: bucketOf(fidelity, dialect, span), maxPoints };
  }
  const refused = DIFFERENCES.intervalWithTimestamps.does[dialect] === "refused";
  if (refused && (start !== undefined || end !== FOREVER))
    return invalid("interval cannot be used with start_ts or end_ts; send one or the other");
  const least = dialect === "polymarket" ? (POLYMARKET_LEAST[interval] ?? 1) : 1;
  if (fidelity !== undefined && fidelity < least)
    return invalid(`fidelity: expected at least ${least} with interval ${interval}, got ${fidelity}`);
  const from = startOf(interval, dialect, now);
  const bucket = bucketOf(fidelity, dialect, from === undefined ? undefined : now - from);
  return { start: from, end: FOREVER, bucket, maxPoints };
}

/** Both names of each timestamp. */
const NAMES = [
  ["start_ts", "startTs"],
  ["end_ts", "endTs"],
] as const;

/** Refuses a timestamp that comes under both names and is not the same. */
function differingNames(parameters: HistoryParameters): Rejection | undefined {
  for (const [name, other] of NAMES) {
    const [one, two] = [parameters[name], parameters[other]];
    if (one !== undefined && two !== undefined && one !== two)
      return invalid(`${other}: expected ${one}, as ${name} says, or none, got ${two}`);
  }
  return undefined;
}

const invalid = (hint: string): Rejection => reject("invalid_payload", hint);

function startOf(interval: string, dialect: Dialect, now: number): number | undefined {
  const minutes =
    interval === "1m" && DIFFERENCES.shortestInterval.does[dialect] === "month" ? MONTH : MINUTES[interval];
  return minutes === undefined ? undefined : Math.max(now - minutes * 60, 0);
}

/**
 * Minutes between two points of a window of `span` seconds, before they are bounded. Kuest has five lengths: without a
 * fidelity the shortest one that keeps the bound, and the longest for everything since the beginning.
 */
function bucketOf(fidelity: number | undefined, dialect: Dialect, span = Infinity): number {
  if (dialect !== "kuest") return fidelity ?? 1;
  const least = fidelity ?? span / 60 / AUTOMATIC_POINTS;
  return KUEST_BUCKETS.find((length) => length >= least) ?? HALF_DAY;
}
