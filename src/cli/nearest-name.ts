/** What a person most likely meant by a misspelt name, for the one line that refuses it. */

/** ` (did you mean market?)`, or nothing when no name is near. */
export function didYouMean(given: string, names: readonly string[]): string {
  const nearest = nearestName(given, names);
  return nearest === undefined ? "" : ` (did you mean ${nearest}?)`;
}

/** The name that the fewest slips lead away from, and slips in at most a third of the letters. */
function nearestName(given: string, names: readonly string[]): string | undefined {
  const [nearest] = names
    .map((name) => ({ name, slips: countSlips(given.toLowerCase(), name) }))
    .filter(({ name, slips }) => slips * 3 <= Math.max(name.length, given.length))
    .sort((a, b) => a.slips - b.slips);
  return nearest?.name;
}

/** Slips from `a` to `b`: a letter changed, added, left out, or two neighbours that changed places. */
function countSlips(a: string, b: string): number {
  let before: readonly number[] = [];
  let above: readonly number[] = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1];
      const swapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current.push(
        Math.min(
          above[column - 1] + (same ? 0 : 1),
          above[column] + 1,
          current[column - 1] + 1,
          swapped && row > 1 && column > 1 ? before[column - 2] + 1 : Infinity,
        ),
      );
    }
    before = above;
    above = current;
  }
  return above[b.length];
}
