/** Operations about people: accounts and their collateral, bans, notes, orders and keys, as the document shows them. */
import type { Endpoint } from "../endpoint.ts";
import { addNote } from "./add-note.ts";
import { banOwner, unbanOwner } from "./bans.ts";
import { cancelOrders } from "./cancel-orders.ts";
import { fundAccounts, rehearseFundings } from "./fund-accounts.ts";
import { getAccount } from "./get-account.ts";
import { listAccounts } from "./list-accounts.ts";
import { listBans } from "./list-bans.ts";
import { listKeys } from "./list-keys.ts";
import { creditAccount, debitAccount } from "./move-collateral.ts";
import { openAccount } from "./open-account.ts";
import { rehearseCancellation } from "./rehearse-cancellation.ts";
import { revokeKey } from "./revoke-key.ts";

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
