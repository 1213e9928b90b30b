/**
 * Operations that change something, while the read tables stand behind for too long or somebody locks them. Each of them is
 * either refused before it did anything, or carried out and answered: none commits and then reads what it cannot have.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { TestContext } from "node:test";
import { mayChange } from "../../src/http/operation/endpoint.ts";
import { listen } from "../../src/serve.ts";
import { fenceReadings } from "../../src/store/reads/fenced-readings.ts";
import { LOCK_TIMEOUT, TablesBehind } from "../../src/store/sql/unavailable.ts";
import { drawRequest } from "../fuzz/drawn-request.ts";
import type { DrawnRequest } from "../fuzz/drawn-request.ts";
import { startFuzzedExchange } from "../fuzz/fuzzed-exchange.ts";
import type { FuzzedExchange } from "../fuzz/fuzzed-exchange.ts";
import { openPipe } from "../fuzz/pipe.ts";
import { seedOf } from "../fuzz/seed.ts";
import { operationsOf } from "../fuzz/targets.ts";
import type { Operation } from "../fuzz/targets.ts";
import type { World } from "../fuzz/world.ts";
import { createRandom } from "../support/random.ts";

const SEED = 21;
const REQUESTS = 15;

/** Failures of a reading, as the fence and as the server tells them. */
const FAILURES = [
  ["the tables are behind", new TablesBehind(1)],
  [
    "a table is locked",
    Object.assign(new Error("canceling statement due to lock timeout"), { code: LOCK_TIMEOUT }),
  ],
] as const;

let fuzzed: FuzzedExchange;
let world: World;

before(async () => {
  fuzzed = await startFuzzedExchange("sandbox");
});
after(() => fuzzed.close());

/** Opens the exchange at further addresses, where each reading of the read tables fails so. */
async function listenFailing(t: TestContext, failure: Error): Promise<void> {
  const { context } = fuzzed.exchange;
  const [sql, readSql, adHocSql] = [await context.sql(), await context.readSql(), await context.adHocSql()];
  const { addresses, close } = await listen({
    ...context,
    ...fenceReadings({ sql, readSql, adHocSql }, () => Promise.reject(failure), {
      clock: Date.now,
      monotonic: () => performance.now(),
    }),
  });
  world = { ...fuzzed.world, addresses };
  t.after(close);
}

/** Requests to an operation without a fault, at all its places in turn. */
function plainRequests({ name, targets }: Operation): readonly DrawnRequest[] {
  const drawn = Array.from({ length: REQUESTS * 5 }, (_, no) =>
    drawRequest(world, targets[no % targets.length]!, createRandom(seedOf(SEED, name, no))),
  );
  return drawn.filter(({ spoilt }) => spoilt === "").slice(0, REQUESTS);
}

/** Sends a request, and gives the answer's status and whether anything was committed. */
async function ask({ bytes, method, target }: DrawnRequest) {
  const { engine } = fuzzed.exchange.context;
  const { seq } = engine.head();
  const pipe = openPipe(target.port);
  try {
    const [answer] = await pipe.exchange([{ bytes, isHead: method === "HEAD" }]);
    const text = `${method} ${target.endpoint.path}: ${answer?.body}`;
    return { status: answer?.status, text, isDone: engine.head().seq > seq };
  } finally {
    pipe.close();
  }
}

for (const [what, failure] of FAILURES)
  test(`no operation commits and then says that ${what}`, async (t) => {
    await listenFailing(t, failure);
    let [done, refused] = [0, 0];
    for (const operation of operationsOf(world)) {
      if (!operation.targets.some(({ endpoint }) => mayChange(endpoint))) continue;
      await t.test(operation.name, async () => {
        for (const drawn of plainRequests(operation)) {
          const { status, text, isDone } = await ask(drawn);
          assert.doesNotMatch(text, /outcome_unknown/);
          if (status === 503) assert.equal(isDone, false, text);
          if (status === 503) refused += 1;
          else if (isDone) done += 1;
        }
      });
    }
    assert.ok(done > 50 && refused > 50, `${done} done, ${refused} refused`);
  });
