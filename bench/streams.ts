/**
 * One change of a book to all its followers, against the real process: time from the commit to each subscriber, at 10
 * and 1,000 of them. The cost of the same orders without followers is subtracted. The floor is a bare `ws` server that
 * sends a constant of the same size. Then memory is measured under a load of orders while a tenth of the subscribers
 * does not read.
 */
import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { memoryOf } from "./support/memory.ts";
import { quantile, runLoad } from "./support/order-client.ts";
import { orderBody, orderRequest } from "./support/order-requests.ts";
import type { Trader } from "./support/order-requests.ts";
import { createTrader, listTokens, startExchange } from "./support/own-exchange.ts";
import type { ClientsReport, ClientsRequest } from "./support/stream-clients.ts";
import { processMs } from "./support/processor-time.ts";
import { sized } from "./support/sized.ts";
import { printTable } from "./support/table.ts";

const CHANGES = sized(200, 10);
const PAUSE_MS = 25;
/** Time for the last messages to arrive, on a busy machine. */
const SETTLE_MS = sized(1_000, 250);
const LOAD = sized(2_000, 20);
/** Orders a second; to 1,000 subscribers that is a thousand times as many messages. */
const RATE = 40;
const SUBSCRIBERS = [sized(10, 2), sized(1_000, 20)];
const CONNECTIONS = sized(1_000, 20);
const SILENT = sized(100, 2);
const SAMPLE_MS = sized(250, 25);

const start = (file: string): ChildProcess => fork(join(import.meta.dirname, "support", file));

async function request(clients: ChildProcess, message: ClientsRequest): Promise<ClientsReport> {
  const answer = once(clients, "message");
  clients.send(message);
  const [report] = await answer;
  return report;
}

/** Starts an exchange on an empty data directory, with a wallet that has enough to trade. */
async function prepare() {
  const exchange = await startExchange();
  const trader = await createTrader(exchange.url);
  const [tokens] = await listTokens(exchange.url, 1);
  return { ...exchange, trader, tokens: tokens! };
}

/** Places resting bids, one after the other. */
async function changeBook(url: string, trader: Trader, tokenId: string): Promise<void> {
  const port = Number(new URL(url).port);
  for (let index = 0; index < CHANGES; index += 1) {
    const body = orderBody(trader, {
      tokenId,
      side: "BUY",
      cents: 10 + (index % 20),
      shares: 1 + (index % 9),
    });
    await runLoad({ port, requests: [orderRequest(trader, body)], connections: 1 });
    await delay(PAUSE_MS);
  }
}

async function measureFloor(count: number, size: number): Promise<Measurement> {
  const floor = start("stream-floor.ts");
  const [port] = await once(floor, "message");
  const clients = start("stream-clients.ts");
  await request(clients, { type: "connect", url: `ws://127.0.0.1:${port}`, first: "{}", count, silent: 0 });
  floor.send({ size });
  const before = processMs(floor.pid!);
  for (let index = 0; index < CHANGES; index += 1) {
    floor.send({});
    await delay(PAUSE_MS);
  }
  await delay(SETTLE_MS);
  const report = await request(clients, { type: "report" });
  const usedMs = processMs(floor.pid!) - before;
  clients.kill();
  floor.kill();
  return { ...report, usedMs };
}

type Measurement = ClientsReport & { readonly usedMs: number };

const row = (name: string, { latencies, bytes, usedMs }: Measurement): (string | number)[] => {
  const values = Float64Array.from(latencies);
  const [p50, p99, most] = [0.5, 0.99, 1].map((q) => `${quantile(values, q).toFixed(0)} ms`);
  const used = usedMs > 0 ? `${((usedMs * 1000) / latencies.length).toFixed(1)} us` : "too little to tell";
  return [name, latencies.length, `${(bytes / latencies.length).toFixed(0)} B`, used, p50!, p99!, most!];
};

async function measure(count: number): Promise<(string | number)[][]> {
  const { pid, url, trader, tokens, stop } = await prepare();
  // Changes the book once unmeasured, since the first orders of a process cost more.
  await changeBook(url, trader, tokens[0]);
  const started = processMs(pid);
  await changeBook(url, trader, tokens[0]);
  const orders = processMs(pid) - started;
  const clients = start("stream-clients.ts");
  const first = JSON.stringify({ type: "market", assets_ids: [tokens[0]], heartbeat: false });
  await request(clients, {
    type: "connect",
    url: `${url.replace("http", "ws")}/ws/market`,
    first,
    count,
    silent: 0,
  });
  const before = processMs(pid);
  await changeBook(url, trader, tokens[0]);
  await delay(SETTLE_MS);
  const report = await request(clients, { type: "report" });
  const usedMs = processMs(pid) - before - orders;
  clients.kill();
  await stop();
  const floor = await measureFloor(count, Math.round(report.bytes / report.latencies.length) - 70);
  return [row(`${count} subscribers`, { ...report, usedMs }), row(`${count}, floor`, floor)];
}

/** Counts open sockets and files of a process; 0 where the kernel does not show them. */
const openIn = (pid: number): number =>
  process.platform === "linux" ? readdirSync(`/proc/${pid}/fd`).length : 0;

async function measureMemory(): Promise<void> {
  const { pid, url, trader, tokens, stop } = await prepare();
  const clients = start("stream-clients.ts");
  const first = JSON.stringify({ type: "market", assets_ids: tokens, heartbeat: false });
  const before = memoryOf(pid, "VmRSS");
  const path = `${url.replace("http", "ws")}/ws/market`;
  await request(clients, { type: "connect", url: path, first, count: CONNECTIONS, silent: SILENT });
  const connected = memoryOf(pid, "VmRSS");
  const open = openIn(pid);
  const requests = Array.from({ length: LOAD }, (_, index) => {
    const cents = 40 + ((index >> 1) % 20);
    const terms =
      index % 2 === 0 ? { tokenId: tokens[0], cents } : { tokenId: tokens[1], cents: 100 - cents };
    return orderRequest(trader, orderBody(trader, { ...terms, side: "BUY", shares: 1 + ((index >> 1) % 5) }));
  });
  const samples: number[] = [];
  const sampling = setInterval(() => samples.push(memoryOf(pid, "VmRSS")), SAMPLE_MS);
  const { seconds, statuses } = await runLoad({
    port: Number(new URL(url).port),
    requests,
    connections: 16,
    rate: RATE,
  });
  clearInterval(sampling);
  // Waits until the load's own connections are closed.
  await delay(SETTLE_MS);
  const { latencies, bytes } = await request(clients, { type: "report" });
  const closed = open - openIn(pid);
  console.log(
    `\nmemory: ${before.toFixed(0)} MB, with ${CONNECTIONS} connections ${connected.toFixed(0)} MB; under ${(LOAD / seconds).toFixed(0)} orders/s ` +
      `for ${seconds.toFixed(0)} s (${[...statuses].join(" ")}) at most ${Math.max(...samples).toFixed(0)} MB, by fifths ` +
      `${[1, 2, 3, 4, 5].map((part) => samples[Math.floor((samples.length * part) / 5) - 1]?.toFixed(0)).join(", ")} MB; ` +
      `${(bytes / (CONNECTIONS - SILENT) / 1e6).toFixed(1)} MB of changes to each that reads, p99 ${quantile(Float64Array.from(latencies), 0.99).toFixed(0)} ms; ${closed} connections closed`,
  );
  clients.kill();
  await stop();
}

export async function bench(): Promise<void> {
  const rows: (string | number)[][] = [];
  for (const count of SUBSCRIBERS) rows.push(...(await measure(count)));
  printTable(
    [
      "from the commit to the subscriber",
      "messages",
      "size",
      "processor time a message",
      "p50",
      "p99 (to reach: 50 ms)",
      "most",
    ],
    rows,
  );
  await measureMemory();
}
