/**
 * Cost of traces to orders: processor time of the exchange's own threads for an order, with traces off, at one request in a
 * hundred, and at all of them. Three exchanges get rounds of the same load in turn, so that the machine is equally fast for each.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { runLoad } from "./support/order-client.ts";
import { orderRequest } from "./support/order-requests.ts";
import type { Trader } from "./support/order-requests.ts";
import { createTraders, listTokens, orderBodies, startExchange } from "./support/own-exchange.ts";
import type { Exchange } from "./support/own-exchange.ts";
import { MAIN_THREAD, microsAnOrder, openProcessorMeter } from "./support/processor-meter.ts";
import type { ProcessorMeter } from "./support/processor-meter.ts";
import { sized } from "./support/sized.ts";
import { printTable } from "./support/table.ts";

const CONNECTIONS = 32;
const ORDERS = sized(6_000, 60);
const ROUNDS = sized(7, 2);
const WALLETS = sized(100, 4);
const MARKETS = 20;

/** Flags of the settings by the name of each kind. */
const kindsAt = (endpoint: string): readonly (readonly [name: string, flags: readonly string[]])[] => {
  const traced = (share: string) => [
    "--traces=on",
    `--otel-exporter-otlp-endpoint=${endpoint}`,
    "--otel-traces-sampler=traceidratio",
    `--otel-traces-sampler-arg=${share}`,
  ];
  return [
    ["off", []],
    ["1 in 100", traced("0.01")],
    ["all", traced("1")],
  ];
};

type Stage = {
  readonly name: string;
  readonly exchange: Exchange;
  readonly meter: ProcessorMeter;
  readonly traders: readonly Trader[];
  readonly tokens: readonly [string, string][];
  /** Microseconds of the main thread, and of all threads, for an order of each round. */
  readonly main: number[];
  readonly all: number[];
};

async function openStage(name: string, settings: readonly string[]): Promise<Stage> {
  const exchange = await startExchange({ settings });
  const traders = await createTraders(exchange.url, WALLETS);
  const tokens = await listTokens(exchange.url, MARKETS);
  const meter = await openProcessorMeter(exchange.pid, exchange.directory);
  return { name, exchange, meter, traders, tokens, main: [], all: [] };
}

async function measureRound({ exchange, meter, traders, tokens, main, all }: Stage): Promise<void> {
  const requests = orderBodies(traders, tokens, ORDERS).map(({ trader, body }) => orderRequest(trader, body));
  const [, use] = await meter.measure(() =>
    runLoad({ port: exchange.port, requests, connections: CONNECTIONS }),
  );
  const isThread = (part: string): boolean => !part.startsWith("PostgreSQL") && part !== "load generator";
  main.push(microsAnOrder(use, ORDERS, (part) => part === MAIN_THREAD));
  all.push(microsAnOrder(use, ORDERS, isThread));
}

async function closeStage({ meter, exchange }: Stage): Promise<void> {
  await meter.close();
  await exchange.stop();
}

const median = (numbers: readonly number[]): number =>
  [...numbers].sort((one, other) => one - other)[numbers.length >> 1]!;

export async function bench(): Promise<void> {
  const collector = fork(join(import.meta.dirname, "support", "taking-collector.ts"));
  const [port] = await once(collector, "message");
  const endpoint = `http://127.0.0.1:${Number(port)}`;
  const stages = await Promise.all(kindsAt(endpoint).map(([name, flags]) => openStage(name, flags)));
  // The first round warms up.
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const stage of round % 2 === 0 ? stages : stages.toReversed()) await measureRound(stage);
  const rows = stages.map(({ name, main, all }) => {
    const [ofMain, ofAll] = [main.slice(1), all.slice(1)];
    return [name, ...[median(ofMain), Math.min(...ofMain), median(ofAll)].map((micros) => micros.toFixed(0))];
  });
  console.log(`${ROUNDS} rounds of ${ORDERS} orders each`);
  printTable(["traces", "main thread, µs an order", "its best round", "all threads"], rows);
  await Promise.all(stages.map(closeStage));
  collector.kill();
}
