/** The golden values of tests/vectors, typed as far as tests of this folder read them. */
import { readFileSync } from "node:fs";
import type { OrderRejectionReason } from "../../src/signing/orders/order-verdict.ts";
import type { MarketKind } from "../../src/core/markets/market-version.ts";

export type Account = {
  address: string;
  apiKey: string;
  secret: string;
  depositWallet?: string;
  proxyWallet?: { polymarket: string; kuest: string };
  safeWallet?: { polymarket: string; kuest: string };
};

export type DomainVector = {
  id: string;
  venue: "polymarket" | "kuest";
  name: string;
  version: string;
  chainId: number;
  verifyingContract: string;
  negRisk: boolean;
};

export type OrderVector = {
  id: string;
  domainId: string;
  negRisk: boolean;
  privateKey: `0x${string}`;
  eoa: string;
  order: Record<string, unknown> & { side: 0 | 1; signatureType: number };
  domainSeparator: string;
  structHash: string;
  digest: string;
  signature: `0x${string}`;
  recovered: string;
  type3?: { typedDataSignDigest: string; innerSignature: string };
  wire?: { body: string };
};

export type OrderVectors = {
  orderType: string;
  orderTypeHash: string;
  domains: DomainVector[];
  accounts: Account[];
  vectors: OrderVector[];
};

export type InvalidOrderCase = {
  id: string;
  expect: "reject" | "accept" | "accept-after-normalisation" | "implementation-defined";
  where: string;
  reason: string;
  context: string;
  caller: string;
  body: string;
  normalised?: string;
  precondition?: unknown;
};

export type InvalidOrders = {
  contexts: Record<
    string,
    { venue: "polymarket" | "kuest"; version: number; domain: DomainVector; negRisk: boolean }
  >;
  accounts: Account[];
  cases: InvalidOrderCase[];
};

export type L1Vector = {
  id: string;
  address: string;
  chainId: number;
  timestamp: string;
  nonce: string;
  digest: string;
  signature: string;
  reason: string;
  expect: "reject" | "accept" | "accept-after-normalisation";
};

export type L2Vector = {
  id: string;
  secret: string;
  timestamp: string;
  method: string;
  path: string;
  body: string | null;
  signatureBase64url: string;
  signatureHex: string;
  pythonClientsSign?: string;
};

export type WalletVector = {
  id: string;
  venue: "polymarket" | "kuest";
  signatureType: 1 | 2;
  eoa: string;
  wallet: string;
};

export type DepositWalletVector = {
  id: string;
  venue: "polymarket" | "kuest";
  form: "beacon" | "implementation";
  eoa: string;
  wallet: string;
};

export type IdVector = {
  id: string;
  oracle: string;
  questionId: string;
  conditionId: string;
  collateral: string;
  ancillaryData?: string;
  negRiskMarketId?: string;
  negRiskQuestionIndex?: number;
  negRiskMarket?: { oracle: string; feeBips: number; metadata: string };
  outcomes: { indexSet: number; collectionId: string; positionId: string; tokenId: string }[];
};

type Files = {
  "orders-v1": OrderVectors;
  "orders-v2": OrderVectors;
  "invalid-orders": InvalidOrders;
  l1: { vectors: L1Vector[]; invalid: L1Vector[] };
  l2: { vectors: L2Vector[]; wireRequests: L2Vector[] };
  create2: { vectors: WalletVector[]; depositWallets: DepositWalletVector[] };
  ids: { vectors: IdVector[] };
};

export function readVectors<Name extends keyof Files>(name: Name): Files[Name] {
  return JSON.parse(readFileSync(new URL(`../vectors/${name}.json`, import.meta.url), "utf8")) as Files[Name];
}

/** Kind of the market that a vector's order is for. */
export function kindOfVector({ domainId, negRisk }: Pick<OrderVector, "domainId" | "negRisk">): MarketKind {
  if (domainId.includes("-v3-")) return "protocol-v2";
  return negRisk ? "negative-risk" : "ordinary";
}

/** Signed fields of a vector, as sent. */
export function wireOrder(vector: OrderVector): Record<string, unknown> {
  return { ...vector.order, side: vector.order.side === 0 ? "BUY" : "SELL", signature: vector.signature };
}

/** Reason of a refusal; fails the test when there is none. */
export function reasonOf(
  verdict: { ok: true } | { ok: false; reason: OrderRejectionReason },
): OrderRejectionReason {
  if (verdict.ok) throw new Error("expected a refusal");
  return verdict.reason;
}
