/**
 * Cost of an order with gateways: processor time of the engine's thread, of the gateways and of PostgreSQL for an order,
 * without gateways and with one to three. The exchanges get rounds of the same load in turn.
 */
import { runLoad } from "./support/order-client.ts";
import { orderRequest } from "./support/order-requests.ts";
import type { Trader } from "./support/order-requests.ts";
import { createTraders, listTokens, orderBodies, startExchange } from "./support/own-exchange.ts";
import type { Exchange } from "./support/own-exchange.ts";
import {
  MAIN_THREAD,
  POSTGRESQL,
  addUses,
  microsAnOrder,
  openProcessorMeter,
} from "./support/processor-meter.ts";
import type { ProcessorMeter, ProcessorUse } from "./support/processor-meter.ts";
import { sized } from "./support/sized.ts";
import { printTable } from "./support/table.ts";

const CONNECTIONS = 64;
const ORDERS = sized(6_000, 60);
const ROUNDS = sized(5, 1);
const WALLETS = sized(100, 4);
const MARKETS = 20;
const MOST_GATEWAYS = sized(3, 1);

type Stage = {
  readonly gateways: number;
  readonly exchange: Exchange;
  readonly meter: ProcessorMeter;
  readonly traders: readonly Trader[];
  readonly tokens: readonly [string, string][];
  readonly uses: ProcessorUse[];
};

async function openStage(gateways: number): Promise<Stage> {
  const exchange = await startExchange({ settings: [`--gateways=${gateways}`] });
  const traders = await createTraders(exchange.url, WALLETS);
  const tokens = await listTokens(exchange.url, MARKETS);
  const meter = await openProcessorMeter(exchange.pid, exchange.directory);
  return { gateways, exchange, meter, traders, tokens, uses: [] };
}

async function measureRound({ exchange, meter, traders, tokens, uses }: Stage): Promise<void> {
  const requests = orderBodies(traders, tokens, ORDERS).map(({ trader, body }) => orderRequest(trader, body));
  const [, use] = await meter.measure(() =>
    runLoad({ port: exchange.port, requests, connections: CONNECTIONS }),
  );
  uses.push(use);
}

/** Columns of the table, each with the parts that it adds up. */
const COLUMNS: readonly (readonly [title: string, isMeant: (part: string) => boolean])[] = [
  ["engine's thread", (part) => part === MAIN_THREAD],
  ["gateways", (part) => part === "gateways"],
  ["verifying threads", (part) => part === "worker threads"],
  ["V8's helpers", (part) => part === "V8's helpers"],
  ["PostgreSQL", (part) => part.startsWith(POSTGRESQL)],
];

export async function bench(): Promise<void> {
  const stages: Stage[] = [];
  for (let gateways = 0; gateways <= MOST_GATEWAYS; gateways += 1) stages.push(await openStage(gateways));
  // The first round warms up.
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const stage of round % 2 === 0 ? stages : stages.toReversed()) await measureRound(stage);
  const rows = stages.map(({ gateways, uses }) => {
    const use = addUses(uses.slice(1));
    const orders = ROUNDS * ORDERS;
    const micros = COLUMNS.map(([, isMeant]) => microsAnOrder(use, orders, isMeant).toFixed(0));
    return [String(gateways), (orders / use.seconds).toFixed(0), ...micros];
  });
  console.log(
    `${ROUNDS} rounds of ${ORDERS} orders each, on ${CONNECTIONS} connections; µs of processor time an order`,
  );
  printTable(["gateways", "orders/s", ...COLUMNS.map(([title]) => title)], rows);
  for (const { meter, exchange } of stages) {
    await meter.close();
    await exchange.stop();
  }
}
