/**
 * The read tables of long random histories against a naive fold of the journal's text: every field of every row of
 * positions, accounts, markets and operations.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { openDatabase } from "../../src/store/sql/database.ts";
import type { Sql } from "../../src/store/sql/database.ts";
import { inSnapshot } from "../../src/store/sql/table-stream.ts";
import { verifyExchange } from "../../src/store/verify/verify-exchange.ts";
import type { TestDatabase } from "../support/database.ts";
import { atDepth } from "../support/depth.ts";
import { createHistory } from "../support/history.ts";
import { accountFigureRows, marketFigureRows } from "./figures-fold.ts";
import { assertFigures } from "./figure-reads.ts";
import {
  accountRows,
  builderRows,
  conversionRows,
  dayRows,
  historyRows,
  marketDayRows,
  marketRows,
  operationRows,
  positionRows,
  rowText,
  shownPriceIn,
} from "./fold-rows.ts";
import type { Cell } from "./fold-rows.ts";
import { createFold, foldBatch, PERIOD_MS } from "./position-fold.ts";
import type { Fold, FoldBatch } from "./position-fold.ts";
import { createRandomHistory } from "./random-history.ts";
import { MOVED, SUMS } from "./stored-sums.ts";

/** Tables with their expected rows and their columns, as in fold-rows.ts. */
const TABLES: readonly (readonly [table: string, rows: (fold: Fold) => string[], columns: string])[] = [
  ["accounts", accountRows, "no, address, owner, collateral, held, volume, realized"],
  ["positions", positionRows, "account, market, outcome, lots, held, average, bought, realized, changed_at"],
  [
    "operations",
    operationRows,
    "batch, place, leg, at, account, kind, market, collateral, first_lots, second_lots",
  ],
  ["account_days", dayRows, "day, account, volume, realized"],
  [
    "account_market_days",
    marketDayRows,
    "day, account, market, volume, realized, taker_trades, taker_volume, fees",
  ],
  ["market_figures", ({ figures }) => marketFigureRows(figures), "day, market, trades, volume, fees"],
  [
    "account_figures",
    ({ figures }) => accountFigureRows(figures),
    "day, account, opened, trades, fills, volume, fees, deposits, withdrawals",
  ],
  ["position_history", historyRows, "account, market, outcome, period, lots, average, realized"],
  ["builder_volumes", builderRows, "encode(builder, 'hex'), day, volume"],
  ["event_states", conversionRows, "event::text, converted"],
  [
    "market_states",
    marketRows,
    `market, status, tick, minimum_lots, negative_risk, payout, backing, last_price, last_side, last_trade_at,
      best_bid, best_ask, volume, liquidity, burned, redeemed, resolved_at, proposed_payout, disputed, fee_rate,
      fee_exponent, fee_taker_only, auto_redeem, shown_price`,
  ],
];

/** Filters of rows. Orders that hold shares make rows of positions before any shares move. */
const FILTERS: Readonly<Record<string, string>> = { positions: "where changed_at > 0" };

const HISTORIES: readonly (readonly [name: string, create: () => Promise<TestDatabase>])[] = [
  ["of every kind of event", createHistory],
  ...atDepth({ quick: [], deep: [2, 5, 6] }).map(
    (seed) => [`of seed ${seed}`, () => createRandomHistory(seed, 1_500)] as const,
  ),
];

/** Tables that had rows in any history: a random one may have no event of a kind. */
const filled = new Set<string>();

for (const [name, create] of HISTORIES) {
  test(`a history ${name} leaves the rows that its journal folds to`, async () => {
    const database = await create();
    const sql = openDatabase(database.url, { maxConnections: 1 });
    try {
      await compareTables(sql);
      await assertSums(sql);
      await assertFigures(sql);
      await assertVerified(database.url);
    } finally {
      await sql.end();
      await database.close();
    }
  });
}

test("every table had rows to compare", () => {
  assert.deepEqual(
    TABLES.map(([table]) => table).filter((table) => !filled.has(table)),
    [],
  );
});

async function compareTables(sql: Sql): Promise<void> {
  const fold = createFold();
  const batches = await sql<FoldBatch[]>`select seq, at, events from journal order by seq`;
  const shown = await sql<ShownPrice[]>`select market, period, price from shown_prices order by period`;
  for (const [period, own] of Map.groupBy(batches, ({ at }) => Math.floor(at / PERIOD_MS))) {
    for (const batch of own) foldBatch(fold, batch);
    assertShownPrices(fold, period, shown);
  }
  for (const [table, rows, columns] of TABLES) {
    const stored: Cell[][] = await sql
      .unsafe(`select ${columns} from ${table} ${FILTERS[table] ?? ""}`)
      .values();
    if (stored.length > 0) filled.add(table);
    assert.deepEqual(stored.map(rowText).sort(), rows(fold), `I14: rows of ${table}`);
  }
}

type ShownPrice = { readonly market: number; readonly period: number; readonly price: number };

/** Compares the price of each market at the end of a period with its latest row until then; all markets have one. */
function assertShownPrices(fold: Fold, period: number, rows: readonly ShownPrice[]): void {
  const latest = new Map(
    rows.filter((row) => row.period <= period).map(({ market, price }) => [market, price]),
  );
  const expected = new Map([...fold.markets.keys()].map((no) => [no, shownPriceIn(fold, no)]));
  assert.deepEqual(latest, expected, `shown prices at the end of period ${period}`);
}

/** I12, I13: the hash chain holds, and a start would load the state that the journal replays to. */
async function assertVerified(url: string): Promise<void> {
  const { differences } = await inSnapshot(url, "position fold test", verifyExchange);
  assert.deepEqual(differences, []);
}

async function assertSums(sql: Sql): Promise<void> {
  for (const [what, statement] of SUMS)
    assert.deepEqual([...(await sql.unsafe(`${MOVED} ${statement}`))], [], what);
}
