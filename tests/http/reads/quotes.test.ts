/** Best prices, midpoints and spreads: of single tokens and of many, of books that are full, one-sided and empty. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { lots, ticks } from "../../../src/core/units.ts";
import { DIALECTS } from "../../../src/http/dialects/dialect.ts";
import { tradingEndpoints } from "../../../src/http/trading/endpoints.ts";
import { hashOf, startTestExchange, testListing, tokenOf, walletOf } from "../../support/exchange.ts";
import type { TestExchange } from "../../support/exchange.ts";
import { assertAnswer, assertRefused } from "./matches-answer.ts";

const MAKER = walletOf("maker");
const FULL = { yes: tokenOf("rain yes"), no: tokenOf("rain no") };
const FINE = { yes: tokenOf("fine yes"), no: tokenOf("fine no") };
const LONE = { yes: tokenOf("lone yes"), no: tokenOf("lone no") };
const EMPTY = tokenOf("bare yes");
const UNKNOWN = tokenOf("nothing");

let exchange: TestExchange;

before(async () => {
  exchange = await startTestExchange({ endpoints: tradingEndpoints("sandbox") });
  await exchange.list(
    testListing([
      { name: "rain" },
      { name: "fine", tick: ticks(1), minimumLots: lots(1) },
      { name: "lone" },
      { name: "bare" },
    ]),
  );
  await exchange.open(MAKER, "100000");
  const buy = { account: MAKER, side: "BUY", size: "10" } as const;
  await exchange.place({ ...buy, tokenId: FULL.yes, price: "0.4" });
  await exchange.place({ ...buy, tokenId: FULL.yes, price: "0.41" });
  await exchange.place({ ...buy, tokenId: FULL.no, price: "0.5" });
  await exchange.place({ ...buy, tokenId: FINE.yes, price: "0.0001" });
  await exchange.place({ ...buy, tokenId: FINE.no, price: "0.1234" });
  await exchange.place({ ...buy, tokenId: LONE.yes, price: "0.25" });
});

after(() => exchange.close());

/** The tokens of the batch reads: known, unknown, named twice, and no tokens at all. */
const MANY = [
  FULL.no,
  UNKNOWN,
  FULL.yes,
  FINE.yes,
  FULL.no,
  LONE.yes,
  LONE.no,
  EMPTY,
  "abc",
  "__proto__",
  "",
];

/** Both forms of a batch read answer the same; returns it. */
async function batchOf(path: string, tokenIds: readonly string[]): Promise<unknown> {
  const inBody = await exchange.post(
    path,
    tokenIds.map((token_id) => ({ token_id })),
  );
  assertAnswer(inBody, "POST", path);
  const inQuery = await exchange.get(`${path}?token_ids=${tokenIds.join(",")}`);
  assertAnswer(inQuery, "GET", path);
  assert.equal(inQuery.text, inBody.text);
  return inBody.body;
}

void describe("GET /price", () => {
  type Row = [token: string, buys: string | undefined, sells: string | undefined];
  /** Prices of the specification and Kuest: a buyer's and a seller's. */
  const ROWS: Row[] = [
    [FULL.yes, "0.5", "0.41"],
    [FULL.no, "0.59", "0.5"],
    [FINE.yes, "0.8766", "0.0001"],
    [FINE.no, "0.9999", "0.1234"],
    [LONE.yes, "1", "0.25"],
    [LONE.no, "0.75", "0"],
    [EMPTY, undefined, undefined],
  ];

  async function assertPrice(query: string, dialect: (typeof DIALECTS)[number], price: string | undefined) {
    const reply = await exchange.get(`/price?${query}`, dialect);
    if (price === undefined) {
      const error = "No orderbook exists for the requested token id";
      assert.match(assertRefused(reply, { status: 404, code: "no_book", error }), /has no bids and no asks$/);
      return;
    }
    assertAnswer(reply, "GET", "/price");
    assert.deepEqual(reply.body, { price });
  }

  for (const dialect of DIALECTS) {
    void it(`answers each side, or that the book has no orders, in the ${dialect} dialect`, async () => {
      for (const [token, buys, sells] of ROWS) {
        const [buy, sell] = dialect === "polymarket" ? [sells, buys] : [buys, sells];
        await assertPrice(`token_id=${token}&side=BUY`, dialect, buy);
        await assertPrice(`token_id=${token}&side=SELL`, dialect, sell);
        await assertPrice(`side=sell&token_id=${token}`, dialect, sell);
      }
    });

    void it(`refuses a side that is none in the ${dialect} dialect`, async () => {
      for (const side of ["HOLD", "BYU", "0", "BUY%20", "%00", "__proto__", "toString"]) {
        const reply = await exchange.get(`/price?token_id=${FULL.yes}&side=${side}`, dialect);
        const code = side === "%00" ? "invalid_payload" : "invalid_side";
        const hint = assertRefused(reply, { status: 400, code });
        if (code === "invalid_side") {
          assert.equal(reply.body.error, "Invalid side");
          assert.match(hint, side === "BYU" ? /nearest: BUY$/ : /BUY or SELL/);
        }
      }
    });
  }
});

void describe("GET /prices", () => {
  void it("answers as POST does, both sides whichever was asked for", async () => {
    assert.deepEqual(await batchOf("/prices", MANY), {
      [FULL.no]: { BUY: "0.59", SELL: "0.5" },
      [FULL.yes]: { BUY: "0.5", SELL: "0.41" },
      [FINE.yes]: { BUY: "0.8766", SELL: "0.0001" },
      [LONE.yes]: { BUY: "1", SELL: "0.25" },
      [LONE.no]: { BUY: "0.75", SELL: "0" },
    });
    const path = `/prices?token_ids=${FULL.yes}, ${FULL.no}&sides=BUY,SELL`;
    const reply = await exchange.get(path, "polymarket");
    assert.deepEqual(reply.body, {
      [FULL.yes]: { BUY: "0.41", SELL: "0.5" },
      [FULL.no]: { BUY: "0.5", SELL: "0.59" },
    });
  });
});

const FIGURES = [
  {
    path: "/midpoint",
    many: "/midpoints",
    key: "mid",
    figures: {
      [FULL.yes]: "0.455",
      [FULL.no]: "0.545",
      [FINE.yes]: "0.43835",
      [FINE.no]: "0.56165",
      [LONE.yes]: "0.625",
      [LONE.no]: "0.375",
    },
  },
  {
    path: "/spread",
    many: "/spreads",
    key: "spread",
    figures: {
      [FULL.yes]: "0.09",
      [FULL.no]: "0.09",
      [FINE.yes]: "0.8765",
      [FINE.no]: "0.8765",
      [LONE.yes]: "0.75",
      [LONE.no]: "0.75",
    },
  },
];

for (const { path, many, key, figures } of FIGURES) {
  void describe(`GET ${path}`, () => {
    void it("is exact, and the same in all dialects", async () => {
      for (const dialect of DIALECTS) {
        for (const [token, figure] of Object.entries(figures)) {
          const reply = await exchange.get(`${path}?token_id=${token}`, dialect);
          assertAnswer(reply, "GET", path);
          assert.deepEqual(reply.body, { [key]: figure });
        }
      }
    });

    void it("is refused where the book has no orders", async () => {
      const reply = await exchange.get(`${path}?token_id=${EMPTY}`);
      assert.match(assertRefused(reply, { status: 404, code: "no_book" }), /has no bids and no asks$/);
    });
  });

  void describe(`${many} in both forms`, () => {
    void it("leaves out unknown tokens and books without orders", async () => {
      const { [FINE.no]: _left, ...asked } = figures;
      assert.deepEqual(await batchOf(many, MANY), asked);
      assert.deepEqual((await exchange.post(many, [])).body, {});
    });

    void it("takes 500 tokens, and no more", async () => {
      const ids = Array.from({ length: 499 }, (_none, index) => String(index));
      assert.deepEqual(await batchOf(many, [...ids, FULL.yes]), { [FULL.yes]: figures[FULL.yes] });
      const tooMany = [...ids, FULL.yes, FULL.no];
      const inQuery = await exchange.get(`${many}?token_ids=${tooMany.join(",")}`);
      assert.match(assertRefused(inQuery, { status: 400, code: "invalid_payload" }), /500/);
      const inBody = await exchange.post(
        many,
        tooMany.map((token_id) => ({ token_id })),
      );
      assert.match(assertRefused(inBody, { status: 400, code: "invalid_payload" }), /500/);
    });
  });
}

void describe("The quotes of a book", () => {
  void it("follow it with each commit", async () => {
    const token = LONE.no;
    await exchange.place({ account: MAKER, tokenId: token, side: "BUY", price: "0.7", size: "5" });
    assert.deepEqual((await exchange.get(`/midpoint?token_id=${token}`)).body, { mid: "0.725" });
    assert.deepEqual((await exchange.get(`/spread?token_id=${token}`)).body, { spread: "0.05" });
  });
});

void describe("a batch read", () => {
  for (const [kind, given, found] of [
    ["a condition id", hashOf("rain"), FULL.yes],
    ["a condition id of no market", hashOf("nothing"), "condition id"],
    ["a slug", "rain-in-spring", "slug"],
  ] as const)
    it(`names ${kind} that came for a token`, async () => {
      const body = [{ token_id: FULL.yes }, { token_id: given }];
      const listed = `token_ids=${FULL.yes},${given}`;
      for (const path of ["/books", "/midpoints", "/prices", "/spreads", "/last-trades-prices"])
        for (const reply of [
          await exchange.post(path, path === "/prices" ? body.map((one) => ({ ...one, side: "BUY" })) : body),
          await exchange.get(`${path}?${listed}`),
        ]) {
          assertRefused(reply, { status: 400, code: "invalid_payload" });
          assert.ok(reply.text.includes(found), `${path}: ${reply.text}`);
        }
    });
});
