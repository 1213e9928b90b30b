/** Leaderboards of traders, and the biggest wins, in both versions. */
import { Type } from "typebox";
import type { Context } from "../../../context.ts";
import { foldName } from "../../../core/people/name-skeletons.ts";
import { MAX_NAME_TEXT } from "../../../core/people/trader-name.ts";
import { NO_LOTS, micros } from "../../../core/units.ts";
import { findNamedWallet } from "../../../store/names/wallet-names.ts";
import {
  findLeader,
  listBiggestWins as readBiggestWins,
  listLeaders,
} from "../../../store/reads/accounts/rankings.ts";
import type { Leader, LeaderboardQuery, Win, WinCursor } from "../../../store/reads/accounts/rankings.ts";
import { onlyIn } from "../../dialects/dialect-parameters.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";
import { uncodedOperation } from "../../operation/endpoint.ts";
import { constant, fieldsOf, recordOf } from "../../operation/record.ts";
import { lazyRows } from "../../guard/slow-queries/json-slices.ts";
import { WalletName } from "../../values/wallets.ts";
import type { Names } from "../../values/wallets.ts";
import { RANKING, V2_RANKING } from "../groups.ts";
import { STATISTICS, collateralNumber, makeStatisticField } from "../numbers.ts";
import type { PositionNumbers } from "../numbers.ts";
import {
  CAPITALS,
  Choice,
  Limit,
  Offset,
  PERIOD_OPTIONS,
  User,
  computeFirstDay,
  toLowerCase,
} from "../parameters.ts";
import { invalidFieldBecause } from "../refusal.ts";
import {
  Envelope,
  Page,
  Period,
  Wallet,
  badCursor,
  cutPage,
  encodeCursor,
  buildPageBody,
  pageParameters,
  parseCursorPosition,
  v2Operation,
} from "../version-2.ts";

// Categories of rankings: markets of events with certain tags.

/** Tag slugs of each category of Polymarket and Kuest; `undefined` means all events. */
const TAG_SLUGS: ReadonlyMap<string, readonly string[] | undefined> = new Map([
  ["OVERALL", undefined],
  ["POLITICS", ["politics", "elections"]],
  ["SPORTS", ["sports"]],
  ["CRYPTO", ["crypto"]],
  ["FINANCE", ["finance", "business"]],
  ["CULTURE", ["culture", "pop-culture"]],
  ["MENTIONS", ["mentions"]],
  ["WEATHER", ["weather"]],
  ["ECONOMICS", ["economics", "economy"]],
  ["TECH", ["tech", "technology"]],
]);

const NAMES = [...TAG_SLUGS.keys()];
const TAGS = [...TAG_SLUGS.values()].flatMap((slugs) => slugs ?? []);

export const Category = Type.Enum([...NAMES, ...NAMES.map((name) => name.toLowerCase())], {
  default: "OVERALL",
  description: `Only markets of events that have a tag of the category, of ${TAGS.join(", ")}`,
});

/** Returns the tags of a category; an event of the category has at least one. `undefined` means all events. */
export const findCategoryTags = (category: string): readonly string[] | undefined =>
  TAG_SLUGS.get(category.toUpperCase());

/** Period of rankings of wallets in version 1. */
const TimePeriod = Type.Enum([...CAPITALS, "day", "week", "month", "all"], PERIOD_OPTIONS);

/** A row of a ranking, with the names of wallets. */
type ShownRow<Row> = { readonly row: Row; readonly names: Names };

const LEADER = recordOf(
  fieldsOf<ShownRow<Leader>>()({
    rank: [
      Type.String({ description: "A number; equal ones are in order of their wallets" }),
      ({ row }) => String(row.rank),
    ],
    proxyWallet: [Type.String({ description: "Lower case" }), ({ row }) => row.wallet],
    userName: [WalletName, ({ row, names }) => names.nameOf(row.wallet)],
    vol: [
      Type.Number({
        description: "Collateral that changed hands in the period, in all fills of the wallet",
      }),
      ({ row }) => collateralNumber(row.volume),
    ],
    pnl: [
      Type.Number({
        description:
          "Profit realized in the period in USDC, without fees; what is still held counts when it is given up",
      }),
      ({ row }) => collateralNumber(row.realized),
    ],
    profileImage: constant(""),
    xUsername: constant(""),
    verifiedBadge: constant(false),
  }),
);

const Name = Type.Optional(
  Type.String({
    maxLength: MAX_NAME_TEXT,
    description: "Only the wallet whose owner chose this name, in any case of letters",
  }),
);

/** GET /v1/leaderboard: wallets by profit or volume, all-time or over the last days. */
export const listLeaderboard = uncodedOperation({
  method: "GET",
  path: "/v1/leaderboard",
  summary: "Rank wallets by realized profit or by volume",
  group: RANKING,
  limits: ONLY_INTERFACE_LIMIT,
  query: Type.Object({
    category: Category,
    timePeriod: TimePeriod,
    orderBy: Type.Enum(["PNL", "VOL", "pnl", "vol"], { default: "PNL", description: "Descending" }),
    limit: Limit({ default: 25, minimum: 1, maximum: 50 }),
    offset: Offset({ maximum: 1000 }),
    user: Type.Optional({ ...User, description: "Only this wallet, with its rank among all" }),
    userName: Name,
    username: onlyIn(["polymarket"], Name),
  }),
  answer: Type.Array(LEADER.schema, {
    description: "Wallets that neither traded nor earned in the period are left out",
  }),
  maxAgeSeconds: 5,
  handle: async ({ context, query }) => {
    const { category, timePeriod, orderBy, limit, offset } = query;
    const board = {
      since: computeFirstDay(timePeriod, context.clock()),
      tagSlugs: findCategoryTags(category),
      order: orderBy.toUpperCase() === "VOL" ? "volume" : "realized",
    } as const;
    const wallet = await readWallet(context, query);
    if (wallet === undefined) {
      const leaders = await listLeaders(await context.adHocSql(), { ...board, limit, offset });
      return { body: leaders.map((row) => LEADER.write({ row, names: context.names })) };
    }
    const leader =
      wallet === NO_WALLET ? undefined : await findLeader(await context.adHocSql(), board, wallet);
    const found = leader === undefined ? [] : [LEADER.write({ row: leader, names: context.names })];
    return { body: found.slice(offset) };
  },
});

/** Wallet that matches no row, for a query that names an unknown wallet. */
const NO_WALLET = "";

type NamedWallet = { readonly user?: string; readonly userName?: string; readonly username?: string };

/** Returns the lower-case wallet that the query names; `undefined` means all wallets. */
async function readWallet(
  { adHocSql }: Pick<Context, "adHocSql">,
  { user, userName, username }: NamedWallet,
): Promise<string | undefined> {
  const wantedWallets = new Set(user === undefined ? [] : [toLowerCase(user)]);
  for (const name of [userName, username])
    if (name !== undefined)
      wantedWallets.add((await findNamedWallet(await adHocSql(), foldName(name))) ?? NO_WALLET);
  const [wallet] = wantedWallets;
  return wantedWallets.size > 1 ? NO_WALLET : wallet;
}

/** A win with its rank. The position has no shares left, so its price does not matter. */
type ShownWin = ShownRow<Win & { readonly rank: number }> & { readonly position: PositionNumbers };

const showWin = (win: Win & { readonly rank: number }, names: Names): ShownWin => ({
  row: win,
  names,
  position: { ...win, lots: NO_LOTS, halfTicks: 0 },
});

const COST = "Cost of all shares that were bought, at their average";
const COST_AND_PROFIT = "That and the profit, in USDC";
const PROFIT = "Profit of the position in USDC, without fees";

const WIN = recordOf(
  fieldsOf<ShownWin>()({
    winRank: [
      Type.String({ description: "A number; equal ones are in order of their wallets" }),
      ({ row }) => String(row.rank),
    ],
    proxyWallet: [Type.String({ description: "Lower case" }), ({ row }) => row.wallet],
    userName: [WalletName, ({ row, names }) => names.nameOf(row.wallet)],
    eventTitle: [Type.String(), ({ row }) => row.eventTitle],
    slug: [Type.String({ description: "Of the market, as marketSlug" }), ({ row }) => row.slug],
    marketSlug: [Type.String(), ({ row }) => row.slug],
    icon: [Type.String(), ({ row }) => row.icon],
    eventSlug: [Type.String(), ({ row }) => row.eventSlug],
    initialValue: makeStatisticField(COST, STATISTICS.allBought),
    finalValue: makeStatisticField(COST_AND_PROFIT, STATISTICS.proceeds),
    pnl: makeStatisticField(PROFIT, STATISTICS.realizedPnl),
    profileImage: constant(""),
  }),
);

/** GET /v1/biggest-winners: the closed positions with the largest profits. */
export const listBiggestWins = uncodedOperation({
  method: "GET",
  path: "/v1/biggest-winners",
  summary: "List the closed positions that earned the most",
  group: RANKING,
  limits: ONLY_INTERFACE_LIMIT,
  dialects: ["kuest"],
  query: Type.Object({
    category: Category,
    timePeriod: TimePeriod,
    limit: Limit({ default: 20, minimum: 1, maximum: 50 }),
    offset: Offset({ maximum: 1000 }),
  }),
  answer: Type.Array(WIN.schema, {
    description: "Positions that were closed in the period, as GET /closed-positions has them",
  }),
  maxAgeSeconds: 5,
  handle: async ({ context, query: { category, timePeriod, limit, offset } }) => {
    const wins = await readBiggestWins(await context.adHocSql(), {
      since: computeFirstDay(timePeriod, context.clock()),
      tagSlugs: findCategoryTags(category),
      offset,
      limit,
    });
    return {
      body: lazyRows(wins, (win, index) =>
        WIN.write(showWin({ ...win, rank: offset + index + 1 }, context.names)),
      ),
    };
  },
});

// Biggest wins and leaderboard in version 2.

const WINNER = recordOf(
  fieldsOf<ShownWin>()({
    win_rank: [
      Type.Integer({ description: "Equal ones are in order of their wallets" }),
      ({ row }) => row.rank,
    ],
    kind: constant("market", "There are no combos"),
    user_id: [Wallet, ({ row }) => row.wallet],
    pnl: makeStatisticField(PROFIT, STATISTICS.realizedPnl),
    initial_value: makeStatisticField(COST, STATISTICS.allBought),
    final_value: makeStatisticField(COST_AND_PROFIT, STATISTICS.proceeds),
    resolved_at: [
      Type.Integer({ description: "When the position was closed, unix seconds" }),
      ({ row }) => Math.floor(row.changedAt / 1000),
    ],
    condition_id: [Type.String(), ({ row }) => row.conditionId],
    position_id: [Type.String({ description: "Token id, decimal" }), ({ row }) => row.tokenId],
    event_id: [Type.Integer(), ({ row }) => row.eventId],
    event_slug: [Type.String(), ({ row }) => row.eventSlug],
    event_title: [Type.String(), ({ row }) => row.eventTitle],
    user_name: [WalletName, ({ row, names }) => names.nameOf(row.wallet)],
    profile_image: constant(""),
  }),
);

const WIN_WIDTH = 5;
/** Number of hex digits of an address. */
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
  answer: Page(WINNER.schema, "Positions that were closed in the period, as GET /v2/positions has them"),
  maxAgeSeconds: 5,
  handle: async ({ context, query }) => {
    const { category, time_period: period, limit, cursor } = query;
    const walk = `winners.${period}.${category.toLowerCase()}`;
    const place = readWinCursor(cursor, walk);
    if (place === "refused") return badCursor(cursor);
    const found = await readBiggestWins(await context.adHocSql(), {
      since: computeFirstDay(period, context.clock()),
      tagSlugs: findCategoryTags(category),
      after: place,
      limit: limit + 1,
    });
    const rankedWins = found.map((win, index) => ({ ...win, rank: (place?.rank ?? 0) + index + 1 }));
    const { rows, next } = cutPage(rankedWins, limit, (last) =>
      encodeCursor(walk, [last.rank, last.realized, BigInt(last.wallet), last.market, last.outcome]),
    );
    return {
      body: buildPageBody(
        lazyRows(rows, (win) => WINNER.write(showWin(win, context.names))),
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
  const place = parseCursorPosition(cursor, { walk, width: WIN_WIDTH });
  if (place === undefined || place === "refused") return place;
  const [, , address = 0n] = place;
  const [rank = 0, realized = 0, , market = 0, outcome = 0] = place.map(Number);
  const isKnown = [rank, realized].every(Number.isSafeInteger) && market >>> 0 === market;
  if (
    !isKnown ||
    market >= MAX_MARKET ||
    address < 0n ||
    address >= ADDRESSES ||
    !(outcome === 0 || outcome === 1)
  )
    return "refused";
  const wallet = `0x${address.toString(16).padStart(ADDRESS_DIGITS, "0")}`;
  return { rank, realized: micros(realized), wallet, market, outcome };
}

const MAX_MARKET = 2 ** 31;
const ADDRESSES = 1n << 160n;

const TRADER = fieldsOf<ShownRow<Leader>>()({
  user_id: [Wallet, ({ row }) => row.wallet],
  pnl: [
    Type.Number({ description: "Profit realized in the period in USDC, as pnl of GET /v1/leaderboard" }),
    ({ row }) => collateralNumber(row.realized),
  ],
  volume: [
    Type.Number({ description: "Collateral that changed hands, as vol of GET /v1/leaderboard" }),
    ({ row }) => collateralNumber(row.volume),
  ],
  user_name: [WalletName, ({ row, names }) => names.nameOf(row.wallet)],
  profile_image: constant(""),
  x_username: constant(""),
  verified: constant(false),
});

const Rank = Type.Integer({ description: "Equal ones are in order of their wallets" });
const ENTRY = recordOf<ShownRow<Leader>>({
  ...fieldsOf<ShownRow<Leader>>()({ rank: [Rank, ({ row }) => row.rank] }),
  ...TRADER,
});
const LEADERBOARD_RANKS = recordOf<ShownRow<Leader> & { readonly byVolume: Leader }>({
  ...TRADER,
  ...fieldsOf<ShownRow<Leader> & { readonly byVolume: Leader }>()({
    rank_pnl: [Rank, ({ row }) => row.rank],
    rank_volume: [Rank, ({ byVolume }) => byVolume.rank],
  }),
});

const V2_ORDERS = { PNL: "realized", VOLUME: "volume" } as const;

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
    Page(ENTRY.schema, "Wallets that neither traded nor earned in the period are left out"),
    Envelope(
      Type.Union([LEADERBOARD_RANKS.schema, Type.Null()], {
        description: "With user; null where it is left out",
      }),
    ),
  ]),
  maxAgeSeconds: 5,
  handle: ({ context, query }) => {
    const scope = {
      since: computeFirstDay(query.time_period, context.clock()),
      tagSlugs: findCategoryTags(query.category),
    };
    return query.user === undefined
      ? readPage(context, query, scope)
      : readLeaderboardRanks(context, { ...query, user: query.user }, scope);
  },
});

type Scope = Pick<LeaderboardQuery, "since" | "tagSlugs">;

const LEADERBOARD_WIDTH = 3;

/** Reads a page; the page's cursor names the rank, the value and the address of the last row. */
async function readPage(context: Context, { sort_by: sort = "PNL", ...query }: Query, scope: Scope) {
  const board: LeaderboardQuery = { ...scope, order: V2_ORDERS[sort] };
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
  const data = lazyRows(rows, (row) => ENTRY.write({ row, names: context.names }));
  return { body: buildPageBody(data, { limit, next }) };
}

type LeaderboardRanksQuery = Query & { readonly user: string };

async function readLeaderboardRanks(context: Context, query: LeaderboardRanksQuery, scope: Scope) {
  if (query.sort_by !== undefined)
    return invalidFieldBecause("sort_by", `expected none with user, got ${query.sort_by}`);
  if (query.limit !== USUAL_LIMIT)
    return invalidFieldBecause("limit", `expected none with user, got ${query.limit}`);
  if (query.cursor !== undefined) return invalidFieldBecause("cursor", "expected none with user, got one");
  const wallet = toLowerCase(query.user);
  const sql = await context.adHocSql();
  const byProfit = await findLeader(sql, { ...scope, order: "realized" }, wallet);
  const byVolume = await findLeader(sql, { ...scope, order: "volume" }, wallet);
  if (byProfit === undefined || byVolume === undefined) return { body: { data: null } };
  return { body: { data: LEADERBOARD_RANKS.write({ row: byProfit, byVolume, names: context.names }) } };
}
