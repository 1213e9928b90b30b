/** The closed positions that earned the most, by period and category. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { hashOf, START_AT, testListing, tokenOf, walletOf } from "../../support/exchange.ts";
import type { TestExchange } from "../../support/exchange.ts";
import { answered, assertRefused, startData } from "./world.ts";

const [ANN, BOB] = [walletOf("ann"), walletOf("bob")];
const DAY_MS = 86_400_000;
const PATH = "/v1/biggest-winners";

let exchange: TestExchange;

type Deal = {
  readonly market: string;
  readonly side: "BUY" | "SELL";
  readonly price: string;
  readonly size: string;
};

/** Ann buys Yes, of Bob who buys No; or sells Yes to him. */
async function deal({ market, side, price, size }: Deal): Promise<void> {
  const yes = { tokenId: tokenOf(`${market} yes`), price, size };
  const no = { tokenId: tokenOf(`${market} no`), price: String(1 - Number(price)), size };
  await exchange.place({ account: ANN, side, ...yes });
  await exchange.place({ account: BOB, side: "BUY", ...(side === "BUY" ? no : yes) });
}

const tag = (slug: string, id: string) => ({ id, slug, label: slug });

before(async () => {
  exchange = await startData();
  const icon = "https://icons.test/vote.png";
  const politics = { id: "8", slug: "votes", title: "Votes", tags: [tag("elections", "1")] };
  await exchange.list(testListing([{ name: "vote", icon }, { name: "kept" }], politics));
  const crypto = { id: "9", slug: "coins", title: "Coins", tags: [tag("crypto", "2"), tag("politics", "3")] };
  await exchange.list(testListing([{ name: "coin" }], crypto));
  await exchange.list(testListing([{ name: "rain" }], { id: "10", slug: "sky", title: "Sky" }));
  for (const wallet of [ANN, BOB]) await exchange.open(wallet, "1000");
  await deal({ market: "coin", side: "BUY", price: "0.25", size: "10" });
  await deal({ market: "coin", side: "SELL", price: "0.5", size: "10" });
  exchange.clock.now = START_AT + 8 * DAY_MS;
  await deal({ market: "vote", side: "BUY", price: "0.2", size: "20" });
  await deal({ market: "vote", side: "SELL", price: "0.6", size: "20" });
  await deal({ market: "kept", side: "BUY", price: "0.2", size: "30" });
  await deal({ market: "kept", side: "SELL", price: "0.9", size: "20" });
  exchange.clock.now += DAY_MS;
  await deal({ market: "rain", side: "BUY", price: "0.5", size: "10" });
  await exchange.submit({ type: "resolve-market", conditionId: hashOf("rain"), payout: [1, 0] });
});
after(() => exchange.close());

const winsOf = async (query: string) =>
  answered(await exchange.get(`${PATH}?${query}`, "kuest"), PATH, "kuest");

async function slugsOf(query: string): Promise<string[]> {
  const rows: { readonly slug: string }[] = await winsOf(query);
  return rows.map(({ slug }) => slug);
}

void describe("GET /v1/biggest-winners", () => {
  void it("ranks closed positions that earned by what they earned", async () => {
    const [first, ...others] = await winsOf("timePeriod=all");
    assert.deepEqual(first, {
      winRank: "1",
      proxyWallet: ANN,
      userName: "",
      eventTitle: "Votes",
      slug: "vote",
      marketSlug: "vote",
      icon: "https://icons.test/vote.png",
      eventSlug: "votes",
      initialValue: 4,
      finalValue: 12,
      pnl: 8,
      profileImage: "",
    });
    assert.deepEqual(
      others.map(({ winRank, slug, initialValue, finalValue, pnl }: Record<string, unknown>) => [
        winRank,
        slug,
        initialValue,
        finalValue,
        pnl,
      ]),
      [
        ["2", "rain", 5, 10, 5],
        ["3", "coin", 2.5, 5, 2.5],
      ],
    );
  });

  void it("counts positions that were closed in the period", async () => {
    assert.deepEqual(await slugsOf(""), ["rain"]);
    assert.deepEqual(await slugsOf("timePeriod=DAY"), ["rain"]);
    assert.deepEqual(await slugsOf("timePeriod=week"), ["vote", "rain"]);
    assert.deepEqual(await slugsOf("timePeriod=MONTH"), ["vote", "rain", "coin"]);
  });

  void it("counts markets of events that have a tag of the category", async () => {
    assert.deepEqual(await slugsOf("timePeriod=all&category=politics"), ["vote", "coin"]);
    assert.deepEqual(await slugsOf("timePeriod=all&category=CRYPTO"), ["coin"]);
    assert.deepEqual(await slugsOf("timePeriod=week&category=crypto"), []);
    assert.deepEqual(await slugsOf("timePeriod=all&category=weather"), []);
    assert.deepEqual(await slugsOf("timePeriod=all&category=overall"), ["vote", "rain", "coin"]);
  });

  void it("has pages", async () => {
    assert.deepEqual(await slugsOf("timePeriod=all&limit=2"), ["vote", "rain"]);
    const [second] = await winsOf("timePeriod=all&limit=1&offset=1");
    assert.deepEqual([second.winRank, second.slug], ["2", "rain"]);
  });

  void it("refuses what it does not know, and is not there in other dialects", async () => {
    for (const [query, error] of [
      ["category=war", "invalid_field: category"],
      ["category=Politics", "invalid_field: category"],
      ["timePeriod=year", "invalid_field: timePeriod"],
      ["limit=0", "invalid_field: limit"],
      ["offset=1001", "invalid_field: offset"],
      ["orderBy=PNL", "unknown_field: orderBy"],
    ] as const)
      assertRefused(await exchange.get(`${PATH}?${query}`, "kuest"), error);
    for (const dialect of ["spec", "polymarket"] as const)
      assert.equal((await exchange.get(PATH, dialect)).status, 404);
  });
});
