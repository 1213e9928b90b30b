/** Lists of names that are pasted into the form of a new event. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseNames, placeNames } from "../../web/src/admin/new-event/options/paste-names.ts";

describe("pasted names of options", () => {
  it("are the lines that hold something, of a list from any machine", () => {
    assert.deepEqual(parseNames("North\r\n\n  South \rWest\tside\n"), ["North", "South", "West side"]);
    assert.equal(parseNames("North\n"), undefined);
  });

  it("fill the options without a name that follow, and come before the next one with a name", () => {
    const placed = placeNames(["a", "b", "c"], 1, ["x", "old", "", "y"]);
    assert.deepEqual(placed, { filled: ["a", "b"], added: ["c"], left: [] });
  });

  it("fill fewer options than there are places", () => {
    assert.deepEqual(placeNames(["a", "b"], 0, ["", "", ""]), { filled: ["a", "b"], added: [], left: [] });
  });

  it("stop at the most options that an event has", () => {
    const names = Array.from({ length: 120 }, (_, index) => String(index));
    const { filled, added, left } = placeNames(names, 1, ["x", "", "y"]);
    assert.deepEqual([filled.length, added.length, left.length, left[0]], [1, 97, 22, "98"]);
  });
});
