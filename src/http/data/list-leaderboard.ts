/** GET /v1/leaderboard: wallets by profit or volume, of all time or of the last days. */
import { Type } from "typebox";
import type { Context } from "../../context.ts";
import { foldName } from "../../core/name-looks.ts";
import { MAX_NAME_TEXT } from "../../core/trader-name.ts";
import { findNamedWallet } from "../../store/names/listed-names.ts";
import { findLeader, listLeaders } from "../../store/reads/leaderboard.ts";
import type { Leader } from "../../store/reads/leaderboard.ts";
import { onlyIn } from "../dialects/dialect-parameters.ts";
import { uncodedOperation } from "../uncoded-operation.ts";
import { collateralNumber } from "./collateral-number.ts";
import { RANKING } from "./groups.ts";
import { Limit, lowerCase, Offset, User } from "./parameters.ts";
import { Category, tagsOf } from "./ranking-category.ts";
import { firstDay, TimePeriod } from "./ranking-period.ts";
import { WalletName } from "../wallet-name.ts";
import type { Names } from "../wallet-name.ts";
import { ONLY_INTERFACE_LIMIT } from "../guard/rate-limits.ts";

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
      tagSlugs: tagsOf(category),
      order: orderBy.toUpperCase() === "VOL" ? "volume" : "realized",
    } as const;
    const wallet = await readWallet(context, query);
    if (wallet === undefined) {
      const leaders = await listLeaders(await context.adHocSql(), { ...board, limit, offset });
      return { body: leaders.map((leader) => rowOf(leader, context.names)) };
    }
    const leader = wallet === NOBODY ? undefined : await findLeader(await context.adHocSql(), board, wallet);
    const found = leader === undefined ? [] : [rowOf(leader, context.names)];
    return { body: found.slice(offset) };
  },
});

/** Stands for a wallet where no wallet is the one that the query names. */
const NOBODY = "";

type NamedWallet = { readonly user?: string; readonly userName?: string; readonly username?: string };

/** The only wallet that is wanted, lower case; `undefined` is all of them. */
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

const rowOf = ({ rank, wallet, volume, realized }: Leader, names: Names): Type.Static<typeof Row> => ({
  rank: String(rank),
  proxyWallet: wallet,
  userName: names.nameOf(wallet),
  vol: collateralNumber(volume),
  pnl: collateralNumber(realized),
  profileImage: "",
  xUsername: "",
  verifiedBadge: false,
});
