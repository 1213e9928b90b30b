/** The window of a price history in version 2: an interval up to now, two times, or one. */
import { Type } from "typebox";
import type { Refused } from "../../refusal-form.ts";
import { invalidFieldBecause } from "../refusal.ts";
import { Choice } from "./parameters.ts";

const FOREVER = 9_999_999_999;
const MINUTE = 60;
const DAY = 86_400;
const MOST_DAYS = 15;

const Seconds = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: FOREVER, description: `${description}, unix seconds` }));

export const PriceWindow = Type.Object({
  interval: Choice(["max", "all", "1m", "1w", "1d", "6h", "1h"], "How far back from now; 1m is 30 days"),
  start: Seconds("The earliest time, in place of interval"),
  end: Seconds(`The latest time, only with start and at most ${MOST_DAYS} days after it; now unless given`),
  as_of: Seconds("A time of which the price is asked, in place of interval and start"),
  bucket_seconds: Type.Optional(
    Type.Integer({
      minimum: MINUTE,
      maximum: DAY,
      description:
        "Seconds between two points, as whole minutes; at least 300 with 1w, and 600 with 1m, max " +
        "and all, and that unless given",
    }),
  ),
});
type PriceWindow = Type.Static<typeof PriceWindow>;

const SECONDS: Readonly<Record<string, number>> = {
  "1h": 3_600,
  "6h": 21_600,
  "1d": DAY,
  "1w": 7 * DAY,
  "1m": 30 * DAY,
};
const LEAST: Readonly<Record<string, number>> = { "1w": 300, "1m": 600, max: 600, all: 600 };

export type AskedPrices = {
  /** Unix seconds; `undefined` is the beginning. */
  readonly start: number | undefined;
  readonly end: number;
  readonly asOf: number | undefined;
  /** Minutes. */
  readonly bucket: number;
};

/** The window that a query asks for at `now` (unix seconds), or what is wrong with it. */
export function readPriceWindow(query: PriceWindow, now: number): AskedPrices | Refused {
  const { interval, start, end, as_of: asOf, bucket_seconds: asked } = query;
  const given = [interval, start, asOf].filter((one) => one !== undefined);
  if (given.length !== 1) return invalidFieldBecause("interval", "expected one of interval, start and as_of");
  if (end !== undefined && start === undefined)
    return invalidFieldBecause("end", "expected start with it, got none");
  if (asOf !== undefined && asked !== undefined)
    return invalidFieldBecause("bucket_seconds", "expected none with as_of, got it");
  const until = end ?? now;
  if (start !== undefined && (until < start || until - start > MOST_DAYS * DAY))
    return invalidFieldBecause("end", `expected 0 to ${MOST_DAYS} days after start ${start}, got ${until}`);
  const least = (interval === undefined ? undefined : LEAST[interval]) ?? MINUTE;
  if (asked !== undefined && asked < least)
    return invalidFieldBecause(
      "bucket_seconds",
      `expected at least ${least} with interval ${interval}, got ${asked}`,
    );
  const back = interval === undefined ? undefined : SECONDS[interval];
  return {
    start: start ?? (back === undefined ? undefined : Math.max(now - back, 0)),
    end: end ?? FOREVER,
    asOf,
    bucket: Math.ceil((asked ?? least) / MINUTE),
  };
}
