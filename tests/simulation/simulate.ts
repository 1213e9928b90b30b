/**
 * Runs a seed: every command goes to the exchange and to its naive reference, both must do the same, and every
 * invariant must hold after it. The same seed always gives the same run.
 */
import assert from "node:assert/strict";
import type { Command } from "../../src/core/command.ts";
import { createExchange, decide, execute } from "../../src/core/exchange.ts";
import type { Exchange, SelfTradePolicy } from "../../src/core/state.ts";
import { isRejection } from "../../src/core/exchange.ts";
import { createRandom } from "../support/random.ts";
import { createGenerator, nextCommand } from "./commands.ts";
import { checkEvents, takeSnapshot } from "./event-invariants.ts";
import { checkState } from "./invariants.ts";
import { decisionText, outcomeText } from "./outcome.ts";
import type { SimulatedCommand } from "./outcome.ts";
import { executeReference } from "./reference-exchange.ts";
import { createReference } from "./reference-state.ts";
import type { Reference } from "./reference-state.ts";
import { countDecision } from "./statistics.ts";
import type { Statistics } from "./statistics.ts";
import { viewExchange, viewReference } from "./view.ts";

const POLICIES: readonly SelfTradePolicy[] = ["allow", "cancel-resting", "cancel-incoming"];

/** What went wrong, with all that is needed to see it again. */
export class SimulationFailure extends Error {
  override name = "SimulationFailure";
}

type Pair = { exchange: Exchange; reference: Reference; statistics: Statistics; step: number; seed: number };

/** Adds what happened to `statistics`; throws a SimulationFailure at the first difference. */
export function simulate(seed: number, commands: number, statistics: Statistics): void {
  const random = createRandom(seed);
  const policy = random.pick(POLICIES);
  const pair: Pair = {
    exchange: createExchange(policy),
    reference: createReference(policy),
    statistics,
    step: 0,
    seed,
  };
  const generator = createGenerator(random, pair.reference);
  let now = 0;
  while (pair.step < commands) {
    const { command, at } = nextCommand(generator);
    pair.step += 1;
    if (at > now) run(pair, { type: "expire-orders" }, at);
    now = at;
    run(pair, command, at);
  }
}

function run(pair: Pair, command: SimulatedCommand, at: number): void {
  try {
    executeBoth(pair, command, at);
  } catch (error) {
    throw new SimulationFailure(
      `npm run simulate -- ${pair.seed} ${pair.step}\nseed ${pair.seed}, step ${pair.step}, at ${at}, ${pair.exchange.selfTrade}: ${commandText(command)}\n` +
        (error instanceof Error ? error.message : String(error)),
      { cause: error },
    );
  }
}

function executeBoth({ exchange, reference, statistics }: Pair, command: SimulatedCommand, at: number): void {
  const real = toCommand(exchange, command);
  const before = takeSnapshot(exchange);
  const decided = decisionText(decide(exchange, real, at));
  const decision = execute(exchange, real, at);
  countDecision(statistics, command, decision);
  assert.equal(decisionText(decision), decided, "deciding twice gives the same");
  const expected = outcomeText(executeReference(reference, command, at));
  assert.equal(inAnyOrder(command, decided), inAnyOrder(command, expected), "exchange and reference differ");
  if (command.type === "expire-orders" && decided === "") return checkState(exchange, at);
  checkEvents(exchange, before, isRejection(decision) ? [] : decision);
  checkState(exchange, at);
  const [actual, wanted] = [viewExchange(exchange), viewReference(reference)];
  if (actual.join("\n") !== wanted.join("\n")) assert.deepEqual(actual, wanted);
}

function toCommand(exchange: Exchange, command: SimulatedCommand): Command {
  if (command.type !== "record-prices") return command;
  return { type: "record-prices", markets: exchange.markets.filter((market) => market !== undefined) };
}

/** A resolution cancels all orders of the market at once; in which order does not matter. */
const inAnyOrder = (command: SimulatedCommand, text: string): string =>
  command.type === "resolve-market" ? text.split("\n").sort().join("\n") : text;

function commandText(command: SimulatedCommand): string {
  return JSON.stringify(command, (key, value: unknown) =>
    key === "signed" || key === "event" ? undefined : value,
  );
}
