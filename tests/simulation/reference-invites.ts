/** Invites in the reference: promises of funds, of which each owner takes one. */
import type { RejectionCode } from "../../src/core/rejection.ts";
import { done, operatedFactText, refused } from "./outcome.ts";
import type { Outcome, SimulatedCommandOf } from "./outcome.ts";
import { addWallet, isTooLarge } from "./reference-ledger.ts";
import { FEES } from "./reference-settlement.ts";
import { findWallet } from "./reference-state.ts";
import type { Reference, RefInvite } from "./reference-state.ts";

/** True if nobody can use it any more. */
export const isOver = ({ revoked, used, uses, until }: RefInvite, at: number): boolean =>
  revoked || used.length >= uses || (until !== undefined && until <= at);

const decimal = (amount: number): string => {
  const text = (BigInt(amount) + 10n ** 30n).toString();
  const fraction = text.slice(-6).replace(/0+$/, "");
  return `${BigInt(text.slice(0, -6)) - 10n ** 24n}${fraction === "" ? "" : `.${fraction}`}`;
};

export function makeInvites(
  reference: Reference,
  command: SimulatedCommandOf<"make-invites">,
  at: number,
): Outcome {
  const { operator, reason, invites } = command;
  const promised = reference.invites
    .filter((invite) => !isOver(invite, at))
    .map(({ amount, uses, used }) => BigInt(amount) * BigInt(uses - used.length));
  const wanted = invites.map(({ amount, uses }) => BigInt(amount) * BigInt(uses));
  const sum = [...promised, ...wanted].reduce((total, one) => total + one, BigInt(reference.deposits));
  if (invites.some(({ id }) => reference.invites.some((known) => known.id === id)))
    return refused("invalid_payload");
  const refusals: RejectionCode[] = [];
  if (invites.some(({ amount }) => amount <= 0)) refusals.push("invalid_amounts");
  if (sum > BigInt(Number.MAX_SAFE_INTEGER)) refusals.push("amount_too_large");
  if (refusals.length > 0) return refused(...refusals);
  return done(
    ...invites.map(({ id, list, amount, uses, until }) => {
      reference.invites.push({ id, list, amount, uses, until, operator, reason, used: [], revoked: false });
      const details = { list, amount: decimal(amount), uses, until: until ?? null };
      return operatedFactText({ operator, action: "make-invite", subject: id, reason, details });
    }),
  );
}

export function revokeInvites(reference: Reference, command: SimulatedCommandOf<"revoke-invites">): Outcome {
  const { operator, reason } = command;
  const named = reference.invites.filter(({ id }) => id === command.id);
  const found = named.length > 0 ? named : reference.invites.filter(({ list }) => list === command.id);
  if (found.length === 0) return refused("invite_not_found");
  const facts = found
    .filter(({ revoked }) => !revoked)
    .map((invite) => {
      invite.revoked = true;
      return operatedFactText({ operator, action: "revoke-invite", subject: invite.id, reason, details: {} });
    });
  return done(...facts);
}

export function useInvite(
  reference: Reference,
  command: SimulatedCommandOf<"use-invite">,
  at: number,
): Outcome {
  const { address, owner, name } = command;
  const invite = reference.invites.find(({ id }) => id === command.invite);
  if (invite === undefined) return refused("invite_not_found");
  if (invite.used.includes(owner)) return done();
  const refusals = [...refuseOver(invite, at), ...refuseTaker(reference, command)];
  if (isTooLarge(reference, invite.amount)) refusals.push("amount_too_large");
  if (refusals.length > 0) return refused(...refusals);
  invite.used.push(owner);
  const { operator, reason, amount } = invite;
  const details = { invite: invite.id, owner, amount: decimal(amount), name };
  const entry = operatedFactText({ operator, action: "use-invite", subject: address, reason, details });
  const wallet = findWallet(reference, address);
  if (wallet === undefined) return done(addWallet(reference, { address, owner, cash: amount }), entry);
  wallet.cash += amount;
  reference.deposits += amount;
  return done(`credited ${address} ${amount}`, entry);
}

function refuseOver({ revoked, used, uses, until }: RefInvite, at: number): RejectionCode[] {
  if (revoked) return ["invite_revoked"];
  if (used.length >= uses) return ["invite_used_up"];
  return until !== undefined && until <= at ? ["invite_ended"] : [];
}

function refuseTaker(
  reference: Reference,
  { address, owner }: SimulatedCommandOf<"use-invite">,
): RejectionCode[] {
  const wallet = findWallet(reference, address);
  const refusals: RejectionCode[] = [];
  if (wallet === undefined && address !== owner) refusals.push("unknown_account");
  if (reference.banned.has(owner)) refusals.push("user_banned");
  if (address === FEES || (wallet !== undefined && wallet.owner !== owner)) refusals.push("wallet_taken");
  return refusals;
}
