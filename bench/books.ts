/**
 * GET /book of books with ten and with a thousand levels, on 64 connections that wait for their answers, against the
 * real process. The floor is a bare fastify route in another process that sends a constant of the same size. Then the
 * same while an order changes the book fifty times a second.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Command } from "../src/core/events/command.ts";
import { lots, ticks } from "../src/core/units.ts";
import { startProcess } from "./support/exchange-process.ts";
import { median } from "./support/measure.ts";
import { quantile, runLoad } from "./support/order-client.ts";
import type { LoadResult } from "./support/order-client.ts";
import { orderBody, orderRequest } from "./support/order-requests.ts";
import { createTrader } from "./support/own-exchange.ts";
import {
  marketTerms,
  openAccount,
  restingOrder,
  storeBook,
  tokenOf,
  walletOf,
} from "./support/stored-book.ts";
import { sized } from "./support/sized.ts";
import { printTable, ratioText } from "./support/table.ts";

const REQUESTS = sized(30_000, 100);
/** Requests before the first timed one. */
const WARMING = sized(3_000, 10);
const ROUNDS = sized(3);
const CONNECTIONS = 64;
const CHANGES_PER_SECOND = 50;
const CHANGES = sized(4 * CHANGES_PER_SECOND, 10);
/** Levels of both sides together, which the price step has to allow. */
const BOOKS = [
  { market: 1, levels: 10, tick: 100 },
  { market: 2, levels: sized(1_000, 20), tick: 1 },
];
/** Limit of the bids of either outcome: bids below it are the bids and asks of one book. */
const MID = 4_900;

function* commands(): Generator<Command> {
  const maker = walletOf(1);
  yield openAccount(maker);
  let no = 0;
  for (const { market, levels, tick } of BOOKS)
    for (let level = 0; level < levels; level += 1) {
      no += 1;
      const limit = ticks(MID - (level >> 1) * tick);
      yield restingOrder({ no, maker, tokenId: tokenOf(2 * market + (level % 2)), limit, lots: lots(1_000) });
    }
}

const getRequest = (path: string): Buffer => Buffer.from(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`);

async function get(port: number, path: string, count = REQUESTS): Promise<LoadResult> {
  const requests = Array.from({ length: count }, () => getRequest(path));
  const result = await runLoad({ port, requests, connections: CONNECTIONS });
  if (result.statuses.get(200) !== count) throw new Error([...result.samples.values()].join());
  return result;
}

const rateOf = ({ seconds, latencies }: LoadResult): number => latencies.length / seconds;

type Servers = { readonly url: string; readonly port: number; readonly floorPort: number };

async function compare({ port, floorPort }: Servers, path: string) {
  await get(floorPort, "/", WARMING);
  await get(port, path, WARMING);
  const rounds: { readonly floor: LoadResult; readonly ours: LoadResult }[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push({ floor: await get(floorPort, "/"), ours: await get(port, path) });
  return rounds;
}

/** Reads the book while bids change it. */
async function getUnderChange({ url, port }: Servers, tokenId: string, path: string): Promise<LoadResult> {
  const trader = await createTrader(url);
  const requests = Array.from({ length: CHANGES }, (_, index) =>
    orderRequest(trader, orderBody(trader, { tokenId, side: "BUY", cents: 1 + (index % 9), shares: 5 })),
  );
  const changes = runLoad({ port, requests, connections: 4, rate: CHANGES_PER_SECOND });
  const [read, { statuses, samples }] = await Promise.all([get(port, path), changes]);
  if (statuses.get(200) !== requests.length) throw new Error([...samples.values()].join());
  return read;
}

const p99 = ({ latencies }: LoadResult): string => quantile(latencies, 0.99).toFixed(1);

async function measureBook(
  servers: Servers,
  setFloorSize: (size: number) => Promise<unknown>,
  { market, levels }: (typeof BOOKS)[number],
): Promise<(string | number)[]> {
  const path = `/book?token_id=${tokenOf(2 * market)}`;
  const size = (await (await fetch(servers.url + path)).arrayBuffer()).byteLength;
  await setFloorSize(size);
  const rounds = await compare(servers, path);
  const changing = await getUnderChange(servers, tokenOf(2 * market), path);
  return [
    levels,
    size,
    median(rounds.map(({ ours }) => rateOf(ours))).toFixed(0),
    median(rounds.map(({ floor }) => rateOf(floor))).toFixed(0),
    ratioText(median(rounds.map(({ ours, floor }) => rateOf(ours) / rateOf(floor)))),
    rounds.map(({ ours }) => p99(ours)).join(", "),
    rounds.map(({ floor }) => p99(floor)).join(", "),
    `${rateOf(changing).toFixed(0)}, ${p99(changing)}`,
  ];
}

export async function bench(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), "presage-bench-"));
  const markets = BOOKS.map(({ market, tick }) => marketTerms(market, tick));
  await storeBook({ directory, settings: [], markets, commands: commands() });
  const exchange = await startProcess(directory);
  const floor = fork(join(import.meta.dirname, "support", "constant-server.ts"));
  const [floorPort] = await once(floor, "message");
  const setFloorSize = (size: number): Promise<unknown> => {
    const ready = once(floor, "message");
    floor.send(size);
    return ready;
  };
  const url = exchange.addresses.trading;
  const servers: Servers = { url, port: Number(new URL(url).port), floorPort };
  const rows: (string | number)[][] = [];
  for (const book of BOOKS) rows.push(await measureBook(servers, setFloorSize, book));
  const headings = [
    "levels",
    "bytes",
    "reads/s",
    "floor/s",
    "ratio (0.8)",
    "p99 ms",
    "floor p99 ms",
    "while it changes: reads/s, p99 ms",
  ];
  printTable(headings, rows);
  floor.kill();
  await exchange.stop();
  rmSync(directory, { recursive: true, force: true });
}
