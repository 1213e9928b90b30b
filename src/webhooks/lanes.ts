/** Orders that items have a place in: each item stands behind those that were added before it to one of its lanes. */

type InLanes = { readonly lanes: readonly string[] };

export type Lanes<Item extends InLanes> = {
  add(item: Item): void;
  remove(item: Item): void;
  /** True if nothing stands before the item in any of its lanes. */
  isFirst(item: Item): boolean;
  /** The first items of the lanes of an item. */
  firstOf(item: Item): readonly Item[];
};

export function createLanes<Item extends InLanes>(): Lanes<Item> {
  /** Items of each lane; a set keeps the order in which they were added. */
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
