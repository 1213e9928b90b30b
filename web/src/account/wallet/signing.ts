/**
 * Signs with keys in this page. This code is large, so it is loaded on demand: visitors without a wallet never need it.
 */
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import type { Hex } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import type { Wallet } from "./wallet.ts";

export const generateKey = generatePrivateKey;

/** Creates the wallet of a key. Throws if the number is no valid private key of the curve. */
export function createWalletOfKey(privateKey: Hex): Wallet {
  const account = privateKeyToAccount(privateKey);
  return {
    address: `0x${account.address.slice(2).toLowerCase()}`,
    privateKey,
    sign: (data) => account.signTypedData(data),
  };
}

/** Computes the HMAC-SHA256 of a text. */
export const computeHmac = (secret: Uint8Array, message: string): Uint8Array =>
  hmac(sha256, secret, utf8ToBytes(message));
