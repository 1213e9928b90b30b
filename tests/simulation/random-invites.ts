/** Random commands about invites, many of which are over or come from owners who had theirs. */
import { MAX_MICROS, micros } from "../../src/core/units.ts";
import { anyOwned } from "./generator.ts";
import type { Generator } from "./generator.ts";
import type { SimulatedCommandOf } from "./outcome.ts";
import { FUNDED } from "./random-ledger.ts";

const NAMES = ["none", "given", "name_taken"];

/** Draws invites that are made together, of few uses and mostly with an end soon. */
export function makeInvitesCommand({ random, scale, at }: Generator): SimulatedCommandOf<"make-invites"> {
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

export function revokeInvitesCommand(generator: Generator): SimulatedCommandOf<"revoke-invites"> {
  const { random } = generator;
  const invite = anyInvite(generator);
  const id = random.chance(70) ? invite?.id : invite?.list;
  return { type: "revoke-invites", operator: "otto", reason: "another reason", id: id ?? "unknown" };
}

/** Draws a use, now and then by one who has no account yet, and often of one of the latest. */
export function useInviteCommand(generator: Generator): SimulatedCommandOf<"use-invite"> {
  const { random } = generator;
  const newcomer = random.pick(FUNDED);
  const owned = random.chance(20) ? { address: newcomer, owner: newcomer } : anyOwned(generator);
  const invite = anyInvite(generator)?.id ?? "unknown";
  return { type: "use-invite", invite, ...owned, name: random.pick(NAMES) };
}

function anyInvite({ random, reference: { invites } }: Generator) {
  if (invites.length === 0 || random.chance(4)) return undefined;
  return random.pick(random.chance(70) ? invites.slice(-4) : invites);
}
