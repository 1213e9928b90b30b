/** A data directory as an exchange has it after years: markets as they are listed, and what traders have and did. */
import { openExchange } from "../../src/cli/open-exchange.ts";
import { readConfig } from "../../src/config.ts";
import type { Sql } from "../../src/store/sql/database.ts";
import { balanceBooks } from "./balance-books.ts";
import { generateListings } from "./generated-catalog.ts";
import { CURRENT_POSITIONS, storePositions, TRADES_PER_WALLET } from "./stored-positions.ts";
import { tidy } from "./tidy.ts";

export type StoredSize = { readonly wallets: number; readonly events: number };

/** The condition ids are in the order of the markets' numbers. */
export type Stored = StoredSize & { readonly conditionIds: readonly string[] };

/** Listings that are underway at a time. */
const GROUP = 200;

/** Lists the markets as an exchange does, stores what traders have and did, and then what `storeMore` stores. */
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
  await storePositions(context.sql, size.wallets);
  await balanceBooks(context.sql, size.wallets + 1);
  await storeMore?.(context.sql);
  await tidy(context.sql);
  await close();
  const [positions, trades] = [size.wallets * CURRENT_POSITIONS, size.wallets * TRADES_PER_WALLET];
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  console.log(
    `## ${positions} positions of ${size.wallets} wallets in ${conditionIds.length} markets, ${trades} trades ` +
      `(stored in ${seconds} s)`,
  );
  return { ...size, conditionIds };
}
