/** Wallets: value, number of markets, statistics of many wallets, search by name, and the house market makers' accounts. */
import { Type } from "typebox";
import type { Context } from "../../context.ts";
import { countTradedMarkets, listCurrentPositions } from "../../store/reads/positions.ts";
import type { PositionFilter } from "../../store/reads/positions.ts";
import { listWalletStatistics } from "../../store/reads/statistics.ts";
import type { WalletStatistics } from "../../store/reads/statistics.ts";
import { ONLY_INTERFACE_LIMIT } from "../guard/rate-limits.ts";
import { FOUND_ORDER, PersonText } from "../values/shown-text.ts";
import { uncodedOperation } from "../operation/endpoint.ts";
import { Pseudonym, WalletName } from "../values/wallets.ts";
import type { Names } from "../values/wallets.ts";
import { MARKETS, POSITIONS, RANKING } from "./groups.ts";
import { collateralNumber, wireNumber } from "./numbers.ts";
import { ConditionIds, Limit, Offset, User, lowerCase } from "./parameters.ts";
import { computeHalfTicks, totalValue } from "./positions.ts";
import { ProfitFields, describeProfit } from "./profit.ts";

// Total value of a wallet's positions, without its collateral.

export async function readPortfolioValue(
  { adHocSql }: Pick<Context, "adHocSql">,
  wanted: Pick<PositionFilter, "wallet" | "conditionIds">,
): Promise<number> {
  const positions = await listCurrentPositions(await adHocSql(), { ...wanted, leastLots: 1 });
  const { numerator, denominator } = totalValue(
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
    const user = lowerCase(query.user);
    const conditionIds = query.market?.map(lowerCase);
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
    const user = lowerCase(query.user);
    return { body: { user, traded: await countTradedMarkets(await context.adHocSql(), user) } };
  },
});

const MAX_WALLETS = 50;
const NO_WIN = 0;

const Wallet = Type.Object({
  proxyWallet: Type.String({ description: "Lower case" }),
  name: WalletName,
  pseudonym: Pseudonym,
  volume: Type.Number({ description: "Collateral that changed hands, in all fills of the wallet" }),
  ...ProfitFields,
  biggestWin: Type.Number({ description: "The largest profit of a closed position; 0 without one" }),
  joinedAt: Type.Union([Type.Integer(), Type.Null()], {
    description: "Unix seconds of its first deposit; null before it",
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
  answer: Type.Array(Wallet, {
    description:
      "In the order of the request, repeated ones once; without fees. Unknown wallets are left out",
  }),
  maxAgeSeconds: 5,
  handle: async ({ context, query }) => {
    const wallets = [...new Set(query.user.map(lowerCase))];
    const found = await listWalletStatistics(await context.adHocSql(), wallets);
    return { body: found.map((figures) => describeWallet(figures, context.names)) };
  },
});

const describeWallet = (figures: WalletStatistics, names: Names): Type.Static<typeof Wallet> => {
  const { wallet, volume, largestWin, joinedAt } = figures;
  return {
    proxyWallet: wallet,
    name: names.nameOf(wallet),
    pseudonym: names.pseudonymOf(wallet),
    volume: collateralNumber(volume),
    ...describeProfit(figures),
    biggestWin: largestWin === null ? NO_WIN : collateralNumber(largestWin),
    joinedAt: joinedAt === null ? null : Math.floor(joinedAt / 1_000),
  };
};

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

const MAX_SLUG = 1_000;

/**
 * GET /other: shares of event outcomes without a market. Here each outcome has a market. A conversion gives that market's
 * shares, which GET /positions lists, so this list is empty.
 */
export const listOtherBalances = uncodedOperation({
  method: "GET",
  path: "/other",
  fromMemory: true,
  summary: "List a wallet's shares of outcomes without a market",
  group: POSITIONS,
  limits: ONLY_INTERFACE_LIMIT,
  dialects: ["kuest"],
  query: Type.Object({
    slug: Type.String({ maxLength: MAX_SLUG, description: "Slug of an event" }),
    user: User,
  }),
  answer: Type.Array(
    Type.Object({ slug: Type.String(), user: Type.String(), size: Type.Number({ description: "Shares" }) }),
    { description: "Always empty: each outcome of an event has a market" },
  ),
  maxAgeSeconds: 5,
  handle: () => ({ body: [] }),
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
