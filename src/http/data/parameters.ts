/**
 * Parameters shared by operations of the data interface. Operations use a required parameter directly, an optional one
 * inside `Type.Optional`. Values are within their bounds before a handler sees them.
 */
import { Type } from "typebox";
import { lots as toLots } from "../../core/units.ts";
import type { Lots } from "../../core/units.ts";
import { DAY_MS } from "../../store/catalog/catalog-records.ts";
import { onlyIn } from "../dialects/dialect-parameters.ts";
import { SERVICES } from "../dialects/dialect.ts";
import { CONDITION_PATTERN } from "../operation/id-patterns.ts";
import { pageLimit } from "../operation/page-limit.ts";
import { WALLET_FORMAT } from "../values/wallets.ts";

/** Address in any letter case; handlers convert the address by `toLowerCase`. */
export const User = Type.String({
  format: WALLET_FORMAT,
  description: "Wallet address, in any case of letters; a mixed one has to be its checksum",
});

const MAX_CONDITIONS = 500;

/** Condition ids in any letter case, in the order of the request, including duplicates. */
export const ConditionIds = Type.Array(
  Type.String({
    pattern: CONDITION_PATTERN,
    description: "Condition id: 0x and 64 hex digits that name the market",
  }),
  { maxItems: MAX_CONDITIONS, description: "Condition ids of markets, with commas between them" },
);

/** Converts an address to the case in which the exchange stores it. */
export const toLowerCase = (text: string): string => text.toLowerCase();

type LimitBounds = { readonly default: number; readonly minimum?: number; readonly maximum: number };

/**
 * Makes the parameter for rows per page, at least 0 unless a minimum is given; a larger value is reduced to the
 * maximum.
 */
export const Limit = (bounds: LimitBounds) => pageLimit({ minimum: 0, ...bounds });

/** Makes the parameter for rows to skip. A value above the maximum is refused, so that no row is silently repeated. */
export const Offset = ({ maximum }: { readonly maximum: number }) =>
  Type.Integer({ default: 0, minimum: 0, maximum, description: "Rows to skip" });

export const SortDirection = Type.Enum(["ASC", "DESC"], {
  default: "DESC",
  description: "Whether the least or the greatest comes first",
});

const MAX_TITLE = 100;

export const Title = Type.Optional(
  Type.String({ maxLength: MAX_TITLE, description: "Part of the market's title, in any case of letters" }),
);

/** Makes the parameter for a minimum amount, in units of the compared value. */
export const Threshold = (standard: { readonly default?: number }, description: string) =>
  Type.Number({ ...standard, minimum: 0, description });

/** End of the year 9999 in unix seconds, so that milliseconds stay safe integers. */
export const MAX_SECONDS = 253_402_300_799;

/** Makes the parameter for an inclusive bound of a time, unix seconds. */
export const Seconds = (description: string) =>
  Type.Optional(
    Type.Integer({ minimum: 0, maximum: MAX_SECONDS, description: `${description}, unix seconds` }),
  );

type Span = { readonly start?: number; readonly end?: number };

/** Converts the bounds to milliseconds: `from` inclusive, `until` exclusive. */
export const readSpan = ({ start, end }: Span) => ({
  from: start === undefined ? undefined : start * 1000,
  until: end === undefined ? undefined : (end + 1) * 1000,
});

const MAX_EVENTS = 500;

/** Event ids, given instead of markets. */
export const EventIds = onlyIn(
  SERVICES,
  Type.Optional(
    Type.Array(Type.Integer(), {
      maxItems: MAX_EVENTS,
      description: "Ids of events, with commas between them; not together with market",
    }),
  ),
);

/** Makes an optional parameter with one of these values. */
export const Choice = <Name extends string>(names: readonly Name[], description: string) =>
  Type.Optional(Type.Enum([...names], { description }));

export const SIDES = ["BUY", "SELL"] as const;

// Periods of a ranking, in days, for both versions.

type PeriodName = "day" | "week" | "month" | "all";

/** Number of days by period name, including today; version 1 also accepts capitals. */
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

/** Returns the first day of a period, days since 1970; `undefined` without a bound. */
export function computeFirstDay(period: keyof typeof DAYS, now: number): number | undefined {
  const days = DAYS[period];
  return days === undefined ? undefined : Math.floor(now / DAY_MS) - days + 1;
}

// Minimum amounts of shares in queries, converted to lots.

/** Number of lots that no account can have. */
const MORE_THAN_ALL_LOTS = 2 ** 53;

/**
 * Returns the smallest number of lots that is at least `shares`. Exact for decimals that JavaScript numbers
 * distinguish: `lots / 100` and the parameter are both the numbers nearest to their decimals.
 */
export function toLotsRoundedUp(shares: number): Lots {
  const nearest = Math.round(shares * 100);
  if (nearest >= MORE_THAN_ALL_LOTS) return toLots(MORE_THAN_ALL_LOTS);
  return toLots(nearest / 100 >= shares ? nearest : nearest + 1);
}

/** Names of the periods in version 1. */
export const CAPITALS = ["DAY", "WEEK", "MONTH", "ALL"] as const;
export const PERIOD_OPTIONS = { default: "DAY", description: PERIOD_MEANING } as const;
