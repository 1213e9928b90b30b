/**
 * Traders whose orders are matched after a delay. Most send an order until somebody tells that it is kept, and some of
 * them once more, long after; others give up. Each order that was acknowledged is placed in the end, or ended without a
 * match, and so is each that was kept without an answer.
 */
import assert from "node:assert/strict";
import type { PlaceOrder } from "../../src/core/events/command.ts";
import type { MatchDelay } from "../../src/engine/sandbox/delayed-orders.ts";
import { nextCommand } from "../simulation/commands.ts";
import type { Generator } from "../simulation/generator.ts";
import { commandOf, endOf } from "./due-tables.ts";
import { keepSets } from "./moments.ts";
import { createNetwork } from "./network.ts";
import type { SimulatedProcess, World } from "./simulated-process.ts";

export type DelayedClients = {
  start(): void;
  stop(): void;
  /** True once every order that is sent is known to be kept, or given up. */
  isQuiet(): boolean;
  /** True for the id of an order that one of them sent. */
  isSent(id: string): boolean;
  /** Throws unless each acknowledged order is placed, ended, or waits still for its time. */
  checkPromises(now: number): void;
};

type Sent = { readonly command: PlaceOrder; readonly delay: MatchDelay };

/** Percent of orders without an answer that nobody sends again. */
const GIVEN_UP = 15;
const PAUSE_MS = 1_500;
const MAX_MS = 5_000;
/** Time for what is due to be done. */
const DONE_MS = 2_000;

export function createDelayedClients(
  world: World,
  process: SimulatedProcess,
  generator: Generator,
): DelayedClients {
  const { time, random, store, reached } = world;
  const deliver = createNetwork(world);
  const sent = new Map<string, Sent>();
  const acknowledged = new Set<string>();
  const heard = new Set<string>();
  const givenUp = new Set<string>();
  world.moments.ofMemory(keepSets(acknowledged));
  let stopped = false;

  function send(order: Sent, onAnswer: () => void): void {
    deliver("request", () =>
      process.delay(order.command, order.delay, () => {
        acknowledged.add(order.command.id);
        heard.add(order.command.id);
        deliver("answer", onAnswer);
      }),
    );
  }

  function sendUntilHeard(order: Sent): void {
    let isHeard = false;
    send(order, () => (isHeard = true));
    time.after(random.between(300, 2_000), () => {
      if (!isHeard && random.chance(GIVEN_UP)) givenUp.add(order.command.id);
      else if (!isHeard) sendUntilHeard(order);
      else if (random.chance(30)) time.after(random.below(MAX_MS), () => sendAgain(order));
    });
  }

  function sendAgain(order: Sent): void {
    reached("delayed orders sent again");
    send(order, () => undefined);
  }

  function next(): void {
    if (stopped) return;
    time.after(random.below(PAUSE_MS), next);
    generator.at = world.machine.now();
    const { command: drawn } = nextCommand(generator);
    if (drawn.type !== "place-order") return;
    // Statements leave out the two characters that the ids of real orders begin with.
    const command = { ...drawn, id: `0x${drawn.id}` };
    const delay = { ms: random.below(random.pick([100, MAX_MS])), matches: random.chance(80) };
    const order = { command, delay };
    sent.set(command.id, order);
    sendUntilHeard(order);
  }

  function checkPromises(now: number): void {
    const { delayed } = store.due;
    for (const id of acknowledged)
      assert.ok(
        delayed.has(endOf(id)) || store.orderIds.has(id),
        `${id} was acknowledged as delayed and is lost`,
      );
    for (const row of delayed.values())
      assert.ok(
        row.reason !== null || row.due > now - DONE_MS,
        `${commandOf(row).id} waits for its match, which was due at ${row.due}`,
      );
  }

  return {
    start: next,
    stop: () => void (stopped = true),
    isQuiet: () => [...sent.keys()].every((id) => heard.has(id) || givenUp.has(id)),
    isSent: (id) => sent.has(id),
    checkPromises,
  };
}
