/** Stores the wallet's private key and its API key in the browser, if the user allows it. */
import type { Hex } from "viem";
import type { Credentials } from "./credentials.ts";
import { readKey } from "./wallet.ts";

export type StoredSession = { readonly privateKey: Hex; readonly credentials: Credentials };

const NAME = "presage.wallet";

/** Tells whether a session is stored or handed over, well-formed or not. */
export const hasStored = (): boolean =>
  localStorage.getItem(NAME) !== null || sessionStorage.getItem(NAME) !== null;

/** Reads the stored session; `undefined` if there is none or it is malformed. */
export const readStoredSession = (): StoredSession | undefined => parse(localStorage.getItem(NAME));

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

export const storeSession = (session: StoredSession): void =>
  localStorage.setItem(NAME, JSON.stringify(session));

export const forgetSession = (): void => localStorage.removeItem(NAME);

/** Calls back with the stored session after another tab changed it; returns a function that stops it. */
export function onStored(changed: (session: StoredSession | undefined) => void): () => void {
  const hear = ({ key, newValue }: StorageEvent): void => {
    if (key === NAME) changed(parse(newValue));
  };
  addEventListener("storage", hear);
  return () => removeEventListener("storage", hear);
}

/** Stores a session in this tab, so that the page can take it after a reload. */
export const handOver = (session: StoredSession): void =>
  sessionStorage.setItem(NAME, JSON.stringify(session));

/** Takes the session from before a reload, and removes it from the storage. */
export function takeHandedOver(): StoredSession | undefined {
  const session = parse(sessionStorage.getItem(NAME));
  sessionStorage.removeItem(NAME);
  return session;
}
