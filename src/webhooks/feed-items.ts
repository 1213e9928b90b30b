/**
 * Open deliveries of a feed: those with a row in the table, and those read from the journal without a row yet. The
 * cursor of the feed stays before the first one without a row.
 */
import type { Delivery } from "../store/webhooks/webhook-deliveries.ts";
import type { EventPlace } from "../store/webhooks/webhook-feeds.ts";
import { createLanes } from "./lanes.ts";

export type Item = Omit<Delivery, "attempts" | "nextAt"> & {
  attempts: number;
  nextAt: number;
  /** Body, held until the delivery has a row. */
  body: string | undefined;
  /** True once it has a row in the table. */
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
  firstUnstored(): EventPlace | undefined;
  /** Lists deliveries that can be sent now, in journal order. */
  listReady(now: number): Iterable<Item>;
  /** Returns the time at which the next one can be sent, ms; infinite if none waits for its time. */
  nextTime(): number;
  /** Lists deliveries without a row that are queued behind one with a row: they may have to wait for days. */
  listBlocked(): Item[];
};

export function createFeedItems(): FeedItems {
  const all = new Set<Item>();
  const unstored = new Set<Item>();
  const lanes = createLanes<Item>();
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
