/** Traces of requests: their ids, in answers and in the log, and collectors that take nothing. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { globSync, readFileSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { createServer } from "node:net";
import type { AddressInfo, Server } from "node:net";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { readConfig } from "../../src/settings/config.ts";
import { createLog } from "../../src/log.ts";
import { createMetrics } from "../../src/metrics/instruments.ts";
import { openTraces } from "../../src/metrics/tracing/traces.ts";
import type { Traces } from "../../src/metrics/tracing/traces.ts";
import { readTraceSettings } from "../../src/settings/trace-settings.ts";
import { until } from "../support/until.ts";
import { startListeningExchange } from "./listening-exchange.ts";
import type { ListeningExchange } from "./listening-exchange.ts";

const ID = "0af7651916cd43dd8448eb211c80319c";
const CALLER = `00-${ID}-b7ad6b7169203331-01`;
const NO_SPANS = `00-${ID}-b7ad6b7169203331-00`;

type Line = Readonly<Record<string, unknown>>;

/** Makes a log whose lines are kept. */
function keptLog(lines: Line[]) {
  const settings = { logLevel: "warn", logFormat: "json", accessLog: true, headerPrefixes: [] } as const;
  return createLog(settings, { write: (line) => void lines.push(JSON.parse(line)) });
}

async function listenAt(server: Server): Promise<string> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Opens traces that go to this address. */
async function tracesTo(endpoint: string, lines: Line[] = []) {
  const settings = { PRESAGE_TRACES: "on", OTEL_EXPORTER_OTLP_ENDPOINT: endpoint };
  const metrics = createMetrics();
  const terms = readTraceSettings(readConfig(settings, []).traces);
  const traces = await openTraces(terms, { metrics, log: keptLog(lines) });
  return { traces: traces!, metrics };
}

async function spansOf({ metrics }: Pick<Awaited<ReturnType<typeof tracesTo>>, "metrics">) {
  const { values } = await metrics.traceSpans.get();
  const of = (outcome: string): number =>
    values.find(({ labels }) => labels["outcome"] === outcome)?.value ?? 0;
  return { sent: of("sent"), failed: of("failed"), dropped: of("dropped") };
}

/** Traces a request with one step: two spans. */
function traceOnce(traces: Traces): void {
  const trace = traces.begin({ name: "GET /book", headers: {}, facts: {} });
  trace.pass("carry out");
  trace.end({}, false);
}

describe("an exchange whose requests are traced", () => {
  const lines: Line[] = [];
  const collector = createHttpServer((request, response) => {
    request.resume();
    request.on("end", () => response.end());
  });
  let exchange: ListeningExchange;

  before(async () => {
    const settings = { PRESAGE_TRACES: "on", OTEL_EXPORTER_OTLP_ENDPOINT: await listenAt(collector) };
    exchange = await startListeningExchange(settings, keptLog(lines));
  });
  after(async () => {
    await exchange.close();
    collector.close();
  });

  const ask = (headers: Readonly<Record<string, string>>, path = "/book"): Promise<Response> =>
    fetch(exchange.addresses.spec.trading + path, { headers });

  it("goes on with the trace of its caller, and names it in answers and in the log", async () => {
    for (const traceparent of [CALLER, NO_SPANS, `01-${ID}-b7ad6b7169203331-01-more`]) {
      const refused = await ask({ traceparent, tracestate: "one=1,two=2" });
      assert.equal(refused.headers.get("x-trace-id"), ID, traceparent);
      const body = (await refused.json()) as Line;
      assert.equal(body["trace_id"], ID);
      const isIts = (line: Line): boolean => line["requestId"] === body["request_id"];
      await until("its line is written", () => lines.some(isIts));
      assert.equal(lines.find(isIts)?.["traceId"], ID);
    }
    assert.equal((await ask({ traceparent: CALLER }, "/time")).headers.get("x-trace-id"), ID);
    assert.equal((await ask({ traceparent: CALLER }, "/nowhere")).headers.get("x-trace-id"), ID);
  });

  for (const traceparent of [
    `00-${"0".repeat(32)}-b7ad6b7169203331-01`,
    `00-${ID}-${"0".repeat(16)}-01`,
    `00-${ID.toUpperCase()}-b7ad6b7169203331-01`,
    `ff-${ID}-b7ad6b7169203331-01`,
    `${CALLER}-more`,
    `${CALLER}, ${CALLER}`,
    CALLER.slice(3),
    "",
  ])
    it(`begins a trace of its own beside traceparent "${traceparent}"`, async () => {
      const found = (await ask({ traceparent }, "/time")).headers.get("x-trace-id");
      assert.match(found ?? "", /^[0-9a-f]{32}$/);
      assert.notEqual(found, ID);
    });
});

describe("an exchange whose requests are not traced", () => {
  it("names no trace, whatever the caller sends", async (test) => {
    const exchange = await startListeningExchange();
    test.after(() => exchange.close());
    const refused = await fetch(`${exchange.addresses.spec.trading}/book`, {
      headers: { traceparent: CALLER },
    });
    assert.equal(refused.headers.get("x-trace-id"), null);
    assert.ok(!("trace_id" in ((await refused.json()) as Line)));
  });

  it("loads nothing that traces need", () => {
    const root = join(import.meta.dirname, "../../src");
    const importers = globSync("**/*.ts", { cwd: root }).filter((file) =>
      /^import (?!type)[^;]*"(?:@opentelemetry\/|[^"]*\/create-traces)/m.test(
        readFileSync(join(root, file), "utf8"),
      ),
    );
    const folder = "metrics/tracing/";
    assert.deepEqual(importers, [`${folder}create-traces.ts`]);
    const names = importers.map((file) => file.slice(folder.length)).join("|");
    const others = globSync("**/*.ts", { cwd: root }).filter(
      (file) =>
        !importers.includes(file) &&
        new RegExp(`^import (?!type)[^;]*/(?:${names})"`, "m").test(readFileSync(join(root, file), "utf8")),
    );
    assert.deepEqual(others, []);
  });
});

describe("a collector", () => {
  it("that refuses costs spans, which are counted, and is named in the log once", async (test) => {
    let status = 400;
    const collector = createHttpServer((request, response) => {
      request.resume();
      request.on("end", () => response.writeHead(status).end());
    });
    test.after(() => collector.close());
    const lines: Line[] = [];
    const opened = await tracesTo(await listenAt(collector), lines);
    for (let count = 0; count < 128; count += 1) traceOnce(opened.traces);
    await until("two messages are refused", async () => (await spansOf(opened)).failed === 256);
    status = 200;
    traceOnce(opened.traces);
    await opened.traces.close();
    assert.deepEqual(await spansOf(opened), { sent: 2, failed: 256, dropped: 0 });
    const told = lines.map(({ event, msg }) => [event, msg]);
    assert.deepEqual(told, [
      ["traces_state", "the collector takes no traces"],
      ["traces_state", "the collector takes traces again"],
    ]);
  });

  it("that never answers holds so many spans, and the end of the exchange for some seconds", async (test) => {
    const collector = createServer((socket) => socket.on("error", () => socket.destroy()).resume());
    const opened = await tracesTo(await listenAt(collector));
    test.after(() => collector.close());
    for (let count = 0; count < 2_500; count += 1) traceOnce(opened.traces);
    assert.deepEqual(await spansOf(opened), { sent: 0, failed: 0, dropped: 5_000 - 4_096 });
    await opened.traces.close();
  });
});

describe("terms of traces", () => {
  const refusalOf = (settings: Readonly<Record<string, string>>): string | undefined => {
    try {
      readConfig(settings, []);
      return undefined;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  };

  for (const [name, wrong] of [
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4318"],
    ["OTEL_EXPORTER_OTLP_PROTOCOL", "grpc"],
    ["OTEL_EXPORTER_OTLP_HEADERS", "secret"],
    ["OTEL_TRACES_SAMPLER", "xray"],
    ["OTEL_TRACES_SAMPLER_ARG", "1.5"],
  ] as const)
    it(`count where traces are on: ${name}`, () => {
      const refusal = refusalOf({ PRESAGE_TRACES: "on", [name]: wrong });
      assert.match(refusal ?? "", new RegExp(`^${name}: expected `));
      assert.doesNotMatch(refusal ?? "", /secret/);
      assert.equal(refusalOf({ [name]: wrong }), undefined);
    });

  it("are those that operators know", () => {
    const terms = (settings: Readonly<Record<string, string>>) =>
      readTraceSettings(readConfig({ PRESAGE_TRACES: "wallets", ...settings }, []).traces);
    assert.deepEqual(terms({}), {
      endpoint: "http://localhost:4318",
      headers: {},
      service: "presage",
      sampler: { byParent: true, share: 1 },
      wallets: true,
    });
    const { headers, sampler } = terms({
      OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20one, x-team=b",
      OTEL_TRACES_SAMPLER: "traceidratio",
      OTEL_TRACES_SAMPLER_ARG: "0.01",
    })!;
    assert.deepEqual(headers, { authorization: "Bearer one", "x-team": "b" });
    assert.deepEqual(sampler, { byParent: false, share: 0.01 });
  });
});
