/** Findings of a verification: the first differences in words, and their number. */
export type Differences = {
  readonly found: string[];
  count: number;
};

/** Differences that are stored in words; one cause can show in millions of rows. */
const KEPT = 50;

export const createDifferences = (): Differences => ({ found: [], count: 0 });

export function addDifference(differences: Differences, words: string): void {
  differences.count += 1;
  if (differences.found.length < KEPT) differences.found.push(words);
}

/** Values by the name of a column. */
export type Values = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Describes each field of `expected` that differs in `found`; null and absent are equal. */
export function compareValues(
  differences: Differences,
  subject: string,
  expected: Values,
  found: Readonly<Record<string, unknown>>,
): void {
  for (const [name, value] of Object.entries(expected)) {
    const other = found[name] ?? null;
    if (other === (value ?? null)) continue;
    addDifference(
      differences,
      `${subject}: ${name} is ${shownValue(other)}, by the journal ${shownValue(value ?? null)}`,
    );
  }
}

/** Shows a value, of a long one the beginning. */
export const shownValue = (value: unknown): string =>
  value === null ? "absent" : JSON.stringify(value).slice(0, 200);
