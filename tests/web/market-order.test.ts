/** The order of an event's markets on its page. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ticks } from "../../src/core/units.ts";
import { createRowOrder, isScale, rankMarkets } from "../../web/src/markets/market-order.ts";

type Row = {
  readonly name: string;
  readonly price?: number;
  readonly closed?: boolean;
  readonly priced?: boolean;
};

const market = ({ name, price = 5_000, closed = false, priced = true }: Row) => {
  const outcome = { tokenId: name, name: "Yes", price: ticks(price) };
  return { conditionId: name, name, outcomes: [outcome, outcome] as const, priced, closed };
};
const namesOf = (markets: readonly { readonly name: string }[]): string =>
  markets.map(({ name }) => name).join();

test("of markets that exclude each other the likeliest come first, and others stay as they are listed", () => {
  const markets = [
    market({ name: "a", price: 100 }),
    market({ name: "b", priced: false }),
    market({ name: "c", price: 9_999, closed: true }),
    market({ name: "d", price: 4_000 }),
  ];
  assert.equal(namesOf(rankMarkets({ negativeRisk: true, markets })), "d,a,b,c");
  assert.equal(namesOf(rankMarkets({ negativeRisk: false, markets })), "a,b,d,c");
});

test("ranges, amounts and dates in their order are a scale", () => {
  for (const names of [
    ["below 5 mm", "5 to 9.9 mm", "10 to 19.9 mm"],
    ["Under 1,000", "1,000 to 1,999", "2,000 or more"],
    ["by 1 March", "by 15 March", "by 31 March"],
  ])
    assert.ok(isScale(names), names.join());
  for (const names of [
    ["Owls", "Comets", "Breakers"],
    ["round 9", "round 2", "round 3"],
    ["1", "2"],
    ["1", "2", "x"],
    Array.from({ length: 21 }, (_, index) => String(index)),
  ])
    assert.ok(!isScale(names), names.join());
});

test("no row moves when prices change, and markets that come later are last", () => {
  const inRows = createRowOrder();
  const [a, b] = [market({ name: "a", price: 100 }), market({ name: "b", price: 4_000 })];
  assert.equal(namesOf(inRows({ negativeRisk: true, markets: [a, b] })), "b,a");
  const risen = market({ name: "a", price: 9_000 });
  const late = market({ name: "c", price: 9_500 });
  assert.equal(namesOf(inRows({ negativeRisk: true, markets: [late, risen, b] })), "b,a,c");
  const scale = ["9 or less", "10 to 19", "20 or more"].map((name, place) =>
    market({ name, price: place * 100 }),
  );
  assert.equal(namesOf(createRowOrder()({ negativeRisk: true, markets: scale })), namesOf(scale));
});
