/** GET /accounts: the accounts, the latest first, in pages. */
import { Type } from "typebox";
import { reject } from "../../core/rejection.ts";
import { collateralText, parseCount, subtractMicros } from "../../core/units.ts";
import { listAccounts as readAccounts } from "../../store/reads/accounts.ts";
import type { ListedAccount } from "../../store/reads/accounts.ts";
import { pageLimit } from "../page-limit.ts";
import { OrNull, Time, timeAt } from "../resolution-answer.ts";
import { COLLATERAL } from "./groups.ts";
import { operation } from "./operation.ts";

/** An account among the others. */
export const ListedAccountAnswer = Type.Object({
  address: Type.String(),
  owner: Type.String({ description: "The wallet whose key signs for it; itself mostly" }),
  balance: Type.String({ description: "Collateral, with what its open orders hold" }),
  available: Type.String({ description: "Collateral that no open order holds" }),
  openOrders: Type.Integer(),
  positionsValue: Type.String({ description: "Worth of its shares at the shown prices, rounded down" }),
  joined: OrNull(Time),
  banned: Type.Boolean({ description: "True while the orders of its owner are refused" }),
});

const MAX_TERM = 500;

export const listAccounts = operation({
  method: "GET",
  path: "/accounts",
  summary: "List accounts with their balances, orders and the worth of their shares, the latest first",
  group: COLLATERAL,
  refuses: ["invalid_cursor"],
  query: Type.Object({
    search: Type.Optional(
      Type.String({
        pattern: "^0[xX][0-9a-fA-F]{0,40}$",
        description: "The beginning of an address, or all of it, in any case of letters",
      }),
    ),
    limit: pageLimit({ default: 50, maximum: 200 }),
    before: Type.Optional(Type.String({ maxLength: MAX_TERM, description: "`next` of the page before" })),
  }),
  answer: Type.Object({
    data: Type.Array(ListedAccountAnswer),
    next: OrNull(Type.String({ description: "Where the next page begins" })),
  }),
  handle: async ({ context, query: { search = "", limit, before } }) => {
    const below = before === undefined ? undefined : parseCount(before);
    if (before !== undefined && below === undefined)
      return { rejection: reject("invalid_cursor", `before: expected next of a page, got "${before}"`) };
    // One more row tells whether there is a next page.
    const wanted = { begins: search.toLowerCase(), below, limit: limit + 1 };
    const found = await readAccounts(await context.adHocSql(), wanted);
    const page = found.slice(0, limit);
    const last = page.at(-1);
    const next = found.length > limit && last !== undefined ? String(last.no) : null;
    return { body: { data: page.map(describeAccount), next } };
  },
});

export const describeAccount = ({ collateral, held, worth, joinedAt, ...account }: ListedAccount) => ({
  address: account.address,
  owner: account.owner,
  balance: collateralText(collateral),
  available: collateralText(subtractMicros(collateral, held)),
  openOrders: account.openOrders,
  positionsValue: collateralText(worth),
  joined: joinedAt === null ? null : timeAt(joinedAt),
  banned: account.banned,
});
