/** API keys: got by a wallet's signature (L1), and what signs requests with them (L2). */
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { Refused } from "../api/client.ts";
import type { Headers } from "../api/client.ts";
import { trading } from "../api/interfaces.ts";
import type { Settings } from "../api/settings.ts";
import { walletClaim } from "./typed-data.ts";
import type { Wallet } from "./wallet.ts";

export type Credentials = {
  readonly apiKey: string;
  readonly secret: string;
  readonly passphrase: string;
};

/** A revoked key never comes back; the wallet's next one has the next number. */
const MOST_KEYS = 20;

/** The wallet's key, made when it has none. The wallet signs once, and once more for each key that was revoked. */
export async function createCredentials(wallet: Wallet, settings: Settings): Promise<Credentials> {
  for (let nonce = 0; ; nonce += 1) {
    try {
      return await createKey(wallet, settings, nonce);
    } catch (error) {
      const revoked = error instanceof Refused && error.code === "key_not_found";
      if (!revoked || nonce === MOST_KEYS) throw error;
    }
  }
}

async function createKey(wallet: Wallet, settings: Settings, nonce: number): Promise<Credentials> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const { address } = wallet;
  const signature = await wallet.sign(walletClaim({ address, timestamp, nonce }, settings.chain_id));
  const named = { ADDRESS: address, SIGNATURE: signature, TIMESTAMP: timestamp, NONCE: String(nonce) };
  const headers = async () => withPrefix(settings, named);
  const { apiKey, secret, passphrase } = await trading("POST /auth/api-key", { headers });
  return { apiKey, secret, passphrase };
}

/** Signs each request with the key. */
export const signedBy =
  (settings: Settings, { address }: Pick<Wallet, "address">, credentials: Credentials): Headers =>
  async ({ method, path, body }) => {
    // In milliseconds: what is asked twice within a second is asked twice.
    const timestamp = String(Date.now());
    const { apiKey, secret, passphrase } = credentials;
    const message = utf8ToBytes(timestamp + method + path + body);
    const mac = hmac(sha256, bytesOfBase64(secret), message);
    const SIGNATURE = btoa(String.fromCharCode(...mac))
      .replaceAll("+", "-")
      .replaceAll("/", "_");
    return withPrefix(settings, {
      ADDRESS: address,
      API_KEY: apiKey,
      PASSPHRASE: passphrase,
      TIMESTAMP: timestamp,
      SIGNATURE,
    });
  };

const bytesOfBase64 = (text: string): Uint8Array =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

const withPrefix = (
  { header_prefix: prefix }: Settings,
  named: Readonly<Record<string, string>>,
): Record<string, string> =>
  Object.fromEntries(Object.entries(named).map(([name, value]) => [prefix + name, value]));
