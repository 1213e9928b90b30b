/** One activity of every type as each dialect answers it, beside answers of the service that one dialect follows. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { after, before, describe, it } from "node:test";
import { generateName } from "../../../src/core/people/generated-name.ts";
import { lots, ticks } from "../../../src/core/units.ts";
import { hashOf, testListing, tokenOf, walletOf } from "../../support/exchange.ts";
import type { TestExchange } from "../../support/exchange.ts";
import { answered, assertRefused, DIALECTS, startData } from "./world.ts";

const [ANN, BOB] = [walletOf("ann"), walletOf("bob")];
const ICON = "https://icons.test/rain.png";
const FEES = { rate: 500, exponent: 1, takerOnly: true };

let exchange: TestExchange;
/** Hashes of the batches in which things happened, by their names. */
const hashes = new Map<string, string>();

before(async () => {
  exchange = await startData();
  const rain = { name: "rain", icon: ICON, fees: FEES, tick: ticks(1), outcomes: ["Wet", "Dry"] as const };
  await exchange.list(testListing([{ ...rain, autoRedeem: false }], { slug: "weather" }));
  const exclusive = ["red", "green", "blue"].map((name) => ({ name, negativeRisk: true }));
  await exchange.list(testListing(exclusive, { id: "8", slug: "colours", negativeRisk: true }));
  for (const wallet of [ANN, BOB]) await exchange.open(wallet, "1000");
  await trade();
});
after(() => exchange.close());

async function trade(): Promise<void> {
  const own = { address: ANN, owner: ANN };
  const [red, green] = [hashOf("red"), hashOf("green")] as const;
  const noted = async (name: string, done: Promise<unknown>): Promise<void> => {
    await done;
    hashes.set(name, `0x${exchange.context.engine.head().hash.toString("hex")}`);
    exchange.clock.now += 1_500;
  };
  const rain = { conditionId: hashOf("rain") };
  await noted("split", exchange.submit({ type: "split", ...own, ...rain, lots: lots(5_025) }));
  await noted("merge", exchange.submit({ type: "merge", ...own, ...rain, lots: lots(25) }));
  for (const conditionId of [red, green])
    await exchange.submit({ type: "split", ...own, conditionId, lots: lots(1_000) });
  await noted(
    "conversion",
    exchange.submit({ type: "convert", ...own, conditionIds: [green, red], lots: lots(400) }),
  );
  const [yes, no] = [tokenOf("rain yes"), tokenOf("rain no")] as const;
  await exchange.place({ account: ANN, tokenId: yes, side: "SELL", price: "0.3333", size: "10.03" });
  await noted(
    "bought",
    exchange.place({ account: BOB, tokenId: yes, side: "BUY", price: "0.4", size: "10.03" }),
  );
  await exchange.place({ account: BOB, tokenId: yes, side: "BUY", price: "0.25", size: "4" });
  await noted("minted", exchange.place({ account: ANN, tokenId: no, side: "BUY", price: "0.75", size: "4" }));
  await exchange.submit({ type: "resolve-market", ...rain, payout: [0, 1] });
  await noted("won", exchange.submit({ type: "redeem", ...own, ...rain }));
  await noted("lost", exchange.submit({ type: "redeem", address: BOB, owner: BOB, ...rain }));
}

async function activityOf(wallet: string, dialect: (typeof DIALECTS)[number], more = "") {
  const reply = await exchange.get(`/activity?user=${wallet}${more}`, dialect);
  return answered(reply, "/activity", dialect);
}

const KEYS =
  "proxyWallet timestamp conditionId type size usdcSize transactionHash price asset side outcomeIndex title slug " +
  "icon eventSlug outcome name pseudonym bio profileImage profileImageOptimized";

const assetOf = (token: string, outcome: number, dialect: string): string =>
  dialect === "spec" ? `${hashOf("rain")}:${outcome}` : tokenOf(token);

const NO_OUTCOME = { price: 0, asset: "", side: "", outcomeIndex: 999, outcome: "" };

void describe("GET /activity", () => {
  for (const dialect of DIALECTS) {
    const yes = { asset: assetOf("rain yes", 0, dialect), outcomeIndex: 0, outcome: "Wet" };
    const no = { asset: assetOf("rain no", 1, dialect), outcomeIndex: 1, outcome: "Dry" };
    // 0.05 x 10.03 x 0.3333 x 0.6667 and 0.05 x 4 x 0.25 x 0.75, which the incoming orders paid.
    const [feeOfBought, feeOfMinted] = dialect === "polymarket" ? [0.11144, 0.0375] : [0, 0];

    void it(`tells of every type, newest first, in the ${dialect} dialect`, async () => {
      const rows = await activityOf(ANN, dialect);
      const [won, minted, sold, conversion, , , merge, split, ...rest] = rows;
      assert.deepEqual(rest, []);
      for (const [row, expected] of [
        [won, { type: "REDEEM", size: 54, usdcSize: 54, ...NO_OUTCOME }],
        [minted, { type: "TRADE", size: 4, usdcSize: 3 + feeOfMinted, price: 0.75, side: "BUY", ...no }],
        [sold, { type: "TRADE", size: 10.03, usdcSize: 3.342999, price: 0.3333, side: "SELL", ...yes }],
        [
          conversion,
          { type: "CONVERSION", size: 4, usdcSize: 4, ...NO_OUTCOME, conditionId: hashOf("green") },
        ],
        [merge, { type: "MERGE", size: 0.25, usdcSize: 0.25, ...NO_OUTCOME }],
        [split, { type: "SPLIT", size: 50.25, usdcSize: 50.25, ...NO_OUTCOME }],
      ]) {
        assert.partialDeepStrictEqual(row, expected);
        assert.equal(Object.keys(row).join(" "), KEYS);
      }
    });

    void it(`tells the other party of its own, in the ${dialect} dialect`, async () => {
      const [lost, minted, bought, ...rest] = await activityOf(BOB, dialect);
      assert.deepEqual(rest, []);
      assert.partialDeepStrictEqual(minted, {
        type: "TRADE",
        size: 4,
        usdcSize: 1,
        price: 0.25,
        side: "BUY",
        ...yes,
      });
      assert.deepEqual(bought, {
        proxyWallet: BOB,
        timestamp: bought.timestamp,
        conditionId: hashOf("rain"),
        type: "TRADE",
        size: 10.03,
        usdcSize: Number((3.342999 + feeOfBought).toFixed(6)),
        transactionHash: hashes.get("bought"),
        price: 0.3333,
        ...yes,
        side: "BUY",
        title: "Will rain happen?",
        slug: "rain",
        icon: ICON,
        eventSlug: "weather",
        name: "",
        pseudonym: generateName(BOB),
        bio: "",
        profileImage: "",
        profileImageOptimized: "",
      });
      const burned = { type: "REDEEM", size: 14.03, usdcSize: 0, price: 0, side: "", ...yes };
      assert.partialDeepStrictEqual(lost, burned);
    });

    void it(`names the batch and its second, in the ${dialect} dialect`, async () => {
      const [won, minted, , conversion, , , merge, split] = await activityOf(ANN, dialect);
      for (const [row, name] of [
        [won, "won"],
        [minted, "minted"],
        [conversion, "conversion"],
        [merge, "merge"],
        [split, "split"],
      ])
        assert.equal(row.transactionHash, hashes.get(name), name);
      assert.deepEqual([split.timestamp, merge.timestamp], [1_780_315_200, 1_780_315_201]);
    });
  }

  void it("takes addresses in any case, and knows nothing of other wallets", async () => {
    assert.deepEqual(
      await activityOf(`0x${ANN.slice(2).toUpperCase()}`, "spec"),
      await activityOf(ANN, "spec"),
    );
    assert.deepEqual(await activityOf(walletOf("nobody"), "spec"), []);
    assert.deepEqual(await activityOf(ANN, "spec", "&limit=0"), []);
  });

  void it("clips a page to 500 rows and says so", async () => {
    for (const [limit, applied] of [
      ["", "100"],
      ["&limit=0", "0"],
      ["&limit=500", "500"],
      ["&limit=501", "500"],
      ["&limit=1000000", "500"],
    ]) {
      const { headers } = await exchange.get(`/activity?user=${ANN}${limit}`);
      assert.equal(headers.get("x-page-limit"), applied);
    }
  });

  void it("may be kept for a second, and has a tag", async () => {
    const first = await exchange.get(`/activity?user=${ANN}`);
    assert.equal(first.headers.get("cache-control"), "public, max-age=1");
    const tag = first.headers.get("etag") ?? "";
    const again = await exchange.send(`/activity?user=${ANN}`, { headers: { "if-none-match": tag } });
    assert.deepEqual([again.status, again.text], [304, ""]);
  });
});

void describe("GET /trades", () => {
  const FIELDS =
    "proxyWallet side asset conditionId size price timestamp usdcSize title slug icon eventSlug outcome outcomeIndex " +
    "name pseudonym bio profileImage profileImageOptimized transactionHash";

  for (const dialect of DIALECTS) {
    void it(`tells of each fill once, or of both parties, in the ${dialect} dialect`, async () => {
      const read = async (query: string) =>
        answered(await exchange.get(`/trades${query}`, dialect), "/trades", dialect);
      const once = await read("");
      const both = await read("?takerOnly=false");
      const walletsOf = (rows: { proxyWallet: string }[]) => rows.map(({ proxyWallet }) => proxyWallet);
      assert.deepEqual(
        [walletsOf(once), walletsOf(both)],
        [
          [ANN, BOB],
          [ANN, BOB, BOB, ANN],
        ],
      );
      assert.deepEqual(once, [both[0], both[2]]);
      const fields = {
        spec: FIELDS,
        polymarket: FIELDS.replace(" usdcSize", ""),
        kuest: `id ${FIELDS}`,
      }[dialect];
      for (const row of both) assert.equal(Object.keys(row).join(" "), fields);
      assert.deepEqual(await read("?limit=0"), []);
    });
  }

  void it("compares amounts exactly", async () => {
    const countOf = async (filter: string) => (await exchange.get(`/trades?${filter}`)).body.length;
    for (const [filter, count] of [
      ["filterType=TOKENS&filterAmount=10.03", 1],
      ["filterType=TOKENS&filterAmount=10.030001", 0],
      ["filterType=TOKENS&filterAmount=4", 2],
      ["filterType=CASH&filterAmount=3.342999", 1],
      ["filterType=CASH&filterAmount=3.342998", 1],
      ["filterType=CASH&filterAmount=3.3429990001", 0],
      ["filterType=CASH&filterAmount=3e0", 2],
      ["filterType=CASH&filterAmount=0", 2],
      ["filterType=CASH&filterAmount=1e300", 0],
      ["filterType=CASH&filterAmount=1e-300", 2],
    ] as const)
      assert.equal(await countOf(filter), count, filter);
  });
});

type Fill = { readonly id: string; readonly timestamp: number; readonly proxyWallet: string };

void describe("Parameters that only Kuest's site sends", () => {
  void it("find one market by either name, or by both if they agree", async () => {
    const [rain, green] = [hashOf("rain"), hashOf("green")];
    const all = await activityOf(ANN, "kuest");
    const ofRain = all.filter((row: { conditionId: string }) => row.conditionId === rain);
    assert.ok(ofRain.length > 0 && ofRain.length < all.length);
    for (const query of [
      `&marketId=${rain}`,
      `&conditionId=${rain}`,
      `&marketId=${rain}&conditionId=${rain}`,
    ])
      assert.deepEqual(await activityOf(ANN, "kuest", query), ofRain);
    const listed = `&market=${rain},${green}&marketId=${rain}`;
    assert.deepEqual(await activityOf(ANN, "kuest", listed), ofRain);
    assert.deepEqual(await activityOf(ANN, "kuest", `&marketId=${rain}&conditionId=${green}`), []);
  });

  void it("change nothing in Polymarket's dialect", async () => {
    for (const [path, more] of [
      [`/activity?user=${ANN}`, `&marketId=${hashOf("none")}&conditionId=x`],
      ["/trades?limit=4", "&cursorTimestamp=1&cursorId=x&cursorUser=y"],
    ] as const) {
      const { body } = await exchange.get(path, "polymarket");
      assert.ok(body.length > 0, path);
      assert.deepEqual((await exchange.get(path + more, "polymarket")).body, body, path);
    }
  });
});

void describe("The cursor of GET /trades, which Kuest's site makes of a page's last row,", () => {
  const read = (query: string) => exchange.get(`/trades?takerOnly=false${query}`, "kuest");
  const cursorOf = ({ id, timestamp, proxyWallet }: Fill): string =>
    `&cursorTimestamp=${timestamp}&cursorId=${id}&cursorUser=${proxyWallet}`;
  const all = async (): Promise<Fill[]> => (await read("")).body;

  void it("gives the rows after it, in pages of any size and beside filters", async () => {
    const rows = await all();
    assert.equal(new Set(rows.map(({ id }) => id)).size, 4);
    for (const [index, row] of rows.entries()) {
      assert.deepEqual((await read(`&offset=0${cursorOf(row)}`)).body, rows.slice(index + 1));
      assert.deepEqual((await read(`&limit=1${cursorOf(row)}`)).body, rows.slice(index + 1, index + 2));
      const upper = { ...row, proxyWallet: `0x${row.proxyWallet.slice(2).toUpperCase()}` };
      assert.deepEqual((await read(`&offset=1${cursorOf(upper)}`)).body, rows.slice(index + 2));
      const own = rows.slice(index + 1).filter(({ proxyWallet }) => proxyWallet === BOB);
      assert.deepEqual((await read(`&user=${BOB}${cursorOf(row)}`)).body, own);
      const market = `&market=${hashOf("rain")}`;
      assert.deepEqual((await read(`${market}${cursorOf(row)}`)).body, rows.slice(index + 1));
    }
  });

  void it("has to be of one row", async () => {
    const [first, second] = await all();
    assert.ok(first !== undefined && second !== undefined);
    const id = first.id.split(".")[0];
    for (const [cursor, error] of [
      [`&cursorId=${first.id}&cursorUser=${ANN}`, "missing_field: cursorTimestamp"],
      [`&cursorTimestamp=${first.timestamp}&cursorUser=${ANN}`, "missing_field: cursorId"],
      [`&cursorTimestamp=${first.timestamp}&cursorId=${first.id}`, "missing_field: cursorUser"],
      [cursorOf({ ...first, timestamp: first.timestamp - 1 }), "invalid_field: cursorTimestamp"],
      [cursorOf({ ...first, proxyWallet: second.proxyWallet }), "invalid_field: cursorUser"],
      ...["7", `${id}`, `${id}.`, `${id}.both`, `${first.id}.taker`, `.taker`, `a.maker`].flatMap(
        (wrong) => [[cursorOf({ ...first, id: wrong }), "invalid_field: cursorId"]] as const,
      ),
      [
        cursorOf({ ...first, id: first.id.replace(/.\./, (end) => (end === "f." ? "e." : "f.")) }),
        "invalid_field: cursorId",
      ],
    ] as const)
      assertRefused(await read(cursor), error);
  });
});

const SAMPLE = new URL("../../../../shared/samples/data-api/activity_v1_2026-04.json", import.meta.url);
const noSample = existsSync(SAMPLE) ? false : "the captured answers are not here";

void describe("Rows of Polymarket's dialect, beside captured ones,", { skip: noSample }, () => {
  const captured: Record<string, unknown>[] =
    noSample === false ? JSON.parse(readFileSync(SAMPLE, "utf8")) : [];

  void it("have their keys in their order, and their types", async () => {
    const rows = await activityOf(ANN, "polymarket");
    for (const type of ["TRADE", "REDEEM"]) {
      const own = rows.find((row: { type: string }) => row.type === type);
      const theirs = captured.find((row) => row["type"] === type);
      assert.ok(theirs !== undefined);
      const typesOf = (row: object) => Object.entries(row).map(([key, value]) => [key, typeof value]);
      assert.deepEqual(typesOf(own), typesOf(theirs));
    }
  });

  void it("say of a redemption what those say", async () => {
    const [own] = await activityOf(ANN, "polymarket");
    for (const row of captured.filter(({ type }) => type === "REDEEM")) {
      assert.equal(row["size"], row["usdcSize"]);
      const { price, asset, side, outcomeIndex, outcome } = row;
      assert.partialDeepStrictEqual(own, { price, asset, side, outcomeIndex, outcome });
    }
    assert.equal(own.size, own.usdcSize);
  });
});
