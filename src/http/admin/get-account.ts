/** GET /accounts/{address}: one account with its balance, positions, open orders, latest moves and notes. */
import { Type } from "typebox";
import type { Context } from "../../context.ts";
import { unknownAccount } from "../../core/accounts.ts";
import { isRejection } from "../../core/rejection.ts";
import { collateralText } from "../../core/units.ts";
import { findMarketTexts, listAccountPositions } from "../../store/reads/account-positions.ts";
import { listAccountsOf } from "../../store/reads/accounts.ts";
import type { ListedAccount } from "../../store/reads/accounts.ts";
import { listAudit } from "../../store/reads/audit.ts";
import { findBan } from "../../store/reads/bans.ts";
import { findLedgerTop, listLedger } from "../../store/reads/ledger.ts";
import { listLiveOrders } from "../../store/reads/orders.ts";
import type { Sql } from "../../store/sql/database.ts";
import { pageLimit } from "../page-limit.ts";
import {
  AccountAnswer,
  conditionOf,
  describeBan,
  describeEntry,
  describeNote,
  describeOrder,
  describePosition,
} from "./account-answer.ts";
import { NOTE } from "./add-note.ts";
import { COLLATERAL } from "./groups.ts";
import { describeAccount } from "./list-accounts.ts";
import { operation } from "./operation.ts";
import { listWalletKeys } from "./wallet-keys.ts";
import { AccountParams, readWallet } from "./wallet-term.ts";

export const getAccount = operation({
  method: "GET",
  path: "/accounts/:address",
  summary: "Get an account: what it has, its open orders, what it did lately, and the notes about it",
  group: COLLATERAL,
  refuses: ["unknown_account"],
  params: AccountParams,
  query: Type.Object({ limit: pageLimit({ default: 50, maximum: 500 }) }),
  answer: AccountAnswer,
  handle: async ({ context, params, query }) => {
    const address = readWallet(params.address);
    if (isRejection(address)) return { rejection: address };
    const sql = await context.adHocSql();
    const [account] = await listAccountsOf(sql, [address]);
    if (account === undefined) return { rejection: unknownAccount(address) };
    const { limit } = query;
    const keys = await listWalletKeys(context, account.owner);
    return {
      body: {
        ...describeAccount(account, context.names),
        held: collateralText(account.held),
        keys: keys.filter(({ revokedAt }) => revokedAt === null).length,
        ...(await readState(context, account)),
        ...(await readLists(sql, account, limit)),
      },
    };
  },
});

async function readState(context: Context, { address, owner }: ListedAccount) {
  const sql = await context.adHocSql();
  const ban = await findBan(sql, owner);
  const filter = { subject: address, action: NOTE, operator: undefined, before: undefined };
  const notes = await listAudit(sql, { ...filter, limit: MOST_NOTES });
  return { ban: ban === undefined ? null : describeBan(ban), notes: notes.map(describeNote) };
}

const MOST_NOTES = 500;

async function readLists(sql: Sql, { address, owner }: ListedAccount, limit: number) {
  const positions = await listAccountPositions(sql, { address, limit });
  const orders = await listLiveOrders(sql, { owner, maker: address, after: 0, limit, unit: "fill" });
  const below = await findLedgerTop(sql);
  const history = await listLedger(sql, { owner, address, below, limit });
  const conditions = [
    ...orders.map(({ conditionId }) => conditionId),
    ...history.flatMap((entry) => conditionOf(entry) ?? []),
  ];
  const texts = await findMarketTexts(sql, conditions);
  return {
    positionsCount: positions[0]?.total ?? 0,
    positions: positions.map(describePosition),
    orders: orders.map((order) => describeOrder(order, texts)),
    history: history.map((entry) => describeEntry(entry, texts)),
  };
}
