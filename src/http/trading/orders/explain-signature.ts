/** Explains why the signature of an order is refused, with the known facts about its market and its possible signers. */
import type { Context } from "../../../context.ts";
import { kindOfMarket } from "../../../core/markets/market-version.ts";
import type { Market } from "../../../core/state.ts";
import { failedCheck, findFirstWrong, passedCheck } from "../../../tools/doctor/check.ts";
import type { Check } from "../../../tools/doctor/check.ts";
import { describeOtherKey } from "../../../tools/doctor/explain-order.ts";
import { PLACEHOLDER_SIGNATURE } from "../../../signing/orders/placeholder-signature.ts";
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
  if (order.signature === PLACEHOLDER_SIGNATURE) return [checkPlaceholder(caller)];
  const { accountByAddress, accountsByOwner } = engine.exchange;
  const wallets = [order.maker, order.signer].flatMap((wallet) => accountByAddress.get(wallet) ?? []);
  const { tokenIds, conditionId } = market;
  const terms = {
    kind: kindOfMarket(market),
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

/** Describes the placeholder in the place of a signature, which keys of impersonated wallets alone may send. */
function checkPlaceholder({ apiKey, address, impersonated }: ActiveKey): Check {
  const got = "the placeholder of impersonated wallets, 65 zero bytes";
  if (impersonated === true) return passedCheck("signature", { expected: got, got });
  const hint =
    `signature: expected one of wallet ${address}, got ${got}, and the API key ${apiKey} is not of one; ` +
    "POST /sandbox/impersonations of the operator API makes such a key in a sandbox";
  return failedCheck("signature", { mistake: "invalid_signature", hint }, { got });
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
