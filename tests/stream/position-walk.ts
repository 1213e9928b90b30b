/**
 * Random trading of three wallets at few prices, in an engine whose commits wait for the walk. Positions are followed and
 * left at any moment. Every told position is that of its commit, and all are told.
 */
import assert from "node:assert/strict";
import type { Command } from "../../src/core/events/command.ts";
import { countAhead } from "../../src/core/orders/book.ts";
import { listOwnOrders } from "../../src/core/orders/order.ts";
import type { Order } from "../../src/core/state.ts";
import { lots, minLots, subtractLots, ticks } from "../../src/core/units.ts";
import type { Lots } from "../../src/core/units.ts";
import { createQueuePositions } from "../../src/stream/user/queue-positions.ts";
import type { OrderPosition } from "../../src/stream/user/queue-positions.ts";
import { orderOf, startGatedEngine } from "../engine/gated-engine.ts";
import { SimulationFailure } from "../simulation/simulate.ts";
import { createRandom } from "../support/random.ts";
import type { Random } from "../support/random.ts";

const STEPS = 150;
const OWNERS = ["ann", "bob"] as const;

type Owner = (typeof OWNERS)[number];

/** Steps, and positions that were told, which show that the walks came so far. */
export const newPositionCounts = () => ({ steps: 0, told: 0 });
export type PositionCounts = ReturnType<typeof newPositionCounts>;

type Position = Pick<OrderPosition, "ahead" | "open">;

const textOf = ({ ahead, open }: Position): string => `${ahead.orders} orders, ${ahead.lots} of ${open}`;
const aheadText = ({ ahead }: Position): string => textOf({ ahead, open: lots(0) });

const positionNow = (order: Order): Position => ({ ahead: countAhead(order), open: order.remaining });

/** Draws a command: a placement, a smaller order in the place of another, or a cancel. */
function drawCommand(random: Random, id: string, orders: readonly Order[]): Command {
  const owner = random.pick(OWNERS);
  const own = orders.filter(({ account }) => account.owner === owner);
  const taken = own.length > 0 && random.chance(40) ? random.pick(own) : undefined;
  if (random.chance(2)) return { type: "cancel-orders", owner, reason: "by-owner" };
  if (taken !== undefined && random.chance(50)) return { type: "cancel-order", id: taken.id, owner };
  const [side, outcome] = random.pick([
    ["BUY", 0],
    ["BUY", 0],
    ["BUY", 1],
  ] as const);
  const drawn = {
    side,
    outcome,
    limit: ticks(100 * random.between(48, 50)),
    lots: lots(random.between(1, 500)),
  };
  const terms =
    taken === undefined
      ? drawn
      : { side: taken.side, outcome: taken.outcome, limit: taken.limit, lots: smaller(taken.remaining) };
  return {
    ...(orderOf(owner, id) as Extract<Command, { type: "place-order" }>),
    side: terms.side,
    tokenId: terms.outcome === 0 ? "rain-yes" : "rain-no",
    limit: terms.limit,
    lots: terms.lots,
    ...(taken !== undefined && { replaces: taken.id }),
  };
}

const smaller = (size: Lots): Lots => (size > 1 ? subtractLots(size, lots(1)) : minLots(size, lots(1)));

/** Follows an owner; told positions are checked at once. */
type Follower = { readonly last: Map<Order, string>; leave(): void };

export async function walkPositions(seed: number, counts = newPositionCounts()): Promise<void> {
  const random = createRandom(seed);
  const { engine, commits, settle } = await startGatedEngine();
  const { exchange } = engine;
  const positions = createQueuePositions({ engine });
  engine.follow(positions.take);
  const history = new Map<number, ReadonlyMap<Order, string>>();
  const followers = new Map<Owner, Follower>();
  const faults: unknown[] = [];
  let step = 0;

  const record = (seq: number): void =>
    void history.set(
      seq,
      new Map([...exchange.orders.values()].map((order) => [order, textOf(positionNow(order))])),
    );

  function follow(owner: Owner): void {
    const last = new Map<Order, string>();
    const tell = (told: readonly OrderPosition[]): void => {
      counts.told += told.length;
      for (const { order, seq, ...position } of told) {
        const expected = history.get(seq)?.get(order);
        if (textOf(position) !== expected || seq > engine.head().seq)
          faults.push(`${order.id} at ${seq}: told ${textOf(position)}, expected ${expected}`);
        if (last.get(order) === aheadText(position)) faults.push(`${order.id} is told of without a change`);
        last.set(order, aheadText(position));
      }
    };
    const leave = positions.follow(owner, { tell, fail: (error) => faults.push(error) });
    followers.set(owner, { last, leave });
  }

  /** Follows an owner, or leaves it. */
  function change(owner: Owner): void {
    const follower = followers.get(owner);
    if (follower === undefined) return follow(owner);
    follower.leave();
    followers.delete(owner);
    return undefined;
  }

  /** Checks that all is told, while memory is as committed. */
  function check(): void {
    for (const [owner, { last }] of followers) {
      const now = listOwnOrders(exchange, owner).map((order) => ({ order, ...positionNow(order) }));
      const known = [...positions.list(owner)].sort((a, b) => a.order.no - b.order.no);
      assert.deepEqual(known.map(textOf), now.map(textOf), `positions of ${owner}`);
      for (const { order, ...position } of now) assert.equal(last.get(order), aheadText(position), order.id);
    }
    assert.deepEqual(faults, []);
  }

  record(engine.head().seq);
  try {
    for (step = 1; step <= STEPS; step += 1) {
      counts.steps += 1;
      const orders = [...exchange.orders.values()];
      const submitted = Array.from({ length: random.between(1, 12) }, (_, index) =>
        engine.submit(drawCommand(random, `${step} ${index}`, orders)),
      );
      if (random.chance(20)) change(random.pick(OWNERS));
      await settle();
      for (const { batch } of commits) record(batch.seq);
      if (random.chance(40)) change(random.pick(OWNERS));
      if (random.chance(20)) await settle();
      if (random.chance(10)) change(random.pick(OWNERS));
      commits.shift()?.open();
      await Promise.all(submitted);
      await settle();
      check();
    }
  } catch (cause) {
    throw new SimulationFailure(`positions, seed ${seed}, step ${step}, ${String(cause)}`, { cause });
  }
}
