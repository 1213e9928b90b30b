/** Walks over all pages of the ledger, and sums of the pages in base units. */
import assert from "node:assert/strict";
import type { Reply } from "../../support/exchange.ts";
import type { Trader } from "../../support/trader.ts";

// oxlint-disable-next-line typescript/no-explicit-any
export type Row = any;

/** Millionths, of text with a sign and up to six decimals. */
export function baseUnits(text: string): bigint {
  const match = /^(-?)(\d+)(?:\.(\d{1,6}))?$/.exec(text);
  assert.ok(match !== null, `${text} is decimal text`);
  const units = BigInt(match[2]! + (match[3] ?? "").padEnd(6, "0"));
  return match[1] === "-" ? -units : units;
}

/** All rows, page after page; `between` runs after each page. */
export async function walk(
  trader: Trader,
  path: string,
  between: (page: Reply) => Promise<unknown> = async () => undefined,
): Promise<Row[]> {
  const rows: Row[] = [];
  const seen = new Set<string>();
  let cursor = "MA==";
  while (cursor !== "LTE=") {
    assert.ok(!seen.has(cursor), "a cursor came twice");
    seen.add(cursor);
    const mark = path.includes("?") ? "&" : "?";
    const reply = await trader.request("GET", `${path}${mark}next_cursor=${encodeURIComponent(cursor)}`);
    assert.equal(reply.status, 200, reply.text);
    assert.equal(reply.body.count, reply.body.data.length);
    rows.push(...reply.body.data);
    cursor = reply.body.next_cursor;
    await between(reply);
  }
  return rows;
}

/** Balances by wallet and asset; the asset of collateral is "". Balances of 0 are left out. */
export type Sums = Map<string, bigint>;

function add(sums: Sums, key: string, amount: bigint): void {
  const sum = (sums.get(key) ?? 0n) + amount;
  if (sum === 0n) sums.delete(key);
  else sums.set(key, sum);
}

export async function ledgerSums(trader: Trader): Promise<Sums> {
  const sums: Sums = new Map();
  for (const { address, collateral, shares } of await walk(trader, "/ledger")) {
    add(sums, `${address} `, baseUnits(collateral));
    for (const { asset_id: asset, amount } of shares) add(sums, `${address} ${asset}`, baseUnits(amount));
  }
  return sums;
}

export async function balanceSums(trader: Trader): Promise<Sums> {
  const sums: Sums = new Map();
  const wallets = new Set<string>();
  for (const { address, collateral, positions } of await walk(trader, "/balances")) {
    if (!wallets.has(address)) add(sums, `${address} `, baseUnits(collateral.balance));
    wallets.add(address);
    for (const { asset_id: asset, balance } of positions)
      add(sums, `${address} ${asset}`, baseUnits(balance));
  }
  return sums;
}

/** Asserts that the entries of the trader's ledger sum to its balances, to the last unit. */
export async function assertLedgerSums(trader: Trader): Promise<void> {
  const sorted = (sums: Sums) => [...sums].sort(([a], [b]) => (a < b ? -1 : 1));
  assert.deepEqual(sorted(await ledgerSums(trader)), sorted(await balanceSums(trader)));
}
