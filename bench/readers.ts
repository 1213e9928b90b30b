/**
 * Latencies of orders and cancels beside large reads. There are three scenarios: quiet, 8 connections of one address
 * that read the largest answer of one operation, and a mix of 30 readers of 10 addresses. Limits are those of
 * production. Each round measures everything once, with quiet in between; rounds are pooled. Readers are a process of
 * their own; latencies count from the time when a request was due.
 */
import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Sql } from "../src/store/sql/database.ts";
import { startProcess } from "./support/exchange-process.ts";
import { largeReads, mixedReaders, sameReaders } from "./support/large-reads.ts";
import { median } from "./support/measure.ts";
import { memoryOf } from "./support/memory.ts";
import { quantile, runLoad } from "./support/order-client.ts";
import { orderBody, orderRequest, signedRequest, signOrder } from "./support/order-requests.ts";
import type { Trader } from "./support/order-requests.ts";
import { createTraders } from "./support/own-exchange.ts";
import { processMs } from "./support/processor-time.ts";
import type { Reader, ReadersReport, ReadersRequest } from "./support/reading-clients.ts";
import { sized } from "./support/sized.ts";
import { storeExchange } from "./support/stored-exchange.ts";
import { MIN_EVENTS } from "./support/stored-positions.ts";
import { printTable } from "./support/table.ts";

const ROUNDS = sized(3);
const SECONDS = sized(4_000, 200) / 1_000;
const SIZE = { wallets: sized(40, 2), events: sized(1_500, MIN_EVENTS) };
const SETTINGS = ["--rate-limits=on", "--polymarket-ports=0,0,0"];
/** Orders a second, and cancels a second. */
const RATE = 25;
/** Connections, so many that no request waits for the one before it. */
const CONNECTIONS = sized(60, 8);
const WALLETS = 8;
const READERS = 8;
const MIX = { readers: 30, addresses: 10 };
/** Pause between two measurements, for requests that are underway to end. */
const SETTLE_MS = sized(1_000, 20);
/** Number of scenarios of which one is quiet. */
const QUIET_EVERY = 4;
/** Resting orders on each side of a book, a cent apart. */
const LEVELS = sized(20);
const HISTORY_MINUTES = sized(10_080, 100);

type Scenario = { readonly name: string; readonly readers: readonly Reader[] };
type Measurement = {
  readonly orders: number[];
  readonly cancels: number[];
  /** Number of orders and cancels that failed. */
  readonly failed: number;
  readonly reports: ReadersReport[];
};
type Round = Measurement & { readonly memory: number; readonly busy: number };
type Results = Map<string, Round[]>;

type Stage = {
  readonly port: number;
  readonly pid: number;
  readonly traders: readonly Trader[];
  readonly tokens: readonly string[];
  readonly clients: ChildProcess;
  /** Resting orders to cancel. */
  readonly resting: { readonly trader: Trader; readonly id: string }[];
};

const storePrices = async (sql: Sql): Promise<void> => {
  await sql`
    insert into price_history (market, minute, midpoint)
    select market, ${Math.floor(Date.now() / 60_000)}::int - minute, 100 + (market * 7919 + minute * 31) % 19800
    from generate_series(1, 20) as market cross join generate_series(1, ${HISTORY_MINUTES}::int) as minute
    on conflict do nothing`;
};

type Page = {
  readonly data: readonly {
    readonly accepting_orders: boolean;
    readonly tokens: readonly { token_id: string }[];
  }[];
  readonly next_cursor: string;
};

/** Lists the tokens of all markets that take orders. */
async function listOpenTokens(url: string): Promise<string[]> {
  const tokens: string[] = [];
  for (let cursor = ""; cursor !== "LTE=";) {
    const page = (await (await fetch(`${url}/markets?next_cursor=${cursor}`)).json()) as Page;
    const open = page.data.filter(({ accepting_orders }) => accepting_orders);
    tokens.push(...open.flatMap((market) => market.tokens.map(({ token_id }) => token_id)));
    cursor = page.next_cursor;
  }
  return tokens;
}

/** Fills the books without limits: bids of each token, which are the other's asks. */
async function fillBooks(directory: string): Promise<string[]> {
  const { addresses, stop } = await startProcess(directory);
  const traders = await createTraders(addresses.trading, WALLETS);
  const tokens = await listOpenTokens(addresses.trading);
  const requests = tokens.slice(0, 500).flatMap((tokenId, index) =>
    Array.from({ length: LEVELS }, (_, level) => {
      const trader = traders[index % WALLETS]!;
      return orderRequest(trader, orderBody(trader, { tokenId, side: "BUY", cents: 2 + level, shares: 5 }));
    }),
  );
  const { statuses, samples } = await runLoad({ port: portOf(addresses.trading), requests, connections: 32 });
  if (statuses.get(200) !== requests.length) throw new Error([...samples.values()].join());
  await stop();
  return tokens;
}

const portOf = (url: string): number => Number(new URL(url).port);

/** Draws orders that rest at a cent, and the requests that place them. */
function drawOrders({ traders, tokens }: Stage, count: number) {
  return Array.from({ length: count }, (_, index) => {
    const trader = traders[index % traders.length]!;
    const tokenId = tokens[(index * 7) % tokens.length]!;
    const { id, body } = signOrder(trader, { tokenId, side: "BUY", cents: 1, shares: 5 });
    return { trader, id, request: orderRequest(trader, body) };
  });
}

const cancelRequest = ({ trader, id }: { readonly trader: Trader; readonly id: string }): Buffer =>
  signedRequest(trader, "DELETE /order", JSON.stringify({ orderID: id }));

/** Places the orders that are cancelled first. */
async function placeFirst(stage: Stage): Promise<void> {
  const drawn = drawOrders(stage, Math.ceil(SECONDS * RATE));
  await runLoad({ port: stage.port, connections: 1, requests: drawn.map(({ request }) => request) });
  stage.resting.push(...drawn);
}

/** Places orders by the clock, and cancels those of the previous call. */
async function trade(stage: Stage): Promise<Omit<Measurement, "reports">> {
  const { port, resting } = stage;
  const drawn = drawOrders(stage, Math.ceil(SECONDS * RATE));
  const load = { port, connections: CONNECTIONS, rate: RATE };
  const [orders, cancels] = await Promise.all([
    runLoad({ ...load, requests: drawn.map(({ request }) => request) }),
    runLoad({ ...load, requests: resting.splice(0).map(cancelRequest) }),
  ]);
  resting.push(...drawn);
  const failed = [orders, cancels].flatMap(({ codes }) => [...codes].filter((code) => code !== 200)).length;
  return { orders: [...orders.latencies], cancels: [...cancels.latencies], failed };
}

const sendReaders = (clients: ChildProcess, readers: readonly Reader[]): boolean =>
  clients.send({ readers } satisfies ReadersRequest);

async function measure(stage: Stage, { readers }: Scenario): Promise<Measurement> {
  if (readers.length === 0) return { ...(await trade(stage)), reports: [] };
  sendReaders(stage.clients, readers);
  // Waits for the steady state of the readers.
  await delay(SETTLE_MS);
  const traded = await trade(stage);
  const reported = once(stage.clients, "message");
  sendReaders(stage.clients, []);
  const [report]: [ReadersReport] = (await reported) as [ReadersReport];
  await delay(SETTLE_MS);
  return { ...traded, reports: [report] };
}

async function runRounds(stage: Stage, scenarios: readonly Scenario[]): Promise<Results> {
  const results: Results = new Map();
  const quiet: Scenario = { name: QUIET, readers: [] };
  const round = scenarios.flatMap((scenario, index) =>
    index % QUIET_EVERY === 0 ? [quiet, scenario] : [scenario],
  );
  for (let no = 0; no < ROUNDS; no += 1)
    for (const scenario of round) {
      const before = processMs(stage.pid);
      const began = performance.now();
      const measured = await measure(stage, scenario);
      const busy = (processMs(stage.pid) - before) / (performance.now() - began);
      const rounds = results.get(scenario.name) ?? [];
      results.set(scenario.name, rounds);
      rounds.push({ ...measured, memory: memoryOf(stage.pid, "VmRSS"), busy });
    }
  return results;
}

const QUIET = "quiet";

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Writes the quantile in milliseconds, and its ratio to that in quiet. */
function comparedTo(values: readonly number[], quiet: readonly number[], q: number): string[] {
  const [one, other] = [quantile(Float64Array.from(values), q), quantile(Float64Array.from(quiet), q)];
  return [one.toFixed(1), (one / other).toFixed(1)];
}

function print(results: Results): void {
  const ofQuiet = results.get(QUIET) ?? [];
  const quiet = { orders: ordersOf(ofQuiet), cancels: cancelsOf(ofQuiet) };
  const rows = [...results].map(([name, rounds]) => {
    const [orders, cancels] = [ordersOf(rounds), cancelsOf(rounds)];
    return [
      name,
      ...comparedTo(orders, quiet.orders, 0.5),
      ...comparedTo(orders, quiet.orders, 0.99),
      ...comparedTo(cancels, quiet.cancels, 0.5),
      ...comparedTo(cancels, quiet.cancels, 0.99),
      sum(rounds.map(({ failed }) => failed)),
      ...readingOf(rounds.flatMap(({ reports }) => reports)),
      median(rounds.map(({ memory }) => memory)).toFixed(0),
      median(rounds.map(({ busy }) => busy)).toFixed(2),
    ];
  });
  const latencies = ["order p50 ms", "x (2)", "p99", "x (3)", "cancel p50", "x (2)", "p99", "x (3)"];
  const reading = ["answers/s", "MB/s", "refused"];
  printTable(["beside", ...latencies, "failed", ...reading, "RSS MB", "busy"], rows);
}

const ordersOf = (rounds: readonly Round[]): number[] => rounds.flatMap(({ orders }) => orders);
const cancelsOf = (rounds: readonly Round[]): number[] => rounds.flatMap(({ cancels }) => cancels);

/** Writes complete answers and megabytes a second of all readers, and the number of refusals. */
function readingOf(reports: readonly ReadersReport[]): (string | number)[] {
  const seconds = sum(reports.map((report) => report.seconds));
  const perSecond = (count: number): string => (seconds === 0 ? "-" : (count / seconds).toFixed(1));
  return [
    perSecond(sum(reports.map(({ answers }) => answers))),
    perSecond(sum(reports.map(({ bytes }) => bytes)) / 1e6),
    sum(reports.flatMap(({ refused }) => Object.values(refused))),
  ];
}

export async function bench(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), "presage-bench-"));
  const stored = await storeExchange(directory, SIZE, storePrices);
  const tokens = await fillBooks(directory);
  const exchange = await startProcess(directory, { settings: SETTINGS });
  const clients = fork(join(import.meta.dirname, "support", "reading-clients.ts"));
  try {
    const { addresses, pid } = exchange;
    const traders = await createTraders(addresses.trading, WALLETS);
    const stage = { port: portOf(addresses.trading), pid, traders, tokens, clients, resting: [] };
    const reads = largeReads(exchange, { stored, tokens });
    const scenarios = [
      ...reads.map((read) => ({ name: read.name, readers: sameReaders(read, READERS) })),
      { name: "a mix of 30", readers: mixedReaders(reads, MIX.readers, MIX.addresses) },
    ];
    await placeFirst(stage);
    // Trades once unmeasured, since the first requests are slower.
    await trade(stage);
    console.log(`resident at the beginning: ${memoryOf(pid, "VmRSS").toFixed(0)} MB`);
    print(await runRounds(stage, scenarios));
    console.log(`the most that was ever resident: ${memoryOf(pid, "VmHWM").toFixed(0)} MB`);
  } finally {
    clients.kill();
    await exchange.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}
