/**
 * Moments of a run to which it goes back: each part copies what it has, and puts the copy back. The store's parts go back in
 * the turn in which the store does; those that follow memory go back with it, or with the next start.
 */

/** A part of a run. `keep` copies it; the returned function puts the copy back, any number of times. */
export type Keep = () => () => void;

export type Moment = {
  /** Puts back the store's parts. */
  putBack(): void;
};

export type Moments = {
  /** Adds a part of the store. */
  ofStore(keep: Keep): void;
  /** Adds a part that is as memory is. */
  ofMemory(keep: Keep): void;
  take(): Moment;
  /** Lets the parts of memory follow the store, where that went back. */
  follow(): void;
  /** True from the time at which the store went back until memory follows it. */
  isBehind(): boolean;
};

export function createMoments(): Moments {
  const [ofStore, ofMemory]: [Keep[], Keep[]] = [[], []];
  let pending: (() => void)[] = [];
  return {
    ofStore: (keep) => void ofStore.push(keep),
    ofMemory: (keep) => void ofMemory.push(keep),
    take() {
      const stored = ofStore.map((keep) => keep());
      const followers = ofMemory.map((keep) => keep());
      return {
        putBack() {
          for (const putBack of stored) putBack();
          pending = followers;
        },
      };
    },
    follow() {
      const followers = pending;
      pending = [];
      for (const putBack of followers) putBack();
    },
    isBehind: () => pending.length > 0,
  };
}

/** Keeps sets as they are. */
export const keepSets =
  <Item>(...sets: readonly Set<Item>[]): Keep =>
  () => {
    const copies = sets.map((set) => [...set]);
    return () =>
      sets.forEach((set, place) => {
        set.clear();
        for (const item of copies[place]!) set.add(item);
      });
  };

/** Keeps a map as it is, whose values never change. */
export const keepMap =
  <Key, Value>(map: Map<Key, Value>): Keep =>
  () => {
    const copy = [...map];
    return () => {
      map.clear();
      for (const [key, value] of copy) map.set(key, value);
    };
  };

/** Keeps a list as it is. */
export const keepList =
  <Item>(list: Item[]): Keep =>
  () => {
    const copy = [...list];
    return () => void list.splice(0, list.length, ...copy);
  };
