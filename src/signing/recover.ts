/**
 * Recovery of the address that made a signature. Only one form of each signature is accepted: 65 bytes r, s, v with r
 * in 1..n-1 and s in 1..n/2. A larger s is the malleable twin of a signature. v is 27 or 28; 0 and 1 are read as 27 and
 * 28.
 */
import { createRequire } from "node:module";
import secp256k1 from "secp256k1";
import { toHex } from "./hex.ts";
import { keccak256 } from "./keccak.ts";
import { rejectOrder, type OrderRejection } from "./orders/order-verdict.ts";

export type EcdsaSignature = {
  /** Values r and s: 64 bytes. */
  readonly rs: Uint8Array;
  readonly recovery: 0 | 1;
};

export type SignatureReading = { readonly ok: true; readonly signature: EcdsaSignature } | OrderRejection;

export const SIGNATURE_LENGTH = 65;

const GROUP_ORDER = Buffer.from("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141", "hex");
const HALF_ORDER = Buffer.from("7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0", "hex");
const ZERO = Buffer.alloc(32);
const publicKey = new Uint8Array(65);

/** Checks the form of a signature; `recoverAddress` finds the signer. */
export function readSignature(bytes: Uint8Array): SignatureReading {
  if (bytes.length !== SIGNATURE_LENGTH) {
    return rejectOrder(
      "malformed-signature",
      `signature: expected 65 bytes r, s, v; got ${bytes.length} bytes`,
    );
  }
  const r = bytes.subarray(0, 32);
  const s = bytes.subarray(32, 64);
  const v = bytes[64] ?? 0;
  if (v !== 27 && v !== 28 && v !== 0 && v !== 1) {
    return rejectOrder(
      "malformed-signature",
      `signature: expected v, the last byte, to be 27 or 28; got ${v}`,
    );
  }
  if (!isInGroup(r)) return rejectOrder("malformed-signature", "signature: r is not in 1..n-1");
  if (!isInGroup(s)) return rejectOrder("malformed-signature", "signature: s is not in 1..n-1");
  if (Buffer.compare(s, HALF_ORDER) > 0) {
    return rejectOrder(
      "high-s",
      "signature: s is above n/2; send the equivalent signature with n - s and the other v",
    );
  }
  return { ok: true, signature: { rs: bytes.subarray(0, 64), recovery: v % 27 === 0 ? 0 : 1 } };
}

/** Returns the lower-case address that signed the 32-byte `digest`; `undefined` if no key can have signed it. */
export function recoverAddress(digest: Uint8Array, signature: EcdsaSignature): string | undefined {
  try {
    secp256k1.ecdsaRecover(signature.rs, signature.recovery, digest, false, publicKey);
  } catch {
    return undefined;
  }
  return toHex(keccak256(publicKey.subarray(1)).subarray(12));
}

/** Tells whether native code recovers signatures; `secp256k1` silently falls back to JavaScript. */
export function isRecoveryNative(): boolean {
  try {
    createRequire(import.meta.url)("secp256k1/bindings");
    return true;
  } catch {
    return false;
  }
}

/** Formats a signature as lower-case hex, with v as 27 or 28. */
export function signatureHex(signature: EcdsaSignature): string {
  return toHex(signature.rs) + (signature.recovery === 0 ? "1b" : "1c");
}

/** Returns the rejection of a signature for which `recoverAddress` finds no address. */
export function rejectUnrecoverable(): OrderRejection {
  return rejectOrder(
    "malformed-signature",
    "signature: no key can have made it, r is not a point of the curve",
  );
}

function isInGroup(scalar: Uint8Array): boolean {
  return Buffer.compare(scalar, ZERO) > 0 && Buffer.compare(scalar, GROUP_ORDER) < 0;
}
