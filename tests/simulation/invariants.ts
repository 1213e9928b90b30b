/**
 * Invariants I1-I7, I11 and I15 of the in-memory exchange, recomputed from its whole state; event-invariants.ts checks
 * single commands. Neither shares a sum with the code that it checks.
 */
import assert from "node:assert/strict";
import { listLevels, listOrders } from "../../src/core/orders/book.ts";
import { listOwnOrders } from "../../src/core/orders/order.ts";
import { computeOpenInterest } from "../../src/core/ledger/open-interest.ts";
import type { Account, Exchange, Market, MarketEvent, Order } from "../../src/core/state.ts";
import { restingFee } from "./reference-fees.ts";

const ONE = 10_000;

/** Checks the state at engine time `at` (ms); throws when it breaks an invariant. */
export function checkState(exchange: Exchange, at: number): void {
  checkConservation(exchange);
  for (const market of exchange.markets) if (market !== undefined) checkSupply(exchange, market);
  checkHolds(exchange);
  for (const market of exchange.markets) if (market !== undefined) checkBook(exchange, market);
  for (const order of exchange.orders.values()) checkLive(exchange, order, at);
  checkOwnOrders(exchange);
  const timed = [...exchange.orders.values()].filter((order) => order.expiresAt !== 0);
  assert.equal(
    exchange.expiries.length,
    timed.length,
    "I7: the expiry queue holds other orders than the books",
  );
}

/** I1: collateral is neither made nor lost; a difference must be the debt of conversions. */
function checkConservation(exchange: Exchange): void {
  let total = 0n;
  for (const account of exchange.accounts) {
    if (account === undefined) continue;
    checkAccount(account);
    total += BigInt(account.collateral);
  }
  for (const market of exchange.markets) {
    if (market === undefined) continue;
    checkFigures(market);
    total += BigInt(market.backing);
  }
  for (const event of exchange.events.values()) {
    const debt = debtOf(event);
    total -= debt;
    checkExclusive(event, debt);
  }
  assert.equal(total, BigInt(exchange.deposits), "I1: collateral and backing are not what was deposited");
}

/** I4: amounts are not negative and stay within the safe integers. */
function checkAccount(account: Account): void {
  const { address, collateral, held } = account;
  assertAmount(collateral, `collateral of ${address}`);
  assertAmount(held, `held collateral of ${address}`);
  assertAmount(account.volume, `volume of ${address}`);
  assert.ok(held <= collateral, `I4: ${address} holds more than it has`);
  for (const [token, position] of account.positions) {
    assertAmount(position.lots, `token ${token} of ${address}`);
    assertAmount(position.held, `held token ${token} of ${address}`);
    assertAmount(position.bought, `bought token ${token} of ${address}`);
    assert.ok(position.held <= position.lots, `I4: ${address} holds more of token ${token} than it has`);
    for (const figure of [position.average, position.realized])
      assert.ok(Number.isSafeInteger(figure), `I4: ${figure} for token ${token} of ${address}`);
  }
}

/** I4, and fields that depend on a market's status agree with it. */
function checkFigures(market: Market): void {
  const { conditionId, status, payout, proposal } = market;
  for (const figure of ["backing", "volume", "redeemed", "burned"] as const)
    assertAmount(market[figure], `${figure} of ${conditionId}`);
  assert.ok(market.burned <= market.event.converted, `I4: ${conditionId} burned more than was converted`);
  if (payout !== undefined)
    assert.ok(!OPEN.has(status) && status !== "draft", `I3: ${conditionId} is ${status} and pays`);
  if (proposal !== undefined) assert.ok(OPEN.has(status), `${conditionId} is ${status} and has a proposal`);
}

const OPEN = new Set<string>(["active", "paused"]);

/**
 * Collateral that conversions paid ahead of resolutions: one unit for each burned share that will not be redeemed once
 * all but one of the event's markets resolved NO. By then it is all paid back, and it never turns into a surplus
 * before.
 */
function debtOf({ id, markets, converted }: MarketEvent): bigint {
  const burned = markets.filter(({ payout }) => payout?.[0] !== 0).map((market) => BigInt(market.burned));
  const debt = (burned.reduce((sum, lots) => sum + lots, 0n) - BigInt(converted)) * BigInt(ONE);
  assert.ok(debt >= 0n, `I1: event ${id} has more than its conversions paid ahead`);
  const won = markets.some(({ payout, negativeRisk }) => negativeRisk && payout?.[1] === 0);
  const open = markets.filter(({ status }) => OPEN.has(status));
  if (won && open.length === 0) assert.equal(debt, 0n, `I1: event ${id} is decided and still has a debt`);
  return debt;
}

/**
 * I3: for each market of a negative-risk event that may still win, the event holds the worth of all shares if it does.
 * So it is when every conversion counted that market. The markets' open interest adds up to the event's.
 */
function checkExclusive({ id, markets, converted }: MarketEvent, debt: bigint): void {
  const exclusive = markets.filter(({ negativeRisk }) => negativeRisk);
  const won = exclusive.filter(({ payout }) => payout?.[1] === 0 && payout[0] > 0);
  for (const { conditionId, status, payout, burned } of won.length > 0 ? [] : exclusive) {
    const possible = payout === undefined && status !== "archived";
    if (possible) assert.equal(burned, converted, `I3: ${conditionId} may win and missed conversions`);
  }
  const lost = exclusive.every(({ payout }) => payout?.[0] === 0);
  assert.ok(converted === 0 || !lost, `I3: nobody can win event ${id} and shares were converted`);
  const interest = computeOpenInterest(markets.map((market) => ({ ...market, converted })));
  const backing = markets.reduce((sum, market) => sum + BigInt(market.backing), 0n);
  const spread = interest.reduce((sum, part) => sum + BigInt(part), 0n);
  assert.equal(spread, backing - debt, `I1: open interest of event ${id}`);
  for (const part of interest) assertAmount(part, `open interest in event ${id}`);
}

function assertAmount(amount: number, what: string): void {
  assert.ok(Number.isSafeInteger(amount) && amount >= 0, `I4: ${what} is ${amount}`);
}

/**
 * I2: an open market fully backs equal supplies of both outcomes, burned shares counted.
 * I3: a resolved market backs exactly its remaining payouts.
 */
function checkSupply(exchange: Exchange, market: Market): void {
  const { no, conditionId, payout, backing, burned } = market;
  const first = supplyOf(exchange, no * 2);
  const second = supplyOf(exchange, no * 2 + 1);
  if (payout === undefined) {
    assert.equal(first, second + burned, `I2: supplies of ${conditionId} differ`);
    assert.equal(backing, first * ONE, `I2: backing of ${conditionId}`);
    return;
  }
  const unit = ONE / (payout[0] + payout[1]);
  const owed = first * payout[0] * unit + second * payout[1] * unit;
  assert.equal(backing, owed, `I3: backing of ${conditionId}`);
}

function supplyOf(exchange: Exchange, token: number): number {
  let supply = 0;
  for (const account of exchange.accounts) supply += account?.positions.get(token)?.lots ?? 0;
  return supply;
}

/** I5: an account's holds are exactly the needs of its resting orders, with fees. */
function checkHolds(exchange: Exchange): void {
  const needed = new Map<string, number>();
  const add = (key: string, amount: number): void => {
    needed.set(key, (needed.get(key) ?? 0) + amount);
  };
  for (const { account, side, market, outcome, remaining, limit, lots } of exchange.orders.values()) {
    const fee = restingFee({ market, size: lots, remaining, limit }, remaining);
    if (side === "BUY") add(`${account.no}`, remaining * limit + fee);
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

/**
 * I6: the book is neither crossed nor locked. I15: its levels are the sums of its orders, and its orders are the open
 * ones.
 */
function checkBook(exchange: Exchange, market: Market): void {
  const open = [...exchange.orders.values()].filter((order) => order.market === market);
  const bids = sorted(open.filter((order) => order.bid));
  const asks = sorted(open.filter((order) => !order.bid));
  const [bid] = bids;
  const [ask] = asks;
  if (bid !== undefined && ask !== undefined) {
    assert.ok(bid.price < ask.price, `I6: ${market.conditionId} has bid ${bid.price} and ask ${ask.price}`);
  }
  assert.equal(market.open, open.length, `I7: open orders of ${market.conditionId}`);
  const expected = [...bids, ...asks].map((order) => order.no);
  const actual = listOrders(market.book).map((order) => order.no);
  assert.deepEqual(actual, expected, `I15: orders of ${market.conditionId}`);
  for (const side of [bids, asks]) {
    const levels = listLevels(market.book, side === bids).map(({ price, lots }) => `${lots} at ${price}`);
    assert.deepEqual(levels, levelsOf(side), `I15: levels of ${market.conditionId}`);
  }
}

/** Sorts orders of one side by price, best first, then by priority. */
const sorted = (orders: Order[]): Order[] =>
  orders.sort((a, b) => (a.bid ? b.price - a.price : a.price - b.price) || a.priority - b.priority);

function levelsOf(orders: Order[]): string[] {
  const sizes = new Map<number, number>();
  for (const { price, remaining } of orders) sizes.set(price, (sizes.get(price) ?? 0) + remaining);
  return Array.from(sizes, ([price, lots]) => `${lots} at ${price}`);
}

/** I7: every resting order is listed once under its owner, in the order of placement. */
function checkOwnOrders(exchange: Exchange): void {
  const owners = new Set(
    exchange.accounts.flatMap((account) => (account === undefined ? [] : account.owner)),
  );
  const found = [...owners].flatMap((owner) => {
    const orders = listOwnOrders(exchange, owner);
    const numbers = orders.map(({ no }) => no);
    checkCounts(exchange, owner);
    assert.deepEqual(numbers, numbers.toSorted(byNumber), `I7: orders of ${owner} are out of order`);
    assert.ok(
      orders.every(({ account }) => account.owner === owner),
      `I7: ${owner} has another's order`,
    );
    return numbers;
  });
  const resting = [...exchange.orders.values()].map(({ no }) => no);
  assert.deepEqual(
    found.sort(byNumber),
    resting.sort(byNumber),
    "I7: owners have other orders than the books",
  );
}

/** I7: the counters of open orders of an owner's accounts agree with the orders. */
function checkCounts({ accounts, orders }: Exchange, owner: string): void {
  for (const account of accounts) {
    if (account?.owner !== owner) continue;
    const own = [...orders.values()].filter((order) => order.account === account);
    assert.equal(account.open, own.length, `I7: open orders of ${account.address}`);
    const markets = Object.groupBy(own, ({ market }) => market.no);
    const counted = Object.entries(markets).map(([no, list]) => [Number(no), list?.length]);
    assert.deepEqual(
      [...account.openIn].sort(),
      counted.sort(),
      `I7: open orders of ${account.address} by market`,
    );
  }
}

const byNumber = (a: number, b: number): number => a - b;

/** I7: a resting order has a remainder, is in an open market and has not expired. I11: its kind and owner may rest. */
function checkLive(exchange: Exchange, order: Order, at: number): void {
  const { id, kind, market, remaining, limit, outcome, side } = order;
  assert.ok(remaining > 0 && remaining <= order.lots, `I7: ${id} has ${remaining} of ${order.lots} left`);
  assert.ok(OPEN.has(market.status), `I7: ${id} is in a ${market.status} market`);
  assert.ok(!exchange.bans.has(order.account.owner), `I7: ${id} is of a banned owner`);
  assert.ok(order.leavesAt === 0 || order.leavesAt > at, `I7: ${id} has expired`);
  assert.ok(kind === "GTC" || kind === "GTD", `I11: ${id} rests and is ${kind}`);
  assert.equal(limit % market.tick, 0, `${id} is off the tick`);
  assert.equal(order.bid, (side === "BUY") === (outcome === 0), `${id} stands on the wrong side`);
  assert.equal(order.price, outcome === 0 ? limit : ONE - limit, `${id} stands at the wrong price`);
  const place = order.expiresAt === 0 ? undefined : order;
  assert.equal(exchange.expiries[order.expiryIndex], place, `${id} has a wrong place in the expiry queue`);
  const before = exchange.expiries[(order.expiryIndex - 1) >> 1];
  const isInOrder = before === undefined || before.leavesAt <= order.leavesAt;
  assert.ok(isInOrder, `${id} expires before one that stands above it in the expiry queue`);
}
