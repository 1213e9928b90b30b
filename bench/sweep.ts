/**
 * The worst case of one command. First, an order that fills as many one-lot orders as one may, out of 1,000 and out of
 * 100,000. Second, the cancel of all orders of a wallet, a tenth of those. Third, the resolution of a market where all
 * of them rest. It runs in the core alone, where the floor is as many commands with one order each. Then it runs
 * through the whole exchange, where the floor is an order that rests. There orders of other wallets in another market,
 * and reads of open orders, arrive by the clock meanwhile. Their longest waits are how long others wait.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Command } from "../src/core/events/command.ts";
import { STANDARD_LIMITS } from "../src/core/limits.ts";
import { ADMIN_TOKEN } from "../src/store/server/data-directory.ts";
import { holdingsOf, resolveEvent } from "./support/event-resolving.ts";
import { startProcess } from "./support/exchange-process.ts";
import type { ExchangeProcess } from "./support/exchange-process.ts";
import { quantile, runLoad } from "./support/order-client.ts";
import type { LoadResult } from "./support/order-client.ts";
import { createWallet, orderBody, orderRequest, signedRequest } from "./support/order-requests.ts";
import type { Trader, Wallet } from "./support/order-requests.ts";
import { drawOthers, OTHER_WALLETS, OTHERS_SECONDS, sendOthers } from "./support/others-orders.ts";
import { createTraders, fund } from "./support/own-exchange.ts";
import { sized } from "./support/sized.ts";
import {
  idOf,
  marketTerms,
  openAccount,
  restingOrder,
  storeBook,
  tokenOf,
  walletOf,
} from "./support/stored-book.ts";
import { cancelAll, HALF, maker, MAKERS, ONE_LOT, resolve, sweepBook } from "./support/sweeping.ts";
import type { CommandDurations } from "./support/sweeping.ts";
import { printTable, ratioText } from "./support/table.ts";

const [SMALL, LARGE] = [sized(1_000, 500), sized(100_000, 1_000)];
const SIZES = [SMALL, LARGE];
const ROUNDS = sized(3);
const EVENT_MARKETS = sized(1_000, 10);
const OF_WALLET = 10;
const MOST = STANDARD_LIMITS.metByOne;
const LOTS_PER_SHARE = 100;
const SWEEPS = 5;
/** Reads a second of each of two wallets. */
const READS_PER_SECOND = 25;
/** Connections, so many that no read waits for the one before it. */
const READ_CONNECTIONS = sized(50, 2);
const HEADINGS = [
  "command",
  "orders",
  "slowest ms",
  "ratio",
  "others' orders p50",
  "p99",
  "most ms",
  "a read of another's most ms",
  "of the same wallet's",
  "refused",
];
const LIMITS = `--order-limits=${Array.from({ length: 4 }, () => 10 * LARGE).join()}`;
/** Numbers of the markets: swept, with the orders of one wallet, resolved, and for the other orders. */
const [SWEPT, OWNED, RESOLVED, OTHER] = [1, 2, 3, 4];

/** Number of the orders in a market that one wallet has. */
const ownedOf = (size: number): number => Math.ceil(size / OF_WALLET);
/** Number of orders that each sweep fills. */
const metOf = (size: number): number => Math.min(MOST, Math.floor(size / SWEEPS));

const ms = (value: number): string => value.toFixed(value < 10 ? 2 : 0);

/** Measures the slowest of all rounds beside the floor of the same round. */
function coreRow(
  name: string,
  count: number,
  work: (atOnce: boolean) => CommandDurations,
): (string | number)[] {
  const rounds = Array.from({ length: ROUNDS }, () => ({ ours: work(true), floor: work(false) }));
  const worst = rounds.reduce((a, b) => (b.ours.slowestMs > a.ours.slowestMs ? b : a));
  const { ours, floor } = worst;
  return [
    name,
    count,
    ours.commands,
    ms(ours.slowestMs),
    ms(ours.allMs),
    ms(floor.allMs),
    ratioText(ours.allMs / floor.allMs),
  ];
}

function benchCore(): void {
  const rows = SIZES.flatMap((size) => [
    coreRow("sweep", size, (atOnce) => sweepBook(size, atOnce ? MOST : 1)),
    coreRow("cancel all", ownedOf(size), (atOnce) => cancelAll(ownedOf(size), atOnce)),
    coreRow("resolve", size, (atOnce) => resolve(size, atOnce)),
  ]);
  rows.push(
    coreRow("resolve an event", holdingsOf(EVENT_MARKETS), (atOnce) => resolveEvent(EVENT_MARKETS, atOnce)),
  );
  console.log(`the core alone, the worst of ${ROUNDS} rounds; to reach: below 100 ms`);
  printTable(["command", "orders", "commands", "slowest ms", "all ms", "one by one ms", "ratio"], rows);
}

function* commandsOf(size: number, owner: string): Generator<Command> {
  for (let no = 0; no < MAKERS; no += 1) yield openAccount(walletOf(2 + no));
  yield openAccount(owner);
  let no = 0;
  const rest = (makerOf: string, market: number): Command => {
    no += 1;
    return restingOrder({
      no,
      maker: makerOf,
      tokenId: tokenOf(2 * market + 1),
      limit: HALF,
      lots: ONE_LOT,
    });
  };
  for (let index = 0; index < size; index += 1) yield rest(maker(index), SWEPT);
  for (let index = 0; index < ownedOf(size); index += 1) yield rest(owner, OWNED);
  for (let index = 0; index < size; index += 1) yield rest(maker(index), RESOLVED);
}

type Stage = {
  readonly exchange: ExchangeProcess;
  readonly port: number;
  readonly adminPort: number;
  readonly token: string;
  readonly others: readonly Trader[];
  /** Wallet with a tenth of the orders, which sweeps and cancels. */
  readonly owner: Trader;
};

const drawHere = ({ others }: Stage): Buffer[] => drawOthers(others, tokenOf(2 * OTHER));

async function send(port: number, requests: readonly Buffer[]): Promise<LoadResult> {
  const result = await runLoad({ port, requests, connections: 1, fault: '"canceled":[]' });
  if (result.statuses.get(200) !== requests.length) throw new Error([...result.samples.values()].join());
  return result;
}

/** Reads the first page of a wallet's open orders again and again. */
const readOrders = ({ port }: Stage, trader: Trader): Promise<LoadResult> =>
  runLoad({
    port,
    requests: Array.from({ length: READS_PER_SECOND * OTHERS_SECONDS }, () =>
      signedRequest(trader, "GET /data/orders", ""),
    ),
    connections: READ_CONNECTIONS,
    rate: READS_PER_SECOND,
  });

/** Latencies of a command, and of the orders and reads of others that were sent before, beside and after it. */
type Waits = {
  readonly command: LoadResult;
  readonly orders: LoadResult;
  readonly readsOfOther: LoadResult;
  readonly readsOfOwner: LoadResult;
};

/** Sends the requests in the middle of the others, and measures how long all of them wait. */
async function sendAmongOthers(stage: Stage, port: number, requests: readonly Buffer[]): Promise<Waits> {
  const underway = Promise.all([
    sendOthers(stage.port, drawHere(stage)),
    readOrders(stage, stage.others[0]!),
    readOrders(stage, stage.owner),
  ]);
  await delay((OTHERS_SECONDS * 1_000) / 3);
  const command = await send(port, requests);
  const [orders, readsOfOther, readsOfOwner] = await underway;
  return { command, orders, readsOfOther, readsOfOwner };
}

function sweeps({ owner }: Stage, size: number): Buffer[] {
  const shares = Math.ceil(metOf(size) / LOTS_PER_SHARE);
  return Array.from({ length: SWEEPS }, () => {
    const body = orderBody(owner, { tokenId: tokenOf(2 * SWEPT), side: "BUY", cents: 50, shares });
    return orderRequest(owner, body);
  });
}

function resolution({ token }: Stage): Buffer {
  const body = JSON.stringify({ payout: "yes", reason: "measured" });
  return Buffer.from(
    `POST /markets/${idOf(RESOLVED)}/resolve HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n` +
      `authorization: Bearer ${token}\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
}

async function openStage(directory: string, size: number): Promise<Stage> {
  const wallet: Wallet = createWallet();
  const markets = [SWEPT, OWNED, RESOLVED, OTHER].map((no) => marketTerms(no, 100));
  const commands = commandsOf(size, wallet.address.toLowerCase());
  await storeBook({ directory, settings: [LIMITS], markets, commands });
  const exchange = await startProcess(directory, { settings: [LIMITS] });
  const url = exchange.addresses.trading;
  return {
    exchange,
    port: Number(new URL(url).port),
    adminPort: Number(new URL(exchange.admin).port),
    token: readFileSync(join(directory, ADMIN_TOKEN), "utf8").trim(),
    others: await createTraders(url, OTHER_WALLETS),
    owner: await fund(url, wallet),
  };
}

type Sent = {
  readonly name: string;
  readonly count: number;
  readonly port: number;
  readonly requests: readonly Buffer[];
};

function listCommands(stage: Stage, size: number): Sent[] {
  const { port, adminPort, owner } = stage;
  const cancelAllRequest = signedRequest(owner, "DELETE /cancel-all", "");
  return [
    {
      name: "nothing but an order",
      count: 1,
      port,
      requests: drawHere(stage).slice(0, SWEEPS),
    },
    { name: `${SWEEPS} sweeps`, count: metOf(size), port, requests: sweeps(stage, size) },
    { name: "cancel all", count: ownedOf(size), port, requests: [cancelAllRequest] },
    { name: "resolve", count: size, port: adminPort, requests: [resolution(stage)] },
  ];
}

const slowestOf = ({ latencies }: LoadResult): number => Math.max(...latencies);

const countRefused = (loads: readonly LoadResult[]): number =>
  loads.reduce((sum, { latencies, statuses }) => sum + latencies.length - (statuses.get(200) ?? 0), 0);

async function benchExchange(size: number): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), "presage-bench-"));
  const stage = await openStage(directory, size);
  const commands = listCommands(stage, size);
  await send(stage.port, drawHere(stage));
  const rows: (string | number)[][] = [];
  let floor = 0;
  for (const { name, count, port, requests } of commands) {
    const { command, orders, readsOfOther, readsOfOwner } = await sendAmongOthers(stage, port, requests);
    const slowest = slowestOf(command);
    floor ||= slowest;
    rows.push([
      name,
      count,
      ms(slowest),
      ratioText(slowest / floor),
      ...[0.5, 0.99, 1].map((q) => ms(quantile(orders.latencies, q))),
      ms(slowestOf(readsOfOther)),
      ms(slowestOf(readsOfOwner)),
      countRefused([orders, readsOfOther, readsOfOwner]),
    ]);
  }
  console.log(`the whole exchange with ${size} orders in a market; to reach: others wait less than 100 ms`);
  printTable(HEADINGS, rows);
  await stage.exchange.stop();
  rmSync(directory, { recursive: true, force: true });
}

export async function bench(): Promise<void> {
  benchCore();
  for (const size of SIZES) await benchExchange(size);
}
