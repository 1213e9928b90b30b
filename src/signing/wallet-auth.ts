/**
 * L1 authentication: a wallet signs EIP-712 typed data (ClobAuth) to create or derive API credentials. The timestamp is
 * signed as the header's text, the nonce as a number.
 */
import { parseAddress } from "./address.ts";
import { decodeHex, concatBytes, parseHex } from "./hex.ts";
import { keccak256, keccakText } from "./keccak.ts";
import { computeTypedDataDigest } from "./orders/order-digest.ts";
import { computeDomainSeparator } from "./orders/order-domain.ts";
import { readSignature, recoverAddress } from "./recover.ts";
import { readTimestamp } from "./request-auth.ts";
import { isUint256, writeUint256 } from "./uint.ts";

export type WalletAuthReason =
  | "bad-address"
  | "bad-timestamp"
  | "stale"
  | "future"
  | "bad-nonce"
  | "malformed-signature"
  | "high-s"
  | "wrong-signer";

export type WalletAuthVerdict =
  | { readonly ok: true; readonly address: string; readonly chainId: number }
  | { readonly ok: false; readonly reason: WalletAuthReason; readonly hint: string };

/** Values of the headers as sent. */
export type WalletAuthClaim = {
  readonly address: string;
  readonly signature: string;
  readonly timestamp: string;
  readonly nonce: string;
};

export type WalletAuthContext = {
  readonly chainIds: readonly number[];
  readonly nowSeconds: number;
  /** Maximum distance of the timestamp from the server's time, in both directions. */
  readonly windowSeconds?: number;
};

/** Default window of the timestamp of a wallet's signature. */
export const WINDOW_SECONDS = 300;

/** Constant parts of the signed data. */
export const CLOB_AUTH = {
  domain: { name: "ClobAuthDomain", version: "1" },
  type: "ClobAuth(address address,string timestamp,uint256 nonce,string message)",
  message: "This message attests that I control the given wallet",
} as const;

const TYPE_HASH = keccakText(CLOB_AUTH.type);
const MESSAGE_HASH = keccakText(CLOB_AUTH.message);

/** Computes the 32 bytes that the wallet signs. `address` is lower case and `nonce` canonical decimal text. */
export function computeWalletAuthDigest(
  claim: Omit<WalletAuthClaim, "signature">,
  chainId: number,
): Uint8Array {
  const nonce = new Uint8Array(32);
  writeUint256(claim.nonce, nonce, 0);
  const address = concatBytes(new Uint8Array(12), decodeHex(claim.address));
  const struct = keccak256(concatBytes(TYPE_HASH, address, keccakText(claim.timestamp), nonce, MESSAGE_HASH));
  return computeTypedDataDigest(computeDomainSeparator({ ...CLOB_AUTH.domain, chainId }), struct);
}

/** Verifies a signature, and returns its lower-case address and chain. Never throws. */
export function verifyWalletAuth(claim: WalletAuthClaim, terms: WalletAuthContext): WalletAuthVerdict {
  const address = parseAddress(claim.address);
  if (address === undefined)
    return rejectWalletAuth("bad-address", "address: expected 0x and 40 hex digits with a right checksum");
  const late = checkTime(claim.timestamp, terms);
  if (late !== undefined) return late;
  if (!isUint256(claim.nonce))
    return rejectWalletAuth("bad-nonce", "nonce: expected a decimal integer below 2^256");
  const bytes = parseHex(claim.signature);
  if (bytes === undefined)
    return rejectWalletAuth("malformed-signature", "signature: expected 0x and 130 hex digits");
  const reading = readSignature(bytes);
  if (!reading.ok)
    return rejectWalletAuth(reading.reason === "high-s" ? "high-s" : "malformed-signature", reading.hint);
  const chainId = terms.chainIds.find(
    (chain) =>
      recoverAddress(computeWalletAuthDigest({ ...claim, address }, chain), reading.signature) === address,
  );
  if (chainId !== undefined) return { ok: true, address, chainId };
  return rejectWalletAuth(
    "wrong-signer",
    `not signed by ${address} for chain ${terms.chainIds.join(" or ")}`,
  );
}

function checkTime(timestamp: string, terms: WalletAuthContext): WalletAuthVerdict | undefined {
  const { nowSeconds, windowSeconds = WINDOW_SECONDS } = terms;
  const timeMs = readTimestamp(timestamp);
  if (timeMs === undefined)
    return rejectWalletAuth("bad-timestamp", "timestamp: expected unix seconds as decimal text");
  const ageSeconds = nowSeconds - timeMs / 1000;
  if (Math.abs(ageSeconds) <= windowSeconds) return undefined;
  const hint = `timestamp: server time is ${nowSeconds}, at most ${windowSeconds} s apart; got ${timestamp}`;
  return rejectWalletAuth(ageSeconds > 0 ? "stale" : "future", hint);
}

const rejectWalletAuth = (reason: WalletAuthReason, hint: string): WalletAuthVerdict => ({
  ok: false,
  reason,
  hint,
});
