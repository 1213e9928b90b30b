/** GET /proof/solvency: right at every stage of conversions and resolutions, under load, and false when it has to be. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { lots, micros } from "../../../src/core/units.ts";
import { tradingEndpoints } from "../../../src/http/trading/endpoints.ts";
import { hashOf, startTestExchange, testListing, tokenOf, walletOf } from "../../support/exchange.ts";
import type { TestExchange } from "../../support/exchange.ts";
import { assertAnswer } from "./matches-answer.ts";

const [ANN, BEN] = [walletOf("ann"), walletOf("ben")];
const CITIES = ["oslo", "rome", "cork", "bern"];

let exchange: TestExchange;

before(async () => {
  exchange = await startTestExchange({
    endpoints: tradingEndpoints("sandbox"),
    settings: { PRESAGE_AUTO_REDEEM: "false" },
  });
  const cities = CITIES.map((name) => ({ name, negativeRisk: true }));
  await exchange.list(testListing(cities, { id: "8", slug: "cities", negativeRisk: true }));
  await exchange.list(testListing([{ name: "rain" }, { name: "wind" }]));
});
after(() => exchange.close());

async function prove() {
  const reply = await exchange.get("/proof/solvency");
  assertAnswer(reply, "GET", "/proof/solvency");
  return reply.body;
}

const ledger = (type: "split" | "merge", address: string, name: string, shares: number) =>
  exchange.submit({
    type,
    address,
    owner: address,
    conditionId: hashOf(name),
    lots: lots(shares * 100),
  });
const convert = (names: readonly string[], shares: number) =>
  exchange.submit({
    type: "convert",
    address: ANN,
    owner: ANN,
    conditionIds: names.map(hashOf),
    lots: lots(shares * 100),
  });
const resolve = (name: string, yes: boolean) =>
  exchange.submit({ type: "resolve-market", conditionId: hashOf(name), payout: yes ? [1, 0] : [0, 1] });
const redeem = (address: string, name: string) =>
  exchange.submit({ type: "redeem", address, owner: address, conditionId: hashOf(name) });

type Totals = readonly [deposits: string, collateral: string, backing: string, debt: string, claims: string];

/** The totals, which must add up and be solvent. */
async function assertTotals(expected: Totals): Promise<void> {
  const { deposits, collateral, backing, debt, claims, solvent, markets } = await prove();
  assert.deepEqual([deposits, collateral, backing, debt, claims], expected);
  assert.equal(Number(deposits), Number(collateral) + Number(backing) - Number(debt));
  assert.equal(solvent, true);
  for (const market of markets) assert.equal(market.equal, true, market.condition_id);
}

test("an exchange with nothing in it has what it owes", async () => {
  const { sequence, hash, markets, events } = await prove();
  const head = exchange.context.engine.head();
  assert.deepEqual([sequence, hash], [head.seq, `0x${head.hash.toString("hex")}`]);
  assert.deepEqual([markets, events], [[], []]);
  await assertTotals(["0", "0", "0", "0", "0"]);
});

test("sets, withdrawals and trades", async () => {
  await exchange.open(ANN, "1000");
  await exchange.open(BEN, "500.5");
  await ledger("split", ANN, "rain", 100);
  await exchange.submit({ type: "withdraw", address: BEN, owner: BEN, amount: micros(500_000) });
  await exchange.submit({ type: "debit", address: BEN, amount: micros(1_000_000) });
  await assertTotals(["1499", "1399", "100", "0", "100"]);
  await exchange.place({
    account: ANN,
    tokenId: tokenOf("rain yes"),
    side: "SELL",
    price: "0.4",
    size: "50",
  });
  await exchange.place({
    account: BEN,
    tokenId: tokenOf("rain yes"),
    side: "BUY",
    price: "0.4",
    size: "50",
  });
  await assertTotals(["1499", "1399", "100", "0", "100"]);
  const [market] = (await prove()).markets;
  assert.deepEqual(market, {
    condition_id: hashOf("rain"),
    event_id: "7",
    status: "active",
    backing: "100",
    first_supply: "100",
    second_supply: "100",
    burned: "0",
    claims: "100",
    equal: true,
  });
});

test("conversions pay ahead, and what they paid is not counted as what shares can claim", async () => {
  for (const name of CITIES) await ledger("split", ANN, name, 20);
  await assertTotals(["1499", "1319", "180", "0", "180"]);
  await convert(["oslo", "rome"], 10);
  // 10 of collateral, and 10 YES of each of two: all four markets burned 10.
  await assertTotals(["1499", "1329", "200", "30", "170"]);
  await convert(["cork"], 5);
  await assertTotals(["1499", "1329", "215", "45", "170"]);
  const { markets, events } = await prove();
  const cork = markets.find(({ condition_id: id }: { condition_id: string }) => id === hashOf("cork"));
  assert.deepEqual(cork, {
    condition_id: hashOf("cork"),
    event_id: "8",
    status: "active",
    backing: "30",
    first_supply: "30",
    second_supply: "15",
    burned: "15",
    claims: "30",
    equal: true,
  });
  assert.deepEqual(events, [{ event_id: "8", converted: "15", debt: "45" }]);
});

test("damage in any of the tables shows", async () => {
  const sql = await exchange.context.sql();
  const damages = [
    [
      sql`update accounts set collateral = collateral + 1 where no = 1`,
      sql`update accounts set collateral = collateral - 1 where no = 1`,
    ],
    [
      sql`update positions set lots = lots + 1 where account = 1 and market = 1 and outcome = 0`,
      sql`update positions set lots = lots - 1 where account = 1 and market = 1 and outcome = 0`,
    ],
    [
      sql`update positions set lots = lots + 1 where account = 1 and market = 1 and outcome = 1`,
      sql`update positions set lots = lots - 1 where account = 1 and market = 1 and outcome = 1`,
    ],
    [
      sql`update market_states set backing = backing - 1 where market = 1`,
      sql`update market_states set backing = backing + 1 where market = 1`,
    ],
    [
      sql`update market_states set burned = burned + 1 where market = 1`,
      sql`update market_states set burned = burned - 1 where market = 1`,
    ],
    [
      sql`update event_states set converted = converted + 1`,
      sql`update event_states set converted = converted - 1`,
    ],
    [
      sql`update operations set collateral = collateral + 1 where kind = 'withdrawal'`,
      sql`update operations set collateral = collateral - 1 where kind = 'withdrawal'`,
    ],
    // Nothing but one missing row, and sums that agree with each other all the same.
    [
      sql`update positions set lots = lots - 1 where account = 1 and market = 1`,
      sql`update positions set lots = lots + 1 where account = 1 and market = 1`,
    ],
  ] as const;
  for (const [damage, repair] of damages) {
    await damage;
    assert.equal((await prove()).solvent, false);
    await repair;
    assert.equal((await prove()).solvent, true);
  }
});

test("each resolution of the event keeps it solvent, whichever comes first", async () => {
  await resolve("oslo", false);
  // 15 burned shares of oslo pay back.
  await assertTotals(["1499", "1329", "200", "30", "170"]);
  await exchange.submit({ type: "undo-resolution", conditionId: hashOf("oslo") });
  await assertTotals(["1499", "1329", "215", "45", "170"]);
  await resolve("oslo", false);
  await redeem(ANN, "oslo");
  await assertTotals(["1499", "1339", "190", "30", "160"]);
  await resolve("bern", true);
  await assertTotals(["1499", "1339", "190", "30", "160"]);
  await redeem(ANN, "bern");
  await resolve("rome", false);
  await resolve("cork", false);
  const { debt } = await prove();
  assert.equal(debt, "0");
  for (const name of ["rome", "cork"]) await redeem(ANN, name);
  await assertTotals(["1499", "1399", "100", "0", "100"]);
});

test("half and half, and a resolution before everyone redeemed", async () => {
  await exchange.submit({ type: "resolve-market", conditionId: hashOf("rain"), payout: [1, 1] });
  await assertTotals(["1499", "1399", "100", "0", "100"]);
  await redeem(BEN, "rain");
  await assertTotals(["1499", "1424", "75", "0", "75"]);
  await exchange.submit({ type: "archive-market", conditionId: hashOf("rain") });
  await redeem(ANN, "rain");
  await assertTotals(["1499", "1499", "0", "0", "0"]);
  const { markets } = await prove();
  assert.ok(markets.every(({ backing }: { backing: string }) => backing === "0"));
});

test("one consistent moment, while everything changes", async () => {
  const traded = new AbortController();
  const trade = async (): Promise<void> => {
    while (!traded.signal.aborted) {
      await Promise.all([
        ledger("split", ANN, "wind", 1),
        exchange.submit({ type: "credit", address: BEN, amount: micros(3) }),
      ]);
      await ledger("merge", ANN, "wind", 1);
    }
  };
  const traders = [trade(), trade(), trade()];
  let last = 0;
  for (let count = 0; count < 60; count += 1) {
    const { solvent, sequence, hash } = await prove();
    assert.equal(solvent, true);
    assert.ok(sequence >= last);
    last = sequence;
    const sql = await exchange.context.sql();
    const [batch] = await sql`select hash from journal where seq = ${sequence}`;
    assert.equal(hash, `0x${batch!["hash"].toString("hex")}`);
  }
  traded.abort();
  await Promise.all(traders);
});

test("its pages add up to the totals that each of them has, of one commit, whatever happens meanwhile", async () => {
  const names = Array.from({ length: 1_001 }, (_, index) => `page ${index}`);
  await exchange.list(
    testListing(
      names.map((name) => ({ name })),
      { id: "9", slug: "pages" },
    ),
  );
  await exchange.submit({ type: "credit", address: ANN, amount: micros(1_001_000_000) });
  await Promise.all(names.map((name) => ledger("split", ANN, name, 1)));
  type Page = Awaited<ReturnType<typeof prove>>;
  const first = await prove();
  const pages = [first];
  for (let cursor = first.next_cursor; cursor !== "LTE="; cursor = pages.at(-1).next_cursor) {
    await ledger("merge", ANN, names[pages.length]!, 1);
    const reply = await exchange.get(`/proof/solvency?next_cursor=${cursor}`);
    assertAnswer(reply, "GET", "/proof/solvency");
    pages.push(reply.body);
  }
  const totalsOf = ({ sequence, hash, deposits, collateral, fees, backing, debt, claims, solvent }: Page) => [
    sequence,
    hash,
    deposits,
    collateral,
    fees,
    backing,
    debt,
    claims,
    solvent,
  ];
  for (const page of pages) {
    assert.deepEqual(totalsOf(page), totalsOf(first));
    assert.equal(page.count, page.markets.length + page.events.length);
  }
  const [markets, events] = [pages.flatMap((page) => page.markets), pages.flatMap((page) => page.events)];
  assert.equal(new Set(markets.map((market) => market.condition_id)).size, markets.length);
  assert.ok(names.every((name) => markets.some((market) => market.condition_id === hashOf(name))));
  const sumOf = (amounts: readonly string[]): number => amounts.reduce((sum, text) => sum + Number(text), 0);
  assert.equal(sumOf(markets.map((market) => market.backing)), Number(first.backing));
  assert.equal(sumOf(events.map((event) => event.debt)), Number(first.debt));
  const refused = await exchange.get("/proof/solvency?next_cursor=nonsense");
  assert.deepEqual([refused.status, refused.body.code], [400, "invalid_cursor"]);
});

test("its time is that of the dialect", async () => {
  assert.match((await prove()).time, /^\d{4}-\d\d-\d\dT.*Z$/);
  for (const dialect of ["polymarket", "kuest"] as const)
    assert.match((await exchange.get("/proof/solvency", dialect)).body.time, /^\d{10}$/);
});
