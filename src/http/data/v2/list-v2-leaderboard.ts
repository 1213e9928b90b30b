/** GET /v2/leaderboard: wallets by profit or volume, of all time or of the last days; or the standing of one. */
import { Type } from "typebox";
import type { Context } from "../../../context.ts";
import { findLeader, listLeaders } from "../../../store/reads/leaderboard.ts";
import type { Leader, LeaderboardQuery } from "../../../store/reads/leaderboard.ts";
import { rowsOf } from "../../large/rows.ts";
import { collateralNumber } from "../collateral-number.ts";
import { V2_RANKING } from "../groups.ts";
import { lowerCase, User } from "../parameters.ts";
import { Category, tagsOf } from "../ranking-category.ts";
import { firstDay } from "../ranking-period.ts";
import { invalidFieldBecause } from "../refusal.ts";
import { Envelope, Page, pageBody } from "./envelope.ts";
import { badCursor, cutPage, encodeCursor, readPlace } from "./page-cursor.ts";
import { WalletName } from "../../wallet-name.ts";
import type { Names } from "../../wallet-name.ts";
import { Choice, NoText, pageParameters, Period, Wallet } from "./parameters.ts";
import { v2Operation } from "./v2-operation.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";

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
const Standing = Type.Object({ ...TRADER, rank_pnl: Rank, rank_volume: Rank });

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

export const listV2Leaderboard = v2Operation({
  path: "/v2/leaderboard",
  summary: "Rank wallets by realized profit or by volume, version 2",
  group: V2_RANKING,
  limits: ONLY_INTERFACE_LIMIT,
  query: Query,
  answer: Type.Union([
    Page(Entry, "Wallets that neither traded nor earned in the period are left out"),
    Envelope(Type.Union([Standing, Type.Null()], { description: "With user; null where it is left out" })),
  ]),
  maxAgeSeconds: 5,
  handle: ({ context, query }) => {
    const scope = {
      since: firstDay(query.time_period, context.clock()),
      tagSlugs: tagsOf(query.category),
    };
    return query.user === undefined
      ? readPage(context, query, scope)
      : readStanding(context, { ...query, user: query.user }, scope);
  },
});

type Scope = Pick<LeaderboardQuery, "since" | "tagSlugs">;

const WIDTH = 3;
/** Hex digits of an address. */
const DIGITS = 40;

/** A page. Its cursor names the rank, the figure and the address of its last row. */
async function readPage(context: Context, { sort_by: sort = "PNL", ...query }: Query, scope: Scope) {
  const board: LeaderboardQuery = { ...scope, order: ORDERS[sort] };
  const walk = `leaderboard.${sort}.${query.time_period}.${query.category.toLowerCase()}`;
  const place = readPlace(query.cursor, { walk, width: WIDTH });
  if (place === "refused") return badCursor(query.cursor);
  const [rank = 0n, figure = 0n, address = 0n] = place ?? [];
  const after = place && {
    rank: Number(rank),
    figure: Number(figure),
    wallet: `0x${address.toString(16).padStart(DIGITS, "0")}`,
  };
  if (after !== undefined && !(Number.isSafeInteger(after.figure) && Number.isSafeInteger(after.rank)))
    return badCursor(query.cursor);
  const { limit } = query;
  const found = await listLeaders(await context.adHocSql(), { ...board, after, offset: 0, limit: limit + 1 });
  const { rows, next } = cutPage(found, limit, (last) =>
    encodeCursor(walk, [last.rank, last[board.order], BigInt(last.wallet)]),
  );
  const data = rowsOf(rows, (leader) => ({ rank: leader.rank, ...traderOf(leader, context.names) }));
  return { body: pageBody(data, { limit, next }) };
}

type StandingQuery = Query & { readonly user: string };

async function readStanding(context: Context, query: StandingQuery, scope: Scope) {
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
  return { body: { data: { ...traderOf(byProfit, context.names), ...ranks } } };
}

const traderOf = ({ wallet, realized, volume }: Leader, names: Names) => ({
  user_id: wallet,
  pnl: collateralNumber(realized),
  volume: collateralNumber(volume),
  user_name: names.nameOf(wallet),
  profile_image: "",
  x_username: "",
  verified: false,
});
