/** What the verification of an order needs to know, and what it says. */
import type { OrderDomain } from "./order-domain.ts";
import type { OrderRefusal } from "./order-refusal.ts";

export type VerificationContext = {
  /** Accepted exchanges of both kinds, in the order of trying. */
  readonly domains: readonly OrderDomain[];
  /** Tried first, where it fits the order and the market. */
  readonly preferred?: OrderDomain | undefined;
  /** Whether the order's market is a negative-risk market. */
  readonly negRisk: boolean;
  /** Lower-case address of the key that the API credentials belong to. */
  readonly caller: string;
  /** The owner of a registered wallet, both lower case. For an address that is itself a key's, that address. */
  readonly walletOwner: (wallet: string) => string | undefined;
  /** Whether an unregistered deposit wallet becomes its first user's. Anyone can name any address: sandbox only. */
  readonly trustFirstUse: boolean;
};

export type VerifiedOrder = {
  readonly ok: true;
  /** EIP-712 digest in lower-case hex: the order's id. */
  readonly digest: string;
  /** The address that signed, which is the caller's. */
  readonly owner: string;
  readonly domain: OrderDomain;
  /** In the one accepted form: lower case, v as 27 or 28. */
  readonly signature: string;
  /** Set when the deposit wallet was not registered and is now to be bound to its owner. */
  readonly walletBinding?: { readonly wallet: string; readonly owner: string };
};

export type OrderVerdict = VerifiedOrder | OrderRefusal;
