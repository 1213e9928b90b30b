/** Credits many wallets together: all of the credits happen, or none. Wallets without an account get one. */
import { nextAccount, rejectDeposit, rejectUnsigned, rejectNonPositive } from "./accounts.ts";
import type { CommandOf, AccountDeposit } from "../events/command.ts";
import type { Event } from "../events/event.ts";
import type { Rejection } from "../rejection.ts";
import type { Exchange } from "../state.ts";
import { addCappedSigned, collateralText, MAX_MICROS, NO_MICROS } from "../units.ts";
import type { Micros } from "../units.ts";

export function decideFundings(
  exchange: Exchange,
  { fundings }: CommandOf<"fund-accounts">,
): Event[] | Rejection {
  const refused = rejectInvalidFunding(fundings) ?? rejectDeposit(exchange, sumFundings(fundings));
  if (refused !== undefined) return refused;
  let no = nextAccount(exchange);
  return [...byWallet(fundings)].map(([address, amount]): Event => {
    const account = exchange.accountByAddress.get(address);
    if (account !== undefined) return { type: "credited", account, amount };
    no += 1;
    return { type: "account-opened", no: no - 1, address, owner: address, credit: amount };
  });
}

function rejectInvalidFunding(fundings: readonly AccountDeposit[]): Rejection | undefined {
  const nothing = fundings.find(({ amount }) => amount <= 0);
  if (nothing !== undefined) return rejectNonPositive(collateralText(nothing.amount));
  for (const { address } of fundings) {
    const unsigned = rejectUnsigned(address);
    if (unsigned !== undefined) return unsigned;
  }
  return undefined;
}

/** Sums the amounts, capped at the largest amount. */
const sumFundings = (fundings: readonly AccountDeposit[]): Micros =>
  fundings.reduce((sum, { amount }) => addUpTo(sum, amount), NO_MICROS);

const addUpTo = (sum: Micros, amount: Micros): Micros =>
  amount > MAX_MICROS - sum ? MAX_MICROS : addCappedSigned(sum, amount);

/** Groups amounts by wallet, in order of first mention; each sum is capped at the largest amount. */
function byWallet(fundings: readonly AccountDeposit[]): Map<string, Micros> {
  const sums = new Map<string, Micros>();
  for (const { address, amount } of fundings)
    sums.set(address, addUpTo(sums.get(address) ?? NO_MICROS, amount));
  return sums;
}
