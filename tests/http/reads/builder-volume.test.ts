/** GET /builder/volume: by day and in all, of the incoming orders that carry the code. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { tokenOf } from "../../support/exchange.ts";
import type { TestExchange } from "../../support/exchange.ts";
import type { Trader } from "../../support/trader.ts";
import { startTraders } from "../account/world.ts";
import { assertAnswer } from "./matches-answer.ts";

const BUILDER = `0x${"b1".repeat(32)}` as const;
const OTHER = `0x${"b2".repeat(32)}` as const;
const DAY_MS = 86_400_000;

let exchange: TestExchange;
let ann: Trader;
let ben: Trader;

before(async () => {
  ({ exchange, ann, ben } = await startTraders());
});
after(() => exchange.close());

const trade = async (size: string, builder?: typeof BUILDER | typeof OTHER): Promise<void> => {
  const bid = { side: "BUY", size, tokenId: tokenOf("rain no"), price: "0.75", builder: OTHER } as const;
  await ann.place(bid);
  const taken = { tokenId: tokenOf("rain yes"), side: "BUY", price: "0.25", size } as const;
  const reply = await ben.place({ ...taken, ...(builder && { builder }) });
  assert.equal(reply.body.status, "matched", reply.text);
};

async function volume(query: string) {
  const reply = await exchange.get(`/builder/volume?${query}`);
  assertAnswer(reply, "GET", "/builder/volume");
  return reply.body;
}

test("counts what the taker's order carries, by day, with the days without any", async () => {
  await trade("10", BUILDER);
  await trade("10.01", BUILDER);
  await trade("3");
  exchange.clock.now += 2 * DAY_MS;
  await trade("4", BUILDER);
  await trade("7", OTHER);
  const expected = {
    builder: BUILDER,
    total: "6.0025",
    periodTotal: "6.0025",
    periodDays: 3,
    daily: [
      { date: "2026-06-01", volume: "5.0025" },
      { date: "2026-06-02", volume: "0" },
      { date: "2026-06-03", volume: "1" },
    ],
    generatedAt: "2026-06-03T12:00:00.000Z",
  };
  assert.deepEqual(await volume(`builder=${BUILDER}&days=3`), expected);
  assert.deepEqual(await volume(`builder=${BUILDER.toUpperCase().replace("0X", "0x")}&days=3`), expected);
  const today = await volume(`builder=${BUILDER}&days=1`);
  assert.deepEqual([today.total, today.periodTotal, today.daily.length], ["6.0025", "1", 1]);
  const other = await volume(`builder=${OTHER}`);
  assert.deepEqual([other.total, other.periodDays, other.daily.length], ["1.75", 30, 30]);
});

test("a builder's wallet stands for its code", async () => {
  const { address } = ben.account;
  const wallet = address.toLowerCase();
  const code = `0x${wallet.slice(2).padStart(64, "0")}` as const;
  await ann.place({ side: "BUY", size: "8", tokenId: tokenOf("rain no"), price: "0.75" });
  const taken = {
    tokenId: tokenOf("rain yes"),
    side: "BUY",
    price: "0.25",
    size: "8",
    builder: code,
  } as const;
  assert.equal((await ben.place(taken)).body.status, "matched");
  const { builder: byCode, ...figures } = await volume(`builder=${code}&days=1`);
  const { builder: byWallet, ...same } = await volume(`builder=${address}&days=1`);
  assert.deepEqual([byCode, byWallet], [code, wallet]);
  assert.deepEqual(same, figures);
  assert.equal(figures.total, "2");
});

test("a builder without trades has volume 0", async () => {
  const { total, periodTotal, daily } = await volume(`builder=0x${"b3".repeat(32)}&days=2`);
  assert.deepEqual(
    [total, periodTotal, daily.map((day: { volume: string }) => day.volume)],
    ["0", "0", ["0", "0"]],
  );
});
