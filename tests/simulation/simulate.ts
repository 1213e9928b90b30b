/**
 * Runs a seed: every command goes to the exchange and to its naive reference. Both must do the same, and their events
 * must keep the invariants. After all commands, or after every `stride` of them, the whole states must be equal too.
 * The same seed always gives the same run.
 */
import assert from "node:assert/strict";
import type { Command, OperatorCommand } from "../../src/core/events/command.ts";
import { applyEvent } from "../../src/core/events/apply.ts";
import { createExchange, decide } from "../../src/core/exchange.ts";
import { STANDARD_LIMITS } from "../../src/core/limits.ts";
import { isRejection } from "../../src/core/rejection.ts";
import { micros } from "../../src/core/units.ts";
import type { Exchange, OrderLimits, Rules } from "../../src/core/state.ts";
import { createRandom } from "../support/random.ts";
import type { Random } from "../support/random.ts";
import { nextCommand } from "./commands.ts";
import { checkEvents, takeTally } from "./event-invariants.ts";
import type { Tally } from "./event-invariants.ts";
import { createGenerator } from "./generator.ts";
import { checkState } from "./invariants.ts";
import { checkJournal, createJournal, appendToJournal } from "./journal-invariants.ts";
import type { Journal } from "./journal-invariants.ts";
import { decisionText, outcomeText } from "./outcome.ts";
import type { PlainOperatorCommand, SimulatedCommand } from "./outcome.ts";
import { SELF_TRADE_POLICIES } from "./random-orders.ts";
import { executeReference } from "./reference-exchange.ts";
import { createReference } from "./reference-state.ts";
import type { Reference } from "./reference-state.ts";
import { countDecision, createStatistics } from "./statistics.ts";
import type { Statistics } from "./statistics.ts";
import { viewExchange, viewReference } from "./view.ts";

/** A failure of a run, with all that is needed to repeat it. */
export class SimulationFailure extends Error {
  override name = "SimulationFailure";
}

/**
 * Draws limits so low that orders reach them: all limits, or only that of matches per order, since otherwise few
 * orders rest.
 */
function drawLimits(random: Random): OrderLimits {
  const metByOne = random.between(1, 4);
  if (random.chance(50)) return { ...STANDARD_LIMITS, metByOne };
  return {
    ofAccountInMarket: random.between(1, 6),
    ofAccount: random.between(2, 12),
    inMarket: random.between(3, 20),
    inAll: random.between(6, 60),
    metByOne,
  };
}

type Comparison = {
  readonly exchange: Exchange;
  readonly reference: Reference;
  readonly tally: Tally;
  readonly journal: Journal;
  readonly statistics: Statistics;
  readonly stride: number;
  readonly seed: number;
  step: number;
};

const STEPS_BETWEEN_JOURNAL_CHECKS = 500;

/** Length of a seed in runs of many, and the number of commands between comparisons of the whole states. */
export const COMMANDS_A_SEED = 4_000;
export const STRIDE = 100;

/**
 * Runs a seed and adds its counts to `statistics`; throws a SimulationFailure at the first difference. Where states
 * are compared after every `stride` commands only, the seed then runs again to find the command that made the
 * difference.
 */
export function simulate(seed: number, commands: number, statistics: Statistics, stride = 1): void {
  try {
    runSeed(seed, commands, { statistics, stride });
  } catch (error) {
    if (stride > 1) runSeed(seed, commands, { statistics: createStatistics(), stride: 1 });
    throw error;
  }
}

function runSeed(
  seed: number,
  commands: number,
  { statistics, stride }: Pick<Comparison, "statistics" | "stride">,
): void {
  const random = createRandom(seed);
  const limits = random.chance(75) ? STANDARD_LIMITS : drawLimits(random);
  const rules: Rules = {
    selfTrade: random.pick(SELF_TRADE_POLICIES),
    autoRedeem: random.chance(50),
    refinesTicks: random.chance(50),
    limits,
  };
  const exchange = createExchange(rules);
  const [reference, tally, journal] = [createReference(rules), takeTally(exchange), createJournal()];
  const comparison: Comparison = { exchange, reference, tally, journal, statistics, stride, seed, step: 0 };
  const generator = createGenerator(random, reference);
  let now = 0;
  while (comparison.step < commands) {
    const { command, at } = nextCommand(generator);
    comparison.step += 1;
    if (at > now && isDue(comparison, at)) run(comparison, { type: "expire-orders" }, at);
    now = at;
    run(comparison, command, at);
  }
  run(comparison, NEWCOMERS, now);
  const compareAll = (): void => {
    compareStates(comparison, now);
    checkJournal(exchange, journal);
  };
  runExplained(comparison, () => `after all, at ${now}`, compareAll);
}

/** Credits of two wallets that no run names before: both are opened together. */
const NEWCOMERS: SimulatedCommand = {
  type: "fund-accounts",
  fundings: ["hal", "ivy"].map((address) => ({ address, amount: micros(1) })),
};

function run(comparison: Comparison, command: SimulatedCommand, at: number): void {
  const what = (): string =>
    `at ${at}, ${JSON.stringify(comparison.exchange.rules)}: ${commandText(command)}`;
  runExplained(comparison, what, () => executeBoth(comparison, command, at));
}

/** Adds to a failure how to repeat it. */
function runExplained({ seed, step }: Comparison, what: () => string, act: () => void): void {
  try {
    act();
  } catch (error) {
    throw new SimulationFailure(
      `npm run simulate -- ${seed} ${step}\nseed ${seed}, step ${step}, ${what()}\n` +
        (error instanceof Error ? error.message : String(error)),
      { cause: error },
    );
  }
}

/** True if orders are due to expire; the exchange must not think so when the reference does not. */
function isDue({ exchange, reference }: Comparison, at: number): boolean {
  if (reference.orders.some(({ leavesAt }) => leavesAt !== 0 && leavesAt <= at)) return true;
  assert.deepEqual(decide(exchange, { type: "expire-orders" }, at), [], "no order has expired");
  return false;
}

function executeBoth(comparison: Comparison, command: SimulatedCommand, at: number): void {
  const { exchange, reference, statistics, tally, journal } = comparison;
  const real = toCommand(exchange, command);
  const first = decisionText(decide(exchange, real, at));
  const decision = decide(exchange, real, at);
  assert.equal(decisionText(decision), first, "deciding twice gives the same");
  const events = isRejection(decision) ? [] : decision;
  for (const event of events) applyEvent(exchange, event, at);
  countDecision(statistics, { command, exchange }, decision);
  // What is left of an order that is cancelled after its fill is known now.
  const decided = decisionText(decision);
  const expected = outcomeText(executeReference(reference, command, at));
  assert.equal(
    sortUnorderedLines(command, decided),
    sortUnorderedLines(command, expected),
    "exchange and reference differ",
  );
  appendToJournal(journal, events, at);
  const chosen = command.type === "place-order" ? command.selfTrade : undefined;
  checkEvents(exchange, tally, events, chosen ?? exchange.rules.selfTrade);
  if (comparison.step % comparison.stride === 0) compareStates(comparison, at);
  if (comparison.step % STEPS_BETWEEN_JOURNAL_CHECKS === 0) checkJournal(exchange, journal);
}

function compareStates({ exchange, reference }: Comparison, at: number): void {
  checkState(exchange, at);
  const [actual, wanted] = [viewExchange(exchange), viewReference(reference)];
  if (actual.join("\n") !== wanted.join("\n")) assert.deepEqual(actual, wanted);
}

function toCommand(exchange: Exchange, command: SimulatedCommand): Command {
  if (command.type === "place-order") return command;
  if (command.type !== "operate") return toOperable(exchange, command);
  return { ...command, command: command.command && toOperable(exchange, command.command) };
}

function toOperable(exchange: Exchange, command: PlainOperatorCommand): OperatorCommand {
  if (command.type !== "record-prices") return command;
  return { type: "record-prices", markets: exchange.markets.filter((market) => market !== undefined) };
}

/** Commands whose refunds or payouts to many wallets may come in any order. */
const UNORDERED = new Set(["resolve-market", "archive-market", "resolve-event", "archive-event", "ban"]);

function sortUnorderedLines(command: SimulatedCommand, text: string): string {
  const type = command.type === "operate" ? command.command?.type : command.type;
  return UNORDERED.has(type ?? "") ? text.split("\n").sort().join("\n") : text;
}

function commandText(command: SimulatedCommand): string {
  return JSON.stringify(command, (key, value: unknown) =>
    key === "signed" || key === "event" ? undefined : value,
  );
}
