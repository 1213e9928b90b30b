/**
 * Explains a refused signature of a wallet (L1). The checks of its headers, address, time and nonce, in order, cost
 * nothing. If something else was signed, it searches for it.
 */
import { parseAddress } from "../signing/address.ts";
import { deriveWallets } from "../signing/contract-wallet.ts";
import { parseHex } from "../signing/hex.ts";
import { readSignature, recoverAddress } from "../signing/recover.ts";
import type { EcdsaSignature } from "../signing/recover.ts";
import { isUint256 } from "../signing/uint.ts";
import type { WalletAuthClaim } from "../signing/wallet-auth.ts";
import { readCarriedHeaders } from "./carried-headers.ts";
import type { HeaderList } from "./carried-headers.ts";
import { failed, passed, shownValue } from "./check.ts";
import type { Check, Finding } from "./check.ts";
import { explainAddress } from "./explain-request.ts";
import { explainTime } from "./explain-time.ts";
import {
  draftDigest,
  personalDigests,
  plainDraft,
  walletPairs,
  walletSlips,
} from "./wallet-auth-variants.ts";
import type { WalletSlip } from "./wallet-auth-variants.ts";

export type WalletAuthLimits = {
  readonly prefixes: readonly string[];
  readonly nowMs: number;
  readonly windowMs: number;
};

export type SignerTerms = {
  readonly chainIds: readonly number[];
  /** Owner of the address, if it is a registered contract wallet. */
  readonly owner: string | undefined;
};

const NEEDED = ["ADDRESS", "SIGNATURE", "TIMESTAMP"] as const;

/** Checks everything except the signature. Checks that need a missing header are left out. */
export function explainWalletHeaders(list: HeaderList, terms: WalletAuthLimits): Check[] {
  const { check, headers } = readCarriedHeaders(list, { ...terms, needed: NEEDED });
  const { ADDRESS, TIMESTAMP, NONCE: nonce = "0" } = headers;
  const { nowMs, windowMs } = terms;
  const window = { nowMs, oldestMs: windowMs, newestMs: windowMs };
  return [
    check,
    ...(ADDRESS === undefined ? [] : [explainAddress(ADDRESS)]),
    ...(TIMESTAMP === undefined ? [] : [explainTime(TIMESTAMP, window)]),
    explainNonce(nonce),
  ];
}

/** Reads the claim, with the address in lower case; `undefined` if a header is missing or cannot be read. */
export function readWalletClaim(list: HeaderList, prefixes: readonly string[]): WalletAuthClaim | undefined {
  const { headers } = readCarriedHeaders(list, { prefixes, needed: NEEDED });
  const { ADDRESS = "", TIMESTAMP: timestamp, SIGNATURE: signature, NONCE: nonce = "0" } = headers;
  const address = parseAddress(ADDRESS.toLowerCase());
  if (address === undefined || timestamp === undefined || signature === undefined) return undefined;
  return isUint256(nonce) ? { address, timestamp, nonce, signature } : undefined;
}

function explainNonce(nonce: string): Check {
  const compared = { expected: "a decimal integer below 2^256", got: shownValue(nonce) };
  if (isUint256(nonce)) return passed("nonce", compared);
  const hint = `NONCE: expected ${compared.expected}, got "${compared.got}"`;
  return failed("nonce", { mistake: "wallet_nonce", hint }, compared);
}

/** Checks the signature. A wrong one needs a search of tens of milliseconds. */
export function explainWalletSignature(claim: WalletAuthClaim, terms: SignerTerms): Check[] {
  const bytes = parseHex(claim.signature);
  const compared = {
    expected: "65 bytes r, s, v as 0x and 130 hex digits",
    got: `${claim.signature.length} characters`,
  };
  const reading = bytes === undefined ? undefined : readSignature(bytes);
  if (reading === undefined || !reading.ok) {
    const hint = reading?.hint ?? "signature: expected 0x and 130 hex digits";
    return [failed("signature form", { mistake: "order_signature_form", hint }, compared)];
  }
  const finding = findMistake(claim, reading.signature, terms);
  const expected = {
    expected: `by ${claim.address} over ClobAuth of chain ${terms.chainIds.join(" or ")}, timestamp "${shownValue(claim.timestamp)}", nonce ${claim.nonce}`,
  };
  return [
    passed("signature form", compared),
    finding === undefined ? passed("signature", expected) : failed("signature", finding, expected),
  ];
}

/** Finds the mistake; `undefined` if the signature is correct. */
function findMistake(
  claim: WalletAuthClaim,
  signature: EcdsaSignature,
  terms: SignerTerms,
): Finding | undefined {
  const { address } = claim;
  const drafts = terms.chainIds.map((chainId) => plainDraft({ ...claim, chainId }));
  const signer = (digest: Uint8Array) => recoverAddress(digest, signature);
  if (drafts.some((draft) => signer(draftDigest(draft)) === address)) return undefined;
  for (const draft of drafts) {
    const isSigned = ({ change }: WalletSlip) => signer(draftDigest({ ...draft, ...change })) === address;
    const slip =
      walletSlips(draft, terms.chainIds).find(isSigned) ??
      (draft === drafts[0] ? walletPairs(draft, terms.chainIds).find(isSigned) : undefined);
    if (slip !== undefined) return slip.finding;
    if (personalDigests(draft).some((digest) => signer(digest) === address)) {
      const hint =
        "the wallet signed a text (personal_sign); sign the typed data ClobAuth (eth_signTypedData_v4)";
      return { mistake: "wallet_plain_text", hint };
    }
  }
  const { owner } = terms;
  const isOwners = drafts.some(
    (draft) => owner !== undefined && signer(draftDigest({ ...draft, address: owner })) === owner,
  );
  if (owner !== undefined && isOwners) return contractWallet(address, owner);
  return otherSigner(
    claim,
    drafts.map((draft) => signer(draftDigest(draft))),
    terms,
  );
}

const contractWallet = (wallet: string, owner: string): Finding => ({
  mistake: "address_is_contract_wallet",
  hint: `ADDRESS: ${wallet} is a contract wallet of ${owner}; send and sign the address of the key, ${owner}`,
});

/**
 * Explains a signature of another key. Every signature recovers to some address; only the caller knows which key should
 * have signed.
 */
function otherSigner(
  { address }: WalletAuthClaim,
  signers: readonly (string | undefined)[],
  terms: SignerTerms,
): Finding {
  for (const signer of signers) {
    if (signer === undefined) continue;
    const derived = ([1, 2] as const)
      .flatMap((type) => deriveWallets(type, signer))
      .map(({ wallet }) => wallet);
    if (derived.includes(address) || terms.owner === signer) return contractWallet(address, signer);
  }
  const got = signers
    .map((signer, index) => `${signer ?? "nobody"} (chain ${terms.chainIds[index]})`)
    .join(" or ");
  const hint = `not signed by ${address} for chain ${terms.chainIds.join(" or ")}: over these fields the signer would be ${got}; sign with the key of ADDRESS, or send the address of the key that signs`;
  return { mistake: "wallet_other_key", hint };
}
