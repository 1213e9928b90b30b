/**
 * The traders of a run. They send commands over a network that loses, delays and repeats messages. When no answer
 * comes for a while, they send the same signed order again or cancel it.
 */
import assert from "node:assert/strict";
import { canceledOrders } from "../../src/core/orders/canceled-orders.ts";
import type { OnceOutcome, CommandOutcome } from "../../src/engine/repeats/entry.ts";
import { nextCommand } from "../simulation/commands.ts";
import type { Generator } from "../simulation/generator.ts";
import { keepSets } from "./moments.ts";
import { createNetwork } from "./network.ts";
import type { WholeCommand } from "./once-command.ts";
import { createRequester } from "./requester.ts";
import type { SimulatedProcess, World } from "./simulated-process.ts";

export type Clients = {
  /** Adds a trader that goes on until `stop`. */
  add(): void;
  /** Begins this many operations at once. */
  burst(size: number): void;
  stop(): void;
  /** Sends a command again and again until it is decided, and hands on that answer. */
  sendUntilDecided(command: WholeCommand, onAnswer: (outcome: CommandOutcome | OnceOutcome) => void): void;
  /** Number of operations begun, and of those that nobody waits for any more. */
  readonly counts: { begun: number; ended: number };
  /** Orders that were answered with `outcome_unknown`. */
  unknown(): WholeCommand[];
  /** Throws when an acknowledged order is missing, or a cancelled one is open. */
  checkPromises(open: ReadonlySet<string>): void;
};

/** Types of commands that are safe to repeat: a second one has no effect. */
const REPEATABLE = new Set([
  "once",
  "place-order",
  "cancel-order",
  "cancel-orders",
  "open-account",
  "list",
  "ban",
]);

const UNDECIDED = new Set<string>(["not_accepting", "outcome_unknown"]);

type Operation = { readonly command: WholeCommand; open: boolean; readonly onEnd: () => void };

export function createClients(world: World, process: SimulatedProcess, generator: Generator): Clients {
  const { time, random, faults, store, poison } = world;
  const counts = { begun: 0, ended: 0 };
  const unknown = new Map<string, WholeCommand>();
  const placed = new Set<string>();
  const canceled = new Set<string>();
  const requester = createRequester(random);
  world.moments.ofMemory(keepSets(placed, canceled));
  const deliver = createNetwork(world);
  let stopped = false;

  function remember(command: WholeCommand, outcome: CommandOutcome | OnceOutcome): void {
    if (outcome.type === "duplicate") placed.add(outcome.id);
    if (outcome.type === "rejected" && outcome.rejection.code === "outcome_unknown")
      if (command.type === "place-order") unknown.set(command.id, command);
    if (outcome.type !== "committed") return;
    if (command.type === "place-order") placed.add(command.id);
    for (const event of outcome.committed.events)
      for (const { id } of canceledOrders(event)) canceled.add(id);
  }

  /** Sends a command once; `onAnswer` gets every answer that the network delivers. */
  function send(command: WholeCommand, onAnswer: (outcome: CommandOutcome | OnceOutcome) => void): void {
    deliver("request", () =>
      process.submit(command, (outcome) => {
        // An answer that is lost is a promise, too.
        remember(command, outcome);
        deliver("answer", () => onAnswer(outcome));
      }),
    );
  }

  function begin(command: WholeCommand, onEnd: () => void): void {
    counts.begun += 1;
    if (command.type !== "once" && faults.strike("poisonous command")) poison.taint(command);
    attempt({
      command,
      open: true,
      onEnd: () => {
        counts.ended += 1;
        onEnd();
      },
    });
  }

  function attempt(operation: Operation): void {
    let heard = false;
    send(operation.command, (outcome) => {
      const first = !heard;
      heard = true;
      if (!isUndecided(outcome)) end(operation);
      else if (first) time.after(random.between(50, 500), () => retryOrCancel(operation));
    });
    time.after(random.between(300, 2_000), () => {
      if (!heard) retryOrCancel(operation);
    });
  }

  function end(operation: Operation): void {
    if (!operation.open) return;
    operation.open = false;
    operation.onEnd();
  }

  /**
   * Repeats an operation without a decision. An order may be given up instead: then it is cancelled, maybe before it
   * arrives.
   */
  function retryOrCancel(operation: Operation): void {
    const { command, open, onEnd } = operation;
    if (!open) return;
    if (!REPEATABLE.has(command.type)) return end(operation);
    if (command.type !== "place-order" || !random.chance(20)) return attempt(operation);
    operation.open = false;
    const { id, owner } = command;
    return attempt({ command: { type: "cancel-order", id, owner }, open: true, onEnd });
  }

  function next(): void {
    if (stopped) return;
    time.after(random.chance(40) ? random.below(10) : random.below(1_500), () => {
      if (!stopped) begin(draw(), next);
    });
  }

  function draw(): WholeCommand {
    generator.at = world.machine.now();
    const { command } = nextCommand(generator);
    // Prices and failed settlements are the exchange's own.
    return command.type === "record-prices" || command.type === "fail-settlement"
      ? { type: "cancel-order", id: "none", owner: "ann" }
      : requester.requestFor(command);
  }

  function burst(size: number): void {
    for (let no = 0; no < size; no += 1) begin(draw(), () => undefined);
  }

  function sendUntilDecided(
    command: WholeCommand,
    onAnswer: (outcome: CommandOutcome | OnceOutcome) => void,
  ): void {
    let answered = false;
    const once = (outcome: CommandOutcome | OnceOutcome): void => {
      if (answered || isUndecided(outcome)) return;
      answered = true;
      onAnswer(outcome);
    };
    const again = (): void => {
      if (answered) return;
      send(command, once);
      time.after(500, again);
    };
    again();
  }

  function checkPromises(open: ReadonlySet<string>): void {
    for (const id of placed) assert.ok(store.orderIds.has(id), `${id} was acknowledged and is lost`);
    for (const id of canceled) assert.ok(!open.has(id), `${id} was cancelled and is open`);
  }

  const stop = (): void => {
    stopped = true;
  };
  return {
    add: next,
    burst,
    stop,
    sendUntilDecided,
    counts,
    unknown: () => [...unknown.values()],
    checkPromises,
  };
}

/** True if the command was not decided, or its outcome is unknown. */
const isUndecided = (outcome: CommandOutcome | OnceOutcome): boolean =>
  outcome.type === "rejected" && UNDECIDED.has(outcome.rejection.code);
