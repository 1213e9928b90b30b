/**
 * Explains wrong signatures in a worker thread, one at a time. A search takes 0.1 s, sometimes 0.5 s, and must not
 * delay trading. Clients wait in a short queue; while the queue is full, clients get no explanation. The thread starts
 * with the first request.
 */
import { extname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { isShort } from "../../base/slot-pool.ts";
import type { SlotPool } from "../../base/slot-pool.ts";
import type { MarketKind } from "../../core/markets/market-version.ts";
import type { SignedOrder } from "../../signing/orders/signed-order.ts";
import { endWorker } from "../../signing/orders/verification-pool.ts";
import type { VerificationSettings } from "../../signing/orders/job-verifier.ts";
import type { WalletAuthClaim } from "../../signing/wallet-auth.ts";
import type { Check } from "./check.ts";
import type { SignedClaim } from "./explain-request.ts";
import type { SignerContext } from "./explain-wallet-auth.ts";
import type { OrderMarket } from "./explain-order.ts";
import type { OwnKey } from "./explain-secret.ts";

/** A signature to explain, with everything that the exchange knows about it. */
export type ClaimedSignature =
  | { readonly of: "request"; readonly claim: SignedClaim; readonly key: OwnKey }
  | { readonly of: "wallet"; readonly claim: WalletAuthClaim; readonly terms: SignerContext }
  | { readonly of: "order"; readonly order: SignedOrder; readonly terms: OrderSignatureContext };

export type OrderSignatureContext = {
  readonly kind: MarketKind;
  readonly caller: string;
  readonly market: OrderMarket;
  /** Owners of the order's maker and signer, by wallet; absent for unregistered wallets. */
  readonly owners: ReadonlyMap<string, string>;
  readonly knowsSigner: boolean;
};

export type Explanation = {
  readonly checks: readonly Check[];
  /** Recovered addresses of an order's signature, as in `OrderExplanation`. */
  readonly signers: readonly string[];
};

export type Explainer = {
  /** Explains for an operator, who at most waits for one running search of a client. */
  explain(claimed: ClaimedSignature): Promise<Explanation>;
  /**
   * Explains for a client; `undefined` if the explanation takes too long, or too many clients wait, in total or of this
   * address.
   */
  explainIfFree(claimed: ClaimedSignature, address: string): Promise<Explanation | undefined>;
  close(): Promise<void>;
};

type PendingExplanation = {
  readonly claimed: ClaimedSignature;
  readonly resolve: (explanation: Explanation) => void;
  readonly reject: (error: unknown) => void;
};

/** Maximum wait of a client, ms; then the refusal is sent without an explanation. */
const CLIENT_MS = 5_000;
/** File name of the worker, with this module's extension: compiled in the package, TypeScript in the source. */
const WORKER = `explainer-worker${extname(import.meta.filename)}`;

export function createExplainer(
  settings: VerificationSettings,
  places: SlotPool,
  clientMs = CLIENT_MS,
): Explainer {
  const queue: PendingExplanation[] = [];
  let worker: Worker | undefined;
  let current: PendingExplanation | undefined;

  function next(): void {
    if (current !== undefined) return;
    current = queue.shift();
    if (current === undefined) return;
    worker ??= openWorker();
    worker.postMessage(current.claimed);
  }

  function openWorker(): Worker {
    const opened = new Worker(new URL(WORKER, import.meta.url), { workerData: settings });
    opened.on("message", (explanation: Explanation) => endCurrent(({ resolve }) => resolve(explanation)));
    // A bug terminated the thread: reject the running request; the next signature starts a new thread.
    opened.on("error", (error) => {
      worker = undefined;
      endCurrent(({ reject }) => reject(error));
    });
    opened.unref();
    return opened;
  }

  function endCurrent(answer: (pending: PendingExplanation) => void): void {
    const ended = current;
    current = undefined;
    if (ended !== undefined) answer(ended);
    next();
  }

  const explain = (claimed: ClaimedSignature, asked: "first" | "last"): Promise<Explanation> =>
    new Promise((resolve, reject) => {
      queue.splice(asked === "first" ? 0 : queue.length, 0, { claimed, resolve, reject });
      next();
    });

  return {
    explain: (claimed) => explain(claimed, "first"),
    async explainIfFree(claimed, address) {
      const place = places.take({ address });
      if (isShort(place)) return undefined;
      const explained = explain(claimed, "last").finally(place.end);
      return Promise.race([explained, wait(clientMs, undefined, { ref: false })]);
    },
    close: async () => {
      if (worker !== undefined) await endWorker(worker);
    },
  };
}
