/** The trader of this page: a wallet, and the API key that signs its requests. */
import { createContext, use, useCallback, useMemo, useState } from "react";
import type { ReactNode } from "react";
import type { Hex } from "viem";
import type { Headers } from "../api/client.ts";
import { useSettings } from "../settings-context.ts";
import { createCredentials, signedBy } from "./credentials.ts";
import type { Credentials } from "./credentials.ts";
import { forgetSession, readStoredSession, storeSession } from "./stored-session.ts";
import { walletOfProvider } from "./browser-wallet.ts";
import type { Provider } from "./browser-wallet.ts";
import { walletOfKey } from "./wallet.ts";
import type { Wallet } from "./wallet.ts";

export type Trader = {
  readonly wallet: Wallet;
  readonly credentials: Credentials;
  /** Signs requests with the API key. */
  readonly headers: Headers;
};

export type Session = {
  readonly trader: Trader | undefined;
  /** True if the browser stores the wallet beyond this visit. */
  readonly remembered: boolean;
  /** Signs in with a private key. Throws the refusal of the exchange, as do the next two. */
  useKey(privateKey: Hex): Promise<void>;
  useProvider(provider: Provider): Promise<void>;
  /** Creates a new API key for the wallet, after the old one was revoked. */
  signInAgain(): Promise<void>;
  remember(on: boolean): void;
  leave(): void;
  /** True while the wallet dialog is open. */
  readonly asking: boolean;
  ask(on: boolean): void;
};

const SessionContext = createContext<Session | undefined>(undefined);

export function useSession(): Session {
  const session = use(SessionContext);
  if (session === undefined) throw new Error("no session is around this part of the page");
  return session;
}

type Known = { readonly wallet: Wallet; readonly credentials: Credentials };

function readKnown(): Known | undefined {
  const stored = readStoredSession();
  if (stored === undefined) return undefined;
  return { wallet: walletOfKey(stored.privateKey), credentials: stored.credentials };
}

function store({ wallet: { privateKey }, credentials }: Known): void {
  if (privateKey !== undefined) storeSession({ privateKey, credentials });
}

export function SessionProvider({ children }: { readonly children: ReactNode }) {
  const settings = useSettings();
  const [known, setKnown] = useState(readKnown);
  const [remembered, setRemembered] = useState(known !== undefined);
  const [asking, ask] = useState(false);
  const enter = useCallback(
    async (wallet: Wallet): Promise<void> => {
      const entered = { wallet, credentials: await createCredentials(wallet, settings) };
      if (remembered) store(entered);
      setKnown(entered);
    },
    [settings, remembered],
  );
  const trader = useMemo(
    () => known && { ...known, headers: signedBy(settings, known.wallet, known.credentials) },
    [known, settings],
  );
  const session = useMemo(
    (): Session => ({
      trader,
      remembered,
      asking,
      ask,
      useKey: (privateKey) => enter(walletOfKey(privateKey)),
      useProvider: async (provider) => enter(await walletOfProvider(provider)),
      signInAgain: async () => known && enter(known.wallet),
      remember: (on) => {
        if (on && known !== undefined) store(known);
        else forgetSession();
        setRemembered(on);
      },
      leave: () => {
        forgetSession();
        setRemembered(false);
        setKnown(undefined);
      },
    }),
    [trader, known, remembered, asking, enter],
  );
  return <SessionContext value={session}>{children}</SessionContext>;
}
