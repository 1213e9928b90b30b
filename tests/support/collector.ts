/**
 * A real collector of OpenTelemetry for tests: built by Go once for a machine, of pinned modules, and kept outside of the
 * repository. It takes traces by OTLP, and hands on what it took as JSON.
 */
import { execFile, spawn, spawnSync } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { homedir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { until } from "./until.ts";
import { findFreePort } from "./free-port.ts";

const SOURCES = join(import.meta.dirname, "..", "cli", "collector");
const FILES = ["go.mod", "go.sum", "main.go"];

/** A span as the collector tells it; times are nanoseconds since 1970. */
export type Span = {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly traceState: string;
  readonly from: bigint;
  readonly to: bigint;
  readonly facts: Readonly<Record<string, string>>;
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
};

export type Collector = {
  /** Address that takes spans. */
  readonly endpoint: string;
  /** Spans so far. */
  readonly spans: readonly Span[];
  /** All that came, as text. */
  readonly texts: readonly string[];
  /** Facts of the service that sent them. */
  readonly service: () => Readonly<Record<string, string>>;
  kill(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
};

/** Says why no collector can be built here; `undefined` where one can. */
export const noCollector = (): string | undefined =>
  existsSync(programOf()) || spawnSync("go", ["version"]).status === 0
    ? undefined
    : "the collector is built by Go, which is not installed";

/** Path of the program, which the hash of its sources names. */
function programOf(): string {
  const hash = createHash("sha256");
  for (const file of FILES) hash.update(readFileSync(join(SOURCES, file)));
  const cache = process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache");
  return join(cache, "presage-tests", `collector-${hash.digest("hex").slice(0, 16)}`);
}

/** Builds the program where it is not there yet. */
async function buildCollector(): Promise<string> {
  const program = programOf();
  if (existsSync(program)) return program;
  mkdirSync(join(program, ".."), { recursive: true });
  const made = `${program}-${process.pid}`;
  const options = { cwd: SOURCES, env: { ...process.env, CGO_ENABLED: "0", GOFLAGS: "-mod=readonly" } };
  await promisify(execFile)("go", ["build", "-trimpath", "-ldflags=-s -w", "-o", made, "."], options);
  renameSync(made, program);
  return program;
}

/** Starts a collector on a port of its own. */
export async function startCollector(): Promise<Collector> {
  const program = await buildCollector();
  const directory = mkdtempSync(join(process.env["TMPDIR"] ?? "/tmp", "presage-collector-"));
  const { spans, texts, service, url, closeSink } = await openSink();
  const port = await findFreePort();
  const config = join(directory, "config.yaml");
  writeFileSync(config, configOf(port, url));
  let child: ChildProcess | undefined;
  const kill = async (): Promise<void> => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "close");
  };
  const endpoint = `http://127.0.0.1:${port}`;
  const start = async (): Promise<void> => {
    const started = spawn(program, ["--config", `file:${config}`], { stdio: ["ignore", "ignore", "pipe"] });
    let errors = "";
    started.stderr.on("data", (chunk) => (errors += String(chunk)));
    child = started;
    await until("the collector listens", async () => {
      if (started.exitCode !== null) throw new Error(errors);
      return fetch(endpoint).then(
        () => true,
        () => false,
      );
    });
  };
  await start();
  const close = async (): Promise<void> => {
    await kill();
    closeSink();
    rmSync(directory, { recursive: true });
  };
  return { endpoint, spans, texts, service, kill, start, close };
}

const configOf = (port: number, sink: string): string => `receivers:
  otlp: { protocols: { http: { endpoint: "127.0.0.1:${port}" } } }
exporters:
  otlp_http: { endpoint: "${sink}", encoding: json, compression: none, sending_queue: { enabled: false } }
service:
  telemetry: { metrics: { level: none } }
  pipelines:
    traces: { receivers: [otlp], exporters: [otlp_http] }
`;

/** Opens the address to which the collector hands on what it took. */
async function openSink() {
  const spans: Span[] = [];
  const texts: string[] = [];
  let service: Readonly<Record<string, string>> = {};
  const server = createServer((request, response) => {
    void take(request, response);
  });
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request);
    texts.push(body);
    const { resourceSpans }: Message = JSON.parse(body);
    for (const { resource, scopeSpans } of resourceSpans) {
      service = factsOf(resource.attributes);
      spans.push(...scopeSpans.flatMap((scope) => scope.spans.map(spanOf)));
    }
    response.setHeader("content-type", "application/json").end("{}");
  };
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const closeSink = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { spans, texts, service: () => service, url: `http://127.0.0.1:${port}`, closeSink };
}

type Attribute = { readonly key: string; readonly value: Readonly<Record<string, unknown>> };

type Message = {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly WireSpan[] }[];
  }[];
};

type WireSpan = Pick<Span, "name" | "traceId" | "spanId"> & {
  readonly parentSpanId?: string;
  readonly traceState?: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes?: readonly Attribute[];
  readonly links?: Span["links"];
};

const spanOf = (wire: WireSpan): Span => ({
  name: wire.name,
  traceId: wire.traceId,
  spanId: wire.spanId,
  parentSpanId: wire.parentSpanId ?? "",
  traceState: wire.traceState ?? "",
  from: BigInt(wire.startTimeUnixNano),
  to: BigInt(wire.endTimeUnixNano),
  facts: factsOf(wire.attributes ?? []),
  links: wire.links ?? [],
});

const factsOf = (attributes: readonly Attribute[]): Record<string, string> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, String(Object.values(value)[0])]));
