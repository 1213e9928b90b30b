/** What the user let this page remember in the browser: a wallet's key, and the API key that it signs requests with. */
import type { Hex } from "viem";
import type { Credentials } from "./credentials.ts";
import { readKey } from "./wallet.ts";

export type StoredSession = { readonly privateKey: Hex; readonly credentials: Credentials };

const NAME = "presage.wallet";

/** `undefined` where there is none, and where it is not as this page writes it. */
export function readStoredSession(): StoredSession | undefined {
  try {
    const { privateKey, credentials } = JSON.parse(localStorage.getItem(NAME) ?? "{}");
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
