/** What one command did, checked against the state before it: I3, I7-I12 of the invariants. */
import assert from "node:assert/strict";
import type { Event, EventOf, Fill } from "../../src/core/event.ts";
import type { Exchange, Order } from "../../src/core/state.ts";
import { feeOfTrades } from "./reference-fees.ts";
import { FEES } from "./reference-settlement.ts";

const ONE = 10_000;

/** Balances by account ("3") and by account and token ("3:7"), and the resting orders with what was left of them. */
export type Snapshot = {
  readonly balances: ReadonlyMap<string, number>;
  readonly resting: ReadonlyMap<Order, number>;
  readonly nextOrder: number;
  readonly nextTrade: number;
  /** The number of the account that fees go to. */
  readonly feeAccount: number | undefined;
};

export function takeSnapshot(exchange: Exchange): Snapshot {
  const resting = new Map<Order, number>();
  for (const order of exchange.orders.values()) resting.set(order, order.remaining);
  const { nextOrder, nextTrade } = exchange;
  const feeAccount = exchange.accountByAddress.get(FEES)?.no;
  return { balances: balancesOf(exchange), resting, nextOrder, nextTrade, feeAccount };
}

function balancesOf(exchange: Exchange): Map<string, number> {
  const balances = new Map<string, number>();
  for (const account of exchange.accounts) {
    if (account === undefined) continue;
    balances.set(`${account.no}`, account.collateral);
    for (const [token, { lots }] of account.positions) balances.set(`${account.no}:${token}`, lots);
  }
  return balances;
}

/** Throws when the events, which were applied to the state of the snapshot, break an invariant. */
export function checkEvents(exchange: Exchange, before: Snapshot, events: readonly Event[]): void {
  const changes = new Map<string, number>();
  const live = new Map(before.resting);
  let placed = before.nextOrder;
  let traded = before.nextTrade;
  for (const event of events) {
    addChanges(changes, before, event);
    if (event.type === "order-canceled") {
      assert.ok(live.delete(event.order), `I7: ${event.order.id} was cancelled and was not open`);
      assert.ok(
        !exchange.orders.has(event.order.id),
        `I7: ${event.order.id} was cancelled and is still open`,
      );
    }
    if (event.type !== "order-placed") continue;
    assert.equal(event.order.no, placed, "I12: order numbers have a gap");
    for (const [index, fill] of event.fills.entries())
      assert.equal(fill.no, traded + index, "I12: trade numbers have a gap");
    placed += 1;
    traded += event.fills.length;
    checkPlacement(exchange, event, live);
  }
  assert.equal(exchange.nextOrder, placed, "I12: next order number");
  assert.equal(exchange.nextTrade, traded, "I12: next trade number");
  checkBalances(exchange, before, changes);
}

/** I10: every balance changed by exactly what the events say, and no other balance changed. */
function checkBalances(exchange: Exchange, before: Snapshot, changes: ReadonlyMap<string, number>): void {
  const after = balancesOf(exchange);
  for (const key of new Set([...after.keys(), ...changes.keys()])) {
    const change = (after.get(key) ?? 0) - (before.balances.get(key) ?? 0);
    assert.equal(change, changes.get(key) ?? 0, `I10: change of balance ${key}`);
  }
}

type Add = (key: string, amount: number) => void;

function addChanges(changes: Map<string, number>, before: Snapshot, event: Event): void {
  const add: Add = (key, amount) => {
    changes.set(key, (changes.get(key) ?? 0) + amount);
  };
  switch (event.type) {
    case "account-opened":
      return add(`${event.no}`, event.credit);
    case "credited":
      return add(`${event.account.no}`, event.amount);
    case "debited":
      return add(`${event.account.no}`, -event.amount);
    case "sets-split":
    case "sets-merged": {
      const lots = event.type === "sets-split" ? event.lots : -event.lots;
      add(`${event.account.no}`, -lots * ONE);
      for (const outcome of [0, 1]) add(`${event.account.no}:${event.market.no * 2 + outcome}`, lots);
      return undefined;
    }
    case "redeemed":
      return addRedemption(add, before, event);
    case "converted":
      return addConversion(add, event);
    case "order-placed":
      return addFills(add, before, event);
    default:
      return undefined;
  }
}

/** I10: NO of k markets is YES of all others and collateral for all but one. */
function addConversion(add: Add, { account, given, got, lots }: EventOf<"converted">): void {
  for (const { no } of given) add(`${account.no}:${no * 2 + 1}`, -lots);
  for (const { no } of got) add(`${account.no}:${no * 2}`, lots);
  add(`${account.no}`, lots * ONE * (given.length - 1));
  const open = given[0]!.event.markets.filter(({ negativeRisk, status }) => negativeRisk && isOpen(status));
  assert.deepEqual(new Set([...given, ...got]), new Set(open), "I10: a conversion is of all open markets");
  assert.ok(given.length + got.length === open.length, "I10: a conversion names a market twice");
}

const isOpen = (status: string): boolean => status === "active" || status === "paused";

function addRedemption(add: Add, before: Snapshot, event: EventOf<"redeemed">): void {
  const { account, market } = event;
  const payout = market.payout ?? [0, 0];
  let paid = 0;
  for (const outcome of [0, 1] as const) {
    const key = `${account.no}:${market.no * 2 + outcome}`;
    const lots = before.balances.get(key) ?? 0;
    assert.equal(event.lots[outcome], lots, "I3: a redemption takes all there is");
    add(key, -lots);
    paid += lots * payout[outcome] * (ONE / (payout[0] + payout[1]));
  }
  assert.equal(event.paid, paid, "I3: a redemption pays the payout of every share");
  add(`${account.no}`, paid);
}

function addFills(add: Add, before: Snapshot, { order, fills }: EventOf<"order-placed">): void {
  let fees = 0;
  for (const fill of fills) {
    addFill(add, order, fill);
    fees += fill.takerFee + fill.makerFee;
  }
  if (fees > 0) add(`${before.feeAccount}`, fees);
}

/** I10: money and shares of the two parties, for each way to match; together they are worth nothing. */
function addFill(add: Add, taker: Order, { maker, lots, price, takerFee, makerFee }: Fill): void {
  let money = 0;
  let supply = 0;
  for (const { account, market, outcome, side } of [maker, taker]) {
    const own = outcome === 0 ? price : ONE - price;
    const sign = side === "BUY" ? 1 : -1;
    add(`${account.no}`, -sign * lots * own);
    add(`${account.no}:${market.no * 2 + outcome}`, sign * lots);
    money -= sign * lots * own;
    supply += sign * lots;
  }
  add(`${taker.account.no}`, -takerFee);
  add(`${maker.account.no}`, -makerFee);
  if (maker.outcome === taker.outcome) {
    assert.notEqual(maker.side, taker.side, "I10: a complementary fill has a buyer and a seller");
    assert.deepEqual([money + 0, supply], [0, 0], "I10: a complementary fill moves what there is");
  } else {
    assert.equal(maker.side, taker.side, "I10: a mint has two buyers, a merge two sellers");
    assert.equal(money, (-supply / 2) * ONE, "I10: a set is made or unmade for its value");
  }
}

function checkPlacement(exchange: Exchange, event: EventOf<"order-placed">, live: Map<Order, number>): void {
  const { order, fills } = event;
  let filled = 0;
  for (const fill of fills) {
    filled += fill.lots;
    checkFill(exchange, order, fill);
    checkPriority(order, fill, live);
  }
  checkFees(event);
  assert.equal(order.lots - filled, rested(exchange, order) + givenUp(event), `I10: parts of ${order.id}`);
  if (order.kind === "FOK") assert.equal(filled, order.lots, `I11: ${order.id} is FOK and was filled partly`);
  if (order.kind === "FAK" || order.kind === "FOK")
    assert.ok(!exchange.orders.has(order.id), `I11: ${order.id} is ${order.kind} and rests`);
  if (order.postOnly) assert.equal(fills.length, 0, `I11: ${order.id} is post-only and took`);
}

/** Fees are of all that the order filled together, however it was filled. No fill pays a party less than nothing. */
function checkFees({ order, fills }: EventOf<"order-placed">): void {
  const traded = fills.map(({ lots, price }) => ({ lots, price }));
  const paid = fills.reduce((sum, { takerFee }) => sum + takerFee, 0);
  assert.equal(paid, feeOfTrades(order.market.fees, traded), `fees of ${order.id} in parts`);
  for (const { takerFee, makerFee, maker, lots } of fills) {
    assert.ok(takerFee >= 0 && makerFee >= 0, `I4: a negative fee of ${order.id}`);
    if (maker.side === "SELL") assert.ok(makerFee <= lots * maker.limit, `I4: ${maker.id} pays to sell`);
  }
}

const rested = (exchange: Exchange, order: Order): number =>
  exchange.orders.has(order.id) ? order.remaining : 0;
const givenUp = (event: EventOf<"order-placed">): number =>
  event.ended === undefined ? 0 : event.order.remaining;

/** I8: at the maker's price, which is within both limits. I11: not with oneself, unless that is allowed. */
function checkFill(exchange: Exchange, taker: Order, { maker, lots, price }: Fill): void {
  assert.ok(lots > 0, "I8: an empty fill");
  assert.equal(maker.market, taker.market, "I8: a fill within one market");
  const makerPrice = maker.outcome === 0 ? price : ONE - price;
  const takerPrice = taker.outcome === 0 ? price : ONE - price;
  assert.equal(makerPrice, maker.limit, `I8: ${maker.id} was filled at another price than its own`);
  if (taker.side === "BUY") assert.ok(takerPrice <= taker.limit, `I8: ${taker.id} paid more than its limit`);
  else assert.ok(takerPrice >= taker.limit, `I8: ${taker.id} got less than its limit`);
  if (exchange.rules.selfTrade !== "allow")
    assert.notEqual(maker.account.owner, taker.account.owner, "I11: an owner matched itself");
}

/** I9: nobody with a better price, or the same price and an earlier order, was passed over. */
function checkPriority(taker: Order, { maker, lots }: Fill, live: Map<Order, number>): void {
  const left = live.get(maker);
  assert.ok(left !== undefined && lots <= left, `I7: ${maker.id} was filled beyond its size`);
  for (const other of live.keys()) {
    if (other.market !== maker.market || other.bid !== maker.bid || other === maker) continue;
    const better = maker.bid ? other.price > maker.price : other.price < maker.price;
    const earlier = other.price === maker.price && other.no < maker.no;
    assert.ok(!better && !earlier, `I9: ${taker.id} met ${maker.id} before ${other.id}`);
  }
  if (lots === left) live.delete(maker);
  else live.set(maker, left - lots);
}
