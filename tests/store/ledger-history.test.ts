/** Ledger and solvency over a history of every kind of event: entries sum to balances, and the exchange has what it owes. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { FEE_ACCOUNT } from "../../src/core/ledger/fees.ts";
import { listBalances } from "../../src/store/reads/accounts/balances.ts";
import type { BalanceCursor } from "../../src/store/reads/accounts/balances.ts";
import { findLedgerTop, listLedger } from "../../src/store/reads/accounts/ledger.ts";
import type { LedgerEntry, LedgerCursor } from "../../src/store/reads/accounts/ledger.ts";
import { proveSolvency } from "../../src/store/reads/solvency.ts";
import { openDatabase } from "../../src/store/sql/database.ts";
import type { Sql } from "../../src/store/sql/database.ts";
import type { TestDatabase } from "../support/database.ts";
import { createHistory } from "../support/history.ts";

/** Odd, so that pages end between the entries of a batch. */
const PAGE = 7;

let database: TestDatabase;
let sql: Sql;

before(async () => {
  database = await createHistory();
  sql = openDatabase(database.url, { prepare: false });
});
after(async () => {
  await sql.end();
  await database.close();
});

/** All entries of an owner, page after page. */
async function walkLedger(owner: string): Promise<LedgerEntry[]> {
  const entries: LedgerEntry[] = [];
  let below: LedgerCursor = await findLedgerTop(sql);
  for (;;) {
    const page = await listLedger(sql, { owner, address: undefined, below, limit: PAGE });
    entries.push(...page);
    if (page.length < PAGE) return entries;
    for (const entry of page) {
      const [taker, maker, ...operation] = below;
      if (entry.role === "operation") below = [taker, maker, entry.batch, entry.place, entry.leg];
      else if (entry.role === "taker") below = [entry.no, maker, ...operation];
      else below = [taker, entry.no, ...operation];
    }
  }
}

type Sums = Map<string, number>;

const add = (sums: Sums, key: string, amount: number): Sums => sums.set(key, (sums.get(key) ?? 0) + amount);

function addEntry(sums: Sums, entry: LedgerEntry): void {
  if (entry.role === "operation") {
    add(sums, `${entry.address} collateral`, entry.collateral);
    for (const { conditionId, lots } of entry.legs)
      lots.forEach((added, outcome) => add(sums, `${entry.address} ${conditionId} ${outcome}`, added));
    return;
  }
  const { address, conditionId, outcome, side, price, lots, fee } = entry;
  const sign = side === "BUY" ? 1 : -1;
  const value = lots * (outcome === 0 ? price : 10_000 - price);
  add(sums, `${address} collateral`, -sign * value - fee);
  add(sums, `${address} ${conditionId} ${outcome}`, sign * lots);
}

async function balancesOf(owner: string): Promise<Sums> {
  const sums: Sums = new Map();
  let place: BalanceCursor = [0, 0, 0];
  for (;;) {
    const page = await listBalances(sql, { owner, address: undefined, after: place, limit: PAGE });
    for (const { address, collateral, conditionId, outcome, lots, account, market } of page) {
      if (conditionId === null) add(sums, `${address} collateral`, collateral);
      else add(sums, `${address} ${conditionId} ${outcome}`, lots ?? 0);
      place = [account, market, outcome];
    }
    if (page.length < PAGE) return sums;
  }
}

const nonZero = (sums: Sums): [string, number][] =>
  [...sums].filter(([, amount]) => amount !== 0).sort(([a], [b]) => (a < b ? -1 : 1));

test("the entries of each owner's ledger sum to what the owner has", async () => {
  const owners = await sql<{ owner: string }[]>`
    select distinct owner from accounts where address <> ${FEE_ACCOUNT}`;
  assert.ok(owners.length >= 4);
  const roles = new Set<string>();
  for (const { owner } of owners) {
    const sums: Sums = new Map();
    const entries = await walkLedger(owner);
    for (const entry of entries) {
      addEntry(sums, entry);
      roles.add(entry.role === "operation" ? entry.kind : entry.role);
    }
    const ids = entries.map((entry) =>
      entry.role === "operation" ? `${entry.batch}.${entry.place}.${entry.leg}` : `${entry.no} ${entry.role}`,
    );
    assert.equal(new Set(ids).size, ids.length);
    assert.deepEqual(nonZero(sums), nonZero(await balancesOf(owner)), owner);
  }
  const operations = ["deposit", "withdrawal", "debit", "split", "merge", "redemption", "conversion"];
  operations.push("failed-settlement");
  assert.deepEqual([...roles].sort(), [...operations, "taker", "maker"].sort());
});

test("fees went to their account, and the exchange has what it owes", async () => {
  const { solvent, fees, markets, events } = await proveSolvency(sql);
  const [charged] = await sql<[{ fees: number }]>`
    select (sum(taker_fee + maker_fee) + (select sum(operations.collateral) from operations
      join accounts on accounts.no = account where address = ${FEE_ACCOUNT}))::bigint as fees from trades`;
  assert.equal(fees, charged.fees);
  assert.ok(fees > 0);
  assert.ok(markets.length > 0 && events.length > 0);
  assert.equal(solvent, true);
});
