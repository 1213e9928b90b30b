/** The trader of this page: a wallet, and the API key that signs its requests. */
import { createContext, use, useCallback, useMemo, useState } from "react";
import type { ReactNode } from "react";
import type { Hex } from "viem";
import type { HeaderBuilder } from "../api/client.ts";
import { useSettings } from "../settings-context.ts";
import { createCredentials, signRequests } from "./credentials.ts";
import type { Credentials } from "./credentials.ts";
import {
  forgetSession,
  handOver,
  readStoredSession,
  storeSession,
  takeHandedOver,
} from "./stored-session.ts";
import type { StoredSession } from "./stored-session.ts";
import { connectWallet } from "./browser-wallet.ts";
import type { Provider } from "./browser-wallet.ts";
import { walletOfKey } from "./wallet.ts";
import type { Wallet } from "./wallet.ts";

export type Trader = {
  readonly wallet: Wallet;
  readonly credentials: Credentials;
  /** Signs requests with the API key. */
  readonly headers: HeaderBuilder;
};

export type Session = {
  readonly trader: Trader | undefined;
  /** True if the browser stores the wallet beyond this visit. */
  readonly remembered: boolean;
  /** Signs in with a private key. Throws the refusal of the exchange, as do the next two. */
  signInWithKey(privateKey: Hex): Promise<void>;
  signInWithProvider(provider: Provider): Promise<void>;
  /** Creates a new API key for the wallet, after the old one was revoked. */
  signInAgain(): Promise<void>;
  remember(on: boolean): void;
  leave(): void;
  /** Loads the page anew, with the wallet that this visit has. */
  reload(): void;
  /** True while the wallet dialog is open. */
  readonly isDialogOpen: boolean;
  showDialog(on: boolean): void;
};

const SessionContext = createContext<Session | undefined>(undefined);

export function useSession(): Session {
  const session = use(SessionContext);
  if (session === undefined) throw new Error("no session is around this part of the page");
  return session;
}

type SignedInWallet = { readonly wallet: Wallet; readonly credentials: Credentials };

const walletOf = ({ privateKey, credentials }: StoredSession): SignedInWallet => ({
  wallet: walletOfKey(privateKey),
  credentials,
});

/** Reads the wallet that the browser remembers, or that the visit before a reload had. */
function readWallet(): { readonly signedIn: SignedInWallet | undefined; readonly remembered: boolean } {
  const stored = readStoredSession();
  const kept = stored ?? takeHandedOver();
  return { signedIn: kept && walletOf(kept), remembered: stored !== undefined };
}

function storeWallet({ wallet: { privateKey }, credentials }: SignedInWallet): void {
  if (privateKey !== undefined) storeSession({ privateKey, credentials });
}

function handOverWallet({ wallet: { privateKey }, credentials }: SignedInWallet): void {
  if (privateKey !== undefined) handOver({ privateKey, credentials });
}

export function SessionProvider({ children }: { readonly children: ReactNode }) {
  const settings = useSettings();
  const [first] = useState(readWallet);
  const [signedIn, setSignedIn] = useState(first.signedIn);
  const [remembered, setRemembered] = useState(first.remembered);
  const [isDialogOpen, showDialog] = useState(false);
  const enter = useCallback(
    async (wallet: Wallet): Promise<void> => {
      const entered = { wallet, credentials: await createCredentials(wallet, settings) };
      if (remembered) storeWallet(entered);
      setSignedIn(entered);
    },
    [settings, remembered],
  );
  const trader = useMemo(
    () => signedIn && { ...signedIn, headers: signRequests(settings, signedIn.wallet, signedIn.credentials) },
    [signedIn, settings],
  );
  const session = useMemo(
    (): Session => ({
      trader,
      remembered,
      isDialogOpen,
      showDialog,
      signInWithKey: (privateKey) => enter(walletOfKey(privateKey)),
      signInWithProvider: async (provider) => enter(await connectWallet(provider)),
      signInAgain: async () => signedIn && enter(signedIn.wallet),
      remember: (on) => {
        if (on && signedIn !== undefined) storeWallet(signedIn);
        else forgetSession();
        setRemembered(on);
      },
      leave: () => {
        forgetSession();
        setRemembered(false);
        setSignedIn(undefined);
      },
      reload: () => {
        if (!remembered && signedIn !== undefined) handOverWallet(signedIn);
        location.reload();
      },
    }),
    [trader, signedIn, remembered, isDialogOpen, enter],
  );
  return <SessionContext value={session}>{children}</SessionContext>;
}
