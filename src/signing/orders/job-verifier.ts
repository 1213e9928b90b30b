/** Verification of an order by a job's own facts, in the thread that calls it. */
import { createOrderVerifier } from "./order-verifier.ts";
import type { OrderVerdict } from "./order-verdict.ts";
import type { VerificationJob, VerificationPool, VerificationSettings } from "./verification-pool.ts";

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
  return ({ order, caller, negRisk, makerOwner: owner }) => {
    currentMaker = { maker: order.maker, owner };
    return verifier.verify(order, { caller, negRisk });
  };
}

/** Verifies in this thread, for a gateway, whose thread has no engine to hold up. */
export function createOwnVerifier(settings: VerificationSettings): VerificationPool {
  const verify = createJobVerifier(settings);
  return { verify: async (job) => verify(job), close: async () => {} };
}
