/** Gives the element at an index that the list has; throws a RangeError if it has none there. An element may be undefined. */
export function elementAt<Element>(list: ArrayLike<Element>, index: number): Element {
  const element = list[index];
  if (element === undefined && !(index >= 0 && index < list.length))
    throw new RangeError(`expected an element at index ${index}, got a list of ${list.length}`);
  // The index is within the list: whatever stands there is an element.
  return element as Element;
}
