/** The caller of a request: the owner of its key, wallet or token, and the headers that name them. */
import type { Rejection } from "../../core/rejection.ts";
import type { Operator } from "../../signing/operators.ts";
import type { ActiveKey } from "../../store/keys/api-keys.ts";
import type { WalletClaim } from "../endpoint.ts";

export type Caller = {
  readonly caller: ActiveKey | undefined;
  readonly builder: ActiveKey | undefined;
  readonly wallet: WalletClaim | undefined;
  readonly operator: Operator | undefined;
  /** The timestamp of the signature as sent: the caller's, or the builder's if only that came. */
  readonly timestamp: string | undefined;
};

/** The caller, or a rejection; with the operator if a known one was refused. */
export type Identity = Caller | { readonly rejection: Rejection; readonly operator?: Operator };

export const NOBODY: Caller = {
  caller: undefined,
  builder: undefined,
  wallet: undefined,
  operator: undefined,
  timestamp: undefined,
};

/** Header names, without their prefix. */
export const CALLER_HEADERS = [
  "ADDRESS",
  "API_KEY",
  "PASSPHRASE",
  "TIMESTAMP",
  "SIGNATURE",
  "NONCE",
  "READONLY_API_KEY",
] as const;
