/**
 * Variants of an order that people sign instead of the one that they send: other fields, another struct, or another
 * exchange.
 */
import { ZERO_ADDRESS } from "../core/accounts.ts";
import { builtInDomains, makeDomain } from "../signing/order-domain.ts";
import { deriveWallets } from "../signing/contract-wallet.ts";
import type { DomainTerms, OrderDomain } from "../signing/order-domain.ts";
import type { SignedOrder } from "../signing/signed-order.ts";
import { isUint256 } from "../signing/uint.ts";
import type { Finding } from "./check.ts";
import { LIKELY_CHAINS } from "./wallet-auth-variants.ts";

/** Market of the order's token. */
export type OrderMarket = { readonly tokenIds: readonly string[]; readonly conditionId: string };

export type OrderSlip = { readonly finding: Finding; readonly order: SignedOrder };

const ZERO_BYTES32 = `0x${"0".repeat(64)}`;

/** Lists the orders that may have been signed instead, each with a single mistake. */
export function orderSlips(order: SignedOrder, market: OrderMarket): OrderSlip[] {
  return [
    ...amountSlips(order),
    ...tokenSlips(order, market),
    ...identitySlips(order),
    ...(order.struct === "v2" ? [...v2Slips(order), asV1(order)] : v1Slips(order)),
  ];
}

const signedAs = (mistake: Finding["mistake"], field: string, { signed, sent }: SignedAndSent): Finding => ({
  mistake,
  hint: `order.${field}: ${signed} was signed, and ${sent} is sent; send the order as it was signed`,
});

type SignedAndSent = { readonly signed: string; readonly sent: string };

function amountSlips(order: SignedOrder): OrderSlip[] {
  const { makerAmount, takerAmount, side } = order;
  const otherSide: SignedOrder["side"] = side === "BUY" ? "SELL" : "BUY";
  const swapped = { makerAmount: takerAmount, takerAmount: makerAmount };
  const amounts = (maker: string, taker: string): OrderSlip => ({
    finding: signedAs("order_amounts", "makerAmount and order.takerAmount", {
      signed: `${maker} and ${taker}`,
      sent: `${makerAmount} and ${takerAmount}`,
    }),
    order: { ...order, makerAmount: maker, takerAmount: taker },
  });
  const sides = { finding: signedAs("order_side", "side", { signed: otherSide, sent: side }) };
  const zeros = (text: string, count: number): string => text + "0".repeat(count);
  const fewer = (text: string): string => text.replace(/0{6}$/, "") || text;
  return [
    { ...sides, order: { ...order, side: otherSide } },
    amounts(takerAmount, makerAmount),
    { ...sides, order: { ...order, side: otherSide, ...swapped } },
    amounts(zeros(makerAmount, 12), zeros(takerAmount, 12)),
    amounts(zeros(makerAmount, 6), zeros(takerAmount, 6)),
    amounts(fewer(makerAmount), fewer(takerAmount)),
  ].filter(({ order: signed }) => isUint256(signed.makerAmount) && isUint256(signed.takerAmount));
}

const tokenSlips = (order: SignedOrder, { tokenIds, conditionId }: OrderMarket): OrderSlip[] =>
  [...tokenIds, BigInt(conditionId).toString()]
    .filter((tokenId) => tokenId !== order.tokenId)
    .map((tokenId) => ({
      finding: signedAs("order_token", "tokenId", { signed: tokenId, sent: order.tokenId }),
      order: { ...order, tokenId },
    }));

function identitySlips(order: SignedOrder): OrderSlip[] {
  const { maker, signer, signatureType } = order;
  const types = ([0, 1, 2, 3] as const)
    .filter((type) => type !== signatureType)
    .map((type) => ({
      finding: signedAs("order_signature_type", "signatureType", {
        signed: String(type),
        sent: String(signatureType),
      }),
      order: { ...order, signatureType: type },
    }));
  if (maker === signer) return [...types, ...walletSlips(order)];
  return [
    ...types,
    {
      finding: signedAs("order_field", "maker", { signed: signer, sent: maker }),
      order: { ...order, maker: signer },
    },
    {
      finding: signedAs("order_field", "signer", { signed: maker, sent: signer }),
      order: { ...order, signer: maker },
    },
  ];
}

/** Lists the key's own order as signed for a wallet of the key. */
const walletSlips = (order: SignedOrder): OrderSlip[] =>
  ([1, 2] as const).flatMap((type) =>
    deriveWallets(type, order.signer).map(({ wallet }) => ({
      finding: signedAs("order_signature_type", "maker and order.signatureType", {
        signed: `${wallet} and ${type}`,
        sent: `${order.maker} and ${order.signatureType}`,
      }),
      order: { ...order, maker: wallet, signatureType: type },
    })),
  );

/** Replaces the value of one field of the order. */
const withField =
  (order: SignedOrder) =>
  (field: string, signed: string): OrderSlip => ({
    finding: signedAs("order_field", field, { signed, sent: String(Reflect.get(order, field)) }),
    order: { ...order, [field]: signed },
  });

/** Lists mistakes of version 2: a salt that JavaScript rounded, a time in another unit, and empty fields. */
function v2Slips(order: SignedOrder & { struct: "v2" }): OrderSlip[] {
  const field = withField(order);
  const { salt, timestamp } = order;
  const seconds = timestamp.slice(0, -3) || "0";
  const times = [seconds, String(BigInt(seconds) + 1n), "0"].filter(isUint256);
  return [
    field("salt", rounded(salt)),
    ...times.map((time) => field("timestamp", time)),
    field("metadata", ZERO_BYTES32),
    field("builder", ZERO_BYTES32),
  ];
}

/** Lists the thousand timestamps of an order that was signed in milliseconds and sent in seconds. */
export function timeSlips(order: SignedOrder): OrderSlip[] {
  if (order.struct !== "v2" || !/^\d{10}$/.test(order.timestamp)) return [];
  const field = withField(order);
  return Array.from({ length: 1000 }, (_, ms) =>
    field("timestamp", order.timestamp + String(ms).padStart(3, "0")),
  );
}

function v1Slips(order: SignedOrder & { struct: "v1" }): OrderSlip[] {
  const field = withField(order);
  return [
    field("salt", rounded(order.salt)),
    field("expiration", "0"),
    field("nonce", "0"),
    field("nonce", "1"),
    ...["0", "1000", "200", "100"].map((rate) => field("feeRateBps", rate)),
  ];
}

const rounded = (integer: string): string => BigInt(Number(integer)).toString();

const asV1 = (order: SignedOrder & { struct: "v2" }): OrderSlip => {
  const { timestamp: _timestamp, metadata: _metadata, builder: _builder, ...terms } = order;
  const hint =
    "the order was signed as the struct of version 1 (with taker, nonce and feeRateBps), and is sent as version 2; send the fields that were signed";
  return {
    finding: { mistake: "order_struct", hint },
    order: { ...terms, struct: "v1", taker: ZERO_ADDRESS, nonce: "0", feeRateBps: "0" },
  };
};

/**
 * Lists exchanges that an order may have been signed for: every known deployment on every likely chain, and the accepted
 * ones with another name, version or contract.
 */
export function likelyDomains(accepted: readonly OrderDomain[]): OrderDomain[] {
  const known = [...accepted, ...builtInDomains([137, 80_002])];
  const chains = new Set([...accepted.map(({ chainId }) => chainId), ...LIKELY_CHAINS]);
  const names = new Set(known.map(({ name }) => name));
  const versions = new Set([...known.map(({ version }) => version), "1", "2", "3"]);
  const contracts = new Set([...known.map(({ verifyingContract }) => verifyingContract), ZERO_ADDRESS]);
  const elsewhere = known.flatMap((domain) => [...chains].map((chainId) => ({ ...domain, chainId })));
  const changed = accepted.flatMap((domain) => [
    ...[...names].map((name) => ({ ...domain, name })),
    ...[...versions].map((version) => ({ ...domain, version })),
    ...[...contracts].map((verifyingContract) => ({ ...domain, verifyingContract })),
  ]);
  const domains = [...elsewhere, ...changed].map((terms) => ({ ...terms, text: textOf(terms) }));
  const unseen = new Set(domains.map(({ text }) => text));
  return domains.filter(({ text }) => unseen.delete(text)).map(makeDomain);
}

/** Joins the fields of a domain's separator. */
const textOf = ({ name, version, chainId, verifyingContract }: DomainTerms): string =>
  [name, version, chainId, verifyingContract].join("\n");

/** Explains a wrong exchange, by its differences from the nearest accepted one. */
export function explainDomain(signed: OrderDomain, fitting: readonly OrderDomain[]): Finding {
  const [nearest] = fitting
    .map((domain) => ({ domain, wrong: differences(signed, domain) }))
    .sort((one, other) => one.wrong.length - other.wrong.length);
  const [wrong] = nearest?.wrong ?? [];
  if (nearest === undefined || wrong === undefined)
    return {
      mistake: "order_struct",
      hint: `no exchange accepts orders of this struct for this kind of market`,
    };
  const { domain } = nearest;
  const hints = nearest.wrong.map(
    ({ field }) => `${field} ${String(signed[field])}, expected ${String(domain[field])}`,
  );
  const kind = domain.negRisk ? "a negative-risk market" : "not a negative-risk market";
  const contract = nearest.wrong.some(({ field }) => field === "verifyingContract")
    ? `; this is ${kind}`
    : "";
  return {
    mistake: wrong.mistake,
    hint: `unsupported verifying contract: the order is signed with ${hints.join("; ")} (${domain.id})${contract}`,
  };
}

const DOMAIN_FIELDS = [
  { field: "chainId", mistake: "order_chain" },
  { field: "verifyingContract", mistake: "order_contract" },
  { field: "name", mistake: "order_domain" },
  { field: "version", mistake: "order_domain" },
] as const;

const differences = (signed: OrderDomain, domain: OrderDomain) =>
  DOMAIN_FIELDS.filter(({ field }) => signed[field] !== domain[field]);
