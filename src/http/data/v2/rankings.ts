/** Leaderboard and biggest winners in version 2 of the data interface. */
import { Type } from "typebox";
import type { Context } from "../../../context.ts";
import { NO_LOTS, micros } from "../../../core/units.ts";
import { findLeader, listBiggestWins, listLeaders } from "../../../store/reads/rankings.ts";
import type { Leader, LeaderboardQuery, Win, WinCursor } from "../../../store/reads/rankings.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";
import { lazyRows } from "../../slow-queries/json-slices.ts";
import { WalletName } from "../../values/wallets.ts";
import type { Names } from "../../values/wallets.ts";
import { V2_RANKING } from "../groups.ts";
import { collateralNumber, wireNumber } from "../numbers.ts";
import { User, lowerCase } from "../parameters.ts";
import { STATISTICS } from "../positions.ts";
import type { Statistic } from "../positions.ts";
import { Category, firstDay, findCategoryTags } from "../rankings.ts";
import { invalidFieldBecause } from "../refusal.ts";
import {
  Envelope,
  Page,
  badCursor,
  cutPage,
  encodeCursor,
  pageBody,
  parseCursorPosition,
  v2Operation,
} from "./operation.ts";
import { Choice, NoText, Period, Wallet, pageParameters } from "./parameters.ts";

const Winner = Type.Object({
  win_rank: Type.Integer({ description: "Equal ones are in order of their wallets" }),
  kind: Type.Literal("market", { description: "There are no combos" }),
  user_id: Wallet,
  pnl: Type.Number({ description: "Profit of the position, without fees" }),
  initial_value: Type.Number({ description: "Cost of all shares that were bought, at their average" }),
  final_value: Type.Number({ description: "That and the profit" }),
  resolved_at: Type.Integer({ description: "When the position was closed, unix seconds" }),
  condition_id: Type.String(),
  position_id: Type.String({ description: "Token id, decimal" }),
  event_id: Type.Integer(),
  event_slug: Type.String(),
  event_title: Type.String(),
  user_name: WalletName,
  profile_image: NoText,
});

const WIDTH = 5;
/** Hex digits of an address. */
const ADDRESS_DIGITS = 40;

/** GET /v2/biggest-winners: the closed positions with the largest profits. */
export const listBiggestWinners = v2Operation({
  path: "/v2/biggest-winners",
  summary: "List the closed positions that earned the most, version 2",
  group: V2_RANKING,
  limits: ONLY_INTERFACE_LIMIT,
  query: Type.Object({
    category: Category,
    time_period: Period,
    ...pageParameters({ default: 25, maximum: 1000 }),
  }),
  answer: Page(Winner, "Positions that were closed in the period, as GET /v2/positions has them"),
  maxAgeSeconds: 5,
  handle: async ({ context, query }) => {
    const { category, time_period: period, limit, cursor } = query;
    const walk = `winners.${period}.${category.toLowerCase()}`;
    const place = readWinCursor(cursor, walk);
    if (place === "refused") return badCursor(cursor);
    const found = await listBiggestWins(await context.adHocSql(), {
      since: firstDay(period, context.clock()),
      tagSlugs: findCategoryTags(category),
      after: place,
      limit: limit + 1,
    });
    const ranked = found.map((win, index) => ({ ...win, rank: (place?.rank ?? 0) + index + 1 }));
    const { rows, next } = cutPage(ranked, limit, (last) =>
      encodeCursor(walk, [last.rank, last.realized, BigInt(last.wallet), last.market, last.outcome]),
    );
    return {
      body: pageBody(
        lazyRows(rows, (win) => describeWinner(win, context.names)),
        { limit, next },
      ),
    };
  },
});

type Ranked = { readonly rank: number };

function readWinCursor(
  cursor: string | undefined,
  walk: string,
): (WinCursor & Ranked) | undefined | "refused" {
  const place = parseCursorPosition(cursor, { walk, width: WIDTH });
  if (place === undefined || place === "refused") return place;
  const [, , address = 0n] = place;
  const [rank = 0, realized = 0, , market = 0, outcome = 0] = place.map(Number);
  const isKnown = [rank, realized].every(Number.isSafeInteger) && market >>> 0 === market;
  if (
    !isKnown ||
    market >= MARKETS ||
    address < 0n ||
    address >= ADDRESSES ||
    !(outcome === 0 || outcome === 1)
  )
    return "refused";
  const wallet = `0x${address.toString(16).padStart(ADDRESS_DIGITS, "0")}`;
  return { rank, realized: micros(realized), wallet, market, outcome };
}

const MARKETS = 2 ** 31;
const ADDRESSES = 1n << 160n;

function describeWinner(win: Win & Ranked, names: Names): Type.Static<typeof Winner> {
  // Its shares are gone, so the price does not matter.
  const position = { ...win, lots: NO_LOTS, halfTicks: 0 };
  const shown = (figure: Statistic): number => {
    const { numerator, denominator } = figure(position);
    return wireNumber(numerator, denominator);
  };
  return {
    win_rank: win.rank,
    kind: "market",
    user_id: win.wallet,
    pnl: shown(STATISTICS.realizedPnl),
    initial_value: shown(STATISTICS.allBought),
    final_value: shown(STATISTICS.proceeds),
    resolved_at: Math.floor(win.changedAt / 1000),
    condition_id: win.conditionId,
    position_id: win.tokenId,
    event_id: win.eventId,
    event_slug: win.eventSlug,
    event_title: win.eventTitle,
    user_name: names.nameOf(win.wallet),
    profile_image: "",
  };
}

const TRADER = {
  user_id: Wallet,
  pnl: Type.Number({ description: "Profit realized in the period, as pnl of GET /v1/leaderboard" }),
  volume: Type.Number({ description: "Collateral that changed hands, as vol of GET /v1/leaderboard" }),
  user_name: WalletName,
  profile_image: NoText,
  x_username: NoText,
  verified: Type.Literal(false),
};

const Rank = Type.Integer({ description: "Equal ones are in order of their wallets" });
const Entry = Type.Object({ rank: Rank, ...TRADER });
const LeaderboardRanks = Type.Object({ ...TRADER, rank_pnl: Rank, rank_volume: Rank });

const ORDERS = { PNL: "realized", VOLUME: "volume" } as const;

const USUAL_LIMIT = 25;

const Query = Type.Object({
  user: Type.Optional({ ...User, description: "Only this wallet's standing, without pages" }),
  category: Category,
  time_period: Period,
  sort_by: Choice(["PNL", "VOLUME"], "PNL unless given, descending; not with user"),
  ...pageParameters({ default: USUAL_LIMIT, maximum: 1000 }),
});
type Query = Type.Static<typeof Query>;

/** GET /v2/leaderboard: wallets by profit or volume, all-time or over the last days; or the rank of one wallet. */
export const listV2Leaderboard = v2Operation({
  path: "/v2/leaderboard",
  summary: "Rank wallets by realized profit or by volume, version 2",
  group: V2_RANKING,
  limits: ONLY_INTERFACE_LIMIT,
  query: Query,
  answer: Type.Union([
    Page(Entry, "Wallets that neither traded nor earned in the period are left out"),
    Envelope(
      Type.Union([LeaderboardRanks, Type.Null()], { description: "With user; null where it is left out" }),
    ),
  ]),
  maxAgeSeconds: 5,
  handle: ({ context, query }) => {
    const scope = {
      since: firstDay(query.time_period, context.clock()),
      tagSlugs: findCategoryTags(query.category),
    };
    return query.user === undefined
      ? readPage(context, query, scope)
      : readLeaderboardRanks(context, { ...query, user: query.user }, scope);
  },
});

type Scope = Pick<LeaderboardQuery, "since" | "tagSlugs">;

const LEADERBOARD_WIDTH = 3;

/** Reads a page. Its cursor names the rank, the value and the address of its last row. */
async function readPage(context: Context, { sort_by: sort = "PNL", ...query }: Query, scope: Scope) {
  const board: LeaderboardQuery = { ...scope, order: ORDERS[sort] };
  const walk = `leaderboard.${sort}.${query.time_period}.${query.category.toLowerCase()}`;
  const place = parseCursorPosition(query.cursor, { walk, width: LEADERBOARD_WIDTH });
  if (place === "refused") return badCursor(query.cursor);
  const [rank = 0n, figure = 0n, address = 0n] = place ?? [];
  const after = place && {
    rank: Number(rank),
    figure: Number(figure),
    wallet: `0x${address.toString(16).padStart(ADDRESS_DIGITS, "0")}`,
  };
  if (after !== undefined && !(Number.isSafeInteger(after.figure) && Number.isSafeInteger(after.rank)))
    return badCursor(query.cursor);
  const { limit } = query;
  const found = await listLeaders(await context.adHocSql(), { ...board, after, offset: 0, limit: limit + 1 });
  const { rows, next } = cutPage(found, limit, (last) =>
    encodeCursor(walk, [last.rank, last[board.order], BigInt(last.wallet)]),
  );
  const data = lazyRows(rows, (leader) => ({ rank: leader.rank, ...describeTrader(leader, context.names) }));
  return { body: pageBody(data, { limit, next }) };
}

type LeaderboardRanksQuery = Query & { readonly user: string };

async function readLeaderboardRanks(context: Context, query: LeaderboardRanksQuery, scope: Scope) {
  if (query.sort_by !== undefined)
    return invalidFieldBecause("sort_by", `expected none with user, got ${query.sort_by}`);
  if (query.limit !== USUAL_LIMIT)
    return invalidFieldBecause("limit", `expected none with user, got ${query.limit}`);
  if (query.cursor !== undefined) return invalidFieldBecause("cursor", "expected none with user, got one");
  const wallet = lowerCase(query.user);
  const sql = await context.adHocSql();
  const byProfit = await findLeader(sql, { ...scope, order: "realized" }, wallet);
  const byVolume = await findLeader(sql, { ...scope, order: "volume" }, wallet);
  if (byProfit === undefined || byVolume === undefined) return { body: { data: null } };
  const ranks = { rank_pnl: byProfit.rank, rank_volume: byVolume.rank };
  return { body: { data: { ...describeTrader(byProfit, context.names), ...ranks } } };
}

const describeTrader = ({ wallet, realized, volume }: Leader, names: Names) => ({
  user_id: wallet,
  pnl: collateralNumber(realized),
  volume: collateralNumber(volume),
  user_name: names.nameOf(wallet),
  profile_image: "",
  x_username: "",
  verified: false,
});
