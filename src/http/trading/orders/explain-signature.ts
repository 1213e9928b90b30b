/** Explains why the signature of an order is refused, with the known facts about its market and its possible signers. */
import type { Context } from "../../../context.ts";
import type { Market } from "../../../core/state.ts";
import { failedCheck, findFirstWrong } from "../../../tools/doctor/check.ts";
import type { Check } from "../../../tools/doctor/check.ts";
import { describeOtherKey } from "../../../tools/doctor/explain-order.ts";
import type { SignedOrder } from "../../../signing/orders/signed-order.ts";
import type { ActiveKey } from "../../../store/keys/api-keys.ts";

export type SignedOrderRequest = {
  readonly order: SignedOrder;
  readonly caller: ActiveKey;
  readonly market: Market;
};

/** Returns the signature's checks up to the first that failed; none while too many explanations are requested. */
export async function explainSignature(
  { engine, explainer }: Context,
  { order, caller, market }: SignedOrderRequest,
): Promise<readonly Check[]> {
  const { accountByAddress, accountsByOwner } = engine.exchange;
  const wallets = [order.maker, order.signer].flatMap((wallet) => accountByAddress.get(wallet) ?? []);
  const { tokenIds, conditionId, negativeRisk: negRisk } = market;
  const terms = {
    negRisk,
    caller: caller.address,
    market: { tokenIds, conditionId },
    owners: new Map(wallets.map(({ address, owner }) => [address, owner])),
    knowsSigner: accountsByOwner.has(order.signer),
  };
  const explained = await explainer.explainIfFree({ of: "order", order, terms }, caller.address);
  const { checks, signers } = explained ?? { checks: [], signers: [] };
  const signer = signers.find((address) => accountsByOwner.has(address));
  if (signer === undefined) return checks;
  return checks.map((one) => (one.ok ? one : failedCheck(one.check, describeOtherKey(signer), one)));
}

/** Returns a hint about the mistake; returns `why` if the mistake is unknown, or outside the sandbox. */
export async function hintForOrder(
  context: Context,
  asked: SignedOrderRequest,
  why: string,
): Promise<string> {
  if (context.config.mode !== "sandbox") return why;
  return findFirstWrong(await explainSignature(context, asked))?.hint ?? why;
}
