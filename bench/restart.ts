/**
 * Start of an exchange with a history: 10,000 open orders with 100,000 trades, and a hundred times as many. It measures
 * from the start of the process to its first accepted order, after a stop and after a kill -9, and the memory. The last
 * kill is under as many orders as the exchange can take, and a stop comes after it. The floor only copies the open
 * orders and the positions from PostgreSQL, one after the other.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { openExchange } from "../src/cli/open-exchange.ts";
import { readConfig } from "../src/settings/config.ts";
import { startEmbeddedServer } from "../src/store/server/embedded-server.ts";
import { copyRows } from "../src/store/sql/copied-rows.ts";
import { openSnapshot } from "../src/store/sql/table-stream.ts";
import { caughtUp } from "./support/caught-up.ts";
import { startProcess } from "./support/exchange-process.ts";
import { generateListings } from "./support/generated-catalog.ts";
import { memoryOf } from "./support/memory.ts";
import { runLoad } from "./support/order-client.ts";
import { createWallet, orderBody, orderRequest, register } from "./support/order-requests.ts";
import { createTraders, orderBodies } from "./support/own-exchange.ts";
import { sized } from "./support/sized.ts";
import { storeOpenOrders } from "./support/stored-orders.ts";
import {
  CURRENT_POSITIONS,
  MIN_EVENTS,
  storePositions,
  TRADES_PER_WALLET,
} from "./support/stored-positions.ts";
import { printTable } from "./support/table.ts";
import { vacuumTables } from "./support/vacuum-tables.ts";

const ORDERS_PER_WALLET = 500;
/** Most listings that are underway at a time. */
const GROUP = 200;
/** Milliseconds between two looks at the read tables, which may take long for all listings. */
const LOOK_MS = 50;

/** Answered orders after which the program is killed in the middle of more. */
const KILL_AFTER = sized(20_000, 100);
const LOADED_ORDERS = KILL_AFTER + 1_000;
const LOADING_WALLETS = sized(100, 4);
const LOADED_MARKETS = 40;
const CONNECTIONS = 64;
/** Price step of the markets that are loaded, a cent. */
const TICK = 100;

type Size = { readonly wallets: number; readonly events: number };

const SIZES: readonly Size[] = [
  { wallets: sized(20, 2), events: sized(400, MIN_EVENTS) },
  { wallets: sized(2_000, 4), events: sized(4_000, 400) },
];

type PreparedExchange = Size & {
  readonly directory: string;
  /** Tokens of markets that take orders. */
  readonly tokens: readonly [string, string][];
};

async function prepare(directory: string, size: Size): Promise<PreparedExchange> {
  const { wallets, events } = size;
  const config = readConfig({ PRESAGE_LOG_LEVEL: "error" }, ["--data-dir", directory]);
  const { context, close } = await openExchange(config, (error) => {
    throw error;
  });
  const group: Promise<unknown>[] = [];
  for (const listing of generateListings(events)) {
    group.push(context.engine.submit({ type: "list", listing }));
    if (group.length === GROUP) await Promise.all(group.splice(0));
  }
  await Promise.all(group);
  while (context.tables.standing().behind > 0) await delay(LOOK_MS);
  await storePositions(await caughtUp(context.sql), wallets);
  await storeOpenOrders(await caughtUp(context.sql), { wallets, ordersPerWallet: ORDERS_PER_WALLET });
  await vacuumTables(await caughtUp(context.readSql));
  const tokens = context.engine.exchange.markets
    .filter((market) => market?.status === "active" && !market.negativeRisk && market.tick === TICK)
    .slice(0, LOADED_MARKETS)
    .map(({ tokenIds: [first, second] }): [string, string] => [first, second]);
  await close();
  if (tokens.length === 0) throw new Error("no market takes orders");
  return { ...size, directory, tokens };
}

/** Measures the seconds in which PostgreSQL sends the open orders and the positions. */
async function readFloor({ directory }: PreparedExchange): Promise<number> {
  const server = await startEmbeddedServer({ directory, log: () => {} });
  const snapshot = await openSnapshot(server.url, "presage bench");
  const startedAt = performance.now();
  await copyRows(
    snapshot,
    `select no, id, account, market, outcome, side, kind, post_only, limit_price, lots, filled, expires_at, placed_at,
      api_key
    from orders where status = 'live' order by no`,
    () => {},
  );
  await copyRows(
    snapshot,
    "select account, market, outcome, lots, held, average, bought, realized, changed_at from positions",
    () => {},
  );
  const seconds = (performance.now() - startedAt) / 1000;
  await snapshot.end();
  await server.close();
  return seconds;
}

type Start = {
  readonly readySeconds: number;
  readonly acceptedSeconds: number;
  readonly residentMb: number;
  readonly highestMb: number;
};

/** Starts the program, places an order, and ends the program by the signal. */
async function timeStart(
  { directory, tokens }: PreparedExchange,
  signal: "SIGTERM" | "SIGKILL" = "SIGTERM",
): Promise<Start> {
  const startedAt = performance.now();
  const seconds = (): number => (performance.now() - startedAt) / 1000;
  const { addresses, pid, stop } = await startProcess(directory);
  const readySeconds = seconds();
  await placeOrder(addresses.trading, tokens[0]![0]);
  const acceptedSeconds = seconds();
  const [residentMb, highestMb] = [memoryOf(pid, "VmRSS"), memoryOf(pid, "VmHWM")];
  if (signal === "SIGKILL") process.kill(pid, signal);
  await stop();
  return { readySeconds, acceptedSeconds, residentMb, highestMb };
}

/** Kills the program in the middle of orders. */
async function killUnderLoad({ directory, tokens }: PreparedExchange): Promise<void> {
  const { addresses, pid, stop } = await startProcess(directory);
  const traders = await createTraders(addresses.trading, LOADING_WALLETS);
  const requests = orderBodies(traders, tokens, LOADED_ORDERS).map(({ trader, body }) =>
    orderRequest(trader, body),
  );
  const { statuses, samples } = await runLoad({
    port: Number(new URL(addresses.trading).port),
    requests,
    connections: CONNECTIONS,
    untilClosed: true,
    onAnswer: (answers) => {
      if (answers === KILL_AFTER) process.kill(pid, "SIGKILL");
    },
  });
  await stop();
  if ((statuses.get(200) ?? 0) < KILL_AFTER) throw new Error([...samples.values()].join());
}

async function placeOrder(url: string, tokenId: string): Promise<void> {
  const trader = await register(url, createWallet());
  const body = orderBody(trader, { tokenId, side: "BUY", cents: 1, shares: 10 });
  const requests = [orderRequest(trader, body)];
  const { statuses, samples } = await runLoad({ port: Number(new URL(url).port), requests, connections: 1 });
  if (statuses.get(200) !== 1) throw new Error(`the order was refused: ${[...samples.values()].join()}`);
}

const rowOf = (name: string, start: Start, floor: number): string[] => [
  name,
  ...[start.readySeconds, start.acceptedSeconds, floor].map((seconds) => seconds.toFixed(2)),
  `${(start.acceptedSeconds / floor).toFixed(1)} x`,
  ...[start.residentMb, start.highestMb].map((mb) => mb.toFixed(0)),
];

async function measure(size: Size): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), "presage-bench-"));
  const prepared = await prepare(directory, size);
  const { wallets } = size;
  const counts = [ORDERS_PER_WALLET, CURRENT_POSITIONS, TRADES_PER_WALLET].map((each) => each * wallets);
  console.log(`## ${counts[0]} open orders, ${counts[1]} positions, ${counts[2]} trades`);
  const floor = await readFloor(prepared);
  const rows = [
    rowOf("after a stop", await timeStart(prepared, "SIGKILL"), floor),
    rowOf("after a kill -9", await timeStart(prepared), floor),
  ];
  await killUnderLoad(prepared);
  const killed = await timeStart(prepared);
  const stopped = await timeStart(prepared);
  rows.push(rowOf("after a kill -9 under load", killed, floor), rowOf("after a stop", stopped, floor));
  const headings = ["start", "ready s", "first order s", "floor s", "ratio", "resident MB", "highest MB"];
  printTable(headings, rows);
  const longer = (killed.acceptedSeconds - stopped.acceptedSeconds).toFixed(2);
  console.log(
    `a start after a kill -9 under load, ${KILL_AFTER} orders: ${longer} s longer than after a stop (to reach: 1)`,
  );
  rmSync(directory, { recursive: true, force: true });
}

export async function bench(): Promise<void> {
  for (const size of SIZES) await measure(size);
}
