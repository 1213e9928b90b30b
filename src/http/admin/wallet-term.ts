/** Wallets in the requests of operators. */
import { Type } from "typebox";
import type { Rejection } from "../../core/rejection.ts";
import { parseAddress } from "../../signing/address.ts";
import { badWallet } from "../wallet-format.ts";

export const GivenWallet = Type.String({
  maxLength: 100,
  description: "A wallet address; mixed case must be the right checksum",
});

export const AccountParams = Type.Object({ address: GivenWallet });

/** The lower-case address; `name` is the field that it came in. */
export const readWallet = (given: string, name = "address"): string | Rejection =>
  parseAddress(given) ?? badWallet(name, given);
