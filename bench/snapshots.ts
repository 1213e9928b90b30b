/**
 * Snapshots of a sandbox with 100,000 open orders and the demo's past: the time to take one, and to go back to it after
 * further orders. The floor only reads the open orders from PostgreSQL, as any way back to them has to.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openExchange } from "../src/cli/open-exchange.ts";
import { readConfig } from "../src/settings/config.ts";
import type { Context } from "../src/context.ts";
import type { PlaceOrder } from "../src/core/events/command.ts";
import { lots, ticks } from "../src/core/units.ts";
import { findRunningServer } from "../src/store/server/embedded-server.ts";
import { copyRows } from "../src/store/sql/copied-rows.ts";
import { openSnapshot } from "../src/store/sql/table-stream.ts";
import { traderOf, runCommands } from "./support/engine-load.ts";
import { sized } from "./support/sized.ts";
import { openAccount, restingOrder } from "./support/stored-book.ts";
import { printTable } from "./support/table.ts";

const ORDERS = sized(100_000, 500);
/** Orders between a snapshot and the way back to it. */
const UNDONE: readonly number[] = [0, sized(1_000, 10), sized(10_000, 50)];
const WALLETS = sized(200, 10);
const ROUNDS = 5;
const UNDERWAY = 500;
const CENT = 100;
const SHARE = 100;

/** Resting buys far below the prices of the demo's books. */
function restingOrders({ engine: { exchange } }: Context, first: number, count: number): PlaceOrder[] {
  const tokens = [...exchange.marketByCondition.values()]
    .filter(({ status, tick }) => status === "active" && tick <= CENT)
    .map(({ tokenIds: [yes] }) => yes);
  return Array.from({ length: count }, (_, index) =>
    restingOrder({
      no: first + index,
      maker: traderOf(index % WALLETS),
      tokenId: tokens[index % tokens.length]!,
      limit: ticks(CENT),
      lots: lots(10 * SHARE),
    }),
  );
}

/** Measures the milliseconds of a piece of work. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

async function readOrders(directory: string): Promise<void> {
  const url = findRunningServer(directory);
  if (url === undefined) throw new Error("the database does not run");
  const snapshot = await openSnapshot(url, "presage bench");
  await copyRows(
    snapshot,
    "select no, id, account, market, limit_price, lots, filled from orders where status = 'live' order by no",
    () => {},
  );
  await snapshot.end();
}

const medianOf = (values: readonly number[]): string =>
  values.toSorted((a, b) => a - b)[values.length >> 1]!.toFixed(0);

export async function bench(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), "presage-bench-"));
  const config = readConfig({ PRESAGE_LOG_LEVEL: "error" }, ["--data-dir", directory]);
  const { context, close } = await openExchange(
    config,
    (error) => {
      throw error;
    },
    { serves: true },
  );
  const { engine, snapshots } = context;
  for (let wallet = 0; wallet < WALLETS; wallet += 1) await engine.submit(openAccount(traderOf(wallet)));
  await runCommands(engine, restingOrders(context, 0, ORDERS), UNDERWAY);
  const rows: string[][] = [];
  let first = ORDERS;
  for (const undone of UNDONE) {
    const [taken, back, floor]: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      taken.push(await timed(() => snapshots.take("bench")));
      await runCommands(engine, restingOrders(context, first, undone), UNDERWAY);
      first += undone;
      back.push(await timed(() => snapshots.revert("bench")));
      floor.push(await timed(() => readOrders(directory)));
    }
    rows.push([String(undone), ...[taken, back, floor].map(medianOf)]);
  }
  console.log(`${engine.exchange.orders.size} open orders`);
  printTable(["orders undone", "taken, ms", "back, ms", "floor, ms"], rows);
  await close();
  rmSync(directory, { recursive: true });
}
