/** GET /user-pnl, in both versions: realized profit of a wallet at regular times. */
import { Type } from "typebox";
import type { Context } from "../../../context.ts";
import { NO_MICROS, micros, lots as toLots, sharesText } from "../../../core/units.ts";
import { findWalletSums, listTradedDays, listWalletDays } from "../../../store/reads/statistics.ts";
import type { TradedDay, WalletDay, WalletSums } from "../../../store/reads/statistics.ts";
import { readSnapshot } from "../../../store/sql/transact.ts";
import { SERVICES } from "../../dialects/dialect.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";
import { uncodedOperation } from "../../operation/endpoint.ts";
import { constant, fieldsOf, recordOf } from "../../operation/record.ts";
import { lazyRows } from "../../guard/slow-queries/json-slices.ts";
import { ACTIVITY, V2_WALLETS } from "../groups.ts";
import { collateralNumber } from "../numbers.ts";
import { User, toLowerCase } from "../parameters.ts";
import { Envelope, Wallet, v2Operation } from "../version-2.ts";

// Times of the points of a wallet's profit.

const HOUR = 3_600;
const DAY_S = 24 * HOUR;

const INTERVALS = ["max", "all", "1m", "1w", "1d", "12h", "6h"] as const;
type Interval = (typeof INTERVALS)[number];

const FIDELITIES = ["1h", "3h", "12h", "18h", "1d"] as const;
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
  /** Day of the wallet's first activity, days since 1970; not finite without activity. */
  readonly firstDay: number;
};

/**
 * Computes times in unix seconds, ascending: multiples of the fidelity, and now. Chooses a longer fidelity for too many
 * points.
 */
function computeTimeGrid({ interval, fidelity, now, firstDay }: GridRequest): {
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

/** Pairs each time, in unix seconds, with the last day that ended before; both lists are in order. */
function pairWithEndedDays<End extends { readonly day: number }>(
  times: readonly number[],
  ends: readonly End[],
): Dated<End>[] {
  let endedCount = 0;
  return times.map((time) => {
    for (
      let next = ends[endedCount];
      next !== undefined && (next.day + 1) * DAY_S <= time;
      next = ends[endedCount]
    )
      endedCount += 1;
    return { time, end: ends[endedCount - 1] };
  });
}

/** Parameters for the times of the points. */
const SPACING = {
  interval: Type.Enum([...INTERVALS], { default: "1d", description: "How far back from now; max is all" }),
  fidelity: Type.Enum([...FIDELITIES], {
    default: "1h",
    description: "Time between points; a longer one is used where there would be more than 2,000",
  }),
};

const Point = Type.Object({
  t: Type.Integer({ description: "Unix seconds" }),
  p: Type.Number({
    description:
      "Profit of all that was given up until the last day, in UTC, that had ended; in the last point until now",
  }),
});

/** GET /user-pnl: the realized profit of a wallet over time, for charts. */
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
    ...SPACING,
  }),
  answer: Type.Array(Point, { description: "The earliest first; none of a wallet that never traded" }),
  maxAgeSeconds: 5,
  handle: async ({ context, query: { user_address: user, interval, fidelity } }) => {
    const wallet = toLowerCase(user);
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

export const PNL_POINT = recordOf(
  fieldsOf<Sums & { readonly timestamp: number }>()({
    timestamp: [Type.Integer({ description: "Unix seconds" }), ({ timestamp }) => timestamp],
    source_block: constant(0, "There is no chain"),
    realized_market_pnl: [Type.Number(), ({ realized }) => collateralNumber(realized)],
    realized_lp_pnl: constant(0),
    realized_combo_pnl: constant(0),
    realized_pnl: [
      Type.Number({
        description:
          "Profit of all that was given up until the last day that had ended, in the last point until now",
      }),
      ({ realized }) => collateralNumber(realized),
    ],
    volume: [
      Type.Number({ description: "Shares of its fills until then" }),
      ({ lots: shares }) => Number(sharesText(shares)),
    ],
    volume_usdc: [
      Type.Number({ description: "Collateral that changed hands in them" }),
      ({ volume }) => collateralNumber(volume),
    ],
    trade_count: [Type.Integer({ description: "Fills; one with itself counts twice" }), ({ fills }) => fills],
  }),
);

/** GET /v2/user-pnl: the realized profit and the volume of a wallet over time. */
export const getUserPnl = v2Operation({
  path: "/v2/user-pnl",
  summary: "Get the profit of a wallet over time, version 2",
  group: V2_WALLETS,
  limits: ONLY_INTERFACE_LIMIT,
  query: Type.Object({
    user: User,
    ...SPACING,
  }),
  answer: Envelope(
    Type.Object({
      proxy_wallet: Wallet,
      interval: Type.Enum(INTERVALS.filter((name) => name !== "all")),
      fidelity: Type.Enum([...FIDELITIES]),
      source_fidelity: Type.Literal("1d", { description: "Sums are kept by day, in UTC" }),
      points: Type.Array(PNL_POINT.schema, {
        description: "The earliest first; none of a wallet that never traded",
      }),
    }),
  ),
  maxAgeSeconds: 5,
  handle: async ({ context, query: { user, interval, fidelity: asked } }) => {
    const wallet = toLowerCase(user);
    const { sums, days, traded } = await readDays(context, wallet);
    const now = Math.floor(context.clock() / 1000);
    const first = Math.min(
      days.at(0)?.day ?? Number.POSITIVE_INFINITY,
      traded.at(0)?.day ?? Number.POSITIVE_INFINITY,
    );
    const { fidelity, times } = computeTimeGrid({ interval, fidelity: asked, now, firstDay: first });
    const points = sums === undefined || !Number.isFinite(first) ? [] : times;
    const ends = accumulateDays(days, traded);
    const all = { ...(ends.at(-1) ?? NOTHING), ...sums };
    const data = {
      proxy_wallet: wallet,
      interval: interval === "all" ? "max" : interval,
      fidelity,
      source_fidelity: "1d",
      points: lazyRows(pairWithEndedDays(points, ends), ({ time, end = NOTHING }) =>
        PNL_POINT.write({ timestamp: time, ...(time === now ? all : end) }),
      ),
    };
    return { body: { data } };
  },
});

/** Returns the current point; `undefined` if the wallet has no account. */
export async function readLatestPoint(
  context: Pick<Context, "readSql" | "clock">,
  wallet: string,
): Promise<Record<string, unknown> | undefined> {
  const { sums, days, traded } = await readDays(context, wallet);
  const now = Math.floor(context.clock() / 1000);
  return sums === undefined
    ? undefined
    : PNL_POINT.write({ timestamp: now, ...(accumulateDays(days, traded).at(-1) ?? NOTHING), ...sums });
}

const readDays = async ({ readSql }: Pick<Context, "readSql">, wallet: string) =>
  readSnapshot(await readSql(), async (sql) => ({
    sums: await findWalletSums(sql, wallet),
    days: await listWalletDays(sql, wallet),
    traded: await listTradedDays(sql, wallet),
  }));

type Sums = WalletSums & Pick<TradedDay, "lots" | "fills">;
type DaySums = Sums & { readonly day: number };

const NOTHING: Sums = { realized: NO_MICROS, volume: NO_MICROS, lots: toLots(0), fills: 0 };

/** Returns cumulative sums at the end of each day with activity, in order. */
function accumulateDays(days: readonly WalletDay[], traded: readonly TradedDay[]): DaySums[] {
  const ends: DaySums[] = [];
  const byDay = new Map(days.map((one) => [one.day, one]));
  const tradedBy = new Map(traded.map((one) => [one.day, one]));
  let sums = NOTHING;
  for (const day of [...new Set([...byDay.keys(), ...tradedBy.keys()])].sort((a, b) => a - b)) {
    const { realized, volume } = byDay.get(day) ?? sums;
    const { lots: more, fills } = tradedBy.get(day) ?? NOTHING;
    sums = {
      realized: micros(realized),
      volume: micros(volume),
      lots: toLots(sums.lots + more),
      fills: sums.fills + fills,
    };
    ends.push({ day, ...sums });
  }
  return ends;
}
