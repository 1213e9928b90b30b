/** Shared parts of the operations on the shares of the caller's wallets: the wallet, and the answer. */
import type { Context } from "../../../context.ts";
import type { Command, PlaceOrder } from "../../../core/command.ts";
import { isRejection } from "../../../core/rejection.ts";
import type { Rejection, RejectionCode } from "../../../core/rejection.ts";
import type { RequestName } from "../../../core/request.ts";
import type { Applied } from "../../../engine/entry.ts";
import type { ActiveKey } from "../../../store/keys/api-keys.ts";
import type { Answer } from "../../endpoint.ts";
import { carryOut, once } from "../../once.ts";
import { HoldingsFields, labelHoldings, tellHoldings } from "./holdings-answer.ts";
import { readWallet, ReceiptFields, receiptOf } from "./wallet-request.ts";
import type { OwnWallet } from "./wallet-request.ts";

type Call = {
  readonly context: Context;
  readonly request: RequestName | undefined;
  readonly caller: ActiveKey | undefined;
  readonly body: { readonly address?: string };
};

/** A change of a wallet's shares. */
type Change = {
  readonly command: Exclude<Command, PlaceOrder>;
  readonly tell: (applied: Applied) => ShareAnswer;
};

/** The keys of an answer that are its operation's own, and the markets whose shares changed. */
type ShareAnswer = { readonly own: object; readonly conditionIds: readonly string[] };

/** Codes that changes of complete sets are refused with. */
export const SET_REFUSALS: readonly RejectionCode[] = [
  "not_accepting",
  "market_not_open",
  "market_closed",
  "wallet_taken",
  "insufficient_balance",
  "unknown_market",
  "unknown_account",
];

/** The keys of an answer that all of them have. */
export const ChangedFields = { ...HoldingsFields, ...ReceiptFields };

/** Does what `changeOf` finds in the body, and answers with what the wallet has then. */
export const changeShares = (
  call: Call,
  changeOf: (wallet: OwnWallet) => Change | Rejection,
): Promise<Answer> =>
  once(call, {
    act: async () => {
      const wallet = readWallet(call.body, call.caller);
      if (isRejection(wallet)) return wallet;
      const change = changeOf(wallet);
      if (isRejection(change)) return change;
      return carryOut(call, change.command, (applied) => {
        const { own, conditionIds } = change.tell(applied);
        return { own, holdings: tellHoldings(applied.exchange, { address: wallet.address, conditionIds }) };
      });
    },
    tell: (done) => ({
      ...done.result.own,
      ...labelHoldings(call.context.engine.exchange, done.result.holdings),
      ...receiptOf(done),
    }),
  });
