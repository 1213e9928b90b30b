/**
 * A market that trades for long: orders straight into the engine, on few markets, for five minutes or as many as
 * `BENCH_MINUTES` says. An order should cost the same in the last tenth of the time as in the first, which is the
 * floor. For each tenth it prints rates, processor time by PostgreSQL's session, the work of autovacuum, and the sizes
 * of the tables that are written most. Each million orders takes some 0.8 GB of disk.
 */
import { drawOrders, runCommands } from "./support/engine-load.ts";
import { openEngineStage, waitForOrder } from "./support/engine-stage.ts";
import type { EngineStage } from "./support/engine-stage.ts";
import {
  AUTOVACUUM,
  isPostgresql,
  MAIN_THREAD,
  microsAnOrder,
  POSTGRESQL,
} from "./support/processor-meter.ts";
import type { ProcessorUse } from "./support/processor-meter.ts";
import { pool } from "./support/rounds.ts";
import type { RoundResult } from "./support/rounds.ts";
import { sized } from "./support/sized.ts";
import { printTable } from "./support/table.ts";
import { countAutovacuums, readLogBytes, readTableSizes } from "./support/table-sizes.ts";
import type { TableSize } from "./support/table-sizes.ts";

const SLICES = 10;
const SLICE_SECONDS = sized((readMinutes() * 60_000) / SLICES, 50) / 1_000;
/** Orders between two looks at the clock. */
const ORDERS = sized(10_000, 500);
/** Commands underway, as many as the connections of the order bench: more would merge the rows of more orders. */
const UNDERWAY = 64;
const TERMS = { wallets: sized(100, 8), markets: 4 };
const TABLES = [
  "market_states",
  "accounts",
  "positions",
  "orders",
  "journal",
  "read_tables",
  "event_figures",
];
/** Sessions that write the journal and the tables; the tables' has none of its own in an exchange that commits both. */
const SESSIONS = ["presage writer", "presage tables"].map((name) => POSTGRESQL + name);

function readMinutes(): number {
  const minutes = Number(process.env["BENCH_MINUTES"] ?? 5);
  if (!(minutes > 0)) throw new Error("BENCH_MINUTES must be a number above 0");
  return minutes;
}

type Slice = {
  readonly orders: number;
  readonly perSecond: number;
  readonly use: ProcessorUse;
  /** Number of tables that autovacuum vacuumed or analyzed. */
  readonly autovacuums: number;
  /** Bytes of the write-ahead log. */
  readonly logBytes: number;
  readonly sizes: readonly TableSize[];
};

/** Trades for a slice of the time, until the tables have all of it. */
async function tradeSlice({ meter, context }: EngineStage): Promise<Slice> {
  const [before, logBefore] = [await countAutovacuums(meter.sql), await readLogBytes(meter.sql)];
  const [rounds, use] = await meter.measure(async () => {
    const done: RoundResult[] = [];
    const endsAt = performance.now() + SLICE_SECONDS * 1_000;
    while (performance.now() < endsAt) {
      const commands = drawOrders(TERMS, ORDERS);
      done.push(await runCommands(context.engine, commands, UNDERWAY));
      await waitForOrder(meter.sql, commands[ORDERS - 1]!.id);
    }
    return done;
  });
  return {
    orders: rounds.length * ORDERS,
    perSecond: pool(rounds),
    use,
    autovacuums: (await countAutovacuums(meter.sql)) - before,
    logBytes: (await readLogBytes(meter.sql)) - logBefore,
    sizes: await readTableSizes(meter.sql, TABLES),
  };
}

const isOther = (part: string): boolean =>
  isPostgresql(part) && part !== AUTOVACUUM && !SESSIONS.includes(part);

function costOf(
  { orders, perSecond, use, autovacuums, logBytes }: Slice,
  index: number,
): (string | number)[] {
  const micros = (isMeant: (part: string) => boolean): string =>
    microsAnOrder(use, orders, isMeant).toFixed(1);
  return [
    index + 1,
    orders,
    perSecond.toFixed(0),
    micros((part) => part === MAIN_THREAD),
    micros(isPostgresql),
    ...SESSIONS.map((session) => micros((part) => part === session)),
    micros((part) => part === AUTOVACUUM),
    micros(isOther),
    autovacuums,
    ((use.msByPart.get(AUTOVACUUM) ?? 0) / 1000).toFixed(1),
    (logBytes / orders).toFixed(0),
  ];
}

const sizesOf = ({ sizes }: Slice, index: number): (string | number)[] => [
  index + 1,
  ...sizes.map(({ mb, indexesMb, deadRows }) => `${mb.toFixed(1)} + ${indexesMb.toFixed(1)}, ${deadRows}`),
];

function printSlices(slices: readonly Slice[]): void {
  console.log("microseconds of processor time an order; the main thread's include the drawing");
  const sessions = SESSIONS.map((session) => session.slice(POSTGRESQL.length));
  const parts = ["main thread", "PostgreSQL", ...sessions, "autovacuum", "other"];
  printTable(
    ["slice", "orders", "orders/s", ...parts, "autovacuums", "their s", "log's bytes"],
    slices.map(costOf),
  );
  console.log("sizes of the tables: MB, MB of indexes, dead rows");
  printTable(["slice", ...slices[0]!.sizes.map(({ name }) => name)], slices.map(sizesOf));
  const last = slices[SLICES - 1]!;
  console.log("vacuums of all slices");
  printTable(
    ["autovacuum", "runs", "s with waits"],
    last.sizes.map(({ name, vacuums, vacuumMs }) => [name, vacuums, (vacuumMs / 1000).toFixed(1)]),
  );
}

const postgresqlOf = ({ use, orders }: Slice): number => microsAnOrder(use, orders, isPostgresql);

export async function bench(): Promise<void> {
  const stage = await openEngineStage(TERMS);
  const { wallets, markets } = TERMS;
  console.log(`## ${wallets} wallets, ${markets} markets, ${SLICES} slices of ${SLICE_SECONDS} s`);
  await runCommands(stage.context.engine, drawOrders(TERMS, ORDERS), UNDERWAY);
  const slices: Slice[] = [];
  while (slices.length < SLICES) slices.push(await tradeSlice(stage));
  printSlices(slices);
  const [first, last] = [slices[0]!, slices[SLICES - 1]!];
  const [atFirst, atLast] = [first, last].map((slice) => `${postgresqlOf(slice).toFixed(1)} µs`);
  console.log(
    `PostgreSQL's time an order: ${atFirst} in the first slice, ${atLast} in the last (to reach: the same); ` +
      `${first.perSecond.toFixed(0)} and ${last.perSecond.toFixed(0)} orders/s`,
  );
  await stage.close();
}
