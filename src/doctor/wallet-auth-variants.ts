/** Variants of the typed data (L1) that wallets sign instead of the expected one. */
import { bytesOf, concatBytes } from "../signing/hex.ts";
import { keccak256, keccakText } from "../signing/keccak.ts";
import { typedDataDigest } from "../signing/order-digest.ts";
import { domainSeparator } from "../signing/order-domain.ts";
import { isUint256, writeUint256 } from "../signing/uint.ts";
import { CLOB_AUTH } from "../signing/wallet-auth.ts";
import type { Finding } from "./check.ts";

/** Chains that people confuse. */
export const LIKELY_CHAINS: readonly number[] = [
  1, 10, 56, 137, 8453, 42_161, 80_001, 80_002, 31_337, 11_155_111,
];

/** Signed data, any part of which may be wrong. */
export type WalletDraft = {
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

export type WalletSlip = { readonly finding: Finding; readonly change: Partial<WalletDraft> };

const { domain: DOMAIN, type: TYPE, message: MESSAGE } = CLOB_AUTH;

export const plainDraft = (
  claim: Pick<WalletDraft, "address" | "timestamp" | "nonce" | "chainId">,
): WalletDraft => ({
  ...DOMAIN,
  message: MESSAGE,
  type: TYPE,
  ...claim,
});

/** Computes the 32 bytes that are signed. */
export function draftDigest(draft: WalletDraft): Uint8Array {
  const { name, version, chainId, contract, type } = draft;
  const separator = domainSeparator({
    name,
    version,
    chainId,
    ...(contract !== undefined && { verifyingContract: contract }),
  });
  const address = concatBytes(new Uint8Array(12), bytesOf(draft.address));
  const timestamp = type.includes("uint256 timestamp") ? word(draft.timestamp) : keccakText(draft.timestamp);
  const nonce = type.includes("string nonce") ? keccakText(draft.nonce) : word(draft.nonce);
  const struct = keccak256(
    concatBytes(keccakText(type), address, timestamp, nonce, keccakText(draft.message)),
  );
  return typedDataDigest(separator, struct);
}

function word(text: string): Uint8Array {
  const bytes = new Uint8Array(32);
  writeUint256(isUint256(text) ? text : "0", bytes, 0);
  return bytes;
}

const MAX_NONCE = 20;

/** Lists single mistakes, the likely ones first. */
export const walletSlips = (draft: WalletDraft, chains: readonly number[]): WalletSlip[] => [
  ...chainSlips(chains),
  ...valueSlips(draft),
  ...domainSlips(),
  ...messageSlips(),
];

/** Lists pairs of mistakes: another chain, and another nonce or timestamp. */
export const walletPairs = (draft: WalletDraft, chains: readonly number[]): WalletSlip[] =>
  chainSlips(chains).flatMap((chain) =>
    valueSlips(draft).map(({ finding, change }) => ({
      finding: { ...chain.finding, hint: `${chain.finding.hint}; and ${finding.hint}` },
      change: { ...chain.change, ...change },
    })),
  );

const slip = (mistake: Finding["mistake"], hint: string, change: Partial<WalletDraft>): WalletSlip => ({
  finding: { mistake, hint },
  change,
});

const chainSlips = (chains: readonly number[]): WalletSlip[] =>
  [...LIKELY_CHAINS, 0]
    .filter((chainId) => !chains.includes(chainId))
    .map((chainId) =>
      slip("wallet_chain", `signed for chain ${chainId}; expected ${chains.join(" or ")}`, { chainId }),
    );

function valueSlips({ timestamp, nonce }: WalletDraft): WalletSlip[] {
  const numbers = Array.from({ length: MAX_NONCE + 1 }, (_, number) => String(number));
  const nonces = [...numbers, timestamp].filter((other) => other !== nonce);
  return [
    ...nonces.map((other) =>
      slip("wallet_nonce", `nonce ${other} was signed, and NONCE says ${nonce}; make them the same`, {
        nonce: other,
      }),
    ),
    ...otherTimestamps(timestamp).map((other) =>
      slip(
        "wallet_timestamp",
        `timestamp "${other}" was signed, and TIMESTAMP says "${timestamp}"; take it once`,
        {
          timestamp: other,
        },
      ),
    ),
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

const domainSlips = (): WalletSlip[] => [
  ...["2", "3", "1.0", ""].map((version) =>
    slip("wallet_domain", `the domain version "${version}" was signed; expected "${DOMAIN.version}"`, {
      version,
    }),
  ),
  ...NAMES.map((name) =>
    slip("wallet_domain", `the domain name "${name}" was signed; expected "${DOMAIN.name}"`, { name }),
  ),
  slip("wallet_domain", "a verifying contract was signed in the domain; leave it out", {
    contract: `0x${"0".repeat(40)}`,
  }),
];

const MESSAGES = [`${MESSAGE}.`, MESSAGE.toLowerCase(), `${MESSAGE} `, ""];
const FIELDS = [
  "uint256 timestamp,uint256 nonce",
  "string timestamp,string nonce",
  "uint256 timestamp,string nonce",
];

const messageSlips = (): WalletSlip[] => [
  ...MESSAGES.map((message) =>
    slip("wallet_message", `the message "${message}" was signed; expected "${MESSAGE}"`, { message }),
  ),
  ...FIELDS.map((fields) =>
    slip("wallet_message", `the signed type has ${fields}; expected ${TYPE}`, {
      type: TYPE.replace("string timestamp,uint256 nonce", fields),
    }),
  ),
];

/** Lists the same time in another unit, and the seconds around it. */
function otherTimestamps(timestamp: string): string[] {
  if (!/^\d{10,13}$/.test(timestamp)) return [];
  const near = Array.from({ length: 11 }, (_, index) => String(Number(timestamp) + index - 5));
  return [timestamp.slice(0, 10), `${timestamp}000`, ...near, ""].filter((other) => other !== timestamp);
}

/**
 * Computes the hashes that a wallet signs for a text (EIP-191): the message, the timestamp, or the typed data's digest.
 */
export const personalDigests = (draft: WalletDraft): Uint8Array[] =>
  [Buffer.from(draft.message), Buffer.from(draft.timestamp), draftDigest(draft)].map((bytes) =>
    keccak256(concatBytes(Buffer.from(`\x19Ethereum Signed Message:\n${bytes.length}`, "latin1"), bytes)),
  );
