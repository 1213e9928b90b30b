/** Tests of the event's page without a browser: choices in the address, labels, depth, and names of outcomes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { lots, ticks } from "../../src/core/units.ts";
import { computeChangeSince } from "../../web/src/markets/chart/chart-line.ts";
import type { DrawnLine } from "../../web/src/markets/chart/chart-line.ts";
import { spreadApart } from "../../web/src/markets/chart/sample-lines.ts";
import { findDepthAt, drawDepthPath, findDepthRange } from "../../web/src/markets/book/book-depth.ts";
import { changeChoices, PANEL_TABS, readChoices } from "../../web/src/markets/event-choices.ts";
import { en } from "../../web/src/text/en.ts";
import { translateOutcome } from "../../web/src/text/formats.ts";
import { pt } from "../../web/src/text/pt.ts";
import { createRandom } from "../support/random.ts";

const USUAL = {
  market: undefined,
  outcome: 0,
  range: undefined,
  tab: undefined,
  trades: undefined,
  hidden: [],
} as const;

test("choices of the address are read, and those that the page does not have count as absent", () => {
  const read = (query: string) => readChoices(new URLSearchParams(query));
  assert.deepEqual(read(""), USUAL);
  assert.deepEqual(read("market=a&outcome=1&range=ALL&tab=depth&trades=0&hidden=2.0.2"), {
    market: "a",
    outcome: 1,
    range: "ALL",
    tab: "depth",
    trades: 0,
    hidden: [2, 0],
  });
  for (const query of [
    "outcome=2",
    "outcome=toString",
    "range=2W",
    "tab=__proto__",
    "trades=",
    "hidden=x",
    "hidden=",
  ])
    assert.deepEqual(read(query), USUAL, query);
});

test("every choice that is written is read again, and what else the address has stays", () => {
  const random = createRandom(7);
  for (let round = 0; round < 200; round += 1) {
    const choices = {
      market: random.pick([undefined, "who-wins", "a & b?"]),
      outcome: random.pick([0, 1] as const),
      range: random.pick(["1H", "1D", "ALL", undefined] as const),
      tab: random.pick([undefined, ...PANEL_TABS]),
      trades: random.pick([undefined, 0, 1] as const),
      hidden: random.pick([[], [3], [0, 12]]),
    };
    const query = changeChoices(new URLSearchParams("from=mail&tab=depth&hidden=1"), choices);
    assert.deepEqual(readChoices(new URLSearchParams(query.toString())), choices);
    assert.equal(query.get("from"), "mail");
  }
  assert.equal(changeChoices(new URLSearchParams("range=1W&tab=book"), USUAL).toString(), "");
});

test("labels stand apart, in the order of their lines, and within the column where all of them fit", () => {
  assert.deepEqual(spreadApart([50, 52, 51], { height: 100, gap: 20 }), [50, 90, 70]);
  assert.deepEqual(spreadApart([99, 98], { height: 100, gap: 20 }), [90, 70]);
  assert.deepEqual(spreadApart([0, 40], { height: 100, gap: 20 }), [10, 40]);
  assert.deepEqual(spreadApart([], { height: 100, gap: 20 }), []);
  const random = createRandom(11);
  for (let round = 0; round < 300; round += 1) {
    const lines = Array.from({ length: random.between(1, 4) }, () => random.between(-20, 120));
    const placed = spreadApart(lines, { height: 100, gap: 20 });
    const sorted = placed.toSorted((a, b) => a - b);
    assert.ok(sorted[0]! >= 10 && sorted.at(-1)! <= 90, placed.join());
    for (const [index, top] of sorted.slice(1).entries())
      assert.ok(top - sorted[index]! >= 20, placed.join());
    for (const [a, one] of lines.entries())
      for (const [b, other] of lines.entries()) if (one < other) assert.ok(placed[a]! < placed[b]!);
  }
});

const level = (price: number, size: number) => ({ price: ticks(price), size: lots(size) });
const BOOK = {
  bids: [level(5_000, 100), level(4_000, 300)],
  asks: [level(5_200, 200), level(6_000, 100)],
};

test("depth adds up from the best price outward, within whole cents around the levels", () => {
  assert.deepEqual(
    [4_999, 5_000, 5_100, 4_000, 3_000].map((price) => findDepthAt(BOOK.bids, "bids", price)),
    [100, 100, 0, 400, 400],
  );
  assert.deepEqual(
    [5_100, 5_200, 5_900, 6_000].map((price) => findDepthAt(BOOK.asks, "asks", price)),
    [0, 200, 200, 300],
  );
  const range = findDepthRange(BOOK)!;
  assert.deepEqual(range, { low: 3_900, high: 6_100, most: 400 });
  assert.match(drawDepthPath(BOOK.bids, "bids", range), /^M50 100H50V76H4\.5\d+V4H0V100Z$/);
  assert.match(drawDepthPath(BOOK.asks, "asks", range), /H100V100Z$/);
  assert.equal(drawDepthPath([], "asks", range), "");
  assert.equal(findDepthRange({ bids: [], asks: [] }), undefined);
  assert.deepEqual(findDepthRange({ bids: [], asks: [level(9_990, 1)] }), {
    low: 9_800,
    high: 10_000,
    most: 1,
  });
});

test("a change counts from the price at the beginning of the range, or from the first one", () => {
  const points = [
    { time: 100, price: ticks(4_000) },
    { time: 200, price: ticks(5_000) },
  ];
  const line = { points, now: ticks(5_500) } as unknown as DrawnLine;
  assert.equal(computeChangeSince(line, 250), 500);
  assert.equal(computeChangeSince(line, 150), 1_500);
  assert.equal(computeChangeSince(line, 50), 1_500);
  assert.equal(computeChangeSince(line, -Infinity), 1_500);
  assert.equal(computeChangeSince({ ...line, now: undefined }, 50), undefined);
  assert.equal(computeChangeSince({ ...line, points: [] }, 50), undefined);
});

test("Yes and No are translated, and other names stay as they are", () => {
  assert.deepEqual(
    ["Yes", "No", "Nova", "yes"].map((name) => translateOutcome(name, pt)),
    ["Sim", "Não", "Nova", "yes"],
  );
  assert.deepEqual(
    ["Yes", "No"].map((name) => translateOutcome(name, en)),
    ["Yes", "No"],
  );
});
