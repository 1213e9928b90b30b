/** POST /hand-over: refused where no engine could take the lead, and begun once however often it is sent. */
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { startTradedExchange } from "./world.ts";
import type { OperatedExchange } from "./world.ts";

let exchange: OperatedExchange;
before(async () => {
  exchange = await startTradedExchange();
});
after(() => exchange.close());

const handOver = () => exchange.call("admin", "POST", "/hand-over", { reason: "a new kernel" });

it("is refused outside of a cluster, without an engine that waits, and begins with one", async () => {
  const { handOver: lead, engine } = exchange.context;
  const alone = await handOver();
  assert.deepEqual([alone.status, alone.body.code], [501, "not_supported"]);
  assert.match(alone.body.hint ?? alone.text, /no engine of a cluster/);

  let begun = 0;
  const waiting = { is: false };
  lead.install({ hasCandidate: async () => waiting.is, begin: () => (begun += 1) });
  const early = await handOver();
  assert.deepEqual([early.status, early.body.code, begun], [503, "not_accepting", 0]);
  assert.match(early.text, /no other engine waits for the lead/);

  waiting.is = true;
  const from = engine.head().seq;
  const done = await handOver();
  assert.deepEqual([done.status, done.body.handedOver, begun], [200, true, 1]);
  assert.equal(engine.head().seq, from + 1, "the audit log has it");
});
