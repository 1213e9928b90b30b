/**
 * Orders and cancels beside strangers that take what they can get without credentials, with the limits by rate of
 * production. The floor is the same load on a quiet exchange; the target is a p99 of at most three times as much.
 */
import { latenciesOf, quantile, runLoad } from "./support/order-client.ts";
import type { LoadResult } from "./support/order-client.ts";
import { orderRequest, signedRequest, signOrder } from "./support/order-requests.ts";
import { createTraders, listTokens, startExchange } from "./support/own-exchange.ts";
import type { Exchange } from "./support/own-exchange.ts";
import type { Trader } from "./support/order-requests.ts";
import { mainThreadMs } from "./support/processor-time.ts";
import { sized } from "./support/sized.ts";
import { startStrangers } from "./support/stranger-clients.ts";
import type { Strangers } from "./support/stranger-clients.ts";
import { printTable } from "./support/table.ts";

const PER_SECOND = 25;
const SECONDS = sized(20_000, 1_000) / 1_000;
const CONNECTIONS = 25;
const FOUR = ["127.0.0.2", "127.0.0.3", "127.0.0.4", "127.0.0.5"];
const of = (count: number): number => sized(count, Math.ceil(count / 20));

const INCOMPLETE = "DELETE /order HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\n{";
const READ = "GET /markets?limit=20 HTTP/1.1\r\nhost: x\r\n\r\n";
const ALONE = ["127.0.0.2"];

const CASES: readonly (readonly [name: string, strangers: Strangers | undefined])[] = [
  ["quiet", undefined],
  [
    "3,600 incomplete requests of one address",
    { connections: of(3_600), addresses: ALONE, text: INCOMPLETE, reads: true },
  ],
  [
    "1,000 incomplete requests of each of 4 addresses",
    { connections: of(1_000), addresses: FOUR, text: INCOMPLETE, reads: true },
  ],
  [
    "40 readers that pipeline and take no answers",
    { connections: of(40), addresses: ALONE, text: READ.repeat(1_000), reads: false },
  ],
  ["4,000 idle connections", { connections: of(1_000), addresses: FOUR, text: "", reads: true }],
];

type Stage = Exchange & { readonly traders: readonly Trader[]; readonly tokens: readonly [string, string][] };

/** Bids of a cent, which rest, and the requests that cancel them. */
function drawPair({ traders, tokens }: Stage) {
  const signed = Array.from({ length: SECONDS * PER_SECOND }, (_, index) => {
    const trader = traders[index % traders.length]!;
    const [tokenId] = tokens[index % tokens.length]!;
    return { trader, ...signOrder(trader, { tokenId, side: "BUY", cents: 1, shares: 5 }) };
  });
  return {
    orders: signed.map(({ trader, body }) => orderRequest(trader, body)),
    cancels: () =>
      signed.map(({ trader, id }) => signedRequest(trader, "DELETE /order", JSON.stringify({ orderID: id }))),
  };
}

const figuresOf = (result: LoadResult): (string | number)[] => {
  const done = latenciesOf(result, 200);
  const times = done.length === 0 ? "none" : [0.5, 0.99].map((q) => quantile(done, q).toFixed(1)).join(" / ");
  return [`${done.length} of ${result.latencies.length}`, times];
};

async function measure(stage: Stage, name: string, strangers: Strangers | undefined) {
  const { port, pid } = stage;
  const [before, during] = [drawPair(stage), drawPair(stage)];
  await runLoad({ port, requests: before.orders, connections: 8, rate: 100 });
  const stop = strangers && (await startStrangers(port, strangers));
  const used = mainThreadMs(pid);
  const load = { port, connections: CONNECTIONS, rate: PER_SECOND };
  const [orders, cancels] = await Promise.all([
    runLoad({ ...load, requests: during.orders }),
    runLoad({ ...load, requests: before.cancels() }),
  ]);
  const busy = (mainThreadMs(pid) - used) / 1000 / orders.seconds;
  const ready = await fetch(new URL("/health/ready", stage.url)).then((answer) => answer.text(), String);
  await stop?.();
  for (const { samples } of [orders, cancels])
    for (const [status, text] of samples) console.log(`${name}: ${status} ${text.slice(0, 300)}`);
  if (strangers !== undefined) console.log(`${name}: ${ready}`);
  return [name, ...figuresOf(orders), ...figuresOf(cancels), busy.toFixed(2)];
}

export async function bench(): Promise<void> {
  const exchange = await startExchange({ settings: ["--rate-limits=on"] });
  const traders = await createTraders(exchange.url, 8);
  const stage: Stage = { ...exchange, traders, tokens: await listTokens(exchange.url, 4) };
  const rows: (string | number)[][] = [];
  for (const [name, strangers] of CASES) rows.push(await measure(stage, name, strangers));
  printTable(["beside", "orders", "p50 / p99 ms", "cancels", "p50 / p99 ms", "busy: main"], rows);
  await exchange.stop();
}
