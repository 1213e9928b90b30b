/** Credits of many wallets together: all of them happen, or none. Wallets without an account get one. */
import { nextAccount, refuseDeposit, refuseUnsigned, refuseNonPositive } from "./accounts.ts";
import type { CommandOf, Funding } from "./command.ts";
import type { Event } from "./event.ts";
import type { Rejection } from "./rejection.ts";
import type { Exchange } from "./state.ts";
import { addWithin, collateralText, MAX_MICROS, NO_MICROS } from "./units.ts";
import type { Micros } from "./units.ts";

export function decideFundings(
  exchange: Exchange,
  { fundings }: CommandOf<"fund-accounts">,
): Event[] | Rejection {
  const refused = refuseAny(fundings) ?? refuseDeposit(exchange, sumOf(fundings));
  if (refused !== undefined) return refused;
  let no = nextAccount(exchange);
  return [...byWallet(fundings)].map(([address, amount]): Event => {
    const account = exchange.accountByAddress.get(address);
    if (account !== undefined) return { type: "credited", account, amount };
    no += 1;
    return { type: "account-opened", no: no - 1, address, owner: address, credit: amount };
  });
}

function refuseAny(fundings: readonly Funding[]): Rejection | undefined {
  const nothing = fundings.find(({ amount }) => amount <= 0);
  if (nothing !== undefined) return refuseNonPositive(collateralText(nothing.amount));
  for (const { address } of fundings) {
    const unsigned = refuseUnsigned(address);
    if (unsigned !== undefined) return unsigned;
  }
  return undefined;
}

/** Sum of all; the largest amount when it is more than that. */
const sumOf = (fundings: readonly Funding[]): Micros =>
  fundings.reduce((sum, { amount }) => addUpTo(sum, amount), NO_MICROS);

const addUpTo = (sum: Micros, amount: Micros): Micros =>
  amount > MAX_MICROS - sum ? MAX_MICROS : addWithin(sum, amount);

/** Amounts by wallet, in the order of the first of each; a sum of them is refused before it could be too large. */
function byWallet(fundings: readonly Funding[]): Map<string, Micros> {
  const sums = new Map<string, Micros>();
  for (const { address, amount } of fundings)
    sums.set(address, addUpTo(sums.get(address) ?? NO_MICROS, amount));
  return sums;
}
