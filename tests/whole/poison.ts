/**
 * Poison: commands that stop the process, as a bug of ours might. One kind kills it while it is decided, one breaks
 * memory while it is applied, and one makes the store refuse its batch. A poisonous command stays so for ever.
 */
import assert from "node:assert/strict";
import type { Command } from "../../src/core/events/command.ts";
import type { Exchange } from "../../src/core/state.ts";
import type { OnceOutcome, CommandOutcome } from "../../src/engine/repeats/entry.ts";
import type { SimulatedCommand } from "../simulation/outcome.ts";
import { count } from "../simulation/statistics.ts";
import type { Counts } from "../simulation/statistics.ts";
import type { Random } from "../support/random.ts";

export const POISON_KINDS = ["poison decided", "poison applied", "poison refused by the store"] as const;
export type PoisonKind = (typeof POISON_KINDS)[number];

export type Poison = {
  /** Makes a command poisonous, unless its type is never so. */
  taint(command: SimulatedCommand): void;
  /**
   * Gives the command as a process gets it: deciding poison throws. `dies` kills the process, and returns false if it
   * was dead already.
   */
  arm(command: Command, dies: () => boolean): Command;
  /** Makes adding a poisonous order to the exchange's book throw. */
  guard(exchange: Exchange, lives: () => boolean): void;
  /** False if the store must refuse a batch with these order ids. */
  isTaken(ids: readonly string[]): boolean;
  /** Checks an answer: a command may be quarantined only if it stopped the process. */
  checkAnswer(command: SimulatedCommand, outcome: CommandOutcome | OnceOutcome): void;
};

/** An error after which the process cannot go on. */
export class Poisoned extends Error {
  override name = "Poisoned";
}

/** Number of times that one command may stop the process in a row. */
const MAX_STOPS = 2;

/** Kinds for orders: most orders are refused, or do not rest, and so do harm only when they are decided. */
const [DECIDED, APPLIED, REFUSED] = POISON_KINDS;
const OF_ORDERS = [DECIDED, APPLIED, APPLIED, REFUSED, REFUSED];
const NEVER_POISON = new Set<string>(["set-mode", "operate", "cancel-order", "record-prices"]);

/** Number of stops in all, and since the command was last survived. */
type PoisonState = { readonly kind: PoisonKind; stops: number; inRow: number };

type PoisonWorld = {
  readonly random: Random;
  readonly counts: Counts;
  readonly fail: (error: unknown) => void;
};

export function createPoison({ random, counts, fail }: PoisonWorld): Poison {
  const states = new Map<string, PoisonState>();
  const stateOf = (command: Command | SimulatedCommand): PoisonState | undefined =>
    states.size === 0 ? undefined : states.get(nameOf(command));

  function taint(command: SimulatedCommand): void {
    if (NEVER_POISON.has(command.type) || stateOf(command) !== undefined) return;
    const kind = command.type === "place-order" ? random.pick(OF_ORDERS) : DECIDED;
    states.set(nameOf(command), { kind, stops: 0, inRow: 0 });
  }

  function stop(state: PoisonState): void {
    count(counts, state.kind);
    state.stops += 1;
    state.inRow += 1;
    if (state.inRow > MAX_STOPS) fail(new Error(`one command stopped the process ${state.inRow} times`));
  }

  function arm(command: Command, dies: () => boolean): Command {
    const state = stateOf(command);
    if (state?.kind !== DECIDED) return command;
    const deadly = command.type === "place-order" ? "tokenId" : Object.keys(command)[1]!;
    const get = (): never => {
      if (dies()) stop(state);
      throw new Poisoned("poison is decided");
    };
    const toJSON = { value: () => command };
    return Object.defineProperties({ ...command }, { toJSON, [deadly]: { get, enumerable: true } });
  }

  function guard({ orders }: Exchange, lives: () => boolean): void {
    const set = orders.set.bind(orders);
    orders.set = (id, order) => {
      const state = states.get(id);
      if (state?.kind !== APPLIED) return set(id, order);
      if (lives()) stop(state);
      throw new Poisoned("poison is applied");
    };
  }

  function isTaken(ids: readonly string[]): boolean {
    const refused = ids.map((id) => states.get(id)).filter((state) => state?.kind === REFUSED);
    for (const state of refused) if (state !== undefined) stop(state);
    return refused.length === 0;
  }

  function checkAnswer(command: SimulatedCommand, outcome: CommandOutcome | OnceOutcome): void {
    const code = outcome.type === "rejected" ? outcome.rejection.code : undefined;
    const state = stateOf(command);
    if (code === "quarantined")
      assert.ok(state !== undefined && state.stops > 0, `${command.type} is set aside and did nothing`);
    else if (state !== undefined && code !== "not_accepting") state.inRow = 0;
  }

  return { taint, arm, guard, isTaken, checkAnswer };
}

/** Names a command: an order by its id, any other by its content. */
const nameOf = (command: Command | SimulatedCommand): string =>
  command.type === "place-order" ? command.id : JSON.stringify(command);
