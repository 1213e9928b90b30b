/** Entry of accounts into the exchange: opened by an event, or loaded as they were stored. */
import type { Account, Exchange } from "./state.ts";
import { NO_MICROS } from "./units.ts";

type Known = Pick<Account, "no" | "address" | "owner" | "collateral"> & Partial<Account>;

/** An account without positions and resting orders. Figures of an unknown past are zero. */
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

/** Makes the account known under its number, its address and its owner. */
export function addAccount(exchange: Exchange, account: Account): void {
  const { no, address, owner } = account;
  exchange.accounts[no] = account;
  exchange.accountByAddress.set(address, account);
  const owned = exchange.accountsByOwner.get(owner);
  if (owned === undefined) exchange.accountsByOwner.set(owner, [account]);
  else owned.push(account);
}
