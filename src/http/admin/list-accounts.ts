/** GET /accounts: the accounts in pages, all of them or those that a search of people finds. */
import { Type } from "typebox";
import { reject } from "../../core/rejection.ts";
import { collateralText, parseCount, subtractMicros } from "../../core/units.ts";
import type { People, PeopleSearch } from "../../engine/people.ts";
import { listSubjectsByReason } from "../../store/reads/audit.ts";
import { listAccountsOf, listLatestAccounts } from "../../store/reads/accounts.ts";
import type { ListedAccount } from "../../store/reads/accounts.ts";
import type { Sql } from "../../store/sql/database.ts";
import { pageLimit } from "../page-limit.ts";
import { FOUND_ORDER, PersonText } from "../person-text.ts";
import { OrNull, Time, timeAt } from "../resolution-answer.ts";
import { WalletName } from "../wallet-name.ts";
import type { Names } from "../wallet-name.ts";
import { NOTE } from "./add-note.ts";
import { COLLATERAL } from "./groups.ts";
import { operation } from "./operation.ts";

/** An account among the others. */
export const ListedAccountAnswer = Type.Object({
  address: Type.String(),
  name: WalletName,
  owner: Type.String({ description: "The wallet whose key signs for it; itself mostly" }),
  balance: Type.String({ description: "Collateral, with what its open orders hold" }),
  available: Type.String({ description: "Collateral that no open order holds" }),
  openOrders: Type.Integer(),
  positionsValue: Type.String({ description: "Worth of its shares at the shown prices, rounded down" }),
  joined: OrNull(Time),
  banned: Type.Boolean({ description: "True while the orders of its owner are refused" }),
});

const MAX_CURSOR = 500;
/** Most wallets that are found by their notes. */
const MOST_NOTED = 500;

export const listAccounts = operation({
  method: "GET",
  path: "/accounts",
  summary:
    "List accounts with their balances, orders and the worth of their shares, the latest first, or search them",
  group: COLLATERAL,
  refuses: ["invalid_cursor"],
  query: Type.Object({
    search: Type.Optional({
      ...PersonText,
      description: `${PersonText.description}; here also the beginning of a later word of a generated name, or a part of a note. ${FOUND_ORDER}, then notes`,
    }),
    limit: pageLimit({ default: 50, maximum: 200 }),
    before: Type.Optional(Type.String({ maxLength: MAX_CURSOR, description: "`next` of the page before" })),
  }),
  answer: Type.Object({
    data: Type.Array(ListedAccountAnswer),
    next: OrNull(Type.String({ description: "Where the next page begins" })),
  }),
  handle: async ({ context, query: { search, limit, before } }) => {
    const after = before === undefined ? undefined : parseCount(before);
    if (before !== undefined && after === undefined)
      return { rejection: reject("invalid_cursor", `before: expected next of a page, got "${before}"`) };
    const sql = await context.adHocSql();
    const { accounts, next } = await (search === undefined
      ? readLatest(sql, after, limit)
      : searchAccounts(sql, context.people, { text: search, offset: after ?? 0, limit }));
    const data = accounts.map((account) => describeAccount(account, context.names));
    return { body: { data, next: next === null ? null : String(next) } };
  },
});

type Page = {
  readonly accounts: readonly ListedAccount[];
  /** Beginning of the next page; `null` behind the last. */
  readonly next: number | null;
};

/** Reads accounts below this number. One more row tells whether there is a next page. */
async function readLatest(sql: Sql, below: number | undefined, limit: number): Promise<Page> {
  const found = await listLatestAccounts(sql, { below, limit: limit + 1 });
  const accounts = found.slice(0, limit);
  return { accounts, next: found.length > limit ? (accounts.at(-1)?.no ?? null) : null };
}

async function searchAccounts(sql: Sql, people: People, search: PeopleSearch): Promise<Page> {
  const { offset, limit } = search;
  const noted = { action: NOTE, text: search.text.trim(), limit: MOST_NOTED };
  const wide = { more: noted.text === "" ? [] : await listSubjectsByReason(sql, noted) };
  const found = await people.find(sql, { ...search, wide, limit: limit + 1 });
  const accounts = await listAccountsOf(sql, found.slice(0, limit));
  return { accounts, next: found.length > limit ? offset + limit : null };
}

export const describeAccount = (
  { address, collateral, held, worth, joinedAt, ...account }: ListedAccount,
  names: Pick<Names, "nameOf">,
) => ({
  address,
  name: names.nameOf(address),
  owner: account.owner,
  balance: collateralText(collateral),
  available: collateralText(subtractMicros(collateral, held)),
  openOrders: account.openOrders,
  positionsValue: collateralText(worth),
  joined: joinedAt === null ? null : timeAt(joinedAt),
  banned: account.banned,
});
