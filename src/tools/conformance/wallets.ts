/** Wallets of the checks: credentials, signed requests and signed orders, made as clients make them. */
import { createHmac, randomBytes, randomInt } from "node:crypto";
import secp256k1 from "secp256k1";
import { ZERO_ADDRESS } from "../../core/ledger/accounts.ts";
import { checksumAddress } from "../../signing/address.ts";
import { decodeSecret } from "../../signing/credentials.ts";
import type { Credentials } from "../../signing/credentials.ts";
import type { OrderDomain } from "../../signing/orders/order-domain.ts";
import { signatureHex } from "../../signing/recover.ts";
import { deriveAddress, signOrder } from "../../signing/orders/order-digest.ts";
import { computeWalletAuthDigest } from "../../signing/wallet-auth.ts";
import type { SentRequest } from "./shape/answer.ts";

export type Wallet = { readonly key: Uint8Array; readonly address: string };
export type Trader = Wallet & { readonly credentials: Credentials };

export type Headers = Readonly<Record<string, string>>;

const KEY_BYTES = 32;

export function makeWallet(): Wallet {
  const key = randomBytes(KEY_BYTES);
  return isKey(key) ? createWallet(key) : makeWallet();
}

/** Tells whether a number is a valid private key of the curve. */
export const isKey = (key: Uint8Array): boolean => secp256k1.privateKeyVerify(key);

export const createWallet = (key: Uint8Array): Wallet => ({ key, address: deriveAddress(key) });

const nowSeconds = (): string => String(Math.floor(Date.now() / 1000));

/** Makes the headers of a request for an API key, which the wallet itself signs. */
export function makeWalletHeaders({ key, address }: Wallet, prefix: string, chainId: number): Headers {
  const claim = { address, timestamp: nowSeconds(), nonce: "0" };
  const { signature: rs, recid } = secp256k1.ecdsaSign(computeWalletAuthDigest(claim, chainId), key);
  return {
    [`${prefix}ADDRESS`]: checksumAddress(address),
    [`${prefix}SIGNATURE`]: signatureHex({ rs, recovery: recid === 0 ? 0 : 1 }),
    [`${prefix}TIMESTAMP`]: claim.timestamp,
    [`${prefix}NONCE`]: claim.nonce,
  };
}

/** Adds the headers of a request signed by an API key. */
export function signRequest(
  sent: SentRequest,
  { address, credentials }: Trader,
  prefix: string,
): SentRequest {
  const { method = "GET", path, body = "" } = sent;
  const timestamp = nowSeconds();
  const mac = createHmac("sha256", decodeSecret(credentials.secret))
    .update(timestamp + method + path.replace(/\?.*$/s, "") + body)
    .digest("base64url");
  const headers = {
    [`${prefix}ADDRESS`]: checksumAddress(address),
    [`${prefix}API_KEY`]: credentials.apiKey,
    [`${prefix}PASSPHRASE`]: credentials.passphrase,
    [`${prefix}TIMESTAMP`]: timestamp,
    [`${prefix}SIGNATURE`]: `${mac}=`,
  };
  return { ...sent, headers };
}

/** Order to sign, with its size in shares. */
export type WantedOrder = {
  readonly conditionId: string;
  readonly tokenId: string;
  readonly side: "BUY" | "SELL";
  /** Price in millionths of the collateral. */
  readonly priceMicros: number;
  readonly shares: number;
};

const NO_BYTES = `0x${"0".repeat(64)}`;
const SALTS = 2 ** 47;

/** Signs an order; returns its id and the body that places it. */
export function signOrderBody(
  wanted: WantedOrder,
  trader: Trader,
  domain: OrderDomain,
): { body: string; id: string } {
  const { conditionId, tokenId, side, priceMicros, shares } = wanted;
  const [money, size] = [String(Math.round(priceMicros * shares)), String(Math.round(shares * 1_000_000))];
  const salt = String(randomInt(SALTS));
  const order = {
    struct: "v2",
    tokenId,
    maker: trader.address,
    signer: trader.address,
    makerAmount: side === "BUY" ? money : size,
    takerAmount: side === "BUY" ? size : money,
    side,
    metadata: NO_BYTES,
    salt,
    signatureType: 0,
    timestamp: String(Date.now()),
    builder: NO_BYTES,
    taker: ZERO_ADDRESS,
    expiration: "0",
  } as const;
  const { digest, signature } = signOrder(order, domain, trader.key);
  const { struct: _struct, taker: _taker, expiration: _expiration, ...fields } = order;
  const address = checksumAddress(trader.address);
  const sent = { ...fields, conditionId, maker: address, signer: address, signature };
  return {
    body: JSON.stringify({ order: sent, orderType: "GTC", owner: trader.credentials.apiKey }),
    id: digest,
  };
}
