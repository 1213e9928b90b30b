/** Leaderboards of traders and builders, and the biggest wins. */
import { Type } from "typebox";
import type { Context } from "../../context.ts";
import { foldName } from "../../core/people/name-skeletons.ts";
import { MAX_NAME_TEXT } from "../../core/people/trader-name.ts";
import { NO_LOTS } from "../../core/units.ts";
import { DAY_MS } from "../../store/catalog/catalog-records.ts";
import { findNamedWallet } from "../../store/names/wallet-names.ts";
import { findLeader, listBiggestWins as readBiggestWins, listLeaders } from "../../store/reads/rankings.ts";
import type { Leader, Win } from "../../store/reads/rankings.ts";
import { listBuilderRanks, listRankedBuilders } from "../../store/reads/builders.ts";
import type { RankedBuilder } from "../../store/reads/builders.ts";
import { onlyIn } from "../dialects/dialect-parameters.ts";
import { SERVICES } from "../dialects/dialect.ts";
import { ONLY_INTERFACE_LIMIT } from "../guard/rate-limits.ts";
import { lazyRows } from "../slow-queries/json-slices.ts";
import { uncodedOperation } from "../operation/endpoint.ts";
import { WalletName } from "../values/wallets.ts";
import type { Names } from "../values/wallets.ts";
import { RANKING } from "./groups.ts";
import { collateralNumber, wireNumber } from "./numbers.ts";
import { Limit, Offset, User, lowerCase } from "./parameters.ts";
import { STATISTICS } from "./positions.ts";
import type { Statistic } from "./positions.ts";

// Categories of rankings: markets of events with certain tags.

/** Tag slugs under which the services list a category; `undefined` means all events. */
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

/** Returns the tags of a category, of which an event has at least one; `undefined` means all events. */
export const findCategoryTags = (category: string): readonly string[] | undefined =>
  TAG_SLUGS.get(category.toUpperCase());

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

const CAPITALS = ["DAY", "WEEK", "MONTH", "ALL"] as const;
const OPTIONS = { default: "DAY", description: PERIOD_MEANING } as const;

/** Parameter of version 1 for rankings of wallets. */
const TimePeriod = Type.Enum([...CAPITALS, "day", "week", "month", "all"], OPTIONS);

/** Parameter for rankings of builders, only in capitals. */
const BuilderPeriod = Type.Enum([...CAPITALS], OPTIONS);

/** Returns the first day of a period, days since 1970; `undefined` means no bound. */
export function firstDay(period: keyof typeof DAYS, now: number): number | undefined {
  const days = DAYS[period];
  return days === undefined ? undefined : Math.floor(now / DAY_MS) - days + 1;
}

// GET /v1/builders/leaderboard and /v1/builders/volume: builders by the volume of orders with their codes.

const RANKED = {
  rank: Type.String({ description: "A number; equal ones are in order of their codes" }),
  builder: Type.String({ description: "The code, 0x and 64 hex digits: builders have no names" }),
  volume: Type.Number({
    description: "Collateral that changed hands in fills of incoming orders with the code",
  }),
  activeUsers: Type.Integer({ description: "Wallets of those orders" }),
  verified: Type.Literal(false),
  builderLogo: Type.Literal(""),
};

export const listBuilderLeaders = uncodedOperation({
  method: "GET",
  path: "/v1/builders/leaderboard",
  dialects: SERVICES,
  summary: "Rank builders by volume",
  group: RANKING,
  limits: ONLY_INTERFACE_LIMIT,
  query: Type.Object({
    timePeriod: BuilderPeriod,
    limit: Limit({ default: 25, maximum: 50 }),
    offset: Offset({ maximum: 1000 }),
  }),
  answer: Type.Array(Type.Object(RANKED), {
    description: "Builders without volume in the period are left out",
  }),
  maxAgeSeconds: 5,
  handle: async ({ context, query: { timePeriod, limit, offset } }) => {
    const since = firstDay(timePeriod, context.clock());
    const builders = await listRankedBuilders(await context.readSql(), { since, limit, offset });
    return { body: builders.map((builder, index) => rankRecord(builder, offset + index + 1)) };
  },
});

const MAX_DAYS = 10_000;

export const listBuilderVolumes = uncodedOperation({
  method: "GET",
  path: "/v1/builders/volume",
  dialects: SERVICES,
  summary: "List the volume of builders by days",
  group: RANKING,
  limits: ONLY_INTERFACE_LIMIT,
  query: Type.Object({ timePeriod: BuilderPeriod }),
  answer: Type.Array(
    Type.Object({ dt: Type.String({ description: "The day's beginning, ISO 8601" }), ...RANKED }),
    {
      description: `The latest day first, in each the largest volume; a day without volume has no row. At most ${MAX_DAYS} rows`,
    },
  ),
  maxAgeSeconds: 5,
  rows: MAX_DAYS,
  handle: async ({ context, query }) => {
    const since = firstDay(query.timePeriod, context.clock());
    const days = await listBuilderRanks(await context.readSql(), { unit: "day", since, limit: MAX_DAYS });
    return {
      body: lazyRows(days, ({ day, rank, ...builder }) => ({
        dt: new Date(day * DAY_MS).toISOString().replace(".000Z", "Z"),
        ...rankRecord(builder, rank),
      })),
    };
  },
});

const rankRecord = ({ builder, volume, users }: RankedBuilder, rank: number) => ({
  rank: String(rank),
  builder: `0x${builder}`,
  volume: collateralNumber(volume),
  activeUsers: users,
  verified: false,
  builderLogo: "",
});

const Row = Type.Object({
  rank: Type.String({ description: "A number; equal ones are in order of their wallets" }),
  proxyWallet: Type.String({ description: "Lower case" }),
  userName: WalletName,
  vol: Type.Number({
    description: "Collateral that changed hands in the period, in all fills of the wallet",
  }),
  pnl: Type.Number({
    description: "Profit realized in the period, without fees; what is still held counts when it is given up",
  }),
  profileImage: Type.Literal(""),
  xUsername: Type.Literal(""),
  verifiedBadge: Type.Literal(false),
});

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
  answer: Type.Array(Row, {
    description: "Wallets that neither traded nor earned in the period are left out",
  }),
  maxAgeSeconds: 5,
  handle: async ({ context, query }) => {
    const { category, timePeriod, orderBy, limit, offset } = query;
    const board = {
      since: firstDay(timePeriod, context.clock()),
      tagSlugs: findCategoryTags(category),
      order: orderBy.toUpperCase() === "VOL" ? "volume" : "realized",
    } as const;
    const wallet = await readWallet(context, query);
    if (wallet === undefined) {
      const leaders = await listLeaders(await context.adHocSql(), { ...board, limit, offset });
      return { body: leaders.map((leader) => describeRow(leader, context.names)) };
    }
    const leader = wallet === NOBODY ? undefined : await findLeader(await context.adHocSql(), board, wallet);
    const found = leader === undefined ? [] : [describeRow(leader, context.names)];
    return { body: found.slice(offset) };
  },
});

/** Wallet that matches no row, for a query that names an unknown wallet. */
const NOBODY = "";

type NamedWallet = { readonly user?: string; readonly userName?: string; readonly username?: string };

/** Returns the lower-case wallet that the query names; `undefined` means all wallets. */
async function readWallet(
  { adHocSql }: Pick<Context, "adHocSql">,
  { user, userName, username }: NamedWallet,
): Promise<string | undefined> {
  const wanted = new Set(user === undefined ? [] : [lowerCase(user)]);
  for (const name of [userName, username])
    if (name !== undefined) wanted.add((await findNamedWallet(await adHocSql(), foldName(name))) ?? NOBODY);
  const [wallet] = wanted;
  return wanted.size > 1 ? NOBODY : wallet;
}

const describeRow = ({ rank, wallet, volume, realized }: Leader, names: Names): Type.Static<typeof Row> => ({
  rank: String(rank),
  proxyWallet: wallet,
  userName: names.nameOf(wallet),
  vol: collateralNumber(volume),
  pnl: collateralNumber(realized),
  profileImage: "",
  xUsername: "",
  verifiedBadge: false,
});

const WinRow = Type.Object({
  winRank: Type.String({ description: "A number; equal ones are in order of their wallets" }),
  proxyWallet: Type.String({ description: "Lower case" }),
  userName: WalletName,
  eventTitle: Type.String(),
  slug: Type.String({ description: "Of the market, as marketSlug" }),
  marketSlug: Type.String(),
  icon: Type.String(),
  eventSlug: Type.String(),
  initialValue: Type.Number({ description: "Cost of all shares that were bought, at their average" }),
  finalValue: Type.Number({ description: "That and the profit" }),
  pnl: Type.Number({ description: "Profit of the position, without fees" }),
  profileImage: Type.Literal(""),
});

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
  answer: Type.Array(WinRow, {
    description: "Positions that were closed in the period, as GET /closed-positions has them",
  }),
  maxAgeSeconds: 5,
  handle: async ({ context, query: { category, timePeriod, limit, offset } }) => {
    const wins = await readBiggestWins(await context.adHocSql(), {
      since: firstDay(timePeriod, context.clock()),
      tagSlugs: findCategoryTags(category),
      offset,
      limit,
    });
    return {
      body: lazyRows([...wins.entries()], ([index, win]) => winRow(offset + index + 1, win, context.names)),
    };
  },
});

function winRow(rank: number, win: Win, names: Names): Type.Static<typeof WinRow> {
  const { wallet, slug, icon, eventSlug, eventTitle } = win;
  // Its shares are gone, so the price does not matter.
  const position = { ...win, lots: NO_LOTS, halfTicks: 0 };
  const shown = (figure: Statistic): number => {
    const { numerator, denominator } = figure(position);
    return wireNumber(numerator, denominator);
  };
  return {
    winRank: String(rank),
    proxyWallet: wallet,
    userName: names.nameOf(wallet),
    eventTitle,
    slug,
    marketSlug: slug,
    icon,
    eventSlug,
    initialValue: shown(STATISTICS.allBought),
    finalValue: shown(STATISTICS.proceeds),
    pnl: shown(STATISTICS.realizedPnl),
    profileImage: "",
  };
}
