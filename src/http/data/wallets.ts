/** Wallets: value, number of markets, statistics, volume and approvals, search by name, and the house market makers' accounts. */
import { Type } from "typebox";
import type { Context } from "../../context.ts";
import { micros, sharesText } from "../../core/units.ts";
import { normalizeCondition } from "../../core/markets/market-version.ts";
import { builtInDomains } from "../../signing/orders/order-domain.ts";
import { countTradedMarkets, listCurrentPositions } from "../../store/reads/accounts/positions.ts";
import type { PositionFilter } from "../../store/reads/accounts/positions.ts";
import { findLargestWin } from "../../store/reads/accounts/rankings.ts";
import { listWalletStatistics } from "../../store/reads/statistics.ts";
import type { WalletStatistics } from "../../store/reads/statistics.ts";
import { sumWalletVolume } from "../../store/reads/trades.ts";
import type { Dialect } from "../dialects/dialect.ts";
import { ONLY_INTERFACE_LIMIT } from "../guard/rate-limits.ts";
import { uncodedOperation } from "../operation/endpoint.ts";
import { fieldsOf, recordOf } from "../operation/record.ts";
import { FOUND_ORDER, PersonText } from "../values/shown-text.ts";
import { WalletName } from "../values/wallets.ts";
import type { Names } from "../values/wallets.ts";
import { MARKETS, POSITIONS, RANKING, V2_WALLETS } from "./groups.ts";
import { collateralNumber, computeHalfTicks, computeTotalValue, wireNumber } from "./numbers.ts";
import { ConditionIds, Limit, Offset, User, toLowerCase } from "./parameters.ts";
import { PNL_POINT, readLatestPoint } from "./history/pnl.ts";
import { WALLET_FIELDS } from "./history/profit.ts";
import { Envelope, SPAN, Wallet, readBounds, v2Operation } from "./version-2.ts";

// Total value of a wallet's positions, without its collateral.

export async function readPortfolioValue(
  { adHocSql }: Pick<Context, "adHocSql">,
  wanted: Pick<PositionFilter, "wallet" | "conditionIds">,
): Promise<number> {
  const positions = await listCurrentPositions(await adHocSql(), { ...wanted, leastLots: 1 });
  const { numerator, denominator } = computeTotalValue(
    positions.map((stored) => ({ lots: stored.lots, halfTicks: computeHalfTicks(stored) })),
  );
  return wireNumber(numerator, denominator);
}

/** GET /value: the total value of a wallet's positions. */
export const getValue = uncodedOperation({
  method: "GET",
  path: "/value",
  summary: "Get what the positions of a wallet are worth",
  group: POSITIONS,
  limits: ONLY_INTERFACE_LIMIT,
  query: Type.Object({ user: User, market: Type.Optional(ConditionIds) }),
  answer: Type.Array(
    Type.Object({
      user: Type.String({ description: "Lower case" }),
      value: Type.Number({ description: "Sum of size x curPrice; collateral is not in it" }),
    }),
    { description: "Always one row" },
  ),
  maxAgeSeconds: 1,
  handle: async ({ context, query }) => {
    const user = toLowerCase(query.user);
    const conditionIds = query.market?.map(normalizeCondition);
    return { body: [{ user, value: await readPortfolioValue(context, { wallet: user, conditionIds }) }] };
  },
});

/** GET /traded: the number of markets in which a wallet ever had shares. */
export const getTraded = uncodedOperation({
  method: "GET",
  path: "/traded",
  summary: "Count the markets of which a wallet ever had shares",
  group: POSITIONS,
  limits: ONLY_INTERFACE_LIMIT,
  query: Type.Object({ user: User }),
  answer: Type.Object({
    user: Type.String({ description: "Lower case" }),
    traded: Type.Integer({ description: "Number of markets" }),
  }),
  maxAgeSeconds: 1,
  handle: async ({ context, query }) => {
    const user = toLowerCase(query.user);
    return { body: { user, traded: await countTradedMarkets(await context.adHocSql(), user) } };
  },
});

const MAX_WALLETS = 50;
const NO_WIN = 0;

const WALLET = recordOf<WalletStatistics & { readonly names: Names }>({
  ...WALLET_FIELDS,
  ...fieldsOf<WalletStatistics>()({
    biggestWin: [
      Type.Number({ description: "The largest profit of a closed position; 0 without one" }),
      ({ largestWin }) => (largestWin === null ? NO_WIN : collateralNumber(largestWin)),
    ],
    joinedAt: [
      Type.Union([Type.Integer(), Type.Null()], {
        description: "Unix seconds of its first deposit; null before it",
      }),
      ({ joinedAt }) => (joinedAt === null ? null : Math.floor(joinedAt / 1_000)),
    ],
  }),
});

/** GET /wallets: statistics of wallets, with realized and unrealized profit. */
export const listWallets = uncodedOperation({
  method: "GET",
  path: "/wallets",
  summary: "List wallets in a few figures, with the profit of what they hold",
  group: RANKING,
  limits: ONLY_INTERFACE_LIMIT,
  strict: true,
  query: Type.Object({
    user: Type.Array(User, {
      minItems: 1,
      maxItems: MAX_WALLETS,
      description: "Wallet addresses, with commas between them",
    }),
  }),
  answer: Type.Array(WALLET.schema, {
    description:
      "In the order of the request, repeated ones once; without fees. Unknown wallets are left out",
  }),
  maxAgeSeconds: 5,
  handle: async ({ context, query }) => {
    const wallets = [...new Set(query.user.map(toLowerCase))];
    const found = await listWalletStatistics(await context.adHocSql(), wallets);
    return { body: found.map((figures) => WALLET.write({ ...figures, names: context.names })) };
  },
});

const FoundWallet = Type.Object({
  proxyWallet: Type.String({ description: "Lower case" }),
  name: WalletName,
});

/** GET /wallets/search: wallets with an account, by prefix of their name or address. */
export const searchWallets = uncodedOperation({
  method: "GET",
  path: "/wallets/search",
  summary: "Find wallets by the beginning of a name or of an address",
  group: RANKING,
  limits: ONLY_INTERFACE_LIMIT,
  strict: true,
  query: Type.Object({
    q: PersonText,
    limit: Limit({ default: 20, minimum: 1, maximum: 100 }),
    offset: Offset({ maximum: 1_000 }),
  }),
  answer: Type.Array(FoundWallet, { description: FOUND_ORDER }),
  maxAgeSeconds: 5,
  handle: async ({ context, query: { q: text, ...page } }) => {
    const found = await context.people.find(await context.adHocSql(), { text, ...page });
    return { body: found.map((wallet) => ({ proxyWallet: wallet, name: context.names.nameOf(wallet) })) };
  },
});

const Seconds = (description: string) => Type.Integer({ description: `${description}, unix seconds` });

const HouseMakerAccount = Type.Object({
  proxyWallet: Type.String({ description: "Lower case; it trades in this market alone" }),
  name: WalletName,
  conditionId: Type.String(),
  startedAt: Seconds("When its maker began"),
  stoppedAt: Type.Union([Seconds("When an operator stopped it"), Type.Null()], {
    description: "Null while it runs",
  }),
});

/** GET /house: the accounts of the exchange's own market makers, so that analysts can exclude them. */
export const listHouseMakerAccounts = uncodedOperation({
  method: "GET",
  path: "/house",
  fromMemory: true,
  summary: "List the accounts of the exchange's own market makers, those of the past too",
  group: MARKETS,
  limits: ONLY_INTERFACE_LIMIT,
  strict: true,
  answer: Type.Array(HouseMakerAccount, {
    description: "In the order in which they began; sandbox residents are none",
  }),
  maxAgeSeconds: 5,
  handle: ({ context: { house } }) => ({
    body: house.list().map(({ address, conditionId, started, stopped }) => ({
      proxyWallet: address,
      name: house.nameOf(address),
      conditionId,
      startedAt: toUnixSeconds(started.at),
      stoppedAt: stopped === undefined ? null : toUnixSeconds(stopped.at),
    })),
  }),
});

const toUnixSeconds = (at: number): number => Math.floor(at / 1_000);

/** Minimum profit above which a position counts as a win: one unit of collateral. */
const SMALL_WIN = micros(1_000_000);

const UserStats = Type.Object({
  proxy_wallet: Wallet,
  trades: Type.Integer({ description: "Markets of which it ever had shares, as GET /traded" }),
  biggest_win: Type.Number({
    description: "The largest profit of a closed position, without fees; 0 unless it is more than 1",
  }),
  views: Type.Literal(0, { description: "Nobody counts them" }),
  join_date: Type.Null({ description: "Not kept" }),
  all_time_pnl: PNL_POINT.schema,
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
    const wallet = toLowerCase(query.user);
    const point = await readLatestPoint(context, wallet);
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
    const span = { wallet: toLowerCase(query.user), ...readBounds(query) };
    const { lots, cash, fills } = await sumWalletVolume(await context.readSql(), span);
    const volume = { volume: Number(sharesText(lots)), volume_usdc: collateralNumber(cash) };
    return { body: { data: { ...volume, trade_count: fills } } };
  },
});

export const CHAIN = 137;

/** Contracts of collateral and shares of Polymarket and Kuest, on the chain above. */
type Tokens = { readonly collateral: string; readonly shares: readonly string[] };

/** Contract of the shares of Polymarket's newer markets. */
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
 * GET /v2/approvals: the allowances of a wallet for contracts of Polymarket or Kuest, which clients read before they
 * trade. Without a chain, the exchange's own ledger covers orders: every pair is approved, and no transaction is
 * needed.
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
        address: toLowerCase(query.user),
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
