/**
 * Durable signed orders over HTTP: pre-signed orders of 1,000 wallets, half of them crossing, against the real process
 * with its PostgreSQL and fsync on; the floor is a bare server that parses, checks the HMAC and recovers the signer,
 * under the same requests. Everything runs on one machine. A second size has a hundred times fewer wallets and markets.
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

const CONNECTIONS = 64;
const ORDERS = Number(process.env["BENCH_ORDERS"] ?? 30_000);
const ROUNDS = 3;

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

function describe(name: string, { seconds, latencies, statuses, samples }: LoadResult): number {
  const rate = latencies.length / seconds;
  const ms = (q: number): string => quantile(latencies, q).toFixed(1);
  const answers = [...statuses].map(([status, count]) => `${status}: ${count}`).join(", ");
  console.log(
    `${name.padEnd(28)} ${rate.toFixed(0).padStart(6)}/s   p50 ${ms(0.5)} ms   p99 ${ms(0.99)} ms   (${answers})`,
  );
  for (const [status, body] of samples) console.log(`  ${status}: ${body}`);
  return rate;
}

async function measure(walletCount: number, marketCount: number): Promise<void> {
  const exchange = await startExchange();
  const tokens = await listTokens(exchange.url, marketCount);
  const traders = await createTraders(exchange.url, walletCount);
  console.log(
    `## ${walletCount} wallets, ${tokens.length} markets, ${ORDERS} orders a round, ${CONNECTIONS} connections`,
  );
  const floor = await startFloor(traders);
  const port = Number(new URL(exchange.url).port);
  const ratios: number[] = [];
  let best = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const orders = orderBodies(traders, tokens, ORDERS);
    const bare = describe(
      "floor",
      await runLoad({ port: floor.port, requests: requestsOf(orders), connections: CONNECTIONS }),
    );
    const ours = describe(
      "durable signed orders",
      await runLoad({ port, requests: requestsOf(orders), connections: CONNECTIONS }),
    );
    ratios.push(ours / bare);
    best = Math.max(best, ours);
  }
  const half = orderBodies(traders, tokens, ORDERS);
  describe(
    `at half of the maximum`,
    await runLoad({ port, requests: requestsOf(half), connections: CONNECTIONS, rate: best / 2 }),
  );
  console.log(
    `ratio to the floor, median of ${ROUNDS} rounds: ${median(ratios).toFixed(2)} (to reach: 0.50)\n`,
  );
  floor.child.kill();
  await exchange.stop();
}

export async function bench(): Promise<void> {
  await measure(1_000, 40);
  await measure(10, 4);
}
