/**
 * Those who trade in a run: they send commands over a network that loses, delays and repeats messages, wait for an
 * answer for a while, and send the same signed order again or cancel it when none comes.
 */
import assert from "node:assert/strict";
import type { OnceOutcome, Outcome } from "../../src/engine/entry.ts";
import { nextCommand } from "../simulation/commands.ts";
import type { Generator } from "../simulation/generator.ts";
import type { WholeCommand } from "./once-command.ts";
import { createRequester } from "./requester.ts";
import type { SimulatedProcess, World } from "./simulated-process.ts";

export type Clients = {
  /** One who goes on until `stop`. */
  add(): void;
  /** This many commands at once. */
  burst(size: number): void;
  stop(): void;
  /** Sends until an answer comes, whatever was sent before. */
  ask(command: WholeCommand, told: (outcome: Outcome | OnceOutcome) => void): void;
  /** Operations begun, and those of them that nobody waits for any more. */
  readonly counts: { begun: number; over: number };
  /** Orders of which it was said that nobody knows what became of them. */
  unknown(): WholeCommand[];
  /** Throws when an order that was acknowledged is not there, or a cancelled one is. */
  checkPromises(open: ReadonlySet<string>): void;
};

/** May be sent again: done twice it is done once. */
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

type Operation = { readonly command: WholeCommand; open: boolean; readonly over: () => void };

export function createClients(world: World, process: SimulatedProcess, generator: Generator): Clients {
  const { time, random, faults, store, poison } = world;
  const counts = { begun: 0, over: 0 };
  const unknown = new Map<string, WholeCommand>();
  const placed = new Set<string>();
  const canceled = new Set<string>();
  const requester = createRequester(random);
  let stopped = false;

  function deliver(kind: "request" | "answer", act: () => void): void {
    if (faults.strike(`${kind} lost`)) return;
    const late = (): number => (faults.strike(`${kind} late`) ? random.between(50, 4_000) : 0);
    const copies = kind === "request" && faults.strike("request repeated") ? 2 : 1;
    for (let copy = 0; copy < copies; copy += 1) time.after(random.between(1, 12) + late(), act);
  }

  function remember(command: WholeCommand, outcome: Outcome | OnceOutcome): void {
    if (outcome.type === "duplicate") placed.add(outcome.id);
    if (outcome.type === "rejected" && outcome.rejection.code === "outcome_unknown")
      if (command.type === "place-order") unknown.set(command.id, command);
    if (outcome.type !== "committed") return;
    if (command.type === "place-order") placed.add(command.id);
    for (const event of outcome.committed.events)
      if (event.type === "order-canceled") canceled.add(event.order.id);
  }

  /** Sends once; `told` hears every answer that gets through. */
  function send(command: WholeCommand, told: (outcome: Outcome | OnceOutcome) => void): void {
    deliver("request", () =>
      process.submit(command, (outcome) => {
        deliver("answer", () => {
          remember(command, outcome);
          told(outcome);
        });
      }),
    );
  }

  function begin(command: WholeCommand, over: () => void): void {
    counts.begun += 1;
    if (command.type !== "once" && faults.strike("poisonous command")) poison.taint(command);
    attempt({
      command,
      open: true,
      over: () => {
        counts.over += 1;
        over();
      },
    });
  }

  function attempt(operation: Operation): void {
    let heard = false;
    send(operation.command, (outcome) => {
      const first = !heard;
      heard = true;
      if (!isUndecided(outcome)) conclude(operation);
      else if (first) time.after(random.between(50, 500), () => goOn(operation));
    });
    time.after(random.between(300, 2_000), () => {
      if (!heard) goOn(operation);
    });
  }

  function conclude(operation: Operation): void {
    if (!operation.open) return;
    operation.open = false;
    operation.over();
  }

  /** Nobody said what became of it. An order may be given up: it is cancelled, maybe before it arrives. */
  function goOn(operation: Operation): void {
    const { command, open, over } = operation;
    if (!open) return;
    if (!REPEATABLE.has(command.type)) return conclude(operation);
    if (command.type !== "place-order" || !random.chance(20)) return attempt(operation);
    operation.open = false;
    const { id, owner } = command;
    return attempt({ command: { type: "cancel-order", id, owner }, open: true, over });
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
    return command.type === "record-prices"
      ? { type: "cancel-order", id: "none", owner: "ann" }
      : requester.ask(command);
  }

  function burst(size: number): void {
    for (let no = 0; no < size; no += 1) begin(draw(), () => undefined);
  }

  function ask(command: WholeCommand, told: (outcome: Outcome | OnceOutcome) => void): void {
    let answered = false;
    const once = (outcome: Outcome | OnceOutcome): void => {
      if (answered || isUndecided(outcome)) return;
      answered = true;
      told(outcome);
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
  return { add: next, burst, stop, ask, counts, unknown: () => [...unknown.values()], checkPromises };
}

/** It was not decided, or nobody knows how. */
const isUndecided = (outcome: Outcome | OnceOutcome): boolean =>
  outcome.type === "rejected" && UNDECIDED.has(outcome.rejection.code);
