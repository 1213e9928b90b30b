/** A browser wallet that announces itself as extensions do (EIP-6963), and signs only for its current chain. */
import type { Page } from "playwright-core";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import type { TypedDataDefinition } from "viem";

export const WALLET_NAME = "Pocket";
const INFO = {
  uuid: "9e1c7b3a-5d0f-4a52-8e7b-2f6d1c0a4b8e",
  name: WALLET_NAME,
  icon: "",
  rdns: "test.pocket",
};

const ANNOUNCE_SCRIPT = `
  const detail = { info: ${JSON.stringify(INFO)}, provider: { request: (request) => window.askWallet(request) } };
  const announce = () =>
    window.dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail: Object.freeze(detail) }));
  window.addEventListener("eip6963:requestProvider", announce);
`;

type ProviderRequest = { readonly method: string; readonly params?: readonly unknown[] };

/** Adds the wallet to the pages that are opened afterwards. It starts on Ethereum's main chain. */
export async function giveWallet(page: Page): Promise<void> {
  const account = privateKeyToAccount(generatePrivateKey());
  let chain = "0x1";
  const answer = async ({ method, params = [] }: ProviderRequest): Promise<unknown> => {
    if (method === "eth_requestAccounts") return [account.address];
    if (method === "eth_chainId") return chain;
    if (method === "wallet_switchEthereumChain") {
      chain = (params[0] as { chainId: string }).chainId;
      return null;
    }
    const data: TypedDataDefinition = JSON.parse(String(params[1]));
    if (Number(data.domain?.chainId) !== Number(chain)) throw new Error("not the active chain");
    return account.signTypedData(data);
  };
  await page.exposeFunction("askWallet", answer);
  await page.addInitScript(ANNOUNCE_SCRIPT);
}
