/** Profit, statistics, volume and approvals of one wallet in version 2 of the data interface. */
import { Type } from "typebox";
import type { Context } from "../../../context.ts";
import { NO_MICROS, lots as toLots, micros, sharesText } from "../../../core/units.ts";
import { builtInDomains } from "../../../signing/orders/order-domain.ts";
import { findLargestWin } from "../../../store/reads/rankings.ts";
import { countTradedMarkets } from "../../../store/reads/positions.ts";
import { sumWalletVolume } from "../../../store/reads/trades.ts";
import { findWalletSums, listTradedDays, listWalletDays } from "../../../store/reads/statistics.ts";
import type { TradedDay, WalletDay, WalletSums } from "../../../store/reads/statistics.ts";
import { readSnapshot } from "../../../store/sql/transact.ts";
import type { Dialect } from "../../dialects/dialect.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";
import { lazyRows } from "../../slow-queries/json-slices.ts";
import { V2_WALLETS } from "../groups.ts";
import { collateralNumber } from "../numbers.ts";
import { User, lowerCase } from "../parameters.ts";
import { FIDELITIES, INTERVALS, computeTimeGrid, pairWithEndedDays } from "../pnl.ts";
import { Envelope, v2Operation } from "./operation.ts";
import { SPAN, Wallet, readBounds } from "./parameters.ts";

const PnlPoint = Type.Object({
  timestamp: Type.Integer({ description: "Unix seconds" }),
  source_block: Type.Literal(0, { description: "There is no chain" }),
  realized_market_pnl: Type.Number(),
  realized_lp_pnl: Type.Literal(0),
  realized_combo_pnl: Type.Literal(0),
  realized_pnl: Type.Number({
    description:
      "Profit of all that was given up until the last day that had ended, in the last point until now",
  }),
  volume: Type.Number({ description: "Shares of its fills until then" }),
  volume_usdc: Type.Number({ description: "Collateral that changed hands in them" }),
  trade_count: Type.Integer({ description: "Fills; one with itself counts twice" }),
});

type PnlPoint = Type.Static<typeof PnlPoint>;

const Fidelity = Type.Enum([...FIDELITIES]);

/** GET /v2/user-pnl: the realized profit and the volume of a wallet over time. */
export const getUserPnl = v2Operation({
  path: "/v2/user-pnl",
  summary: "Get the profit of a wallet over time, version 2",
  group: V2_WALLETS,
  limits: ONLY_INTERFACE_LIMIT,
  query: Type.Object({
    user: User,
    interval: Type.Enum([...INTERVALS], { default: "1d", description: "How far back from now; max is all" }),
    fidelity: Type.Enum([...FIDELITIES], {
      default: "1h",
      description: "Time between points; a longer one is used where there would be more than 2,000",
    }),
  }),
  answer: Envelope(
    Type.Object({
      proxy_wallet: Wallet,
      interval: Type.Enum(INTERVALS.filter((name) => name !== "all")),
      fidelity: Fidelity,
      source_fidelity: Type.Literal("1d", { description: "Sums are kept by day, in UTC" }),
      points: Type.Array(PnlPoint, { description: "The earliest first; none of a wallet that never traded" }),
    }),
  ),
  maxAgeSeconds: 5,
  handle: async ({ context, query: { user, interval, fidelity: asked } }) => {
    const wallet = lowerCase(user);
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
        toPoint(time, time === now ? all : end),
      ),
    };
    return { body: { data } };
  },
});

/** Returns the current point; `undefined` if the wallet has no account. */
async function latestPoint(
  context: Pick<Context, "readSql" | "clock">,
  wallet: string,
): Promise<PnlPoint | undefined> {
  const { sums, days, traded } = await readDays(context, wallet);
  const now = Math.floor(context.clock() / 1000);
  return sums === undefined
    ? undefined
    : toPoint(now, { ...(accumulateDays(days, traded).at(-1) ?? NOTHING), ...sums });
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

const toPoint = (timestamp: number, { realized, volume, lots: shares, fills }: Sums): PnlPoint => ({
  timestamp,
  source_block: 0,
  realized_market_pnl: collateralNumber(realized),
  realized_lp_pnl: 0,
  realized_combo_pnl: 0,
  realized_pnl: collateralNumber(realized),
  volume: Number(sharesText(shares)),
  volume_usdc: collateralNumber(volume),
  trade_count: fills,
});

/** Profit that a win must exceed to count: one unit of collateral. */
const SMALL_WIN = micros(1_000_000);

const UserStats = Type.Object({
  proxy_wallet: Wallet,
  trades: Type.Integer({ description: "Markets of which it ever had shares, as GET /traded" }),
  biggest_win: Type.Number({
    description: "The largest profit of a closed position, without fees; 0 unless it is more than 1",
  }),
  views: Type.Literal(0, { description: "Nobody counts them" }),
  join_date: Type.Null({ description: "Not kept" }),
  all_time_pnl: PnlPoint,
});

/** GET /v2/user-stats: statistics of a wallet. */
export const getUserStats = v2Operation({
  path: "/v2/user-stats",
  summary: "Get a wallet in a few figures, version 2",
  group: V2_WALLETS,
  limits: ONLY_INTERFACE_LIMIT,
  query: Type.Object({ user: User }),
  answer: Envelope(
    Type.Union([UserStats, Type.Null()], { description: "null of a wallet that the exchange does not know" }),
  ),
  maxAgeSeconds: 5,
  handle: async ({ context, query }) => {
    const wallet = lowerCase(query.user);
    const point = await latestPoint(context, wallet);
    if (point === undefined) return { body: { data: null } };
    const sql = await context.adHocSql();
    const largest = await findLargestWin(sql, wallet);
    const data = {
      proxy_wallet: wallet,
      trades: await countTradedMarkets(sql, wallet),
      biggest_win: largest !== null && largest > SMALL_WIN ? collateralNumber(largest) : 0,
      views: 0,
      join_date: null,
      all_time_pnl: point,
    };
    return { body: { data } };
  },
});

/** GET /v2/user-volume: the volume of a wallet, in a time span or all-time. */
export const getUserVolume = v2Operation({
  path: "/v2/user-volume",
  summary: "Get the volume of a wallet, version 2",
  group: V2_WALLETS,
  limits: ONLY_INTERFACE_LIMIT,
  query: Type.Object({ user: User, ...SPAN }),
  answer: Envelope(
    Type.Object({
      volume: Type.Number({ description: "Shares of its fills" }),
      volume_usdc: Type.Number({ description: "Collateral that changed hands in them" }),
      trade_count: Type.Integer({ description: "Fills; one with itself counts twice" }),
    }),
  ),
  maxAgeSeconds: 5,
  handle: async ({ context, query }) => {
    const span = { wallet: lowerCase(query.user), ...readBounds(query) };
    const { lots, cash, fills } = await sumWalletVolume(await context.readSql(), span);
    const volume = { volume: Number(sharesText(lots)), volume_usdc: collateralNumber(cash) };
    return { body: { data: { ...volume, trade_count: fills } } };
  },
});

export const CHAIN = 137;

/** Contracts of collateral and shares at the services, on the chain above. */
type Tokens = { readonly collateral: string; readonly shares: readonly string[] };

/** Contract of the shares of newer markets. */
const POSITION_MANAGER = "0x006f54f7f9a22e0000cc2ab60031000000ae9fef";

const TOKEN_CONTRACTS: { readonly [D in Dialect]: Tokens } = {
  spec: { collateral: "", shares: [] },
  polymarket: {
    collateral: "0xc011a7e12a19f7b1f670d46f03b03f3342e82dfb",
    shares: ["0x4d97dcd97ec945f40cf65f87097ace5ea0476045", POSITION_MANAGER],
  },
  kuest: {
    collateral: "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359",
    shares: ["0x4682048725865bf17067bd85ff518527a262a9c7", POSITION_MANAGER],
  },
};

/** Contracts other than the exchanges for which clients read approvals, by purpose. */
const SPENDERS: Readonly<Record<string, string>> = {
  CollateralAdapter: "0xada100db00ca00073811820692005400218fce1f",
  NegRiskCollateralAdapter: "0xada2005600dec949baf300f4c6120000bdb6eaab",
  ExchangeV3: "0xe3333700ca9d93003f00f0f71f8515005f6c00aa",
  Router: "0x12121212006e4cd160d18e3f00711da5c3372600",
  AutoRedeem: "0xa1200000d0002264c9a1698e001292d00e1b00af",
  BinaryModule: "0x1000008dd9001b968442c1000017eae6e0da00ba",
  NegRiskModule: "0x200000900045e3b6259600682756002200028933",
  CombinatorialModule: "0x30000034706c7d8e12009dab006be20000c031a8",
  PerpsDeposit: "0xdca4af75705dbb50f62437045aff9921947917d2",
};

const Pair = Type.Object({
  id: Type.String({ description: "Name of the pair" }),
  feature: Type.Literal("trading"),
  token: Type.String(),
  spender: Type.String(),
  standard: Type.Enum(["ERC20", "ERC1155"]),
  amount: Type.Union([Type.Literal("max"), Type.Null()], { description: "null of shares" }),
  approved: Type.Literal(true, { description: "There is no chain: nothing is to be approved" }),
});

/**
 * GET /v2/approvals: the allowances that a wallet gives to its service's contracts. Clients read it before they trade.
 * There is no chain: the exchange's own ledger covers orders, so every pair is approved and no transaction is needed.
 */
export const getApprovals = v2Operation({
  path: "/v2/approvals",
  summary: "Get what a wallet allows contracts to move: all, since there is no chain",
  group: V2_WALLETS,
  limits: ONLY_INTERFACE_LIMIT,
  query: Type.Object({ user: User }),
  answer: Envelope(
    Type.Object({
      address: Wallet,
      chain_id: Type.Integer(),
      checked_at: Type.String({ description: "ISO 8601" }),
      all_approved: Type.Literal(true),
      contracts: Type.Array(Pair),
    }),
  ),
  maxAgeSeconds: 300,
  handle: ({ context, dialect, query }) => ({
    body: {
      data: {
        address: lowerCase(query.user),
        chain_id: CHAIN,
        checked_at: new Date(context.clock()).toISOString(),
        all_approved: true,
        contracts: listApprovalPairs(dialect),
      },
    },
  }),
});

function listApprovalPairs(dialect: Dialect): Type.Static<typeof Pair>[] {
  const { collateral, shares } = TOKEN_CONTRACTS[dialect];
  const exchanges = builtInDomains([CHAIN])
    .filter(({ venue }) => venue === dialect)
    .map(({ id, verifyingContract }) => [id, verifyingContract.toLowerCase()] as const);
  const spenders = new Map([...exchanges, ...Object.entries(SPENDERS)].map(([id, one]) => [one, id]));
  return [...spenders].flatMap(([spender, name]) => [
    approvalPair({ id: `Collateral${name}`, token: collateral, spender }, "ERC20"),
    ...shares.map((token, index) =>
      approvalPair({ id: `Shares${index + 1}${name}`, token, spender }, "ERC1155"),
    ),
  ]);
}

const approvalPair = (
  pair: { readonly id: string; readonly token: string; readonly spender: string },
  standard: "ERC20" | "ERC1155",
): Type.Static<typeof Pair> => ({
  ...pair,
  feature: "trading",
  standard,
  amount: standard === "ERC20" ? "max" : null,
  approved: true,
});
