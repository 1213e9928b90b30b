/**
 * Commands straight into the engine, with the real PostgreSQL and without HTTP and signatures. 500 orders are underway
 * at all times, and half of them cross. The floor is the same engine whose commit is one append of the journal's row to
 * a file and one fdatasync: the difference is PostgreSQL, its client and the tables. Commands are made before each
 * round. The load generator runs in the engine's thread. Its share is measured against an engine that does nothing, and
 * taken off. Rounds alternate and are pooled; one of each before them warms up. A second size has a hundred times fewer
 * wallets and a tenth of the markets.
 */
import { join } from "node:path";
import { createIdleEngine, drawOrders, runCommands } from "./support/engine-load.ts";
import type { OrderTerms } from "./support/engine-load.ts";
import { openEngineStage, setUp, waitForOrder } from "./support/engine-stage.ts";
import type { EngineStage } from "./support/engine-stage.ts";
import { openFileEngine } from "./support/file-engine.ts";
import type { FileEngine } from "./support/file-engine.ts";
import { collectGarbage } from "./support/measure.ts";
import { quantile } from "./support/order-client.ts";
import { addUses, isPostgresql, MAIN_THREAD, microsAnOrder, printUse } from "./support/processor-meter.ts";
import type { ProcessorUse } from "./support/processor-meter.ts";
import { alternate, pool, printRatio } from "./support/rounds.ts";
import type { RoundResult } from "./support/rounds.ts";
import { sized } from "./support/sized.ts";
import { printTable } from "./support/table.ts";

const ORDERS = sized(50_000, 1_000);
const ROUNDS = sized(8, 2);
const UNDERWAY = 500;
const SIZES: readonly OrderTerms[] = [
  { wallets: sized(1_000, 8), markets: 40 },
  { wallets: sized(10, 2), markets: 4 },
];

type Stage = EngineStage & { readonly floor: FileEngine; readonly terms: OrderTerms };

/** A round with its processor time, and the milliseconds from its last answer until the tables have all of it. */
type MeteredRound = RoundResult & { readonly use: ProcessorUse; readonly tablesAfterMs: number };

async function runFloor({ meter, floor, terms }: Stage): Promise<MeteredRound> {
  const commands = drawOrders(terms, ORDERS);
  collectGarbage();
  const [round, use] = await meter.measure(() => runCommands(floor.engine, commands, UNDERWAY));
  return { ...round, use, tablesAfterMs: 0 };
}

async function runOurs({ meter, context, terms }: Stage): Promise<MeteredRound> {
  const commands = drawOrders(terms, ORDERS);
  collectGarbage();
  const [round, use] = await meter.measure(async () => {
    const result = await runCommands(context.engine, commands, UNDERWAY);
    return { ...result, tablesAfterMs: await waitForOrder(meter.sql, commands[ORDERS - 1]!.id) };
  });
  return { ...round, use };
}

/** Measures microseconds of the main thread an order that the load generator takes. */
async function measureGenerator({ meter, terms }: Stage): Promise<number> {
  const commands = drawOrders(terms, ORDERS);
  const idle = createIdleEngine();
  await runCommands(idle, commands, UNDERWAY);
  collectGarbage();
  const [, use] = await meter.measure(() => runCommands(idle, commands, UNDERWAY));
  return microsAnOrder(use, ORDERS, isMainThread);
}

const isMainThread = (part: string): boolean => part === MAIN_THREAD;

function rowOf(name: string, rounds: readonly MeteredRound[]): string[] {
  const latencies = Float64Array.from(rounds.flatMap((round) => [...round.latencies]));
  const [p50, p99] = [quantile(latencies, 0.5).toFixed(1), quantile(latencies, 0.99).toFixed(1)];
  const use = addUses(rounds.map((round) => round.use));
  const main = microsAnOrder(use, latencies.length, isMainThread);
  return [name, pool(rounds).toFixed(0), p50, p99, main.toFixed(1)];
}

async function measureRounds(stage: Stage): Promise<void> {
  await runFloor(stage);
  await runOurs(stage);
  const generator = await measureGenerator(stage);
  const rounds = await alternate(ROUNDS, () => ({
    floor: () => runFloor(stage),
    ours: () => runOurs(stage),
  }));
  const ours = rounds.map((round) => round.ours);
  printTable(
    ["", "orders/s", "p50 ms", "p99 ms", "main thread µs"],
    [
      rowOf(
        "floor: a synced file",
        rounds.map(({ floor }) => floor),
      ),
      rowOf("engine (to reach: 20,000)", ours),
    ],
  );
  printRatio(rounds);
  const use = addUses(ours.map((round) => round.use));
  const orders = ROUNDS * ORDERS;
  printUse(use, orders);
  const main = microsAnOrder(use, orders, isMainThread) - generator;
  const postgresql = microsAnOrder(use, orders, isPostgresql);
  console.log(
    `an order: ${main.toFixed(1)} µs of the main thread (to reach: 30) beside ${generator.toFixed(1)} of the load ` +
      `generator, ${postgresql.toFixed(1)} µs of PostgreSQL (to reach: 45)`,
  );
  const latest = Math.max(...ours.map(({ tablesAfterMs }) => tablesAfterMs));
  console.log(`the tables had all of a round at most ${latest.toFixed(0)} ms after its last answer`);
}

async function measure(terms: OrderTerms): Promise<void> {
  const opened = await openEngineStage(terms);
  const floor = await openFileEngine(join(opened.directory, "floor"), opened.context.config.rules);
  await setUp(floor.engine, terms);
  console.log(
    `## ${terms.wallets} wallets, ${terms.markets} markets, ${ORDERS} orders a round, ${UNDERWAY} underway`,
  );
  await measureRounds({ ...opened, floor, terms });
  await floor.close();
  await opened.close();
}

export async function bench(): Promise<void> {
  for (const size of SIZES) await measure(size);
}
