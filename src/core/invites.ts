/**
 * The invites of the exchange. They are derived from entries of the audit log, so an invite exists, and a use counts,
 * exactly when it is durable.
 */
import type { EventOf } from "./event.ts";
import { MAKE_INVITE, REVOKE_INVITE, stateOf, USE_INVITE } from "./invite.ts";
import type { Invite, InviteTerms } from "./invite.ts";
import type { Exchange } from "./state.ts";
import { micros, parseDecimal } from "./units.ts";

/** Lists the invite with this id, or all invites of the batch with this id. */
export function listInvites({ invites }: Pick<Exchange, "invites">, id: string): Invite[] {
  const found = invites.get(id);
  return found === undefined ? [...invites.values()].filter(({ list }) => list === id) : [found];
}

/** Counts open invites, and the collateral in micros that they can still give, at engine time `at` (ms). */
export function countOpen({ invites }: Pick<Exchange, "invites">, at: number) {
  let [open, promised] = [0, 0n];
  for (const invite of invites.values()) {
    if (stateOf(invite, at) !== "open") continue;
    open += 1;
    promised += BigInt(invite.amount) * BigInt(invite.uses - invite.used.size);
  }
  return { open, promised };
}

type Details = Readonly<Record<string, unknown>>;

type Deed = Omit<EventOf<"operated">, "type">;

/** Applies an entry of the audit log at engine time `at` (ms); entries that are not about invites change nothing. */
export function applyInviteDeed({ invites }: Pick<Exchange, "invites">, deed: Deed, at: number): void {
  const { action, subject, operator, reason, details } = deed;
  switch (action) {
    case MAKE_INVITE:
      invites.set(subject, {
        ...readTerms(subject, details),
        operator,
        reason,
        madeAt: at,
        used: new Map(),
        revoked: undefined,
      });
      return undefined;
    case REVOKE_INVITE:
      inviteOf(invites, subject).revoked = { at, operator, reason };
      return undefined;
    case USE_INVITE: {
      const { invite, owner, name } = readTexts(details, ["invite", "owner", "name"]);
      inviteOf(invites, invite).used.set(owner, { address: subject, at, name });
    }
  }
}

function inviteOf(invites: Exchange["invites"], id: string): Invite {
  const invite = invites.get(id);
  if (invite === undefined)
    throw new Error(`an entry of the audit log is about invite ${id}, which was not made`);
  return invite;
}

function readTerms(id: string, details: Details): InviteTerms {
  const { list, amount } = readTexts(details, ["list", "amount"]);
  const { uses, until } = details;
  const given = parseDecimal(amount, 6);
  if (given === undefined || typeof uses !== "number") throw notOne(details);
  return { id, list, amount: micros(given), uses, until: typeof until === "number" ? until : undefined };
}

function readTexts<Name extends string>(details: Details, names: readonly Name[]): Record<Name, string> {
  const texts = names.map((name) => [name, details[name]] as const);
  if (texts.some(([, text]) => typeof text !== "string")) throw notOne(details);
  return Object.fromEntries(texts) as Record<Name, string>;
}

const notOne = (details: Details): Error =>
  new Error(`an entry of the audit log does not describe an invite: ${JSON.stringify(details)}`);
