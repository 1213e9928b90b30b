/** GET /profit-ranking: wallets by their whole profit, with what they hold. */
import { Type } from "typebox";
import type { RankedWallet } from "../../store/reads/profit-ranking.ts";
import { uncodedOperation } from "../uncoded-operation.ts";
import { Pseudonym, WalletName } from "../wallet-name.ts";
import type { Names } from "../wallet-name.ts";
import { collateralNumber } from "./collateral-number.ts";
import { RANKING } from "./groups.ts";
import { Limit, lowerCase, Offset, User } from "./parameters.ts";
import { ProfitFigures, profitFiguresOf } from "./profit-figures.ts";
import { ONLY_INTERFACE_LIMIT } from "../guard/rate-limits.ts";

const Row = Type.Object({
  rank: Type.Integer({ description: "From 1 on; equal ones are in order of their wallets" }),
  proxyWallet: Type.String({ description: "Lower case" }),
  name: WalletName,
  pseudonym: Pseudonym,
  volume: Type.Number({ description: "Collateral that changed hands, in all fills of the wallet" }),
  ...ProfitFigures,
});

const Ranking = Type.Object({
  asOf: Type.Integer({
    description:
      "Unix seconds: the ranking counts all before. It is kept 20 times as long as it takes to make",
  }),
  ranking: Type.Array(Row, {
    description:
      "Of all time, the greatest profit first. Wallets that neither traded nor earned are left out",
  }),
});

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
    const place = user === undefined ? 0 : places.get(lowerCase(user));
    const chosen = user === undefined ? wallets : place === undefined ? [] : wallets.slice(place, place + 1);
    const ranking = chosen
      .slice(offset, offset + limit)
      .map((row, index) => rowOf(row, (place ?? 0) + offset + index + 1, context.names));
    return { body: { asOf: Math.floor(at / 1_000), ranking } };
  },
});

const rowOf = (row: RankedWallet, rank: number, names: Names): Type.Static<typeof Row> => ({
  rank,
  proxyWallet: row.wallet,
  name: names.nameOf(row.wallet),
  pseudonym: names.pseudonymOf(row.wallet),
  volume: collateralNumber(row.volume),
  ...profitFiguresOf(row),
});
