import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { dequeueExpiries, enqueueExpiry, listExpired } from "../../src/core/orders/expiry-queue.ts";
import type { ExpiryQueue, Order } from "../../src/core/state.ts";

/** The queue reads nothing of an order but its number, its expiration and its place. */
const timedOrder = (no: number, expiresAt: number): Order => ({ no, expiresAt, expiryIndex: -1 }) as Order;

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ add: fc.constant(true), value: fc.integer({ min: 1, max: 40 }) }) },
  { weight: 2, arbitrary: fc.record({ add: fc.constant(false), value: fc.nat() }) },
);

test("the expiry queue gives what a sorted array gives, whatever leaves it from the middle", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200, size: "max" }), (steps) => {
      const queue: ExpiryQueue = [];
      let naive: Order[] = [];
      for (const [no, { add, value }] of steps.entries()) {
        if (add) {
          const order = timedOrder(no, value);
          enqueueExpiry(queue, order);
          naive.push(order);
        } else if (naive.length > 0) {
          const gone = naive.filter((_order, index) => (index + value) % (1 + (value % 12)) === 0);
          dequeueExpiries(queue, gone);
          dequeueExpiries(queue, gone);
          naive = naive.filter((order) => !gone.includes(order));
        }
        naive.sort((a, b) => a.expiresAt - b.expiresAt || a.no - b.no);
        for (const at of [0, 10, 20, 39, 40]) {
          const due = naive.filter((order) => order.expiresAt <= at).map((order) => order.no);
          const listed = listExpired(queue, at).map((order) => order.no);
          assert.deepEqual(listed, due);
        }
        assert.deepEqual(
          queue.map((order) => order.expiryIndex),
          queue.map((_order, index) => index),
        );
      }
    }),
    { numRuns: 200 },
  );
});
