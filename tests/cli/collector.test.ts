/** Traces of a whole exchange, as a real collector of OpenTelemetry takes them. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, it } from "node:test";
import { orderBody } from "../../bench/support/order-requests.ts";
import type { Trader } from "../../bench/support/order-requests.ts";
import { createTrader, listTokens } from "../../bench/support/own-exchange.ts";
import { noCollector, startCollector } from "../support/collector.ts";
import type { Collector, Span } from "../support/collector.ts";
import { deepSuite, isDeep } from "../support/depth.ts";
import { launchPresage, prepareDataDirectories, SPEC_PORTS, whenStarted } from "../support/presage.ts";
import type { DataDirectories, Started } from "../support/presage.ts";
import { until } from "../support/until.ts";
import { callAs } from "../torture/exchange-calls.ts";

const ID = "0af7651916cd43dd8448eb211c80319c";
const PARENT = "b7ad6b7169203331";

/** Steps of an order on its way, in the order in which they end. */
const STEPS = [
  "read body",
  "find and check caller",
  "wait for a verifier",
  "verify signature",
  "wait for the engine",
  "decide and apply",
  "commit",
  "carry out",
  "write answer",
];

const lacking = isDeep() ? noCollector() : undefined;

deepSuite("traces at a collector", { skip: lacking }, () => {
  let directories: DataDirectories;
  let directory: string;
  let collector: Collector;
  let running: Started;
  let ann: Trader;
  let token: string;

  before(async () => {
    [collector, directories] = await Promise.all([startCollector(), prepareDataDirectories()]);
    directory = directories.create();
    running = await start();
    const url = running.addresses.spec.trading;
    ann = await createTrader(url);
    const [[yes]] = (await listTokens(url, 1)) as [[string, string]];
    token = yes;
  });
  after(async () => {
    if (running.process.exitCode === null) await running.stop("SIGKILL");
    await collector.close();
    directories.close();
  });

  const start = (): Promise<Started> =>
    whenStarted(
      launchPresage(["start", "--data-dir", directory, "--json", ...SPEC_PORTS], {
        settings: {
          PRESAGE_TRACES: "wallets",
          PRESAGE_LOG_LEVEL: "warn",
          OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
          OTEL_SERVICE_NAME: "exchange-of-a-test",
          OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test",
        },
      }),
    );

  const place = async (headers: Readonly<Record<string, string>> = {}): Promise<string> => {
    const body = orderBody(ann, { tokenId: token, side: "BUY", cents: 10, shares: 5 });
    const reply = await callAs(ann, running.addresses.spec.trading, {
      method: "POST",
      path: "/order",
      body,
      headers,
    });
    assert.equal(reply?.status, 200, JSON.stringify(reply));
    return body;
  };

  const named = (name: string): Span[] => collector.spans.filter((span) => span.name === name);

  it("has each step of an order, from its caller's span to the batch in the journal", async () => {
    const body = await place({
      traceparent: `00-${ID}-${PARENT}-01`,
      tracestate: "congo=t61rcWkgMzE,rojo=00f067aa0ba902b7",
    });
    const find = (): Span | undefined => named("POST /order").find(({ traceId }) => traceId === ID);
    await until("the order's span has come", () => find() !== undefined);
    const order = find()!;
    assert.equal(order.parentSpanId, PARENT);
    assert.equal(order.traceState, "congo=t61rcWkgMzE,rojo=00f067aa0ba902b7");
    const { "presage.request_id": id, ...facts } = order.facts;
    assert.match(id ?? "", /^[0-9a-f-]{36}$/);
    assert.deepEqual(facts, {
      "http.request.method": "POST",
      "http.route": "/order",
      "http.response.status_code": "200",
      "url.scheme": "http",
      "network.protocol.version": "1.1",
      "presage.dialect": "spec",
      "presage.interface": "trading",
      "presage.wallet": ann.address.toLowerCase(),
    });
    const steps = collector.spans.filter(({ parentSpanId }) => parentSpanId === order.spanId);
    assert.deepEqual(steps.map(({ name }) => name).sort(), [...STEPS].sort());
    for (const { name, from, to, traceId } of steps) {
      assert.equal(traceId, ID);
      assert.ok(order.from <= from && from <= to && to <= order.to, name);
    }
    const ends = STEPS.map((name) => steps.find((step) => step.name === name)!.to);
    assert.deepEqual(
      ends,
      [...ends].sort((one, other) => Number(one - other)),
    );
    const [link] = steps.find(({ name }) => name === "commit")!.links;
    await until("the batch's span has come", () =>
      named("commit batch").some(({ spanId }) => spanId === link?.spanId),
    );
    const batch = named("commit batch").find(({ spanId }) => spanId === link?.spanId)!;
    assert.equal(batch.traceId, link!.traceId);
    assert.notEqual(batch.traceId, ID);
    assert.equal(batch.facts["presage.batch.commands"], "1");
    // The order, and the price that the market has by it.
    assert.equal(batch.facts["presage.batch.events"], "2");
    assert.equal(collector.service()["service.name"], "exchange-of-a-test");
    assert.equal(collector.service()["deployment.environment.name"], "test");
    assertNoSecrets(body);
  });

  /** Looks for the secrets and the values of an order in all that was sent on. */
  function assertNoSecrets(body: string): void {
    const { order } = JSON.parse(body) as { order: Record<string, string> };
    const secrets = [ann.apiKey, ann.passphrase, ann.secret.toString("base64url"), order["signature"]!];
    for (const text of collector.texts)
      for (const secret of [...secrets, order["salt"]!, token])
        assert.ok(!text.includes(String(secret)), `a span has ${secret}`);
  }

  it("has nothing of a request whose caller does not trace it", async () => {
    const other = "1".repeat(32);
    await place({ traceparent: `00-${other}-${PARENT}-00` });
    await place({ traceparent: `00-${"2".repeat(32)}-${PARENT}-01` });
    await until("the later order's span has come", () =>
      collector.spans.some(({ traceId }) => traceId === "2".repeat(32)),
    );
    assert.ok(!collector.spans.some(({ traceId }) => traceId === other));
  });

  it("is missed by nobody when it goes, and takes up again when it comes back", async () => {
    await collector.kill();
    await place();
    const count = async (outcome: string): Promise<number> => {
      const answer = await fetch(`${running.addresses.admin}/metrics`, {
        headers: { authorization: `Bearer ${readFileSync(`${directory}/admin-token`, "utf8").trim()}` },
      });
      const found = new RegExp(`^presage_trace_spans_total{outcome="${outcome}"} (\\d+)$`, "m");
      return Number(found.exec(await answer.text())?.[1] ?? 0);
    };
    await until("spans are counted as lost", async () => (await count("failed")) > 0);
    await collector.start();
    const sent = await count("sent");
    await place();
    await until("spans are sent again", async () => (await count("sent")) > sent);
    const lines = running.output.stderr.split("\n").filter((line) => line.includes("traces_state"));
    assert.equal(lines.length, 2, running.output.stderr);
  });

  it("gets what waits when the exchange stops", async () => {
    const traceId = "3".repeat(32);
    await place({ traceparent: `00-${traceId}-${PARENT}-01` });
    const { code } = await running.stop("SIGTERM");
    assert.equal(code, 0);
    const names = collector.spans.filter((span) => span.traceId === traceId).map(({ name }) => name);
    assert.deepEqual(names.sort(), [...STEPS, "POST /order"].sort());
  });
});
