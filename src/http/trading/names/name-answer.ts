/** The name of a wallet as its owner sees it, and the wallet that a request is about. */
import { Type } from "typebox";
import type { Context } from "../../../context.ts";
import { findOwned } from "../../../core/accounts.ts";
import { isRejection } from "../../../core/rejection.ts";
import type { Rejection } from "../../../core/rejection.ts";
import { checksumAddress } from "../../../signing/address.ts";
import type { ActiveKey } from "../../../store/keys/api-keys.ts";
import { OrNull, Time, timeAt } from "../../resolution-answer.ts";
import { readWallet, submit } from "../ledger/wallet-request.ts";

export const NameAnswer = Type.Object({
  address: Type.String(),
  name: Type.String({ description: 'The chosen name; "" without one' }),
  pseudonym: Type.String({ description: "The generated name, which is shown while none is chosen" }),
  changeable_from: Type.Union([Time, Type.Null()], {
    description: "When another name can be chosen; null is at once",
  }),
  removed: OrNull(
    Type.Object(
      { name: Type.String(), reason: Type.String(), time: Time },
      { description: "The last name, if an operator took it away" },
    ),
  ),
});
type NameAnswer = Type.Static<typeof NameAnswer>;

/** Answers with the name as it is now. The journal, which remembers requests for ever, has no names in it. */
export async function tellName({ names, clock }: Context, wallet: string): Promise<NameAnswer> {
  const { borne, ended, changeableFrom } = await names.standingOf(wallet);
  const isRemoved = borne === undefined && ended !== undefined && ended.reason !== null;
  return {
    address: checksumAddress(wallet),
    name: borne?.name ?? "",
    pseudonym: names.pseudonymOf(wallet),
    changeable_from: changeableFrom > clock() ? timeAt(changeableFrom) : null,
    removed: isRemoved ? { name: ended.name, reason: ended.reason, time: timeAt(ended.endedAt) } : null,
  };
}

/** Finds a wallet of the caller's, lower case; it must have an account. */
export function findNamedWallet(
  { engine }: Context,
  given: { readonly address?: string },
  caller: ActiveKey,
): string | Rejection {
  const wallet = readWallet(given, caller);
  if (isRejection(wallet)) return wallet;
  const account = findOwned(engine.exchange, wallet);
  return isRejection(account) ? account : account.address;
}

/** Refuses a change while the exchange takes nothing from clients. */
export async function refuseChange(context: Context): Promise<Rejection | undefined> {
  const asked = await submit(context, { type: "remember-request", by: "client" });
  return isRejection(asked) ? asked : undefined;
}
