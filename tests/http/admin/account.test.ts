/** One account as operators see it, and their notes about it. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { lots } from "../../../src/core/units.ts";
import { hashOf, testListing, tokenOf, walletOf } from "../../support/exchange.ts";
import { startOperatedExchange } from "./world.ts";
import type { OperatedExchange } from "./world.ts";

const reason = "for the test";
const [ANN, BOB] = [walletOf("ann"), walletOf("bob")];
const RAIN = hashOf("rain");

let exchange: OperatedExchange;

before(async () => {
  exchange = await startOperatedExchange();
  await exchange.list(testListing([{ name: "rain" }, { name: "snow" }]));
  for (const wallet of [ANN, BOB]) await exchange.open(wallet, "1000");
  await exchange.submit({ type: "split", address: ANN, owner: ANN, conditionId: RAIN, lots: lots(10_000) });
  const yes = tokenOf("rain yes");
  await exchange.place({ account: ANN, tokenId: yes, side: "SELL", price: "0.6", size: "30" });
  await exchange.place({ account: BOB, tokenId: yes, side: "BUY", price: "0.6", size: "10" });
  await exchange.place({ account: BOB, tokenId: yes, side: "BUY", price: "0.5", size: "4" });
});
after(() => exchange.close());

const read = (address: string, query = "") => exchange.done("GET", `/accounts/${address}${query}`);

test("an account has its balance, positions with their worth, open orders and what it did", async () => {
  const account = await read(ANN);
  assert.deepEqual(
    [account.address, account.owner, account.balance, account.available, account.held],
    [ANN, ANN, "906", "906", "0"],
  );
  // The midpoint of 0.5 and 0.6.
  const [first, second] = account.positions;
  assert.deepEqual(
    [first.outcome, first.shares, first.held, first.price, first.worth, first.conditionId],
    ["Yes", "90", "20", "0.55", "49.5", RAIN],
  );
  assert.deepEqual([second.outcome, second.shares, second.worth], ["No", "100", "45"]);
  assert.deepEqual([account.positionsValue, account.positionsCount], ["94.5", 2]);
  const [order] = account.orders;
  assert.deepEqual(
    [order.side, order.outcome, order.price, order.size, order.filled, order.expires, account.openOrders],
    ["SELL", "Yes", "0.6", "30", "10", null, 1],
  );
  assert.deepEqual(
    account.history.map(({ type, collateral, shares }: Record<string, string>) => [type, collateral, shares]),
    [
      ["trade", "6", "10"],
      ["split", "-100", null],
      ["deposit", "1000", null],
    ],
  );
  assert.deepEqual([account.ban, account.banned, account.keys, account.notes], [null, false, 0, []]);
});

test("the buyer's trade is what it paid", async () => {
  const { history, held, available } = await read(BOB);
  const [{ type, side, outcome, price, shares, collateral, question }] = history;
  assert.deepEqual(
    [type, side, outcome, price, shares, collateral],
    ["trade", "BUY", "Yes", "0.6", "10", "-6"],
  );
  assert.equal(typeof question, "string");
  assert.deepEqual([held, available], ["2", "992"]);
});

test("a limit cuts each list, and the counts tell of the rest", async () => {
  const { positions, positionsCount, history } = await read(ANN, "?limit=1");
  assert.deepEqual([positions.length, positionsCount, history.length], [1, 2, 1]);
});

test("notes stay in the order of their times, with their authors", async () => {
  const note = (operator: "admin" | "desk", text: string) =>
    exchange.call(operator, "POST", `/accounts/${BOB}/notes`, { text });
  assert.equal((await note("admin", "asked for more")).status, 200);
  await exchange.wait(1000);
  assert.equal((await note("desk", "got more")).status, 200);
  const { notes } = await read(BOB);
  assert.deepEqual(
    notes.map(({ operator, text }: Record<string, string>) => [operator, text]),
    [
      ["desk", "got more"],
      ["admin", "asked for more"],
    ],
  );
  const { data } = await exchange.done("GET", `/audit?subject=${BOB}&limit=1`);
  assert.deepEqual([data[0].action, data[0].reason], ["note", "got more"]);
});

test("a ban of the owner shows, with who did it and why", async () => {
  await exchange.done("POST", "/bans", { address: BOB, reason });
  const { ban, banned, openOrders } = await read(BOB);
  assert.deepEqual([ban.operator, ban.reason, banned, openOrders], ["admin", reason, true, 0]);
  await exchange.done("DELETE", `/bans/${BOB}`, { reason });
  assert.equal((await read(BOB)).ban, null);
});

const REFUSED: readonly (readonly [method: "GET" | "POST", path: string, body: unknown, code: string])[] = [
  ["GET", `/accounts/${walletOf("nobody")}`, undefined, "unknown_account"],
  ["GET", "/accounts/0x12", undefined, "invalid_payload"],
  ["GET", `/accounts/${ANN}?limit=0`, undefined, "invalid_payload"],
  ["POST", `/accounts/${walletOf("nobody")}/notes`, { text: "who?" }, "unknown_account"],
  ["POST", `/accounts/${ANN}/notes`, { text: "  " }, "invalid_payload"],
  ["POST", `/accounts/${ANN}/notes`, { text: "x".repeat(1001) }, "invalid_payload"],
];

for (const [method, path, body, code] of REFUSED) {
  test(`${method} ${path.slice(0, 30)} is refused: ${code}`, async () => {
    const reply = await exchange.call("admin", method, path, body);
    assert.equal(reply.body.code, code, reply.text);
  });
}
