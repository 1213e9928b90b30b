/** Input and result of the verification of an order. */
import type { RejectionCode } from "../../core/rejection.ts";
import type { MarketKind } from "../../core/markets/market-version.ts";
import type { OrderDomain } from "./order-domain.ts";

// Reasons to reject an order before the exchange sees it, each with the rejection sent to the client. Several reasons share
// one rejection; the hint distinguishes them.

export const ORDER_REJECTIONS = {
  /** A field is missing or has the wrong type or form. */
  "malformed-order": "invalid_payload",
  /** The taker is not the zero address. */
  "private-taker": "invalid_payload",
  "unsupported-signature-type": "unsupported_signature_type",
  /** The signature is not hex, not 65 bytes, has r, s or v out of range, or cannot come from any key. */
  "malformed-signature": "invalid_signature",
  /** The signature has its second, malleable form: s above half the group order. */
  "high-s": "invalid_signature",
  /** Type 3: the bytes around the inner signature are not the expected ones. */
  "bad-wrapper": "invalid_signature",
  /** Type 3: the wrapper names an exchange that is not configured. */
  "unknown-domain": "unsupported_contract",
  /** The order is signed for the exchange contract of another kind of market: negative risk, Protocol V2 or neither. */
  "wrong-kind-of-market": "unsupported_contract",
  /** The maker is not the signer, or not a wallet of the signer, as the signature type requires. */
  "wrong-maker": "maker_not_allowed",
  /** The contract wallet is registered to another key. */
  "wallet-taken": "wallet_taken",
  /** `order.signer` is not the address of the caller's API key. */
  "signer-not-caller": "signer_mismatch",
  /** The signature recovers to another address, under every accepted domain. */
  "wrong-signer": "invalid_signature",
} as const satisfies Record<string, RejectionCode>;

export type OrderRejectionReason = keyof typeof ORDER_REJECTIONS;

export type OrderRejection = {
  readonly ok: false;
  readonly reason: OrderRejectionReason;
  readonly hint: string;
};

export const rejectOrder = (reason: OrderRejectionReason, hint: string): OrderRejection => ({
  ok: false,
  reason,
  hint,
});

export type VerificationContext = {
  /** EIP-712 domains of the accepted exchange contracts, for all kinds of markets, in the order of trials. */
  readonly domains: readonly OrderDomain[];
  /** Domain to try first, if this domain fits the order and the market. */
  readonly preferred?: OrderDomain | undefined;
  /** Kind of the order's market. */
  readonly kind: MarketKind;
  /** Lower-case address of the API key's owner. */
  readonly caller: string;
  /** True if the caller's key impersonates its wallet: the placeholder stands for the wallet's signature. */
  readonly impersonated?: boolean;
  /** Returns a registered wallet's owner, or a key's own address unchanged. Lower case. */
  readonly walletOwner: (wallet: string) => string | undefined;
  /**
   * True to assign an unregistered deposit wallet to its first user. Anyone can name any address, so only a sandbox
   * does this.
   */
  readonly trustFirstUse: boolean;
};

export type VerifiedOrder = {
  readonly ok: true;
  /** EIP-712 digest in lower-case hex: the order's id. */
  readonly digest: string;
  /** Address of the signer, who is the caller. */
  readonly owner: string;
  readonly domain: OrderDomain;
  /** Signature in the only accepted form: lower case, v as 27 or 28. */
  readonly signature: string;
  /** Binding to store: the deposit wallet was not registered, and now belongs to its owner. */
  readonly walletBinding?: { readonly wallet: string; readonly owner: string };
};

export type OrderVerdict = VerifiedOrder | OrderRejection;
