/** The list of accounts: balances, orders and worth as the other interfaces have them, searched and in pages. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { generateName } from "../../../src/core/people/generated-name.ts";
import { FEE_ACCOUNT } from "../../../src/core/ledger/fees.ts";
import { collateralText, lots, micros, NO_MICROS } from "../../../src/core/units.ts";
import { hashOf, testListing, tokenOf, walletOf } from "../../support/exchange.ts";
import { computeHalfTicks, computeTotalValue } from "../../../src/http/data/numbers.ts";
import { listCurrentPositions } from "../../../src/store/reads/accounts/positions.ts";
import { ROLES_OF, startOperatedExchange } from "./world.ts";
import type { OperatedExchange } from "./world.ts";

const [ANN, BOB, CID] = [walletOf("ann"), walletOf("bob"), walletOf("cid")];
const MARKETS = ["rain", "snow", "hail", "wind"];
const reason = "for a look";
let exchange: OperatedExchange;

before(async () => {
  exchange = await startOperatedExchange({ PRESAGE_AUTO_REDEEM: "false" });
  await exchange.list(testListing(MARKETS.map((name) => ({ name }))));
  for (const wallet of [ANN, BOB]) await exchange.open(wallet, "1000");
  await exchange.submit({ type: "open-account", address: CID, owner: ANN, credit: NO_MICROS });
});
after(() => exchange.close());

type Row = { address: string; balance: string; available: string; openOrders: number } & Record<
  string,
  unknown
>;
const list = async (query = ""): Promise<{ data: Row[]; next: string | null }> =>
  exchange.done("GET", `/accounts${query}`);
const rowOf = async (address: string): Promise<Row> => (await list(`?search=${address}`)).data[0]!;

/** Worth of the wallet's shares as the data interface counts it, rounded down. */
async function worthOf(wallet: string): Promise<string> {
  const positions = await listCurrentPositions(await exchange.context.sql(), { wallet, leastLots: 1 });
  const priced = positions.map((stored) => ({ lots: stored.lots, halfTicks: computeHalfTicks(stored) }));
  const { numerator, denominator } = computeTotalValue(priced);
  return collateralText(micros(Number((numerator * 1_000_000n) / denominator)));
}

test("an account without an entry has joined at no time, and names its owner", async () => {
  assert.deepEqual(await rowOf(CID), {
    address: CID,
    name: "",
    owner: ANN,
    balance: "0",
    available: "0",
    openOrders: 0,
    positionsValue: "0",
    joined: null,
    banned: false,
  });
});

test("a search finds later words of generated names, and parts of notes", async () => {
  const [, second = ""] = generateName(BOB).split("-");
  const found = async (search: string): Promise<string[]> =>
    (await list(`?search=${encodeURIComponent(search)}`)).data.map(({ address }) => address);
  assert.ok((await found(second.toUpperCase())).includes(BOB));
  await exchange.done("POST", `/accounts/${ANN}/notes`, { text: "Asked for a Blue certificate" });
  await exchange.done("POST", `/accounts/${ANN}/notes`, { text: "blue is hers" });
  await exchange.done("POST", `/accounts/${CID}/notes`, { text: "All of the BLUE ones" });
  assert.deepEqual(await found("blue"), [CID, ANN]);
  assert.deepEqual(await found("blue cert"), [ANN]);
  assert.deepEqual(await found("l of the b"), [CID]);
  const { next } = await list("?search=blue&limit=1");
  assert.deepEqual(
    (await list(`?search=blue&limit=1&before=${next}`)).data.map(({ address }) => address),
    [ANN],
  );
});

test("balance, orders and the worth of shares at every kind of price are those of the other interfaces", async () => {
  for (const market of MARKETS)
    await exchange.submit({
      type: "split",
      address: ANN,
      owner: ANN,
      conditionId: hashOf(market),
      lots: lots(1_013),
    });
  const order = {
    account: ANN,
    tokenId: tokenOf("rain yes"),
    side: "SELL",
    price: "0.47",
    size: "7",
  } as const;
  await exchange.place(order);
  await exchange.place({ ...order, account: BOB, side: "BUY", price: "0.47", size: "2.37" });
  await exchange.place({ ...order, account: BOB, side: "BUY", price: "0.44", size: "5" });
  await exchange.place({
    ...order,
    account: BOB,
    side: "BUY",
    price: "0.2",
    size: "5",
    tokenId: tokenOf("snow yes"),
  });
  await exchange.place({ ...order, price: "0.7", size: "5", tokenId: tokenOf("snow yes") });
  await exchange.place({ ...order, price: "0.31", size: "1", tokenId: tokenOf("hail no") });
  await exchange.done("POST", `/markets/${hashOf("wind")}/resolve`, { payout: "yes", reason });
  for (const wallet of [ANN, BOB]) {
    const row = await rowOf(wallet);
    assert.equal(row["positionsValue"], await worthOf(wallet));
    const account = exchange.context.engine.exchange.accountByAddress.get(wallet)!;
    assert.equal(row.openOrders, account.open);
    assert.equal(Math.round(Number(row.balance) * 1e6), account.collateral);
    assert.equal(Math.round(Number(row.available) * 1e6), account.collateral - account.held);
    assert.equal(new Date(String(row["joined"])).getTime(), exchange.clock.now);
  }
});

test("a ban is told of every wallet of its owner", async () => {
  await exchange.done("POST", "/bans", { address: ANN, reason });
  for (const [wallet, banned] of [
    [ANN, true],
    [CID, true],
    [BOB, false],
  ] as const)
    assert.equal((await rowOf(wallet))["banned"], banned);
});

test("pages hold every account once, the latest first, without the one of the fees", async () => {
  const all: string[] = [];
  let query = "?limit=1";
  for (;;) {
    const { data, next } = await list(query);
    all.push(...data.map(({ address }) => address));
    if (next === null) break;
    query = `?limit=1&before=${next}`;
  }
  assert.deepEqual(all, [CID, BOB, ANN]);
  assert.ok(!all.includes(FEE_ACCOUNT));
});

test("a search takes the beginning of an address or of a name in any case of letters", async () => {
  const found = async (search: string): Promise<string[]> =>
    (await list(`?search=${encodeURIComponent(search)}`)).data.map(({ address }) => address);
  assert.deepEqual(await found(`0X${BOB.slice(2, 12).toUpperCase()}`), [BOB]);
  assert.deepEqual(await found("0x"), [ANN, BOB, CID].toSorted());
  assert.deepEqual(await found(generateName(CID)), [CID]);
  await exchange.context.names.choose(BOB, "Bob the third");
  assert.deepEqual(await found("THE-TH"), [BOB]);
  assert.equal((await rowOf(BOB))["name"], "Bob the third");
  for (const search of ["bob the 4", "0xg", "%", `${BOB}0`])
    assert.deepEqual(await found(search), [], search);
  const first = await list("?search=0x&limit=2");
  const second = await list(`?search=0x&limit=2&before=${first.next}`);
  assert.deepEqual([first.data.length, second.data.length, second.next], [2, 1, null]);
  const reply = await exchange.call("admin", "GET", "/accounts?before=x");
  assert.deepEqual([reply.status, reply.body.code], [400, "invalid_cursor"]);
});

test("operators are listed with their roles, and without tokens", async () => {
  const reply = await exchange.call("bank", "GET", "/operators");
  assert.deepEqual(reply.body, [
    { name: "admin", roles: ["market-admin", "resolver", "treasury"] },
    ...Object.entries(ROLES_OF).map(([name, roles]) => ({ name, roles: roles.split("+") })),
  ]);
});
