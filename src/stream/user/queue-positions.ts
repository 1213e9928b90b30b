/**
 * Positions in the queue of the open orders of owners that follow them. A position is counted once, as of a commit, and
 * carried on by the events of later commits. The cost of a commit is a pass over its events and over the followed orders of
 * the prices that it touched; without followed owners there is none.
 */
import type { Context } from "../../context.ts";
import { createSubjectQueues, createTickBudget } from "../../base/async.ts";
import { countEachAhead, ordersAt } from "../../core/orders/book.ts";
import type { Ahead } from "../../core/orders/book.ts";
import { canceledOrders } from "../../core/orders/canceled-orders.ts";
import { comesToRest } from "../../core/orders/match.ts";
import { listOwnOrders } from "../../core/orders/order.ts";
import { elementAt } from "../../core/values/element-at.ts";
import type { Event } from "../../core/events/event.ts";
import type { Exchange, Market, Order } from "../../core/state.ts";
import { NO_LOTS, addLots, subtractLots } from "../../core/units.ts";
import type { Lots, Ticks } from "../../core/units.ts";
import type { Publication } from "../../engine/repeats/entry.ts";
import type { JournalHead } from "../../store/journal/journal.ts";
import { isUnavailable } from "../../store/sql/unavailable.ts";

type AsOf = Pick<JournalHead, "seq" | "at">;

/** Orders ahead of an open order, and its shares still to fill, as of the latest commit that changed either. */
export type OrderPosition = AsOf & { readonly order: Order; readonly ahead: Ahead; readonly open: Lots };

export type PositionReceiver = {
  /** Called after a commit that changed these positions, and with those that were counted first. */
  readonly tell: (positions: readonly OrderPosition[]) => void;
  /** Called if positions could not be counted. */
  readonly fail: (error: unknown) => void;
};

export type QueuePositions = {
  /** Tells the receiver the positions of the owner's open orders, and of each change, until the returned function is called. */
  follow(owner: string, receiver: PositionReceiver): () => void;
  /** Lists the positions of a followed owner, as of the last commit. */
  list(owner: string): Iterable<OrderPosition>;
  /** Tells whether the order of a followed owner is open, as of the last commit. */
  has(order: Order): boolean;
  /** Carries the positions on over a commit. */
  take(publication: Publication): void;
  /** Counts all positions again, after a commit was missed or the whole exchange was replaced. */
  restart(): void;
};

type FollowedOwner = {
  readonly receivers: Set<PositionReceiver>;
  readonly positions: Map<Order, OrderPosition>;
};

/** Values by market and price of the unified book. */
type ByLevel<T> = Map<Market, Map<Ticks, T>>;

const newLevels = <T>(): Map<Ticks, T> => new Map();

/** A price of a market. */
type Place = Pick<Order, "market" | "price">;

type Tracker = {
  readonly engine: Pick<Context["engine"], "exchange" | "head" | "reads">;
  readonly owners: Map<string, FollowedOwner>;
  /** Followed orders, sorted by priority. */
  readonly levels: ByLevel<readonly Order[]>;
  /** The resting orders of the exchange that the positions belong to: others after a replacement. */
  resting: Exchange["orders"];
};

/** First counts go one price at a time, so that a commit that ends waits for one of them at most. */
const COUNTS = ["counts"];
/** Orders that a first count may pass per tick of the event loop, about a millisecond. */
const PASSED_PER_TICK = 20_000;

export function createQueuePositions({ engine }: Pick<Context, "engine">): QueuePositions {
  const { exchange } = engine;
  const tracker: Tracker = { engine, owners: new Map(), levels: new Map(), resting: exchange.orders };
  const turns = createTickBudget(PASSED_PER_TICK);
  const queues = createSubjectQueues();

  function start(owner: string, receivers: Set<PositionReceiver>): void {
    const followed: FollowedOwner = { receivers, positions: new Map() };
    tracker.owners.set(owner, followed);
    countFirst(owner, followed).catch((error: unknown) => {
      for (const { fail } of receivers) fail(error);
    });
  }

  /** Counts the positions price by price. Orders that are placed meanwhile come by their commits. */
  async function countFirst(owner: string, followed: FollowedOwner): Promise<void> {
    for (const [market, byPrice] of groupByLevel(listOwnOrders(exchange, owner)))
      for (const [price, orders] of byPrice) {
        if (tracker.owners.get(owner) !== followed) return;
        await queues.take(COUNTS, async () => {
          await turns.take(ordersAt(market.book, price));
          await readCommitted(market, () => {
            if (tracker.owners.get(owner) === followed)
              notify(tracker, count(tracker, orders, engine.head()));
          });
        });
      }
  }

  /** Reads a market as of the last commit, however long the commit in flight takes. */
  async function readCommitted(market: Market, read: () => void): Promise<void> {
    for (;;)
      try {
        return await engine.reads.readOnce(market, read);
      } catch (error) {
        if (!isUnavailable(error)) throw error;
      }
  }

  function follow(owner: string, receiver: PositionReceiver): () => void {
    if (tracker.owners.size === 0) tracker.resting = exchange.orders;
    const known = tracker.owners.get(owner);
    if (known === undefined) start(owner, new Set([receiver]));
    else {
      known.receivers.add(receiver);
      receiver.tell([...known.positions.values()]);
    }
    return () => {
      const followed = tracker.owners.get(owner);
      followed?.receivers.delete(receiver);
      if (followed?.receivers.size !== 0) return;
      tracker.owners.delete(owner);
      dropOrders(tracker, owner, followed);
    };
  }

  function restart(): void {
    tracker.resting = exchange.orders;
    tracker.levels.clear();
    for (const [owner, { receivers }] of tracker.owners) start(owner, receivers);
  }

  function take(publication: Publication): void {
    if (tracker.owners.size === 0) return;
    if (tracker.resting === exchange.orders) notify(tracker, carryOn(tracker, publication));
    else restart();
  }

  return {
    follow,
    list: (owner) => tracker.owners.get(owner)?.positions.values() ?? [],
    has: (order) => findPosition(tracker, order) !== undefined,
    take,
    restart,
  };
}

const findPosition = ({ owners }: Tracker, order: Order): OrderPosition | undefined =>
  owners.get(order.account.owner)?.positions.get(order);

const isOpen = ({ engine }: Tracker, order: Order): boolean => engine.exchange.orders.get(order.id) === order;

/** True for an open order of a followed owner that was not counted yet. */
const isCountable = (tracker: Tracker, order: Order): boolean =>
  tracker.owners.get(order.account.owner)?.positions.has(order) === false && isOpen(tracker, order);

/** Notifies the receivers of each owner of the positions of the owner's orders. */
function notify({ owners }: Tracker, positions: readonly OrderPosition[]): void {
  for (const [owner, own] of Map.groupBy(positions, ({ order }) => order.account.owner))
    for (const receiver of owners.get(owner)?.receivers ?? []) receiver.tell(own);
}

/** Counts the positions of orders of one price, as far as they are open and were not counted yet. */
function count(tracker: Tracker, orders: readonly Order[], { seq, at }: AsOf): OrderPosition[] {
  const found = orders.filter((order) => isCountable(tracker, order)).sort((a, b) => a.priority - b.priority);
  const [first] = found;
  if (first === undefined) return [];
  const counts = countEachAhead(first.market.book, found);
  const followed = [...findLevel(tracker, first), ...found].sort((a, b) => a.priority - b.priority);
  keepOrders(tracker, first, followed);
  return found.map((order, index) => {
    const position = { order, ahead: elementAt(counts, index), open: order.remaining, seq, at };
    tracker.owners.get(order.account.owner)?.positions.set(order, position);
    return position;
  });
}

const NO_ORDERS: readonly Order[] = [];

const findLevel = ({ levels }: Tracker, { market, price }: Place): readonly Order[] =>
  levels.get(market)?.get(price) ?? NO_ORDERS;

/** Replaces the followed orders of a price; without any the price is forgotten. */
function keepOrders({ levels }: Tracker, { market, price }: Place, orders: readonly Order[]): void {
  if (orders.length > 0) getOrSet(levels, market, newLevels<readonly Order[]>).set(price, orders);
  else if (levels.get(market)?.delete(price) === true && levels.get(market)?.size === 0)
    levels.delete(market);
}

/** Stops following the orders of an owner. */
function dropOrders(tracker: Tracker, owner: string, { positions }: FollowedOwner): void {
  for (const [market, byPrice] of groupByLevel([...positions.keys()]))
    for (const price of byPrice.keys()) {
      const followed = findLevel(tracker, { market, price });
      const others = followed.filter(({ account }) => account.owner !== owner);
      keepOrders(tracker, { market, price }, others);
    }
}

const groupByLevel = (orders: readonly Order[]): ByLevel<Order[]> =>
  new Map(
    [...Map.groupBy(orders, ({ market }) => market)].map(
      ([market, own]) => [market, Map.groupBy(own, ({ price }) => price)] as const,
    ),
  );

function getOrSet<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

// Positions over a commit: whatever it changed of the orders ahead, all at once.

/** Changes of an order in a commit: whether it was placed in it, and what was filled of it while it rested. */
type Touch = { readonly isNew: boolean; filled: Lots };

const newTouches = (): Map<Order, Touch> => new Map();

/** Carries all positions on over a commit, while memory is as of it; returns those that changed, and the new ones. */
function carryOn(tracker: Tracker, { events, seq, at }: Publication): OrderPosition[] {
  const told: OrderPosition[] = [];
  for (const [market, byPrice] of listTouched(tracker, events))
    for (const [price, touched] of byPrice) {
      told.push(...carryLevel(tracker, { market, price }, touched, { seq, at }));
      const placed = [...touched].flatMap(([order, { isNew }]) => (isNew ? order : []));
      told.push(...count(tracker, placed, { seq, at }));
    }
  return told;
}

/** Lists the changes of orders at the prices of followed orders, and all of followed owners. */
function listTouched({ owners, levels }: Tracker, events: readonly Event[]): ByLevel<Map<Order, Touch>> {
  const byLevel: ByLevel<Map<Order, Touch>> = new Map();
  const touch = (order: Order, filled: Lots, isNew = false): void => {
    const { market, price, account } = order;
    if (levels.get(market)?.has(price) !== true && !owners.has(account.owner)) return;
    const touched = getOrSet(getOrSet(byLevel, market, newLevels<Map<Order, Touch>>), price, newTouches);
    const known = touched.get(order);
    if (known === undefined) touched.set(order, { isNew, filled });
    else known.filled = addLots(known.filled, filled);
  };
  for (const event of events) {
    for (const order of canceledOrders(event)) touch(order, NO_LOTS);
    if (event.type !== "order-placed") continue;
    for (const { maker, lots } of event.fills) touch(maker, lots);
    if (comesToRest(event)) touch(event.order, NO_LOTS, true);
  }
  return byLevel;
}

/** Carries the positions of one price on; returns those that changed. */
function carryLevel(
  tracker: Tracker,
  place: Place,
  touched: ReadonlyMap<Order, Touch>,
  { seq, at }: AsOf,
): OrderPosition[] {
  const changes = listChanges(tracker, touched);
  const changed: OrderPosition[] = [];
  const kept: Order[] = [];
  let next = 0;
  let shift = NO_SHIFT;
  for (const order of findLevel(tracker, place)) {
    for (let one = changes[next]; one !== undefined && one.priority < order.priority; one = changes[next]) {
      shift = addAhead(shift, one);
      next += 1;
    }
    const isTouched = touched.has(order);
    const own = tracker.owners.get(order.account.owner)?.positions;
    const position = own?.get(order);
    if (position === undefined || (isTouched && !isOpen(tracker, order))) {
      own?.delete(order);
      continue;
    }
    kept.push(order);
    const isShifted = shift.orders !== 0 || shift.lots !== 0;
    // A position that was counted as of this commit has it already.
    if (position.seq >= seq || !(isShifted || isTouched)) continue;
    const carried = { order, ahead: addAhead(position.ahead, shift), open: order.remaining, seq, at };
    own?.set(order, carried);
    if (isShifted) changed.push(carried);
  }
  keepOrders(tracker, place, kept);
  return changed;
}

const addAhead = (a: Ahead, b: Ahead): Ahead => ({
  orders: a.orders + b.orders,
  lots: addLots(a.lots, b.lots),
});

const NO_SHIFT: Ahead = { orders: 0, lots: NO_LOTS };

type Change = Ahead & Pick<Order, "priority">;

/** Lists what each order changed for the orders behind it, sorted by priority. */
function listChanges(tracker: Tracker, touched: ReadonlyMap<Order, Touch>): Change[] {
  const changes = [...touched].map(([order, { isNew, filled }]) => {
    const { priority, remaining } = order;
    const rests = isOpen(tracker, order);
    const before = isNew ? NO_LOTS : addLots(remaining, filled);
    const after = rests ? remaining : NO_LOTS;
    return { priority, orders: (rests ? 1 : 0) - (isNew ? 0 : 1), lots: subtractLots(after, before) };
  });
  return changes.sort((a, b) => a.priority - b.priority);
}
