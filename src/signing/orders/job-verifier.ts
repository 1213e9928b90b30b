/** Verification of an order by a job's own facts, in the thread that calls it. */
import type { MarketKind } from "../../core/markets/market-version.ts";
import type { OrderDomain } from "./order-domain.ts";
import { createOrderVerifier } from "./order-verifier.ts";
import type { OrderVerdict } from "./order-verdict.ts";
import type { SignedOrder } from "./signed-order.ts";

export type VerificationSettings = {
  readonly domains: readonly OrderDomain[];
  readonly trustFirstUse: boolean;
};

export type VerificationJob = {
  readonly order: SignedOrder;
  /** Lower-case address of the API key's owner. */
  readonly caller: string;
  /** Kind of the order's market. */
  readonly kind: MarketKind;
  /** True if the API key impersonates its wallet. */
  readonly impersonated?: boolean;
  /** Registered owner of the order's maker, lower case. */
  readonly makerOwner: string | undefined;
};

export function createJobVerifier({
  domains,
  trustFirstUse,
}: VerificationSettings): (job: VerificationJob) => OrderVerdict {
  /** Maker of the current job, with the maker's registered owner. */
  let currentMaker: { readonly maker: string; readonly owner: string | undefined } | undefined;
  const verifier = createOrderVerifier({
    domains,
    trustFirstUse,
    walletOwner: (wallet) => (wallet === currentMaker?.maker ? currentMaker.owner : undefined),
  });
  return ({ order, makerOwner: owner, ...request }) => {
    currentMaker = { maker: order.maker, owner };
    return verifier.verify(order, request);
  };
}
