/**
 * A wallet that signs: one whose key this page made or was given, or one of the browser's (browser-wallet.ts). Keys of
 * the former are in memory, or in local storage when the user said so.
 */
import type { Hex, TypedDataDefinition } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";

export type Wallet = {
  /** Lower case. */
  readonly address: Hex;
  /** The key, of a wallet that this page made. */
  readonly privateKey: Hex | undefined;
  readonly sign: (data: TypedDataDefinition) => Promise<Hex>;
};

export const newKey = generatePrivateKey;

const PRIVATE_KEY = /^0x[0-9a-fA-F]{64}$/;

/** `undefined` when the text is no private key. */
export function readKey(text: string): Hex | undefined {
  const key = text.trim();
  const prefixed: Hex = key.startsWith("0x") ? `0x${key.slice(2)}` : `0x${key}`;
  return PRIVATE_KEY.test(prefixed) ? prefixed : undefined;
}

/** Throws when the number is no key of the curve. */
export function walletOfKey(privateKey: Hex): Wallet {
  const account = privateKeyToAccount(privateKey);
  return {
    address: `0x${account.address.slice(2).toLowerCase()}`,
    privateKey,
    sign: (data) => account.signTypedData(data),
  };
}
