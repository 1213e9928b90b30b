/**
 * Resting orders that leave by themselves, soonest first: a binary heap in which every order stores its index, so that a filled
 * or cancelled order is removed without a search.
 */
import type { ExpiryQueue, Order } from "../state.ts";

const sooner = (a: Order, b: Order): boolean =>
  a.leavesAt < b.leavesAt || (a.leavesAt === b.leavesAt && a.no < b.no);

export function enqueueExpiry(queue: ExpiryQueue, order: Order): void {
  queue.push(order);
  order.expiryIndex = queue.length - 1;
  raise(queue, order.expiryIndex);
}

/** Removes the given orders that are in the queue. If most of the queue goes, the heap is rebuilt from the rest. */
export function dequeueExpiries(queue: ExpiryQueue, orders: readonly Order[]): void {
  const leaving = orders.filter(({ expiryIndex }) => expiryIndex !== -1);
  if (leaving.length * 2 < queue.length) {
    for (const order of leaving) dequeue(queue, order);
    return;
  }
  for (const order of leaving) order.expiryIndex = -1;
  let kept = 0;
  for (const order of queue) {
    if (order.expiryIndex === -1) continue;
    put(queue, kept, order);
    kept += 1;
  }
  queue.length = kept;
  for (let index = (kept >> 1) - 1; index >= 0; index -= 1) sink(queue, index);
}

function dequeue(queue: ExpiryQueue, order: Order): void {
  const index = order.expiryIndex;
  order.expiryIndex = -1;
  const last = queue.pop();
  if (last === undefined || last === order) return;
  put(queue, index, last);
  raise(queue, index);
  sink(queue, last.expiryIndex);
}

/** Lists orders that leave at `at` or earlier, soonest first, without changing the queue. */
export function listExpired(queue: ExpiryQueue, at: number): Order[] {
  const due: Order[] = [];
  const open = [0];
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    if (index >= queue.length || queue[index]!.leavesAt > at) continue;
    due.push(queue[index]!);
    open.push(2 * index + 1, 2 * index + 2);
  }
  return due.sort((a, b) => (sooner(a, b) ? -1 : 1));
}

function put(queue: ExpiryQueue, index: number, order: Order): void {
  queue[index] = order;
  order.expiryIndex = index;
}

function raise(queue: ExpiryQueue, start: number): void {
  const order = queue[start]!;
  let index = start;
  while (index > 0) {
    const parent = (index - 1) >> 1;
    if (!sooner(order, queue[parent]!)) break;
    put(queue, index, queue[parent]!);
    index = parent;
  }
  put(queue, index, order);
}

function sink(queue: ExpiryQueue, start: number): void {
  const order = queue[start]!;
  let index = start;
  for (;;) {
    let child = 2 * index + 1;
    if (child >= queue.length) break;
    if (child + 1 < queue.length && sooner(queue[child + 1]!, queue[child]!)) child += 1;
    if (!sooner(queue[child]!, order)) break;
    put(queue, index, queue[child]!);
    index = child;
  }
  put(queue, index, order);
}
