/** A wallet as extensions put it into pages: it announces itself (EIP-6963) and signs for the chain that it is on. */
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

const ANNOUNCING = `
  const detail = { info: ${JSON.stringify(INFO)}, provider: { request: (asked) => window.askWallet(asked) } };
  const announce = () =>
    window.dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail: Object.freeze(detail) }));
  window.addEventListener("eip6963:requestProvider", announce);
`;

type Asked = { readonly method: string; readonly params?: readonly unknown[] };

/** Every page that is opened from here on has it. It is on the main chain, until it is asked to change. */
export async function giveWallet(page: Page): Promise<void> {
  const account = privateKeyToAccount(generatePrivateKey());
  let chain = "0x1";
  const answer = async ({ method, params = [] }: Asked): Promise<unknown> => {
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
  await page.addInitScript(ANNOUNCING);
}
