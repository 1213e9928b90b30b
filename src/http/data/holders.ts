/** Holders of a market, by outcome, and the positions in it. */
import { Type } from "typebox";
import type { Context } from "../../context.ts";
import { MICROS_PER_HALF_TICK } from "../../core/markets/shown-price.ts";
import { OUTCOMES } from "../../core/state.ts";
import type { Outcome } from "../../core/state.ts";
import { sharesText } from "../../core/units.ts";
import { listHolders as readHolders } from "../../store/reads/holders.ts";
import type { HeldOutcome } from "../../store/reads/holders.ts";
import { findPositionedMarket, listMarketPositions as readPositions } from "../../store/reads/positions.ts";
import type { MarketPosition, PositionedMarket } from "../../store/reads/positions.ts";
import { readSnapshot } from "../../store/sql/transact.ts";
import type { Dialect } from "../dialects/dialect.ts";
import { ONLY_INTERFACE_LIMIT } from "../guard/rate-limits.ts";
import { CONDITION_PATTERN } from "../operation/id-patterns.ts";
import { lazyRows } from "../slow-queries/json-slices.ts";
import { halfTicksNumber } from "../values/shown-prices.ts";
import { uncodedOperation } from "../operation/endpoint.ts";
import { HasName, Pseudonym, WalletName } from "../values/wallets.ts";
import type { Names } from "../values/wallets.ts";
import { assetId } from "./asset-id.ts";
import { MARKETS } from "./groups.ts";
import { wireNumber } from "./numbers.ts";
import { ConditionIds, Limit, Offset, SortDirection, Threshold, User, lowerCase } from "./parameters.ts";
import { STATISTICS, computeHalfTicks, toLotsRoundedUp } from "./positions.ts";
import type { Statistic } from "./positions.ts";

const Token = Type.String({ description: "Condition id, colon and outcome, or the token's decimal id" });

const Holder = Type.Object({
  proxyWallet: Type.String({ description: "Lower case" }),
  bio: Type.Literal(""),
  asset: Token,
  pseudonym: Pseudonym,
  amount: Type.Number({ description: "Shares" }),
  displayUsernamePublic: HasName,
  outcomeIndex: Type.Integer(),
  name: WalletName,
  profileImage: Type.Literal(""),
  profileImageOptimized: Type.Literal(""),
});

const HolderGroup = Type.Object({
  token: Token,
  holders: Type.Array(Holder, { description: "The largest first, equal ones in order of their wallets" }),
});

/** Maximum holders in an answer, over all outcomes. */
const MAX_HOLDERS = 10_000;

type HoldersQuery = { readonly market: readonly string[]; readonly limit: number };

/** Returns the limit per outcome: below the requested limit if there are many markets. */
const appliedLimit = ({ market, limit }: HoldersQuery): number =>
  Math.min(limit, Math.max(Math.floor(MAX_HOLDERS / (OUTCOMES.length * market.length)), 1));

/** GET /holders: the largest holders of the outcomes of markets. */
export const listHolders = uncodedOperation({
  method: "GET",
  path: "/holders",
  summary: "List the largest holders of markets",
  group: MARKETS,
  limits: ONLY_INTERFACE_LIMIT,
  query: Type.Object({
    market: ConditionIds,
    limit: Limit({ default: 100, maximum: 500 }),
    minBalance: Threshold({ default: 1 }, "Shares that a holder has at least"),
  }),
  answer: Type.Array(HolderGroup, {
    description: "Two of each market, in the order of the request; also of outcomes that nobody holds",
  }),
  maxAgeSeconds: 5,
  rows: ({ query }) => OUTCOMES.length * query.market.length * appliedLimit(query),
  handle: async ({ context, dialect, query }) => {
    const limit = appliedLimit(query);
    const groups = await readHolders(await context.adHocSql(), {
      conditionIds: [...new Set(query.market.map(lowerCase))],
      least: toLotsRoundedUp(query.minBalance),
      limit,
    });
    return {
      headers: { "x-page-limit": String(limit) },
      body: lazyRows(groups, (group) => groupRecord(group, { dialect, names: context.names })),
    };
  },
});

function groupRecord(
  held: HeldOutcome,
  { dialect, names }: { readonly dialect: Dialect; readonly names: Names },
): Type.Static<typeof HolderGroup> {
  const token = assetId(dialect, held, held.outcome);
  const holders = held.holders.map(({ wallet, lots }) => ({
    proxyWallet: wallet,
    bio: "" as const,
    asset: token,
    pseudonym: names.pseudonymOf(wallet),
    amount: Number(sharesText(lots)),
    displayUsernamePublic: names.nameOf(wallet) !== "",
    outcomeIndex: held.outcome,
    name: names.nameOf(wallet),
    profileImage: "" as const,
    profileImageOptimized: "" as const,
  }));
  return { token, holders };
}

const Position = Type.Object({
  proxyWallet: Type.String({ description: "Lower case" }),
  name: WalletName,
  profileImage: Type.Literal(""),
  verified: Type.Literal(false),
  asset: Type.String({ description: "The token, decimal" }),
  conditionId: Type.String(),
  avgPrice: Type.Number({ description: "What a share cost on average" }),
  size: Type.Number({ description: "Shares that the wallet has" }),
  currPrice: Type.Number({ description: "Price of the outcome now" }),
  currentValue: Type.Number({ description: "size x currPrice" }),
  cashPnl: Type.Number({ description: "currentValue less size x avgPrice" }),
  totalBought: Type.Number({ description: "Shares ever bought" }),
  realizedPnl: Type.Number({ description: "Profit of the shares that were given up" }),
  totalPnl: Type.Number({ description: "cashPnl and realizedPnl together" }),
  outcome: Type.String(),
  outcomeIndex: Type.Integer(),
});

const Query = Type.Object({
  market: Type.String({ pattern: CONDITION_PATTERN, description: "Condition id of a market" }),
  user: Type.Optional({ ...User, description: "Only this wallet" }),
  status: Type.Enum(["OPEN", "CLOSED", "ALL"], {
    default: "ALL",
    description: "Those with more than a hundredth of a share, those without, or all",
  }),
  sortBy: Type.Enum(["TOKENS", "CASH_PNL", "REALIZED_PNL", "TOTAL_PNL"], {
    default: "TOTAL_PNL",
    description: "size, cashPnl, realizedPnl or totalPnl; equal ones are in order of their accounts",
  }),
  sortDirection: SortDirection,
  limit: Limit({ default: 50, maximum: 500 }),
  offset: Offset({ maximum: 10_000 }),
});
type Query = Type.Static<typeof Query>;

/** GET /v1/market-positions: the positions of all wallets in the outcomes of a market. */
export const listMarketPositions = uncodedOperation({
  method: "GET",
  path: "/v1/market-positions",
  dialects: ["polymarket"],
  summary: "List the positions of all wallets in a market",
  group: MARKETS,
  limits: ONLY_INTERFACE_LIMIT,
  query: Query,
  answer: Type.Array(
    Type.Object({ token: Type.String({ description: "Decimal" }), positions: Type.Array(Position) }),
    { description: "Two groups, of each outcome a page; none of a market that there is not" },
  ),
  maxAgeSeconds: 5,
  rows: ({ query }) => OUTCOMES.length * query.limit,
  handle: async ({ context, query }) => ({ body: await readGroups(context, query) }),
});

const readGroups = async ({ adHocSql, names }: Pick<Context, "adHocSql" | "names">, query: Query) =>
  readSnapshot(await adHocSql(), async (sql) => {
    const market = await findPositionedMarket(sql, lowerCase(query.market));
    if (market === undefined) return [];
    const { status, sortBy: sort, sortDirection: direction, offset, limit } = query;
    const wallet = query.user === undefined ? undefined : lowerCase(query.user);
    const groups = [];
    for (const outcome of OUTCOMES) {
      const halfTicks = computeHalfTicks({ ...market, outcome });
      const price = halfTicks * MICROS_PER_HALF_TICK;
      const page = { market: market.no, outcome, price, wallet, status, sort, direction, offset, limit };
      const positions = await readPositions(sql, page);
      const shown = { market, outcome, halfTicks, names };
      groups.push({
        token: market.tokenIds[outcome],
        positions: positions.map((position) => positionRecord(position, shown)),
      });
    }
    return groups;
  });

type ShownOutcome = {
  readonly market: PositionedMarket;
  readonly outcome: Outcome;
  readonly halfTicks: number;
  readonly names: Names;
};

function positionRecord(
  position: MarketPosition,
  { market, outcome, halfTicks, names }: ShownOutcome,
): Type.Static<typeof Position> {
  const written = (figure: Statistic): number => {
    const { numerator, denominator } = figure({ ...position, halfTicks });
    return wireNumber(numerator, denominator);
  };
  return {
    proxyWallet: position.wallet,
    name: names.nameOf(position.wallet),
    profileImage: "",
    verified: false,
    asset: market.tokenIds[outcome],
    conditionId: market.conditionId,
    avgPrice: written(STATISTICS.avgPrice),
    size: written(STATISTICS.size),
    currPrice: halfTicksNumber(halfTicks),
    currentValue: written(STATISTICS.currentValue),
    cashPnl: written(STATISTICS.cashPnl),
    totalBought: written(STATISTICS.totalBought),
    realizedPnl: written(STATISTICS.realizedPnl),
    totalPnl: written(STATISTICS.totalPnl),
    outcome: market.outcomes[outcome],
    outcomeIndex: outcome,
  };
}
