/** GET /profit-ranking: wallets by their whole profit, against what GET /wallets tells of each. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { cacheRanking } from "../../../src/store/reads/accounts/rankings.ts";
import { hashOf, START_AT, testListing, tokenOf, walletOf } from "../../support/exchange.ts";
import type { TestExchange } from "../../support/exchange.ts";
import { answered, DIALECTS, startData } from "./world.ts";

const NAMES = ["ann", "bob", "cid", "dan", "idle"];
const WALLETS = NAMES.map((name) => walletOf(name));
const [ANN, BOB, CID, DAN, IDLE] = WALLETS as [string, string, string, string, string];

let exchange: TestExchange;

/** The first buys Yes at this price, and the second No. */
async function deal(market: string, [buyer, other]: readonly [string, string], price: string): Promise<void> {
  await exchange.place({ account: buyer, side: "BUY", tokenId: tokenOf(`${market} yes`), price, size: "20" });
  const left = String(1 - Number(price));
  await exchange.place({
    account: other,
    side: "BUY",
    tokenId: tokenOf(`${market} no`),
    price: left,
    size: "20",
  });
}

before(async () => {
  exchange = await startData();
  await exchange.list(testListing([{ name: "open" }, { name: "won" }]));
  for (const wallet of WALLETS) await exchange.open(wallet, "1000");
  await deal("won", [ANN, BOB], "0.75");
  await exchange.submit({ type: "resolve-market", conditionId: hashOf("won"), payout: [1, 0] });
  await deal("open", [CID, DAN], "0.25");
  // The last trade is the price: what Cid and Dan hold is worth more and less than it cost.
  await deal("open", [ANN, BOB], "0.75");
});
after(() => exchange.close());

type Row = Readonly<Record<string, number | string>>;
type Ranking = { readonly asOf: number; readonly ranking: readonly Row[] };

const read = async (query: string, dialect: (typeof DIALECTS)[number] = "spec"): Promise<Ranking> =>
  answered(await exchange.get(`/profit-ranking${query}`, dialect), "/profit-ranking", dialect);

void describe("GET /profit-ranking", () => {
  for (const dialect of DIALECTS)
    void it(`ranks by realized and open profit together, as of a time (${dialect})`, async () => {
      const { asOf, ranking } = await read("", dialect);
      assert.equal(asOf, Math.floor(START_AT / 1_000));
      assert.deepEqual(
        ranking.map(({ rank, proxyWallet, profit }) => [rank, proxyWallet, profit]),
        [
          [1, CID, 10],
          [2, ANN, 5],
          [3, BOB, -5],
          [4, DAN, -10],
        ],
      );
    });

  void it("has the figures of GET /wallets", async () => {
    const { ranking } = await read("");
    const reply = await exchange.get(`/wallets?user=${WALLETS.join(",")}`, "spec");
    const wallets: Row[] = answered(reply, "/wallets", "spec");
    for (const { rank: _, ...row } of ranking) {
      const {
        biggestWin: _win,
        joinedAt: _joined,
        ...figures
      } = wallets.find(({ proxyWallet }) => proxyWallet === row["proxyWallet"])!;
      assert.deepEqual(row, figures);
    }
  });

  void it("gives a page, or one wallet with its rank among all", async () => {
    const { ranking } = await read("");
    assert.deepEqual((await read("?limit=2&offset=1")).ranking, ranking.slice(1, 3));
    assert.deepEqual((await read(`?user=${BOB}`)).ranking, [ranking[2]]);
    assert.deepEqual((await read(`?user=${BOB}&offset=1`)).ranking, []);
    assert.deepEqual((await read(`?user=${IDLE}`)).ranking, []);
    assert.deepEqual((await read(`?user=${walletOf("nobody")}`)).ranking, []);
  });

  void it("is kept twenty times as long as it took, or until it is forgotten", async () => {
    const time = { now: 0 };
    let made = 0;
    const { rank, forget } = cacheRanking(
      async () => {
        made += 1;
        time.now += 10;
        return await exchange.context.adHocSql();
      },
      { clock: () => time.now, monotonic: () => time.now },
    );
    for (const [passes, count] of [
      [0, 1],
      [199, 1],
      [1, 2],
      [0, 2],
    ] as const) {
      time.now += passes;
      await rank();
      assert.equal(made, count, `after ${passes} ms`);
    }
    forget();
    await Promise.all([rank(), rank(), rank()]);
    assert.equal(made, 4, "who asks at once shares the next");
  });
});
