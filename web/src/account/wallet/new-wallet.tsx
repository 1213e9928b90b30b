/** Ways to get a wallet: create a key, import one, or connect a browser wallet. */
import { useMutation } from "@tanstack/react-query";
import { useEffect, useId, useState } from "react";
import type { SubmitEvent } from "react";
import { Failure } from "../../parts/states.tsx";
import { useSettings } from "../../base/settings-context.ts";
import { useText } from "../../text/language.tsx";
import type { Provider } from "./browser-wallet.ts";
import { useSession } from "./session.tsx";
import { readKey } from "./wallet.ts";

// Finds the wallets of the browser: those that announce themselves (EIP-6963), else `window.ethereum`.

type BrowserWallet = {
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

function useBrowserWallets(): readonly BrowserWallet[] {
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

type WalletEntryProps = { readonly enter: (how: () => Promise<void>) => void; readonly busy: boolean };

export function NewWallet() {
  const { wallet } = useText();
  const signInAction = useMutation({ mutationFn: (how: () => Promise<void>) => how() });
  const entry: WalletEntryProps = { enter: signInAction.mutate, busy: signInAction.isPending };
  return (
    <>
      <FreshWallet {...entry} />
      <BrowserWallets {...entry} />
      <ImportedKey {...entry} />
      <p className="visually-hidden" role="status">
        {signInAction.isPending ? wallet.working : ""}
      </p>
      {signInAction.isError && <Failure error={signInAction.error} />}
    </>
  );
}

function FreshWallet({ enter, busy }: WalletEntryProps) {
  const { wallet } = useText();
  const { mode } = useSettings();
  const session = useSession();
  return (
    <div className="wallet-way">
      <button
        type="button"
        className="primary"
        disabled={busy}
        onClick={() => enter(session.signInWithNewKey)}
      >
        {busy ? wallet.working : wallet.create}
      </button>
      <p className="soft">
        {wallet.createLong} {mode === "sandbox" && wallet.createSandbox}
      </p>
    </div>
  );
}

function BrowserWallets({ enter, busy }: WalletEntryProps) {
  const { wallet } = useText();
  const session = useSession();
  const found = useBrowserWallets();
  return (
    <div className="wallet-way">
      {found.map(({ id, name, provider }) => (
        <button
          key={id}
          type="button"
          disabled={busy}
          onClick={() => enter(() => session.signInWithProvider(provider))}
        >
          {name === undefined ? wallet.connect : wallet.connectNamed(name)}
        </button>
      ))}
      <p className="soft">{found.length === 0 ? wallet.noProvider : wallet.connectLong}</p>
    </div>
  );
}

function ImportedKey({ enter, busy }: WalletEntryProps) {
  const { wallet } = useText();
  const session = useSession();
  const [text, setText] = useState("");
  const [bad, setBad] = useState(false);
  const [field, fault] = [useId(), useId()];
  function submit(event: SubmitEvent): void {
    event.preventDefault();
    const key = readKey(text);
    setBad(key === undefined);
    if (key !== undefined) enter(() => session.signInWithKey(key));
  }
  return (
    <details className="wallet-way">
      <summary>{wallet.import}</summary>
      <form className="stack" onSubmit={submit}>
        <p className="soft">{wallet.importLong}</p>
        <div className="field">
          <label htmlFor={field}>{wallet.privateKey}</label>
          <input
            id={field}
            type="password"
            autoComplete="off"
            spellCheck={false}
            value={text}
            aria-invalid={bad}
            aria-describedby={bad ? fault : undefined}
            onChange={({ target }) => setText(target.value)}
          />
          <span id={fault} className="down" role="alert">
            {bad ? wallet.badKey : ""}
          </span>
        </div>
        <button type="submit" disabled={busy}>
          {wallet.use}
        </button>
      </form>
    </details>
  );
}
