/** GET /balances: every wallet of the caller with what it has, page after page. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { lots, micros } from "../../../src/core/units.ts";
import { checksumAddress } from "../../../src/signing/address.ts";
import { hashOf, testListing, tokenOf, walletOf } from "../../support/exchange.ts";
import type { TestExchange } from "../../support/exchange.ts";
import { createTrader } from "../../support/trader.ts";
import type { Trader } from "../../support/trader.ts";
import { assertLedgerSums, walk } from "./ledger-walk.ts";
import type { Row } from "./ledger-walk.ts";
import { assertRefused, CONDITION, startWorld, YES } from "./world.ts";

const MARKETS = Array.from({ length: 300 }, (_none, index) => `market ${index}`);
const SAFE = walletOf("safe");

let exchange: TestExchange;
let ann: Trader;

before(async () => {
  exchange = await startWorld();
  ann = await createTrader(exchange, "ann");
  await exchange.list(testListing(MARKETS.map((name) => ({ name }))));
});
after(() => exchange.close());

const split = (address: string, name: string, shares: number) =>
  exchange.submit({
    type: "split",
    address,
    owner: ann.address,
    conditionId: hashOf(name),
    lots: lots(shares * 100),
  });

test("a wallet without positions is there, with what its orders hold", async () => {
  const { body: order } = await ann.place({ tokenId: YES, side: "BUY", price: "0.25", size: "10" });
  const reply = await ann.request("GET", "/balances");
  assert.deepEqual(reply.body, {
    data: [
      {
        address: ann.account.address,
        collateral: { balance: "10000", held: "2.5", available: "9997.5" },
        positions: [],
      },
    ],
    next_cursor: "LTE=",
    limit: 500,
    count: 1,
  });
  await ann.cancel(order.orderID);
});

test("positions say what orders hold, and those that are empty are left out", async () => {
  await split(ann.address, "rain", 10);
  await ann.place({ tokenId: tokenOf("rain no"), side: "SELL", price: "0.75", size: "4.5" });
  const ben = await createTrader(exchange, "ben");
  await ben.place({ tokenId: YES, side: "BUY", price: "0.5", size: "10" });
  await ann.place({ tokenId: YES, side: "SELL", price: "0.5", size: "10" });
  const [wallet] = (await ann.request("GET", "/balances")).body.data;
  assert.deepEqual(wallet, {
    address: ann.account.address,
    collateral: { balance: "9995", held: "0", available: "9995" },
    positions: [
      {
        condition_id: CONDITION,
        asset_id: tokenOf("rain no"),
        outcome: "No",
        outcome_index: 1,
        balance: "10",
        held: "4.5",
        available: "5.5",
      },
    ],
  });
});

/** Positions by wallet, put together from all pages; each page has the rows that it says. */
async function walkWallets(path: string): Promise<Map<string, Row[]>> {
  const wallets = new Map<string, Row[]>();
  for (const { address, positions } of await walk(ann, path)) {
    wallets.set(address, [...(wallets.get(address) ?? []), ...positions]);
  }
  return wallets;
}

test("a walk meets every wallet and every position once, over pages", async () => {
  await exchange.submit({ type: "open-account", address: SAFE, owner: ann.address, credit: micros(5e9) });
  await exchange.submit({
    type: "open-account",
    address: walletOf("empty"),
    owner: ann.address,
    credit: micros(0),
  });
  const funded = [ann.address, SAFE];
  await Promise.all(funded.flatMap((address) => MARKETS.map((name) => split(address, name, 1))));
  const pages: number[] = [];
  await walk(ann, "/balances", async ({ body }) => {
    const positions: number[] = body.data.map((wallet: Row) => wallet.positions.length);
    pages.push(positions.reduce((sum, count) => sum + count, 0));
  });
  // 1,204 rows: three wallets, and 601 and 600 positions.
  assert.deepEqual(pages, [499, 499, 203]);
  const wallets = await walkWallets("/balances");
  assert.deepEqual(
    [...wallets].map(([address, { length }]) => [address.toLowerCase(), length]),
    [
      [ann.address, 601],
      [SAFE, 600],
      [walletOf("empty"), 0],
    ],
  );
  for (const [, positions] of wallets)
    assert.equal(new Set(positions.map((row) => row.asset_id)).size, positions.length);
  const expected = MARKETS.flatMap((name) => [tokenOf(`${name} yes`), tokenOf(`${name} no`)]);
  const safe = await walkWallets(`/balances?address=${checksumAddress(SAFE)}`);
  assert.deepEqual(
    [...safe].map(([address, rows]) => [address, rows.map((row) => row.asset_id)]),
    [[checksumAddress(SAFE), expected]],
  );
  await assertLedgerSums(ann);
});

test("positions that come in meanwhile shift nothing", async () => {
  const had = await walkWallets("/balances");
  const met = new Map<string, string[]>();
  let round = 0;
  await walk(ann, "/balances", async ({ body }) => {
    for (const { address, positions } of body.data)
      met.set(address, [...(met.get(address) ?? []), ...positions.map((row: Row) => row.asset_id)]);
    round += 1;
    await split(ann.address, "wind", round);
  });
  for (const [address, rows] of had) {
    const assets = met.get(address)!;
    assert.equal(new Set(assets).size, assets.length);
    for (const { asset_id: asset } of rows) assert.ok(assets.includes(asset));
  }
});

test("another's wallet, an unknown one, and what is no cursor are refused", async () => {
  const ben = await createTrader(exchange, "ben");
  for (const path of ["/balances", "/ledger"]) {
    assertRefused(await ben.request("GET", `${path}?address=${SAFE}`), {
      status: 400,
      code: "wallet_taken",
      error: "the wallet belongs to another signer",
    });
    assertRefused(await ben.request("GET", `${path}?address=${walletOf("nobody")}`), {
      status: 404,
      code: "unknown_account",
      error: "account not found",
    });
    const ended = (await ben.request("GET", `${path}?next_cursor=LTE=`)).body;
    assert.deepEqual([ended.data, ended.next_cursor, ended.count], [[], "LTE=", 0]);
  }
});

test("a cursor beyond everything ends the walk", async () => {
  const most = String(Number.MAX_SAFE_INTEGER);
  for (const [path, numbers] of [
    ["/balances", [most, most, most]],
    ["/ledger", ["0", "0", "0", most, "0"]],
  ] as const) {
    const cursor = encodeURIComponent(Buffer.from(numbers.join(".")).toString("base64"));
    const reply = await ann.request("GET", `${path}?next_cursor=${cursor}`);
    assert.deepEqual([reply.status, reply.body.data], [200, []], reply.text);
  }
});
