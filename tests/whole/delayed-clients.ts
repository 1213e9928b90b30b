/**
 * Traders whose orders are matched after a delay. They send an order until somebody tells that it is kept, and some of
 * them once more, long after. Each order that was acknowledged is placed in the end, or ended without a match.
 */
import assert from "node:assert/strict";
import type { PlaceOrder } from "../../src/core/command.ts";
import type { MatchDelay } from "../../src/engine/delayed-orders.ts";
import { nextCommand } from "../simulation/commands.ts";
import type { Generator } from "../simulation/generator.ts";
import { commandOf, endOf } from "./due-tables.ts";
import { createNetwork } from "./network.ts";
import type { SimulatedProcess, World } from "./simulated-process.ts";

export type DelayedClients = {
  start(): void;
  stop(): void;
  /** True once every order that is sent is known to be kept. */
  isQuiet(): boolean;
  /** Throws unless each acknowledged order is placed, ended, or waits still for its time. */
  checkPromises(now: number): void;
};

type Sent = { readonly command: PlaceOrder; readonly delay: MatchDelay; acknowledged: boolean };

const PAUSE_MS = 1_500;
const MOST_MS = 5_000;
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
  let stopped = false;

  function send(order: Sent, onAnswer: () => void): void {
    deliver("request", () =>
      process.delay(order.command, order.delay, () => {
        order.acknowledged = true;
        deliver("answer", onAnswer);
      }),
    );
  }

  function sendUntilHeard(order: Sent): void {
    let heard = false;
    send(order, () => (heard = true));
    time.after(random.between(300, 2_000), () => {
      if (!heard) sendUntilHeard(order);
      else if (random.chance(30)) time.after(random.below(MOST_MS), () => sendAgain(order));
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
    const delay = { ms: random.below(random.pick([100, MOST_MS])), matches: random.chance(80) };
    const order = { command, delay, acknowledged: false };
    sent.set(command.id, order);
    sendUntilHeard(order);
  }

  function checkPromises(now: number): void {
    const { delayed } = store.due;
    for (const { command, acknowledged } of sent.values()) {
      const row = delayed.get(endOf(command.id));
      const isKept = row !== undefined || store.orderIds.has(command.id);
      assert.ok(isKept || !acknowledged, `${command.id} was acknowledged as delayed and is lost`);
    }
    for (const row of delayed.values())
      assert.ok(
        row.reason !== null || row.due > now - DONE_MS,
        `${commandOf(row).id} waits for its match, which was due at ${row.due}`,
      );
  }

  return {
    start: next,
    stop: () => void (stopped = true),
    isQuiet: () => [...sent.values()].every(({ acknowledged }) => acknowledged),
    checkPromises,
  };
}
