/**
 * The conservation invariants I1-I12 of the in-memory exchange, recomputed from scratch: `checkState` looks at what
 * there is, `checkEvents` at what one command did. They share no sums with the code that they check.
 */
import assert from "node:assert/strict";
import { listLevels, listOrders } from "../../src/core/book.ts";
import type { Exchange, Market, Order } from "../../src/core/state.ts";

const ONE = 10_000;

/** Throws when the state at engine time `at` (ms) breaks an invariant. */
export function checkState(exchange: Exchange, at: number): void {
  checkConservation(exchange);
  for (const market of exchange.markets) if (market !== undefined) checkSupply(exchange, market);
  checkHolds(exchange);
  for (const market of exchange.markets) if (market !== undefined) checkBook(exchange, market);
  for (const order of exchange.orders.values()) checkLive(exchange, order, at);
  const timed = [...exchange.orders.values()].filter((order) => order.expiresAt !== 0);
  assert.equal(
    exchange.expiries.length,
    timed.length,
    "I7: the expiry queue holds other orders than the books",
  );
}

/** I1: nothing is made or lost. I4: nothing is negative, and nothing has left the safe integers. */
function checkConservation(exchange: Exchange): void {
  let total = 0;
  for (const account of exchange.accounts) {
    if (account === undefined) continue;
    assertAmount(account.collateral, `collateral of ${account.address}`);
    assertAmount(account.held, `held collateral of ${account.address}`);
    assert.ok(account.held <= account.collateral, `I4: ${account.address} holds more than it has`);
    total += account.collateral;
    for (const [token, { lots, held }] of account.positions) {
      assertAmount(lots, `token ${token} of ${account.address}`);
      assertAmount(held, `held token ${token} of ${account.address}`);
      assert.ok(held <= lots, `I4: ${account.address} holds more of token ${token} than it has`);
    }
  }
  for (const market of exchange.markets) {
    if (market === undefined) continue;
    assertAmount(market.backing, `backing of ${market.conditionId}`);
    total += market.backing;
  }
  assert.equal(total, exchange.deposits, "I1: collateral and backing are not what was deposited");
}

function assertAmount(amount: number, what: string): void {
  assert.ok(Number.isSafeInteger(amount) && amount >= 0, `I4: ${what} is ${amount}`);
}

/** I2: an open market backs equal supplies fully. I3: a resolved one backs exactly what it still has to pay. */
function checkSupply(exchange: Exchange, market: Market): void {
  const [first, second] = [0, 1].map((outcome) => supplyOf(exchange, market.no * 2 + outcome)) as [
    number,
    number,
  ];
  if (market.status !== "resolved" || market.payout === undefined) {
    assert.equal(first, second, `I2: supplies of ${market.conditionId} differ`);
    assert.equal(market.backing, first * ONE, `I2: backing of ${market.conditionId}`);
    return;
  }
  const [a, b] = market.payout;
  assert.equal(
    market.backing * (a + b),
    (first * a + second * b) * ONE,
    `I3: backing of ${market.conditionId}`,
  );
}

function supplyOf(exchange: Exchange, token: number): number {
  let supply = 0;
  for (const account of exchange.accounts) supply += account?.positions.get(token)?.lots ?? 0;
  return supply;
}

/** I5: what an account holds is what its resting orders need, to the unit. */
function checkHolds(exchange: Exchange): void {
  const needed = new Map<string, number>();
  const add = (key: string, amount: number): void => {
    needed.set(key, (needed.get(key) ?? 0) + amount);
  };
  for (const { account, side, market, outcome, remaining, limit } of exchange.orders.values()) {
    if (side === "BUY") add(`${account.no}`, remaining * limit);
    else add(`${account.no}:${market.no * 2 + outcome}`, remaining);
  }
  for (const account of exchange.accounts) {
    if (account === undefined) continue;
    assert.equal(account.held, needed.get(`${account.no}`) ?? 0, `I5: collateral held by ${account.address}`);
    for (const [token, { held }] of account.positions) {
      const key = `${account.no}:${token}`;
      assert.equal(held, needed.get(key) ?? 0, `I5: token ${token} held by ${account.address}`);
    }
  }
}

/** I6: the book is neither crossed nor locked. I15: its levels are its orders, and its orders are the open ones. */
function checkBook(exchange: Exchange, market: Market): void {
  const open = [...exchange.orders.values()].filter((order) => order.market === market);
  const bids = sorted(open.filter((order) => order.bid));
  const asks = sorted(open.filter((order) => !order.bid));
  const [bid] = bids;
  const [ask] = asks;
  if (bid !== undefined && ask !== undefined) {
    assert.ok(bid.price < ask.price, `I6: ${market.conditionId} has bid ${bid.price} and ask ${ask.price}`);
  }
  const expected = [...bids, ...asks].map((order) => order.no);
  const actual = listOrders(market.book).map((order) => order.no);
  assert.deepEqual(actual, expected, `I15: orders of ${market.conditionId}`);
  for (const side of [bids, asks]) {
    const levels = listLevels(market.book, side === bids).map(({ price, lots }) => `${lots} at ${price}`);
    assert.deepEqual(levels, levelsOf(side), `I15: levels of ${market.conditionId}`);
  }
}

/** Orders of one side by price, best first, then by time. */
const sorted = (orders: Order[]): Order[] =>
  orders.sort((a, b) => (a.bid ? b.price - a.price : a.price - b.price) || a.no - b.no);

function levelsOf(orders: Order[]): string[] {
  const sizes = new Map<number, number>();
  for (const { price, remaining } of orders) sizes.set(price, (sizes.get(price) ?? 0) + remaining);
  return Array.from(sizes, ([price, lots]) => `${lots} at ${price}`);
}

/** I7: a live order has something left, stands in an open market and has not expired. I11: it is one that may rest. */
function checkLive(exchange: Exchange, order: Order, at: number): void {
  const { id, kind, market, remaining, limit, outcome, side } = order;
  assert.ok(remaining > 0 && remaining <= order.lots, `I7: ${id} has ${remaining} of ${order.lots} left`);
  assert.ok(
    market.status === "active" || market.status === "paused",
    `I7: ${id} is in a ${market.status} market`,
  );
  assert.ok(order.expiresAt === 0 || order.expiresAt > at, `I7: ${id} has expired`);
  assert.ok(kind === "GTC" || kind === "GTD", `I11: ${id} rests and is ${kind}`);
  assert.equal(limit % market.tick, 0, `${id} is off the tick`);
  assert.equal(order.bid, (side === "BUY") === (outcome === 0), `${id} stands on the wrong side`);
  assert.equal(order.price, outcome === 0 ? limit : ONE - limit, `${id} stands at the wrong price`);
  const place = order.expiresAt === 0 ? undefined : order;
  assert.equal(exchange.expiries[order.expiryIndex], place, `${id} has a wrong place in the expiry queue`);
}
