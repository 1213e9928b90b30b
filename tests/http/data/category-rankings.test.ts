/** Rankings by period and category: the closed positions that earned the most, and wallets. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { hashOf, START_AT, testListing, tokenOf, walletOf } from "../../support/exchange.ts";
import type { TestExchange } from "../../support/exchange.ts";
import { read as readV2, walk } from "./v2/world.ts";
import type { Page } from "./v2/world.ts";
import { answered, startData } from "./world.ts";

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

type Row = Readonly<Record<string, number | string>>;

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

  void it("is not there in other dialects", async () => {
    for (const dialect of ["spec", "polymarket"] as const)
      assert.equal((await exchange.get(PATH, dialect)).status, 404);
  });
});

void describe("The leaderboard of a category", () => {
  before(async () => {
    await deal({ market: "coin", side: "BUY", price: "0.5", size: "4" });
    await deal({ market: "coin", side: "SELL", price: "0.75", size: "4" });
  });

  type Leader = {
    readonly rank: string;
    readonly proxyWallet: string;
    readonly vol: number;
    readonly pnl: number;
  };

  async function leadersOf(query: string, dialect: "spec" | "polymarket" | "kuest" = "kuest") {
    const path = "/v1/leaderboard";
    const rows: Leader[] = await answered(await exchange.get(`${path}?${query}`, dialect), path, dialect);
    return rows.map(({ rank, proxyWallet, vol, pnl }) => [rank, proxyWallet, vol, pnl]);
  }

  void it("counts volume and profit in its markets only", async () => {
    assert.deepEqual(await leadersOf("timePeriod=all&category=crypto"), [
      ["1", ANN, 12.5, 3.5],
      ["2", BOB, 17.5, 0],
    ]);
    assert.deepEqual(await leadersOf("timePeriod=all&category=POLITICS&limit=1"), [["1", ANN, 52.5, 25.5]]);
    assert.deepEqual(await leadersOf("timePeriod=all&category=weather"), []);
    assert.deepEqual(await leadersOf("timePeriod=all&category=crypto&orderBy=VOL"), [
      ["1", BOB, 17.5, 0],
      ["2", ANN, 12.5, 3.5],
    ]);
  });

  void it("counts the days of the period, without what was earned before", async () => {
    const week = await leadersOf("timePeriod=week&category=crypto");
    assert.deepEqual(week[0], ["1", ANN, 5, 1]);
    assert.deepEqual(await leadersOf("timePeriod=DAY&category=crypto"), week);
    assert.deepEqual((await leadersOf("timePeriod=week&category=politics"))[0], ["1", ANN, 45, 23]);
  });

  void it("has pages and a wallet's rank, in every dialect", async () => {
    for (const dialect of ["spec", "polymarket", "kuest"] as const) {
      const scope = "timePeriod=ALL&category=CRYPTO";
      const [first, second] = await leadersOf(scope, dialect);
      assert.deepEqual(await leadersOf(`${scope}&offset=1`, dialect), [second]);
      assert.deepEqual(await leadersOf(`${scope}&user=${BOB}`, dialect), [second]);
      assert.deepEqual(await leadersOf(`${scope}&user=${ANN}`, dialect), [first]);
      assert.deepEqual(await leadersOf(`timePeriod=ALL&category=WEATHER&user=${ANN}`, dialect), []);
    }
  });

  void it("is the same in version 2", async () => {
    const read = async (query: string) =>
      (await exchange.get(`/v2/leaderboard?time_period=all&category=crypto${query}`, "polymarket")).body;
    const { data, pagination } = await read("&limit=1");
    const next = await read(`&limit=1&cursor=${pagination.next_cursor}`);
    assert.deepEqual(
      [...data, ...next.data].map(({ rank, user_id: wallet, volume, pnl }) => [
        String(rank),
        wallet,
        volume,
        pnl,
      ]),
      await leadersOf("timePeriod=all&category=crypto"),
    );
    const { data: standing } = await read(`&user=${BOB}`);
    assert.deepEqual([standing.volume, standing.rank_pnl, standing.rank_volume], [17.5, 2, 1]);
  });
});

void describe("GET /v2/biggest-winners", () => {
  const PATH_2 = "/v2/biggest-winners";

  void it("ranks as version 1 does, in pages, too", async () => {
    for (const [period, category] of [
      ["all", "overall"],
      ["week", "politics"],
      ["day", "overall"],
    ] as const) {
      const old = await winsOf(`timePeriod=${period}&category=${category}`);
      const path = `${PATH_2}?time_period=${period}&category=${category}`;
      const rows = await walk<Row>(exchange, path, 1);
      assert.deepEqual(
        rows.map((row) => [
          row["win_rank"],
          row["user_id"],
          row["event_slug"],
          row["pnl"],
          row["initial_value"],
        ]),
        old.map((row: Row) => [
          Number(row["winRank"]),
          row["proxyWallet"],
          row["eventSlug"],
          row["pnl"],
          row["initialValue"],
        ]),
      );
      assert.deepEqual((await readV2<Page<Row>>(exchange, path)).data, rows);
    }
  });

  void it("names the token, the market and when the position was closed", async () => {
    const [first] = (await readV2<Page<Row>>(exchange, `${PATH_2}?time_period=all`)).data;
    assert.deepEqual(first, {
      win_rank: 1,
      kind: "market",
      user_id: ANN,
      pnl: 8,
      initial_value: 4,
      final_value: 12,
      resolved_at: (START_AT + 8 * DAY_MS) / 1000,
      condition_id: hashOf("vote"),
      position_id: tokenOf("vote yes"),
      event_id: 8,
      event_slug: "votes",
      event_title: "Votes",
      user_name: "",
      profile_image: "",
    });
  });

  void it("refuses a cursor of another period, and places that are none", async () => {
    const page = await readV2<Page<Row>>(exchange, `${PATH_2}?time_period=all&limit=1`);
    const place = (numbers: string) => Buffer.from(`winners.all.overall:${numbers}`).toString("base64url");
    for (const query of [
      `time_period=week&cursor=${page.pagination.next_cursor}`,
      `time_period=all&cursor=${place("1:1:1:1:2")}`,
      `time_period=all&cursor=${place("1:1:1:4294967296:1")}`,
      `time_period=all&cursor=${place(`1:1:${1n << 160n}:1:1`)}`,
    ]) {
      const { status, body } = await exchange.get(`${PATH_2}?${query}`, "polymarket");
      assert.equal(status, 400);
      assert.match(body.error, /^invalid_field: cursor: /);
    }
  });
});
