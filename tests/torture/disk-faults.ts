/** Faults of the disk under a loaded exchange, each with the behaviour that the exchange must show. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { orderBody } from "../../bench/support/order-requests.ts";
import { isReserveHeld } from "../../src/store/server/disk-space.ts";
import { findPostmaster } from "../../src/store/server/server-process.ts";
import { openDatabase } from "../../src/store/sql/database.ts";
import { ANY_PORTS, launchPresage } from "../support/presage.ts";
import { checkPromises } from "./check-promises.ts";
import type { Clients } from "./clients.ts";
import type { DiskImage } from "./disk-image.ts";
import { callAs, callPublic } from "./exchange-calls.ts";
import { createLoadSpan, load } from "./load.ts";
import { killProcesses, listProcesses } from "./process-tree.ts";
import { end, startExchange, verify } from "./process.ts";
import type { RunningExchange } from "./process.ts";

export type Scene = {
  readonly disk: DiskImage;
  readonly directory: string;
  readonly clients: Clients;
  readonly log: (line: string) => void;
};

/** Injects a fault into a running exchange and checks its promises; resolves with the exchange that runs afterwards. */
export type DiskFault = (scene: Scene, exchange: RunningExchange) => Promise<RunningExchange>;

const MEBIBYTE = 1024 * 1024;
const DEADLINE_MS = 120_000;
const POLL_MS = 50;

/** Waits for a condition; resolves with the waiting time, and throws after two minutes. */
async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<number> {
  const startedAt = performance.now();
  while (!(await holds())) {
    if (performance.now() - startedAt > DEADLINE_MS) throw new Error(`waited in vain until ${what}`);
    await delay(POLL_MS);
  }
  return Math.round(performance.now() - startedAt);
}

/** Outcome of an order that cannot match: `taken`, or the code of its refusal. */
async function probe({ clients }: Scene, url: string): Promise<string> {
  const tokenId = clients.markets[0]?.tokens[0] ?? "";
  const body = orderBody(clients.keyHolder, { tokenId, side: "BUY", cents: 1, shares: 5 });
  const reply = await callAs(clients.keyHolder, url, { method: "POST", path: "/order", body });
  if (reply === undefined) return "no answer";
  assert.ok(reply.status < 500 || reply.status === 503, JSON.stringify(reply));
  return reply.status === 200 ? "taken" : String(reply.body["code"]);
}

/** Reads a page that needs the store, and gives its HTTP status. */
async function readStatus(url: string): Promise<number | undefined> {
  return (await callPublic(url, { method: "GET", path: "/data/trades" }))?.status;
}

async function loadWhile(
  { clients }: Scene,
  exchange: RunningExchange,
  harm: () => Promise<void>,
): Promise<void> {
  const span = createLoadSpan(clients.random);
  const loaded = load(clients, exchange, span);
  try {
    await span.ended;
    await harm();
  } finally {
    span.over = true;
    await loaded;
  }
}

async function check(scene: Scene, exchange: RunningExchange): Promise<void> {
  await until("orders are taken", async () => (await probe(scene, exchange.trading)) === "taken");
  await checkPromises(scene.clients, exchange, 0);
  await verify(scene.directory);
}

/** Fills the disk and frees it again. First waits for the reserve file, which is made some seconds after the start. */
const full: DiskFault = async (scene, exchange) => {
  const { disk, directory, log } = scene;
  const is = (code: string) => async () => (await probe(scene, exchange.trading)) === code;
  await until("there is a reserve", () => isReserveHeld(directory));
  await loadWhile(scene, exchange, async () => {
    disk.fill(200 * MEBIBYTE);
    log(`  200 MiB left: cancel_only after ${await until("only cancels are taken", is("cancel_only"))} ms`);
    disk.fill(0);
    log(`  0 MiB left: read_only after ${await until("nothing is taken", is("read_only"))} ms`);
    assert.equal(await readStatus(exchange.trading), 200);
    disk.empty();
    log(`  freed: orders are taken after ${await until("orders are taken", is("taken"))} ms`);
  });
  await check(scene, exchange);
  return exchange;
};

/** Starts on a full disk: reads are answered, and orders as soon as there is room. */
const fullAtStart: DiskFault = async (scene, exchange) => {
  const { disk, directory, log } = scene;
  await loadWhile(scene, exchange, async () => {});
  const { code } = await end(exchange, "SIGTERM");
  assert.equal(code, 0);
  disk.fill(0);
  const next = await startExchange(directory);
  assert.equal(await readStatus(next.trading), 200);
  const refusal = await probe(scene, next.trading);
  assert.match(refusal, /^(read_only|not_accepting)$/);
  disk.empty();
  const took = await until("orders are taken", async () => (await probe(scene, next.trading)) === "taken");
  log(`  started full (${refusal}) and answered reads; freed: orders are taken after ${took} ms`);
  await check(scene, next);
  return next;
};

/** Fills the disk so fast that PostgreSQL fails to write its write-ahead log before the exchange can step back. */
const noSpaceForLog: DiskFault = async (scene, exchange) => {
  const { disk, directory, log } = scene;
  const sql = openDatabase(superuserUrl(directory), { maxConnections: 1 });
  const { pid } = findPostmaster(clusterOf(directory)) ?? { pid: 0 };
  await loadWhile(scene, exchange, async () => {
    await until("PostgreSQL ends", async () => {
      disk.fill(0);
      await sql`select pg_switch_wal()`.catch(() => undefined);
      return findPostmaster(clusterOf(directory))?.pid !== pid;
    });
    await until("PostgreSQL says why", () => serverLog(directory).includes("No space left on device"));
    assert.equal(exchange.running.process.exitCode, null, "the exchange ended");
    log(
      `  PostgreSQL ended; reads: ${await readStatus(exchange.trading)}, an order: ${await probe(scene, exchange.trading)}`,
    );
    disk.empty();
    const took = await until(
      "orders are taken",
      async () => (await probe(scene, exchange.trading)) === "taken",
    );
    log(`  freed: orders are taken after ${took} ms`);
  });
  await sql.end({ timeout: 1 });
  await check(scene, exchange);
  return exchange;
};

/** Makes the file system read-only: the process must end, and log why. */
const readOnlyFileSystem: DiskFault = async (scene, exchange) => {
  await loadWhile(scene, exchange, async () => {
    scene.disk.breakDown();
    await expectEnd(scene, exchange);
  });
  killProcesses(listProcesses(scene.directory));
  await scene.disk.repair();
  return startAgain(scene);
};

/** Makes fsync fail: written data may be lost, and a second fsync would hide that. */
const failingSync: DiskFault = async (scene, exchange) => {
  const { directory, disk } = scene;
  assert.equal((await end(exchange, "SIGTERM")).code, 0);
  const flag = join(disk.work, "fsync-fails");
  const rigged = await startExchange(directory, { changes: [preloading(buildShim(disk.work), flag)] });
  await loadWhile(scene, rigged, async () => {
    writeFileSync(flag, "", { mode: 0o644 });
    await expectEnd(scene, rigged);
  });
  rmSync(flag);
  killProcesses(listProcesses(directory));
  return startAgain(scene);
};

/** Starts a second process on the same directory. */
const secondProcess: DiskFault = async (scene, exchange) => {
  const startedAt = performance.now();
  const second = launchPresage(["start", "--data-dir", scene.directory, "--json", ...ANY_PORTS]);
  const { code, stderr } = await second.finished;
  const took = Math.round(performance.now() - startedAt);
  assert.deepEqual([code, /is in use by another process/.test(stderr)], [1, true], stderr);
  scene.log(`  refused after ${took} ms, of which Node takes most to load: ${stderr.trim()}`);
  await check(scene, exchange);
  return exchange;
};

export const DISK_FAULTS: Readonly<Record<string, DiskFault>> = {
  full,
  "full-at-start": fullAtStart,
  "no-space-for-log": noSpaceForLog,
  "read-only": readOnlyFileSystem,
  "failing-fsync": failingSync,
  "second-process": secondProcess,
};

async function expectEnd({ log }: Scene, { running }: RunningExchange): Promise<void> {
  const took = await until("the exchange ends", () => running.process.exitCode !== null);
  const { code, stderr } = await running.finished;
  const line = stderr.split("\n").find((text) => text.startsWith("presage: "));
  log(`  ended with ${code} after ${took} ms: ${line}`);
  assert.equal(code, 1);
  assert.match(line ?? "", /^presage: the database failed, stopping: /);
}

async function startAgain(scene: Scene): Promise<RunningExchange> {
  const exchange = await startExchange(scene.directory);
  await check(scene, exchange);
  return exchange;
}

const clusterOf = (directory: string): string => join(directory, "postgres", "cluster");

const serverLog = (directory: string): string =>
  execFileSync("sh", ["-c", 'cat "$0"/log/*', clusterOf(directory)], { encoding: "utf8" });

function superuserUrl(directory: string): string {
  const password = readFileSync(join(directory, "postgres", "password"), "utf8").trim();
  const { port } = findPostmaster(clusterOf(directory)) ?? { port: 0 };
  return `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
}

function buildShim(work: string): string {
  const shim = join(work, "fsync-fails.so");
  const source = join(import.meta.dirname, "disk-fsync-fails.c");
  execFileSync("gcc", ["-shared", "-fPIC", "-O2", "-o", shim, source, "-ldl"]);
  return shim;
}

/** Changes the environment of the server's processes so that they preload the shim. */
function preloading(shim: string, flag: string) {
  const line = 'LC_ALL: "C"';
  const added = `LD_PRELOAD: ${JSON.stringify(shim)}, FAIL_FSYNC_FILE: ${JSON.stringify(flag)}`;
  return { file: "src/store/server/server-account.ts", line, becomes: `${added}, ${line}` };
}
