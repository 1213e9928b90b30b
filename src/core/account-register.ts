/** Adds accounts to the exchange: opened by an event, or loaded from the store. */
import type { Account, Exchange } from "./state.ts";
import { NO_MICROS } from "./units.ts";

type Known = Pick<Account, "no" | "address" | "owner" | "collateral"> & Partial<Account>;

/** Creates an account without positions and resting orders. Statistics that are not known start at zero. */
export const newAccount = (known: Known): Account => ({
  held: NO_MICROS,
  volume: NO_MICROS,
  realized: NO_MICROS,
  ...known,
  positions: new Map(),
  firstOrder: undefined,
  lastOrder: undefined,
  open: 0,
  openIn: new Map(),
});

/** Indexes the account by its number, its address and its owner. */
export function addAccount(exchange: Exchange, account: Account): void {
  const { no, address, owner } = account;
  exchange.accounts[no] = account;
  exchange.accountByAddress.set(address, account);
  const owned = exchange.accountsByOwner.get(owner);
  if (owned === undefined) exchange.accountsByOwner.set(owner, [account]);
  else owned.push(account);
}
