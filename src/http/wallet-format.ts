/** Wallet addresses in requests: in any case of letters, a mixed one as a right checksum. */
import { reject } from "../core/rejection.ts";
import type { Rejection } from "../core/rejection.ts";
import { checksumAddress, parseAddress } from "../signing/address.ts";

/** The JSON Schema format of one. */
export const WALLET_FORMAT = "wallet";

/** The format, for the validator. */
export const WALLET_FORMATS = {
  [WALLET_FORMAT]: (text: string): boolean => parseAddress(text) !== undefined,
};

/** Refuses what is none; `name` is the field that it came in. */
export function badWallet(name: string, got: string): Rejection {
  const lower = parseAddress(got.toLowerCase());
  const expected =
    lower === undefined
      ? "expected a wallet address, 0x and 40 hex digits"
      : `the checksum of the letters' case is wrong: expected ${checksumAddress(lower)}, or lower case`;
  return reject("invalid_payload", `${name}: ${expected}, got "${got}"`);
}
