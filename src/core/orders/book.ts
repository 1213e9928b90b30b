/**
 * One order book per market, in terms of outcome 0. A BUY of outcome 1 at q rests as an ask at 1 - q, so that
 * complementary, mint and merge matching are one walk. Orders have price-time priority. A price is one of few steps, so
 * levels are a flat array indexed by step. Each is an intrusive list of its orders, and a bitmap of used levels finds the
 * next best. The book is never crossed, so one set of levels serves both sides. All used levels up to `bestBid` are bids,
 * all from `bestAsk` on are asks.
 */
import type { Book, Order, Queue } from "../state.ts";
import { addLots, NO_LOTS, ONE, subtractLots, ticks } from "../units.ts";
import type { Lots, Ticks } from "../units.ts";

/** A price level: total size of the resting orders at a price, in terms of outcome 0. */
export type Level = { price: Ticks; lots: Lots };

const NO_BITS = new Int32Array(0);

/** Creates an empty book. The first order allocates its levels, since most markets of a large catalog never trade. */
export function createBook(tick: Ticks): Book {
  const size = ONE / tick;
  return { tick, size, bestBid: 0, bestAsk: size, queues: [], used: NO_BITS };
}

function allocate(book: Book): void {
  const levels = book.size + 1;
  book.queues = Array.from({ length: levels }, () => undefined);
  book.used = new Int32Array((levels >> 5) + 1);
}

function queueAt(book: Book, level: number): Queue {
  if (book.queues.length === 0) allocate(book);
  const found = book.queues[level];
  if (found !== undefined) return found;
  const queue: Queue = { first: undefined, last: undefined, orders: 0, lots: NO_LOTS };
  book.queues[level] = queue;
  return queue;
}

/** Puts the resting orders of a book, in their order, into a book with another price step, which all their prices must keep. */
export function rebuildBook(book: Book, tick: Ticks): Book {
  const rebuilt = createBook(tick);
  for (const order of listOrders(book)) addOrder(rebuilt, order);
  return rebuilt;
}

/** Tells whether the prices of all resting orders keep a price step. */
export const keepsTick = (book: Book, tick: Ticks): boolean =>
  listOrders(book).every(({ price }) => price % tick === 0);

/** Returns the price of the highest bid; `undefined` if there is none. */
export const bestBid = (book: Book): Ticks | undefined =>
  book.bestBid === 0 ? undefined : ticks(book.bestBid * book.tick);

/** Returns the price of the lowest ask; `undefined` if there is none. */
export const bestAsk = (book: Book): Ticks | undefined =>
  book.bestAsk === book.size ? undefined : ticks(book.bestAsk * book.tick);

/** Adds an order to its level by its priority: behind all orders of the same price, unless it took another one's place. */
export function addOrder(book: Book, order: Order): void {
  const level = order.price / book.tick;
  const queue = queueAt(book, level);
  const { last } = queue;
  if (last !== undefined && last.priority > order.priority) return insertOrder(queue, last, order);
  order.previous = last;
  order.next = undefined;
  if (last === undefined) {
    queue.first = order;
    openLevel(book, level, order.bid);
  } else {
    last.next = order;
  }
  queue.last = order;
  countIn(queue, order);
}

/** Adds an order ahead of `behind`, the last one, and of all others that its priority is ahead of. */
function insertOrder(queue: Queue, behind: Order, order: Order): void {
  let next = behind;
  while (next.previous !== undefined && next.previous.priority > order.priority) next = next.previous;
  const { previous } = next;
  order.previous = previous;
  order.next = next;
  next.previous = order;
  if (previous === undefined) queue.first = order;
  else previous.next = order;
  countIn(queue, order);
}

function countIn(queue: Queue, { remaining }: Order): void {
  queue.orders += 1;
  queue.lots = addLots(queue.lots, remaining);
}

function openLevel(book: Book, level: number, bid: boolean): void {
  book.used[level >> 5]! |= 1 << (level & 31);
  if (bid) {
    if (level > book.bestBid) book.bestBid = level;
  } else if (level < book.bestAsk) {
    book.bestAsk = level;
  }
}

/** Takes an order out, at any position in its level. */
export function removeOrder(book: Book, order: Order): void {
  const level = order.price / book.tick;
  const queue = queueAt(book, level);
  const { previous, next } = order;
  if (previous === undefined) queue.first = next;
  else previous.next = next;
  if (next === undefined) queue.last = previous;
  else next.previous = previous;
  order.previous = undefined;
  order.next = undefined;
  queue.orders -= 1;
  queue.lots = subtractLots(queue.lots, order.remaining);
  if (previous === undefined && next === undefined) closeLevel(book, level);
}

function closeLevel(book: Book, level: number): void {
  book.used[level >> 5]! &= ~(1 << (level & 31));
  if (level === book.bestBid) book.bestBid = usedAtOrBelow(book, level - 1);
  else if (level === book.bestAsk) book.bestAsk = usedAtOrAbove(book, level + 1);
}

/** Takes `quantity` off the size of a resting order, which keeps its priority. */
export function reduceOrder(book: Book, order: Order, quantity: Lots): void {
  order.remaining = subtractLots(order.remaining, quantity);
  const queue = queueAt(book, order.price / book.tick);
  queue.lots = subtractLots(queue.lots, quantity);
}

/** Orders of one price that are met before an order, and their shares. */
export type Ahead = { readonly orders: number; readonly lots: Lots };

/** Counts what is ahead of a resting order at its price, for either outcome. */
export function countAhead(order: Order): Ahead {
  let orders = 0;
  let lots = NO_LOTS;
  for (let ahead = order.previous; ahead !== undefined; ahead = ahead.previous) {
    orders += 1;
    lots = addLots(lots, ahead.remaining);
  }
  return { orders, lots };
}

/**
 * Counts what is ahead of these orders, all of one price and sorted by priority. One walk from the last order of the price
 * to the first of these, so that the newest orders are counted at once.
 */
export function countEachAhead(book: Book, sorted: readonly Order[]): Ahead[] {
  const counts: Ahead[] = [];
  const [front] = sorted;
  if (front === undefined) return counts;
  let { last: at, orders, lots } = queueAt(book, front.price / book.tick);
  for (const order of sorted.toReversed()) {
    for (let isFound = false; !isFound; at = at.previous) {
      if (at === undefined) throw new Error(`order ${order.no} rests at another price, or is not sorted`);
      orders -= 1;
      lots = subtractLots(lots, at.remaining);
      isFound = at === order;
    }
    counts.push({ orders, lots });
  }
  return counts.reverse();
}

/** Returns the order that a new bid (or ask) would meet first. */
export function bestOpposite(book: Book, bid: boolean): Order | undefined {
  const level = bid ? book.bestAsk : book.bestBid;
  return book.queues[level]?.first;
}

/** Returns the order that is met after `order` on the same side: behind it, or first at the next used level. */
export function nextInPriority(book: Book, order: Order): Order | undefined {
  if (order.next !== undefined) return order.next;
  const level = order.price / book.tick;
  return book.queues[order.bid ? usedAtOrBelow(book, level - 1) : usedAtOrAbove(book, level + 1)]?.first;
}

/** Finds the highest used level from `level` down; 0 if there is none. */
function usedAtOrBelow(book: Book, level: number): number {
  let word = level >> 5;
  let bits = book.used[word]! & (-1 >>> (31 - (level & 31)));
  while (bits === 0) {
    if (word === 0) return 0;
    word -= 1;
    bits = book.used[word]!;
  }
  return word * 32 + 31 - Math.clz32(bits);
}

/** Finds the lowest used level from `level` up; `book.size` if there is none. */
function usedAtOrAbove(book: Book, level: number): number {
  let word = level >> 5;
  let bits = book.used[word]! & (-1 << (level & 31));
  while (bits === 0) {
    word += 1;
    if (word === book.used.length) return book.size;
    bits = book.used[word]!;
  }
  return word * 32 + 31 - Math.clz32(bits & -bits);
}

/** Lists bids from the best down, or asks from the best up. */
export function listLevels(book: Book, bids: boolean): Level[] {
  const levels: Level[] = [];
  if (book.used.length === 0) return levels;
  let level = bids ? book.bestBid : book.bestAsk;
  while (level > 0 && level < book.size) {
    levels.push({ price: ticks(level * book.tick), lots: queueAt(book, level).lots });
    level = bids ? usedAtOrBelow(book, level - 1) : usedAtOrAbove(book, level + 1);
  }
  return levels;
}

/** Returns the size of the resting orders at a price of outcome 0 on one side. */
export function lotsAt(book: Book, price: Ticks, bid: boolean): Lots {
  const level = price / book.tick;
  const onSide = bid ? level <= book.bestBid : level >= book.bestAsk;
  return onSide ? (book.queues[level]?.lots ?? NO_LOTS) : NO_LOTS;
}

/** Returns the number of resting orders at a price of outcome 0. */
export const ordersAt = (book: Book, price: Ticks): number => book.queues[price / book.tick]?.orders ?? 0;

/** Lists all resting orders of a book, best first: bids, then asks. */
export function listOrders(book: Book): Order[] {
  const orders: Order[] = [];
  for (const bid of [false, true]) {
    let order = bestOpposite(book, bid);
    while (order !== undefined) {
      orders.push(order);
      order = nextInPriority(book, order);
    }
  }
  return orders;
}
