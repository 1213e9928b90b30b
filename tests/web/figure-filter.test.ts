/** The console's figures: the filter in the address, the shape of the bars, and amounts below zero. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  findBarAt,
  computeBarShape,
  formatStatistic,
  toQueryParameters,
  readStatistic,
  readFilter,
  fillInDays,
  writeFilter,
} from "../../web/src/admin/statistics/figures.ts";
import { createFormats } from "../../web/src/text/formats.ts";

const read = (query: string) => readFilter(new URLSearchParams(query));

test("a filter comes back from the address that it was written to", () => {
  for (const query of [
    "",
    "from=2026-05-01&last=2026-05-31&per=week&market=will-it-rain&house=with&order=fees",
    "event=12",
    "per=month&category=sports",
  ])
    assert.equal(writeFilter(read(query)).toString(), query);
  assert.deepEqual(
    read("from=soon&per=year&order=name"),
    read(""),
    "what it does not know counts as the usual",
  );
});

test("the last day counts, so that a request ends with the day after", () => {
  const filter = read("from=2026-02-01&last=2026-02-28&event=12");
  const expected = { from: "2026-02-01", to: "2026-03-01", event: "12", withoutHouse: true };
  assert.deepEqual(toQueryParameters(filter), expected);
  assert.deepEqual(toQueryParameters(read("")), { withoutHouse: true });
  assert.deepEqual(toQueryParameters(read("house=with")), {});
});

test("the days that the exchange chooses are shown as well", () => {
  const now = Date.parse("2026-11-26T23:59:00Z");
  assert.deepEqual(fillInDays({ from: "", last: "" }, now), { from: "2026-10-28", last: "2026-11-26" });
  assert.deepEqual(fillInDays({ from: "", last: "2026-03-01" }, now), {
    from: "2026-01-31",
    last: "2026-03-01",
  });
  assert.deepEqual(fillInDays({ from: "2026-01-01", last: "" }, now), {
    from: "2026-01-01",
    last: "2026-11-26",
  });
});

test("no bar is higher than the highest label, nor lower than the lowest", () => {
  for (const values of [[2, 0, -2, 4], [7], [0], [999, 1], [-3], [1_234_567, 11]]) {
    const { bars, ticks } = computeBarShape(values, 1);
    const [lowest, highest] = [ticks[0]!, ticks.at(-1)!];
    assert.ok(highest.value >= Math.max(...values) && lowest.value <= Math.min(...values), `${values}`);
    for (const { y, height } of bars)
      assert.ok(y >= highest.y - 1e-9 && y + height <= lowest.y + 1e-9, `${values}`);
  }
});

test("bars stand on zero, also those below it", () => {
  const { bars, zero, labels } = computeBarShape([2, 0, -2, 4], 1);
  for (const [place, bar] of bars.entries()) {
    assert.ok(bar.height >= 0 && bar.y >= 0 && bar.y + bar.height <= 100, `bar ${place}`);
    assert.ok(Math.min(Math.abs(bar.y - zero), Math.abs(bar.y + bar.height - zero)) < 1e-9, `bar ${place}`);
  }
  assert.ok(bars[2]!.y >= zero - 1e-9 && bars[2]!.height > 0);
  assert.deepEqual(
    labels.map(({ place }) => place),
    [0, 1, 2, 3],
  );
  assert.ok(
    computeBarShape(
      Array.from({ length: 365 }, () => 1),
      1,
    ).labels.length <= 4,
  );
  assert.deepEqual(
    [-5, 0, 49, 51, 100].map((x) => findBarAt(2, x)),
    [0, 0, 0, 1, 1],
  );
});

test("amounts are shown to the cent, also below zero", () => {
  const formats = createFormats("en-GB");
  assert.equal(readStatistic("-12.345678"), -12_345_678);
  assert.deepEqual(
    ["157506.10782", "-0.5", "0"].map((text) => formatStatistic(text, formats)),
    ["$157,506.11", "−$0.50", "$0.00"],
  );
});
