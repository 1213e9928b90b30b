/** Suggestions for a misspelt name, to add to its error message. */

/** Returns ` (did you mean market?)`, or an empty text if no name is near. */
export function didYouMean(given: string, names: readonly string[]): string {
  const nearest = nearestName(given, names);
  return nearest === undefined ? "" : ` (did you mean ${nearest}?)`;
}

/**
 * Finds the name with the fewest typing mistakes, the first of several: at most a third of its letters may be wrong; case does
 * not count.
 */
export function nearestName(given: string, names: readonly string[]): string | undefined {
  if (given.length > MAX_COMPARED_LENGTH) return undefined;
  const lower = given.toLowerCase();
  let nearest: string | undefined;
  let fewest = Infinity;
  for (const name of new Set(names)) {
    const most = Math.min(Math.floor(Math.max(name.length, given.length) / 3), fewest - 1);
    if (Math.abs(name.length - given.length) > most) continue;
    const slips = countTyposBetweenEnds(lower, name.toLowerCase(), most);
    if (slips > most) continue;
    nearest = name;
    fewest = slips;
  }
  return nearest;
}

/** Finds the name that a text spells, ignoring case and word separators. */
export const spelledAs = <Name extends string>(given: string, names: readonly Name[]): Name | undefined =>
  names.find((name) => name === given) ??
  names.find((name) => stripSeparators(name) === stripSeparators(given));

export type MisspeltField = { readonly name: string; readonly meant: string };

/** Finds a field that is not known and whose name misspells one of `names`. */
export function findMisspelt(
  given: object,
  names: readonly string[],
  isKnown: (name: string) => boolean,
): MisspeltField | undefined {
  for (const name of Object.keys(given)) {
    const meant = isKnown(name) ? undefined : (spelledAs(name, names) ?? nearestName(name, names));
    if (meant !== undefined) return { name, meant };
  }
  return undefined;
}

export const describeMisspelt = ({ name, meant }: MisspeltField): string =>
  `${name}: expected no field of this name; nearest: ${meant}`;

const stripSeparators = (name: string): string => name.replace(/[_-]/g, "").toLowerCase();

/** Length of the longest text that is compared, characters. */
export const MAX_COMPARED_LENGTH = 60;

/** Counts typing mistakes without the letters with which both texts begin and end, which most texts share. */
function countTyposBetweenEnds(a: string, b: string, most: number): number {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  return countTypos(a.slice(start, a.length - end), b.slice(start, b.length - end), most);
}

/**
 * Counts typing mistakes from `a` to `b`: a letter changed, added or left out, or two neighbours swapped. Returns
 * Infinity above `most`, which cuts most comparisons short: only columns that can be reached with so many are computed.
 */
function countTypos(a: string, b: string, most: number): number {
  const columns = b.length + 1;
  let before = Array<number>(columns).fill(Infinity);
  let above = Array.from({ length: columns }, (_, column) => column);
  let current = Array<number>(columns).fill(Infinity);
  for (let row = 1; row <= a.length; row += 1) {
    current.fill(Infinity);
    current[0] = row;
    let fewest = row;
    for (let column = Math.max(1, row - most); column <= Math.min(b.length, row + most); column += 1) {
      const same = a[row - 1] === b[column - 1];
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const slips = Math.min(
        (above[column - 1] ?? Infinity) + (same ? 0 : 1),
        (above[column] ?? Infinity) + 1,
        (current[column - 1] ?? Infinity) + 1,
        swapped ? (before[column - 2] ?? Infinity) + 1 : Infinity,
      );
      current[column] = slips;
      fewest = Math.min(fewest, slips);
    }
    if (fewest > most) return Infinity;
    [before, above, current] = [above, current, before];
  }
  return above[b.length] ?? Infinity;
}
