/** Faults that the form of a new event finds before it is sent. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { findEventFault, findWrongSum } from "../../web/src/admin/new-event/check-event.ts";

type Fields = Readonly<Record<string, string>>;

const EXCLUSIVE = { exclusive: "on", pattern: "Will {name} win?", tick: "0.01" };

const options = (...given: readonly Fields[]): Fields =>
  Object.fromEntries(
    given.flatMap((fields, index) =>
      Object.entries(fields).map(([name, value]) => [`markets.${index}.${name}`, value]),
    ),
  );

const reader =
  (fields: Fields) =>
  (name: string): string =>
    fields[name] ?? "";

const faultOf = (fields: Fields, count: number, mayStart = true) =>
  findEventFault(reader(fields), { count, mayStart });

test("options of which exactly one wins have names and questions of their own", () => {
  const twins = { ...EXCLUSIVE, ...options({ label: "A" }, { label: "B" }, { label: " a " }) };
  assert.deepEqual(faultOf(twins, 3), { kind: "name", field: "markets.2.label", like: 0 });
  assert.equal(faultOf({ ...twins, exclusive: "" }, 3), undefined);
  assert.deepEqual(faultOf({ ...EXCLUSIVE, ...options({ label: "A" }, {}) }, 2), {
    kind: "noName",
    field: "markets.1.label",
  });
  const asked = {
    ...EXCLUSIVE,
    pattern: "{title}",
    title: "Who?",
    ...options({ label: "A" }, { label: "B" }),
  };
  assert.deepEqual(faultOf(asked, 2), { kind: "question", field: "markets.1.question", like: 0 });
});

test("a start price is one of the market, with a maximum loss and the role", () => {
  const priced = (
    price: string,
    more: Fields = { maximumLoss: "50", reason: "a market of its own" },
  ): Fields => ({
    ...EXCLUSIVE,
    ...more,
    ...options({ label: "A", price }),
  });
  for (const price of ["0,55", "55", "55¢", "1"]) assert.equal(faultOf(priced(price), 1), undefined, price);
  for (const price of ["0.555", "0", "100", "55.5", ".005", "much"])
    assert.deepEqual(faultOf(priced(price), 1), { kind: "price", field: "markets.0.price" }, price);
  assert.equal(faultOf({ ...priced("0.555"), tick: "0.001" }, 1), undefined);
  assert.deepEqual(faultOf(priced("0.5", {}), 1), { kind: "noLoss", field: "maximumLoss" });
  assert.deepEqual(faultOf(priced("0.5", { maximumLoss: "50" }), 1), { kind: "noReason", field: "reason" });
  assert.deepEqual(faultOf(priced("0.5"), 1, false), { kind: "role", field: "markets.0.price" });
});

test("start prices of options of which exactly one wins add up to 1", () => {
  const sumOf = (...prices: readonly string[]): number | undefined =>
    findWrongSum(reader({ ...EXCLUSIVE, ...options(...prices.map((price) => ({ price }))) }), prices.length);
  assert.equal(sumOf("0.7", "0.4"), 11_000);
  assert.equal(sumOf("0.7", "0.2"), 9_000);
  assert.equal(sumOf("0.7", "0.3"), undefined);
  assert.equal(sumOf("0.7", ""), undefined);
  assert.equal(sumOf("0.7", "0.4", ""), 11_000);
});
