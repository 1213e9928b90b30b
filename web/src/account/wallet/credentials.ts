/** API keys. A wallet's signature creates a key (L1), and the key's secret signs requests (L2). */
import { zeroHash } from "viem";
import type { Hex, TypedDataDefinition } from "viem";
import { RejectedError } from "../../api/client.ts";
import type { HeaderBuilder } from "../../api/client.ts";
import { trading } from "../../api/interfaces.ts";
import type { Exchange, Settings } from "../../api/settings.ts";
import type { Wallet } from "./wallet.ts";

// Typed data that wallets sign (EIP-712): requests for an API key, and version 2 orders.

const DOMAIN = [
  { name: "name", type: "string" },
  { name: "version", type: "string" },
  { name: "chainId", type: "uint256" },
] as const;
const CONTRACT_DOMAIN = [...DOMAIN, { name: "verifyingContract", type: "address" }] as const;

const CLAIM = [
  { name: "address", type: "address" },
  { name: "timestamp", type: "string" },
  { name: "nonce", type: "uint256" },
  { name: "message", type: "string" },
] as const;

type WalletClaim = {
  readonly address: Hex;
  /** Time in unix seconds. */
  readonly timestamp: string;
  /** Number that distinguishes the API key from the wallet's other keys. */
  readonly nonce: number;
};

/** Builds the claim of owning the wallet. The signed claim creates an API key. */
export const buildWalletClaim = (
  { address, timestamp, nonce }: WalletClaim,
  chainId: number,
): TypedDataDefinition => ({
  domain: { name: "ClobAuthDomain", version: "1", chainId },
  types: { EIP712Domain: DOMAIN, ClobAuth: CLAIM },
  primaryType: "ClobAuth",
  message: {
    address,
    timestamp,
    nonce: BigInt(nonce),
    message: "This message attests that I control the given wallet",
  },
});

const ORDER = [
  { name: "salt", type: "uint256" },
  { name: "maker", type: "address" },
  { name: "signer", type: "address" },
  { name: "tokenId", type: "uint256" },
  { name: "makerAmount", type: "uint256" },
  { name: "takerAmount", type: "uint256" },
  { name: "side", type: "uint8" },
  { name: "signatureType", type: "uint8" },
  { name: "timestamp", type: "uint256" },
  { name: "metadata", type: "bytes32" },
  { name: "builder", type: "bytes32" },
] as const;

export type Side = "BUY" | "SELL";

export type OrderTerms = {
  readonly maker: Hex;
  readonly tokenId: string;
  readonly side: Side;
  /** Amounts that the maker gives and receives, in millionths of collateral or of a share. */
  readonly makerAmount: string;
  readonly takerAmount: string;
  /** Random number below 2^53, so that it is exact in JSON. */
  readonly salt: number;
  /** Time in unix milliseconds. */
  readonly timestamp: number;
};

export const buildOrderData = (exchange: Exchange, terms: OrderTerms): TypedDataDefinition => ({
  domain: {
    name: exchange.name,
    version: exchange.version,
    chainId: exchange.chain_id,
    verifyingContract: toAddress(exchange.contract),
  },
  types: { EIP712Domain: CONTRACT_DOMAIN, Order: ORDER },
  primaryType: "Order",
  message: {
    salt: BigInt(terms.salt),
    maker: terms.maker,
    signer: terms.maker,
    tokenId: BigInt(terms.tokenId),
    makerAmount: BigInt(terms.makerAmount),
    takerAmount: BigInt(terms.takerAmount),
    side: terms.side === "BUY" ? 0 : 1,
    signatureType: 0,
    timestamp: BigInt(terms.timestamp),
    metadata: zeroHash,
    builder: zeroHash,
  },
});

const toAddress = (text: string): Hex => `0x${text.slice(2)}`;

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
      const revoked = error instanceof RejectedError && error.code === "key_not_found";
      if (!revoked || nonce === MAX_KEYS) throw error;
    }
  }
}

async function createKey(wallet: Wallet, settings: Settings, nonce: number): Promise<Credentials> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const { address } = wallet;
  const signature = await wallet.sign(buildWalletClaim({ address, timestamp, nonce }, settings.chain_id));
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
    const { computeHmac } = await import("./signing.ts");
    const mac = computeHmac(decodeBase64(secret), timestamp + method + path + body);
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

const decodeBase64 = (text: string): Uint8Array =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

const withPrefix = (
  { header_prefix: prefix }: Settings,
  named: Readonly<Record<string, string>>,
): Record<string, string> =>
  Object.fromEntries(Object.entries(named).map(([name, value]) => [prefix + name, value]));
