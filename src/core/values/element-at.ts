/** Returns the element at an index, which may itself be undefined. Throws a RangeError if the index is out of range. */
export function elementAt<Element>(list: ArrayLike<Element>, index: number): Element {
  const element = list[index];
  if (element === undefined && !(index >= 0 && index < list.length))
    throw new RangeError(`expected an element at index ${index}, got a list of ${list.length}`);
  // The index is in range, so the value is an element even if it is undefined.
  return element as Element;
}
