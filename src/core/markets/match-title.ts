/** Titles of matches, such as "League: Home vs. Away". */

const MATCH = /^(?:[^:]*:\s*)?(.+?)\s+(?:vs\.?|@)\s+(.+)$/i;

/** Reads the names of both sides, in their order; `undefined` for other titles. */
export function readMatchSides(title: string): readonly [string, string] | undefined {
  const [, first, second] = MATCH.exec(title) ?? [];
  return first === undefined || second === undefined ? undefined : [first, second];
}
