/** GET /ledger: an entry for everything that changed a wallet, which sum to what it has; walks that skip none. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Errors } from "typebox/value";
import { lots, micros } from "../../../src/core/units.ts";
import { answerSchema } from "../../../src/http/operation/endpoint.ts";
import { listLedger } from "../../../src/http/trading/ledger/ledger.ts";
import { closed } from "../../support/closed-schema.ts";
import { hashOf, testListing, tokenOf, walletOf } from "../../support/exchange.ts";
import type { TestExchange } from "../../support/exchange.ts";
import { createRandom } from "../../support/random.ts";
import { createTrader } from "../../support/trader.ts";
import type { Trader } from "../../support/trader.ts";
import { assertLedgerSums, walk } from "./ledger-walk.ts";
import type { Row } from "./ledger-walk.ts";
import { CONDITION, DIALECTS, NO, startWorld, YES } from "./world.ts";

let exchange: TestExchange;
let ann: Trader;
let ben: Trader;

before(async () => {
  exchange = await startWorld({ PRESAGE_AUTO_REDEEM: "false" });
  const cities = ["oslo", "rome", "cork"].map((name) => ({ name, negativeRisk: true }));
  await exchange.list(testListing(cities, { id: "8", slug: "cities", negativeRisk: true }));
  const frost = { name: "frost", fees: { rate: 700, exponent: 1, takerOnly: true } };
  await exchange.list(testListing([frost], { id: "9", slug: "frost" }));
  ann = await createTrader(exchange, "ann");
  ben = await createTrader(exchange, "ben");
});
after(() => exchange.close());

const post = async (path: string, body: unknown, trader = ann): Promise<Row> => {
  const reply = await trader.request("POST", path, { body });
  assert.equal(reply.status, 200, reply.text);
  return reply.body;
};

/** The newest entry, without what every entry has. */
async function latest(trader = ann): Promise<Row> {
  const reply = await trader.request("GET", "/ledger");
  assert.deepEqual(Errors(closed(answerSchema(listLedger, "spec")), reply.body), []);
  const [{ id, address, time, transaction_hash: hash, ...entry }] = reply.body.data;
  assert.deepEqual([address, time], [trader.account.address, "2026-06-01T12:00:00.000Z"]);
  const sql = await exchange.context.sql();
  const [batch] = await sql`select seq from journal where hash = decode(${hash.slice(2)}, 'hex')`;
  if (entry.type !== "trade") assert.equal(id.split(".")[0], String(batch!["seq"]));
  assert.match(id, entry.type === "trade" ? /^[0-9a-f-]{36}\.(taker|maker)$/ : /^\d+\.\d+$/);
  return entry;
}

const BLANK = { condition_id: "", asset_id: "", side: "", price: "", fee: "0", shares: [] };
const ofFrost = { ...BLANK, condition_id: hashOf("frost") };
const [FROST_YES, FROST_NO] = [tokenOf("frost yes"), tokenOf("frost no")];

test("each kind of entry says what was added and what was taken", async () => {
  assert.deepEqual(await latest(), { ...BLANK, type: "deposit", collateral: "10000" });
  await exchange.submit({ type: "credit", address: ann.address, amount: micros(1_500_000) });
  assert.deepEqual(await latest(), { ...BLANK, type: "deposit", collateral: "1.5" });
  await exchange.submit({ type: "debit", address: ann.address, amount: micros(500_000) });
  assert.deepEqual(await latest(), { ...BLANK, type: "debit", collateral: "-0.5" });
  await post("/withdrawals", { amount: "0.000001" });
  assert.deepEqual(await latest(), { ...BLANK, type: "withdrawal", collateral: "-0.000001" });
  const sets = (amount: string) => [
    { asset_id: FROST_YES, amount },
    { asset_id: FROST_NO, amount },
  ];
  await post("/positions/split", { conditionId: hashOf("frost"), amount: "100" });
  assert.deepEqual(await latest(), { ...ofFrost, type: "split", collateral: "-100", shares: sets("100") });
  await post("/positions/merge", { conditionId: hashOf("frost"), amount: "10" });
  assert.deepEqual(await latest(), { ...ofFrost, type: "merge", collateral: "10", shares: sets("-10") });
});

test("a fill is an entry of both parties, each with its own side, and the fee taken off", async () => {
  await ben.place({ tokenId: FROST_NO, side: "BUY", price: "0.4", size: "50" });
  await ann.place({ tokenId: FROST_NO, side: "SELL", price: "0.4", size: "50" });
  const trade = { ...ofFrost, type: "trade", asset_id: FROST_NO, price: "0.4" };
  // 50 x 0.07 x 0.4 x 0.6 = 0.84.
  assert.deepEqual(await latest(), {
    ...trade,
    side: "SELL",
    collateral: "19.16",
    fee: "0.84",
    shares: [{ asset_id: FROST_NO, amount: "-50" }],
  });
  assert.deepEqual(await latest(ben), {
    ...trade,
    side: "BUY",
    collateral: "-20",
    shares: [{ asset_id: FROST_NO, amount: "50" }],
  });
  await ben.place({ tokenId: FROST_NO, side: "SELL", price: "0.4", size: "10" });
  await ann.place({ tokenId: FROST_YES, side: "SELL", price: "0.6", size: "10" });
  const { side, price, collateral, fee } = await latest();
  assert.deepEqual([side, price, collateral, fee], ["SELL", "0.6", "5.832", "0.168"]);
  await ben.place({ tokenId: FROST_NO, side: "BUY", price: "0.3", size: "10" });
  await ann.place({ tokenId: FROST_YES, side: "BUY", price: "0.7", size: "10" });
  const mint = await latest();
  assert.deepEqual([mint.side, mint.price, mint.collateral, mint.fee], ["BUY", "0.7", "-7.147", "0.147"]);
});

test("a redemption takes all shares, a conversion those of several markets", async () => {
  await exchange.submit({ type: "resolve-market", conditionId: hashOf("frost"), payout: [0, 1] });
  await post("/positions/redeem", { conditionId: hashOf("frost") });
  assert.deepEqual(await latest(), {
    ...ofFrost,
    type: "redemption",
    collateral: "40",
    shares: [
      { asset_id: FROST_YES, amount: "-90" },
      { asset_id: FROST_NO, amount: "-40" },
    ],
  });
  for (const name of ["oslo", "rome"])
    await post("/positions/split", { conditionId: hashOf(name), amount: "5" });
  await post("/positions/convert", { conditionIds: [hashOf("rome"), hashOf("oslo")], amount: "2.5" });
  assert.deepEqual(await latest(), {
    ...BLANK,
    type: "conversion",
    collateral: "2.5",
    shares: [
      { asset_id: tokenOf("rome no"), amount: "-2.5" },
      { asset_id: tokenOf("oslo no"), amount: "-2.5" },
      { asset_id: tokenOf("cork yes"), amount: "2.5" },
    ],
  });
  await assertLedgerSums(ann);
  await assertLedgerSums(ben);
});

test("both sides of a trade with oneself stand in it, and wallets apart where they are asked for", async () => {
  await ann.place({ tokenId: NO, side: "BUY", price: "0.5", size: "10" });
  await ann.place({ tokenId: YES, side: "BUY", price: "0.5", size: "10" });
  const [first, second] = (await ann.request("GET", "/ledger")).body.data;
  assert.deepEqual(
    [first, second].map(({ id, asset_id: asset }) => [id.split(".")[1], asset]),
    [
      ["taker", YES],
      ["maker", NO],
    ],
  );
  const safe = walletOf("safe");
  await exchange.submit({ type: "open-account", address: safe, owner: ann.address, credit: micros(7e6) });
  const own = (await ann.request("GET", `/ledger?address=${safe}`)).body;
  assert.deepEqual([own.count, own.data[0].address.toLowerCase(), own.data[0].collateral], [1, safe, "7"]);
  assert.equal((await ann.request("GET", "/ledger")).body.data[0].collateral, "7");
  await assertLedgerSums(ann);
});

test("times are those of the dialect", async () => {
  for (const dialect of DIALECTS) {
    const { data } = (await ann.request("GET", "/ledger", { dialect })).body;
    const time = dialect === "spec" ? "2026-06-01T12:00:00.000Z" : "1780315200";
    for (const entry of data) assert.equal(entry.time, time);
  }
});

const idsOf = (rows: readonly Row[]): string[] => rows.map(({ id }) => id);
const random = createRandom(11);

/** A step that makes entries in one or several streams of a trader's ledger. */
async function act(): Promise<void> {
  const [maker, taker] = random.chance(50) ? [ann, ben] : [ben, ann];
  switch (random.below(4)) {
    case 0:
      await post("/positions/split", { conditionId: CONDITION, amount: "1" });
      return;
    case 1:
      await post("/withdrawals", { amount: "0.01" });
      return;
    default:
      for (const [{ address: account }, tokenId] of [[maker, NO] as const, [taker, YES] as const])
        await exchange.place({ account, tokenId, side: "BUY", price: "0.5", size: "1" });
  }
}

test("a walk meets every entry once, newest first, whatever comes in meanwhile", async () => {
  for (let count = 0; count < 240; count += 1) await act();
  const still = await walk(ann, "/ledger");
  assert.ok(still.length > 200);
  assert.equal(new Set(idsOf(still)).size, still.length);
  const moving = await walk(ann, "/ledger", async () => {
    for (let count = 0; count < 7; count += 1) await act();
  });
  assert.deepEqual(idsOf(moving), idsOf(still));
  const grown = idsOf(await walk(ann, "/ledger"));
  assert.deepEqual(grown.slice(-still.length), idsOf(still));
  assert.ok(grown.length > still.length);
  await assertLedgerSums(ann);
  await assertLedgerSums(ben);
});

test("entries of one batch stand together, and a page may end between them", async () => {
  await exchange.submit({ type: "credit", address: ben.address, amount: micros(1) });
  const conditionId = CONDITION;
  const splits = Array.from({ length: 130 }, () =>
    exchange.context.engine.submit({
      type: "split",
      address: ben.address,
      owner: ben.address,
      conditionId,
      lots: lots(1),
    }),
  );
  await Promise.all(splits);
  const rows = await walk(ben, "/ledger");
  const hashes = new Set(rows.slice(0, 130).map((row) => row.transaction_hash));
  assert.ok(hashes.size < 10);
  const places = rows.slice(0, 130).map(({ id }) => id.split(".").map(Number) as [number, number]);
  const sorted = places.toSorted(([a, x], [b, y]) => b - a || y - x);
  assert.deepEqual(places, sorted);
  await assertLedgerSums(ben);
});
