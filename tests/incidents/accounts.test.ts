/** Incidents of settlement and of ledgers, as clients meet them: over HTTP, at three addresses, at the same time. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Command } from "../../src/core/events/command.ts";
import { lots, micros } from "../../src/core/units.ts";
import { dataEndpoints } from "../../src/http/data/endpoints.ts";
import { DIALECTS } from "../../src/http/dialects/dialect.ts";
import { tradingEndpoints } from "../../src/http/trading/endpoints.ts";
import { assertLedgerSums, balanceSums } from "../http/account/ledger-walk.ts";
import { cancellation } from "../http/account/world.ts";
import { hashOf, startTestExchange, testListing, tokenOf, walletOf } from "../support/exchange.ts";
import type { Reply, TestExchange } from "../support/exchange.ts";
import { createRandom } from "../support/random.ts";
import { createTrader, requestHeaders } from "../support/trader.ts";
import type { Headers, Trader } from "../support/trader.ts";

const YES = tokenOf("rain yes");
const NO = tokenOf("rain no");
const CONDITION = hashOf("rain");
const GONE = "order can't be found - already canceled or matched";
const UNKNOWN = "order not found";

let exchange: TestExchange;
let ann: Trader;
let ben: Trader;

before(async () => {
  const served = new Set(tradingEndpoints("sandbox").map(({ method, path }) => `${method} ${path}`));
  // Both interfaces at one address; where they have the same route it is the trading interface's.
  const data = dataEndpoints.filter(({ method, path }) => !served.has(`${method} ${path}`));
  exchange = await startTestExchange({
    endpoints: [...tradingEndpoints("sandbox"), ...data],
    settings: { PRESAGE_AUTO_REDEEM: "false" },
  });
  const fees = { rate: 700, exponent: 1, takerOnly: true };
  await exchange.list(testListing([{ name: "rain" }, { name: "wind", fees }, { name: "snow" }]));
  ann = await createTrader(exchange, "ann");
  ben = await createTrader(exchange, "ben");
});
after(() => exchange.close());

/** Shares that a wallet has of a token, in lots. */
function sharesOf({ address }: Trader, tokenId: string): number {
  const { accountByAddress, tokens } = exchange.context.engine.exchange;
  const { market, outcome } = tokens.get(tokenId)!;
  return accountByAddress.get(address)!.positions.get(market.no * 2 + outcome)?.lots ?? 0;
}

const heldBy = ({ address }: Trader): number =>
  exchange.context.engine.exchange.accountByAddress.get(address)!.held;

async function assertSolvent(...traders: readonly Trader[]): Promise<void> {
  for (const trader of traders) await assertLedgerSums(trader);
  const { body } = await exchange.get("/proof/solvency");
  assert.equal(body.solvent, true, JSON.stringify(body));
}

/** Gives something else to do `turns` times, so that what follows comes at another moment. */
async function ask(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await exchange.get("/time");
}

const orderOf = async (id: string): Promise<Reply["body"]> => (await exchange.get(`/data/order/${id}`)).body;

/**
 * Gives the shares that `ann` was told to have bought. Two orders rest, and the better one's maker withdraws all it
 * can while she meets both.
 */
async function takeFromWithdrawingMaker(round: number): Promise<number> {
  const maker = await createTrader(exchange, `maker ${round}`);
  const better = await maker.place({ tokenId: YES, side: "BUY", price: "0.5", size: "10" });
  const other = await ben.place({ tokenId: YES, side: "BUY", price: "0.4", size: "10" });
  const { order } = await ann.sign({ tokenId: NO, side: "BUY", price: "0.6", size: "20" });
  const withdrawAll = async (): Promise<void> => {
    await ask(round);
    const withdrawal = { body: { amount: "9995" } };
    await Promise.all([
      maker.request("DELETE", "/cancel-all"),
      maker.request("POST", "/withdrawals", withdrawal),
    ]);
    assert.equal((await maker.request("DELETE", "/auth/api-key")).status, 200);
  };
  const [reply] = await Promise.all([ann.post(order, { orderType: "FAK" }), withdrawAll()]);
  const bought = Number(reply.body.takingAmount);
  assert.equal(reply.body.tradeIDs.length * 10, bought, reply.text);
  const parts = [bought - 10, 10].map(String);
  const filled = [better, other].map(async ({ body }) => (await orderOf(body.orderID)).order.sizeMatched);
  assert.deepEqual(await Promise.all(filled), parts);
  assert.equal(sharesOf(maker, YES), (bought - 10) * 100);
  for (const id of reply.body.tradeIDs)
    assert.equal((await exchange.get(`/data/trades?id=${id}`)).body.data[0].size, "10");
  return bought;
}

test("inc-01: a maker who cancels, withdraws and gives up its key undoes no acknowledged fill, its own or another's", async () => {
  const start = sharesOf(ann, NO);
  let bought = 0;
  for (let round = 0; round < 8; round += 1) bought += await takeFromWithdrawingMaker(round);
  assert.equal(sharesOf(ann, NO) - start, bought * 100);
  await assertSolvent(ann, ben);
});

test("inc-03: what was matched is in the order, the trades and the positions at once, and can be sold, at every address", async () => {
  await ben.place({ tokenId: YES, side: "BUY", price: "0.2", size: "500" });
  await ben.place({ tokenId: NO, side: "BUY", price: "0.3", size: "500" });
  for (const [index, dialect] of [...DIALECTS, ...DIALECTS].entries()) {
    const had = sharesOf(ann, YES);
    const terms = { tokenId: YES, side: "BUY", makerAmount: "7000000", takerAmount: "10000000" } as const;
    const bought = await ann.place(terms, { orderType: "FOK", dialect });
    assert.equal(bought.body.status, "matched", bought.text);
    const elsewhere = DIALECTS[(index + 1) % DIALECTS.length]!;
    const [order, trades, wallets, positions, sold] = await Promise.all([
      ann.request("GET", `/data/order/${bought.body.orderID}`, { dialect: elsewhere }),
      ann.request("GET", `/data/trades?id=${bought.body.tradeIDs[0]}`, { dialect: elsewhere }),
      balanceSums(ann),
      exchange.get(`/positions?user=${ann.address}&market=${CONDITION}`, elsewhere),
      ann.place(
        { tokenId: YES, side: "SELL", price: "0.2", size: "10" },
        { orderType: "FOK", dialect: elsewhere },
      ),
    ]);
    assert.equal(order.body.order.sizeMatched, "10");
    assert.equal(trades.body.data[0].size, "10");
    assert.equal(sold.body.status, "matched", sold.text);
    // The sale may have been first.
    const seen = new Set([had, had + 1_000]);
    assert.ok(seen.has(Number(wallets.get(`${ann.account.address} ${YES}`) ?? 0n) / 10_000));
    const position = positions.body.find(({ asset }: { asset: string }) => asset === YES);
    assert.ok(seen.has(Math.round((position?.size ?? 0) * 100)), positions.text);
  }
  await ben.request("DELETE", "/cancel-all");
  await assertSolvent(ann, ben);
});

/** Names a request, so that it is no repeat of another that is signed in the same millisecond of the test's clock. */
const named = (index: number) => (headers: Headers) => ({ ...headers, "Idempotency-Key": `take-${index}` });

test("inc-06: of 1,000 equal withdrawals and splits at three addresses at once exactly as many succeed as are covered", async () => {
  const cay = await createTrader(exchange, "cay");
  const resting = await cay.place({ tokenId: YES, side: "BUY", price: "0.05", size: "100" });
  const bodies = [
    ["/withdrawals", { amount: "15" }],
    ["/positions/split", { conditionId: CONDITION, amount: "15" }],
  ] as const;
  const take = async (index: number): Promise<Reply> => {
    const [path, body] = bodies[index % 2]!;
    const dialect = DIALECTS[index % DIALECTS.length]!;
    const reply = await cay.request("POST", path, { body, dialect, changeHeaders: named(index) });
    // Where there is more than the machine can do, so much is told, and nothing was done.
    return reply.body.code === "not_accepting" ? take(index) : reply;
  };
  const replies = await Promise.all(Array.from({ length: 1_000 }, (_, index) => take(index)));
  const refused = replies.filter(({ status }) => status !== 200);
  assert.deepEqual(new Set(refused.map(({ body }) => body.code)), new Set(["insufficient_balance"]));
  // 9,995 of 10,000 are free: 666 times 15.
  assert.equal(replies.length - refused.length, 666);
  assert.equal((await cay.cancel(resting.body.orderID)).body.canceled.length, 1);
  const sums = await balanceSums(cay);
  assert.equal(sums.get(`${cay.account.address} `), 10_000_000_000n - 666n * 15_000_000n);
  await assertSolvent(cay);
});

/** Statements that no sum over all accounts would show, and that the database refuses. */
const NEGATIVE = [
  "update accounts set collateral = -1",
  "update accounts set held = -1",
  "update accounts set held = collateral + 1",
  "update positions set lots = -1",
  "update positions set held = lots + 1",
  "update market_states set backing = -1",
  "update orders set filled = -1",
  "update orders set filled = lots + 1",
  "update trades set lots = 0",
  "update trades set price = 10000",
];

test("inc-06: no table takes a negative balance, a hold above it, or a fill above its order", async () => {
  const sql = await exchange.context.sql();
  for (const statement of NEGATIVE) await assert.rejects(sql.unsafe(statement), { code: "23514" }, statement);
});

/** Moves of collateral or shares of one wallet, in any order. */
function drawDeed(random: ReturnType<typeof createRandom>, { address }: Trader): Command {
  const wallet = { address, owner: address } as const;
  const [conditionId, size] = [
    random.pick(["rain", "wind", "snow"].map(hashOf)),
    lots(random.between(1, 900_000)),
  ];
  const amount = micros(random.between(1, 3_000) * 1_000_000);
  switch (random.below(7)) {
    case 0:
      return { type: "credit", address, amount };
    case 1:
      return { type: "debit", address, amount };
    case 2:
      return { type: "withdraw", ...wallet, amount };
    case 3:
      return { type: "merge", ...wallet, conditionId, lots: size };
    case 4:
      return { type: "redeem", ...wallet, conditionId };
    default:
      return { type: "split", ...wallet, conditionId, lots: size };
  }
}

test("inc-07: every way to move money, all at once: each sees what the others left, and what is paid is paid once", async () => {
  const random = createRandom(7);
  const traders = [await createTrader(exchange, "dot"), await createTrader(exchange, "eve")];
  const { engine } = exchange.context;
  const outcomes = Array.from({ length: 600 }, (_, index) => {
    if (index === 450)
      return engine.submit({ type: "resolve-market", conditionId: hashOf("snow"), payout: [1, 0] });
    return engine.submit(drawDeed(random, traders[index % 2]!));
  });
  for (const trader of traders) {
    for (const outcome of ["yes", "no"]) {
      const terms = { tokenId: tokenOf(`wind ${outcome}`), side: "BUY", price: "0.6", size: "50" } as const;
      outcomes.push(trader.place(terms).then(() => outcomes[0]!));
    }
  }
  const done = (await Promise.all(outcomes)).filter(({ type }) => type === "committed").length;
  assert.ok(done > 150 && done < 600, `${done} were done`);
  const redeem = (trader: Trader) =>
    trader.request("POST", "/positions/redeem", { body: { conditionId: hashOf("snow") } });
  for (const trader of traders) {
    const twice = await Promise.all(Array.from({ length: 10 }, () => redeem(trader)));
    assert.ok(twice.filter(({ status }) => status === 200).length <= 1);
  }
  await assertSolvent(...traders);
  const sql = await exchange.context.sql();
  const [{ wrong }] = await sql<[{ wrong: number }]>`
    select count(*) as wrong from accounts where collateral < 0 or held < 0 or held > collateral`;
  assert.equal(wrong, 0);
});

/** Sends the order and hangs up after so many turns of the event loop, or when the answer has come. */
async function postAndHangUp(order: unknown, turns: number): Promise<void> {
  const body = JSON.stringify({ order, owner: ann.credentials.apiKey, orderType: "GTC" });
  const request = { method: "POST", path: "/order", body, now: exchange.clock.now };
  const controller = new AbortController();
  const { signal } = controller;
  const headers = { ...requestHeaders(ann, request), "content-type": "application/json" };
  const answer = fetch(`${exchange.url.spec}/order`, { method: "POST", headers, body, signal });
  const done = answer.then(
    (response) => response.arrayBuffer(),
    () => undefined,
  );
  for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  controller.abort();
  await done.catch(() => undefined);
}

test("inc-10: a client that hangs up at any moment and sends the same order again has one order, which a cancel ends", async () => {
  for (let round = 0; round < 16; round += 1) {
    const { order, id } = await ann.sign({ tokenId: YES, side: "BUY", price: "0.01", size: "10" });
    await postAndHangUp(order, round ** 2);
    const early = (await ann.cancel(id)).body;
    assert.equal(early.canceled.length + Object.keys(early.not_canceled).length, 1);
    const again = await ann.post(order);
    assert.deepEqual([again.status, again.body.orderID, again.body.status], [200, id, "live"], again.text);
    const late = (await ann.cancel(id)).body;
    // Either cancel may have been the one; an order that came again after it stays what it was.
    assert.equal(early.canceled.length + late.canceled.length, 1, JSON.stringify([early, late]));
    assert.deepEqual([(await orderOf(id)).status, heldBy(ann)], ["canceled", 0]);
    const sql = await exchange.context.sql();
    const [{ count }] = await sql<[{ count: number }]>`
      select count(*) from orders where id = decode(${id.slice(2)}, 'hex')`;
    assert.equal(count, 1);
  }
});

test("inc-10: a cancel that comes before its order says so, and an order that comes too late is refused", async () => {
  const { order, id } = await ann.sign({ tokenId: YES, side: "BUY", price: "0.01" });
  assert.deepEqual((await ann.cancel(id)).body, cancellation([], { [id]: UNKNOWN }));
  assert.equal((await ann.post(order)).body.status, "live");
  assert.deepEqual((await ann.cancel(id)).body.canceled, [id]);
  const expiration = String(exchange.clock.now / 1000 + 60);
  const late = await ann.sign({ tokenId: YES, side: "BUY", price: "0.01", expiration });
  await exchange.wait(60_000);
  assert.equal((await ann.post(late.order, { orderType: "GTD" })).body.code, "order_expired");
  assert.equal(heldBy(ann), 0);
});

test("inc-11: a cancel of what is not open is told why, and the order says how it ended", async () => {
  const terms = { tokenId: NO, side: "BUY", price: "0.02", size: "10" } as const;
  const place = async (): Promise<string> => (await ann.place(terms)).body.orderID;
  const cancelled = await place();
  await ann.cancel(cancelled);
  const expiration = String(exchange.clock.now / 1000 + 60);
  const expired = (await ann.place({ ...terms, expiration }, { orderType: "GTD" })).body.orderID;
  await exchange.wait(60_000);
  const filled = await place();
  await ben.place({ tokenId: YES, side: "BUY", price: "0.98", size: "10" }, { orderType: "FOK" });
  const mine = await place();
  const ended = { [cancelled]: "canceled by-owner", [expired]: "canceled expired", [filled]: "matched" };
  for (const [id, expected] of Object.entries(ended)) {
    assert.deepEqual((await ann.cancel(id)).body, cancellation([], { [id]: GONE }));
    const { status, reason } = (await orderOf(id)).order;
    assert.equal([status, reason].join(" ").trim(), expected);
  }
  for (const id of [mine, walletOf("nobody"), hashOf("never placed")])
    assert.deepEqual((await ben.cancel(id)).body, cancellation([], { [id]: UNKNOWN }));
  assert.deepEqual((await ann.cancel(mine)).body.canceled, [mine]);
});
