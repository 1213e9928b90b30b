/**
 * Deposit wallets (signature type 3) of the services' factories, each a fixed function of its owner. A wallet is an
 * ERC-1967 proxy that is made with the factory and the owner: of a beacon today, of an implementation before.
 */
import { create2Address } from "./create2.ts";
import { bytesOf, concatBytes } from "./hex.ts";
import { keccak256 } from "./keccak.ts";
import type { Venue } from "./order-domain.ts";

type DepositFactory = {
  readonly venue: Venue;
  readonly address: string;
  readonly beacon: string;
  readonly implementation: string;
};

const FACTORIES: readonly DepositFactory[] = [
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

/** Code before the address that a proxy follows, and after it; 64 bytes of arguments come last. */
type ProxyCode = { readonly before: Uint8Array; readonly after: Uint8Array };

const BEACON_PROXY: ProxyCode = {
  before: bytesOf("0x6100923d8160233d3973"),
  after: bytesOf(
    "0x60195155f3363d3d373d3d363d602036600436635c60da" +
      "1b60e01b36527fa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6c" +
      "b3582b35133d50545afa5036515af43d6000803e604d573d6000fd5b3d6000f3",
  ),
};
const IMPLEMENTATION_PROXY: ProxyCode = {
  before: bytesOf("0x61007d3d8160233d3973"),
  after: bytesOf(
    "0x60095155f3363d3d373d3d363d7f360894a13ba1a3210667c828492db98dca3e2076" +
      "cc3735a920a3ca505d382bbc545af43d6000803e6038573d6000fd5b3d6000f3",
  ),
};

export type DepositWallet = { readonly venue: Venue; readonly wallet: string };

/** Derives the deposit wallets of `owner`: of each service the one that it makes today, then the former one. */
export const deriveDepositWallets = (owner: string): DepositWallet[] =>
  FACTORIES.flatMap(({ venue, address, beacon, implementation }) => {
    const [factory, padding] = [bytesOf(address), new Uint8Array(12)];
    const args = concatBytes(padding, factory, padding, bytesOf(owner));
    const salt = keccak256(args);
    const walletOf = ({ before, after }: ProxyCode, followed: string): DepositWallet => {
      const initCodeHash = keccak256(concatBytes(before, bytesOf(followed), after, args));
      return { venue, wallet: create2Address({ factory, salt, initCodeHash }) };
    };
    return [walletOf(BEACON_PROXY, beacon), walletOf(IMPLEMENTATION_PROXY, implementation)];
  });
