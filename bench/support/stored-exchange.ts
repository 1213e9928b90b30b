/** A data directory as of an exchange after years: listed markets, with the holdings and operations of traders. */
import { openExchange } from "../../src/cli/open-exchange.ts";
import { readConfig } from "../../src/settings/config.ts";
import type { Sql } from "../../src/store/sql/database.ts";
import { caughtUp } from "./caught-up.ts";
import { balanceBooks } from "./balance-books.ts";
import { generateListings } from "./generated-catalog.ts";
import { CURRENT_POSITIONS, storePositions, TRADES_PER_WALLET } from "./stored-positions.ts";
import { vacuumTables } from "./vacuum-tables.ts";

export type StoredSize = { readonly wallets: number; readonly events: number };

/** A stored exchange; the condition ids are in the order of the markets' numbers. */
export type Stored = StoredSize & { readonly conditionIds: readonly string[] };

/** Most listings that are underway at a time. */
const GROUP = 200;

/** Lists the markets as an exchange does, stores holdings and operations of traders, and then calls `storeMore`. */
export async function storeExchange(
  directory: string,
  size: StoredSize,
  storeMore?: (sql: Sql) => Promise<void>,
): Promise<Stored> {
  const config = readConfig({ PRESAGE_LOG_LEVEL: "error" }, ["--data-dir", directory]);
  const { context, close } = await openExchange(config, (error) => {
    throw error;
  });
  const started = performance.now();
  const conditionIds: string[] = [];
  const group: Promise<unknown>[] = [];
  for (const listing of generateListings(size.events)) {
    conditionIds.push(...listing.markets.map(({ conditionId }) => conditionId));
    group.push(context.engine.submit({ type: "list", listing }));
    if (group.length === GROUP) await Promise.all(group.splice(0));
  }
  await Promise.all(group);
  await storePositions(await caughtUp(context.sql), size.wallets);
  await balanceBooks(await caughtUp(context.sql), size.wallets + 1);
  await storeMore?.(await caughtUp(context.sql));
  await vacuumTables(await caughtUp(context.readSql));
  await close();
  const [positions, trades] = [size.wallets * CURRENT_POSITIONS, size.wallets * TRADES_PER_WALLET];
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  console.log(
    `## ${positions} positions of ${size.wallets} wallets in ${conditionIds.length} markets, ${trades} trades ` +
      `(stored in ${seconds} s)`,
  );
  return { ...size, conditionIds };
}
