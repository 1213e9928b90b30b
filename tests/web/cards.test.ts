/** Tests of cards: the order that holds, marks of events, and the lines of the home page's chart. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ticks } from "../../src/core/units.ts";
import { drawMark } from "../../src/http/page/previews/drawn-mark.ts";
import { hasOtherOrder, holdOrder, NOTHING_HELD } from "../../web/src/discover/cards/hold-order.ts";
import type { HeldRows } from "../../web/src/discover/cards/hold-order.ts";
import {
  computeAxis,
  computeHeight,
  drawPath,
  SPAN_SECONDS,
  listAxisValues,
  listDays,
} from "../../web/src/discover/home/hero-lines.ts";

import { selectFeaturedCards, selectShelfCards } from "../../web/src/discover/home/shelves.ts";
import { findTeams } from "../../web/src/markets/teams.ts";
import { bareCard } from "./bare-card.ts";

type Row = { readonly id: string; readonly volume: number };

const rowsOf = (ids: string, volume = 0): Row[] => [...ids].map((id) => ({ id, volume }));
const idsOf = ({ rows }: HeldRows<Row>): string => rows.map(({ id }) => id).join("");
const first: HeldRows<Row> = holdOrder<Row>(NOTHING_HELD, "list", { rows: rowsOf("abcd"), pages: 1 });

test("the order of a list holds while its figures change", () => {
  const fresh = { rows: rowsOf("dcba", 7), pages: 1 };
  const held = holdOrder(first, "list", fresh);
  assert.equal(idsOf(held), "abcd");
  assert.ok(held.rows.every(({ volume }) => volume === 7));
  assert.equal(hasOtherOrder(held.rows, fresh.rows), true);
  assert.equal(hasOtherOrder(held.rows, rowsOf("abcd")), false);
});

test("a row that left the list stays where it was, and a new one waits", () => {
  const fresh = { rows: rowsOf("exbd", 7), pages: 1 };
  const held = holdOrder(first, "list", fresh);
  assert.deepEqual(
    held.rows.map(({ id, volume }) => `${id}${volume}`),
    ["a0", "b7", "c0", "d7"],
  );
  assert.equal(hasOtherOrder(held.rows, fresh.rows), true);
});

test("a further page follows at its end, without rows that moved into it", () => {
  const held = holdOrder(first, "list", { rows: rowsOf("abxcde"), pages: 2 });
  assert.equal(idsOf(held), "abcdxe");
  assert.equal(idsOf(holdOrder(held, "list", { rows: rowsOf("abxcde"), pages: 2 })), "abcdxe");
});

test("another list begins anew, and a row that two pages have is shown once", () => {
  assert.equal(idsOf(holdOrder(first, "other", { rows: rowsOf("bcab"), pages: 2 })), "bca");
});

test("rows that did not change are the same object, so that nothing is drawn again", () => {
  assert.equal(holdOrder(first, "list", { rows: first.rows, pages: 1 }), first);
});

test("a mark is the same for the same event, and differs among many", () => {
  assert.deepEqual(drawMark("104"), drawMark("104"));
  const drawn = Array.from({ length: 200 }, (_, id) => JSON.stringify(drawMark(String(id))));
  assert.ok(new Set(drawn).size > 190, `${new Set(drawn).size} of 200`);
  for (const mark of drawn) assert.doesNotMatch(mark, /NaN|undefined/);
});

const END = 1_800_000_000;
const pointAt = (daysBefore: number, price: number) => ({
  time: END - daysBefore * 86_400,
  price: ticks(price),
});

test("a line goes in steps from its first point to the price of now", () => {
  const line = { points: [pointAt(7, 4_000), pointAt(3.5, 6_000)], now: ticks(5_000) };
  const range = computeAxis([line]);
  assert.deepEqual(range, { minValue: 4_000, maxValue: 6_000, step: 500 });
  assert.equal(drawPath(line, { range, end: END }), "M0 100H50V0H100V50");
});

test("a line begins at the left edge at the earliest, and one without history is level", () => {
  const range = { minValue: 0, maxValue: 10_000 };
  const old = { points: [{ time: END - 2 * SPAN_SECONDS, price: ticks(2_500) }], now: undefined };
  assert.equal(drawPath(old, { range, end: END }), "M0 75H100");
  assert.equal(drawPath({ points: [], now: ticks(5_000) }, { range, end: END }), "");
  assert.deepEqual(computeAxis([{ points: [], now: undefined }]), { ...range, step: 2_000 });
  assert.deepEqual(computeAxis([{ points: [], now: ticks(5_000) }]), {
    minValue: 4_400,
    maxValue: 5_600,
    step: 200,
  });
});

test("the axis has round values, evenly spaced, that take in every price and stay between 0 and 1", () => {
  const labels = (low: number, high: number) => {
    const axis = computeAxis([{ points: [pointAt(1, low)], now: ticks(high) }]);
    const values = listAxisValues(axis);
    assert.ok(axis.minValue >= 0 && axis.maxValue <= 10_000 && axis.minValue <= low && axis.maxValue >= high);
    assert.deepEqual([computeHeight(values[0]!, axis), computeHeight(values.at(-1)!, axis)], [0, 100]);
    return values.map((value) => value / 100);
  };
  assert.deepEqual(labels(1_060, 2_500), [25, 20, 15, 10]);
  assert.deepEqual(labels(100, 9_900), [100, 80, 60, 40, 20, 0]);
  assert.deepEqual(labels(9_990, 9_990), [100, 98, 96, 94, 92, 90]);
  for (let low = 10; low < 10_000; low += 370)
    for (let high = low; high < 10_000; high += 410) {
      const values = labels(low, high);
      assert.ok(values.length <= 7 && values.every(Number.isInteger), `${low} to ${high}: ${values}`);
    }
});

const NOW_MS = Date.parse("2026-11-30T18:00:00Z");
const cardsOf = (ids: string) => [...ids].map((id) => bareCard({ id }));
const shownIds = (cards: readonly { readonly id: string }[]): string => cards.map(({ id }) => id).join("");

test("a section leaves out events above it and ended ones, and few events take no turns", () => {
  const cards = [...cardsOf("abcdef"), bareCard({ id: "x", endsAt: NOW_MS })].toReversed();
  assert.equal(shownIds(selectShelfCards(cards, new Set("fd"), { now: NOW_MS, most: 3 })), "ecb");
  assert.equal(shownIds(selectFeaturedCards(cards.slice(0, 5), NOW_MS)), "fedc");
  assert.equal(shownIds(selectFeaturedCards(cards.slice(0, 4), NOW_MS)), "f");
});

test("the teams of a match are the outcomes that its title has on each side", () => {
  const outcomes = ["Comets", "Owls"] as const;
  assert.deepEqual(findTeams("MBL round 21: Port Calder Comets vs. Lindwick Owls", outcomes), outcomes);
  assert.deepEqual(findTeams("Comets @ Owls", outcomes), outcomes);
  for (const title of ["Owls vs. Comets", "Comets and Owls", "Comets vs. Breakers"])
    assert.equal(findTeams(title, outcomes), undefined, title);
  assert.equal(findTeams("Comets vs. Owls", ["Yes", "No"]), undefined);
});

test("the dates of the home chart are whole days at even distances, away from its edges", () => {
  for (const hour of [0, 7, 18, 23]) {
    const end = Date.parse(`2026-11-30T${String(hour).padStart(2, "0")}:30:00`) / 1000;
    const days = listDays(end);
    assert.ok(days.length >= 3, `${days.length} days`);
    for (const { at, left } of days) {
      assert.equal(new Date(at).getHours(), 0);
      assert.ok(left > 5 && left < 95, `${left}`);
    }
  }
});
