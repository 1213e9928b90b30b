/** Gives the element at an index that the list has; throws a RangeError if it has none there. */
export function elementAt<Element>(list: ArrayLike<Element>, index: number): Element {
  const element = list[index];
  if (element !== undefined) return element;
  throw new RangeError(`expected an element at index ${index}, got a list of ${list.length}`);
}
