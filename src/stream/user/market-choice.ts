/** The markets that a client chose: all but some, or none but some. */

export type MarketChoice = {
  /**
   * Chooses these markets, or all when none are named. False, and nothing is changed, when it would keep too many
   * apart.
   */
  subscribe(conditionIds: readonly string[]): boolean;
  /** Drops these markets, or all when none are named; false as for `subscribe`. */
  unsubscribe(conditionIds: readonly string[]): boolean;
  wants(conditionId: string): boolean;
};

/** Most markets chosen apart from all others, or left out of all. */
export const MOST_CHOSEN = 1_000;

/** Starts with all markets. Condition ids are lower case. */
export function createMarketChoice(): MarketChoice {
  let isAll = true;
  let exceptions = new Set<string>();
  const choose = (conditionIds: readonly string[], wanted: boolean): boolean => {
    if (conditionIds.length === 0) {
      isAll = wanted;
      exceptions = new Set();
      return true;
    }
    const changed = new Set(exceptions);
    for (const conditionId of conditionIds) {
      if (wanted === isAll) changed.delete(conditionId);
      else changed.add(conditionId);
    }
    if (changed.size > MOST_CHOSEN) return false;
    exceptions = changed;
    return true;
  };
  return {
    subscribe: (conditionIds) => choose(conditionIds, true),
    unsubscribe: (conditionIds) => choose(conditionIds, false),
    wants: (conditionId) => isAll !== exceptions.has(conditionId),
  };
}
