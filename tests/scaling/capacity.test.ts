/** Model of capacity: against a measured figure, and at its corners. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { computeBest, computeCapacity } from "./capacity.ts";
import { QUICK } from "./measured-costs.ts";

const machine = (cores: number) => ({ cores, hasDatabase: true });

describe("capacity", () => {
  it("of two processors in use for 1.6 is that of the bench of orders, within a tenth", () => {
    const { orders } = computeCapacity(QUICK, machine(2), 0, 0.8);
    assert.ok(Math.abs(orders / 4_791 - 1) < 0.1, String(orders));
  });

  it("of one part is its share of a second over its cost", () => {
    const costs = { ...QUICK, engine: 1_000, batch: 0 };
    const { orders, limit } = computeCapacity(costs, machine(64), 8);
    assert.deepEqual({ orders: Math.round(orders), limit }, { orders: 700, limit: "engine's thread" });
  });

  it("grows with processors until a thread is the limit", () => {
    const limits = [1, 2, 4, 8, 16, 32, 64].map((cores) => computeBest(QUICK, machine(cores)));
    for (const [index, { orders }] of limits.entries()) assert.ok(orders >= (limits[index - 1]?.orders ?? 0));
    assert.equal(limits[0]?.limit, "processors");
    assert.deepEqual(limits.at(-1), limits.at(-2));
  });

  it("has batches as many as orders while these are few, and one a commit when they are many", () => {
    const at = (engine: number): number =>
      Math.round(computeCapacity({ ...QUICK, engine, batch: 10 }, machine(64), 8).orders);
    assert.equal(at(1_000), Math.round(700_000 / 1_070));
    assert.equal(at(100), (700_000 - 70 * 1_430) / 100);
  });

  it("without the database's processor time needs fewer processors", () => {
    const at = (hasDatabase: boolean) => computeBest(QUICK, { cores: 4, hasDatabase }).orders;
    assert.ok(at(false) > at(true));
  });
});
