/**
 * Explains a refused signature of a wallet (L1). The checks of headers, address, time and nonce, in order, cost little.
 * A search finds other data that was signed instead.
 */
import { parseAddress } from "../../signing/address.ts";
import { decodeHex, concatBytes, parseHex } from "../../signing/hex.ts";
import { keccak256, keccakText } from "../../signing/keccak.ts";
import { computeTypedDataDigest } from "../../signing/orders/order-digest.ts";
import { computeDomainSeparator } from "../../signing/orders/order-domain.ts";
import { readSignature, recoverAddress } from "../../signing/recover.ts";
import type { EcdsaSignature } from "../../signing/recover.ts";
import { isUint256, writeUint256 } from "../../signing/uint.ts";
import { CLOB_AUTH } from "../../signing/wallet-auth.ts";
import type { WalletAuthClaim } from "../../signing/wallet-auth.ts";
import { readCarriedHeaders } from "./carried-headers.ts";
import type { HeaderList } from "./carried-headers.ts";
import { failedCheck, listNumbers, makeVariant, passedCheck, shownValue } from "./check.ts";
import type { Check, Finding, Variant } from "./check.ts";
import { explainAddress, findWalletType } from "./explain-request.ts";
import { explainTime } from "./explain-time.ts";

// Variants of the typed data (L1) that wallets sign instead of the expected one.

/** Chains that people confuse. */
export const LIKELY_CHAINS: readonly number[] = [
  1, 10, 56, 137, 8453, 42_161, 80_001, 80_002, 31_337, 11_155_111,
];

/** Data that may have been signed, correct or with mistakes. */
type WalletDraft = {
  readonly name: string;
  readonly version: string;
  readonly chainId: number;
  readonly contract?: string;
  /** Lower-case address. */
  readonly address: string;
  readonly timestamp: string;
  readonly nonce: string;
  readonly message: string;
  readonly type: string;
};

type WalletVariant = Variant<WalletDraft>;

const { domain: DOMAIN, type: TYPE, message: MESSAGE } = CLOB_AUTH;

const plainDraft = (
  claim: Pick<WalletDraft, "address" | "timestamp" | "nonce" | "chainId">,
): WalletDraft => ({
  ...DOMAIN,
  message: MESSAGE,
  type: TYPE,
  ...claim,
});

/** Computes the 32 bytes that are signed. */
function draftDigest(draft: WalletDraft): Uint8Array {
  const { name, version, chainId, contract, type } = draft;
  const separator = computeDomainSeparator({
    name,
    version,
    chainId,
    ...(contract !== undefined && { verifyingContract: contract }),
  });
  const address = concatBytes(new Uint8Array(12), decodeHex(draft.address));
  const timestamp = type.includes("uint256 timestamp") ? word(draft.timestamp) : keccakText(draft.timestamp);
  const nonce = type.includes("string nonce") ? keccakText(draft.nonce) : word(draft.nonce);
  const struct = keccak256(
    concatBytes(keccakText(type), address, timestamp, nonce, keccakText(draft.message)),
  );
  return computeTypedDataDigest(separator, struct);
}

function word(text: string): Uint8Array {
  const bytes = new Uint8Array(32);
  writeUint256(isUint256(text) ? text : "0", bytes, 0);
  return bytes;
}

const MAX_NONCE = 20;

/** Lists variants with a single mistake, likely mistakes first. */
const listWalletVariants = (draft: WalletDraft, chains: readonly number[]): WalletVariant[] => [
  ...listChainVariants(chains),
  ...listValueVariants(draft),
  ...listDomainVariants(),
  ...listMessageVariants(),
];

/** Lists variants with two mistakes: another chain, and another nonce or timestamp. */
const listWalletVariantPairs = (draft: WalletDraft, chains: readonly number[]): WalletVariant[] =>
  listChainVariants(chains).flatMap((chain) =>
    listValueVariants(draft).map(({ finding, change }) => ({
      finding: { ...chain.finding, hint: `${chain.finding.hint}; and ${finding.hint}` },
      change: { ...chain.change, ...change },
    })),
  );

const listChainVariants = (chains: readonly number[]): WalletVariant[] =>
  [...LIKELY_CHAINS, 0]
    .filter((chainId) => !chains.includes(chainId))
    .map((chainId) =>
      makeVariant("wallet_chain", `signed for chain ${chainId}; expected ${chains.join(" or ")}`, {
        chainId,
      }),
    );

function listValueVariants({ timestamp, nonce }: WalletDraft): WalletVariant[] {
  const nonces = [...listNumbers(0, MAX_NONCE), timestamp].filter((other) => other !== nonce);
  return [
    ...nonces.map((other) => {
      const hint = `nonce ${other} was signed, and NONCE says ${nonce}; make them the same`;
      return makeVariant("wallet_nonce", hint, { nonce: other });
    }),
    ...listOtherTimestamps(timestamp).map((other) => {
      const hint = `timestamp "${other}" was signed, and TIMESTAMP says "${timestamp}"; take it once`;
      return makeVariant("wallet_timestamp", hint, { timestamp: other });
    }),
  ];
}

const NAMES = [
  "ClobAuth",
  "Polymarket CTF Exchange",
  "CTF Exchange",
  "Kuest CTF Exchange",
  "Polymarket",
  "Kuest",
];

const listDomainVariants = (): WalletVariant[] => [
  ...["2", "3", "1.0", ""].map((version) =>
    makeVariant("wallet_domain", `the domain version "${version}" was signed; expected "${DOMAIN.version}"`, {
      version,
    }),
  ),
  ...NAMES.map((name) =>
    makeVariant("wallet_domain", `the domain name "${name}" was signed; expected "${DOMAIN.name}"`, { name }),
  ),
  makeVariant("wallet_domain", "a verifying contract was signed in the domain; leave it out", {
    contract: `0x${"0".repeat(40)}`,
  }),
];

const MESSAGES = [`${MESSAGE}.`, MESSAGE.toLowerCase(), `${MESSAGE} `, ""];
const FIELDS = [
  "uint256 timestamp,uint256 nonce",
  "string timestamp,string nonce",
  "uint256 timestamp,string nonce",
];

const listMessageVariants = (): WalletVariant[] => [
  ...MESSAGES.map((message) =>
    makeVariant("wallet_message", `the message "${message}" was signed; expected "${MESSAGE}"`, { message }),
  ),
  ...FIELDS.map((fields) =>
    makeVariant("wallet_message", `the signed type has ${fields}; expected ${TYPE}`, {
      type: TYPE.replace("string timestamp,uint256 nonce", fields),
    }),
  ),
];

/** Lists the same time in another unit, and the seconds around it. */
function listOtherTimestamps(timestamp: string): string[] {
  if (!/^\d{10,13}$/.test(timestamp)) return [];
  const near = listNumbers(Number(timestamp) - 5, Number(timestamp) + 5);
  return [timestamp.slice(0, 10), `${timestamp}000`, ...near, ""].filter((other) => other !== timestamp);
}

/**
 * Computes the hashes that a wallet signs for a text (EIP-191): the message, the timestamp, or the typed data's digest.
 */
const computePersonalDigests = (draft: WalletDraft): Uint8Array[] =>
  [Buffer.from(draft.message), Buffer.from(draft.timestamp), draftDigest(draft)].map((bytes) =>
    keccak256(concatBytes(Buffer.from(`\x19Ethereum Signed Message:\n${bytes.length}`, "latin1"), bytes)),
  );

type WalletAuthLimits = {
  readonly prefixes: readonly string[];
  readonly nowMs: number;
  readonly windowMs: number;
};

export type SignerContext = {
  readonly chainIds: readonly number[];
  /** Owner of the address, if the address is a registered contract wallet. */
  readonly owner: string | undefined;
};

const NEEDED = ["ADDRESS", "SIGNATURE", "TIMESTAMP"] as const;

/** Checks everything except the signature. Leaves out checks whose header is missing. */
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

/** Reads the claim, with the address in lower case; `undefined` if a header is missing or unreadable. */
export function readWalletClaim(list: HeaderList, prefixes: readonly string[]): WalletAuthClaim | undefined {
  const { headers } = readCarriedHeaders(list, { prefixes, needed: NEEDED });
  const { ADDRESS = "", TIMESTAMP: timestamp, SIGNATURE: signature, NONCE: nonce = "0" } = headers;
  const address = parseAddress(ADDRESS.toLowerCase());
  if (address === undefined || timestamp === undefined || signature === undefined) return undefined;
  return isUint256(nonce) ? { address, timestamp, nonce, signature } : undefined;
}

function explainNonce(nonce: string): Check {
  const comparison = { expected: "a decimal integer below 2^256", got: shownValue(nonce) };
  if (isUint256(nonce)) return passedCheck("nonce", comparison);
  const hint = `NONCE: expected ${comparison.expected}, got "${comparison.got}"`;
  return failedCheck("nonce", { mistake: "wallet_nonce", hint }, comparison);
}

/** Checks the signature. A wrong signature needs a search of tens of milliseconds. */
export function explainWalletSignature(claim: WalletAuthClaim, terms: SignerContext): Check[] {
  const bytes = parseHex(claim.signature);
  const comparison = {
    expected: "65 bytes r, s, v as 0x and 130 hex digits",
    got: `${claim.signature.length} characters`,
  };
  const reading = bytes === undefined ? undefined : readSignature(bytes);
  if (reading === undefined || !reading.ok) {
    const hint = reading?.hint ?? "signature: expected 0x and 130 hex digits";
    return [failedCheck("signature form", { mistake: "order_signature_form", hint }, comparison)];
  }
  const finding = findMistake(claim, reading.signature, terms);
  const expected = {
    expected: `by ${claim.address} over ClobAuth of chain ${terms.chainIds.join(" or ")}, timestamp "${shownValue(claim.timestamp)}", nonce ${claim.nonce}`,
  };
  return [
    passedCheck("signature form", comparison),
    finding === undefined ? passedCheck("signature", expected) : failedCheck("signature", finding, expected),
  ];
}

/** Finds the mistake in a signature; `undefined` if the signature is correct. */
function findMistake(
  claim: WalletAuthClaim,
  signature: EcdsaSignature,
  terms: SignerContext,
): Finding | undefined {
  const { address } = claim;
  const drafts = terms.chainIds.map((chainId) => plainDraft({ ...claim, chainId }));
  const signer = (digest: Uint8Array) => recoverAddress(digest, signature);
  if (drafts.some((draft) => signer(draftDigest(draft)) === address)) return undefined;
  for (const draft of drafts) {
    const isSigned = ({ change }: WalletVariant) => signer(draftDigest({ ...draft, ...change })) === address;
    const found =
      listWalletVariants(draft, terms.chainIds).find(isSigned) ??
      (draft === drafts[0] ? listWalletVariantPairs(draft, terms.chainIds).find(isSigned) : undefined);
    if (found !== undefined) return found.finding;
    if (computePersonalDigests(draft).some((digest) => signer(digest) === address)) return PLAIN_TEXT;
  }
  const { owner } = terms;
  const isOwners = drafts.some(
    (draft) => owner !== undefined && signer(draftDigest({ ...draft, address: owner })) === owner,
  );
  if (owner !== undefined && isOwners) return contractWallet(address, owner);
  return explainOtherSigner(
    claim,
    drafts.map((draft) => signer(draftDigest(draft))),
    terms,
  );
}

const PLAIN_TEXT: Finding = {
  mistake: "wallet_plain_text",
  hint: "the wallet signed a text (personal_sign); sign the typed data ClobAuth (eth_signTypedData_v4)",
};

const contractWallet = (wallet: string, owner: string): Finding => ({
  mistake: "address_is_contract_wallet",
  hint: `ADDRESS: ${wallet} is a contract wallet of ${owner}; send and sign the address of the key, ${owner}`,
});

/**
 * Explains a signature of another key. Every signature gives some address; only the client knows which key should have
 * signed.
 */
function explainOtherSigner(
  { address }: WalletAuthClaim,
  signers: readonly (string | undefined)[],
  terms: SignerContext,
): Finding {
  for (const signer of signers) {
    if (signer === undefined) continue;
    if (findWalletType(address, signer) !== undefined || terms.owner === signer)
      return contractWallet(address, signer);
  }
  const got = signers
    .map((signer, index) => `${signer ?? "nobody"} (chain ${terms.chainIds[index]})`)
    .join(" or ");
  const hint = `not signed by ${address} for chain ${terms.chainIds.join(" or ")}: over these fields the signer would be ${got}; sign with the key of ADDRESS, or send the address of the key that signs`;
  return { mistake: "wallet_other_key", hint };
}
