/**
 * A trader with a key. It signs API credentials (L1), requests (L2) and orders as clients do, with viem, so that none
 * of the signing is our own code.
 */
import { createHmac } from "node:crypto";
import {
  concatHex,
  domainSeparator,
  hashStruct,
  hashTypedData,
  numberToHex,
  size as bytesIn,
  stringToHex,
} from "viem";
import type { Hex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import type { PrivateKeyAccount } from "viem/accounts";
import type { Side } from "../../src/core/state.ts";
import { parseDecimal } from "../../src/core/units.ts";
import type { Dialect } from "../../src/http/dialects/dialect.ts";
import { builtInDomains } from "../../src/signing/orders/order-domain.ts";
import type { Credentials } from "../../src/signing/credentials.ts";
import type { OrderDomain } from "../../src/signing/orders/order-domain.ts";
import { hashOf } from "./exchange.ts";
import type { Reply, TestExchange } from "./exchange.ts";

/** The exchange, and the clock of the requests' timestamps. */
type ExchangeClient = Pick<TestExchange, "send" | "clock">;

export type Encoding = "base64url" | "base64url-unpadded" | "base64" | "base64-unpadded" | "hex";

export type Headers = Record<string, string>;

/** Differences from a standard request. */
export type RequestOptions = {
  readonly dialect?: Dialect;
  readonly prefix?: string;
  readonly encoding?: Encoding;
  /** Value of the timestamp header; by default the exchange's clock in seconds. */
  readonly timestamp?: string;
  /** Parts that are signed instead of the sent ones. */
  readonly signedMethod?: string;
  readonly signedPath?: string;
  readonly signedBody?: string | Uint8Array;
  /** Applied to the headers after signing. */
  readonly changeHeaders?: (headers: Headers) => Headers;
};

export type OrderTerms = {
  readonly tokenId: string;
  readonly side: Side;
  /** Decimal text; the amounts follow from price and size. */
  readonly price?: string;
  readonly size?: string;
  readonly makerAmount?: string;
  readonly takerAmount?: string;
  readonly domain?: string;
  readonly signatureType?: 0 | 1 | 2 | 3;
  readonly maker?: string;
  readonly signer?: string;
  readonly salt?: string;
  readonly timestamp?: string;
  readonly metadata?: Hex;
  readonly builder?: Hex;
  /** Unix seconds; part of the signed struct in version 1 only. */
  readonly expiration?: string;
  readonly feeRateBps?: string;
};

export type WireOrder = Record<string, unknown>;
export type SignedOrder = { readonly order: WireOrder; readonly id: string };

/** Differences from a standard placement: a GTC order of the key's owner. */
export type PlacementOptions = RequestOptions & {
  readonly orderType?: string;
  readonly owner?: string;
  readonly postOnly?: boolean;
  /** Applied to the body after the order was signed and before the request is. */
  readonly changeBody?: (body: Record<string, unknown>) => unknown;
};

const ORDER_V2 = [
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
const ORDER_V1 = [
  { name: "salt", type: "uint256" },
  { name: "maker", type: "address" },
  { name: "signer", type: "address" },
  { name: "taker", type: "address" },
  { name: "tokenId", type: "uint256" },
  { name: "makerAmount", type: "uint256" },
  { name: "takerAmount", type: "uint256" },
  { name: "expiration", type: "uint256" },
  { name: "nonce", type: "uint256" },
  { name: "feeRateBps", type: "uint256" },
  { name: "side", type: "uint8" },
  { name: "signatureType", type: "uint8" },
] as const;
const WRAPPER = [
  { name: "contents", type: "Order" },
  { name: "name", type: "string" },
  { name: "version", type: "string" },
  { name: "chainId", type: "uint256" },
  { name: "verifyingContract", type: "address" },
  { name: "salt", type: "bytes32" },
] as const;
const CLOB_AUTH = [
  { name: "address", type: "address" },
  { name: "timestamp", type: "string" },
  { name: "nonce", type: "uint256" },
  { name: "message", type: "string" },
] as const;
const ORDER_V2_TEXT = `Order(${ORDER_V2.map(({ type, name }) => `${type} ${name}`).join(",")})`;
const ZERO = `0x${"0".repeat(64)}` as const;
const NOBODY = `0x${"0".repeat(40)}` as const;

export const DOMAINS: readonly OrderDomain[] = builtInDomains([137, 80002]);

/** A key for a name. */
export const accountOf = (name: string): PrivateKeyAccount =>
  privateKeyToAccount(hashOf(`key ${name}`) as Hex);

export type Trader = {
  readonly account: PrivateKeyAccount;
  /** Lower-case address. */
  readonly address: string;
  readonly credentials: Credentials;
  /** Sends a request with these credentials; `path` may have a query. */
  request(
    method: "GET" | "POST" | "DELETE",
    path: string,
    sent?: RequestOptions & { body?: unknown },
  ): Promise<Reply>;
  sign(terms: OrderTerms): Promise<SignedOrder>;
  /** Posts a new order. */
  place(terms: OrderTerms, options?: PlacementOptions): Promise<Reply>;
  /** Posts a signed order. */
  post(order: WireOrder, options?: PlacementOptions): Promise<Reply>;
  cancel(id: string, options?: RequestOptions): Promise<Reply>;
};

/** Makes a trader with an API key of nonce 0; in the sandbox it has the first credit. */
export async function createTrader(exchange: ExchangeClient, name: string): Promise<Trader> {
  const account = accountOf(name);
  const reply = await exchange.send("/auth/api-key", {
    method: "POST",
    headers: await walletHeaders(account, exchange.clock.now),
  });
  if (reply.status !== 200) throw new Error(`no API key for ${name}: ${reply.text}`);
  return traderWith(exchange, account, reply.body as Credentials);
}

export function traderWith(
  exchange: ExchangeClient,
  account: PrivateKeyAccount,
  credentials: Credentials,
): Trader {
  const address = account.address.toLowerCase();
  const request: Trader["request"] = (method, path, sent = {}) => {
    const { body, dialect, ...options } = sent;
    const bytes = body === undefined ? undefined : toBytes(body);
    const headers = requestHeaders(
      { account, credentials },
      { method, path, body: bytes, now: exchange.clock.now },
      options,
    );
    return exchange.send(path, { method, headers, ...(bytes !== undefined && { body: bytes }) }, dialect);
  };
  const post: Trader["post"] = (
    order,
    { orderType = "GTC", owner = credentials.apiKey, postOnly, changeBody, ...rest } = {},
  ) => {
    const body = { order, owner, orderType, ...(postOnly !== undefined && { postOnly }) };
    return request("POST", "/order", { ...rest, body: changeBody === undefined ? body : changeBody(body) });
  };
  const sign = (terms: OrderTerms): Promise<SignedOrder> => signOrder(account, terms);
  return {
    account,
    address,
    credentials,
    request,
    sign,
    post,
    place: async (terms, options) => post((await sign(terms)).order, options),
    cancel: (id, options) => request("DELETE", "/order", { ...options, body: { orderID: id } }),
  };
}

const toBytes = (body: unknown): string | Uint8Array =>
  typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body);

type WalletOptions = {
  readonly chainId?: number;
  readonly nonce?: string;
  readonly timestamp?: string;
  readonly prefix?: string;
};

/** Headers of a request that the wallet signs (L1). */
export async function walletHeaders(
  account: PrivateKeyAccount,
  now: number,
  options: WalletOptions = {},
): Promise<Headers> {
  const { chainId = 137, nonce = "0", prefix = "SVC_", timestamp = String(Math.floor(now / 1000)) } = options;
  const signature = await account.signTypedData({
    domain: { name: "ClobAuthDomain", version: "1", chainId },
    types: { ClobAuth: CLOB_AUTH },
    primaryType: "ClobAuth",
    message: {
      address: account.address,
      timestamp,
      nonce: BigInt(nonce),
      message: "This message attests that I control the given wallet",
    },
  });
  return {
    [`${prefix}ADDRESS`]: account.address,
    [`${prefix}SIGNATURE`]: signature,
    [`${prefix}TIMESTAMP`]: timestamp,
    [`${prefix}NONCE`]: nonce,
  };
}

type Signer = { readonly account: PrivateKeyAccount; readonly credentials: Credentials };
type Request = {
  readonly method: string;
  readonly path: string;
  readonly body: string | Uint8Array | undefined;
  readonly now: number;
};

let signed = 0;

/** Milliseconds, different for each request: clocks of tests stand still, and equal signatures count as one request. */
function nextTimestamp(now: number): string {
  signed = (signed + 1) % 1000;
  return String(now + signed);
}

/** Headers of a request that an API key signs (L2). */
export function requestHeaders(
  { account, credentials }: Signer,
  request: Request,
  options: RequestOptions = {},
): Headers {
  const { prefix = "SVC_", encoding = "base64url", changeHeaders } = options;
  const timestamp = options.timestamp ?? nextTimestamp(request.now);
  const method = options.signedMethod ?? request.method;
  const path = options.signedPath ?? request.path.replace(/\?.*$/s, "");
  const mac = createHmac("sha256", Buffer.from(credentials.secret, "base64"))
    .update(timestamp + method + path)
    .update(options.signedBody ?? request.body ?? "")
    .digest();
  const headers = {
    [`${prefix}ADDRESS`]: account.address,
    [`${prefix}API_KEY`]: credentials.apiKey,
    [`${prefix}PASSPHRASE`]: credentials.passphrase,
    [`${prefix}TIMESTAMP`]: timestamp,
    [`${prefix}SIGNATURE`]: encode(mac, encoding),
  };
  return changeHeaders === undefined ? headers : changeHeaders(headers);
}

function encode(mac: Buffer, encoding: Encoding): string {
  switch (encoding) {
    case "base64url":
      return `${mac.toString("base64url")}=`;
    case "base64url-unpadded":
      return mac.toString("base64url");
    case "base64":
      return mac.toString("base64");
    case "base64-unpadded":
      return mac.toString("base64").replace(/=+$/, "");
    case "hex":
      return mac.toString("hex");
  }
}

let salts = 0;

/** Base units of price x size and of size, as maker and taker amounts by the side. */
function amountsOf(side: Side, price: string, shares: string): { makerAmount: string; takerAmount: string } {
  const ticks = parseDecimal(price, 4)!;
  const lots = parseDecimal(shares, 2)!;
  const [money, size] = [String(ticks * lots), String(lots * 10_000)];
  return side === "BUY"
    ? { makerAmount: money, takerAmount: size }
    : { makerAmount: size, takerAmount: money };
}

/** Signs an order for its domain; gives its wire form and its digest. */
export async function signOrder(account: PrivateKeyAccount, terms: OrderTerms): Promise<SignedOrder> {
  const domain = DOMAINS.find(({ id }) => id === (terms.domain ?? "polymarket-v2-137"));
  if (domain === undefined) throw new Error(`no domain ${terms.domain}`);
  salts += 1;
  const { signatureType = 0, maker = account.address } = terms;
  const common = {
    salt: terms.salt ?? String(salts),
    maker,
    signer: terms.signer ?? (signatureType === 3 ? maker : account.address),
    tokenId: terms.tokenId,
    ...amountsOf(terms.side, terms.price ?? "0.5", terms.size ?? "10"),
    ...(terms.makerAmount !== undefined && { makerAmount: terms.makerAmount }),
    ...(terms.takerAmount !== undefined && { takerAmount: terms.takerAmount }),
    side: terms.side,
    signatureType,
  };
  return domain.struct === "v1"
    ? signV1(account, domain, { ...common, ...v1Fields(terms) })
    : signV2(account, domain, { ...common, ...v2Fields(terms) });
}

const v1Fields = ({ expiration = "0", feeRateBps = "0" }: OrderTerms) => ({
  taker: NOBODY,
  expiration,
  nonce: "0",
  feeRateBps,
});
const v2Fields = ({
  timestamp = "1780000000000",
  metadata = ZERO,
  builder = ZERO,
  expiration,
}: OrderTerms) => ({
  timestamp,
  metadata,
  builder,
  ...(expiration !== undefined && { expiration }),
});

// The struct as viem wants it; numbers stay texts on the wire.
function typed(domain: OrderDomain, order: WireOrder) {
  const numbers = [
    "salt",
    "tokenId",
    "makerAmount",
    "takerAmount",
    "timestamp",
    "expiration",
    "nonce",
    "feeRateBps",
  ];
  const message: Record<string, unknown> = { ...order, side: order["side"] === "BUY" ? 0 : 1 };
  for (const name of numbers) if (typeof message[name] === "string") message[name] = BigInt(message[name]);
  return {
    domain: domainOf(domain),
    types: { Order: domain.struct === "v1" ? ORDER_V1 : ORDER_V2 },
    primaryType: "Order",
    message,
  } as const;
}

const domainOf = ({ name, version, chainId, verifyingContract }: OrderDomain) => ({
  name,
  version,
  chainId,
  verifyingContract: verifyingContract as Hex,
});

async function signV1(
  account: PrivateKeyAccount,
  domain: OrderDomain,
  order: WireOrder,
): Promise<SignedOrder> {
  const data = typed(domain, order) as Parameters<typeof hashTypedData>[0];
  return { order: { ...order, signature: await account.signTypedData(data) }, id: hashTypedData(data) };
}

async function signV2(
  account: PrivateKeyAccount,
  domain: OrderDomain,
  order: WireOrder,
): Promise<SignedOrder> {
  if (order["signatureType"] !== 3) return signV1(account, domain, order);
  const data = typed(domain, order) as Parameters<typeof hashTypedData>[0];
  const inner = await account.signTypedData({
    domain: domainOf(domain),
    types: { TypedDataSign: WRAPPER, Order: ORDER_V2 },
    primaryType: "TypedDataSign",
    message: {
      contents: data.message,
      name: "DepositWallet",
      version: "1",
      chainId: BigInt(domain.chainId),
      verifyingContract: order["signer"] as Hex,
      salt: ZERO,
    },
  } as unknown as Parameters<PrivateKeyAccount["signTypedData"]>[0]);
  const contents = hashStruct({
    data: data.message as never,
    primaryType: "Order",
    types: { Order: ORDER_V2 },
  });
  const type = stringToHex(ORDER_V2_TEXT);
  const separator = domainSeparator({ domain: domainOf(domain) });
  const signature = concatHex([inner, separator, contents, type, numberToHex(bytesIn(type), { size: 2 })]);
  return { order: { ...order, signature }, id: hashTypedData(data) };
}
