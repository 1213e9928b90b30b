/** Addresses of contracts that a factory deploys by CREATE2 (EIP-1014). */
import { concatBytes, toHex } from "./hex.ts";
import { keccak256 } from "./keccak.ts";

export type Create2Terms = {
  readonly factory: Uint8Array;
  readonly salt: Uint8Array;
  readonly initCodeHash: Uint8Array;
};

/** Computes the address, lower case. */
export function create2Address({ factory, salt, initCodeHash }: Create2Terms): string {
  const hash = keccak256(concatBytes(Uint8Array.of(0xff), factory, salt, initCodeHash));
  return toHex(hash.subarray(12));
}
