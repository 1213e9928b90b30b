/** The caller of a request: the owner of its key, wallet or token, and the headers that name them. */
import type { Context } from "../../../context.ts";
import type { Rejection } from "../../../core/rejection.ts";
import type { Operator } from "../../../signing/operators.ts";
import type { ActiveKey } from "../../../store/keys/api-keys.ts";
import type { WalletClaim } from "../../operation/endpoint.ts";

export type Caller = {
  readonly caller: ActiveKey | undefined;
  readonly builder: ActiveKey | undefined;
  readonly wallet: WalletClaim | undefined;
  readonly operator: Operator | undefined;
  /** Timestamp of the caller's signature as sent, or of the builder's signature if only that came. */
  readonly timestamp: string | undefined;
};

/** The caller, or a rejection, which names the operator if a known operator was refused. */
export type Identity = Caller | { readonly rejection: Rejection; readonly operator?: Operator };

export const NOBODY: Caller = {
  caller: undefined,
  builder: undefined,
  wallet: undefined,
  operator: undefined,
  timestamp: undefined,
};

/** Names of the caller's headers, without prefix. */
export const CALLER_HEADERS = [
  "ADDRESS",
  "API_KEY",
  "PASSPHRASE",
  "TIMESTAMP",
  "SIGNATURE",
  "NONCE",
  "READONLY_API_KEY",
] as const;

// Checks request timestamps by each clock that clients may sign by.

type Verdict = { readonly ok: boolean };

/**
 * Verifies a request at the exchange's time (ms) and, if refused, at other clocks. These are the machine's clock in virtual
 * time, and the wall clock while engine and wall clock disagree. Clients may sign by any of these clocks, so that above all
 * cancels pass.
 */
export function verifyAtAnyClock<V extends Verdict>(
  { clock, clocks }: Pick<Context, "clock" | "clocks">,
  judge: (nowMs: number) => V,
): V {
  const verdict = judge(clock());
  if (verdict.ok) return verdict;
  const others = [
    ...(clocks.virtual === undefined ? [] : [clocks.machine]),
    ...(clocks.parted() === undefined ? [] : [clocks.wall]),
  ];
  for (const other of others) {
    const found = judge(other());
    if (found.ok) return found;
  }
  return verdict;
}
