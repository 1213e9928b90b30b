/** Queues of items: an item is behind all earlier items that share one of its queues. */

type InLanes = { readonly lanes: readonly string[] };

export type Lanes<Item extends InLanes> = {
  add(item: Item): void;
  remove(item: Item): void;
  /** Returns whether the item is first in all of its queues. */
  isFirst(item: Item): boolean;
  /** Returns the first items of the queues of an item. */
  firstOf(item: Item): readonly Item[];
};

export function createLanes<Item extends InLanes>(): Lanes<Item> {
  /** Items of each queue; a set keeps insertion order. */
  const lanes = new Map<string, Set<Item>>();
  const firstOf = (item: Item): readonly Item[] =>
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
