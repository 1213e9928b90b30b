/**
 * Reasons to reject an order before the exchange sees it, each with the rejection sent to the client. Several reasons share
 * one rejection; the hint distinguishes them.
 */
import type { RejectionCode } from "../core/rejection.ts";

export const ORDER_REFUSALS = {
  /** A field is missing or has the wrong type or form. */
  "malformed-order": "invalid_payload",
  /** The taker is not the zero address. */
  "private-taker": "invalid_payload",
  "unsupported-signature-type": "unsupported_signature_type",
  /** Signature that is not hex, not 65 bytes, has r, s or v out of range, or that no key can have made. */
  "malformed-signature": "invalid_signature",
  /** The other, malleable form of a signature: s above half the group order. */
  "high-s": "invalid_signature",
  /** Type 3: the bytes around the inner signature are not the expected ones. */
  "bad-wrapper": "invalid_signature",
  /** Type 3: the wrapper names an exchange that is not configured. */
  "unknown-domain": "unsupported_contract",
  /** Signed for the exchange contract of the other kind of market (negative risk or not). */
  "wrong-domain-neg-risk": "unsupported_contract",
  /** The maker is not the signer, or not a wallet of the signer, as the signature type requires. */
  "wrong-maker": "maker_not_allowed",
  /** The contract wallet is registered to another key. */
  "wallet-taken": "wallet_taken",
  /** `order.signer` is not the address of the caller's API key. */
  "signer-not-caller": "signer_mismatch",
  /** The signature recovers to another address, under every accepted domain. */
  "wrong-signer": "invalid_signature",
} as const satisfies Record<string, RejectionCode>;

export type OrderRefusalReason = keyof typeof ORDER_REFUSALS;

export type OrderRefusal = { readonly ok: false; readonly reason: OrderRefusalReason; readonly hint: string };

export const refuse = (reason: OrderRefusalReason, hint: string): OrderRefusal => ({
  ok: false,
  reason,
  hint,
});
