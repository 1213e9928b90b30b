/** Wallets in the requests of operators. */
import { Type } from "typebox";
import { reject } from "../../core/rejection.ts";
import type { Rejection } from "../../core/rejection.ts";
import { parseAddress } from "../../signing/address.ts";

export const GivenWallet = Type.String({
  maxLength: 100,
  description: "A wallet address; mixed case must be the right checksum",
});

/** The lower-case address. */
export const readWallet = (given: string): string | Rejection =>
  parseAddress(given) ?? reject("invalid_payload", `address: expected a wallet address, got "${given}"`);
