/** Fills of one order as one row. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { lots, ticks } from "../../src/core/units.ts";
import { joinFills, joinNeighbours } from "../../web/src/base/merge-fills.ts";

const fill = (order: string | undefined, price: number, size: number) => ({
  order,
  price: ticks(price),
  size: lots(size),
});

test("neighbours of one order become one row with the sum and the average price, and others stay", () => {
  const rows = [
    fill("a", 5_000, 1_000),
    fill("a", 5_200, 3_000),
    fill("b", 4_000, 100),
    fill("a", 5_000, 200),
    fill(undefined, 1_000, 100),
    fill(undefined, 1_000, 100),
  ];
  assert.deepEqual(
    joinNeighbours(rows, ({ order }) => order, joinFills),
    [fill("a", 5_150, 4_000), ...rows.slice(2)],
  );
});
