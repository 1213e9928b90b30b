/** Tests of the colours of a chart's lines, which belong to the outcomes, and of their order. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { COLOUR_COUNT, createLineColours } from "../../web/src/markets/chart/line-colours.ts";
import { createLineOrder } from "../../web/src/markets/chart/line-order.ts";
import { ticks } from "../../src/core/units.ts";
import { createRandom } from "../support/random.ts";

const line = (place: number) => ({ tokenId: `token ${place}`, place });

describe("the colours of a chart's lines", () => {
  it("are those of the places in the event", () => {
    assert.deepEqual(createLineColours()([line(2), line(0), line(5)]), [2, 0, 5]);
  });

  it("stay when other lines come and go", () => {
    const coloursOf = createLineColours();
    assert.deepEqual(coloursOf([line(0), line(1), line(2), line(3)]), [0, 1, 2, 3]);
    assert.deepEqual(coloursOf([line(1), line(2), line(3), line(8)]), [1, 2, 3, 0]);
    assert.deepEqual(coloursOf([line(8), line(3), line(2)]), [0, 3, 2]);
    assert.deepEqual(coloursOf([line(0), line(3), line(2)]), [0, 3, 2]);
  });

  it("differ from each other, and never change while a line stays", () => {
    const random = createRandom(7);
    const coloursOf = createLineColours();
    let before = new Map<string, number>();
    for (let change = 0; change < 1_000; change += 1) {
      const places = new Set(Array.from({ length: COLOUR_COUNT }, () => random.below(24)));
      const lines = [...places].map(line);
      const colours = coloursOf(lines);
      assert.equal(new Set(colours).size, lines.length);
      assert.ok(colours.every((colour) => colour >= 0 && colour < COLOUR_COUNT));
      const now = new Map(lines.map(({ tokenId }, index) => [tokenId, colours[index]!]));
      for (const [tokenId, colour] of before) if (now.has(tokenId)) assert.equal(now.get(tokenId), colour);
      before = now;
    }
  });

  it("are two for the outcomes of a market", () => {
    const coloursOf = createLineColours();
    assert.deepEqual([coloursOf([line(0)]), coloursOf([line(1)]), coloursOf([line(0)])], [[0], [1], [0]]);
  });
});

describe("the order of a chart's lines", () => {
  const priced = (place: number, price: number) => ({ ...line(place), price: ticks(price), priced: true });
  const places = (lines: readonly { readonly place: number }[]) => lines.map(({ place }) => place);

  it("begins with the likeliest, equal ones as listed, those without a price last", () => {
    const unpriced = { ...priced(0, 5_000), priced: false };
    const lines = [unpriced, priced(1, 1_400), priced(2, 1_900), priced(3, 1_400)];
    assert.deepEqual(places(createLineOrder()(lines)), [2, 1, 3, 0]);
  });

  it("stays when chances change, and a line that comes has the place of its chance", () => {
    const inOrder = createLineOrder();
    assert.deepEqual(places(inOrder([priced(0, 2_000), priced(1, 1_000)])), [0, 1]);
    assert.deepEqual(places(inOrder([priced(0, 500), priced(1, 3_000)])), [0, 1]);
    assert.deepEqual(places(inOrder([priced(0, 500), priced(1, 3_000), priced(2, 1_500)])), [0, 2, 1]);
    assert.deepEqual(places(inOrder([priced(1, 3_000), priced(2, 9_000)])), [2, 1]);
  });

  it("finds the place of a line whose first price comes later", () => {
    const inOrder = createLineOrder();
    assert.deepEqual(places(inOrder([priced(0, 2_000), { ...priced(1, 9_000), priced: false }])), [0, 1]);
    assert.deepEqual(places(inOrder([priced(0, 2_000), priced(1, 9_000)])), [1, 0]);
  });
});
