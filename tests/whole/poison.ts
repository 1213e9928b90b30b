/**
 * Poison: commands that stop the process, as a bug of ours would let them. One kind kills it while it is decided, one
 * breaks memory while it is applied, and one makes what the store refuses as wrong. What is poison is so for ever.
 */
import assert from "node:assert/strict";
import type { Command } from "../../src/core/command.ts";
import type { Exchange } from "../../src/core/state.ts";
import type { OnceOutcome, Outcome } from "../../src/engine/entry.ts";
import type { SimulatedCommand } from "../simulation/outcome.ts";
import { count } from "../simulation/statistics.ts";
import type { Counts } from "../simulation/statistics.ts";
import type { Random } from "../support/random.ts";

export const POISON_KINDS = ["poison decided", "poison applied", "poison refused by the store"] as const;
export type PoisonKind = (typeof POISON_KINDS)[number];

export type Poison = {
  /** Makes poison of a command, if it may be. */
  taint(command: SimulatedCommand): void;
  /** The command as a process has it, which it does not survive deciding; `dies` tells whether it lived until then. */
  arm(command: Command, dies: () => boolean): Command;
  /** Has the process not survive that poison rests in its exchange. */
  guard(exchange: Exchange, lives: () => boolean): void;
  /** Whether the store takes orders with these ids. */
  isTaken(ids: readonly string[]): boolean;
  /** Checks an answer: only what stopped the process so often is set aside. */
  hear(command: SimulatedCommand, outcome: Outcome | OnceOutcome): void;
};

/** What a process throws that cannot go on. */
export class Poisoned extends Error {
  override name = "Poisoned";
}

/** How often one command may stop the process. */
const MOST_STOPS = 2;

/** Most orders are refused, or do not rest: they harm only when they are decided. */
const [DECIDED, APPLIED, REFUSED] = POISON_KINDS;
const OF_ORDERS = [DECIDED, APPLIED, APPLIED, REFUSED, REFUSED];
const NEVER_POISON = new Set<string>(["set-mode", "operate", "cancel-order", "record-prices"]);

/** In all, and since it was last survived. */
type Dose = { readonly kind: PoisonKind; stops: number; inRow: number };

type PoisonWorld = {
  readonly random: Random;
  readonly counts: Counts;
  readonly fail: (error: unknown) => void;
};

export function createPoison({ random, counts, fail }: PoisonWorld): Poison {
  const doses = new Map<string, Dose>();
  const doseOf = (command: Command | SimulatedCommand): Dose | undefined =>
    doses.size === 0 ? undefined : doses.get(nameOf(command));

  function taint(command: SimulatedCommand): void {
    if (NEVER_POISON.has(command.type) || doseOf(command) !== undefined) return;
    const kind = command.type === "place-order" ? random.pick(OF_ORDERS) : DECIDED;
    doses.set(nameOf(command), { kind, stops: 0, inRow: 0 });
  }

  function stop(dose: Dose): void {
    count(counts, dose.kind);
    dose.stops += 1;
    dose.inRow += 1;
    if (dose.inRow > MOST_STOPS) fail(new Error(`one command stopped the process ${dose.inRow} times`));
  }

  function arm(command: Command, dies: () => boolean): Command {
    const dose = doseOf(command);
    if (dose?.kind !== DECIDED) return command;
    const deadly = command.type === "place-order" ? "tokenId" : Object.keys(command)[1]!;
    const get = (): never => {
      if (dies()) stop(dose);
      throw new Poisoned("poison is decided");
    };
    const toJSON = { value: () => command };
    return Object.defineProperties({ ...command }, { toJSON, [deadly]: { get, enumerable: true } });
  }

  function guard({ orders }: Exchange, lives: () => boolean): void {
    const set = orders.set.bind(orders);
    orders.set = (id, order) => {
      const dose = doses.get(id);
      if (dose?.kind !== APPLIED) return set(id, order);
      if (lives()) stop(dose);
      throw new Poisoned("poison is applied");
    };
  }

  function isTaken(ids: readonly string[]): boolean {
    const refused = ids.map((id) => doses.get(id)).filter((dose) => dose?.kind === REFUSED);
    for (const dose of refused) if (dose !== undefined) stop(dose);
    return refused.length === 0;
  }

  function hear(command: SimulatedCommand, outcome: Outcome | OnceOutcome): void {
    const code = outcome.type === "rejected" ? outcome.rejection.code : undefined;
    const dose = doseOf(command);
    if (code === "quarantined")
      assert.ok(dose !== undefined && dose.stops > 0, `${command.type} is set aside and did nothing`);
    else if (dose !== undefined && code !== "not_accepting") dose.inRow = 0;
  }

  return { taint, arm, guard, isTaken, hear };
}

/** An order is its id; any other command is what it says. */
const nameOf = (command: Command | SimulatedCommand): string =>
  command.type === "place-order" ? command.id : JSON.stringify(command);
