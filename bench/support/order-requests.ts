/** Signed order placements as bytes for the wire, made before anything is measured. */
import { createHmac, randomBytes } from "node:crypto";
import secp256k1 from "secp256k1";
import { checksumAddress } from "../../src/signing/address.ts";
import { builtInDomains } from "../../src/signing/orders/order-domain.ts";
import { keccak256 } from "../../src/signing/keccak.ts";
import { computeOrderDigest, computeOrderStructHash } from "../../src/signing/orders/order-digest.ts";
import { parseSignedOrder } from "../../src/signing/orders/signed-order.ts";
import { computeWalletAuthDigest } from "../../src/signing/wallet-auth.ts";

const CHAIN = 137;
const ZERO = `0x${"0".repeat(64)}`;

export type Wallet = { readonly key: Uint8Array; readonly address: string };
export type Trader = Wallet & {
  readonly apiKey: string;
  readonly secret: Buffer;
  readonly passphrase: string;
};

export function createWallet(): Wallet {
  const key = randomBytes(32);
  const point = secp256k1.publicKeyCreate(key, false);
  const address = Buffer.from(keccak256(point.subarray(1)).subarray(12)).toString("hex");
  return { key, address: checksumAddress(`0x${address}`) };
}

function sign(digest: Uint8Array, key: Uint8Array): string {
  const { signature, recid } = secp256k1.ecdsaSign(digest, key);
  return `0x${Buffer.from(signature).toString("hex")}${(27 + recid).toString(16)}`;
}

/** Creates the wallet's API key on the server, which funds it in the sandbox. */
export async function register(url: string, wallet: Wallet): Promise<Trader> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const claim = { address: wallet.address.toLowerCase(), timestamp, nonce: "0" };
  const answer = await fetch(`${url}/auth/api-key`, {
    method: "POST",
    headers: {
      SVC_ADDRESS: wallet.address,
      SVC_TIMESTAMP: timestamp,
      SVC_NONCE: "0",
      SVC_SIGNATURE: sign(computeWalletAuthDigest(claim, CHAIN), wallet.key),
    },
  });
  const credentials = (await answer.json()) as { apiKey: string; secret: string; passphrase: string };
  return { ...wallet, ...credentials, secret: Buffer.from(credentials.secret, "base64url") };
}

export type Terms = {
  readonly tokenId: string;
  readonly side: "BUY" | "SELL";
  readonly cents: number;
  readonly shares: number;
  /** True for a market with negative risk, whose orders are signed for another contract. */
  readonly negativeRisk?: boolean;
};

/** Domain that orders are signed for: a current one for markets without negative risk. */
export const BENCH_DOMAIN = builtInDomains([CHAIN]).find(
  ({ struct, negRisk }) => struct === "v2" && !negRisk,
)!;

const NEGATIVE_RISK_DOMAIN = builtInDomains([CHAIN]).find(
  ({ struct, negRisk }) => struct === "v2" && negRisk,
)!;

/** Makes the body of a placement, signed by the trader. */
export const orderBody = (trader: Trader, terms: Terms): string => signOrder(trader, terms).body;

/** Makes the body of a placement, and gives the order's id. */
export function signOrder(trader: Trader, terms: Terms): { readonly id: string; readonly body: string } {
  const money = String(terms.cents * terms.shares * 10_000);
  const shares = String(terms.shares * 1_000_000);
  const order = {
    salt: String(randomBytes(6).readUIntBE(0, 6)),
    maker: trader.address,
    signer: trader.address,
    tokenId: terms.tokenId,
    makerAmount: terms.side === "BUY" ? money : shares,
    takerAmount: terms.side === "BUY" ? shares : money,
    side: terms.side,
    signatureType: 0,
    timestamp: String(Date.now()),
    expiration: "0",
    metadata: ZERO,
    builder: ZERO,
    signature: `0x${"11".repeat(64)}1b`,
  };
  const domain = terms.negativeRisk === true ? NEGATIVE_RISK_DOMAIN : BENCH_DOMAIN;
  const parsed = parseSignedOrder(order);
  if (!parsed.ok) throw new Error(parsed.hint);
  const digest = computeOrderDigest(domain, computeOrderStructHash(parsed.order));
  const body = JSON.stringify({
    order: { ...order, signature: sign(digest, trader.key) },
    owner: trader.apiKey,
    orderType: "GTC",
    postOnly: false,
  });
  return { id: `0x${Buffer.from(digest).toString("hex")}`, body };
}

export const orderRequest = (trader: Trader, body: string): Buffer =>
  signedRequest(trader, "POST /order", body);

/** Makes the whole request of a route, as in `POST /order`. Its timestamp is now, so it is valid for a minute. */
export function signedRequest(trader: Trader, route: string, body: string): Buffer {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = createHmac("sha256", trader.secret)
    .update(`${timestamp}${route.replace(" ", "")}${body}`)
    .digest("base64url");
  return Buffer.from(
    `${route} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n` +
      `svc_address: ${trader.address}\r\nsvc_api_key: ${trader.apiKey}\r\nsvc_passphrase: ${trader.passphrase}\r\n` +
      `svc_timestamp: ${timestamp}\r\nsvc_signature: ${signature}=\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
