/** Random commands about invites, many of which are over or come from owners who had theirs. */
import { MAX_MICROS, micros } from "../../src/core/units.ts";
import { anyOwned } from "./generator.ts";
import type { Generator } from "./generator.ts";
import type { SimulatedCommandOf } from "./outcome.ts";
import { FUNDED } from "./random-ledger.ts";
import { isOver } from "./reference-invites.ts";

const NAMES = ["none", "given", "name_taken"];

/** Draws invites that are made together, of few uses and mostly with an end soon; now and then a great one. */
export function makeInvitesCommand(generator: Generator): SimulatedCommandOf<"make-invites"> {
  const { random, scale, at } = generator;
  if (random.chance(15)) return makeGreatInvite(generator);
  const list = `list-${random.below(1_000_000_000)}`;
  const count = random.pick([1, 1, 2, 3]);
  const amount = random.chance(5) ? random.pick([0, -1, MAX_MICROS]) : random.between(1, 3_000_000) * scale;
  const invites = Array.from({ length: count }, () => ({
    id: count === 1 ? list : `invite-${random.below(1_000_000_000)}`,
    list,
    amount: micros(amount),
    uses: random.pick([1, 1, 2, 4]),
    until: random.chance(60) ? undefined : at + random.below(60_000),
  }));
  return { type: "make-invites", operator: "olga", reason: "a reason", invites };
}

/**
 * Draws a story: an invite promises half of all that the exchange can still hold, another one just more than the other half,
 * and the first is revoked.
 */
function makeGreatInvite({ random, reference, story }: Generator): SimulatedCommandOf<"make-invites"> {
  const half = Math.floor((MAX_MICROS - reference.deposits) / 2);
  const [first, second] = [half, half + 2].map((amount) => {
    const id = `invite-${random.below(1_000_000_000)}`;
    const invite = { id, list: id, amount: micros(amount), uses: 1, until: undefined };
    return { type: "make-invites", operator: "olga", reason: "a reason", invites: [invite] } as const;
  });
  const { id } = first!.invites[0];
  story.push(second!, { type: "revoke-invites", operator: "otto", reason: "another reason", id });
  return first!;
}

export function revokeInvitesCommand(generator: Generator): SimulatedCommandOf<"revoke-invites"> {
  const { random } = generator;
  const invite = anyInvite(generator);
  const id = random.chance(70) ? invite?.id : invite?.list;
  return { type: "revoke-invites", operator: "otto", reason: "another reason", id: id ?? "unknown" };
}

/** Draws a use, now and then by one who has no account yet or whose owner is banned, and often of one that is open. */
export function useInviteCommand(generator: Generator): SimulatedCommandOf<"use-invite"> {
  const { random } = generator;
  const { address, owner } = anyUser(generator);
  const invite = anyInvite(generator)?.id ?? "unknown";
  return { type: "use-invite", invite, address, owner, name: random.pick(NAMES) };
}

function anyUser(generator: Generator): { readonly address: string; readonly owner: string } {
  const { random, reference } = generator;
  const newcomer = random.pick(FUNDED);
  if (random.chance(20)) return { address: newcomer, owner: newcomer };
  const banned = reference.wallets.filter(({ owner }) => reference.banned.has(owner));
  return banned.length > 0 && random.chance(60) ? random.pick(banned) : anyOwned(generator);
}

function anyInvite({ random, reference: { invites }, at }: Generator) {
  if (invites.length === 0 || random.chance(4)) return undefined;
  const open = invites.filter((invite) => !isOver(invite, at));
  if (open.length > 0 && random.chance(50)) return random.pick(open);
  return random.pick(random.chance(70) ? invites.slice(-4) : invites);
}
