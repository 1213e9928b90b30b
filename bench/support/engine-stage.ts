/** An exchange in this process, with its database in a directory of its own, and markets and wallets for orders. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { openExchange } from "../../src/cli/open-exchange.ts";
import { readConfig } from "../../src/settings/config.ts";
import type { Context } from "../../src/context.ts";
import type { Engine } from "../../src/engine/engine.ts";
import type { Sql } from "../../src/store/sql/database.ts";
import { eventListing } from "../../tests/core/support/listing.ts";
import { marketNoOf, runCommands, traderOf } from "./engine-load.ts";
import type { OrderTerms } from "./engine-load.ts";
import { NO_LIMITS } from "./exchange-process.ts";
import { openProcessorMeter } from "./processor-meter.ts";
import type { ProcessorMeter } from "./processor-meter.ts";
import { marketTerms, openAccount } from "./stored-book.ts";

export type EngineStage = {
  readonly context: Context;
  readonly meter: ProcessorMeter;
  /** A directory that `close` removes. */
  readonly directory: string;
  close(): Promise<void>;
};

/** Price step of the markets: a cent. */
const TICK = 100;

export async function openEngineStage(terms: OrderTerms): Promise<EngineStage> {
  const directory = mkdtempSync(join(tmpdir(), "presage-bench-"));
  const config = readConfig({ PRESAGE_LOG_LEVEL: "error" }, ["--data-dir", directory, NO_LIMITS]);
  const exchange = await openExchange(config, (error) => {
    throw error;
  });
  const meter = await openProcessorMeter(process.pid, directory);
  await setUp(exchange.context.engine, terms);
  const close = async (): Promise<void> => {
    await meter.close();
    await exchange.close();
    rmSync(directory, { recursive: true, force: true });
  };
  return { context: exchange.context, meter, directory, close };
}

/** Lists the markets and opens the accounts that orders of these terms need. */
export async function setUp(engine: Pick<Engine, "submit">, { wallets, markets }: OrderTerms): Promise<void> {
  const terms = Array.from({ length: markets }, (_, index) => marketTerms(marketNoOf(index), TICK));
  const accounts = Array.from({ length: wallets }, (_, index) => openAccount(traderOf(index)));
  await runCommands(engine, [{ type: "list", listing: eventListing("900001", terms) }, ...accounts], 1);
}

/** Waits until the tables have the order, and gives the milliseconds that it took. */
export async function waitForOrder(sql: Sql, id: string): Promise<number> {
  const startedAt = performance.now();
  const idBytes = Buffer.from(id.slice(2), "hex");
  while ((await sql`select from orders where id = ${idBytes}`).length === 0) await delay(1);
  return performance.now() - startedAt;
}
