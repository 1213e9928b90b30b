/** A thread that ends before its history is whole: nothing of it is committed. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { STANDARD_LIMITS } from "../../src/core/limits.ts";
import { prepareSeededHistory } from "../../src/sandbox/seeded-history/write-seeded-history.ts";
import { builtInDomains } from "../../src/signing/orders/order-domain.ts";
import { openWriterSession } from "../../src/store/journal/writer-session.ts";
import { createTestDatabase } from "../support/database.ts";
import { withSql } from "../support/history.ts";

test("a history whose thread ends early leaves an empty journal", async () => {
  const database = await createTestDatabase();
  const ended = Promise.withResolvers<void>();
  const history = prepareSeededHistory({
    config: {
      mode: "sandbox",
      demo: "full",
      rules: { selfTrade: "allow", autoRedeem: true, limits: STANDARD_LIMITS },
      domains: builtInDomains([137]),
      clockStart: undefined,
    },
    clocks: { now: Date.now },
    log: { info: () => {} },
    // The first day that is shown has batches behind it, and most of the history before it.
    tellStep: (_, progress) => {
      if (progress !== undefined) ended.resolve(history.close());
    },
  });
  try {
    const writer = await openWriterSession(database.url);
    await assert.rejects(history.write(writer), /ended before it was done/);
    await ended.promise;
    await withSql(database.url, async (sql) => {
      const [{ batches }] = await sql<[{ batches: number }]>`select count(*)::int as batches from journal`;
      assert.equal(batches, 0);
    });
  } finally {
    await database.close();
  }
});
