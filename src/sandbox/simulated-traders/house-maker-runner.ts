/**
 * Runs the house market makers, one step of one maker at a time. Makers back off like the simulated traders. A maker
 * cancels its orders while its market is paused, or has a proposed resolution.
 */
import type { Context } from "../../context.ts";
import { isOver } from "../../core/markets/lifecycle.ts";
import { isRejection } from "../../core/rejection.ts";
import type { Rejection } from "../../core/rejection.ts";
import { minLots } from "../../core/units.ts";
import { sumDeposits, houseMakerSubject } from "../../engine/operators/house-maker-registry.ts";
import type { HouseMaker } from "../../engine/operators/house-maker-registry.ts";
import type { CommandOf } from "../../core/events/command.ts";
import { elementAt } from "../../core/values/element-at.ts";
import { planHouseMaker } from "./house-maker-plan.ts";
import { executeStep, createBackoff, readMarketSnapshot } from "./market-traders.ts";
import type { MarketSnapshot, Backoff } from "./market-traders.ts";
import type { MakerState } from "./strategies/maker.ts";
import { createRandom } from "./strategies/seeded-random.ts";
import type { Random } from "./strategies/seeded-random.ts";

export type HouseMakerRunner = {
  /** Starts quoting, until `close`. */
  start(): void;
  /** Takes one step of every maker that has work to do; none while the exchange rejects orders. */
  act(): Promise<void>;
  /** Waits for the running step; resting orders stay, and the next run adopts them. */
  close(): Promise<void>;
};

const TICK_MS = 500;
/** Maximum number of makers checked per tick. */
const CHECKS_PER_TICK = 10;

type RunnerState = {
  readonly context: Context;
  readonly way: Backoff;
  readonly random: Random;
  /** Strategy states since the first step in this process, by account, of makers that quote around a fair value. */
  readonly states: Map<string, MakerState>;
  next: number;
};

export function createHouseMakerRunner(context: Context): HouseMakerRunner {
  const runner: RunnerState = {
    context,
    way: createBackoff(context),
    random: createRandom(`house/${context.engine.head().seq}`),
    states: new Map(),
    next: 0,
  };
  let runningTick: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  const onTick = (): void => {
    runningTick ??= actNext(runner, CHECKS_PER_TICK)
      .catch((error: unknown) =>
        context.log.warn({ event: "house_failed", err: error }, "a turn of the house failed"),
      )
      .finally(() => (runningTick = undefined));
  };
  return {
    start: () => {
      timer = setInterval(onTick, TICK_MS);
      timer.unref();
    },
    act: () => actNext(runner, Infinity),
    close: async () => {
      clearInterval(timer);
      await runningTick;
    },
  };
}

async function actNext(runner: RunnerState, most: number): Promise<void> {
  const { context, way } = runner;
  const makers = context.house.list();
  for (let looks = 0; looks < Math.min(most, makers.length) && way.mayAct(); looks += 1) {
    runner.next = (runner.next + 1) % makers.length;
    const began = context.clocks.monotonic();
    const maker = elementAt(makers, runner.next);
    // An operator's stop of a maker waits for the running step, so that no order follows the stop's cancels.
    const hasActed = await context.requestTurns.take([houseMakerSubject(maker.conditionId)], () =>
      act(runner, maker),
    );
    if (hasActed) way.restAfter(began);
  }
}

/** Takes one step of a maker; true if the step sent orders or commands. */
async function act(runner: RunnerState, { conditionId, address }: HouseMaker): Promise<boolean> {
  const { context, way, random } = runner;
  const maker = context.house.runOf(address);
  const snapshot = await readMarketSnapshot(context, { conditionId, address, random });
  if (maker === undefined || snapshot === undefined) return false;
  if (isRejection(snapshot)) {
    way.restIfRefused([snapshot]);
    return false;
  }
  const command = findCleanUp(context, maker, snapshot);
  if (command !== undefined) way.restIfRefused(await submit(context, command));
  else if (maker.stopped === undefined && isQuoted(snapshot)) return quote(runner, maker, snapshot);
  return command !== undefined;
}

async function submit({ engine }: Context, command: CleanUpCommand): Promise<readonly Rejection[]> {
  const outcome = await engine.submit(command);
  return outcome.type === "rejected" ? [outcome.rejection] : [];
}

type CleanUpCommand = CommandOf<"cancel-orders" | "split" | "merge">;

/** True if the market trades and has no proposed outcome: after a proposal other traders know more than the maker. */
const isQuoted = ({ market }: MarketSnapshot): boolean =>
  market.status === "active" && market.proposal === undefined;

/**
 * Finds the command that must precede quotes: a cancel of orders that must not rest, or a merge of complete sets.
 * Shares of a resolved market stay, since a redemption would rule out an undo of the resolution; stopping the maker
 * redeems them.
 */
function findCleanUp(
  context: Context,
  maker: HouseMaker,
  snapshot: MarketSnapshot,
): CleanUpCommand | undefined {
  const { market, turn } = snapshot;
  const { unheld, orders } = turn.own;
  const { conditionId, address } = maker;
  if (isOver(market.status)) return undefined;
  const isSigner = context.house.walletOf(conditionId, maker.run).address === address;
  if (maker.stopped !== undefined || !isQuoted(snapshot) || !isSigner)
    return orders.length > 0
      ? { type: "cancel-orders", owner: address, conditionId, reason: "by-owner" }
      : undefined;
  const sets = minLots(unheld[0], unheld[1]);
  return sets >= Math.max(market.minimumLots, 1)
    ? { type: "merge", address, owner: address, conditionId, lots: sets }
    : undefined;
}

async function quote(
  runner: RunnerState,
  maker: HouseMaker,
  { market, turn }: MarketSnapshot,
): Promise<boolean> {
  const { context, way, states } = runner;
  const wallet = context.house.walletOf(maker.conditionId, maker.run);
  if (wallet.address !== maker.address) return false;
  const { state, intents } = planHouseMaker(
    { ...maker, budget: sumDeposits(maker) },
    turn,
    states.get(maker.address),
  );
  if (state !== undefined) states.set(maker.address, state);
  way.restIfRefused(await executeStep(context, { wallet, market, intents }));
  return intents.length > 0;
}
