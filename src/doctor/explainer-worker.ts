/** Explains wrong signatures beside the main thread: one comes in, its explanation goes out. Null ends it. */
import { constants, setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import type { VerificationSettings } from "../signing/verification-pool.ts";
import { explainOrder } from "./explain-order.ts";
import { explainSignature } from "./explain-request.ts";
import { explainWalletSignature } from "./explain-wallet-auth.ts";
import type { Explanation, ClaimedSignature } from "./explainer.ts";

const { domains, trustFirstUse }: VerificationSettings = workerData;

// Linux has priorities of threads: this one gets what the exchange leaves. Elsewhere it would be the whole process's.
if (process.platform === "linux") setPriority(constants.priority.PRIORITY_LOW);

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
