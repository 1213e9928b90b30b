/** Decisions about accounts besides trading: opening, credits, debits, withdrawals and bans. */
import { buildCancelEvents } from "../orders/canceled-orders.ts";
import type { CommandOf } from "../events/command.ts";
import type { Event } from "../events/event.ts";
import { FEE_ACCOUNT } from "./fees.ts";
import { listOwnOrders } from "../orders/order.ts";
import { isRejection, reject } from "../rejection.ts";
import type { Rejection } from "../rejection.ts";
import { availableCollateral } from "../state.ts";
import type { Account, Exchange } from "../state.ts";
import { addMicros, collateralText, MAX_MICROS, micros, NO_MICROS, subtractMicros } from "../units.ts";
import type { Micros } from "../units.ts";

type Decision = Event[] | Rejection;

export function decideOpening(exchange: Exchange, command: CommandOf<"open-account">): Decision {
  const { address, owner, credit } = command;
  if (credit < 0) return rejectNonPositive(collateralText(credit));
  const unsigned = rejectUnsigned(address) ?? rejectUnsigned(owner);
  if (unsigned !== undefined) return unsigned;
  const known = exchange.accountByAddress.get(address);
  if (known !== undefined) {
    return known.owner === owner ? [] : reject("wallet_taken", `wallet ${address} belongs to another signer`);
  }
  const opened: Event = { type: "account-opened", no: nextAccount(exchange), address, owner, credit };
  return rejectDeposit(exchange, credit) ?? [opened];
}

/** Zero address, which means "no account" in signed orders and on a chain. */
export const ZERO_ADDRESS = "0x0000000000000000000000000000000000000000";

/** Rejects an address that no key signs for: the zero address and the fee account, which only receives and can be debited. */
export function rejectUnsigned(address: string): Rejection | undefined {
  if (address === FEE_ACCOUNT) return reject("wallet_taken", `wallet ${address} is the exchange's own`);
  if (address !== ZERO_ADDRESS) return undefined;
  return reject("wallet_taken", `expected a wallet that somebody signs for, got the zero address ${address}`);
}

export const nextAccount = ({ accounts }: Exchange): number => Math.max(accounts.length, 1);

/** Decides a credit or a debit of an account by an operator or by the sandbox's faucet. */
export function decideMove(
  exchange: Exchange,
  { type, address, amount }: CommandOf<"credit" | "debit">,
): Decision {
  if (amount <= 0) return rejectNonPositive(collateralText(amount));
  const account = exchange.accountByAddress.get(address);
  if (account === undefined) return unknownAccount(address);
  return type === "credit"
    ? (rejectUnsigned(address) ?? rejectDeposit(exchange, amount) ?? [{ type: "credited", account, amount }])
    : (rejectSpending(account, amount) ?? [{ type: "debited", account, amount, by: "operator" }]);
}

export function decideWithdrawal(exchange: Exchange, command: CommandOf<"withdraw">): Decision {
  const { amount } = command;
  if (amount <= 0) return rejectNonPositive(collateralText(amount));
  const account = findOwned(exchange, command);
  if (isRejection(account)) return account;
  return rejectSpending(account, amount) ?? [{ type: "debited", account, amount, by: "owner" }];
}

/** Decides a ban or its lifting. A banned owner's orders are rejected and the resting ones cancelled; all else stays allowed. */
export function decideBan(exchange: Exchange, { type, address }: CommandOf<"ban" | "unban">): Decision {
  const banned = exchange.bans.has(address);
  if (banned === (type === "ban")) return [];
  if (type === "unban") return [{ type: "unbanned", address }];
  return [{ type: "banned", address }, ...buildCancelEvents(listOwnOrders(exchange, address), "banned")];
}

/** Finds the account at the address, which must belong to the owner. */
export function findOwned(
  exchange: Exchange,
  { address, owner }: { readonly address: string; readonly owner: string },
): Account | Rejection {
  const account = exchange.accountByAddress.get(address);
  if (account === undefined) return unknownAccount(address);
  return account.owner === owner
    ? account
    : reject("wallet_taken", `wallet ${address} belongs to another signer`);
}

/**
 * Rejects spending more collateral than the account has available, with `released` of what its orders hold set free.
 */
export function rejectSpending(
  account: Account,
  needed: Micros,
  released = NO_MICROS,
): Rejection | undefined {
  const available = addMicros(availableCollateral(account), released);
  if (needed <= available) return undefined;
  const { address, collateral } = account;
  const held = subtractMicros(account.held, released);
  return reject(
    "insufficient_balance",
    `collateral of ${address}: balance ${collateralText(collateral)}, held by open orders ` +
      `${collateralText(held)}, needed ${collateralText(needed)}; available: ${collateralText(available)}`,
    { balance: String(collateral), held: String(held), needed: String(needed) },
  );
}

/** Rejects a deposit that would exceed the total that the exchange can hold. */
export function rejectDeposit(exchange: Exchange, amount: Micros): Rejection | undefined {
  const room = micros(MAX_MICROS - exchange.deposits);
  if (amount <= room) return undefined;
  return reject(
    "amount_too_large",
    `expected at most ${collateralText(room)}, got ${collateralText(amount)}`,
  );
}

export const rejectNonPositive = (amount: string): Rejection =>
  reject("invalid_amounts", `expected an amount above 0, got ${amount}`);

export const unknownAccount = (address: string): Rejection =>
  reject("unknown_account", `no account has address ${address}`);
