/**
 * Cost of an order in a cluster whose engine and gateways are processes that follow over NATS: processor time of the
 * engine's thread, of the gateways, of NATS and of PostgreSQL with its standbys, with one to three gateways.
 */
import { lineOf, startSmallCluster } from "../tests/cluster/small-cluster.ts";
import type { SmallCluster } from "../tests/cluster/small-cluster.ts";
import { noNatsServer } from "../tests/support/nats-server.ts";
import { until } from "../tests/support/until.ts";
import { runLoad } from "./support/order-client.ts";
import { createWallet, orderRequest, register } from "./support/order-requests.ts";
import type { Trader } from "./support/order-requests.ts";
import { orderBodies } from "./support/own-exchange.ts";
import { listChildren } from "./support/processor-meter.ts";
import { mainThreadMs, processMs, readStat } from "./support/processor-time.ts";
import { sized } from "./support/sized.ts";
import { printTable } from "./support/table.ts";

const CONNECTIONS = 64;
const ORDERS = sized(6_000, 60);
const ROUNDS = sized(5, 1);
const WALLETS = sized(100, 4);
const MARKETS = sized(20, 2);
const MOST_GATEWAYS = sized(3, 1);
const FUNDS = 1_000_000;

type Use = { readonly seconds: number; readonly ms: readonly number[] };

/** Columns of the table with the milliseconds of processor time that each has used so far. */
async function openMeter(cluster: SmallCluster) {
  const engine = (await cluster.findLeader()).process.pid ?? 0;
  const postmasters = [];
  for (const server of cluster.database.servers) {
    const [writer] = await server.query<{ pid: number }>(
      "select pid from pg_stat_activity where backend_type = 'checkpointer'",
    );
    postmasters.push(readStat(`/proc/${writer?.pid}/stat`)?.parent ?? 0);
  }
  const [primary = 0, ...standbys] = postmasters;
  const sum = (pids: readonly number[]): number => pids.reduce((total, pid) => total + processMs(pid), 0);
  const ofServer = (pid: number): number => sum([pid, ...listChildren(pid)]);
  const columns: readonly (readonly [title: string, usedMs: () => number])[] = [
    ["engine's thread", () => mainThreadMs(engine)],
    ["engine's others", () => processMs(engine) - mainThreadMs(engine)],
    ["gateways", () => sum(cluster.gateways.map(({ process: { pid = 0 } }) => pid))],
    ["NATS", () => processMs(cluster.nats.pid())],
    ["PostgreSQL", () => ofServer(primary)],
    ["standbys", () => standbys.reduce((total, pid) => total + ofServer(pid), 0)],
  ];
  return {
    titles: columns.map(([title]) => title),
    async measure(work: () => Promise<unknown>): Promise<Use> {
      const before = columns.map(([, usedMs]) => usedMs());
      const startedAt = performance.now();
      await work();
      const seconds = (performance.now() - startedAt) / 1_000;
      return { seconds, ms: columns.map(([, usedMs], index) => usedMs() - (before[index] ?? 0)) };
    },
  };
}

type Scene = { readonly traders: readonly Trader[]; readonly tokens: readonly [string, string][] };

/** Makes markets, and wallets with funds and keys. */
async function makeScene({ entrances }: SmallCluster): Promise<Scene> {
  const [admin = ""] = entrances.operators;
  const [trading = ""] = entrances.trading;
  const operate = async <Answer>(path: string, body: object): Promise<Answer> => {
    const answer = await fetch(admin + path, {
      method: "POST",
      headers: { authorization: `Bearer ${entrances.adminToken}`, "content-type": "application/json" },
      body: JSON.stringify({ ...body, reason: "a bench" }),
    });
    if (answer.status !== 200) throw new Error(await answer.text());
    return (await answer.json()) as Answer;
  };
  await operate("/events", { title: "A bench", slug: "bench" });
  const tokens: [string, string][] = [];
  for (let index = 0; index < MARKETS; index += 1) {
    const listed = {
      event: "bench",
      question: `Market ${index}?`,
      slug: `bench-market-${index}`,
      open: true,
    };
    const market = await operate<{ tokenIds: [string, string] }>("/markets", listed);
    tokens.push(market.tokenIds);
  }
  const wallets = Array.from({ length: WALLETS }, createWallet);
  const csv = wallets.map(({ address }) => `${address},${FUNDS}`).join("\n");
  await operate("/accounts/fundings", { csv });
  const traders: Trader[] = [];
  for (const wallet of wallets) traders.push(await register(trading, wallet));
  return { traders, tokens };
}

/** Sends orders to all gateways evenly. */
async function placeOrders({ traders, tokens }: Scene, urls: readonly string[]): Promise<void> {
  const requests = orderBodies(traders, tokens, ORDERS).map(({ trader, body }) => orderRequest(trader, body));
  const results = await Promise.all(
    urls.map((url, place) =>
      runLoad({
        port: Number(new URL(url).port),
        requests: requests.filter((_, index) => index % urls.length === place),
        connections: Math.ceil(CONNECTIONS / urls.length),
      }),
    ),
  );
  for (const { statuses, samples } of results)
    if ([...statuses.keys()].some((status) => status !== 200))
      throw new Error(String([...samples.values()][0]));
}

export async function bench(): Promise<void> {
  const lacking = noNatsServer();
  if (lacking !== undefined) return console.log(lacking);
  const cluster = await startSmallCluster(1);
  try {
    const scene = await makeScene(cluster);
    const urls = [...cluster.entrances.trading];
    const rows: string[][] = [];
    let titles: readonly string[] = [];
    for (let gateways = 1; gateways <= MOST_GATEWAYS; gateways += 1) {
      if (gateways > 1) urls.push(await addGateway(cluster));
      const meter = await openMeter(cluster);
      ({ titles } = meter);
      // The first round warms up.
      await placeOrders(scene, urls);
      const uses: Use[] = [];
      for (let round = 0; round < ROUNDS; round += 1)
        uses.push(await meter.measure(() => placeOrders(scene, urls)));
      const seconds = uses.reduce((sum, use) => sum + use.seconds, 0);
      const micros = titles.map((_, column) => {
        const ms = uses.reduce((sum, use) => sum + (use.ms[column] ?? 0), 0);
        return ((ms * 1_000) / (ROUNDS * ORDERS)).toFixed(0);
      });
      rows.push([String(gateways), ((ROUNDS * ORDERS) / seconds).toFixed(0), ...micros]);
    }
    console.log(
      `${ROUNDS} rounds of ${ORDERS} orders each, on ${CONNECTIONS} connections; µs of processor time an order`,
    );
    printTable(["gateways", "orders/s", ...titles], rows);
  } finally {
    await cluster.close();
  }
}

async function addGateway(cluster: SmallCluster): Promise<string> {
  const gateway = cluster.startGateway({ trading: 0, admin: 0 });
  await until("a gateway more serves", () => lineOf(gateway) !== undefined);
  const addresses = JSON.parse(gateway.output.stdout.trim());
  return addresses.spec.trading;
}
