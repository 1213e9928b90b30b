/** Closing the verifying threads: at any moment of their start, and without losing requests. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { makeDomain } from "../../src/signing/orders/order-domain.ts";
import { parseSignedOrder } from "../../src/signing/orders/signed-order.ts";
import { createVerificationPool } from "../../src/signing/orders/verification-pool.ts";
import { kindOfVector, readVectors, wireOrder } from "./vectors.ts";

const { vectors, domains: known } = readVectors("orders-v2");
const settings = {
  domains: known.map((domain) => makeDomain({ ...domain, struct: "v2" })),
  trustFirstUse: true,
};

const jobsOf = () =>
  vectors.map((vector) => {
    const parsed = parseSignedOrder(wireOrder(vector));
    assert.ok(parsed.ok);
    return {
      order: parsed.order,
      caller: vector.eoa.toLowerCase(),
      kind: kindOfVector(vector),
      makerOwner: undefined,
    };
  });

test("a pool that closes at once answers what it had not sent", { timeout: 30_000 }, async () => {
  const failures: unknown[] = [];
  const pool = createVerificationPool(settings, (error) => failures.push(error));
  const [job] = jobsOf();
  assert.ok((await pool.verify(job!)).ok);
  const verdict = pool.verify(job!);
  await pool.close();
  assert.ok((await verdict).ok);
  assert.deepEqual(failures, []);
});

test("a pool that closes while it starts answers all its requests", async () => {
  const failures: unknown[] = [];
  const jobs = jobsOf();
  for (let round = 0; round < 4; round += 1) {
    const pool = createVerificationPool(settings, (error) => failures.push(error));
    const verdicts = jobs.map((job) => pool.verify(job));
    await sleep(round * 30);
    await pool.close();
    const answered = await Promise.all(verdicts);
    answered.forEach((verdict, index) => {
      assert.ok(verdict.ok && verdict.digest === vectors[index]!.digest, vectors[index]!.id);
    });
  }
  assert.deepEqual(failures, []);
});
