/** Tests of the profit chart: the labels of its axes, and the places of its lines. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { micros } from "../../src/core/units.ts";
import { buildAmountAxis, computeTimeTicks } from "../../web/src/account/profit/axis-ticks.ts";
import {
  findBlankSpan,
  findNearestPoint,
  computeProfitShape,
} from "../../web/src/account/profit/profit-shape.ts";
import { createRandom } from "../support/random.ts";

const DOLLAR = 1_000_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const AMOUNTS: readonly (readonly [amounts: readonly number[], ticks: readonly number[]])[] = [
  [[0], [0, 10_000]],
  [
    [3 * DOLLAR, 12 * DOLLAR],
    [0, 5 * DOLLAR, 10 * DOLLAR],
  ],
  [
    [-30_000, 10_000],
    [-30_000, -20_000, -10_000, 0, 10_000],
  ],
  [[-7 * DOLLAR, -2 * DOLLAR], [-6, -4, -2, 0].map((amount) => amount * DOLLAR)],
  // A small loss below large gains needs no label.
  [[-2 * DOLLAR, 2_600 * DOLLAR], [0, 1_000, 2_000].map((amount) => amount * DOLLAR)],
];

test("there is nothing to draw before a deposit, and while nothing is won or lost", () => {
  const point = (at: number, open: number) => ({
    at,
    total: micros(open),
    realized: micros(0),
    open: micros(open),
  });
  const flat = [point(0, 0), point(HOUR_MS, 0)];
  assert.deepEqual(
    [findBlankSpan([], "1d"), findBlankSpan(flat, "all"), findBlankSpan(flat, "1w")],
    ["ever", "ever", "range"],
  );
  assert.equal(findBlankSpan([...flat, point(DAY_MS, -1)], "all"), undefined);
});

for (const [amounts, ticks] of AMOUNTS)
  test(`the axis of ${amounts.join(" and ")} has round labels, zero among them`, () => {
    assert.deepEqual(buildAmountAxis(amounts, 5).ticks, ticks);
  });

test("an axis of amounts spans all of them with a few labels", () => {
  const random = createRandom(7);
  for (let round = 0; round < 500; round += 1) {
    const size = 10 ** random.between(0, 13);
    const amounts = Array.from({ length: 5 }, () => random.between(-size, size));
    const { low, high, ticks } = buildAmountAxis(amounts, 5);
    assert.ok(ticks.length >= 1 && ticks.length <= 5, `${ticks.length} of ${amounts.join()}`);
    assert.ok(ticks.includes(0));
    assert.ok(ticks.every((tick) => tick >= low && tick <= high));
    assert.ok(low <= Math.min(0, ...amounts) && high >= Math.max(0, ...amounts));
  }
});

test("an axis of times has a few round times of the reader's day within it", () => {
  const start = new Date(2026, 10, 3, 9, 7).getTime();
  for (const span of [HOUR_MS, 5 * HOUR_MS, DAY_MS, 7 * DAY_MS, 30 * DAY_MS, 400 * DAY_MS, 4_000 * DAY_MS]) {
    const { times, isClock } = computeTimeTicks(start, start + span, 5);
    assert.ok(times.length >= 1 && times.length <= 6, `${times.length} in ${span}`);
    assert.ok(times.every((at) => at >= start && at <= start + span));
    assert.ok(times.every((at) => new Date(at).getMinutes() % 5 === 0));
    assert.equal(isClock, span <= DAY_MS);
  }
});

test("lines stay in their square, higher profits are drawn higher, and times at their distance", () => {
  const point = (at: number, total: number, realized: number) => ({
    at,
    total: micros(total * DOLLAR),
    realized: micros(realized * DOLLAR),
    open: micros((total - realized) * DOLLAR),
  });
  const shape = computeProfitShape([point(0, 0, 0), point(HOUR_MS, 12, 4), point(4 * HOUR_MS, -3, 4)]);
  assert.deepEqual(shape.xs, [0, 25, 100]);
  assert.ok(shape.ys[1]! < shape.zero && shape.zero < shape.ys[2]!);
  assert.ok(shape.ys.every((y) => y >= 0 && y <= 100));
  assert.match(shape.total, /^M0 [\d.]+L25 [\d.]+L100 [\d.]+$/);
  assert.equal(shape.amounts.find(({ amount }) => amount === 0)?.y, shape.zero);
  assert.deepEqual(
    [-5, 0, 12, 13, 60, 63, 140].map((x) => findNearestPoint(shape, x)),
    [0, 0, 0, 1, 1, 2, 2],
  );
});
