/** Slots for concurrent attempts of an endpoint; none is free while the receiver has asked for a pause. */

export type AttemptSlots = {
  /** Takes a slot, if one is free. */
  take(now: number): boolean;
  free(): void;
  /** Blocks all new attempts until a time, ms. */
  hold(until: number): void;
  /** Returns the time from which a slot can be taken, ms; infinite while all are taken. */
  openFrom(): number;
};

/** Creates the slots; `onFree` is called when one becomes free. */
export function createAttemptSlots(limit: number, onFree: () => void): AttemptSlots {
  let takenCount = 0;
  let heldUntil = 0;
  return {
    take(now) {
      if (takenCount >= limit || now < heldUntil) return false;
      takenCount += 1;
      return true;
    },
    free() {
      takenCount -= 1;
      onFree();
    },
    hold: (until) => void (heldUntil = Math.max(heldUntil, until)),
    openFrom: () => (takenCount >= limit ? Number.POSITIVE_INFINITY : heldUntil),
  };
}
