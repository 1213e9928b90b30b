/** Operations about people: accounts and their collateral, bans, notes, orders and keys, in the order of the document. */
import type { Endpoint } from "../../operation/endpoint.ts";
import { addNote, creditAccount, debitAccount, getAccount, listAccounts, openAccount } from "./accounts.ts";
import { banOwner, listBans, unbanOwner } from "./bans.ts";
import { cancelOrders, rehearseCancellation } from "../markets/orders.ts";
import { fundAccounts, rehearseFundings } from "./funding.ts";
import { listKeys, revokeKey } from "./keys.ts";

export const PEOPLE_ENDPOINTS: readonly Endpoint[] = [
  listAccounts,
  getAccount,
  openAccount,
  rehearseFundings,
  fundAccounts,
  creditAccount,
  debitAccount,
  listBans,
  banOwner,
  unbanOwner,
  addNote,
  rehearseCancellation,
  cancelOrders,
  listKeys,
  revokeKey,
];
