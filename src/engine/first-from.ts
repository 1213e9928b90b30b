/** Returns the first of `count` indexes from which on `isMeant` is true, by binary search; `count` if there is none. */
export function firstFrom(count: number, isMeant: (place: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isMeant(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
