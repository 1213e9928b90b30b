/**
 * Durable signed orders over HTTP, against the real process with its PostgreSQL and fsync on: pre-signed orders of
 * 1,000 wallets, half of them crossing. The floor is a bare server that parses, checks the HMAC and recovers the
 * signer, under the same requests. All run on one machine. A second size has a hundred times fewer wallets and markets.
 */
import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { join } from "node:path";
import { median } from "./support/measure.ts";
import { quantile, runLoad } from "./support/order-client.ts";
import type { LoadResult } from "./support/order-client.ts";
import { orderRequest } from "./support/order-requests.ts";
import type { Trader } from "./support/order-requests.ts";
import { createTraders, listTokens, orderBodies, startExchange } from "./support/own-exchange.ts";
import { sized } from "./support/sized.ts";
import { printTable } from "./support/table.ts";

const CONNECTIONS = 64;
const ORDERS = sized(30_000, 100);
const ROUNDS = sized(3);
const SIZES = [
  { wallets: sized(1_000, 8), markets: 40 },
  { wallets: sized(10, 2), markets: 4 },
];

type Signed = ReturnType<typeof orderBodies>;
const requestsOf = (orders: Signed): Buffer[] => orders.map(({ trader, body }) => orderRequest(trader, body));

async function startFloor(traders: readonly Trader[]): Promise<{ port: number; child: ChildProcess }> {
  const child = fork(join(import.meta.dirname, "support", "floor-server.ts"));
  const port = await new Promise<number>((resolve) =>
    child.once("message", (message) => resolve(Number(message))),
  );
  child.send(traders.map(({ apiKey, secret }) => [apiKey, secret.toString("base64")]));
  return { port, child };
}

const rateOf = ({ seconds, latencies }: LoadResult): number => latencies.length / seconds;

function rowOf(name: string, result: LoadResult): string[] {
  const [p50, p99] = [0.5, 0.99].map((q) => quantile(result.latencies, q).toFixed(1));
  const answers = [...result.statuses].map(([status, count]) => `${status}: ${count}`).join(", ");
  for (const [status, body] of result.samples) console.log(`${name}, ${status}: ${body}`);
  return [name, rateOf(result).toFixed(0), p50, p99, answers];
}

async function measure({ wallets, markets }: (typeof SIZES)[number]): Promise<void> {
  const exchange = await startExchange();
  const tokens = await listTokens(exchange.url, markets);
  const traders = await createTraders(exchange.url, wallets);
  console.log(
    `## ${wallets} wallets, ${tokens.length} markets, ${ORDERS} orders a round, ${CONNECTIONS} connections`,
  );
  const floor = await startFloor(traders);
  const port = Number(new URL(exchange.url).port);
  const load = (to: number, orders: Signed, rate?: number): Promise<LoadResult> =>
    runLoad({ port: to, requests: requestsOf(orders), connections: CONNECTIONS, rate });
  const rounds: { readonly bare: LoadResult; readonly ours: LoadResult }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const orders = orderBodies(traders, tokens, ORDERS);
    rounds.push({ bare: await load(floor.port, orders), ours: await load(port, orders) });
  }
  const best = Math.max(...rounds.map(({ ours }) => rateOf(ours)));
  const half = await load(port, orderBodies(traders, tokens, ORDERS), best / 2);
  printTable(
    ["", "orders/s", "p50 ms", "p99 ms", "answers"],
    [
      ...rounds.flatMap(({ bare, ours }) => [rowOf("floor", bare), rowOf("durable signed orders", ours)]),
      rowOf("at half of the maximum", half),
    ],
  );
  const ratio = median(rounds.map(({ bare, ours }) => rateOf(ours) / rateOf(bare)));
  console.log(`ratio to the floor, median of ${ROUNDS} rounds: ${ratio.toFixed(2)} (to reach: 0.50)\n`);
  floor.child.kill();
  await exchange.stop();
}

export async function bench(): Promise<void> {
  for (const size of SIZES) await measure(size);
}
