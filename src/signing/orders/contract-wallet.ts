/**
 * Wallets that are contracts. The address of a proxy (type 1) or Safe (type 2) follows from the owner's address, so
 * ownership is checked without a chain. The owner of a deposit wallet (type 3) signs ERC-7739 typed data, and the
 * signature contains everything that the wallet contract needs for its check.
 */
import { decodeHex, concatBytes, toHex } from "../hex.ts";
import { keccak256 } from "../keccak.ts";
import { ORDER_V2_TYPE } from "./order-digest.ts";
import type { Venue } from "./order-domain.ts";
import { SIGNATURE_LENGTH } from "../recover.ts";

// Addresses of contracts that a factory deploys by CREATE2 (EIP-1014).

type Create2Params = {
  readonly factory: Uint8Array;
  readonly salt: Uint8Array;
  readonly initCodeHash: Uint8Array;
};

/** Computes a deployed contract's address, lower case. */
function computeCreate2Address({ factory, salt, initCodeHash }: Create2Params): string {
  const hash = keccak256(concatBytes(Uint8Array.of(0xff), factory, salt, initCodeHash));
  return toHex(hash.subarray(12));
}

export type DerivedWalletType = 1 | 2;

type WalletFactory = {
  readonly venue: Venue;
  readonly type: DerivedWalletType;
  readonly address: Uint8Array;
  readonly initCodeHash: Uint8Array;
};

const FACTORIES: readonly WalletFactory[] = [
  makeWalletFactory(
    "polymarket",
    1,
    "0xab45c5a4b0c941a2f231c04c3f49182e1a254052",
    "0xd21df8dc65880a8606f09fe0ce3df9b8869287ab0b058be05aa9e8af6330a00b",
  ),
  makeWalletFactory(
    "polymarket",
    2,
    "0xaacfeea03eb1561c4e67d661e40682bd20e3541b",
    "0x2bce2127ff07fb632d16c8347c4ebf501f4841168bed00d9e6ef715ddb6fcecf",
  ),
  makeWalletFactory(
    "kuest",
    1,
    "0xfe30ff32e8fcb617e4665c5c94749ecc0808a6c9",
    "0x1f566e4d6fc92316ca3a8303965679f5ca265da52fec11f520dfd90ee773226f",
  ),
  makeWalletFactory(
    "kuest",
    2,
    "0xa28927f4a23f52d0b7253c5e3d09a1fdb22977c4",
    "0x61e47bf36784271f639db33bb53fdc7fc843765357f63277759b9bb2ffdadaff",
  ),
];

/**
 * Last part of a type 3 signature. Layout of the whole: inner signature, domain separator, order hash, the order's type
 * as text, the text's length in 2 bytes.
 */
const WRAPPER_TAIL = makeWrapperTail(ORDER_V2_TYPE);
const CONTENTS_HASH_OFFSET = SIGNATURE_LENGTH + 32;
const TAIL_OFFSET = CONTENTS_HASH_OFFSET + 32;

export const WRAPPED_LENGTH = TAIL_OFFSET + WRAPPER_TAIL.length;

type WrappedSignature = {
  readonly inner: Uint8Array;
  readonly separator: Uint8Array;
  readonly contentsHash: Uint8Array;
};

/** Derives `owner`'s wallets of one type, one for each known factory. Addresses are lower case. */
export function deriveWallets(type: DerivedWalletType, owner: string): { venue: Venue; wallet: string }[] {
  return FACTORIES.filter((candidate) => candidate.type === type).map((candidate) => ({
    venue: candidate.venue,
    wallet: deriveWallet(candidate, owner),
  }));
}

/** Splits a type 3 signature; `undefined` unless its length and type text are exactly the expected ones. */
export function unwrapSignature(bytes: Uint8Array): WrappedSignature | undefined {
  if (bytes.length !== WRAPPED_LENGTH) return undefined;
  if (Buffer.compare(bytes.subarray(TAIL_OFFSET), WRAPPER_TAIL) !== 0) return undefined;
  return {
    inner: bytes.subarray(0, SIGNATURE_LENGTH),
    separator: bytes.subarray(SIGNATURE_LENGTH, CONTENTS_HASH_OFFSET),
    contentsHash: bytes.subarray(CONTENTS_HASH_OFFSET, TAIL_OFFSET),
  };
}

/**
 * Computes a wallet's address. The salt is the hash of the owner as 20 bytes for a proxy, as a 32-byte word for a Safe.
 */
function deriveWallet(from: WalletFactory, owner: string): string {
  const ownerBytes = decodeHex(owner);
  const salt = keccak256(from.type === 1 ? ownerBytes : concatBytes(new Uint8Array(12), ownerBytes));
  return computeCreate2Address({ factory: from.address, salt, initCodeHash: from.initCodeHash });
}

function makeWalletFactory(
  venue: Venue,
  type: DerivedWalletType,
  address: string,
  initCodeHash: string,
): WalletFactory {
  return { venue, type, address: decodeHex(address), initCodeHash: decodeHex(initCodeHash) };
}

function makeWrapperTail(type: string): Uint8Array {
  return concatBytes(Buffer.from(type, "latin1"), Uint8Array.of(type.length >> 8, type.length & 255));
}

// Deposit wallets (signature type 3) of Polymarket's and Kuest's factories, each a fixed function of its owner. A
// wallet is an ERC-1967 proxy with the factory and the owner as arguments: a beacon proxy today, formerly an
// implementation proxy.

type DepositFactory = {
  readonly venue: Venue;
  readonly address: string;
  readonly beacon: string;
  readonly implementation: string;
};

const DEPOSIT_FACTORIES: readonly DepositFactory[] = [
  {
    venue: "polymarket",
    address: "0x00000000000fb5c9adea0298d729a0cb3823cc07",
    beacon: "0x7a18edfe055488a3128f01f563e5b479d92ffc3a",
    implementation: "0x58ca52ebe0dadfdf531cde7062e76746de4db1eb",
  },
  {
    venue: "kuest",
    address: "0x2ccdc6c5ddcd895afccd259f291de9b618a5ca6c",
    beacon: "0x74a618ebdd62ff8579a8fe94f5b888d7623b9c35",
    implementation: "0x65507fa36589b3b2ced54e77999909e843691e44",
  },
];

/** Code of a proxy before and after the followed address; 64 bytes of arguments come last. */
type ProxyCode = { readonly before: Uint8Array; readonly after: Uint8Array };

const BEACON_PROXY: ProxyCode = {
  before: decodeHex("0x6100923d8160233d3973"),
  after: decodeHex(
    "0x60195155f3363d3d373d3d363d602036600436635c60da" +
      "1b60e01b36527fa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6c" +
      "b3582b35133d50545afa5036515af43d6000803e604d573d6000fd5b3d6000f3",
  ),
};
const IMPLEMENTATION_PROXY: ProxyCode = {
  before: decodeHex("0x61007d3d8160233d3973"),
  after: decodeHex(
    "0x60095155f3363d3d373d3d363d7f360894a13ba1a3210667c828492db98dca3e2076" +
      "cc3735a920a3ca505d382bbc545af43d6000803e6038573d6000fd5b3d6000f3",
  ),
};

type DepositWallet = { readonly venue: Venue; readonly wallet: string };

/** Derives the deposit wallets of `owner`: for each service first today's wallet, then the former wallet. */
export const deriveDepositWallets = (owner: string): DepositWallet[] =>
  DEPOSIT_FACTORIES.flatMap(({ venue, address, beacon, implementation }) => {
    const [factory, padding] = [decodeHex(address), new Uint8Array(12)];
    const args = concatBytes(padding, factory, padding, decodeHex(owner));
    const salt = keccak256(args);
    const walletOf = ({ before, after }: ProxyCode, followed: string): DepositWallet => {
      const initCodeHash = keccak256(concatBytes(before, decodeHex(followed), after, args));
      return { venue, wallet: computeCreate2Address({ factory, salt, initCodeHash }) };
    };
    return [walletOf(BEACON_PROXY, beacon), walletOf(IMPLEMENTATION_PROXY, implementation)];
  });
