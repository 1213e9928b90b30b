/**
 * The size of V8's young generation: durable signed orders with several sizes of `--max-semi-space-size` beside node's
 * own, which is the floor. Each has an exchange and a database of its own, all in turn in every round. It measures
 * orders per second at the maximum, and the latencies at half of the maximum of node's own size.
 */
import { median } from "./support/measure.ts";
import { quantile, runLoad } from "./support/order-client.ts";
import type { LoadResult } from "./support/order-client.ts";
import { orderRequest } from "./support/order-requests.ts";
import type { Trader } from "./support/order-requests.ts";
import { createTraders, listTokens, orderBodies, startExchange } from "./support/own-exchange.ts";
import type { Exchange } from "./support/own-exchange.ts";
import { sized } from "./support/sized.ts";
import { printTable, ratioText } from "./support/table.ts";

const ORDERS = sized(10_000, 100);
const ROUNDS = sized(3);
const WALLETS = sized(100, 4);
const MARKETS = 40;
const CONNECTIONS = 64;
/** Sizes in megabytes; `undefined` is node's own. */
const SIZES = [undefined, 2, 4, 8];

type Stage = Exchange & {
  readonly name: string;
  readonly traders: readonly Trader[];
  readonly tokens: readonly [string, string][];
  readonly rates: number[];
  readonly slowest: number[];
};

async function open(size: number | undefined): Promise<Stage> {
  const exchange = await startExchange({
    node: size === undefined ? [] : [`--max-semi-space-size=${size}`],
  });
  const name = size === undefined ? "node's own" : `${size} MB`;
  const traders = await createTraders(exchange.url, WALLETS);
  const tokens = await listTokens(exchange.url, MARKETS);
  return { ...exchange, name, traders, tokens, rates: [], slowest: [] };
}

async function send({ traders, tokens, port }: Stage, rate?: number): Promise<LoadResult> {
  const requests = orderBodies(traders, tokens, ORDERS).map(({ trader, body }) => orderRequest(trader, body));
  const result = await runLoad({ port, requests, connections: CONNECTIONS, rate });
  if (result.statuses.get(200) !== ORDERS) throw new Error([...result.samples.values()].join());
  return result;
}

export async function bench(): Promise<void> {
  const stages: Stage[] = [];
  for (const size of SIZES) stages.push(await open(size));
  for (const stage of stages) await send(stage);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const stage of stages) stage.rates.push(ORDERS / (await send(stage)).seconds);
  const half = median(stages[0]!.rates) / 2;
  for (let round = 0; round < ROUNDS; round += 1)
    for (const stage of stages) stage.slowest.push(quantile((await send(stage, half)).latencies, 0.99));
  const floor = median(stages[0]!.rates);
  printTable(
    [
      "young generation",
      "orders/s",
      "ratio",
      "of the rounds",
      `p99 ms at ${half.toFixed(0)}/s`,
      "of the rounds",
    ],
    stages.map(({ name, rates, slowest }) => [
      name,
      median(rates).toFixed(0),
      ratioText(median(rates) / floor),
      rates.map((rate) => rate.toFixed(0)).join(", "),
      median(slowest).toFixed(1),
      slowest.map((ms) => ms.toFixed(1)).join(", "),
    ]),
  );
  for (const { stop } of stages) await stop();
}
