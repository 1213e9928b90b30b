/**
 * A wallet that signs: one whose key this page made, or one of the browser's (EIP-1193). Keys of the former are in memory,
 * or in local storage when the user said so.
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

/** Of EIP-1193. */
export type Provider = {
  request(asked: { readonly method: string; readonly params?: readonly unknown[] }): Promise<unknown>;
};

declare global {
  interface Window {
    readonly ethereum?: Provider;
  }
}

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
    address: lower(account.address),
    privateKey,
    sign: (data) => account.signTypedData(data),
  };
}

/** The first account that the user lets this page use. */
export async function walletOfProvider(provider: Provider): Promise<Wallet> {
  const accounts = await provider.request({ method: "eth_requestAccounts" });
  const [first]: readonly unknown[] = Array.isArray(accounts) ? accounts : [];
  if (typeof first !== "string" || !isHex(first)) throw new Error("the wallet names no account");
  const address = lower(first);
  return {
    address,
    privateKey: undefined,
    sign: async (data) => {
      const params = [address, JSON.stringify(data, decimalText)];
      const signature = await provider.request({ method: "eth_signTypedData_v4", params });
      if (typeof signature !== "string" || !isHex(signature)) throw new Error("the wallet gave no signature");
      return signature;
    },
  };
}

const decimalText = (_name: string, value: unknown): unknown =>
  typeof value === "bigint" ? value.toString() : value;

const isHex = (text: string): text is Hex => text.startsWith("0x");
const lower = (address: Hex): Hex => `0x${address.slice(2).toLowerCase()}`;
