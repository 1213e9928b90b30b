/**
 * The invites of the exchange. They are derived from entries of the audit log, so an invite exists, and a use counts,
 * exactly when it is durable.
 */
import { rejectNonPositive } from "../ledger/accounts.ts";
import type { CommandOf } from "../events/command.ts";
import { encodeDetails, handleAuditEntry } from "../events/audit-actions.ts";
import type { AuditStateEntry } from "../events/audit-actions.ts";
import type { Event } from "../events/event.ts";
import { decideFundings } from "../ledger/fundings.ts";
import { getInviteState } from "./invite.ts";
import type { Invite, InviteState } from "./invite.ts";
import { isRejection, reject } from "../rejection.ts";
import type { Rejection, RejectionCode } from "../rejection.ts";
import type { Exchange } from "../state.ts";
import { MAX_MICROS, collateralText, decimalText } from "../units.ts";

/** Lists the invite with this id, or all invites of the batch with this id. */
export function listInvites({ invites }: Pick<Exchange, "invites">, id: string): Invite[] {
  const found = invites.get(id);
  return found === undefined ? [...invites.values()].filter(({ list }) => list === id) : [found];
}

/** Counts open invites, and the collateral in micros that they can still give, at engine time `at` (ms). */
export function countOpen({ invites }: Pick<Exchange, "invites">, at: number) {
  let [open, promised] = [0, 0n];
  for (const invite of invites.values()) {
    if (getInviteState(invite, at) !== "open") continue;
    open += 1;
    promised += BigInt(invite.amount) * BigInt(invite.uses - invite.used.size);
  }
  return { open, promised };
}

/** Applies an entry of the audit log; entries that are not about invites change nothing. */
export const applyInviteEntry = ({ invites }: Pick<Exchange, "invites">, given: AuditStateEntry): void =>
  handleAuditEntry(
    {
      "make-invite": ({ subject: id, operator, reason, at: madeAt, details }) =>
        void invites.set(id, {
          id,
          ...details,
          operator,
          reason,
          madeAt,
          used: new Map(),
          revoked: undefined,
        }),
      "revoke-invite": ({ subject, at, operator, reason }) => {
        getInvite(invites, subject).revoked = { at, operator, reason };
      },
      "use-invite": ({ subject: address, at, details: { invite, owner, name } }) =>
        void getInvite(invites, invite).used.set(owner, { address, at, name }),
    },
    given,
  );

function getInvite(invites: Exchange["invites"], id: string): Invite {
  const invite = invites.get(id);
  if (invite === undefined)
    throw new Error(`an entry of the audit log is about invite ${id}, which was not made`);
  return invite;
}

// Decides commands about invites: making, revoking and using them.

type Decision = Event[] | Rejection;

/** Maximum number of open invites, over all operators. */
export const MAX_OPEN_INVITES = 20_000;

/**
 * Makes all of these invites or none. Their funds and those that other open invites can still give must fit into the
 * exchange's total.
 */
export function decideInvites(exchange: Exchange, command: CommandOf<"make-invites">, at: number): Decision {
  const { operator, reason, invites } = command;
  const nothing = invites.find(({ amount }) => amount <= 0);
  if (nothing !== undefined) return rejectNonPositive(collateralText(nothing.amount));
  const before = countOpen(exchange, at);
  return (
    rejectKnownInvite(exchange, invites) ??
    rejectTooManyInvites(before.open, invites.length) ??
    rejectOverpromise(exchange, invites, before.promised) ??
    invites.map((invite) => ({
      type: "operated",
      operator,
      action: "make-invite",
      subject: invite.id,
      reason,
      details: encodeDetails("make-invite", invite),
    }))
  );
}

/** Rejects an id that an invite already has: a second invite of this id would reset its count of uses. */
function rejectKnownInvite({ invites: known }: Exchange, made: PromisedInvites): Rejection | undefined {
  const twice = made.find(({ id }) => known.has(id));
  return twice && reject("invalid_payload", `id: expected one that no invite has, got ${twice.id}`);
}

function rejectTooManyInvites(open: number, count: number): Rejection | undefined {
  if (open + count <= MAX_OPEN_INVITES) return undefined;
  return reject(
    "invalid_payload",
    `expected at most ${MAX_OPEN_INVITES} invites that can still be used, got ${count} beside ${open}; revoke some first`,
  );
}

type PromisedInvites = CommandOf<"make-invites">["invites"];

function rejectOverpromise(
  exchange: Exchange,
  made: PromisedInvites,
  promised: bigint,
): Rejection | undefined {
  const wanted = made.reduce((sum, { amount, uses }) => sum + BigInt(amount) * BigInt(uses), 0n);
  const room = BigInt(MAX_MICROS) - BigInt(exchange.deposits) - promised;
  if (wanted <= room) return undefined;
  return reject(
    "amount_too_large",
    `expected at most ${decimalText(room > 0n ? room : 0n, 6)} for all uses together, got ${decimalText(wanted, 6)}; ` +
      `open invites can still give ${decimalText(promised, 6)}`,
  );
}

/** Revokes one invite, or all invites that were made together. Invites revoked earlier stay revoked; funds are not taken back. */
export function decideRevoking(exchange: Exchange, command: CommandOf<"revoke-invites">): Decision {
  const { id, operator, reason } = command;
  const found = listInvites(exchange, id);
  if (found.length === 0)
    return reject("invite_not_found", `no invite and no list of them has the id "${id}"`);
  return found
    .filter(({ revoked }) => revoked === undefined)
    .map((invite) => ({
      type: "operated",
      operator,
      action: "revoke-invite",
      subject: invite.id,
      reason,
      details: {},
    }));
}

const OVER: { readonly [State in Exclude<InviteState, "open">]: readonly [RejectionCode, string] } = {
  revoked: ["invite_revoked", "an operator revoked it"],
  used_up: ["invite_used_up", "all of its uses are taken"],
  ended: ["invite_ended", "its time is over"],
};

/** Credits a wallet with the funds of an invite. A second use by the same owner gives nothing, and is not rejected. */
export function decideInviteUse(exchange: Exchange, command: CommandOf<"use-invite">, at: number): Decision {
  const invite = exchange.invites.get(command.invite);
  if (invite === undefined) return reject("invite_not_found", `no invite has the id "${command.invite}"`);
  if (invite.used.has(command.owner)) return [];
  const refused = rejectClosedInvite(invite, at) ?? rejectWallet(exchange, command);
  if (refused !== undefined) return refused;
  const { address, owner, name } = command;
  const given = decideFundings(exchange, {
    type: "fund-accounts",
    fundings: [{ address, amount: invite.amount }],
  });
  if (isRejection(given)) return given;
  const { id, operator, reason, amount } = invite;
  const details = encodeDetails("use-invite", { invite: id, owner, amount, name });
  return [...given, { type: "operated", operator, action: "use-invite", subject: address, reason, details }];
}

function rejectClosedInvite(invite: Invite, at: number): Rejection | undefined {
  const state = getInviteState(invite, at);
  if (state === "open") return undefined;
  const [code, why] = OVER[state];
  return reject(code, `the invite gives nothing any more: ${why}`);
}

/** Rejects a wallet that the owner does not sign for. Only the owner's own account is opened here. */
function rejectWallet(
  exchange: Exchange,
  { address, owner }: CommandOf<"use-invite">,
): Rejection | undefined {
  const account = exchange.accountByAddress.get(address);
  if (account === undefined && address !== owner)
    return reject("unknown_account", `no account has address ${address}`);
  if (exchange.bans.has(owner))
    return reject("user_banned", `the operator banned ${owner}: it uses no invite`);
  if (account !== undefined && account.owner !== owner)
    return reject("wallet_taken", `wallet ${address} belongs to another signer`);
  return undefined;
}
