/** Places for the attempts of an endpoint that are underway at once; a receiver that asks for a pause has none meanwhile. */

export type Places = {
  /** Takes a place, if there is one. */
  take(now: number): boolean;
  free(): void;
  /** Lets nothing begin before a time, ms. */
  hold(until: number): void;
  /** Time from which a place can be taken, ms; infinite while all are taken. */
  openFrom(): number;
};

/** `onFree` is called when a place is free again. */
export function createPlaces(limit: number, onFree: () => void): Places {
  let taken = 0;
  let heldUntil = 0;
  return {
    take(now) {
      if (taken >= limit || now < heldUntil) return false;
      taken += 1;
      return true;
    },
    free() {
      taken -= 1;
      onFree();
    },
    hold: (until) => void (heldUntil = Math.max(heldUntil, until)),
    openFrom: () => (taken >= limit ? Number.POSITIVE_INFINITY : heldUntil),
  };
}
