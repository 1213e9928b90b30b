/** Finds the first of so many places, in an order, from which on all are meant; their number where none is. */
export function firstFrom(count: number, isMeant: (place: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isMeant(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
