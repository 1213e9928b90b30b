/**
 * Verifies signature type 3. Maker and signer are a deposit wallet, whose owner signs the order inside the wallet's
 * typed data (ERC-7739). The signature names the exchange, so one recovery is enough.
 */
import { unwrapSignature, WRAPPED_LENGTH } from "./contract-wallet.ts";
import { findDomain } from "./domain-choice.ts";
import { equalBytes, toHex } from "../hex.ts";
import { computeOrderDigest, computeOrderStructHash, computeWalletOrderDigest } from "./order-digest.ts";
import { rejectOrder, type OrderRejection } from "./order-verdict.ts";
import type { OrderVerdict, VerificationContext } from "./order-verdict.ts";
import { readSignature, recoverAddress, signatureHex, rejectUnrecoverable } from "../recover.ts";
import type { SignedOrder } from "./signed-order.ts";

/** Verifies an order; `bytes` is the whole signature. Never throws. */
export function verifyWalletOrder(
  order: SignedOrder,
  bytes: Uint8Array,
  context: VerificationContext,
): OrderVerdict {
  const wrapped = unwrapSignature(bytes);
  if (wrapped === undefined) return rejectOrder("bad-wrapper", explainWrapper(bytes));
  const reading = readSignature(wrapped.inner);
  if (!reading.ok) return reading;
  const refusal = checkWallet(order);
  if (refusal !== undefined) return refusal;
  const structHash = computeOrderStructHash(order);
  if (!equalBytes(structHash, wrapped.contentsHash)) {
    const got = toHex(wrapped.contentsHash);
    return rejectOrder(
      "bad-wrapper",
      `the signature is over the order hash ${got}, these fields hash to ${toHex(structHash)}`,
    );
  }
  const domain = findDomain(wrapped.separator, context);
  if ("ok" in domain) return domain;
  const owner = recoverAddress(computeWalletOrderDigest(domain, structHash, order.signer), reading.signature);
  if (owner === undefined) return rejectUnrecoverable();
  if (owner !== context.caller) {
    return rejectOrder(
      "wrong-signer",
      `the wallet signature recovers to ${owner}, expected the API key's ${context.caller}`,
    );
  }
  const ownership = checkOwnership(order.maker, context);
  if (!ownership.ok) return ownership;
  const digest = toHex(computeOrderDigest(domain, structHash));
  const signature = signatureHex(reading.signature) + toHex(bytes.subarray(wrapped.inner.length)).slice(2);
  return { ...ownership, digest, owner, domain, signature };
}

/** Checks that maker and signer are one wallet. */
export const checkWallet = ({ maker, signer }: SignedOrder): OrderRejection | undefined =>
  maker === signer
    ? undefined
    : rejectOrder("wrong-maker", "signature type 3: maker and signer must both be the deposit wallet");

type Ownership = {
  readonly ok: true;
  readonly walletBinding?: { readonly wallet: string; readonly owner: string };
};

export function checkOwnership(wallet: string, context: VerificationContext): Ownership | OrderRejection {
  const owner = context.walletOwner(wallet);
  if (wallet === context.caller) {
    return rejectOrder(
      "wrong-maker",
      "signature type 3: the maker is a contract wallet, not the key's own address (type 0)",
    );
  }
  if (owner === context.caller) return { ok: true };
  if (owner !== undefined)
    return rejectOrder("wallet-taken", `the wallet ${wallet} belongs to another address`);
  if (context.trustFirstUse) return { ok: true, walletBinding: { wallet, owner: context.caller } };
  return rejectOrder("wrong-maker", `the wallet ${wallet} is not registered to ${context.caller}`);
}

function explainWrapper(bytes: Uint8Array): string {
  const layout =
    "inner signature (65), domain separator (32), order hash (32), the v2 order type (186), 0x00ba";
  return `signature type 3: expected ${WRAPPED_LENGTH} bytes: ${layout}; got ${bytes.length} bytes`;
}
