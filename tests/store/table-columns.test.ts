/** The descriptions of tables beside the tables that the migrations make: a column of one has to be in the other. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Sql } from "../../src/store/sql/database.ts";
import { ACCOUNT_DAYS, ACCOUNT_MARKET_DAYS, ACCOUNTS } from "../../src/store/tables/accounts.ts";
import {
  BUILDER_VOLUMES,
  EVENT_STATISTICS,
  MARKET_VOLUMES,
  PRICE_HISTORY,
} from "../../src/store/tables/statistics.ts";
import { ACCOUNT_STATISTICS, MARKET_STATISTICS } from "../../src/store/tables/day-statistics.ts";
import { EVENT_FLAGS, MARKET_FLAGS } from "../../src/store/tables/flags.ts";
import { MARKET_STATES } from "../../src/store/tables/market-states.ts";
import { OPERATIONS, TRADES } from "../../src/store/tables/movements.ts";
import { ORDER_PROGRESS, ORDERS } from "../../src/store/tables/orders.ts";
import { POSITIONS } from "../../src/store/tables/positions.ts";
import { POSITION_HISTORY, SHOWN_PRICES } from "../../src/store/tables/profit-history.ts";
import { READ_TABLES } from "../../src/store/tables/read-tables.ts";
import { ORDER_GROUPS } from "../../src/store/tables/order-groups.ts";
import {
  EVENT_ENTRIES,
  EVENTS,
  MARKET_ENTRIES,
  MARKETS,
  SERIES,
  TAGS,
} from "../../src/store/tables/record-tables.ts";
import type { RecordTable } from "../../src/store/tables/record-tables.ts";
import type { Table } from "../../src/store/tables/table.ts";
import { createTestDatabase } from "../support/database.ts";
import { withSql } from "../support/history.ts";

const WHOLE: readonly Table<never>[] = [
  ACCOUNTS,
  POSITIONS,
  MARKET_STATES,
  ORDERS,
  ORDER_GROUPS,
  TRADES,
  PRICE_HISTORY,
  EVENT_STATISTICS,
  MARKET_VOLUMES,
  OPERATIONS,
  ACCOUNT_DAYS,
  ACCOUNT_MARKET_DAYS,
  MARKET_STATISTICS,
  ACCOUNT_STATISTICS,
  BUILDER_VOLUMES,
  POSITION_HISTORY,
  SHOWN_PRICES,
];
const PARTS: readonly Table<never>[] = [ORDER_PROGRESS, MARKET_FLAGS, EVENT_FLAGS];

const RECORDS: readonly RecordTable[] = [EVENTS, MARKETS, EVENT_ENTRIES, MARKET_ENTRIES, TAGS, SERIES];

/** Read tables of which one statement names the few columns, beside their values. */
const WRITTEN_APART = [
  "search_words",
  "event_states",
  "resolution_steps",
  "bans",
  "exchange_mode",
  "audit",
  "requests",
];

/** The columns and the primary key of a table, as PostgreSQL has them. */
async function readTable(sql: Sql, table: string) {
  const columns = await sql<{ name: string; type: string; key: boolean }[]>`
    select attname as name, format_type(atttypid, atttypmod) as type,
      coalesce(attnum = any(indkey), false) as key
    from pg_attribute left join pg_index on indrelid = attrelid and indisprimary
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attname`;
  return {
    types: new Map(columns.map(({ name, type }) => [name, type])),
    key: columns.filter(({ key }) => key).map(({ name }) => name),
  };
}

async function listFaults(sql: Sql, { name, key, columns }: Table<never>, whole: boolean): Promise<string[]> {
  const stored = await readTable(sql, name);
  const faults: string[] = [];
  for (const [column, { type }] of Object.entries(columns)) {
    const other = stored.types.get(column);
    if (other === undefined) faults.push(`no migration makes the described column ${name}.${column}`);
    else if (other !== type) faults.push(`${name}.${column} is ${other}, and described as ${type}`);
  }
  for (const column of whole ? stored.types.keys() : [])
    if (!(column in columns)) faults.push(`no description has the column ${name}.${column}`);
  if ([...key].sort().join() !== stored.key.join())
    faults.push(`the key of ${name} is ${stored.key.join()}, and described as ${key.join()}`);
  return faults;
}

test("tables have the columns that they are described with", async (context) => {
  const database = await createTestDatabase();
  context.after(() => database.close());
  await withSql(database.url, async (sql) => {
    const faults: string[] = [];
    for (const table of WHOLE) faults.push(...(await listFaults(sql, table, true)));
    for (const table of PARTS) faults.push(...(await listFaults(sql, table, false)));
    for (const { name, columns } of RECORDS) {
      const { types } = await readTable(sql, name);
      assert.deepEqual([...columns].sort(), [...types.keys()].sort(), `columns of ${name}`);
    }
    assert.deepEqual(faults, []);
  });
});

test("every read table is described, or known to be written apart", () => {
  const known = [...[...WHOLE, ...RECORDS].map(({ name }) => name), ...WRITTEN_APART];
  assert.deepEqual(known.sort(), [...READ_TABLES].sort());
});

test("a column without a migration or without a description is named", async (context) => {
  const database = await createTestDatabase();
  context.after(() => database.close());
  await withSql(database.url, async (sql) => {
    await sql`alter table trades add column migrated bigint, alter column price type integer`;
    await sql`alter table trades drop column maker_fee`;
    assert.deepEqual(await listFaults(sql, TRADES, true), [
      "trades.price is integer, and described as smallint",
      "no migration makes the described column trades.maker_fee",
      "no description has the column trades.migrated",
    ]);
  });
});
