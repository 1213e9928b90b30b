/** Which markets a client wants to hear of: all, or some, with what it changed of that. */

export type MarketChoice = {
  /** No condition ids are all markets, as for the next. Answers whether it is done: what would be too much is not. */
  subscribe(conditionIds: readonly string[]): boolean;
  unsubscribe(conditionIds: readonly string[]): boolean;
  wants(conditionId: string): boolean;
};

/** Markets that are told while others are not, or the other way around. */
export const MOST_CHOSEN = 1_000;

/** At first all markets. Condition ids are lower case. */
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
