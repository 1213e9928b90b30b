/**
 * GET /balances: collateral and tokens of the caller's wallets. The rows of a page are wallets and positions; a wallet
 * that goes on over pages is named in each.
 */
import { Type } from "typebox";
import { isRejection } from "../../../core/rejection.ts";
import { collateralText, NO_LOTS, sharesText, subtractLots, subtractMicros } from "../../../core/units.ts";
import { checksumAddress } from "../../../signing/address.ts";
import { listBalances as readBalances } from "../../../store/reads/balances.ts";
import type { BalanceRow } from "../../../store/reads/balances.ts";
import { endpoint } from "../../endpoint.ts";
import { BALANCES } from "../groups.ts";
import { walkPage } from "../keyset-walk.ts";
import type { RowPlace } from "../keyset-walk.ts";
import { PageOf } from "../listing-page.ts";
import { readOwnWallets, WalletFields } from "./wallet-request.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";

/** Rows per page: wallets and positions. */
export const BALANCE_PAGE = 500;

const AmountFields = {
  balance: Type.String(),
  held: Type.String({ description: "Held by open orders" }),
  available: Type.String({ description: "The balance less what is held" }),
};

export const WalletBalance = Type.Object({
  address: Type.String(),
  collateral: Type.Object(AmountFields),
  positions: Type.Array(
    Type.Object({
      condition_id: Type.String(),
      asset_id: Type.String({ description: "Token id" }),
      outcome: Type.String(),
      outcome_index: Type.Integer(),
      ...AmountFields,
    }),
  ),
});
type WalletBalance = Type.Static<typeof WalletBalance>;

export const listBalances = endpoint({
  method: "GET",
  path: "/balances",
  summary: "List what the caller's wallets have",
  group: BALANCES,
  limits: ONLY_INTERFACE_LIMIT,
  refuses: ["wallet_taken", "unknown_account"],
  access: "key",
  query: Type.Object({
    ...WalletFields,
    next_cursor: Type.Optional(Type.String({ description: "From the page before; absent for the first" })),
  }),
  strict: true,
  answer: PageOf(WalletBalance),
  rows: BALANCE_PAGE,
  handle: async ({ context, query, caller }) => {
    const wallets = readOwnWallets(context, query, caller);
    if (isRejection(wallets)) return { rejection: wallets };
    const page = await walkPage({
      cursor: query.next_cursor,
      limit: BALANCE_PAGE,
      start: () => [0, 0, 0],
      read: async ([account = 0, market = 0, outcome = 0], limit) =>
        readBalances(await context.adHocSql(), { ...wallets, after: [account, market, outcome], limit }),
      after: placeOfLast,
    });
    if (isRejection(page)) return { rejection: page };
    const data = walletsOf(page.rows);
    return { body: { data, next_cursor: page.next_cursor, limit: BALANCE_PAGE, count: data.length } };
  },
});

function placeOfLast(place: RowPlace, rows: readonly BalanceRow[]): RowPlace {
  const last = rows.at(-1);
  return last === undefined ? place : [last.account, last.market, last.outcome];
}

function walletsOf(rows: readonly BalanceRow[]): WalletBalance[] {
  const wallets = new Map<string, WalletBalance>();
  for (const row of rows) {
    const wallet = wallets.get(row.address) ?? { ...walletOf(row), positions: [] };
    wallets.set(row.address, wallet);
    wallet.positions.push(...positionsOf(row));
  }
  return [...wallets.values()];
}

const walletOf = ({ address, collateral, collateralHeld }: BalanceRow) => ({
  address: checksumAddress(address),
  collateral: {
    balance: collateralText(collateral),
    held: collateralText(collateralHeld),
    available: collateralText(subtractMicros(collateral, collateralHeld)),
  },
});

/** The position that the row stands for, or none. */
function positionsOf(row: BalanceRow): WalletBalance["positions"] {
  const { lots, held, conditionId, tokenId, outcome, outcomeLabel } = row;
  if (lots === null || conditionId === null || tokenId === null) return [];
  const inOrders = held ?? NO_LOTS;
  return [
    {
      condition_id: conditionId,
      asset_id: tokenId,
      outcome: outcomeLabel ?? "",
      outcome_index: outcome,
      balance: sharesText(lots),
      held: sharesText(inOrders),
      available: sharesText(subtractLots(lots, inOrders)),
    },
  ];
}
