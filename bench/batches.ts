/**
 * Orders in batches of fifteen: POST /orders beside POST /order, which is the floor, in orders per second. Both run in
 * turn against the real process with its PostgreSQL and fsync on, over the same number of connections. Every second
 * order crosses. A second size has a hundred times fewer wallets.
 */
import { median } from "./support/measure.ts";
import { quantile, runLoad } from "./support/order-client.ts";
import { orderBody, orderRequest, signedRequest } from "./support/order-requests.ts";
import type { Trader } from "./support/order-requests.ts";
import { createTraders, listTokens, orderBodies, startExchange } from "./support/own-exchange.ts";
import { sized } from "./support/sized.ts";
import { printTable, ratioText } from "./support/table.ts";

const BATCH = 15;
const ORDERS = sized(20_000, 4 * BATCH);
const ROUNDS = sized(3);
const CONNECTIONS = 64;
const SIZES = [
  { wallets: sized(1_000, 8), markets: 40 },
  { wallets: sized(10, 2), markets: 4 },
];

type Stage = {
  readonly port: number;
  readonly traders: readonly Trader[];
  readonly tokens: readonly [string, string][];
};

const drawSingles = ({ traders, tokens }: Stage): Buffer[] =>
  orderBodies(traders, tokens, ORDERS).map(({ trader, body }) => orderRequest(trader, body));

/**
 * Draws batches of one wallet each. The orders of one rest on the first outcome, those of the next cross them on the
 * other.
 */
function drawBatches({ traders, tokens }: Stage): Buffer[] {
  const bodies = Array.from({ length: Math.ceil(ORDERS / BATCH) }, (_, batch) => {
    const trader = traders[(batch * 7) % traders.length]!;
    const pair = batch >> 1;
    const orders = Array.from({ length: BATCH }, (_one, place) => {
      const [first, second] = tokens[(pair + place) % tokens.length]!;
      const cents = 40 + place;
      const terms = batch % 2 === 0 ? { tokenId: first, cents } : { tokenId: second, cents: 100 - cents };
      return orderBody(trader, { ...terms, side: "BUY", shares: 1 + (pair % 5) });
    });
    return { trader, body: `[${orders.join()}]` };
  });
  return bodies.map(({ trader, body }) => signedRequest(trader, "POST /orders", body));
}

type Rate = { readonly perSecond: number; readonly latencies: Float64Array };

/** Sends the requests; a refused order, also within a batch, ends the bench. */
async function send(port: number, requests: readonly Buffer[], orders: number): Promise<Rate> {
  const fault = '"success":false';
  const result = await runLoad({ port, requests, connections: CONNECTIONS, fault });
  if (result.statuses.get(200) !== requests.length) throw new Error([...result.samples.values()].join());
  return { perSecond: (requests.length * orders) / result.seconds, latencies: result.latencies };
}

const textOf = ({ perSecond, latencies }: Rate): string =>
  `${perSecond.toFixed(0)}/s, ${[0.5, 0.99].map((q) => quantile(latencies, q).toFixed(0)).join(" / ")} ms`;

async function measure({ wallets, markets }: (typeof SIZES)[number]): Promise<void> {
  const { url, port, stop } = await startExchange();
  const tokens = await listTokens(url, markets);
  const stage: Stage = { port, traders: await createTraders(url, wallets), tokens };
  await send(port, drawSingles(stage), 1);
  const rounds: { readonly single: Rate; readonly batched: Rate }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const single = await send(port, drawSingles(stage), 1);
    const batched = await send(port, drawBatches(stage), BATCH);
    rounds.push({ single, batched });
  }
  console.log(`## ${wallets} wallets, ${tokens.length} markets, ${ORDERS} orders a round`);
  const ratios = rounds.map(({ single, batched }) => batched.perSecond / single.perSecond);
  printTable(
    ["round", "single: orders, p50 / p99", `by ${BATCH}: orders, p50 / p99`, "ratio (1.5)"],
    rounds.map(({ single, batched }, round) => [
      round + 1,
      textOf(single),
      textOf(batched),
      ratioText(ratios[round]!),
    ]),
  );
  console.log(`  median ratio: ${ratioText(median(ratios))}`);
  await stop();
}

export async function bench(): Promise<void> {
  for (const size of SIZES) await measure(size);
}
