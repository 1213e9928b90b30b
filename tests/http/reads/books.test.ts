import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, describe, it } from "node:test";
import { lots, ticks } from "../../../src/core/units.ts";
import { tradingEndpoints } from "../../../src/http/trading/endpoints.ts";
import { hashOf, startTestExchange, testListing, tokenOf, walletOf } from "../../support/exchange.ts";
import type { TestExchange } from "../../support/exchange.ts";
import { assertAnswer, assertRefused } from "./matches-answer.ts";

const MAKER = walletOf("maker");
const TAKER = walletOf("taker");
const YES = tokenOf("rain yes");
const NO = tokenOf("rain no");
const FINE_YES = tokenOf("fine yes");
const FINE_NO = tokenOf("fine no");
const QUIET_YES = tokenOf("quiet yes");
const UNKNOWN = tokenOf("nothing");
const STRANGE = ["__proto__", "", "0x1", " ", "1e3", `0${YES}`];

let exchange: TestExchange;

before(async () => {
  exchange = await startTestExchange({ endpoints: tradingEndpoints("sandbox") });
  await exchange.list(
    testListing([
      { name: "rain" },
      { name: "fine", tick: ticks(1), minimumLots: lots(1), negativeRisk: true },
      { name: "quiet", minimumLots: lots(500) },
    ]),
  );
  await exchange.open(MAKER, "100000");
  await exchange.open(TAKER, "100000");
  const buy = { account: MAKER, side: "BUY" } as const;
  await exchange.place({ ...buy, tokenId: YES, price: "0.4", size: "100" });
  await exchange.place({ ...buy, tokenId: YES, price: "0.41", size: "10.5" });
  await exchange.place({ ...buy, tokenId: YES, price: "0.41", size: "1" });
  await exchange.place({ ...buy, tokenId: NO, price: "0.5", size: "7.25" });
  await exchange.place({ ...buy, tokenId: NO, price: "0.3", size: "20" });
  await exchange.place({ ...buy, tokenId: FINE_YES, price: "0.0001", size: "5" });
  await exchange.place({ ...buy, tokenId: FINE_NO, price: "0.1234", size: "3" });
});

after(() => exchange.close());

const bookOf = async (tokenId: string) => (await exchange.get(`/book?token_id=${tokenId}`)).body;

void describe("GET /book", () => {
  void it("inc-34: shows a token's book with exactly the ten keys in their order, worst levels first", async () => {
    const reply = await exchange.get(`/book?token_id=${YES}`);
    assertAnswer(reply, "GET", "/book");
    const { hash, ...book } = reply.body;
    assert.deepEqual(Object.keys(reply.body), [
      "market",
      "asset_id",
      "timestamp",
      "hash",
      "bids",
      "asks",
      "min_order_size",
      "tick_size",
      "neg_risk",
      "last_trade_price",
    ]);
    assert.deepEqual(book, {
      market: hashOf("rain"),
      asset_id: YES,
      timestamp: String(exchange.clock.now),
      bids: [
        { price: "0.4", size: "100" },
        { price: "0.41", size: "11.5" },
      ],
      asks: [
        { price: "0.7", size: "20" },
        { price: "0.5", size: "7.25" },
      ],
      min_order_size: "1",
      tick_size: "0.01",
      neg_risk: false,
      last_trade_price: "",
    });
    const hashed = reply.text.replace(hash, "");
    assert.equal(hash, createHash("sha1").update(hashed).digest("hex"));
  });

  void it("shows the other token the same book mirrored", async () => {
    const book = await bookOf(NO);
    assert.equal(book.asset_id, NO);
    assert.deepEqual(book.bids, [
      { price: "0.3", size: "20" },
      { price: "0.5", size: "7.25" },
    ]);
    assert.deepEqual(book.asks, [
      { price: "0.6", size: "100" },
      { price: "0.59", size: "11.5" },
    ]);
  });

  void it("writes prices and sizes on the finest tick without padding", async () => {
    const book = await bookOf(FINE_YES);
    assert.deepEqual(book.bids, [{ price: "0.0001", size: "5" }]);
    assert.deepEqual(book.asks, [{ price: "0.8766", size: "3" }]);
    assert.deepEqual([book.tick_size, book.min_order_size, book.neg_risk], ["0.0001", "0.01", true]);
  });

  void it("shows empty sides of a market that never had an order", async () => {
    const book = await bookOf(QUIET_YES);
    assert.deepEqual([book.bids, book.asks, book.min_order_size], [[], [], "5"]);
  });

  void it("shows a placement as soon as it is acknowledged, and its time", async () => {
    await exchange.wait(1_500);
    const quiet = await bookOf(QUIET_YES);
    for (let count = 1; count <= 20; count += 1) {
      await exchange.place({ account: MAKER, tokenId: QUIET_YES, side: "BUY", price: "0.2", size: "5" });
      const book = await bookOf(QUIET_YES);
      assert.deepEqual(book.bids, [{ price: "0.2", size: String(count * 5) }]);
      assert.equal(book.timestamp, String(exchange.clock.now));
      assert.notEqual(book.hash, quiet.hash);
    }
  });

  void it("shows the last trade at the price of the token's own outcome", async () => {
    await exchange.list(testListing([{ name: "traded" }], { id: "8", slug: "traded" }));
    const [yes, no] = [tokenOf("traded yes"), tokenOf("traded no")];
    await exchange.place({ account: MAKER, tokenId: no, side: "BUY", price: "0.35", size: "10" });
    await exchange.place({ account: TAKER, tokenId: yes, side: "BUY", price: "0.7", size: "4" });
    assert.equal((await bookOf(yes)).last_trade_price, "0.65");
    assert.equal((await bookOf(no)).last_trade_price, "0.35");
    assert.deepEqual((await bookOf(no)).bids, [{ price: "0.35", size: "6" }]);
  });
});

void describe("POST /books", () => {
  void it("answers in the order of the request, each token once, without the unknown", async () => {
    const asked = [NO, UNKNOWN, FINE_YES, NO, ...STRANGE].map((token_id) => ({ token_id, side: "BUY" }));
    const reply = await exchange.post("/books", asked);
    assertAnswer(reply, "POST", "/books");
    assert.deepEqual(reply.body, [await bookOf(NO), await bookOf(FINE_YES)]);
    assert.deepEqual((await exchange.post("/books", [])).body, []);
  });

  void it("takes 500 tokens, and no more", async () => {
    const many = Array.from({ length: 500 }, (_, index) => ({ token_id: tokenOf(`token ${index}`) }));
    assert.deepEqual((await exchange.post("/books", [...many.slice(1), { token_id: YES }])).body.length, 1);
    const reply = await exchange.post("/books", [...many, { token_id: YES }]);
    assert.match(assertRefused(reply, { status: 400, code: "invalid_payload" }), /500/);
  });

  void it("answers GET /books with the tokens in the query alike", async () => {
    const reply = await exchange.get(`/books?token_ids=${NO},${UNKNOWN},${FINE_YES}`);
    assertAnswer(reply, "GET", "/books");
    assert.deepEqual(reply.body, [await bookOf(NO), await bookOf(FINE_YES)]);
    const many = Array.from({ length: 501 }, (_, index) => index).join(",");
    assertRefused(await exchange.get(`/books?token_ids=${many}`), { status: 400, code: "invalid_payload" });
  });
});

void describe("POST /prices", () => {
  const ask = [YES, NO, UNKNOWN, ...STRANGE].map((token_id) => ({ token_id }));

  void it("means by BUY what a buyer pays", async () => {
    for (const dialect of ["spec", "kuest"] as const) {
      const reply = await exchange.post("/prices", ask, dialect);
      assertAnswer(reply, "POST", "/prices");
      assert.deepEqual(reply.body, {
        [YES]: { BUY: "0.5", SELL: "0.41" },
        [NO]: { BUY: "0.59", SELL: "0.5" },
      });
    }
  });

  void it("means by BUY the best bid in the Polymarket dialect", async () => {
    const reply = await exchange.post("/prices", ask, "polymarket");
    assert.deepEqual(reply.body, {
      [YES]: { BUY: "0.41", SELL: "0.5" },
      [NO]: { BUY: "0.5", SELL: "0.59" },
    });
  });

  void it("counts a missing side as 0 or 1, and answers both sides whichever was asked for", async () => {
    await exchange.list(testListing([{ name: "lone" }, { name: "bare" }], { id: "9", slug: "lone" }));
    const [lone, other, bare] = [tokenOf("lone yes"), tokenOf("lone no"), tokenOf("bare yes")];
    await exchange.place({ account: MAKER, tokenId: lone, side: "BUY", price: "0.25", size: "10" });
    const asked = [lone, other, bare].map((token_id) => ({ token_id, side: "SELL" }));
    const reply = await exchange.post("/prices", asked);
    assertAnswer(reply, "POST", "/prices");
    assert.deepEqual(reply.body, {
      [lone]: { BUY: "1", SELL: "0.25" },
      [other]: { BUY: "0.75", SELL: "0" },
    });
  });
});

void describe("The terms of a token", () => {
  const TERMS: [path: string, answer: unknown][] = [
    ["/tick-size", { minimum_tick_size: 0.0001 }],
    ["/neg-risk", { neg_risk: true }],
    [
      "/fee-rate",
      {
        base_fee: 0,
        fee_schedule: { rate: 0, exponent: 1, takerOnly: true },
        fd: { r: 0, e: 1, to: true },
      },
    ],
  ];
  for (const [path, answer] of TERMS) {
    void it(`${path} answers with the token in the query and in the path`, async () => {
      const inQuery = await exchange.get(`${path}?token_id=${FINE_NO}`);
      assertAnswer(inQuery, "GET", path);
      const inPath = await exchange.get(`${path}/${FINE_NO}`);
      assertAnswer(inPath, "GET", `${path}/:token_id`);
      assert.deepEqual([inQuery.body, inPath.body], [answer, answer]);
    });
  }
});

void describe("The exchange itself", () => {
  void it("tells its time in seconds, its order version and that it is well", async () => {
    const time = await exchange.get("/time");
    assertAnswer(time, "GET", "/time");
    assert.equal(time.text, String(Math.floor(exchange.clock.now / 1000)));
    assert.equal((await exchange.get("/version")).text, '{"version":2}');
    for (const path of ["/", "/ok"]) {
      const reply = await exchange.get(path);
      assertAnswer(reply, "GET", path);
      assert.equal(reply.text, '"OK"');
    }
  });
});
