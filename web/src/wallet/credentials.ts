/** API keys, which a wallet's signature creates (L1) and whose secret signs requests (L2). */
import { RefusedError } from "../api/client.ts";
import type { HeaderBuilder } from "../api/client.ts";
import { trading } from "../api/interfaces.ts";
import type { Settings } from "../api/settings.ts";
import { walletClaim } from "./typed-data.ts";
import type { Wallet } from "./wallet.ts";

export type Credentials = {
  readonly apiKey: string;
  readonly secret: string;
  readonly passphrase: string;
};

/** Largest nonce tried. Each nonce names one key of a wallet, and a revoked key never returns. */
const MAX_KEYS = 20;

/** Returns the wallet's API key, and creates it if necessary. The wallet signs once, and again for each revoked key. */
export async function createCredentials(wallet: Wallet, settings: Settings): Promise<Credentials> {
  for (let nonce = 0; ; nonce += 1) {
    try {
      return await createKey(wallet, settings, nonce);
    } catch (error) {
      const revoked = error instanceof RefusedError && error.code === "key_not_found";
      if (!revoked || nonce === MAX_KEYS) throw error;
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

/** Signs each request with the key's secret. */
export const signRequests =
  (settings: Settings, { address }: Pick<Wallet, "address">, credentials: Credentials): HeaderBuilder =>
  async ({ method, path, body }) => {
    // Milliseconds keep two equal requests within one second distinct.
    const timestamp = String(Date.now());
    const { apiKey, secret, passphrase } = credentials;
    const { macOf } = await import("./signing.ts");
    const mac = macOf(bytesOfBase64(secret), timestamp + method + path + body);
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
