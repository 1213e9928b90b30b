/**
 * The house's makers in a production exchange: money that an operator credited, a loss that stays within the stated one
 * whatever others do, and an end that the journal knows.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { adminEndpoints } from "../../src/http/admin/endpoints.ts";
import { houseMakerEndpoints } from "../../src/http/admin/exchange/house-maker-endpoints.ts";
import { operatorErrorFormat } from "../../src/http/admin/error-format.ts";
import { createHouseMakerRegistry } from "../../src/engine/operators/house-maker-registry.ts";
import type { HouseMaker } from "../../src/engine/operators/house-maker-registry.ts";
import { createHouseMakerRunner } from "../../src/sandbox/simulated-traders/house-maker-runner.ts";
import type { HouseMakerRunner } from "../../src/sandbox/simulated-traders/house-maker-runner.ts";
import { countHouseMakerQuotes } from "../../src/sandbox/simulated-traders/house-maker-plan.ts";
import { createRandom, drawInteger } from "../../src/sandbox/simulated-traders/strategies/seeded-random.ts";
import { listHouseMakerEntries } from "../../src/store/reads/audit.ts";
import { verifyExchange } from "../../src/store/verify/verify-exchange.ts";
import { inSnapshot } from "../../src/store/sql/table-stream.ts";
import { hashOf, startTestExchange, testListing, tokenOf, walletOf } from "../support/exchange.ts";
import type { Reply, TestExchange } from "../support/exchange.ts";

let exchange: TestExchange;
let makers: HouseMakerRunner;
const TAKER = walletOf("taker");
const reason = "to have a book";
const MASTER_KEY = Buffer.from("5e".repeat(32), "hex");

before(async () => {
  exchange = await startTestExchange({
    endpoints: [...adminEndpoints(() => null), ...houseMakerEndpoints(countHouseMakerQuotes)],
    form: operatorErrorFormat,
    settings: { PRESAGE_MODE: "production" },
  });
  await exchange.list(testListing(MARKETS.map((name) => ({ name }))));
  await exchange.open(TAKER, "1000000");
  makers = createHouseMakerRunner(exchange.context);
});
after(() => exchange.close());

const MARKETS = ["rain", "snow", "hail", "wind", "fog", "ice", "sleet", "mist"];

async function call(path: string, body?: object, key?: string): Promise<Reply> {
  const headers = {
    authorization: `Bearer ${"ad".repeat(32)}`,
    ...(key !== undefined && { "idempotency-key": key }),
  };
  return exchange.send(path, { headers, ...(body !== undefined && { body }) });
}

async function done(path: string, body?: object, key?: string): Promise<Reply["body"]> {
  const reply = await call(path, body, key);
  assert.equal(reply.status, 200, reply.text);
  return reply.body;
}

const start = (market: string, terms: object, key?: string) =>
  done(`/markets/${market}/house-maker/start`, { ...terms, reason }, key);
const stop = (market: string, key?: string) => done(`/markets/${market}/house-maker/stop`, { reason }, key);
const show = async (market: string) => (await done(`/house-makers?market=${market}`)).data.at(-1);

/** Lists the makers as a start finds them in the database. */
async function reopened(): Promise<readonly HouseMaker[]> {
  const { sql, engine } = exchange.context;
  return createHouseMakerRegistry({
    entries: await listHouseMakerEntries(await sql()),
    engine,
    masterKey: MASTER_KEY,
  }).list();
}

/** Gives each maker a turn, a while after the one before, so that no rest is due. */
async function act(house = makers): Promise<void> {
  exchange.clock.now += 60_000;
  await house.act();
}

const ordersOf = (address: string) =>
  [...exchange.context.engine.exchange.orders.values()].filter(({ account }) => account.address === address);

const take = (market: string, outcome: "yes" | "no", size: number) =>
  exchange
    .place({
      account: TAKER,
      tokenId: tokenOf(`${market} ${outcome}`),
      side: "BUY",
      price: "0.99",
      size: String(size),
      kind: "FAK",
    })
    .catch((error: unknown) => assert.match(String(error), /fak_not_matched/));

test("credits the budget once, quotes both sides, and is the same after a repeat", async () => {
  const deposits = exchange.context.engine.exchange.deposits;
  const first = await start("rain", { maximumLoss: "500", price: "0.4" }, "start-rain");
  assert.equal(first.state, "quoting");
  assert.deepEqual(
    [first.budget, first.maximumLoss, first.collateral, first.loss],
    ["500", "500", "500", "0"],
  );
  // b = 500 / -ln(0.4), since a loss is largest when the less likely outcome wins.
  assert.equal(first.liquidity, "545.67");
  const again = await call(
    "/markets/rain/house-maker/start",
    { maximumLoss: "500", price: "0.4", reason },
    "start-rain",
  );
  assert.equal(again.headers.get("idempotency-replayed"), "true");
  assert.deepEqual(again.body, first);
  assert.equal(exchange.context.engine.exchange.deposits - deposits, 500_000_000);
  await act();
  // The curve offers nothing at the start price itself.
  const { bids, asks, state, slug } = await show("rain");
  assert.deepEqual([bids, asks, state, slug], [9, 9, "quoting", "rain"]);
  const [entry] = (await done(`/audit?subject=${hashOf("rain")}`)).data;
  assert.equal(entry.action, "start-house-maker");
  assert.deepEqual([entry.reason, entry.details.budget, entry.operator], [reason, "500", "admin"]);
});

test("refuses a second maker beside one that runs", async () => {
  const second = await call("/markets/rain/house-maker/start", { maximumLoss: "9000", reason });
  assert.deepEqual([second.status, second.body.code], [400, "invalid_payload"]);
  assert.match(second.body.hint, /where one runs: stop it first$/);
});

test("refuses terms on which nothing would be quoted, and says which would do", async () => {
  for (const [terms, hint] of [
    [{ maximumLoss: "1" }, /^maximumLoss: expected about [\d.]+ or more/],
    [{ maximumLoss: "100", budget: "99" }, /^budget: expected at least the maximum loss of 100, got 99$/],
    [{ maximumLoss: "100", price: "1" }, /^price: expected a decimal above 0 and below 1/],
    [{ maximumLoss: "100", price: "0.001" }, /^price: expected one from 0.01 to 0.99/],
  ] as const) {
    const refused = await call("/markets/snow/house-maker/start", { ...terms, reason });
    assert.equal(refused.status, 400, refused.text);
    assert.match(refused.body.hint, hint);
  }
});

for (const [market, kind] of [
  ["snow", "lmsr"],
  ["hail", "fair-value"],
] as const)
  test(`loses no more than the maximum to traders who know the outcome, ${kind}`, async () => {
    const random = createRandom(market);
    await start(market, { maximumLoss: "300", budget: "900", kind, levels: 8 });
    await act();
    for (let round = 0; round < 40; round += 1) {
      // To and fro at first; then only the outcome that wins.
      const outcome = round < 15 && random() < 0.5 ? "no" : "yes";
      await take(market, outcome, drawInteger(random, 5, 400));
      const { loss } = await show(market);
      assert.ok(Number(loss) <= 300, `round ${round}: ${loss}`);
      await act();
    }
    const { state, why, loss } = await show(market);
    assert.ok(Number(loss) > 150, `the traders took ${loss} only`);
    if (kind === "fair-value") {
      assert.equal(state, "one-sided");
      assert.match(
        why,
        /^it has bids only, since no ask fits: its loss at the worst winner is [\d.]+ of at most 300$/,
      );
    }
    await exchange.submit({ type: "resolve-market", conditionId: hashOf(market), payout: [1, 0] });
    await act();
    const ended = await show(market);
    assert.equal(ended.state, "ended");
    assert.ok(Number(ended.loss) <= 300 && Number(ended.collateral) >= 600, JSON.stringify(ended));
    assert.deepEqual([ended.bids, ended.asks], [0, 0]);
  });

test("goes on after a restart with the same account, orders and loss", async () => {
  await take("rain", "yes", 60);
  const { house } = exchange.context;
  assert.deepEqual(await reopened(), house.list());
  const { account, loss } = await show("rain");
  const kept = new Set(ordersOf(account).map(({ id }) => id));
  await act(createHouseMakerRunner(exchange.context));
  assert.ok(ordersOf(account).some(({ id }) => kept.has(id)));
  assert.equal(Number((await show("rain")).loss), Number(loss));
  assert.equal(house.walletOf(hashOf("rain"), 1).address, account);
});

test("takes its orders back while its market is paused or a resolution is proposed", async () => {
  const conditionId = hashOf("wind");
  const { account } = await start("wind", { maximumLoss: "200" });
  await act();
  assert.ok(ordersOf(account).length > 10);
  const steps = [
    { begin: { type: "pause-market" }, end: { type: "resume-market" }, why: "the market is paused" },
    {
      begin: { type: "propose-resolution", payout: [1, 0], evidence: "it blew", link: "" },
      end: undefined,
      why: "a resolution is proposed",
    },
  ] as const;
  for (const { begin, end, why } of steps) {
    await exchange.submit({ ...begin, conditionId });
    await act();
    assert.deepEqual(ordersOf(account), [], begin.type);
    const seen = await show("wind");
    assert.deepEqual([seen.state, seen.why], ["waiting", why]);
    if (end !== undefined) await exchange.submit({ ...end, conditionId });
    await act();
  }
});

test("places nothing while the exchange takes only cancels", async () => {
  const { availability, exchange: core } = exchange.context.engine;
  const { account } = await start("ice", { maximumLoss: "200" });
  availability.restrict("audit", "cancel-only", "a test");
  const { nextOrder } = core;
  await act();
  assert.equal(core.nextOrder, nextOrder);
  assert.match((await show("ice")).why, /^the exchange is in mode cancel-only$/);
  availability.restrict("audit", "normal", "");
  await act();
  assert.ok(ordersOf(account).length > 10);
});

test("a stop cancels its orders and tells what is left; a second one changes nothing", async () => {
  await start("fog", { maximumLoss: "250", budget: "400" });
  await act();
  await take("fog", "yes", 30);
  const stopped = await stop("fog", "stop-fog");
  assert.deepEqual([stopped.state, stopped.bids, stopped.asks], ["stopped", 0, 0]);
  assert.equal(stopped.available, stopped.collateral);
  assert.ok(Number(stopped.shares[1]) > 0, JSON.stringify(stopped));
  assert.deepEqual(await stop("fog", "stop-fog"), stopped);
  exchange.clock.now += 5_000;
  assert.deepEqual(await stop("fog"), stopped);
  await act();
  assert.deepEqual(ordersOf(stopped.account), []);
  const moved = await done("/debits", { address: stopped.account, amount: stopped.available, reason });
  assert.equal(moved.available, "0");
  const { loss, moved: since } = await show("fog");
  assert.deepEqual([loss, since], [stopped.loss, `-${stopped.available}`]);
});

test("counts no loss of collateral that operators take out and add while it runs", async () => {
  const { account: address, loss } = await start("sleet", { maximumLoss: "300", budget: "600" });
  await done("/debits", { address, amount: "200", reason });
  await done("/credits", { address, amount: "50.5", reason });
  const seen = await show("sleet");
  assert.deepEqual([seen.loss, seen.moved, seen.collateral], [loss, "-149.5", "450.5"]);
  await act();
  await take("sleet", "yes", 300);
  assert.ok(Number((await show("sleet")).loss) <= 300);
  assert.deepEqual(await reopened(), exchange.context.house.list());
});

test("a stop counts before the first order, too", async () => {
  await start("mist", { maximumLoss: "250" });
  assert.equal((await stop("mist")).state, "stopped");
  await act();
  assert.deepEqual([(await show("mist")).state, (await show("mist")).bids], ["stopped", 0]);
});

test("starts anew with another account and another budget", async () => {
  const earlier = await show("fog");
  const begun = await start("fog", { maximumLoss: "100" });
  assert.deepEqual([begun.run, begun.state, begun.loss], [2, "quoting", "0"]);
  assert.notEqual(begun.account, earlier.account);
  const { data } = await done("/house-makers?market=fog");
  assert.deepEqual(
    data.map(({ state }: { state: string }) => state),
    ["stopped", "quoting"],
  );
});

test("a stop in a resolved market redeems the shares that nobody else can", async () => {
  await exchange.submit({ type: "resolve-market", conditionId: hashOf("rain"), payout: [0, 1] });
  const { shares, loss } = await stop("rain");
  assert.deepEqual(shares, ["0", "0"]);
  assert.ok(Number(loss) <= 500);
});

test("takes its orders back where the master key is another one, with which it cannot sign", async () => {
  const { account } = await show("ice");
  await act();
  assert.ok(ordersOf(account).length > 10);
  const { context } = exchange;
  const entries = await listHouseMakerEntries(await context.sql());
  const house = createHouseMakerRegistry({ entries, engine: context.engine, masterKey: Buffer.alloc(32, 9) });
  await act(createHouseMakerRunner({ ...context, house }));
  assert.deepEqual(ordersOf(account), []);
});

test("a stop where there never was one is refused, and the books are those of the journal", async () => {
  await exchange.list(testListing([{ name: "sun" }], { id: "8", slug: "sun" }));
  const refused = await call("/markets/sun/house-maker/stop", { reason });
  assert.match(refused.body.hint, /^market: expected one with a house maker, got 0x/);
  const { differences } = await inSnapshot(exchange.databaseUrl, "house test", verifyExchange);
  assert.deepEqual(differences, []);
});
