/** One balance that two hundred requests want at once: what fits is done, the rest is refused, and nothing is lost. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { lots, micros } from "../../../src/core/units.ts";
import { hashOf, tokenOf } from "../../support/exchange.ts";
import type { Reply, TestExchange } from "../../support/exchange.ts";
import { createTrader } from "../../support/trader.ts";
import type { Trader } from "../../support/trader.ts";
import { assertLedgerSums, balanceSums } from "./ledger-walk.ts";
import { CONDITION, startWorld, YES, NO } from "./world.ts";

let exchange: TestExchange;
let ann: Trader;
let ben: Trader;

before(async () => {
  exchange = await startWorld({ PRESAGE_AUTO_REDEEM: "false" });
  ann = await createTrader(exchange, "ann");
  ben = await createTrader(exchange, "ben");
});
after(() => exchange.close());

/** Where there is more than the machine can do, so much is told and nothing was done: it is sent again. */
async function patiently(send: () => Promise<Reply>): Promise<Reply> {
  const reply = await send();
  return reply.body.code === "not_accepting" ? patiently(send) : reply;
}

const many = (count: number, send: () => Promise<Reply>): Promise<Reply>[] =>
  Array.from({ length: count }, () => patiently(send));

/** How many were done; all others must have been refused for this reason. */
async function done(replies: readonly Promise<Reply>[], code: string): Promise<number> {
  const settled = await Promise.all(replies);
  const refused = settled.filter(({ status }) => status !== 200);
  for (const { body, text } of refused) assert.equal(body.code, code, text);
  return settled.length - refused.length;
}

test("inc-06: 200 clients split, withdraw, sell and redeem: exactly what fits succeeds", async () => {
  const { address } = ann;
  const sets = { type: "split" as const, address, owner: address };
  await exchange.submit({ ...sets, conditionId: hashOf("wind"), lots: lots(2_000) });
  await exchange.submit({ ...sets, conditionId: CONDITION, lots: lots(1_000) });
  await exchange.submit({ type: "credit", address, amount: micros(30_000_000) });
  await exchange.submit({ type: "resolve-market", conditionId: CONDITION, payout: [1, 0] });
  // A buyer for more than there is to sell.
  await ben.place({ tokenId: tokenOf("wind yes"), side: "BUY", price: "0.5", size: "1000" });
  const terms = { tokenId: tokenOf("wind yes"), side: "SELL", price: "0.5", size: "1" } as const;
  const orders = await Promise.all(Array.from({ length: 40 }, () => ann.sign(terms)));
  const fine = hashOf("fine");
  const post = (path: string, body: unknown) => () => ann.request("POST", path, { body });
  const splits = many(70, post("/positions/split", { conditionId: fine, amount: "150" }));
  const withdrawals = many(70, post("/withdrawals", { amount: "150" }));
  const sales = orders.map(({ order }) => patiently(() => ann.post(order, { orderType: "FOK" })));
  const redemptions = many(20, post("/positions/redeem", { conditionId: CONDITION }));
  const taken =
    (await done(splits, "insufficient_balance")) + (await done(withdrawals, "insufficient_balance"));
  // Of 10,000, or of 10,020 once the sales and the redemption have paid.
  assert.equal(taken, 66);
  assert.equal(await done(sales, "insufficient_balance"), 20);
  assert.equal(await done(redemptions, "nothing_to_redeem"), 1);
  const sums = await balanceSums(ann);
  assert.equal(sums.get(`${ann.account.address} `), 120_000_000n);
  assert.equal(sums.get(`${ann.account.address} ${tokenOf("wind yes")}`), undefined);
  assert.equal(sums.get(`${ann.account.address} ${YES}`), undefined);
  await assertLedgerSums(ann);
  await assertLedgerSums(ben);
  assert.equal((await exchange.get("/proof/solvency")).body.solvent, true);
});

test("inc-06: 200 clients merge and sell the same shares: never more than there are", async () => {
  const conditionId = hashOf("fine");
  const { owner, address } = { owner: ben.address, address: ben.address };
  await exchange.submit({ type: "split", owner, address, conditionId, lots: lots(5_000) });
  const tokenId = tokenOf("fine no");
  await ann.request("POST", "/sandbox/faucet", { body: { address: ann.address, amount: "1000" } });
  await ann.place({ tokenId, side: "BUY", price: "0.5", size: "500" });
  const terms = { tokenId, side: "SELL", price: "0.5", size: "5" } as const;
  const orders = await Promise.all(Array.from({ length: 100 }, () => ben.sign(terms)));
  const merges = many(100, () =>
    ben.request("POST", "/positions/merge", { body: { conditionId, amount: "5" } }),
  );
  const sales = orders.map(({ order }) => patiently(() => ben.post(order, { orderType: "FAK" })));
  const [merged, sold] = [
    await done(merges, "insufficient_balance"),
    await done(sales, "insufficient_balance"),
  ];
  assert.equal(merged + sold, 10);
  const sums = await balanceSums(ben);
  assert.equal(sums.get(`${ben.account.address} ${tokenId}`), undefined);
  assert.equal(sums.get(`${ben.account.address} ${NO}`), undefined);
  await assertLedgerSums(ann);
  await assertLedgerSums(ben);
  assert.equal((await exchange.get("/proof/solvency")).body.solvent, true);
});
