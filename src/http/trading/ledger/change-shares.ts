/** What the operations on the shares of the caller's wallets have in common: whose they are, and what they answer. */
import type { Context } from "../../../context.ts";
import type { Command, PlaceOrder } from "../../../core/command.ts";
import type { Rejection } from "../../../core/rejection.ts";
import type { Committed } from "../../../engine/engine.ts";
import type { ActiveKey } from "../../../store/api-keys.ts";
import type { Answer } from "../../endpoint.ts";
import { HoldingsFields, holdingsAnswer } from "./holdings-answer.ts";
import { readWallet, ReceiptFields, receiptOf, submit } from "./wallet-request.ts";
import type { OwnWallet } from "./wallet-request.ts";

type Call = {
  readonly context: Context;
  readonly caller: ActiveKey | undefined;
  readonly body: { readonly address?: string };
};

/** What is to be done to a wallet's shares. */
type Change = {
  readonly command: Exclude<Command, PlaceOrder>;
  readonly tell: (committed: Committed) => Told;
};

/** The keys of an answer that are its operation's own, and the markets whose shares changed. */
type Told = { readonly own: object; readonly conditionIds: readonly string[] };

/** The keys of an answer that all of them have. */
export const ChangedFields = { ...HoldingsFields, ...ReceiptFields };

/** Does what `changeOf` finds in the body, and answers with what the wallet has then. */
export async function changeShares(
  { context, caller, body }: Call,
  changeOf: (wallet: OwnWallet) => Change | Rejection,
): Promise<Answer> {
  const wallet = readWallet(body, caller);
  if ("code" in wallet) return { rejection: wallet };
  const change = changeOf(wallet);
  if ("code" in change) return { rejection: change };
  const committed = await submit(context, change.command);
  if ("code" in committed) return { rejection: committed };
  const { own, conditionIds } = change.tell(committed);
  const holdings = await holdingsAnswer(context, { address: wallet.address, conditionIds });
  return { body: { ...own, ...holdings, ...receiptOf(committed) } };
}
