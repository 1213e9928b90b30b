/** A wallet of the browser, an extension that signs (EIP-1193), on the chain that what it signs is for. */
import type { Hex, TypedDataDefinition } from "viem";
import type { Wallet } from "./wallet.ts";

/** Of EIP-1193. */
export type Provider = {
  request(asked: { readonly method: string; readonly params?: readonly unknown[] }): Promise<unknown>;
};

/** What is wrong with it, for words in the user's language. */
export type WalletFault = "noAccount" | "noSignature" | "declined" | "otherChain";

export class WalletProblem extends Error {
  readonly fault: WalletFault;
  /** That it should be on. */
  readonly chainId: string;

  constructor(fault: WalletFault, { chainId = "", cause }: { chainId?: string; cause?: unknown } = {}) {
    super(fault, { cause });
    this.fault = fault;
    this.chainId = chainId;
  }
}

/** The first account that the user lets this page use. */
export async function walletOfProvider(provider: Provider): Promise<Wallet> {
  const accounts = await ask(provider, "eth_requestAccounts");
  const [first]: readonly unknown[] = Array.isArray(accounts) ? accounts : [];
  if (typeof first !== "string" || !isHex(first)) throw new WalletProblem("noAccount");
  const address: Hex = `0x${first.slice(2).toLowerCase()}`;
  return {
    address,
    privateKey: undefined,
    sign: async (data) => {
      await switchChain(provider, data);
      const signature = await ask(
        provider,
        "eth_signTypedData_v4",
        address,
        JSON.stringify(data, decimalText),
      );
      if (typeof signature !== "string" || !isHex(signature)) throw new WalletProblem("noSignature");
      return signature;
    },
  };
}

/** EIP-712 has wallets refuse to sign for a chain that they are not on; nothing is sent to any chain. */
async function switchChain(provider: Provider, { domain }: TypedDataDefinition): Promise<void> {
  const wanted = domain?.chainId;
  if (wanted === undefined) return;
  const chainId = String(wanted);
  if (Number(await ask(provider, "eth_chainId")) === Number(chainId)) return;
  try {
    await ask(provider, "wallet_switchEthereumChain", { chainId: `0x${Number(chainId).toString(16)}` });
  } catch (cause) {
    throw new WalletProblem("otherChain", { chainId, cause });
  }
}

/** Of EIP-1193: the user said no. */
const DECLINED = 4001;

async function ask(provider: Provider, method: string, ...params: readonly unknown[]): Promise<unknown> {
  try {
    return await provider.request(params.length === 0 ? { method } : { method, params });
  } catch (cause) {
    // Providers throw objects that need not be errors.
    const { code, message } = Object(cause) as { readonly code?: unknown; readonly message?: unknown };
    if (code === DECLINED) throw new WalletProblem("declined", { cause });
    throw new Error(String(message ?? cause), { cause });
  }
}

const decimalText = (_name: string, value: unknown): unknown =>
  typeof value === "bigint" ? value.toString() : value;

const isHex = (text: string): text is Hex => text.startsWith("0x");
