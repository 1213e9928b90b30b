/**
 * Worker thread that explains wrong signatures. A message is a signature, the answer is its explanation; null stops the
 * thread.
 */
import { parentPort, workerData } from "node:worker_threads";
import { lowerPriority } from "../../base/threads.ts";
import type { VerificationSettings } from "../../signing/orders/job-verifier.ts";
import { explainOrder } from "./explain-order.ts";
import { explainSignature } from "./explain-request.ts";
import { explainWalletSignature } from "./explain-wallet-auth.ts";
import type { Explanation, ClaimedSignature } from "./explainer.ts";

const { domains, trustFirstUse }: VerificationSettings = workerData;

lowerPriority();

function explain(claimed: ClaimedSignature): Explanation {
  switch (claimed.of) {
    case "request":
      return { checks: explainSignature(claimed.claim, claimed.key), signers: [] };
    case "wallet":
      return { checks: explainWalletSignature(claimed.claim, claimed.terms), signers: [] };
    case "order": {
      const { owners, ...terms } = claimed.terms;
      const walletOwner = (wallet: string): string | undefined => owners.get(wallet);
      return explainOrder(claimed.order, { ...terms, domains, trustFirstUse, walletOwner });
    }
  }
}

parentPort?.on("message", (claimed: ClaimedSignature | null) => {
  if (claimed === null) parentPort?.unref();
  else parentPort?.postMessage(explain(claimed));
});
