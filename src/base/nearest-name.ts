/** Suggestions for a misspelt name, to add to its error message. */

/** Returns ` (did you mean market?)`, or an empty text if no name is near. */
export function didYouMean(given: string, names: readonly string[]): string {
  const nearest = nearestName(given, names);
  return nearest === undefined ? "" : ` (did you mean ${nearest}?)`;
}

/** Finds the name with the fewest typing mistakes: at most a third of its letters may be wrong; case does not count. */
export function nearestName(given: string, names: readonly string[]): string | undefined {
  if (given.length > MAX_COMPARED_LENGTH) return undefined;
  const lower = given.toLowerCase();
  const [nearest] = [...new Set(names)]
    .map((name) => ({ name, most: Math.floor(Math.max(name.length, given.length) / 3) }))
    .filter(({ name, most }) => Math.abs(name.length - given.length) <= most)
    .map(({ name, most }) => ({ name, most, slips: countTypos(lower, name.toLowerCase(), most) }))
    .filter(({ slips, most }) => slips <= most)
    .sort((a, b) => a.slips - b.slips);
  return nearest?.name;
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
const MAX_COMPARED_LENGTH = 60;

/**
 * Counts typing mistakes from `a` to `b`: a letter changed, added or left out, or two neighbours swapped. Returns
 * Infinity above `most`, which cuts most comparisons short.
 */
function countTypos(a: string, b: string, most: number): number {
  let before: readonly number[] = [];
  let above: readonly number[] = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1];
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const slips = Math.min(
        (above[column - 1] ?? Infinity) + (same ? 0 : 1),
        (above[column] ?? Infinity) + 1,
        (current[column - 1] ?? Infinity) + 1,
        swapped ? (before[column - 2] ?? Infinity) + 1 : Infinity,
      );
      current.push(slips);
      least = Math.min(least, slips);
    }
    if (least > most) return Infinity;
    before = above;
    above = current;
  }
  return above[b.length] ?? Infinity;
}
