/** A wallet of a browser extension (EIP-1193), which must be on the exchange's chain to sign. */
import type { Hex, TypedDataDefinition } from "viem";
import type { Wallet } from "./wallet.ts";

/** Interface of a wallet extension, as EIP-1193 defines it. */
export type Provider = {
  request(request: { readonly method: string; readonly params?: readonly unknown[] }): Promise<unknown>;
};

/** Reasons of a failure, with texts in every language. */
export type WalletFault = "noAccount" | "noSignature" | "declined" | "otherChain";

export class WalletError extends Error {
  readonly fault: WalletFault;
  /** Chain that the wallet must use. */
  readonly chainId: string;

  constructor(fault: WalletFault, { chainId = "", cause }: { chainId?: string; cause?: unknown } = {}) {
    super(fault, { cause });
    this.fault = fault;
    this.chainId = chainId;
  }
}

/** Connects to the first account that the user shares with this page. */
export async function connectWallet(provider: Provider): Promise<Wallet> {
  const accounts = await requestProvider(provider, "eth_requestAccounts");
  const [first]: readonly unknown[] = Array.isArray(accounts) ? accounts : [];
  if (typeof first !== "string" || !isHex(first)) throw new WalletError("noAccount");
  const address: Hex = `0x${first.slice(2).toLowerCase()}`;
  return {
    address,
    privateKey: undefined,
    sign: async (data) => {
      await switchChain(provider, data);
      const signature = await requestProvider(
        provider,
        "eth_signTypedData_v4",
        address,
        JSON.stringify(data, decimalText),
      );
      if (typeof signature !== "string" || !isHex(signature)) throw new WalletError("noSignature");
      return signature;
    },
  };
}

/**
 * Switches the wallet to the chain of the data, since wallets refuse to sign for another chain (EIP-712). No transaction is
 * sent.
 */
async function switchChain(provider: Provider, { domain }: TypedDataDefinition): Promise<void> {
  const wanted = domain?.chainId;
  if (wanted === undefined) return;
  const chainId = String(wanted);
  if (Number(await requestProvider(provider, "eth_chainId")) === Number(chainId)) return;
  try {
    await requestProvider(provider, "wallet_switchEthereumChain", {
      chainId: `0x${Number(chainId).toString(16)}`,
    });
  } catch (cause) {
    throw new WalletError("otherChain", { chainId, cause });
  }
}

/** Code of EIP-1193 for a request that the user declined. */
const DECLINED = 4001;

async function requestProvider(
  provider: Provider,
  method: string,
  ...params: readonly unknown[]
): Promise<unknown> {
  try {
    return await provider.request(params.length === 0 ? { method } : { method, params });
  } catch (cause) {
    // Providers may throw values that are not errors.
    const { code, message } = Object(cause) as { readonly code?: unknown; readonly message?: unknown };
    if (code === DECLINED) throw new WalletError("declined", { cause });
    throw new Error(String(message ?? cause), { cause });
  }
}

const decimalText = (_name: string, value: unknown): unknown =>
  typeof value === "bigint" ? value.toString() : value;

const isHex = (text: string): text is Hex => text.startsWith("0x");
