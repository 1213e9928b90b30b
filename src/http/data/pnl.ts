/** GET /user-pnl: profit of a wallet at regular times. */
import { Type } from "typebox";
import { NO_MICROS } from "../../core/units.ts";
import { findWalletSums, listWalletDays } from "../../store/reads/statistics.ts";
import { readSnapshot } from "../../store/sql/transact.ts";
import { SERVICES } from "../dialects/dialect.ts";
import { ONLY_INTERFACE_LIMIT } from "../guard/rate-limits.ts";
import { lazyRows } from "../slow-queries/json-slices.ts";
import { uncodedOperation } from "../operation/endpoint.ts";
import { ACTIVITY } from "./groups.ts";
import { collateralNumber } from "./numbers.ts";
import { User, lowerCase } from "./parameters.ts";

// Times of the points of a wallet's profit.

const HOUR = 3_600;
const DAY_S = 24 * HOUR;

export const INTERVALS = ["max", "all", "1m", "1w", "1d", "12h", "6h"] as const;
type Interval = (typeof INTERVALS)[number];

export const FIDELITIES = ["1h", "3h", "12h", "18h", "1d"] as const;
type Fidelity = (typeof FIDELITIES)[number];

const INTERVAL_SECONDS: { readonly [Name in Interval]: number | undefined } = {
  max: undefined,
  all: undefined,
  "1m": 30 * DAY_S,
  "1w": 7 * DAY_S,
  "1d": DAY_S,
  "12h": 12 * HOUR,
  "6h": 6 * HOUR,
};
const STEPS: { readonly [Name in Fidelity]: number } = {
  "1h": HOUR,
  "3h": 3 * HOUR,
  "12h": 12 * HOUR,
  "18h": 18 * HOUR,
  "1d": DAY_S,
};

const MAX_POINTS = 2_000;

type GridRequest = {
  readonly interval: Interval;
  readonly fidelity: Fidelity;
  /** Unix seconds. */
  readonly now: number;
  /** Day since 1970 of the wallet's first activity; not finite if there is none. */
  readonly firstDay: number;
};

/**
 * Returns times in unix seconds, ascending: multiples of the fidelity, and now. Too many points switch to a longer
 * fidelity.
 */
export function computeTimeGrid({ interval, fidelity, now, firstDay }: GridRequest): {
  fidelity: Fidelity;
  times: number[];
} {
  const back = INTERVAL_SECONDS[interval];
  const start = back === undefined ? (Number.isFinite(firstDay) ? firstDay * DAY_S : now) : now - back;
  const applied =
    FIDELITIES.slice(FIDELITIES.indexOf(fidelity)).find(
      (name) => (now - start) / STEPS[name] <= MAX_POINTS,
    ) ?? "1d";
  const step = STEPS[applied];
  const first = Math.ceil(start / step);
  const count = Math.max(Math.ceil(now / step) - first, 0);
  return {
    fidelity: applied,
    times: [...Array.from({ length: count }, (_, index) => (first + index) * step), now],
  };
}

type Dated<End> = { readonly time: number; readonly end: End | undefined };

/** Pairs each time, in unix seconds, with the last day completed by then; both lists are in order. */
export function pairWithEndedDays<End extends { readonly day: number }>(
  times: readonly number[],
  ends: readonly End[],
): Dated<End>[] {
  let ended = 0;
  return times.map((time) => {
    for (let next = ends[ended]; next !== undefined && (next.day + 1) * DAY_S <= time; next = ends[ended])
      ended += 1;
    return { time, end: ends[ended - 1] };
  });
}

const Point = Type.Object({
  t: Type.Integer({ description: "Unix seconds" }),
  p: Type.Number({
    description:
      "Profit of all that was given up until the last day, in UTC, that had ended; in the last point until now",
  }),
});

/** GET /user-pnl: the realized profit of a wallet over time, as the services' web pages chart it. */
export const listPnl = uncodedOperation({
  method: "GET",
  path: "/user-pnl",
  summary: "Get the profit of a wallet over time",
  group: ACTIVITY,
  limits: ONLY_INTERFACE_LIMIT,
  dialects: SERVICES,
  strict: true,
  query: Type.Object({
    user_address: User,
    interval: Type.Enum([...INTERVALS], { default: "1d", description: "How far back from now; max is all" }),
    fidelity: Type.Enum([...FIDELITIES], {
      default: "1h",
      description: "Time between points; a longer one is used where there would be more than 2,000",
    }),
  }),
  answer: Type.Array(Point, { description: "The earliest first; none of a wallet that never traded" }),
  maxAgeSeconds: 5,
  handle: async ({ context, query: { user_address: user, interval, fidelity } }) => {
    const wallet = lowerCase(user);
    const { sums, days } = await readSnapshot(await context.readSql(), async (sql) => ({
      sums: await findWalletSums(sql, wallet),
      days: await listWalletDays(sql, wallet),
    }));
    const [first] = days;
    if (sums === undefined || first === undefined) return { body: [] };
    const now = Math.floor(context.clock() / 1000);
    const { times } = computeTimeGrid({ interval, fidelity, now, firstDay: first.day });
    return {
      body: lazyRows(pairWithEndedDays(times, days), ({ time, end }) => ({
        t: time,
        p: collateralNumber((time === now ? sums : end)?.realized ?? NO_MICROS),
      })),
    };
  },
});
