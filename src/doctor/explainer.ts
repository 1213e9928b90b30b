/**
 * Explains wrong signatures beside the main thread, one at a time: trying what may have been signed instead takes a tenth
 * of a second, at times half of one, and whoever signs badly must not hold up who trades. Clients wait in a short line;
 * whoever finds it full is told no more than that the signature is wrong. The thread is started when it is first needed.
 */
import { Worker } from "node:worker_threads";
import type { SignedOrder } from "../signing/signed-order.ts";
import { endWorker } from "../signing/verification-pool.ts";
import type { VerificationSettings } from "../signing/verification-pool.ts";
import type { WalletAuthClaim } from "../signing/wallet-auth.ts";
import type { Check } from "./check.ts";
import type { RequestClaim } from "./explain-request.ts";
import type { SignerTerms } from "./explain-wallet-auth.ts";
import type { OrderMarket } from "./order-variants.ts";
import type { OwnKey } from "./secret-variants.ts";

/** A signature to be explained, with all that is known of it here. */
export type ClaimedSignature =
  | { readonly of: "request"; readonly claim: RequestClaim; readonly key: OwnKey }
  | { readonly of: "wallet"; readonly claim: WalletAuthClaim; readonly terms: SignerTerms }
  | { readonly of: "order"; readonly order: SignedOrder; readonly terms: OrderSignatureTerms };

export type OrderSignatureTerms = {
  readonly negRisk: boolean;
  readonly caller: string;
  readonly market: OrderMarket;
  /** The owners of the order's maker and signer, where these are registered wallets. */
  readonly owners: ReadonlyMap<string, string>;
  readonly knowsSigner: boolean;
};

export type Explanation = {
  readonly checks: readonly Check[];
  /** Of an order: see `OrderExplanation`. */
  readonly signers: readonly string[];
};

export type Explainer = {
  /** For an operator. */
  explain(claimed: ClaimedSignature): Promise<Explanation>;
  /** For a client: `undefined` when too many wait. */
  explainIfFree(claimed: ClaimedSignature): Promise<Explanation | undefined>;
  close(): Promise<void>;
};

type Waiting = {
  readonly claimed: ClaimedSignature;
  readonly resolve: (explanation: Explanation) => void;
  readonly reject: (error: unknown) => void;
};

const MAX_WAITING = 16;

export function createExplainer(settings: VerificationSettings): Explainer {
  const line: Waiting[] = [];
  let worker: Worker | undefined;
  let underway: Waiting | undefined;

  function next(): void {
    if (underway !== undefined) return;
    underway = line.shift();
    if (underway === undefined) return;
    worker ??= open();
    worker.postMessage(underway.claimed);
  }

  function open(): Worker {
    const opened = new Worker(new URL("explainer-worker.ts", import.meta.url), { workerData: settings });
    opened.on("message", (explanation: Explanation) => end(({ resolve }) => resolve(explanation)));
    // A bug: the thread is gone, and the next one gets another.
    opened.on("error", (error) => {
      worker = undefined;
      end(({ reject }) => reject(error));
    });
    opened.unref();
    return opened;
  }

  function end(tell: (waiting: Waiting) => void): void {
    const ended = underway;
    underway = undefined;
    if (ended !== undefined) tell(ended);
    next();
  }

  const explain = (claimed: ClaimedSignature): Promise<Explanation> =>
    new Promise((resolve, reject) => {
      line.push({ claimed, resolve, reject });
      next();
    });

  return {
    explain,
    explainIfFree: (claimed) => (line.length < MAX_WAITING ? explain(claimed) : Promise.resolve(undefined)),
    close: async () => {
      if (worker !== undefined) await endWorker(worker);
    },
  };
}
