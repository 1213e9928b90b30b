/**
 * Runs a seed: every command goes to the exchange and to its naive reference, both must do the same, and what the
 * events say must be so. After all commands, or after every so many, the whole states must be the same, and every
 * invariant must hold. The same seed always gives the same run.
 */
import assert from "node:assert/strict";
import type { Command, OperatorCommand } from "../../src/core/command.ts";
import { createExchange, decide, execute, isRejection } from "../../src/core/exchange.ts";
import { STANDARD_LIMITS } from "../../src/core/limits.ts";
import type { Exchange, OrderLimits, Rules, SelfTradePolicy } from "../../src/core/state.ts";
import { createRandom } from "../support/random.ts";
import type { Random } from "../support/random.ts";
import { nextCommand } from "./commands.ts";
import { checkEvents, takeTally } from "./event-invariants.ts";
import type { Tally } from "./event-invariants.ts";
import { createGenerator } from "./generator.ts";
import { checkState } from "./invariants.ts";
import { checkJournal, createJournal, keep } from "./journal-invariants.ts";
import type { Journal } from "./journal-invariants.ts";
import { decisionText, outcomeText } from "./outcome.ts";
import type { PlainOperable, SimulatedCommand } from "./outcome.ts";
import { executeReference } from "./reference-exchange.ts";
import { createReference } from "./reference-state.ts";
import type { Reference } from "./reference-state.ts";
import { countDecision, createStatistics } from "./statistics.ts";
import type { Statistics } from "./statistics.ts";
import { viewExchange, viewReference } from "./view.ts";

const POLICIES: readonly SelfTradePolicy[] = ["allow", "cancel-resting", "cancel-incoming"];

/** What went wrong, with all that is needed to see it again. */
export class SimulationFailure extends Error {
  override name = "SimulationFailure";
}

/** So low that orders run into them: all, or only what one order meets, since those that rest are few otherwise. */
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

type Pair = {
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

/** How long a seed is of which there are many, and after how many of its commands the whole states are compared. */
export const COMMANDS_A_SEED = 4_000;
export const STRIDE = 100;

/**
 * Adds what happened to `statistics`; throws a SimulationFailure at the first difference. Where states are compared
 * after every `stride` commands only, a difference has the seed run again until the command that made it.
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
  { statistics, stride }: Pick<Pair, "statistics" | "stride">,
): void {
  const random = createRandom(seed);
  const limits = random.chance(75) ? STANDARD_LIMITS : drawLimits(random);
  const rules: Rules = { selfTrade: random.pick(POLICIES), autoRedeem: random.chance(50), limits };
  const exchange = createExchange(rules);
  const [reference, tally, journal] = [createReference(rules), takeTally(exchange), createJournal()];
  const pair: Pair = { exchange, reference, tally, journal, statistics, stride, seed, step: 0 };
  const generator = createGenerator(random, reference);
  let now = 0;
  while (pair.step < commands) {
    const { command, at } = nextCommand(generator);
    pair.step += 1;
    if (at > now && isDue(pair, at)) run(pair, { type: "expire-orders" }, at);
    now = at;
    run(pair, command, at);
  }
  const compareAll = (): void => {
    compareStates(pair, now);
    checkJournal(exchange, journal);
  };
  explain(pair, () => `after all, at ${now}`, compareAll);
}

function run(pair: Pair, command: SimulatedCommand, at: number): void {
  const what = (): string => `at ${at}, ${JSON.stringify(pair.exchange.rules)}: ${commandText(command)}`;
  explain(pair, what, () => executeBoth(pair, command, at));
}

/** Adds to what goes wrong how to see it again. */
function explain({ seed, step }: Pair, what: () => string, act: () => void): void {
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

/** Whether orders expired; the exchange must not think so when the reference does not. */
function isDue({ exchange, reference }: Pair, at: number): boolean {
  if (reference.orders.some(({ expiresAt }) => expiresAt !== 0 && expiresAt <= at)) return true;
  assert.deepEqual(decide(exchange, { type: "expire-orders" }, at), [], "no order has expired");
  return false;
}

function executeBoth(pair: Pair, command: SimulatedCommand, at: number): void {
  const { exchange, reference, statistics, tally, journal } = pair;
  const real = toCommand(exchange, command);
  const decided = decisionText(decide(exchange, real, at));
  const decision = execute(exchange, real, at);
  countDecision(statistics, { command, exchange }, decision);
  assert.equal(decisionText(decision), decided, "deciding twice gives the same");
  const expected = outcomeText(executeReference(reference, command, at));
  assert.equal(inAnyOrder(command, decided), inAnyOrder(command, expected), "exchange and reference differ");
  const events = isRejection(decision) ? [] : decision;
  keep(journal, events, at);
  checkEvents(exchange, tally, events);
  if (pair.step % pair.stride === 0) compareStates(pair, at);
  if (pair.step % STEPS_BETWEEN_JOURNAL_CHECKS === 0) checkJournal(exchange, journal);
}

function compareStates({ exchange, reference }: Pair, at: number): void {
  checkState(exchange, at);
  const [actual, wanted] = [viewExchange(exchange), viewReference(reference)];
  if (actual.join("\n") !== wanted.join("\n")) assert.deepEqual(actual, wanted);
}

function toCommand(exchange: Exchange, command: SimulatedCommand): Command {
  if (command.type === "place-order") return command;
  if (command.type !== "operate") return toOperable(exchange, command);
  return { ...command, command: command.command && toOperable(exchange, command.command) };
}

function toOperable(exchange: Exchange, command: PlainOperable): OperatorCommand {
  if (command.type !== "record-prices") return command;
  return { type: "record-prices", markets: exchange.markets.filter((market) => market !== undefined) };
}

/** Whoever leaves all at once, and is paid at once, does so in any order. */
const ALL_AT_ONCE = new Set(["resolve-market", "archive-market", "ban"]);

function inAnyOrder(command: SimulatedCommand, text: string): string {
  const type = command.type === "operate" ? command.command?.type : command.type;
  return ALL_AT_ONCE.has(type ?? "") ? text.split("\n").sort().join("\n") : text;
}

function commandText(command: SimulatedCommand): string {
  return JSON.stringify(command, (key, value: unknown) =>
    key === "signed" || key === "event" ? undefined : value,
  );
}
