/** GET /holders: the largest holders of the outcomes of markets. */
import { Type } from "typebox";
import { sharesText } from "../../core/units.ts";
import { listHolders as readHolders } from "../../store/reads/holders.ts";
import type { HeldOutcome } from "../../store/reads/holders.ts";
import type { Dialect } from "../dialects/dialect.ts";
import { rowsOf } from "../large/rows.ts";
import { uncodedOperation } from "../uncoded-operation.ts";
import { assetId } from "./asset-id.ts";
import { MARKETS } from "./groups.ts";
import { leastLots } from "./least-lots.ts";
import { ConditionIds, Limit, lowerCase, Threshold } from "./parameters.ts";
import { HasName, Pseudonym, WalletName } from "../wallet-name.ts";
import type { Names } from "../wallet-name.ts";
import { ONLY_INTERFACE_LIMIT } from "../guard/rate-limits.ts";

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

const OUTCOMES = 2;
/** Holders of all outcomes of an answer. */
const MOST_HOLDERS = 10_000;

type HoldersQuery = { readonly market: readonly string[]; readonly limit: number };

/** Holders of each outcome: fewer than asked for where there are many markets. */
const appliedLimit = ({ market, limit }: HoldersQuery): number =>
  Math.min(limit, Math.max(Math.floor(MOST_HOLDERS / (OUTCOMES * market.length)), 1));

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
  rows: ({ query }) => OUTCOMES * query.market.length * appliedLimit(query),
  handle: async ({ context, dialect, query }) => {
    const limit = appliedLimit(query);
    const groups = await readHolders(await context.adHocSql(), {
      conditionIds: [...new Set(query.market.map(lowerCase))],
      least: leastLots(query.minBalance),
      limit,
    });
    return {
      headers: { "x-page-limit": String(limit) },
      body: rowsOf(groups, (group) => groupRecord(group, { dialect, names: context.names })),
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
