/** GET /profit and GET /profit-ranking: profit of wallets over time, and wallets ranked by profit. */
import { Type } from "typebox";
import type { Micros } from "../../../core/units.ts";
import { PERIOD_MS } from "../../../store/tables/profit-history.ts";
import { countPositions, listPastProfits } from "../../../store/reads/accounts/positions.ts";
import type { PastProfit } from "../../../store/reads/accounts/positions.ts";
import type { RankedWallet } from "../../../store/reads/accounts/rankings.ts";
import { listWalletStatistics } from "../../../store/reads/statistics.ts";
import { readSnapshot } from "../../../store/sql/transact.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";
import { uncodedOperation } from "../../operation/endpoint.ts";
import { redescribe, fieldsOf, recordOf } from "../../operation/record.ts";
import { Pseudonym, WalletName } from "../../values/wallets.ts";
import type { Names } from "../../values/wallets.ts";
import { ACTIVITY, RANKING } from "../groups.ts";
import { LOTS, MICROS, collateralNumber, wireNumber } from "../numbers.ts";
import { Limit, Offset, User, toLowerCase } from "../parameters.ts";
import { Wallet } from "../version-2.ts";

// Times of the points of a wallet's profit: evenly spaced period starts, and now.

/** Length of a period, seconds. */
const PERIOD = PERIOD_MS / 1_000;
const DAY = 86_400;

const INTERVALS = ["1d", "1w", "1m", "all"] as const;
type Interval = (typeof INTERVALS)[number];

/** Length of the interval, seconds. */
const INTERVAL_SECONDS: { readonly [Name in Interval]: number } = {
  "1d": DAY,
  "1w": 7 * DAY,
  "1m": 30 * DAY,
  all: Number.POSITIVE_INFINITY,
};

/** Possible seconds between two points; longer steps are whole days. */
const STEPS = [PERIOD, 1_800, 3_600, 10_800, 21_600, 43_200, DAY];

/** Maximum points of a wallet with few positions, then of a wallet with very many. */
export const MAX_POINTS = 180;
const MIN_POINTS = 6;
/** Maximum of positions times points, to which the time of the read is proportional. */
const MAX_LOOKUPS = 20_000;

type GridRequest = {
  readonly interval: Interval;
  /** Unix seconds: now, and the start of the wallet's history. */
  readonly now: number;
  readonly begun: number;
  /** Number of the wallet's positions. */
  readonly positions: number;
};

type ProfitGrid = {
  /** Seconds between two points. */
  readonly step: number;
  /** Numbers of the periods whose starts have a point; the last point is now. */
  readonly periods: readonly number[];
};

/**
 * Returns the times of the points. The first point is at most a step before the interval. Wallets with many positions get
 * longer steps.
 */
export function computeProfitGrid({ interval, now, begun, positions }: GridRequest): ProfitGrid {
  const start = Math.max(now - INTERVAL_SECONDS[interval], Math.min(begun, now));
  const affordable = Math.floor(MAX_LOOKUPS / Math.max(positions, 1));
  const most = Math.min(Math.max(affordable, MIN_POINTS), MAX_POINTS);
  const least = (now - start) / most;
  const step = STEPS.find((one) => one >= least) ?? Math.ceil(least / DAY) * DAY;
  const first = Math.floor(start / step);
  const count = Math.ceil(now / step) - first;
  const periods = Array.from({ length: count }, (_, index) => ((first + index) * step) / PERIOD);
  return { step, periods };
}

/** Returns the start of a period, unix seconds. */
const startOfPeriod = (period: number): number => period * PERIOD;

// Profit of a wallet in the exchange's own operations: the total, and its realized and open parts.

type Profit = {
  readonly realized: Micros;
  /** Profit of open positions, exact, in lots x micros per share. */
  readonly open: bigint;
};

export const PROFIT_FIELDS = fieldsOf<Profit>()({
  profit: [
    Type.Number({ description: "realizedProfit and openProfit together, in USDC" }),
    ({ realized, open }) => wireNumber(BigInt(realized) * LOTS + open, MICROS * LOTS),
  ],
  realizedProfit: [
    Type.Number({ description: "Profit in USDC of all that was given up, as pnl of GET /v1/leaderboard" }),
    ({ realized }) => collateralNumber(realized),
  ],
  openProfit: [
    Type.Number({ description: "Profit of the shares that are held, as cashPnl of GET /positions" }),
    ({ open }) => wireNumber(open, MICROS * LOTS),
  ],
});

/** A wallet with its names, its volume and its profit. */
type WalletProfit = Profit & Pick<RankedWallet, "wallet" | "volume"> & { readonly names: Names };

export const WALLET_FIELDS = {
  ...fieldsOf<WalletProfit>()({
    proxyWallet: [Wallet, ({ wallet }) => wallet],
    name: [WalletName, ({ wallet, names }) => names.nameOf(wallet)],
    pseudonym: [Pseudonym, ({ wallet, names }) => names.pseudonymOf(wallet)],
    volume: [
      Type.Number({ description: "Collateral that changed hands, in all fills of the wallet" }),
      ({ volume }) => collateralNumber(volume),
    ],
  }),
  ...PROFIT_FIELDS,
};

const POINT = recordOf<PastProfit & { readonly time: number }>({
  ...fieldsOf<{ readonly time: number }>()({
    t: [
      Type.Integer({
        description: "Unix seconds; the point counts all before it, and the last one all until now",
      }),
      ({ time }) => time,
    ],
  }),
  ...redescribe<PastProfit>(PROFIT_FIELDS, {
    realizedProfit: Type.Number({ description: "Profit in USDC of all that was given up until then" }),
    openProfit: Type.Number({
      description: "Sum over the shares held then: shares x (shown price of then - average cost)",
    }),
  }),
});

const ProfitPoints = Type.Object({
  proxyWallet: Type.String({ description: "Lower case" }),
  step: Type.Integer({
    description: "Seconds between two points, a multiple of 600; longer for a wallet with many positions",
  }),
  points: Type.Array(POINT.schema, {
    description: "The earliest first; none of a wallet without an account or a deposit",
  }),
});

/** GET /profit: the profit of a wallet over time, with its holdings at the prices of each time. */
export const getProfit = uncodedOperation({
  method: "GET",
  path: "/profit",
  summary: "Get the profit of a wallet over time, with what it held",
  group: ACTIVITY,
  limits: ONLY_INTERFACE_LIMIT,
  strict: true,
  rows: MAX_POINTS + 1,
  query: Type.Object({
    user: User,
    interval: Type.Enum([...INTERVALS], {
      default: "all",
      description: "How far back from now: a day, 7 days, 30 days, or to the first deposit",
    }),
  }),
  answer: ProfitPoints,
  maxAgeSeconds: 5,
  handle: async ({ context, query: { user, interval } }) => {
    const wallet = toLowerCase(user);
    return readSnapshot(await context.readSql(), async (sql) => {
      const now = Math.floor(context.clock() / 1_000);
      const [figures] = await listWalletStatistics(sql, [wallet]);
      const joinedAt = figures?.joinedAt ?? undefined;
      const begun = joinedAt === undefined ? now : Math.floor(joinedAt / 1_000);
      const positions = await countPositions(sql, wallet);
      const { step, periods } = computeProfitGrid({ interval, now, begun, positions });
      if (figures === undefined || joinedAt === undefined)
        return { body: { proxyWallet: wallet, step, points: [] } };
      const pastProfits = await listPastProfits(sql, wallet, periods);
      const points = pastProfits.map((profit, index) =>
        POINT.write({ time: startOfPeriod(periods[index] ?? 0), ...profit }),
      );
      return {
        body: { proxyWallet: wallet, step, points: [...points, POINT.write({ time: now, ...figures })] },
      };
    });
  },
});

/** A ranked wallet, with the names of wallets. */
type ShownRank = RankedWallet & { readonly rank: number; readonly names: Names };

const RANK = recordOf<ShownRank>({
  ...fieldsOf<ShownRank>()({
    rank: [
      Type.Integer({ description: "From 1 on; equal ones are in order of their wallets" }),
      ({ rank }) => rank,
    ],
  }),
  ...WALLET_FIELDS,
});

const Ranking = Type.Object({
  asOf: Type.Integer({
    description:
      "Unix seconds: the ranking counts all before. It is kept 20 times as long as it takes to make",
  }),
  ranking: Type.Array(RANK.schema, {
    description:
      "Of all time, the greatest profit first. Wallets that neither traded nor earned are left out",
  }),
});

/** GET /profit-ranking: wallets by their total profit, including their holdings. */
export const listProfitRanking = uncodedOperation({
  method: "GET",
  path: "/profit-ranking",
  summary: "Rank wallets by profit, with what they hold",
  group: RANKING,
  limits: ONLY_INTERFACE_LIMIT,
  strict: true,
  query: Type.Object({
    limit: Limit({ default: 25, minimum: 1, maximum: 50 }),
    offset: Offset({ maximum: 1000 }),
    user: Type.Optional({ ...User, description: "Only this wallet, with its rank among all" }),
  }),
  answer: Ranking,
  maxAgeSeconds: 5,
  handle: async ({ context, query: { limit, offset, user } }) => {
    const { at, wallets, places } = await context.rankProfits();
    const place = user === undefined ? 0 : places.get(toLowerCase(user));
    const chosenWallets =
      user === undefined ? wallets : place === undefined ? [] : wallets.slice(place, place + 1);
    const ranking = chosenWallets
      .slice(offset, offset + limit)
      .map((row, index) =>
        RANK.write({ ...row, rank: (place ?? 0) + offset + index + 1, names: context.names }),
      );
    return { body: { asOf: Math.floor(at / 1_000), ranking } };
  },
});
