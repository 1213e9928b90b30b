/**
 * Order verification that remembers the domain of each caller's last order and tries this domain first. From the second
 * order on, one public-key recovery is enough. The memory is bounded, and affects speed only.
 */
import type { OrderDomain } from "./order-domain.ts";
import type { SignedOrder } from "./signed-order.ts";
import type { OrderVerdict, VerificationContext } from "./order-verdict.ts";
import { verifyOrder } from "./verify-order.ts";

export type OrderVerifier = {
  /**
   * Verifies an order of the caller in a market of this kind.
   */
  readonly verify: (
    order: SignedOrder,
    request: Pick<VerificationContext, "caller" | "kind" | "impersonated">,
  ) => OrderVerdict;
};

export type OrderVerifierOptions = Pick<VerificationContext, "domains" | "walletOwner" | "trustFirstUse"> & {
  /** Maximum number of (caller, kind of order) pairs that are remembered. */
  readonly remembered?: number;
};

export function createOrderVerifier(options: OrderVerifierOptions): OrderVerifier {
  const { domains, walletOwner, trustFirstUse, remembered = 50_000 } = options;
  const lastDomain = new Map<string, OrderDomain>();

  const remember = (key: string, domain: OrderDomain): void => {
    if (lastDomain.get(key) === domain) return;
    const oldest = lastDomain.keys().next();
    if (lastDomain.size >= remembered && oldest.done !== true) lastDomain.delete(oldest.value);
    lastDomain.set(key, domain);
  };

  const verify: OrderVerifier["verify"] = (order, request) => {
    const { caller, kind } = request;
    const key = `${caller}${order.struct}${kind}`;
    const preferred = lastDomain.get(key);
    const verdict = verifyOrder(order, { domains, walletOwner, trustFirstUse, preferred, ...request });
    if (verdict.ok) remember(key, verdict.domain);
    return verdict;
  };
  return { verify };
}
