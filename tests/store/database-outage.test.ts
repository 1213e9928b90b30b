/** The real exchange while its PostgreSQL is killed under load: it says so, goes on by itself, and keeps its promises. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Addresses } from "../../src/http/mounts/interfaces.ts";
import { connect } from "../stream/live-client.ts";
import { findServer } from "../support/presage.ts";
import { createRandom } from "../support/random.ts";
import { scratchRoot } from "../support/scratch-directory.ts";
import { until } from "../support/until.ts";
import { checkPromises } from "../torture/check-promises.ts";
import { createClients } from "../torture/clients.ts";
import { callAs } from "../torture/exchange-calls.ts";
import { createLoadSpan, load } from "../torture/load.ts";
import { killProcesses, listProcesses } from "../torture/process-tree.ts";
import { end, startExchange } from "../torture/process.ts";

const WALLET = `0x${"a1".repeat(20)}`;

test("PostgreSQL is killed under load: 503 until it is back, and nothing is lost or done twice", async (t) => {
  const directory = mkdtempSync(join(scratchRoot(), "presage-outage-"));
  t.after(() => {
    killProcesses(listProcesses(directory));
    rmSync(directory, { recursive: true, force: true });
  });
  const exchange = await startExchange(directory);
  const { spec }: Addresses = JSON.parse(exchange.running.output.stdout);
  const random = createRandom(20_261);
  const clients = await createClients(exchange, { random, counts: {} });
  const [token = ""] = clients.markets[0]?.tokens ?? [];
  const live = await connect(spec.trading);
  live.send({ type: "market", assets_ids: [token] });
  await live.event("book");

  const span = createLoadSpan(random);
  const loaded = load(clients, exchange, span);
  await until("there is a load", () => (clients.counts["order"] ?? 0) >= 40);
  const killed = findServer(directory) ?? 0;
  process.kill(killed, "SIGKILL");

  const reads = [
    `${spec.trading}/data/trades`,
    `${spec.data}/positions?user=${WALLET}`,
    `${spec.catalog}/events`,
  ];
  // All at once: the server is started again within a moment, and a read that waits for its tables may see it back.
  const keys = { method: "GET", path: "/auth/api-keys" } as const;
  const [refusedKeys, ...answers] = await Promise.all([
    refusalOf("the keys", () => callAs(clients.keyHolder, spec.trading, keys)),
    ...reads.map((url) => fetch(url)),
  ]);
  for (const { status, headers } of answers)
    assert.ok(status === 200 || (status === 503 && headers.get("retry-after") === "1"), `status ${status}`);
  assert.equal(refusedKeys.body["code"], "read_unavailable");
  assert.equal((await fetch(`${spec.trading}/book?token_id=${token}`)).status, 200);
  span.over = true;
  await loaded;

  for (const url of reads) await until(`${url} answers`, async () => (await fetch(url)).status === 200);
  assert.notEqual(findServer(directory), killed);
  await checkPromises(clients, exchange, 0);
  await live.settle();
  await live.end();
  assert.equal((await end(exchange, "SIGTERM")).code, 0);
});

/** Asks until it is refused with 503; gives that answer. */
async function refusalOf<Answer extends { readonly status: number }>(
  name: string,
  ask: () => Promise<Answer | undefined>,
): Promise<Answer> {
  let answer: Answer | undefined;
  await until(`${name} is refused`, async () => {
    answer = await ask();
    return answer?.status === 503;
  });
  return answer!;
}
