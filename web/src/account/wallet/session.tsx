/** The trader of this page: a wallet, and the API key that signs its requests. */
import { createContext, use, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { ReactNode } from "react";
import type { Hex } from "viem";
import type { HeaderBuilder, SendOnce } from "../../api/client.ts";
import { createSendOnce } from "../../api/send-once.ts";
import type { Settings } from "../../api/settings.ts";
import { ReloadContext } from "../../parts/hooks/reload-context.ts";
import { useSettings } from "../../base/settings-context.ts";
import type { UnansweredOrder } from "../../markets/trade/plan-order.ts";
import { connectWallet } from "./browser-wallet.ts";
import type { Provider } from "./browser-wallet.ts";
import { createCredentials, signRequests } from "./credentials.ts";
import type { Credentials } from "./credentials.ts";
import { handOverSession, useWalletMemory } from "./use-wallet-memory.ts";
import type { WalletMemory, SignedInWallet } from "./use-wallet-memory.ts";
import type { Wallet } from "./wallet.ts";

// Warns before the page closes with a private key that is stored nowhere, and preserves the key across a reload.

function useLeaveWarning(signedIn: SignedInWallet | undefined, remembered: boolean) {
  const privateKey = remembered ? undefined : signedIn?.wallet.privateKey;
  const isHandedOver = useRef(false);
  useEffect(() => {
    if (privateKey === undefined) return undefined;
    const warn = (event: BeforeUnloadEvent): void => {
      if (!isHandedOver.current) event.preventDefault();
    };
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [privateKey]);
  /** Reloads the page, and preserves the visit's wallet. */
  const reload = useCallback((): void => {
    if (privateKey !== undefined && signedIn !== undefined)
      handOverSession({ privateKey, credentials: signedIn.credentials });
    isHandedOver.current = true;
    location.reload();
  }, [privateKey, signedIn]);
  return { reload };
}

export type Trader = {
  readonly wallet: Wallet;
  readonly credentials: Credentials;
  /** Signs requests with the API key. */
  readonly headers: HeaderBuilder;
  /** Sends requests that move money or shares, so that they are executed once. */
  readonly once: SendOnce;
  /**
   * Signed orders without an answer, by the trader's request. A repeated request sends the same signed order, so it is
   * placed once.
   */
  readonly unansweredOrders: Map<string, UnansweredOrder>;
};

type Session = {
  readonly trader: Trader | undefined;
  /** True if the browser stores the wallet beyond this visit. */
  readonly remembered: boolean;
  /**
   * Signs in with a new private key, which the browser remembers in a sandbox. Throws the refusal of the exchange, like the
   * next three functions.
   */
  signInWithNewKey(): Promise<void>;
  signInWithKey(privateKey: Hex): Promise<void>;
  signInWithProvider(provider: Provider): Promise<void>;
  /** Creates a new API key for the wallet, after the old one was revoked. */
  signInAgain(): Promise<void>;
  remember(on: boolean): void;
  /** Signs out, also in the other tabs of this browser. */
  leave(): void;
  /** Reloads the page, and preserves the visit's wallet. */
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

type SessionProviderProps = {
  /** Wallet that was stored when the page was opened. */
  readonly first: WalletMemory;
  readonly children: ReactNode;
};

export function SessionProvider({ first, children }: SessionProviderProps) {
  const settings = useSettings();
  const { signedIn, remembered, take, remember, leave } = useWalletMemory(first);
  const [isDialogOpen, showDialog] = useState(false);
  const signIn = useSignIn(settings, take);
  const { reload } = useLeaveWarning(signedIn, remembered);
  const trader = useTrader(settings, signedIn);
  const session = useMemo(
    (): Session => ({
      trader,
      remembered,
      isDialogOpen,
      showDialog,
      signInWithNewKey: () =>
        signIn(async () => {
          const { generateKey, createWalletOfKey } = await import("./signing.ts");
          return createWalletOfKey(generateKey());
        }, true),
      signInWithKey: (privateKey) =>
        signIn(async () => {
          const { createWalletOfKey } = await import("./signing.ts");
          return createWalletOfKey(privateKey);
        }),
      signInWithProvider: (provider) => signIn(() => connectWallet(provider)),
      signInAgain: async () => signedIn && signIn(async () => signedIn.wallet),
      remember,
      leave,
      reload,
    }),
    [trader, signedIn, remembered, isDialogOpen, signIn, settings, remember, leave, reload],
  );
  return (
    <SessionContext value={session}>
      <ReloadContext value={reload}>{children}</ReloadContext>
    </SessionContext>
  );
}

/** Adds the functions that sign and send the wallet's requests. */
const useTrader = (settings: Settings, signedIn: WalletMemory["signedIn"]): Trader | undefined =>
  useMemo(
    () =>
      signedIn && {
        ...signedIn,
        headers: signRequests(settings, signedIn.wallet, signedIn.credentials),
        once: createSendOnce(),
        unansweredOrders: new Map<string, UnansweredOrder>(),
      },
    [signedIn, settings],
  );

/** Returns a function that signs in with a wallet, one at a time, so that a second click creates no second wallet. */
function useSignIn(settings: Settings, take: ReturnType<typeof useWalletMemory>["take"]) {
  const currentSignIn = useRef<Promise<void>>(undefined);
  return useCallback(
    (find: () => Promise<Wallet>, isKept?: boolean): Promise<void> => {
      const signIn = async (): Promise<void> => {
        const wallet = await find();
        take({ wallet, credentials: await createCredentials(wallet, settings) }, isKept);
      };
      currentSignIn.current ??= signIn().finally(() => (currentSignIn.current = undefined));
      return currentSignIn.current;
    },
    [settings, take],
  );
}
