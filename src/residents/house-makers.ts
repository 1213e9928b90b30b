/**
 * The house's makers, live: one after the other takes a turn where there is something to do. They give way as residents do,
 * and take their orders back while their market is paused, or a resolution of it is proposed.
 */
import type { Context } from "../context.ts";
import { isOver } from "../core/lifecycle.ts";
import { isRejection } from "../core/rejection.ts";
import type { Rejection } from "../core/rejection.ts";
import { minLots } from "../core/units.ts";
import { fundsOf, houseSubject } from "../engine/house.ts";
import type { HouseMaker } from "../engine/house.ts";
import type { CommandOf } from "../core/command.ts";
import { elementAt } from "../core/element-at.ts";
import { planHouse } from "./house-plan.ts";
import { lookAtMarket } from "./market-look.ts";
import type { MarketLook } from "./market-look.ts";
import { carryOut } from "./resident-orders.ts";
import type { MakerState } from "./strategies/maker.ts";
import { seededRandom } from "./strategies/seeded-random.ts";
import type { Random } from "./strategies/seeded-random.ts";
import { createWayGiving } from "./way-giving.ts";
import type { WayGiving } from "./way-giving.ts";

export type HouseMakers = {
  /** Begins to quote, until `close`. */
  start(): void;
  /** Gives every maker a turn, as far as the exchange takes orders. */
  act(): Promise<void>;
  /** Ends what is underway; resting orders stay, and the next run adopts them. */
  close(): Promise<void>;
};

const BEAT_MS = 500;
/** Makers that a beat looks at, at most. */
const LOOKS_A_BEAT = 10;

type Desk = {
  readonly context: Context;
  readonly way: WayGiving;
  readonly random: Random;
  /** States of the makers that need one, by account, since their first turn of this run of the process. */
  readonly states: Map<string, MakerState>;
  next: number;
};

export function createHouseMakers(context: Context): HouseMakers {
  const desk: Desk = {
    context,
    way: createWayGiving(context),
    random: seededRandom(`house/${context.engine.head().seq}`),
    states: new Map(),
    next: 0,
  };
  let beat: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  const onBeat = (): void => {
    beat ??= actInTurn(desk, LOOKS_A_BEAT)
      .catch((error: unknown) =>
        context.log.warn({ event: "house_failed", err: error }, "a turn of the house failed"),
      )
      .finally(() => (beat = undefined));
  };
  return {
    start: () => {
      timer = setInterval(onBeat, BEAT_MS);
      timer.unref();
    },
    act: () => actInTurn(desk, Infinity),
    close: async () => {
      clearInterval(timer);
      await beat;
    },
  };
}

async function actInTurn(desk: Desk, most: number): Promise<void> {
  const { context, way } = desk;
  const makers = context.house.list();
  for (let looks = 0; looks < Math.min(most, makers.length) && way.mayAct(); looks += 1) {
    desk.next = (desk.next + 1) % makers.length;
    const began = context.clocks.monotonic();
    const maker = elementAt(makers, desk.next);
    // A stop waits for the turn that is underway, so that no order comes after its cancels.
    const acted = await context.requestTurns.take([houseSubject(maker.conditionId)], () => act(desk, maker));
    if (acted) way.restAfter(began);
  }
}

/** Takes a turn; true if it asked for something. */
async function act(desk: Desk, { conditionId, address }: HouseMaker): Promise<boolean> {
  const { context, way, random } = desk;
  const maker = context.house.runOf(address);
  const look = await lookAtMarket(context, { conditionId, address, random });
  if (maker === undefined || look === undefined) return false;
  if (isRejection(look)) {
    way.restIfRefused([look]);
    return false;
  }
  const command = tidyingOf(context, maker, look);
  if (command !== undefined) way.restIfRefused(await submit(context, command));
  else if (maker.stopped === undefined && isQuoted(look)) return quote(desk, maker, look);
  return command !== undefined;
}

async function submit({ engine }: Context, command: Tidying): Promise<readonly Rejection[]> {
  const outcome = await engine.submit(command);
  return outcome.type === "rejected" ? [outcome.rejection] : [];
}

type Tidying = CommandOf<"cancel-orders" | "split" | "merge">;

/** A market that trades, and whose outcome nobody has proposed: such a proposal tells others more than the maker knows. */
const isQuoted = ({ market }: MarketLook): boolean =>
  market.status === "active" && market.proposal === undefined;

/**
 * Finds what is to be done before quotes: orders that must not stand are taken back, and whole sets merged. Shares of a
 * resolved market stay, since their redemption would rule out an undoing; a stop redeems them.
 */
function tidyingOf(context: Context, maker: HouseMaker, look: MarketLook): Tidying | undefined {
  const { market, turn } = look;
  const { unheld, orders } = turn.own;
  const { conditionId, address } = maker;
  if (isOver(market.status)) return undefined;
  const signs = context.house.walletOf(conditionId, maker.run).address === address;
  if (maker.stopped !== undefined || !isQuoted(look) || !signs)
    return orders.length > 0
      ? { type: "cancel-orders", owner: address, conditionId, reason: "by-owner" }
      : undefined;
  const sets = minLots(unheld[0], unheld[1]);
  return sets >= Math.max(market.minimumLots, 1)
    ? { type: "merge", address, owner: address, conditionId, lots: sets }
    : undefined;
}

async function quote(desk: Desk, maker: HouseMaker, { market, turn }: MarketLook): Promise<boolean> {
  const { context, way, states } = desk;
  const wallet = context.house.walletOf(maker.conditionId, maker.run);
  if (wallet.address !== maker.address) return false;
  const { state, intents } = planHouse({ ...maker, budget: fundsOf(maker) }, turn, states.get(maker.address));
  if (state !== undefined) states.set(maker.address, state);
  way.restIfRefused(await carryOut(context, { wallet, market, intents }));
  return intents.length > 0;
}
