/**
 * `node tests/torture/subscribers.ts [COUNT] [SECONDS] [SEED]` sends one book to very many subscribers, who keep it by
 * its changes. It has three phases of SECONDS each: all read; a twentieth does not; and a quarter lost its connections
 * at once. Messages are dropped, doubled and swapped on the way. In the end each has the book of GET /book, at the
 * same sequence.
 */
import assert from "node:assert/strict";
import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { memoryOf } from "../../bench/support/memory.ts";
import { quantile, runLoad } from "../../bench/support/order-client.ts";
import { orderBody, orderRequest } from "../../bench/support/order-requests.ts";
import type { Trader } from "../../bench/support/order-requests.ts";
import { createTrader, listTokens, startExchange } from "../../bench/support/own-exchange.ts";
import type { BookRecord } from "../../src/http/trading/books/books.ts";
import { drawnRecord } from "../stream/drawn-book.ts";
import type { Comparison, DrawnBook, Report, SubscriberCommand } from "./subscriber-process.ts";

const PROCESSES = 2;
const SLOW = 0.05;
/** Percentage of subscribers that lose their connection at once. */
const STORM = 25;
/** Orders a second; each is a message to every subscriber. */
const RATE = 3;
const DEADLINE_MS = 60_000;

type Stage = {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  readonly trader: Trader;
  readonly assetIds: readonly [string, string];
  readonly processes: readonly ChildProcess[];
};

async function sendCommand<Answer>(process: ChildProcess, command: SubscriberCommand): Promise<Answer> {
  const answered = once(process, "message");
  process.send(command);
  const [{ answer }] = await answered;
  return answer;
}

const sendToAll = <Answer>({ processes }: Stage, command: SubscriberCommand): Promise<Answer[]> =>
  Promise.all(processes.map((process) => sendCommand<Answer>(process, command)));

/** Places bids for either outcome, which are bids and asks of one book; every tenth matches some of them. */
async function trade({ port, trader, assetIds }: Stage, seconds: number): Promise<void> {
  const requests = Array.from({ length: seconds * RATE }, (_, index) => {
    const cents = index % 10 === 9 ? 60 : 30 + ((index * 7) % 20);
    const shares = 1 + (index % 5);
    return orderRequest(
      trader,
      orderBody(trader, { tokenId: assetIds[index % 2]!, side: "BUY", cents, shares }),
    );
  });
  const { statuses, samples } = await runLoad({ port, requests, connections: 4, rate: RATE });
  assert.equal(statuses.get(200), requests.length, [...samples.values()].join());
}

const residentMb = (pid: number): string => memoryOf(pid, "VmRSS").toFixed(0);

const texts = (values: readonly number[]): string =>
  values.length === 0
    ? "none"
    : [0.5, 0.99, 1].map((q) => quantile(Float64Array.from(values), q).toFixed(0)).join(" / ");

/** Trades for a while, and prints the latencies of the subscribers that read. */
async function tradeFor(stage: Stage, name: string, seconds: number): Promise<void> {
  await sendToAll(stage, { type: "report" });
  await trade(stage, seconds);
  await delay(3_000);
  const reports = await sendToAll<Report>(stage, { type: "report" });
  const latencies = reports.flatMap((report) => report.latencies);
  const noticed = reports.flatMap((report) => report.noticed);
  const resyncs = reports.reduce((sum, report) => sum + report.resyncs, 0);
  console.log(
    `${name}: ${latencies.length} messages, after ${texts(latencies)} ms (p50 / p99 / most); ${noticed.length} that were ` +
      `dropped noticed after ${texts(noticed)} ms; ${resyncs} resyncs, closes by the exchange ` +
      `${JSON.stringify(reports.map(({ closes }) => closes))}; ${residentMb(stage.pid)} MB resident`,
  );
}

async function readBook(url: string, assetId: string): Promise<DrawnBook> {
  const reply = await fetch(`${url}/book?token_id=${assetId}`);
  return {
    assetId,
    sequence: Number(reply.headers.get("x-sequence")),
    drawn: drawnRecord((await reply.json()) as BookRecord),
  };
}

async function compareBooks(stage: Stage): Promise<number> {
  const books = await Promise.all(stage.assetIds.map((assetId) => readBook(stage.url, assetId)));
  assert.ok(
    books.every(({ drawn }) => drawn.length > 100),
    "the books have many levels",
  );
  const compared = await sendToAll<Comparison>(stage, { type: "compare", books, deadlineMs: DEADLINE_MS });
  const others = compared.flatMap((one) => one.others);
  assert.deepEqual(others, [], JSON.stringify(books));
  return compared.reduce((sum, { equal }) => sum + equal, 0);
}

async function torture(count: number, seconds: number, seed: number): Promise<void> {
  const most = String(2 * count);
  const { url, port, pid, stop } = await startExchange({
    settings: ["connections", "connections-per-address", "streams", "streams-per-address"].map(
      (what) => `--max-${what}=${most}`,
    ),
  });
  const trader = await createTrader(url);
  const [assetIds] = await listTokens(url, 1);
  const processes = Array.from({ length: PROCESSES }, () =>
    fork(join(import.meta.dirname, "subscriber-process.ts")),
  );
  const stage: Stage = { url, port, pid, trader, assetIds: assetIds!, processes };
  console.log(`${count} subscribers, ${seconds} s each, seed ${seed}; ${residentMb(pid)} MB resident before`);
  const each = Math.ceil(count / PROCESSES);
  await Promise.all(
    processes.map((process, index) =>
      sendCommand(process, {
        type: "connect",
        url: `${url.replace("http", "ws")}/ws/market`,
        assetIds: stage.assetIds,
        count: each,
        slow: Math.round(each * SLOW),
        seed: seed + index,
      }),
    ),
  );
  await tradeFor(stage, "all read", seconds);
  await sendToAll(stage, { type: "pause" });
  await tradeFor(stage, `${SLOW * 100}% do not read`, seconds);
  const stormAt = performance.now();
  await sendToAll(stage, { type: "storm", percent: STORM });
  console.log(
    `${STORM}% lost their connections at once, and had their books again after ${Math.round(performance.now() - stormAt)} ms`,
  );
  await tradeFor(stage, "after the storm", seconds);
  await sendToAll(stage, { type: "resume" });
  await trade(stage, 5);
  console.log(`${await compareBooks(stage)} books are those of GET /book, at its sequence`);
  for (const process of processes) process.kill();
  await stop();
}

const [count = 10_000, seconds = 20, seed = 1] = process.argv.slice(2).map(Number);
if ([count, seconds, seed].every((value) => Number.isSafeInteger(value) && value > 0))
  await torture(count, seconds, seed);
else {
  console.error("usage: node tests/torture/subscribers.ts [COUNT] [SECONDS] [SEED], whole numbers above 0");
  process.exitCode = 1;
}
