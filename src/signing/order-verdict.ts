/** Input and result of the verification of an order. */
import type { OrderDomain } from "./order-domain.ts";
import type { OrderRefusal } from "./order-refusal.ts";

export type VerificationContext = {
  /** Accepted exchanges of both kinds, in the order in which they are tried. */
  readonly domains: readonly OrderDomain[];
  /** Domain to try first, if it fits the order and the market. */
  readonly preferred?: OrderDomain | undefined;
  /** True if the order's market is a negative-risk market. */
  readonly negRisk: boolean;
  /** Lower-case address of the API key's owner. */
  readonly caller: string;
  /** Returns the owner of a registered wallet, both lower case; for a key's own address, that address. */
  readonly walletOwner: (wallet: string) => string | undefined;
  /**
   * True if an unregistered deposit wallet is assigned to its first user. Anyone can name any address, so this is for the
   * sandbox only.
   */
  readonly trustFirstUse: boolean;
};

export type VerifiedOrder = {
  readonly ok: true;
  /** EIP-712 digest in lower-case hex: the order's id. */
  readonly digest: string;
  /** Address of the signer, which is the caller's. */
  readonly owner: string;
  readonly domain: OrderDomain;
  /** Signature in the only accepted form: lower case, v as 27 or 28. */
  readonly signature: string;
  /** Binding to store: the deposit wallet was not registered, and now belongs to its owner. */
  readonly walletBinding?: { readonly wallet: string; readonly owner: string };
};

export type OrderVerdict = VerifiedOrder | OrderRefusal;
