/** Invites: promises of funds to people with a link. An owner uses an invite once; its number of uses is a hard limit. */
import type { Micros } from "../units.ts";

export type InviteRules = {
  readonly id: string;
  /** Id shared by all invites that were made together; the invite's own id if it was made alone. */
  readonly list: string;
  /** Funds of each use. */
  readonly amount: Micros;
  /** Maximum uses. */
  readonly uses: number;
  /** Engine time at which it expires, ms; `undefined` if it does not. */
  readonly until: number | undefined;
};

export type Invite = InviteRules & {
  readonly operator: string;
  readonly reason: string;
  readonly madeAt: number;
  /** Uses by the owner that signed for each, in order. */
  readonly used: Map<string, InviteUse>;
  revoked: { readonly at: number; readonly operator: string; readonly reason: string } | undefined;
};

export type InviteUse = {
  /** Wallet that received the funds. */
  readonly address: string;
  readonly at: number;
  /** Result of the trader name that was asked for together with the invite. */
  readonly name: InvitedName;
};

/** "none" if no name was asked for, "given", or the rejection code of the name. */
export type InvitedName = string;

export type InviteState = "open" | "used_up" | "ended" | "revoked";

/** Computes the state at this engine time, ms. */
export function getInviteState({ revoked, used, uses, until }: Invite, at: number): InviteState {
  if (revoked !== undefined) return "revoked";
  if (used.size >= uses) return "used_up";
  return until !== undefined && until <= at ? "ended" : "open";
}
