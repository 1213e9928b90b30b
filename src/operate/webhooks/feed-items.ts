/**
 * Open deliveries of a feed: those with a row in the table, and those read from the journal without a row yet. The
 * cursor of the feed stays before the first one without a row.
 */
import type { Delivery } from "../../store/webhooks/webhook-deliveries.ts";
import type { EventPosition } from "../../store/webhooks/webhook-feeds.ts";

// Queues of items: an item is behind all earlier items that share one of its queues.

type InQueues = { readonly lanes: readonly string[] };

type OrderedQueues<Queued extends InQueues> = {
  add(item: Queued): void;
  remove(item: Queued): void;
  /** Returns whether the item is first in all of its queues. */
  isFirst(item: Queued): boolean;
  /** Returns the first items of the queues of an item. */
  firstOf(item: Queued): readonly Queued[];
};

function createOrderedQueues<Queued extends InQueues>(): OrderedQueues<Queued> {
  /** Items of each queue; a set keeps insertion order. */
  const lanes = new Map<string, Set<Queued>>();
  const firstOf = (item: Queued): readonly Queued[] =>
    item.lanes.flatMap((name) => {
      for (const first of lanes.get(name) ?? []) return [first];
      return [];
    });
  return {
    add(item) {
      for (const name of item.lanes) {
        const lane = lanes.get(name) ?? new Set();
        lanes.set(name, lane.add(item));
      }
    },
    remove(item) {
      for (const name of item.lanes) {
        const lane = lanes.get(name);
        lane?.delete(item);
        if (lane?.size === 0) lanes.delete(name);
      }
    },
    isFirst: (item) => firstOf(item).every((first) => first === item),
    firstOf,
  };
}

export type Item = Omit<Delivery, "attempts" | "nextAt"> & {
  attempts: number;
  nextAt: number;
  /** Body, held until the delivery has a row. */
  body: string | undefined;
  /** True once the delivery has a row in the table. */
  stored: boolean;
  sending: boolean;
};

export type FeedItems = {
  add(item: Item): void;
  remove(item: Item): void;
  markStored(item: Item): void;
  /** Returns the number of deliveries without a row, and with one. */
  unstored(): number;
  stored(): number;
  isEmpty(): boolean;
  /** Returns the position of the first delivery without a row. */
  firstUnstored(): EventPosition | undefined;
  /** Lists deliveries that can be sent now, in journal order. */
  listReady(now: number): Iterable<Item>;
  /** Returns the time at which the next delivery can be sent, ms; infinite if none waits for its time. */
  nextTime(): number;
  /** Lists deliveries not in the table that wait behind a stored delivery, perhaps for days. */
  listBlocked(): Item[];
};

export function createFeedItems(): FeedItems {
  const all = new Set<Item>();
  const unstored = new Set<Item>();
  const lanes = createOrderedQueues<Item>();
  const isOpen = (item: Item): boolean => !item.sending && lanes.isFirst(item);
  return {
    add(item) {
      all.add(item);
      if (!item.stored) unstored.add(item);
      lanes.add(item);
    },
    remove(item) {
      all.delete(item);
      unstored.delete(item);
      lanes.remove(item);
    },
    markStored(item) {
      item.stored = true;
      item.body = undefined;
      unstored.delete(item);
    },
    unstored: () => unstored.size,
    stored: () => all.size - unstored.size,
    isEmpty: () => all.size === 0,
    firstUnstored() {
      for (const item of unstored) return item;
      return undefined;
    },
    *listReady(now) {
      for (const item of all) if (item.nextAt <= now && isOpen(item)) yield item;
    },
    nextTime: () =>
      [...all].reduce(
        (least, item) => (isOpen(item) ? Math.min(least, item.nextAt) : least),
        Number.POSITIVE_INFINITY,
      ),
    listBlocked: () =>
      [...unstored].filter(
        (item) => !item.sending && lanes.firstOf(item).some((first) => first !== item && first.stored),
      ),
  };
}
