/** A fresh wallet's address, and the key that it is made with. */
import type { Hex } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { deriveDepositWallets } from "../../src/signing/orders/contract-wallet.ts";

export type Owner = { readonly key: Hex; readonly address: string };

export const newOwner = (): Owner => {
  const key = generatePrivateKey();
  return { key, address: privateKeyToAccount(key).address };
};

/** The deposit wallet at Kuest. */
export const kuestWalletOf = (owner: string): string =>
  deriveDepositWallets(owner.toLowerCase()).find(({ venue }) => venue === "kuest")!.wallet;
