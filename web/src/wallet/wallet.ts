/**
 * A wallet that signs, either with a key in this page or through a browser extension. Keys stay in memory, unless the
 * user allows local storage.
 */
import type { Hex, TypedDataDefinition } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";

export type Wallet = {
  /** Address in lower case. */
  readonly address: Hex;
  /** Private key; `undefined` for a wallet of the browser. */
  readonly privateKey: Hex | undefined;
  readonly sign: (data: TypedDataDefinition) => Promise<Hex>;
};

export const generateKey = generatePrivateKey;

const PRIVATE_KEY = /^0x[0-9a-fA-F]{64}$/;

/** Reads a private key, with or without 0x; `undefined` for any other text. */
export function readKey(text: string): Hex | undefined {
  const key = text.trim();
  const prefixed: Hex = key.startsWith("0x") ? `0x${key.slice(2)}` : `0x${key}`;
  return PRIVATE_KEY.test(prefixed) ? prefixed : undefined;
}

/** Creates the wallet of a key. Throws if the number is no key of the curve. */
export function walletOfKey(privateKey: Hex): Wallet {
  const account = privateKeyToAccount(privateKey);
  return {
    address: `0x${account.address.slice(2).toLowerCase()}`,
    privateKey,
    sign: (data) => account.signTypedData(data),
  };
}
