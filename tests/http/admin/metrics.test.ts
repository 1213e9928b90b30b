/** GET /metrics: figures that follow what is done, in the form that Prometheus reads. */
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { lots } from "../../../src/core/units.ts";
import { createMetrics } from "../../../src/metrics/instruments.ts";
import { hashOf, walletOf } from "../../support/exchange.ts";
import { until } from "../../support/until.ts";
import { trade } from "../data/v2/world.ts";
import { startTradedExchange, TOKENS } from "./world.ts";
import type { OperatedExchange } from "./world.ts";

let exchange: OperatedExchange;

before(async () => {
  exchange = await startTradedExchange();
  for (const name of ["ann", "bob"]) await exchange.open(walletOf(name), "1000");
  const ann = { address: walletOf("ann"), owner: walletOf("ann") };
  await exchange.submit({ type: "split", ...ann, conditionId: hashOf("rain"), lots: lots(50_000) });
});
after(() => exchange.close());

/** Values by name and labels, as they stand on a line. */
async function scrape(): Promise<ReadonlyMap<string, number>> {
  const answer = await fetch(`${exchange.url.spec}/metrics`, {
    headers: { authorization: `Bearer ${TOKENS.desk}` },
  });
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get("content-type"), "text/plain; version=0.0.4; charset=utf-8");
  const lines = (await answer.text()).split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(
    lines.map((line) => {
      const [, name = "", value = ""] = /^(\S+?(?:\{[^}]*\})?) (\S+)$/.exec(line) ?? [];
      assert.notEqual(name, "", `not a line of a metric: ${line}`);
      return [name, Number(value)];
    }),
  );
}

const ORDERS = 'presage_command_duration_seconds_count{command="place-order",outcome="committed"}';
const REFUSALS = 'presage_http_refusals_total{interface="none",code="not_found"}';
const BOOKS =
  'presage_http_request_duration_seconds_count{interface="none",dialect="spec",operation="GET /book",status="4xx"}';

it("counts orders, fills, batches and refusals as they come", async () => {
  const earlier = await scrape();
  await trade(exchange, "rain yes", "0.4", "10");
  await exchange.send("/nowhere", {});
  await exchange.send("/book", {});
  const later = await scrape();
  const more = (name: string): number => (later.get(name) ?? 0) - (earlier.get(name) ?? 0);
  assert.equal(more(ORDERS), 2);
  assert.equal(more("presage_fills_total"), 1);
  assert.equal(more('presage_events_total{type="order-placed"}'), 2);
  assert.equal(more("presage_journal_sequence"), more("presage_commit_duration_seconds_count"));
  assert.ok(more("presage_commit_duration_seconds_sum") > 0);
  assert.equal(more(REFUSALS), 1);
  assert.equal(more(BOOKS), 1);
});

it("counts the streams of changes while they are open", async () => {
  const open = 'presage_stream_connections{channel="/changes"}';
  assert.equal((await scrape()).get(open), 0);
  const abort = new AbortController();
  const stream = await fetch(`${exchange.url.spec}/changes`, {
    headers: { authorization: `Bearer ${TOKENS.desk}` },
    signal: abort.signal,
  });
  assert.equal(stream.status, 200);
  assert.equal((await scrape()).get(open), 1);
  abort.abort();
  await until("it is closed", async () => (await scrape()).get(open) === 0);
});

it("tells of the ledger, the tables, the database and the process", async () => {
  await until("the ledger is counted", async () => (await scrape()).get("presage_ledger_solvent") === 1);
  const now = await scrape();
  assert.equal(now.get("presage_ledger_imbalance_dollars"), 0);
  assert.equal(now.get('presage_mode{mode="normal"}'), 1);
  assert.equal(now.get('presage_mode{mode="halted"}'), 0);
  assert.equal(now.get("presage_database_up"), 1);
  assert.equal(now.get("presage_accounts"), 2);
  assert.equal(now.get('presage_markets{status="active"}'), 1);
  assert.equal(now.get("presage_commands_waiting"), 0);
  assert.ok((now.get("presage_database_bytes") ?? 0) > 1_000_000);
  assert.ok((now.get("nodejs_heap_size_used_bytes") ?? 0) > 0);
  // A test has no disk of its own, no residents and no live channels.
  assert.equal(now.get("presage_disk_free_bytes"), undefined);
  assert.equal(now.get("presage_residents_loss_dollars"), undefined);
  // It is in no cluster; tests/cluster/guide.ts has the metrics of one.
  assert.deepEqual(
    [...now.keys()].filter((name) => name.startsWith("presage_cluster")),
    [],
  );
});

it("follows the mode", async () => {
  await exchange.done("POST", "/mode", { mode: "cancel-only", reason: "for a test" });
  const now = await scrape();
  assert.equal(now.get('presage_mode{mode="cancel-only"}'), 1);
  assert.equal(now.get('presage_mode{mode="normal"}'), 0);
  await exchange.done("POST", "/mode", { mode: "normal", reason: "for a test" });
});

it("names each metric after the exchange, with help", async () => {
  for (const { name, help } of await createMetrics().registry.getMetricsAsJSON()) {
    assert.match(name, /^presage_[a-z_]+$/);
    assert.match(help, /^\S.{8,}[^.]$/);
  }
});
