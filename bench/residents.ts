/**
 * Cost of resident traders to everybody else: orders at the maximum and at half of it, with the residents at `normal` and
 * without. One exchange runs both, its pace set by the operator API. Rounds alternate, in the order off, normal, normal,
 * off, and their rates are pooled. Of the 99th percentile the median round counts: a pause of the machine in one round of
 * eight, in which every order waits, would be the whole hundredth of the pool. Before each round, orders that are not counted
 * warm up; a change of the pace ends when the books are full.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ADMIN_TOKEN } from "../src/store/server/data-directory.ts";
import type { SimulationPace } from "../src/store/sandbox/simulation-settings.ts";
import { quantile, runLoad } from "./support/order-client.ts";
import { orderRequest } from "./support/order-requests.ts";
import { createTraders, listTokens, orderBodies, startExchange } from "./support/own-exchange.ts";
import type { Exchange } from "./support/own-exchange.ts";
import { alternate, pool } from "./support/rounds.ts";
import type { RoundResult } from "./support/rounds.ts";
import { sized } from "./support/sized.ts";
import { printTable } from "./support/table.ts";

const CONNECTIONS = 64;
const ORDERS = sized(12_000, 100);
const ROUNDS = sized(8, 2);
const WALLETS = sized(1_000, 8);
const MARKETS = 40;

async function setPace({ admin, directory }: Exchange, pace: SimulationPace): Promise<void> {
  const token = readFileSync(join(directory, ADMIN_TOKEN), "utf8").trim();
  const answer = await fetch(`${admin}/sandbox/residents`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ pace }),
  });
  if (answer.status !== 200) throw new Error(await answer.text());
}

type Load = (count: number, rate?: number) => Promise<RoundResult>;

/** Measures one pace beside the other; `rate` is the orders offered a second, as many as fit without it. */
async function compare(exchange: Exchange, load: Load, rate?: number) {
  const measure = (pace: SimulationPace) => async () => {
    await setPace(exchange, pace);
    await load(ORDERS);
    return load(ORDERS, rate);
  };
  const rounds = await alternate(ROUNDS, () => ({ floor: measure("off"), ours: measure("normal") }));
  return { off: rounds.map(({ floor }) => floor), normal: rounds.map(({ ours }) => ours) };
}

/** The latency of a round at `q`, in ms, of the median round; of the worst round with `among` 1. */
const latencyOf = (rounds: readonly RoundResult[], q: number, among = 0.5): number =>
  quantile(
    Float64Array.from(rounds, ({ latencies }) => quantile(Float64Array.from(latencies), q)),
    among,
  );

const rowOf = (name: string, rounds: readonly RoundResult[]): string[] => [
  name,
  pool(rounds).toFixed(0),
  latencyOf(rounds, 0.5).toFixed(1),
  latencyOf(rounds, 0.99).toFixed(1),
  latencyOf(rounds, 0.99, 1).toFixed(1),
];

function print(title: string, { off, normal }: Awaited<ReturnType<typeof compare>>): void {
  printTable(
    [title, "orders/s", "p50 ms", "p99 ms", "worst round's p99"],
    [rowOf("off", off), rowOf("normal", normal)],
  );
  const rate = pool(normal) / pool(off);
  const p99 = latencyOf(normal, 0.99) / latencyOf(off, 0.99);
  console.log(
    `normal to off, ${off.length} rounds: orders/s ${rate.toFixed(2)}, p99 of the median round ${p99.toFixed(2)} (to reach: at most 1.10)`,
  );
}

export async function bench(): Promise<void> {
  const exchange = await startExchange();
  const tokens = await listTokens(exchange.url, MARKETS);
  const traders = await createTraders(exchange.url, WALLETS);
  const load: Load = async (count, rate) => {
    const requests = orderBodies(traders, tokens, count).map(({ trader, body }) =>
      orderRequest(trader, body),
    );
    const result = await runLoad({ port: exchange.port, requests, connections: CONNECTIONS, rate });
    for (const [status, body] of result.samples) console.log(`${status}: ${body}`);
    return result;
  };
  const maximum = await compare(exchange, load);
  print("at the maximum", maximum);
  print("at half of it", await compare(exchange, load, pool(maximum.off) / 2));
  await exchange.stop();
}
