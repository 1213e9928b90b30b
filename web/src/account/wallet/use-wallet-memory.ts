/** The wallet of this visit, and whether the browser remembers it. Signing out in one tab does so in all. */
import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import type { Hex } from "viem";
import type { Credentials } from "./credentials.ts";
import { readKey } from "./wallet.ts";
import type { Wallet } from "./wallet.ts";

// Stores the wallet's private key and its API key in the browser, if the user allows it.

type StoredSession = { readonly privateKey: Hex; readonly credentials: Credentials };

const STORAGE_KEY = "presage.wallet";

/** Tells whether a session is stored or handed over, well-formed or not. */
const hasStored = (): boolean =>
  localStorage.getItem(STORAGE_KEY) !== null || sessionStorage.getItem(STORAGE_KEY) !== null;

/** Reads the stored session; `undefined` if there is none or it is malformed. */
const readStoredSession = (): StoredSession | undefined => parse(localStorage.getItem(STORAGE_KEY));

function parse(text: string | null): StoredSession | undefined {
  try {
    const { privateKey, credentials } = JSON.parse(text ?? "{}");
    const key = readKey(String(privateKey));
    const { apiKey, secret, passphrase } = credentials;
    const known = [apiKey, secret, passphrase].every((part) => typeof part === "string");
    return key === undefined || !known
      ? undefined
      : { privateKey: key, credentials: { apiKey, secret, passphrase } };
  } catch {
    return undefined;
  }
}

const storeSession = (session: StoredSession): void =>
  localStorage.setItem(STORAGE_KEY, JSON.stringify(session));

const forgetSession = (): void => localStorage.removeItem(STORAGE_KEY);

/** Calls `changed` with the stored session after another tab changed it. Returns a function that ends these calls. */
function subscribeToSession(changed: (session: StoredSession | undefined) => void): () => void {
  const hear = ({ key, newValue }: StorageEvent): void => {
    if (key === STORAGE_KEY) changed(parse(newValue));
  };
  addEventListener("storage", hear);
  return () => removeEventListener("storage", hear);
}

/** Stores a session in this tab, so that the page can take it after a reload. */
export const handOverSession = (session: StoredSession): void =>
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify(session));

/** Takes the session from before a reload, and removes it from the storage. */
function takeHandedOverSession(): StoredSession | undefined {
  const session = parse(sessionStorage.getItem(STORAGE_KEY));
  sessionStorage.removeItem(STORAGE_KEY);
  return session;
}

export type SignedInWallet = { readonly wallet: Wallet; readonly credentials: Credentials };

/** Name of the channel on which a tab tells all other tabs the wallet address that it signed out of. */
const SIGN_OUT_CHANNEL = "presage.left";

export type WalletMemory = { readonly signedIn: SignedInWallet | undefined; readonly remembered: boolean };

const SIGNED_OUT: WalletMemory = { signedIn: undefined, remembered: false };

/** Reads the wallet handed over by a reload, which is stored nowhere else, or the one that the browser remembers. */
async function readMemory(): Promise<WalletMemory> {
  if (!hasStored()) return SIGNED_OUT;
  // A handed-over session can be taken only once, so its wallet's code is loaded first.
  const { createWalletOfKey } = await import("./signing.ts");
  const handedOver = takeHandedOverSession();
  const kept = handedOver ?? readStoredSession();
  if (kept === undefined) return SIGNED_OUT;
  const { privateKey, credentials } = kept;
  return {
    signedIn: { wallet: createWalletOfKey(privateKey), credentials },
    remembered: handedOver === undefined,
  };
}

/** Reads the memory once, when the page is opened. */
export const memoryQuery = queryOptions({ queryKey: ["memory"], queryFn: readMemory, staleTime: Infinity });

function store({ wallet: { privateKey }, credentials }: SignedInWallet): void {
  if (privateKey !== undefined) storeSession({ privateKey, credentials });
}

export function useWalletMemory(first: WalletMemory) {
  const [memory, setMemory] = useState(first);
  const queries = useQueryClient();
  const { signedIn, remembered } = memory;
  const address = signedIn?.wallet.address;
  const endSession = useCallback((): void => {
    setMemory(SIGNED_OUT);
    // Clears the cached private key.
    queries.setQueryData(memoryQuery.queryKey, SIGNED_OUT);
    queries.removeQueries({ queryKey: ["own"] });
  }, [queries]);
  useEffect(() => {
    const channel = new BroadcastChannel(SIGN_OUT_CHANNEL);
    channel.addEventListener("message", ({ data }) => {
      if (data === address) endSession();
    });
    const stop = subscribeToSession((stored) =>
      setMemory((now) => ({
        ...now,
        remembered: stored !== undefined && stored.privateKey === now.signedIn?.wallet.privateKey,
      })),
    );
    return () => {
      channel.close();
      stop();
    };
  }, [address, endSession]);
  const takeWallet = useCallback(
    (entered: SignedInWallet, isKept = remembered): void => {
      if (isKept) store(entered);
      setMemory({ signedIn: entered, remembered: isKept });
    },
    [remembered],
  );
  const remember = useCallback(
    (on: boolean): void => {
      if (on && signedIn !== undefined) store(signedIn);
      else forgetSession();
      setMemory({ signedIn, remembered: on });
    },
    [signedIn],
  );
  const leave = useCallback((): void => {
    if (remembered) forgetSession();
    const channel = new BroadcastChannel(SIGN_OUT_CHANNEL);
    channel.postMessage(address);
    channel.close();
    endSession();
  }, [address, remembered, endSession]);
  return { signedIn, remembered, take: takeWallet, remember, leave };
}
