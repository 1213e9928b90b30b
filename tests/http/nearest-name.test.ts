/** Suggestions for misspelt names, against a plain count of typing mistakes. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import { nearestName } from "../../src/base/nearest-name.ts";

/** Counts mistakes by the definition: all letters are compared, and nothing is cut short. */
function countMistakes(a: string, b: string): number {
  const rows: number[][] = [];
  for (let row = 0; row <= a.length; row += 1) {
    rows.push([]);
    for (let column = 0; column <= b.length; column += 1) {
      const at = (up: number, left: number): number => rows[row - up]?.[column - left] ?? Infinity;
      const isSwapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      rows[row]![column] =
        row === 0 || column === 0
          ? row + column
          : Math.min(
              at(1, 1) + (a[row - 1] === b[column - 1] ? 0 : 1),
              at(1, 0) + 1,
              at(0, 1) + 1,
              isSwapped ? at(2, 2) + 1 : Infinity,
            );
    }
  }
  return rows[a.length]![b.length]!;
}

function findNearest(given: string, names: readonly string[]): string | undefined {
  const near = names
    .map((name) => ({ name, mistakes: countMistakes(given, name) }))
    .filter(({ name, mistakes }) => mistakes <= Math.floor(Math.max(name.length, given.length) / 3));
  return near.toSorted((one, other) => one.mistakes - other.mistakes)[0]?.name;
}

describe("the nearest name", () => {
  it("is the first of those with the fewest mistakes, at most a third of the letters", () => {
    const word = fc.string({ unit: fc.constantFrom("a", "b", "-"), maxLength: 12 });
    fc.assert(
      fc.property(word, fc.array(word, { maxLength: 6 }), (given, names) => {
        assert.equal(nearestName(given, names), findNearest(given, names));
      }),
    );
  });

  it("is found whatever the case, and not for long texts", () => {
    assert.equal(nearestName("WETHER", ["Weather"]), "Weather");
    assert.equal(nearestName("x".repeat(61), ["x".repeat(61)]), undefined);
  });
});
