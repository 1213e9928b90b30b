/** Finds the wallets of the browser: those that announce themselves (EIP-6963), else `window.ethereum`. */
import { useEffect, useState } from "react";
import type { Provider } from "./browser-wallet.ts";

export type BrowserWallet = {
  readonly id: string;
  /** Name that the wallet announces; `undefined` for an unannounced wallet. */
  readonly name: string | undefined;
  readonly provider: Provider;
};

type Announcement = CustomEvent<{
  readonly info: { readonly uuid: string; readonly name: string };
  readonly provider: Provider;
}>;

declare global {
  interface Window {
    readonly ethereum?: Provider;
  }
  interface WindowEventMap {
    "eip6963:announceProvider": Announcement;
  }
}

export function useBrowserWallets(): readonly BrowserWallet[] {
  const [announced, setAnnounced] = useState<readonly BrowserWallet[]>([]);
  useEffect(() => {
    const add = ({ detail: { info, provider } }: Announcement): void =>
      setAnnounced((known) => [
        ...known.filter(({ id }) => id !== info.uuid),
        { id: info.uuid, name: info.name, provider },
      ]);
    window.addEventListener("eip6963:announceProvider", add);
    window.dispatchEvent(new Event("eip6963:requestProvider"));
    return () => window.removeEventListener("eip6963:announceProvider", add);
  }, []);
  if (announced.length > 0 || window.ethereum === undefined) return announced;
  return [{ id: "", name: undefined, provider: window.ethereum }];
}
