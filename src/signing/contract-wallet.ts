/**
 * Wallets that are contracts. The address of a proxy (type 1) or Safe (type 2) follows from its owner's, so ownership
 * is checked without a chain. The owner of a deposit wallet (type 3) signs ERC-7739 typed data, and the signature carries
 * all that the wallet contract needs to check it.
 */
import { create2Address } from "./create2.ts";
import { bytesOf, concatBytes } from "./hex.ts";
import { keccak256 } from "./keccak.ts";
import { ORDER_V2_TYPE } from "./order-digest.ts";
import type { Venue } from "./order-domain.ts";
import { SIGNATURE_LENGTH } from "./recover.ts";

export type DerivedWalletType = 1 | 2;

type WalletFactory = {
  readonly venue: Venue;
  readonly type: DerivedWalletType;
  readonly address: Uint8Array;
  readonly initCodeHash: Uint8Array;
};

const FACTORIES: readonly WalletFactory[] = [
  factory(
    "polymarket",
    1,
    "0xab45c5a4b0c941a2f231c04c3f49182e1a254052",
    "0xd21df8dc65880a8606f09fe0ce3df9b8869287ab0b058be05aa9e8af6330a00b",
  ),
  factory(
    "polymarket",
    2,
    "0xaacfeea03eb1561c4e67d661e40682bd20e3541b",
    "0x2bce2127ff07fb632d16c8347c4ebf501f4841168bed00d9e6ef715ddb6fcecf",
  ),
  factory(
    "kuest",
    1,
    "0xfe30ff32e8fcb617e4665c5c94749ecc0808a6c9",
    "0x1f566e4d6fc92316ca3a8303965679f5ca265da52fec11f520dfd90ee773226f",
  ),
  factory(
    "kuest",
    2,
    "0xa28927f4a23f52d0b7253c5e3d09a1fdb22977c4",
    "0x61e47bf36784271f639db33bb53fdc7fc843765357f63277759b9bb2ffdadaff",
  ),
];

/**
 * Layout of a type 3 signature: inner signature, domain separator, order hash, the order's type as text, its length in
 * 2 bytes.
 */
const WRAPPER_TAIL = wrapperTail(ORDER_V2_TYPE);
const CONTENTS = SIGNATURE_LENGTH + 32;
const TAIL = CONTENTS + 32;

export const WRAPPED_LENGTH = TAIL + WRAPPER_TAIL.length;

export type WrappedSignature = {
  readonly inner: Uint8Array;
  readonly separator: Uint8Array;
  readonly contentsHash: Uint8Array;
};

/** Derives the wallets of one type of `owner`, one for each known factory. Addresses are lower case. */
export function deriveWallets(type: DerivedWalletType, owner: string): { venue: Venue; wallet: string }[] {
  return FACTORIES.filter((candidate) => candidate.type === type).map((candidate) => ({
    venue: candidate.venue,
    wallet: walletOf(candidate, owner),
  }));
}

/** Splits a type 3 signature; `undefined` unless its length and type text are exactly the expected ones. */
export function unwrapSignature(bytes: Uint8Array): WrappedSignature | undefined {
  if (bytes.length !== WRAPPED_LENGTH) return undefined;
  if (Buffer.compare(bytes.subarray(TAIL), WRAPPER_TAIL) !== 0) return undefined;
  return {
    inner: bytes.subarray(0, SIGNATURE_LENGTH),
    separator: bytes.subarray(SIGNATURE_LENGTH, CONTENTS),
    contentsHash: bytes.subarray(CONTENTS, TAIL),
  };
}

/**
 * Computes a wallet's address. The salt hashes the owner as 20 bytes for a proxy, as a 32-byte word for a Safe.
 */
function walletOf(from: WalletFactory, owner: string): string {
  const ownerBytes = bytesOf(owner);
  const salt = keccak256(from.type === 1 ? ownerBytes : concatBytes(new Uint8Array(12), ownerBytes));
  return create2Address({ factory: from.address, salt, initCodeHash: from.initCodeHash });
}

function factory(
  venue: Venue,
  type: DerivedWalletType,
  address: string,
  initCodeHash: string,
): WalletFactory {
  return { venue, type, address: bytesOf(address), initCodeHash: bytesOf(initCodeHash) };
}

function wrapperTail(type: string): Uint8Array {
  return concatBytes(Buffer.from(type, "latin1"), Uint8Array.of(type.length >> 8, type.length & 255));
}
