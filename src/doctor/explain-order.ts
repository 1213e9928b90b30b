/**
 * Explains a refused order signature: the checks of form, signer, maker, exchange and signature, in order. If something
 * else was signed, it says what. `verifyOrder` makes the decision; this only explains it.
 */
import { deriveWallets, unwrapSignature, WRAPPED_LENGTH } from "../signing/contract-wallet.ts";
import { domainsToTry, wrongKind } from "../signing/domain-choice.ts";
import { equalBytes, parseHex } from "../signing/hex.ts";
import { orderDigest, orderStructHash, walletOrderDigest } from "../signing/order-digest.ts";
import type { OrderDomain } from "../signing/order-domain.ts";
import type { OrderRefusal } from "../signing/order-refusal.ts";
import type { VerificationContext } from "../signing/order-verdict.ts";
import { readSignature, recoverAddress, SIGNATURE_LENGTH } from "../signing/recover.ts";
import type { EcdsaSignature } from "../signing/recover.ts";
import type { SignedOrder } from "../signing/signed-order.ts";
import { verifyOrder } from "../signing/verify-order.ts";
import { failed, passed } from "./check.ts";
import type { Check, Finding } from "./check.ts";
import { explainDomain, likelyDomains, orderSlips, timeSlips } from "./order-variants.ts";
import type { OrderMarket, OrderSlip } from "./order-variants.ts";

export type ExplanationContext = VerificationContext & {
  readonly market: OrderMarket;
  /** True if the order's signer has an account here. */
  readonly knowsSigner: boolean;
};

export type OrderExplanation = {
  /** Checks up to the first that failed. */
  readonly checks: readonly Check[];
  /**
   * Addresses recovered from an unexplained signature, assuming that the order was signed as sent. For other fields any
   * signature gives some address, so only a known address can be the signer's.
   */
  readonly signers: readonly string[];
};

const STEPS = ["signature form", "signer", "maker", "domain and chain", "signature"] as const;
type Step = (typeof STEPS)[number];

/**
 * Explains an order's signature. A wrong one needs a search: a tenth of a second, or half of one if its timestamp is in
 * seconds.
 */
export function explainOrder(order: SignedOrder, terms: ExplanationContext): OrderExplanation {
  const verdict = verifyOrder(order, terms);
  const pass = (step: Step): Check => passed(step, comparedAt(step, order, terms));
  if (verdict.ok) {
    const domain = { got: verdict.domain.id };
    const checks = STEPS.map((step) => (step === "domain and chain" ? passed(step, domain) : pass(step)));
    return { checks, signers: [] };
  }
  const { step, finding, signers = [] } = explainRefusal(order, verdict, terms);
  const before = STEPS.slice(0, STEPS.indexOf(step));
  return { checks: [...before.map(pass), failed(step, finding, comparedAt(step, order, terms))], signers };
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

function explainRefusal(order: SignedOrder, refusal: OrderRefusal, terms: ExplanationContext): FailedStep {
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
    case "wrong-domain-neg-risk":
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
function explainForm(order: SignedOrder, { hint }: OrderRefusal): Finding {
  const length = parseHex(order.signature)?.length;
  if (order.signatureType !== 3 && length === WRAPPED_LENGTH)
    return {
      mistake: "order_signature_type",
      hint: `${hint}, which is the form of signature type 3; order.signatureType is ${order.signatureType}`,
    };
  return { mistake: "order_signature_form", hint };
}

const KNOWN = "a wallet with an account here";

function explainSigner(order: SignedOrder, { hint }: OrderRefusal, terms: ExplanationContext): Finding {
  const { caller, walletOwner, knowsSigner } = terms;
  const isOwn = walletOwner(order.signer) === caller || typeOfWallet(order.signer, caller) !== undefined;
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

function typeOfWallet(wallet: string, owner: string): 1 | 2 | undefined {
  return ([1, 2] as const).find((type) =>
    deriveWallets(type, owner).some((derived) => derived.wallet === wallet),
  );
}

function explainMaker(order: SignedOrder, { hint }: OrderRefusal, { caller }: ExplanationContext): Finding {
  const { maker, signatureType } = order;
  const fitting = maker === caller ? 0 : typeOfWallet(maker, caller);
  if (fitting === undefined || fitting === signatureType) return { mistake: "order_maker", hint };
  return {
    mistake: "order_signature_type",
    hint: `${hint}; for this maker the signature type is ${fitting}`,
  };
}

/**
 * Explains an order for the other kind of market. The hint names only exchanges of the release and chain that the
 * client uses.
 */
function explainKind(order: SignedOrder, { hint }: OrderRefusal, terms: ExplanationContext): Finding {
  const signed = findOtherKind(order, terms);
  const twins = terms.domains.filter(
    ({ name, version, chainId, negRisk }) =>
      negRisk === terms.negRisk &&
      name === signed?.name &&
      version === signed.version &&
      chainId === signed.chainId,
  );
  const shorter = signed && twins.length > 0 ? wrongKind(signed, { ...terms, domains: twins }).hint : hint;
  return { mistake: "order_contract", hint: shorter };
}

/** Finds the exchange for the other kind of market that an order is signed for. */
function findOtherKind(order: SignedOrder, terms: ExplanationContext): OrderDomain | undefined {
  const others = domainsToTry(order.struct, { ...terms, negRisk: !terms.negRisk });
  const bytes = parseHex(order.signature) ?? new Uint8Array();
  const wrapped = unwrapSignature(bytes);
  if (wrapped !== undefined) return others.find(({ separator }) => equalBytes(separator, wrapped.separator));
  const reading = readSignature(bytes);
  if (!reading.ok) return undefined;
  const structHash = orderStructHash(order);
  return others.find(
    (domain) => recoverAddress(orderDigest(domain, structHash), reading.signature) === order.signer,
  );
}

function explainSignature(order: SignedOrder, { hint }: OrderRefusal, terms: ExplanationContext): FailedStep {
  const reading = readSignature(parseHex(order.signature) ?? new Uint8Array());
  if (!reading.ok) return { step: "signature form", finding: { mistake: "order_signature_form", hint } };
  const { signature } = reading;
  const structHash = orderStructHash(order);
  const signedBy = (domain: OrderDomain, hash: Uint8Array) =>
    recoverAddress(orderDigest(domain, hash), signature);
  const fitting = domainsToTry(order.struct, terms);
  const isSigned = ({ order: signed }: OrderSlip): boolean => {
    const hash = orderStructHash(signed);
    return domainsToTry(signed.struct, terms).some((domain) => signedBy(domain, hash) === order.signer);
  };
  const slip = orderSlips(order, terms.market).find(isSigned);
  if (slip !== undefined) return { step: "signature", finding: slip.finding };
  const elsewhere = likelyDomains(fitting).find((domain) => signedBy(domain, structHash) === order.signer);
  if (elsewhere !== undefined)
    return { step: "domain and chain", finding: explainDomain(elsewhere, fitting) };
  const time = timeSlips(order).find(isSigned);
  if (time !== undefined) return { step: "signature", finding: time.finding };
  const signers = fitting.map((domain) => signedBy(domain, structHash));
  return unexplained(signers, hint);
}

const unexplained = (signers: readonly (string | undefined)[], hint: string): FailedStep => ({
  step: "signature",
  finding: { mistake: "order_unexplained", hint },
  signers: signers.filter((signer) => signer !== undefined),
});

/** Explains an order that a known wallet signed with another key than its signer's. */
export const otherKey = (signer: string): Finding => ({
  mistake: "order_other_key",
  hint: `signed by ${signer}, ${KNOWN}; sign with the key of the order's signer`,
});

function explainWrapped(order: SignedOrder, { hint }: OrderRefusal, terms: ExplanationContext): FailedStep {
  const bytes = parseHex(order.signature) ?? new Uint8Array();
  const wrapped = unwrapSignature(bytes);
  if (wrapped === undefined)
    return { step: "signature form", finding: explainUnwrapped(order, bytes, hint, terms) };
  if (!equalBytes(orderStructHash(order), wrapped.contentsHash)) {
    const slips = [...orderSlips(order, terms.market), ...timeSlips(order)];
    const slip = slips.find(({ order: signed }) => equalBytes(orderStructHash(signed), wrapped.contentsHash));
    return { step: "signature", finding: slip?.finding ?? { mistake: "order_field", hint } };
  }
  const named = (domain: OrderDomain): boolean => equalBytes(domain.separator, wrapped.separator);
  const fitting = domainsToTry("v2", terms);
  const accepted = fitting.find(named);
  if (accepted === undefined) {
    const elsewhere = likelyDomains(fitting).find(named);
    const finding = elsewhere === undefined ? undefined : explainDomain(elsewhere, fitting);
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

type RefusalContext = { readonly hint: string; readonly terms: ExplanationContext };

function explainInner(
  order: SignedOrder,
  signature: EcdsaSignature,
  domain: OrderDomain,
  { hint, terms }: RefusalContext,
): FailedStep {
  const structHash = orderStructHash(order);
  if (recoverAddress(orderDigest(domain, structHash), signature) === terms.caller) {
    const wrap =
      "the inner signature is one of the order; sign TypedDataSign of the deposit wallet, with the order in it";
    return { step: "signature", finding: { mistake: "order_wrapper", hint: wrap } };
  }
  const signer = recoverAddress(walletOrderDigest(domain, structHash, order.signer), signature);
  return unexplained([signer], hint);
}
