/** Invites: promises of funds to those who have a link. An owner uses one once, and it is used as often as it says, never more. */
import type { Micros } from "./units.ts";

/** Actions of the audit log. */
export const MAKE_INVITE = "make-invite";
export const REVOKE_INVITE = "revoke-invite";
export const USE_INVITE = "use-invite";

export type InviteTerms = {
  readonly id: string;
  /** Id that all invites share that were made together; its own where it was made alone. */
  readonly list: string;
  /** Funds of each use. */
  readonly amount: Micros;
  /** Most uses. */
  readonly uses: number;
  /** Engine time at which it ends, ms; `undefined` if it does not. */
  readonly until: number | undefined;
};

export type Invite = InviteTerms & {
  readonly operator: string;
  readonly reason: string;
  readonly madeAt: number;
  /** Uses by the owner that signed for them, the first first. */
  readonly used: Map<string, InviteUse>;
  revoked: { readonly at: number; readonly operator: string; readonly reason: string } | undefined;
};

export type InviteUse = {
  /** Wallet that has the funds. */
  readonly address: string;
  readonly at: number;
  /** Result of the name that came with the invite. */
  readonly name: InvitedName;
};

/** "none" was to be given, it was "given", or the code of the rejection of the name. */
export type InvitedName = string;

export type InviteState = "open" | "used_up" | "ended" | "revoked";

/** State at this engine time, ms. */
export function stateOf({ revoked, used, uses, until }: Invite, at: number): InviteState {
  if (revoked !== undefined) return "revoked";
  if (used.size >= uses) return "used_up";
  return until !== undefined && until <= at ? "ended" : "open";
}
