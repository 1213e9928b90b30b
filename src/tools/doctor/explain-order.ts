/**
 * Explains a refused order signature: the checks of form, signer, maker, exchange and signature, in order. If something
 * else was signed, the explanation says what. `verifyOrder` makes the decision; this file only explains it.
 */
import { ZERO_ADDRESS } from "../../core/ledger/accounts.ts";
import { WRAPPED_LENGTH, deriveWallets, unwrapSignature } from "../../signing/orders/contract-wallet.ts";
import {
  describeKind,
  listDomainsToTry,
  listOtherDomains,
  rejectWrongKind,
} from "../../signing/orders/domain-choice.ts";
import { equalBytes, parseHex } from "../../signing/hex.ts";
import {
  computeOrderDigest,
  computeOrderStructHash,
  computeWalletOrderDigest,
} from "../../signing/orders/order-digest.ts";
import { builtInDomains, makeDomain } from "../../signing/orders/order-domain.ts";
import type { DomainParams, OrderDomain, OrderStruct } from "../../signing/orders/order-domain.ts";
import type { OrderRejection, VerificationContext } from "../../signing/orders/order-verdict.ts";
import { SIGNATURE_LENGTH, readSignature, recoverAddress } from "../../signing/recover.ts";
import type { EcdsaSignature } from "../../signing/recover.ts";
import type { SignedOrder } from "../../signing/orders/signed-order.ts";
import { isUint256 } from "../../signing/uint.ts";
import { verifyOrder } from "../../signing/orders/verify-order.ts";
import { failedCheck, listMilliseconds, passedCheck } from "./check.ts";
import type { Check, Finding } from "./check.ts";
import { findWalletType } from "./explain-request.ts";
import { LIKELY_CHAINS } from "./explain-wallet-auth.ts";

// Variants of a sent order that people sign by mistake: with other fields, another struct, or for another exchange.

/** Ids of the market of the order's token. */
export type OrderMarket = { readonly tokenIds: readonly string[]; readonly conditionId: string };

type OrderVariant = { readonly finding: Finding; readonly order: SignedOrder };

const ZERO_BYTES32 = `0x${"0".repeat(64)}`;

/** Lists the orders that may have been signed instead, each with a single mistake. */
function listOrderVariants(order: SignedOrder, market: OrderMarket): OrderVariant[] {
  return [
    ...listAmountVariants(order),
    ...listTokenVariants(order, market),
    ...listIdentityVariants(order),
    ...(order.struct === "v2" ? [...listV2Variants(order), toV1(order)] : listV1Variants(order)),
  ];
}

const signedAs = (mistake: Finding["mistake"], field: string, { signed, sent }: SignedAndSent): Finding => ({
  mistake,
  hint: `order.${field}: ${signed} was signed, and ${sent} is sent; send the order as it was signed`,
});

type SignedAndSent = { readonly signed: string; readonly sent: string };

function listAmountVariants(order: SignedOrder): OrderVariant[] {
  const { makerAmount, takerAmount, side } = order;
  const otherSide: SignedOrder["side"] = side === "BUY" ? "SELL" : "BUY";
  const swapped = { makerAmount: takerAmount, takerAmount: makerAmount };
  const amounts = (maker: string, taker: string): OrderVariant => ({
    finding: signedAs("order_amounts", "makerAmount and order.takerAmount", {
      signed: `${maker} and ${taker}`,
      sent: `${makerAmount} and ${takerAmount}`,
    }),
    order: { ...order, makerAmount: maker, takerAmount: taker },
  });
  const sides = withField(order)("side", otherSide, "order_side");
  const zeros = (text: string, count: number): string => text + "0".repeat(count);
  const fewer = (text: string): string => text.replace(/0{6}$/, "") || text;
  return [
    sides,
    amounts(takerAmount, makerAmount),
    { ...sides, order: { ...sides.order, ...swapped } },
    amounts(zeros(makerAmount, 12), zeros(takerAmount, 12)),
    amounts(zeros(makerAmount, 6), zeros(takerAmount, 6)),
    amounts(fewer(makerAmount), fewer(takerAmount)),
  ].filter(({ order: signed }) => isUint256(signed.makerAmount) && isUint256(signed.takerAmount));
}

const listTokenVariants = (order: SignedOrder, { tokenIds, conditionId }: OrderMarket): OrderVariant[] =>
  [...tokenIds, BigInt(conditionId).toString()]
    .filter((tokenId) => tokenId !== order.tokenId)
    .map((tokenId) => withField(order)("tokenId", tokenId, "order_token"));

function listIdentityVariants(order: SignedOrder): OrderVariant[] {
  const field = withField(order);
  const { maker, signer } = order;
  const types = [0, 1, 2, 3]
    .filter((type) => type !== order.signatureType)
    .map((type) => field("signatureType", type, "order_signature_type"));
  const others =
    maker === signer ? listWalletVariants(order) : [field("maker", signer), field("signer", maker)];
  return [...types, ...others];
}

/**
 * Lists variants of an order whose maker is its signer: each wallet that derives from the signer as maker, with the
 * wallet's signature type.
 */
const listWalletVariants = (order: SignedOrder): OrderVariant[] =>
  ([1, 2] as const).flatMap((type) =>
    deriveWallets(type, order.signer).map(({ wallet }) => ({
      finding: signedAs("order_signature_type", "maker and order.signatureType", {
        signed: `${wallet} and ${type}`,
        sent: `${order.maker} and ${order.signatureType}`,
      }),
      order: { ...order, maker: wallet, signatureType: type },
    })),
  );

/** Returns a function that replaces the value of one field of an order. */
const withField =
  (order: SignedOrder) =>
  (field: string, signed: string | number, mistake: Finding["mistake"] = "order_field"): OrderVariant => ({
    finding: signedAs(mistake, field, { signed: String(signed), sent: String(Reflect.get(order, field)) }),
    order: { ...order, [field]: signed },
  });

/**
 * Lists variants by mistakes of version 2: a salt that JavaScript rounded, a time in another unit, and empty fields.
 */
function listV2Variants(order: SignedOrder & { struct: "v2" }): OrderVariant[] {
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
function listTimeVariants(order: SignedOrder): OrderVariant[] {
  if (order.struct !== "v2" || !/^\d{10}$/.test(order.timestamp)) return [];
  const field = withField(order);
  return listMilliseconds(order.timestamp).map((signed) => field("timestamp", signed));
}

function listV1Variants(order: SignedOrder & { struct: "v1" }): OrderVariant[] {
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

const toV1 = (order: SignedOrder & { struct: "v2" }): OrderVariant => {
  const { timestamp: _timestamp, metadata: _metadata, builder: _builder, ...terms } = order;
  const hint =
    "the order was signed as the struct of version 1 (with taker, nonce and feeRateBps), and is sent as version 2; send the fields that were signed";
  return {
    finding: { mistake: "order_struct", hint },
    order: { ...terms, struct: "v1", taker: ZERO_ADDRESS, nonce: "0", feeRateBps: "0" },
  };
};

/**
 * Lists exchanges that an order may have been signed for: every known deployment on every likely chain. On the accepted
 * chains every name counts with every version and every contract, since a program may choose each of them wrongly.
 */
function listLikelyDomains(accepted: readonly OrderDomain[]): OrderDomain[] {
  const known = [...accepted, ...builtInDomains([137, 80_002])];
  const acceptedChains = new Set(accepted.map(({ chainId }) => chainId));
  const chains = new Set([...acceptedChains, ...LIKELY_CHAINS]);
  const names = new Set(known.map(({ name }) => name));
  const versions = new Set([...known.map(({ version }) => version), "1", "2", "3"]);
  const contracts = new Set([...known.map(({ verifyingContract }) => verifyingContract), ZERO_ADDRESS]);
  const elsewhere = known.flatMap((domain) => [...chains].map((chainId) => ({ ...domain, chainId })));
  const nameable = [...names].flatMap((name) => [...versions].map((version) => ({ name, version })));
  const placed = [...acceptedChains].flatMap((chainId) =>
    [...contracts].map((verifyingContract) => ({ chainId, verifyingContract })),
  );
  const mixed = accepted
    .slice(0, 1)
    .flatMap((pattern) =>
      nameable.flatMap((named) => placed.map((place) => ({ ...pattern, ...named, ...place }))),
    );
  const domains = [...elsewhere, ...mixed].map((terms) => ({ ...terms, text: joinDomainFields(terms) }));
  const unseenTexts = new Set(domains.map(({ text }) => text));
  return domains.filter(({ text }) => unseenTexts.delete(text)).map(makeDomain);
}

/** Joins the fields that define a domain's separator, for comparisons. */
const joinDomainFields = ({ name, version, chainId, verifyingContract }: DomainParams): string =>
  [name, version, chainId, verifyingContract].join("\n");

/** Explains a wrong exchange by its differences from the nearest accepted exchange for the kind of market. */
function explainDomain(signed: OrderDomain, struct: OrderStruct, terms: VerificationContext): Finding {
  const [nearest] = listDomainsToTry(struct, terms)
    .map((domain) => ({ domain, wrong: listDifferences(signed, domain) }))
    .sort((one, other) => one.wrong.length - other.wrong.length);
  const [wrong] = nearest?.wrong ?? [];
  if (nearest === undefined || wrong === undefined)
    return { mistake: "order_struct", hint: rejectWrongKind({ ...signed, struct }, terms).hint };
  const { domain } = nearest;
  const hints = nearest.wrong.map(
    ({ field }) => `${field} ${String(signed[field])}, expected ${String(domain[field])}`,
  );
  const named = [...terms.domains, ...builtInDomains([137, 80_002])].find(
    ({ verifyingContract }) => verifyingContract === signed.verifyingContract,
  );
  const marketKindHint =
    named === undefined || named.kind === domain.kind
      ? ""
      : `, the contract of ${named.id}; this is ${describeKind(domain.kind, named.kind)}`;
  return {
    mistake: wrong.mistake,
    hint: `unsupported verifying contract: the order is signed with ${hints.join("; ")} (${domain.id})${marketKindHint}`,
  };
}

const DOMAIN_FIELDS = [
  { field: "chainId", mistake: "order_chain" },
  { field: "verifyingContract", mistake: "order_contract" },
  { field: "name", mistake: "order_domain" },
  { field: "version", mistake: "order_domain" },
] as const;

const listDifferences = (signed: OrderDomain, domain: OrderDomain) =>
  DOMAIN_FIELDS.filter(({ field }) => signed[field] !== domain[field]);

type ExplanationContext = VerificationContext & {
  readonly market: OrderMarket;
  /** True if the order's signer has an account here. */
  readonly knowsSigner: boolean;
};

type OrderExplanation = {
  /** Checks up to the first failed check. */
  readonly checks: readonly Check[];
  /**
   * Addresses recovered from an unexplained signature, if the order was signed as sent. If other fields were signed, a
   * recovered address is random: only a known address can be the signer's.
   */
  readonly signers: readonly string[];
};

const STEPS = ["signature form", "signer", "maker", "domain and chain", "signature"] as const;
type Step = (typeof STEPS)[number];

/**
 * Explains an order's signature. A wrong signature needs a search: a tenth of a second, or half a second for an order
 * with a timestamp in seconds.
 */
export function explainOrder(order: SignedOrder, terms: ExplanationContext): OrderExplanation {
  const verdict = verifyOrder(order, terms);
  const pass = (step: Step): Check => passedCheck(step, comparedAt(step, order, terms));
  if (verdict.ok) {
    const domain = { got: verdict.domain.id };
    const checks = STEPS.map((step) =>
      step === "domain and chain" ? passedCheck(step, domain) : pass(step),
    );
    return { checks, signers: [] };
  }
  const { step, finding, signers = [] } = explainOrderRejection(order, verdict, terms);
  const before = STEPS.slice(0, STEPS.indexOf(step));
  return {
    checks: [...before.map(pass), failedCheck(step, finding, comparedAt(step, order, terms))],
    signers,
  };
}

type FailedStep = { readonly step: Step; readonly finding: Finding; readonly signers?: readonly string[] };

function comparedAt(
  step: Step,
  { signer, maker, signatureType }: SignedOrder,
  { caller }: ExplanationContext,
) {
  switch (step) {
    case "signer":
      return { expected: signatureType === 3 ? "the deposit wallet" : caller, got: signer };
    case "maker":
      return { expected: `a wallet of ${caller}, by signature type ${signatureType}`, got: maker };
    case "signature":
      return { expected: `of ${caller} over the order` };
    case "signature form":
    case "domain and chain":
      return {};
  }
}

function explainOrderRejection(
  order: SignedOrder,
  refusal: OrderRejection,
  terms: ExplanationContext,
): FailedStep {
  const as = (step: Step, mistake: Finding["mistake"]): FailedStep => ({
    step,
    finding: { mistake, hint: refusal.hint },
  });
  switch (refusal.reason) {
    case "malformed-order":
    case "private-taker":
    case "unsupported-signature-type":
      return as("signature form", "order_body");
    case "malformed-signature":
    case "high-s":
      return { step: "signature form", finding: explainForm(order, refusal) };
    case "signer-not-caller":
      return { step: "signer", finding: explainSigner(order, refusal, terms) };
    case "wrong-maker":
    case "wallet-taken":
      return { step: "maker", finding: explainMaker(order, refusal, terms) };
    case "wrong-kind-of-market":
      return { step: "domain and chain", finding: explainKind(order, refusal, terms) };
    case "bad-wrapper":
    case "unknown-domain":
    case "wrong-signer":
      return order.signatureType === 3
        ? explainWrapped(order, refusal, terms)
        : explainSignature(order, refusal, terms);
  }
}

/** Explains a malformed signature, which may have the form of another signature type. */
function explainForm(order: SignedOrder, { hint }: OrderRejection): Finding {
  const length = parseHex(order.signature)?.length;
  if (order.signatureType !== 3 && length === WRAPPED_LENGTH)
    return {
      mistake: "order_signature_type",
      hint: `${hint}, which is the form of signature type 3; order.signatureType is ${order.signatureType}`,
    };
  return { mistake: "order_signature_form", hint };
}

const KNOWN = "a wallet with an account here";

function explainSigner(order: SignedOrder, { hint }: OrderRejection, terms: ExplanationContext): Finding {
  const { caller, walletOwner, knowsSigner } = terms;
  const isOwn = walletOwner(order.signer) === caller || findWalletType(order.signer, caller) !== undefined;
  if (isOwn)
    return {
      mistake: "order_signer",
      hint: `${hint}; ${order.signer} is a contract wallet of that key: put it in order.maker, or use signature type 3`,
    };
  const who = knowsSigner ? KNOWN : "unknown here";
  return {
    mistake: "order_signer",
    hint: `${hint}; ${order.signer} is ${who}: sign with the key that made the API key`,
  };
}

function explainMaker(order: SignedOrder, { hint }: OrderRejection, { caller }: ExplanationContext): Finding {
  const { maker, signatureType } = order;
  const fittingType = maker === caller ? 0 : findWalletType(maker, caller);
  if (fittingType === undefined || fittingType === signatureType) return { mistake: "order_maker", hint };
  return {
    mistake: "order_signature_type",
    hint: `${hint}; for this maker the signature type is ${fittingType}`,
  };
}

/**
 * Explains an order signed for another kind of market. The hint names only exchanges of the release and chain that
 * the client uses.
 */
function explainKind(order: SignedOrder, { hint }: OrderRejection, terms: ExplanationContext): Finding {
  const signed = findOtherKind(order, terms);
  const twins = terms.domains.filter(
    ({ name, version, chainId, kind }) =>
      kind === terms.kind &&
      name === signed?.name &&
      (version === signed.version || kind === "protocol-v2") &&
      chainId === signed.chainId,
  );
  const shortHint =
    signed && twins.length > 0 ? rejectWrongKind(signed, { ...terms, domains: twins }).hint : hint;
  return { mistake: "order_contract", hint: shortHint };
}

/** Finds the exchange that an order is signed for, among exchanges for other kinds of markets. */
function findOtherKind(order: SignedOrder, terms: ExplanationContext): OrderDomain | undefined {
  const others = listOtherDomains(order.struct, terms);
  const bytes = parseHex(order.signature) ?? new Uint8Array();
  const wrapped = unwrapSignature(bytes);
  if (wrapped !== undefined) return others.find(({ separator }) => equalBytes(separator, wrapped.separator));
  const reading = readSignature(bytes);
  if (!reading.ok) return undefined;
  const structHash = computeOrderStructHash(order);
  return others.find(
    (domain) => recoverAddress(computeOrderDigest(domain, structHash), reading.signature) === order.signer,
  );
}

function explainSignature(
  order: SignedOrder,
  { hint }: OrderRejection,
  terms: ExplanationContext,
): FailedStep {
  const reading = readSignature(parseHex(order.signature) ?? new Uint8Array());
  if (!reading.ok) return { step: "signature form", finding: { mistake: "order_signature_form", hint } };
  const { signature } = reading;
  const structHash = computeOrderStructHash(order);
  const signedBy = (domain: OrderDomain, hash: Uint8Array) =>
    recoverAddress(computeOrderDigest(domain, hash), signature);
  const fittingDomains = listDomainsToTry(order.struct, terms);
  const isSigned = ({ order: signed }: OrderVariant): boolean => {
    const hash = computeOrderStructHash(signed);
    return listDomainsToTry(signed.struct, terms).some((domain) => signedBy(domain, hash) === order.signer);
  };
  const slip = listOrderVariants(order, terms.market).find(isSigned);
  if (slip !== undefined) return { step: "signature", finding: slip.finding };
  const elsewhere = listLikelyDomains(terms.domains).find(
    (domain) => signedBy(domain, structHash) === order.signer,
  );
  if (elsewhere !== undefined)
    return { step: "domain and chain", finding: explainDomain(elsewhere, order.struct, terms) };
  const time = listTimeVariants(order).find(isSigned);
  if (time !== undefined) return { step: "signature", finding: time.finding };
  const signers = fittingDomains.map((domain) => signedBy(domain, structHash));
  return makeUnexplained(signers, hint);
}

const makeUnexplained = (signers: readonly (string | undefined)[], hint: string): FailedStep => ({
  step: "signature",
  finding: { mistake: "order_unexplained", hint },
  signers: signers.filter((signer) => signer !== undefined),
});

/** Returns the finding for an order signed with the key of another known wallet. */
export const describeOtherKey = (signer: string): Finding => ({
  mistake: "order_other_key",
  hint: `signed by ${signer}, ${KNOWN}; sign with the key of the order's signer`,
});

function explainWrapped(order: SignedOrder, { hint }: OrderRejection, terms: ExplanationContext): FailedStep {
  const bytes = parseHex(order.signature) ?? new Uint8Array();
  const wrapped = unwrapSignature(bytes);
  if (wrapped === undefined)
    return { step: "signature form", finding: explainUnwrapped(order, bytes, hint, terms) };
  if (!equalBytes(computeOrderStructHash(order), wrapped.contentsHash)) {
    const slips = [...listOrderVariants(order, terms.market), ...listTimeVariants(order)];
    const slip = slips.find(({ order: signed }) =>
      equalBytes(computeOrderStructHash(signed), wrapped.contentsHash),
    );
    return { step: "signature", finding: slip?.finding ?? { mistake: "order_field", hint } };
  }
  const named = (domain: OrderDomain): boolean => equalBytes(domain.separator, wrapped.separator);
  const fittingDomains = listDomainsToTry("v2", terms);
  const accepted = fittingDomains.find(named);
  if (accepted === undefined) {
    const elsewhere = listLikelyDomains(terms.domains).find(named);
    const finding = elsewhere === undefined ? undefined : explainDomain(elsewhere, order.struct, terms);
    return { step: "domain and chain", finding: finding ?? { mistake: "order_contract", hint } };
  }
  const reading = readSignature(wrapped.inner);
  if (!reading.ok) return { step: "signature", finding: { mistake: "order_signature_form", hint } };
  return explainInner(order, reading.signature, accepted, { hint, terms });
}

function explainUnwrapped(
  order: SignedOrder,
  bytes: Uint8Array,
  hint: string,
  { caller }: ExplanationContext,
): Finding {
  if (bytes.length === SIGNATURE_LENGTH && order.maker === caller)
    return {
      mistake: "order_signature_type",
      hint: `${hint}; the maker is the key's own address: use signature type 0`,
    };
  return { mistake: "order_wrapper", hint };
}

type RejectionContext = { readonly hint: string; readonly terms: ExplanationContext };

function explainInner(
  order: SignedOrder,
  signature: EcdsaSignature,
  domain: OrderDomain,
  { hint, terms }: RejectionContext,
): FailedStep {
  const structHash = computeOrderStructHash(order);
  if (recoverAddress(computeOrderDigest(domain, structHash), signature) === terms.caller) {
    const wrap =
      "the inner signature is one of the order; sign TypedDataSign of the deposit wallet, with the order in it";
    return { step: "signature", finding: { mistake: "order_wrapper", hint: wrap } };
  }
  const signer = recoverAddress(computeWalletOrderDigest(domain, structHash, order.signer), signature);
  return makeUnexplained([signer], hint);
}
