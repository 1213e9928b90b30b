/**
 * More orders than the exchange can do. They arrive by the clock, whether answers come or not, at once, twice and four
 * times the maximum measured right before. They use many keep-alive connections of this process; 50 cancels of resting
 * orders a second are sent besides. Latencies count from the time when a request was due. The floor of accepted orders
 * is the maximum. A second size has a hundred times fewer wallets, and fewer connections.
 */
import { latenciesOf, quantile, runLoad } from "./support/order-client.ts";
import type { LoadResult } from "./support/order-client.ts";
import { orderRequest, signedRequest, signOrder } from "./support/order-requests.ts";
import type { Trader } from "./support/order-requests.ts";
import { createTraders, listTokens, orderBodies, startExchange } from "./support/own-exchange.ts";
import type { Exchange } from "./support/own-exchange.ts";
import { mainThreadMs } from "./support/processor-time.ts";
import { sized } from "./support/sized.ts";
import { printTable } from "./support/table.ts";

const ORDERS = sized(20_000, 100);
const ROUNDS = sized(3);
const SECONDS = sized(6_000, 200) / 1_000;
const TIMES = [1, 2, 4];
const CANCELS_PER_SECOND = 50;
const CANCEL_CONNECTIONS = sized(150, 10);
const CLOSED_LOOP = 64;

type Size = { readonly wallets: number; readonly markets: number; readonly connections: number };

const SIZES: readonly Size[] = [
  { wallets: sized(1_000, 8), markets: 40, connections: sized(3_000, 100) },
  { wallets: sized(10, 2), markets: 4, connections: sized(250, 50) },
];

type Stage = Exchange & {
  readonly traders: readonly Trader[];
  readonly tokens: readonly [string, string][];
};

const drawOrders = ({ traders, tokens }: Stage, count: number): Buffer[] =>
  orderBodies(traders, tokens, count).map(({ trader, body }) => orderRequest(trader, body));

/** Places resting bids of a cent; returns a function that makes the requests to cancel them. */
async function restOrders({ traders, tokens, port }: Stage, count: number): Promise<() => Buffer[]> {
  const resting = Array.from({ length: count }, (_, index) => {
    const trader = traders[index % traders.length]!;
    const [tokenId] = tokens[index % tokens.length]!;
    return { trader, ...signOrder(trader, { tokenId, side: "BUY", cents: 1, shares: 5 }) };
  });
  const requests = resting.map(({ trader, body }) => orderRequest(trader, body));
  const { statuses, samples } = await runLoad({ port, requests, connections: 8 });
  if (statuses.get(200) !== count) throw new Error([...samples.values()].join());
  return () =>
    resting.map(({ trader, id }) => signedRequest(trader, "DELETE /order", JSON.stringify({ orderID: id })));
}

/** Measures orders per second when each connection waits for its answer. */
async function measureMaximum(stage: Stage): Promise<number> {
  const rates: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const requests = drawOrders(stage, ORDERS);
    const { seconds, statuses } = await runLoad({ port: stage.port, requests, connections: CLOSED_LOOP });
    rates.push((statuses.get(200) ?? 0) / seconds);
  }
  return Math.max(...rates);
}

type Flood = {
  readonly orders: LoadResult;
  readonly cancels: LoadResult;
  /** Fractions of the time that the exchange's main thread and this process were busy. */
  readonly busy: readonly [number, number];
};

async function flood(stage: Stage, rate: number, connections: number): Promise<Flood> {
  const { port, pid } = stage;
  const cancelsOf = await restOrders(stage, Math.ceil(SECONDS * CANCELS_PER_SECOND));
  const requests = drawOrders(stage, Math.ceil(SECONDS * rate));
  const cancelRequests = cancelsOf();
  const usedBefore = mainThreadMs(pid);
  const loopBefore = performance.eventLoopUtilization();
  const [orders, cancels] = await Promise.all([
    runLoad({ port, requests, connections, rate }),
    runLoad({
      port,
      requests: cancelRequests,
      // Opens so many that no request waits for the one before it.
      connections: CANCEL_CONNECTIONS,
      rate: CANCELS_PER_SECOND,
      fault: '"canceled":[]',
    }),
  ]);
  const { utilization } = performance.eventLoopUtilization(loopBefore);
  const used = (mainThreadMs(pid) - usedBefore) / 1000 / Math.max(orders.seconds, cancels.seconds);
  return { orders, cancels, busy: [used, utilization] };
}

const quantiles = (values: Float64Array): string =>
  values.length === 0
    ? "none"
    : [0.5, 0.99]
        .map((q) => quantile(values, q))
        .map((ms) => ms.toFixed(1))
        .join(" / ");

function rowOf(times: number, maximum: number, { orders, cancels, busy }: Flood): (string | number)[] {
  const accepted = latenciesOf(orders, 200);
  const refused = latenciesOf(orders, 503);
  const goodput = accepted.length / orders.seconds;
  const others = orders.latencies.length - accepted.length - refused.length;
  return [
    `${times} x`,
    goodput.toFixed(0),
    (goodput / maximum).toFixed(2),
    quantiles(accepted),
    refused.length,
    quantiles(refused),
    others,
    `${cancels.statuses.get(200) ?? 0} of ${cancels.latencies.length}`,
    quantiles(cancels.latencies),
    busy.map((share) => share.toFixed(2)).join(" / "),
  ];
}

async function measure({ wallets, markets, connections }: Size): Promise<void> {
  const exchange = await startExchange();
  const traders = await createTraders(exchange.url, wallets);
  const stage: Stage = { ...exchange, traders, tokens: await listTokens(exchange.url, markets) };
  const maximum = await measureMaximum(stage);
  console.log(
    `## ${wallets} wallets, ${stage.tokens.length} markets, ${connections} connections; maximum ${maximum.toFixed(0)}/s`,
  );
  const rows: (string | number)[][] = [];
  for (const times of TIMES)
    rows.push(rowOf(times, maximum, await flood(stage, times * maximum, connections)));
  const headings = [
    "offered",
    "accepted/s",
    "ratio (0.9)",
    "p50 / p99 ms",
    "refused",
    "p50 / p99 ms (10)",
    "other",
    "cancels",
    "p50 / p99 ms",
    "busy: main / here",
  ];
  printTable(headings, rows);
  await exchange.stop();
}

export async function bench(): Promise<void> {
  for (const size of SIZES) await measure(size);
}
