/** Makers of commands of which the tests of refusals need many. */
import type { Payout } from "../../../src/core/markets/catalog.ts";
import type { Command, CommandOf } from "../../../src/core/events/command.ts";
import { lots, micros } from "../../../src/core/units.ts";

export function convert(conditionIds: readonly string[], other: Partial<CommandOf<"convert">> = {}): Command {
  const { address = "ann", owner = address } = other;
  return { type: "convert", address, owner, conditionIds, lots: other.lots ?? lots(100) };
}

export function propose(conditionId: string, payout: Payout): Command {
  return { type: "propose-resolution", conditionId, payout, evidence: "", link: "" };
}

export const resolveEvent = (eventId: string, winner: string): CommandOf<"resolve-event"> => ({
  type: "resolve-event",
  eventId,
  winner,
});

export function redeem(address: string, owner: string, conditionId: string): Command {
  return { type: "redeem", address, owner, conditionId };
}

export function withdraw(address: string, owner: string, amount: number): Command {
  return { type: "withdraw", address, owner, amount: micros(amount) };
}

export function sets(type: "split" | "merge", address: string, conditionId: string, size: number): Command {
  return { type, address, owner: address, conditionId, lots: lots(size) };
}

export function open(address: string, owner: string, credit: number): Command {
  return { type: "open-account", address, owner, credit: micros(credit) };
}

export function fund(...fundings: readonly (readonly [address: string, amount: number])[]): Command {
  const given = fundings.map(([address, amount]) => ({ address, amount: micros(amount) }));
  return { type: "fund-accounts", fundings: given };
}
