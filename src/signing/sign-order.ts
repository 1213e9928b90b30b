/** Signs with a private key, as wallets do, for accounts whose keys the exchange itself has. */
import secp256k1 from "secp256k1";
import { toHex } from "./hex.ts";
import { keccak256 } from "./keccak.ts";
import { orderDigest, orderStructHash } from "./order-digest.ts";
import type { OrderDomain } from "./order-domain.ts";
import { signatureHex } from "./recover.ts";
import type { OrderV1, OrderV2 } from "./signed-order.ts";

export type UnsignedOrder = Omit<OrderV1, "signature"> | Omit<OrderV2, "signature">;

export type OrderSignature = {
  /** The order's id: lower-case hex. */
  readonly digest: string;
  /** Lower-case hex. */
  readonly signature: string;
};

/** Signs an order of signature type 0 for this domain; the key's address must be its signer. */
export function signOrder(order: UnsignedOrder, domain: OrderDomain, key: Uint8Array): OrderSignature {
  const digest = orderDigest(domain, orderStructHash({ ...order, signature: "" }));
  return { digest: toHex(digest), signature: signDigest(digest, key) };
}

/** Signs 32 bytes, and returns the signature as lower-case hex. */
export function signDigest(digest: Uint8Array, key: Uint8Array): string {
  const { signature: rs, recid } = secp256k1.ecdsaSign(digest, key);
  return signatureHex({ rs, recovery: recid === 0 ? 0 : 1 });
}

/** Returns the lower-case address of a private key of 32 bytes. */
export function addressOfKey(key: Uint8Array): string {
  const point = secp256k1.publicKeyCreate(key, false);
  return toHex(keccak256(point.subarray(1)).subarray(12));
}
