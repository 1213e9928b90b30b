/**
 * A wallet that signs, either with a key in this page or through a browser extension. Keys stay in memory, unless the
 * user allows local storage.
 */
import type { Hex, TypedDataDefinition } from "viem";

export type Wallet = {
  /** Address in lower case. */
  readonly address: Hex;
  /** Private key; `undefined` for a wallet of the browser. */
  readonly privateKey: Hex | undefined;
  readonly sign: (data: TypedDataDefinition) => Promise<Hex>;
};

const PRIVATE_KEY = /^0x[0-9a-fA-F]{64}$/;

/** Reads a private key, with or without 0x; `undefined` for any other text. */
export function readKey(text: string): Hex | undefined {
  const key = text.trim();
  const prefixed: Hex = key.startsWith("0x") ? `0x${key.slice(2)}` : `0x${key}`;
  return PRIVATE_KEY.test(prefixed) ? prefixed : undefined;
}
