/** Invariants I3 and I7-I12, checked for each command: its events against the sum of all events so far. */
import assert from "node:assert/strict";
import { canceledOrders } from "../../src/core/orders/canceled-orders.ts";
import type { Event, EventOf, Fill } from "../../src/core/events/event.ts";
import type { Account, Exchange, Order, SelfTradePolicy } from "../../src/core/state.ts";
import { findKillCode } from "../../src/core/orders/place-order.ts";
import { feeOfTrades } from "./reference-fees.ts";
import { FEES } from "./reference-settlement.ts";

const ONE = 10_000;

/** Totals of all events so far. */
export type Tally = {
  /** Collateral by account, and lots by account and token; zeros are left out. */
  readonly balances: Map<number, number>;
  /** Resting orders with their remaining lots. */
  readonly resting: Map<Order, number>;
  nextOrder: number;
  nextTrade: number;
};

/** Reads the totals from the exchange's state. */
export function takeTally(exchange: Exchange): Tally {
  const { nextOrder, nextTrade } = exchange;
  const tally: Tally = { balances: new Map(), resting: new Map(), nextOrder, nextTrade };
  for (const order of exchange.orders.values()) tally.resting.set(order, order.remaining);
  visitBalances(exchange, (key, amount) => tally.balances.set(key, amount));
  return tally;
}

const TOKENS = 2 ** 16;
const COLLATERAL = -1;

/** Key of a balance in the tally. */
const keyOf = (account: number, token: number): number => account * TOKENS + token + 1;

function visitBalances({ accounts }: Exchange, visit: (key: number, amount: number) => unknown): void {
  for (const account of accounts) {
    if (account === undefined) continue;
    if (account.collateral !== 0) visit(keyOf(account.no, COLLATERAL), account.collateral);
    for (const [token, { lots }] of account.positions) if (lots !== 0) visit(keyOf(account.no, token), lots);
  }
}

/**
 * Adds the events of a command, which were applied already, to the tally; throws when they break an invariant. `selfTrade`
 * is the policy of the command's order, if that is known; otherwise the exchange's own counts for its fills.
 */
export function checkEvents(
  exchange: Exchange,
  tally: Tally,
  events: readonly Event[],
  selfTrade?: SelfTradePolicy,
): void {
  for (const event of events) {
    addChanges(exchange, tally, event);
    for (const order of canceledOrders(event))
      assert.ok(tally.resting.delete(order), `I7: ${order.id} was cancelled and was not open`);
    if (event.type !== "order-placed") continue;
    const { order, fills } = event;
    assert.equal(order.no, tally.nextOrder, "I12: order numbers have a gap");
    for (const [index, fill] of fills.entries())
      assert.equal(fill.no, tally.nextTrade + index, "I12: trade numbers have a gap");
    tally.nextOrder += 1;
    tally.nextTrade += fills.length;
    checkPlacement(exchange, event, { resting: tally.resting, selfTrade });
  }
  assert.equal(exchange.nextOrder, tally.nextOrder, "I12: next order number");
  assert.equal(exchange.nextTrade, tally.nextTrade, "I12: next trade number");
  checkResting(exchange, tally);
  checkBalances(exchange, tally);
}

/** I7: the open orders are those placed to rest, less their fills and cancels. */
function checkResting(exchange: Exchange, { resting }: Tally): void {
  for (const [order, left] of resting) {
    const open = exchange.orders.get(order.id);
    if (open !== order || open.remaining !== left)
      assert.fail(`I7: ${left} of ${order.id} should be open, and ${open?.remaining} are`);
  }
  assert.equal(exchange.orders.size, resting.size, "I7: open orders");
}

/** I10: every balance agrees with the events, and no other balance exists. */
function checkBalances(exchange: Exchange, { balances }: Tally): void {
  let count = 0;
  visitBalances(exchange, (key, amount) => {
    count += 1;
    if (amount !== balances.get(key))
      assert.fail(`I10: ${balanceText(key)} is ${amount}, not ${balances.get(key)}`);
  });
  assert.equal(count, balances.size, "I10: there are fewer balances than events say");
}

const balanceText = (key: number): string =>
  `token ${(key % TOKENS) - 1} (-1 is collateral) of account ${Math.floor(key / TOKENS)}`;

type Add = (account: Account, token: number, amount: number) => void;

function addChanges(exchange: Exchange, { balances }: Tally, event: Event): void {
  const addTo = (key: number, amount: number): void => {
    const sum = (balances.get(key) ?? 0) + amount;
    if (sum === 0) balances.delete(key);
    else balances.set(key, sum);
  };
  const add: Add = ({ no }, token, amount) => addTo(keyOf(no, token), amount);
  switch (event.type) {
    case "account-opened":
      return addTo(keyOf(event.no, COLLATERAL), event.credit);
    case "credited":
      return add(event.account, COLLATERAL, event.amount);
    case "debited":
      return add(event.account, COLLATERAL, -event.amount);
    case "sets-split":
    case "sets-merged": {
      const lots = event.type === "sets-split" ? event.lots : -event.lots;
      add(event.account, COLLATERAL, -lots * ONE);
      for (const outcome of [0, 1]) add(event.account, event.market.no * 2 + outcome, lots);
      return undefined;
    }
    case "redeemed":
      return addRedemption(add, balances, event);
    case "converted":
      return addConversion(add, event);
    case "order-placed":
      return addFills(add, exchange, event);
    case "settlement-failed":
      return addFailure(add, exchange, event);
    default:
      return undefined;
  }
}

/** I10: NO of k markets becomes YES of all others and collateral for all but one. */
function addConversion(add: Add, { account, given, got, lots }: EventOf<"converted">): void {
  for (const { no } of given) add(account, no * 2 + 1, -lots);
  for (const { no } of got) add(account, no * 2, lots);
  add(account, COLLATERAL, lots * ONE * (given.length - 1));
  const open = given[0]!.event.markets.filter(({ negativeRisk, status }) => negativeRisk && isOpen(status));
  assert.deepEqual(new Set([...given, ...got]), new Set(open), "I10: a conversion is of all open markets");
  assert.ok(given.length + got.length === open.length, "I10: a conversion names a market twice");
}

const isOpen = (status: string): boolean => status === "active" || status === "paused";

function addRedemption(add: Add, balances: Tally["balances"], event: EventOf<"redeemed">): void {
  const { account, market } = event;
  const payout = market.payout ?? [0, 0];
  let paid = 0;
  for (const outcome of [0, 1] as const) {
    const token = market.no * 2 + outcome;
    const lots = balances.get(keyOf(account.no, token)) ?? 0;
    assert.equal(event.lots[outcome], lots, "I3: a redemption takes all there is");
    add(account, token, -lots);
    paid += lots * payout[outcome] * (ONE / (payout[0] + payout[1]));
  }
  assert.equal(event.paid, paid, "I3: a redemption pays the payout of every share");
  add(account, COLLATERAL, paid);
}

function addFills(add: Add, exchange: Exchange, { order, fills }: EventOf<"order-placed">): void {
  let fees = 0;
  for (const fill of fills) {
    addFill(add, order, fill);
    fees += fill.takerFee + fill.makerFee;
  }
  if (fees > 0) add(exchange.accountByAddress.get(FEES)!, COLLATERAL, fees);
}

/** I10: a settlement that failed moves the opposite of its fills. */
function addFailure(
  add: Add,
  exchange: Exchange,
  { taker, market, undone }: EventOf<"settlement-failed">,
): void {
  const opposite: Add = (account, token, amount) => add(account, token, -amount);
  const [incoming, fees] = [
    { ...taker, market },
    undone.map(({ takerFee, makerFee }) => takerFee + makerFee),
  ];
  for (const fill of undone) addFill(opposite, incoming, { ...fill, maker: { ...fill.maker, market } });
  const charged = fees.reduce((sum, fee) => sum + fee, 0);
  if (charged > 0) opposite(exchange.accountByAddress.get(FEES)!, COLLATERAL, charged);
}

/** I10: money and shares of both parties, for each kind of match; their sum is zero. */
type Party = Pick<Order, "account" | "market" | "outcome" | "side">;
type SettledFill = Omit<Fill, "maker"> & { readonly maker: Party };

function addFill(add: Add, taker: Party, { maker, lots, price, takerFee, makerFee }: SettledFill): void {
  let money = 0;
  let supply = 0;
  for (const { account, market, outcome, side } of [maker, taker]) {
    const own = outcome === 0 ? price : ONE - price;
    const sign = side === "BUY" ? 1 : -1;
    add(account, COLLATERAL, -sign * lots * own);
    add(account, market.no * 2 + outcome, sign * lots);
    money -= sign * lots * own;
    supply += sign * lots;
  }
  add(taker.account, COLLATERAL, -takerFee);
  add(maker.account, COLLATERAL, -makerFee);
  if (maker.outcome === taker.outcome) {
    assert.notEqual(maker.side, taker.side, "I10: a complementary fill has a buyer and a seller");
    assert.ok(money === 0 && supply === 0, "I10: a complementary fill moves what there is");
  } else {
    assert.equal(maker.side, taker.side, "I10: a mint has two buyers, a merge two sellers");
    assert.equal(money, (-supply / 2) * ONE, "I10: a set is made or unmade for its value");
  }
}

type PlacementRules = Pick<Tally, "resting"> & { readonly selfTrade: SelfTradePolicy | undefined };

/** Checks that the order rests exactly when it has a remainder that its kind keeps in the book. */
function checkPlacement(
  exchange: Exchange,
  event: EventOf<"order-placed">,
  { resting, selfTrade }: PlacementRules,
): void {
  const { order, fills, ended } = event;
  let filled = 0;
  for (const fill of fills) {
    filled += fill.lots;
    checkFill(order, fill, selfTrade ?? exchange.rules.selfTrade);
    checkPriority(order, fill, resting);
  }
  checkFees(event);
  const left = order.lots - filled;
  assert.equal(order.remaining, left, `I10: parts of ${order.id}`);
  if (order.kind === "FOK" && filled > 0)
    assert.equal(left, 0, `I11: ${order.id} is FOK and was filled partly`);
  // One that may rest is given up without a fill where it met as many of its owner's orders as one order may.
  const isKilled = fills.length === 0 && ended !== undefined && ended !== "match-limit";
  if (isKilled && ended === "self-trade-both")
    assert.equal(
      selfTrade ?? "cancel-both",
      "cancel-both",
      `I11: ${order.id} was cancelled with an order that it met`,
    );
  else if (isKilled) assert.match(order.kind, /^F[OA]K$/, `I11: ${order.id} is ${order.kind} and was killed`);
  const code = event.refusal?.code;
  if (code !== undefined)
    assert.equal(findKillCode(order.kind, fills, ended ?? null), code, `I11: ${order.id}`);
  if (left > 0 && ended === undefined) {
    assert.ok(order.kind === "GTC" || order.kind === "GTD", `I11: ${order.id} is ${order.kind} and rests`);
    resting.set(order, left);
  }
  if (order.postOnly) assert.equal(fills.length, 0, `I11: ${order.id} is post-only and took`);
}

/** Checks fees: each is charged on the order's fills together, and no fill leaves a party with a negative amount. */
function checkFees({ order, fills }: EventOf<"order-placed">): void {
  const traded = fills.map(({ lots, price }) => ({ lots, price }));
  const paid = fills.reduce((sum, { takerFee }) => sum + takerFee, 0);
  assert.equal(paid, feeOfTrades(order.market.fees, traded), `fees of ${order.id} in parts`);
  for (const { takerFee, makerFee, maker, lots } of fills) {
    assert.ok(takerFee >= 0 && makerFee >= 0, `I4: a negative fee of ${order.id}`);
    if (maker.side === "SELL") assert.ok(makerFee <= lots * maker.limit, `I4: ${maker.id} pays to sell`);
  }
}

/**
 * I8: a fill is at the maker's price, within both limits. I11: the two orders have different owners, unless the policy
 * allows one.
 */
function checkFill(taker: Order, { maker, lots, price }: Fill, selfTrade: SelfTradePolicy): void {
  assert.ok(lots > 0, "I8: an empty fill");
  assert.equal(maker.market, taker.market, "I8: a fill within one market");
  const makerPrice = maker.outcome === 0 ? price : ONE - price;
  const takerPrice = taker.outcome === 0 ? price : ONE - price;
  assert.equal(makerPrice, maker.limit, `I8: ${maker.id} was filled at another price than its own`);
  if (taker.side === "BUY") assert.ok(takerPrice <= taker.limit, `I8: ${taker.id} paid more than its limit`);
  else assert.ok(takerPrice >= taker.limit, `I8: ${taker.id} got less than its limit`);
  if (selfTrade !== "allow")
    assert.notEqual(maker.account.owner, taker.account.owner, "I11: an owner matched itself");
}

/** I9: no order with a better price, or with the same price and an earlier time, was passed over. */
function checkPriority(taker: Order, { maker, lots }: Fill, resting: Tally["resting"]): void {
  const left = resting.get(maker);
  assert.ok(left !== undefined && lots <= left, `I7: ${maker.id} was filled beyond its size`);
  for (const other of resting.keys()) {
    if (other.market !== maker.market || other.bid !== maker.bid || other === maker) continue;
    const better = maker.bid ? other.price > maker.price : other.price < maker.price;
    const earlier = other.price === maker.price && other.priority < maker.priority;
    assert.ok(!better && !earlier, `I9: ${taker.id} met ${maker.id} before ${other.id}`);
  }
  if (lots === left) resting.delete(maker);
  else resting.set(maker, left - lots);
}
