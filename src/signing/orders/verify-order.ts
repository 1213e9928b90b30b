/**
 * Verifies that a parsed order is signed by the caller, for an accepted exchange, from a wallet of the caller. The
 * verdict depends only on order and context. Cheap checks come first, since recovering a public key costs far more than
 * the rest. A valid order of the preferred domain needs one recovery.
 */
import { joinShort } from "../../base/short-list.ts";
import { ZERO_ADDRESS } from "../../core/ledger/accounts.ts";
import { checksumAddress } from "../address.ts";
import { deriveWallets } from "./contract-wallet.ts";
import { listDomainsToTry, listOtherDomains, rejectWrongKind } from "./domain-choice.ts";
import { parseHex, toHex } from "../hex.ts";
import { computeOrderDigest, computeOrderStructHash } from "./order-digest.ts";
import type { OrderDomain } from "./order-domain.ts";
import { rejectOrder, type OrderRejection } from "./order-verdict.ts";
import { isPlaceholder, PLACEHOLDER_SIGNATURE } from "./placeholder-signature.ts";
import type { OrderVerdict, VerificationContext } from "./order-verdict.ts";
import {
  readSignature,
  recoverAddress,
  signatureHex,
  rejectUnrecoverable,
  type EcdsaSignature,
} from "../recover.ts";
import type { SignedOrder } from "./signed-order.ts";
import { checkOwnership, checkWallet, verifyWalletOrder } from "./verify-wallet-order.ts";

/** Verifies an order; never throws. An order that fails several checks is rejected for the first of them in this file. */
export function verifyOrder(order: SignedOrder, context: VerificationContext): OrderVerdict {
  if (order.taker !== ZERO_ADDRESS) {
    return rejectOrder("private-taker", `order.taker: expected the zero address, anyone; got ${order.taker}`);
  }
  const bytes = parseHex(order.signature);
  if (bytes === undefined) {
    return rejectOrder("malformed-signature", "signature: expected 0x and an even number of hex digits");
  }
  if (context.impersonated === true && isPlaceholder(bytes)) return acceptPlaceholder(order, context);
  if (order.signatureType === 3) return verifyWalletOrder(order, bytes, context);
  return verifyKeyOrder(order, bytes, context);
}

/**
 * Accepts the placeholder of an impersonated wallet for the first domain that fits. Signer and maker are checked as those
 * of a signed order.
 */
function acceptPlaceholder(order: SignedOrder, context: VerificationContext): OrderVerdict {
  const ownership =
    order.signatureType === 3
      ? (checkWallet(order) ?? checkOwnership(order.maker, context))
      : (checkSigner(order, context) ?? checkMaker(order, context) ?? { ok: true });
  if (!ownership.ok) return ownership;
  const [domain] = listDomainsToTry(order.struct, context);
  if (domain === undefined) return rejectStruct(order);
  const digest = toHex(computeOrderDigest(domain, computeOrderStructHash(order)));
  return { ...ownership, digest, owner: context.caller, domain, signature: PLACEHOLDER_SIGNATURE };
}

const rejectStruct = ({ struct }: SignedOrder): OrderRejection =>
  rejectOrder("unknown-domain", `no exchange with ${struct} orders is configured for this kind of market`);

/** Verifies types 0, 1 and 2: the key of `signer` signs the order itself. */
function verifyKeyOrder(order: SignedOrder, bytes: Uint8Array, context: VerificationContext): OrderVerdict {
  const reading = readSignature(bytes);
  if (!reading.ok) return reading;
  const refusal = checkSigner(order, context) ?? checkMaker(order, context);
  if (refusal !== undefined) return refusal;
  const { signature } = reading;
  const domains = listDomainsToTry(order.struct, context);
  const trial: Trial = {
    signer: order.signer,
    signature,
    structHash: computeOrderStructHash(order),
    domains,
  };
  const { match, first } = tryDomains(trial);
  if (match === undefined) return explainMismatch(trial, first, { order, context });
  const digest = toHex(match.digest);
  return { ok: true, digest, owner: order.signer, domain: match.domain, signature: signatureHex(signature) };
}

function checkSigner(order: SignedOrder, context: VerificationContext): OrderRejection | undefined {
  if (order.signer === context.caller) return undefined;
  return rejectOrder(
    "signer-not-caller",
    `order.signer is ${order.signer}, expected the API key's address ${context.caller}`,
  );
}

/** Checks the maker; the signer is already known to be the caller. */
function checkMaker(order: SignedOrder, context: VerificationContext): OrderRejection | undefined {
  const { maker, signer, signatureType } = order;
  if (signatureType === 1 || signatureType === 2) {
    const wallets = deriveWallets(signatureType, signer);
    const isRegistered = maker !== signer && context.walletOwner(maker) === signer;
    if (isRegistered || wallets.some(({ wallet }) => wallet === maker)) return undefined;
    const expected = wallets.map(({ venue, wallet }) => `${checksumAddress(wallet)} (${venue})`).join(" or ");
    return rejectOrder(
      "wrong-maker",
      `signature type ${signatureType}: maker must be ${expected}, or registered; got ${maker}`,
    );
  }
  if (maker === signer) return undefined;
  return rejectOrder("wrong-maker", `signature type 0: maker must be the signer ${signer}; got ${maker}`);
}

type Trial = {
  readonly signer: string;
  readonly signature: EcdsaSignature;
  readonly structHash: Uint8Array;
  readonly domains: readonly OrderDomain[];
};

/** Result of the recovery under the first domain; `undefined` if there was no domain to try. */
type FirstTrial = { readonly domain: OrderDomain; readonly recovered: string | undefined } | undefined;

type TrialResult = {
  readonly match?: { readonly domain: OrderDomain; readonly digest: Uint8Array };
  readonly first: FirstTrial;
};

function tryDomains({ signer, signature, structHash, domains }: Trial): TrialResult {
  let first: FirstTrial;
  for (const domain of domains) {
    const digest = computeOrderDigest(domain, structHash);
    const recovered = recoverAddress(digest, signature);
    first ??= { domain, recovered };
    if (recovered === signer) return { match: { domain, digest }, first };
    if (recovered === undefined) break;
  }
  return { first };
}

type MismatchedOrder = { readonly order: SignedOrder; readonly context: VerificationContext };

/** Rejects a signature that fits no domain. Tries the domains of the other kinds of markets to give a better reason. */
function explainMismatch(
  trial: Trial,
  first: FirstTrial,
  { order, context }: MismatchedOrder,
): OrderRejection {
  if (first !== undefined && first.recovered === undefined) return rejectUnrecoverable();
  const domains = listOtherDomains(order.struct, context);
  const other = tryDomains({ ...trial, domains }).match;
  if (other !== undefined) return rejectWrongKind(other.domain, context);
  if (first === undefined) return rejectStruct(order);
  const tried = joinShort(trial.domains.map(({ id }) => id));
  const got = `the signature recovers to ${first.recovered} under ${first.domain.id}`;
  return rejectOrder("wrong-signer", `${got}, expected ${trial.signer}; tried the domains ${tried}`);
}
