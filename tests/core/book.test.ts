import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import {
  addOrder,
  bestOpposite,
  createBook,
  listLevels,
  listOrders,
  nextInPriority,
  reduceOrder,
  removeOrder,
} from "../../src/core/orders/book.ts";
import { createExchange, execute } from "../../src/core/exchange.ts";
import { STANDARD_LIMITS } from "../../src/core/limits.ts";
import { createOrder } from "../../src/core/orders/order.ts";
import type { Book, Order } from "../../src/core/state.ts";
import { lots, micros, ONE, priceText, TICK_SIZES, ticks } from "../../src/core/units.ts";
import type { Ticks } from "../../src/core/units.ts";
import { addNaive, createNaiveBook, naiveLevels, naiveSide, removeNaive } from "./naive-book.ts";
import type { NaiveBook } from "./naive-book.ts";
import { marketListing } from "./support/listing.ts";

/** One change of the book: `where` picks the price or the order, as a fraction of what there is. */
type Step =
  | { type: "add"; bid: boolean; where: number; near: boolean; lots: number }
  | { type: "remove"; where: number }
  | { type: "reduce"; where: number; share: number }
  | { type: "take"; bid: boolean; lots: number };

const fraction = fc.double({ min: 0, max: 0.999_999, noNaN: true });
const size = fc.integer({ min: 1, max: 1000 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant("add" as const),
      bid: fc.boolean(),
      where: fraction,
      near: fc.boolean(),
      lots: size,
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("remove" as const), where: fraction }) },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant("reduce" as const), where: fraction, share: fraction }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("take" as const), bid: fc.boolean(), lots: size }) },
);

type Pair = { flat: Book; naive: NaiveBook; orders: Map<number, Order>; template: Order; next: number };

function createPair(tick: Ticks): Pair {
  return {
    flat: createBook(tick),
    naive: createNaiveBook(),
    orders: new Map(),
    template: anyOrder(),
    next: 1,
  };
}

/** An order of which the book reads only number, side, price and remaining size. */
function anyOrder(): Order {
  const exchange = createExchange({ selfTrade: "allow", autoRedeem: false, limits: STANDARD_LIMITS });
  execute(exchange, { type: "list", listing: marketListing({ name: "m" }) }, 0);
  execute(exchange, { type: "open-account", address: "a", owner: "a", credit: micros(0) }, 0);
  return createOrder({
    no: 0,
    id: "",
    account: exchange.accounts[1]!,
    market: exchange.markets[1]!,
    outcome: 0,
    side: "BUY",
    limit: ticks(1),
    lots: lots(0),
    kind: "GTC",
    postOnly: false,
    expiresAt: 0,
    placedAt: 0,
    apiKey: "",
    remaining: lots(0),
  });
}

/** Adds an order at a price that does not cross the other side; nothing when there is no such price. */
function add(pair: Pair, change: Extract<Step, { type: "add" }>): void {
  const { tick, size: levels } = pair.flat;
  const [opposite] = naiveSide(pair.naive, !change.bid);
  const least = change.bid || opposite === undefined ? 1 : opposite.price / tick + 1;
  const most = !change.bid || opposite === undefined ? levels - 1 : opposite.price / tick - 1;
  if (most < least) return;
  const reach = change.near ? Math.min(4, most - least) : most - least;
  const offset = Math.floor(change.where * (reach + 1));
  const price = ticks((change.bid ? most - offset : least + offset) * tick);
  const no = pair.next;
  pair.next += 1;
  const order: Order = { ...pair.template, no, bid: change.bid, price, remaining: lots(change.lots) };
  pair.orders.set(no, order);
  addOrder(pair.flat, order);
  addNaive(pair.naive, { no, bid: change.bid, price, remaining: lots(change.lots) });
}

function remove(pair: Pair, no: number): void {
  removeOrder(pair.flat, pair.orders.get(no)!);
  removeNaive(pair.naive, no);
  pair.orders.delete(no);
}

function reduce(pair: Pair, no: number, quantity: number): void {
  reduceOrder(pair.flat, pair.orders.get(no)!, lots(quantity));
  const naive = pair.naive.orders.find((order) => order.no === no)!;
  naive.remaining = lots(naive.remaining - quantity);
  if (naive.remaining === 0) remove(pair, no);
}

function take(pair: Pair, bid: boolean, wanted: number): void {
  let left = wanted;
  for (const { no, remaining } of naiveSide(pair.naive, bid)) {
    const quantity = Math.min(left, remaining);
    if (quantity === 0) return;
    left -= quantity;
    reduce(pair, no, quantity);
  }
}

function advance(pair: Pair, next: Step): void {
  if (next.type === "add") return add(pair, next);
  if (next.type === "take") return take(pair, next.bid, next.lots);
  const { orders } = pair.naive;
  if (orders.length === 0) return undefined;
  const chosen = orders[Math.floor(next.where * orders.length)]!;
  if (next.type === "remove") return remove(pair, chosen.no);
  return reduce(pair, chosen.no, 1 + Math.floor(next.share * chosen.remaining));
}

function compare({ flat, naive }: Pair): void {
  const walked: number[] = [];
  for (const bids of [true, false]) {
    const expected = naiveSide(naive, bids).map((order) => order.no);
    const actual: number[] = [];
    for (let order = bestOpposite(flat, !bids); order !== undefined; order = nextInPriority(flat, order))
      actual.push(order.no);
    assert.deepEqual(actual, expected);
    assert.deepEqual(listLevels(flat, bids), naiveLevels(naive, bids));
    walked.push(...actual);
  }
  const listed = listOrders(flat).map((order) => order.no);
  assert.deepEqual(listed, walked);
  assert.equal(flat.bestBid * flat.tick, naiveSide(naive, true)[0]?.price ?? 0);
  assert.equal(flat.bestAsk * flat.tick, naiveSide(naive, false)[0]?.price ?? ONE);
}

for (const tick of TICK_SIZES) {
  test(`the flat book equals the naive book, tick ${priceText(tick)}`, () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 150, size: "max" }), (steps) => {
        const pair = createPair(tick);
        for (const next of steps) {
          advance(pair, next);
          compare(pair);
        }
      }),
      { numRuns: 100 },
    );
  });
}

for (const tick of TICK_SIZES) {
  test(`every level can be used and freed again, tick ${priceText(tick)}`, () => {
    const pair = createPair(tick);
    const levels = ONE / tick - 1;
    for (let level = 1; level <= levels; level += 1) {
      addAt(pair, level <= levels / 2, level);
    }
    compare(pair);
    for (const no of pair.orders.keys()) remove(pair, no);
    compare(pair);
    for (const bid of [true, false]) {
      for (const level of [1, levels]) {
        addAt(pair, bid, level);
        compare(pair);
        remove(pair, pair.next - 1);
      }
    }
    compare(pair);
  });
}

function addAt(pair: Pair, bid: boolean, level: number): void {
  const price = ticks(level * pair.flat.tick);
  const no = pair.next;
  pair.next += 1;
  const order: Order = { ...pair.template, no, bid, price, remaining: lots(1) };
  pair.orders.set(no, order);
  addOrder(pair.flat, order);
  addNaive(pair.naive, { no, bid, price, remaining: lots(1) });
}
