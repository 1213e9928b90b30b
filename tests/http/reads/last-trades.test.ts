/** Last trades of tokens: each token at its own price, and the incoming order's side as that token sees it. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Side } from "../../../src/core/state.ts";
import { lots } from "../../../src/core/units.ts";
import { DIALECTS } from "../../../src/http/dialects/dialect.ts";
import { tradingEndpoints } from "../../../src/http/trading/endpoints.ts";
import { hashOf, startTestExchange, testListing, tokenOf, walletOf } from "../../support/exchange.ts";
import type { TestExchange } from "../../support/exchange.ts";
import { assertAnswer, assertRefused } from "./matches-answer.ts";

const MAKER = walletOf("maker");
const TAKER = walletOf("taker");
const YES = tokenOf("rain yes");
const NO = tokenOf("rain no");
const QUIET = tokenOf("quiet yes");
const UNKNOWN = tokenOf("nothing");

let exchange: TestExchange;

before(async () => {
  exchange = await startTestExchange({ endpoints: tradingEndpoints("sandbox") });
  await exchange.list(testListing([{ name: "rain" }, { name: "quiet" }]));
  for (const address of [MAKER, TAKER]) {
    await exchange.open(address, "100000");
    const split = { type: "split", address, owner: address, conditionId: hashOf("rain") } as const;
    await exchange.submit({ ...split, lots: lots(100_000) });
  }
});

after(() => exchange.close());

const lastTradeOf = (tokenId: string, dialect?: (typeof DIALECTS)[number]) =>
  exchange.get(`/last-trade-price?token_id=${tokenId}`, dialect);

void describe("GET /last-trade-price", () => {
  void it("is refused of a market that was never traded; Polymarket's clients get a half", async () => {
    for (const dialect of ["spec", "kuest"] as const)
      assertRefused(await lastTradeOf(QUIET, dialect), { status: 404, code: "no_trades" });
    const reply = await lastTradeOf(QUIET, "polymarket");
    assertAnswer(reply, "GET", "/last-trade-price");
    assert.deepEqual(reply.body, { price: "0.5", side: "" });
  });

  type Order = [tokenId: string, side: Side, price: string];
  const ROWS: [resting: Order, incoming: Order, yes: [price: string, side: Side]][] = [
    [
      [YES, "SELL", "0.43"],
      [YES, "BUY", "0.5"],
      ["0.43", "BUY"],
    ],
    [
      [YES, "BUY", "0.42"],
      [YES, "SELL", "0.3"],
      ["0.42", "SELL"],
    ],
    [
      [NO, "BUY", "0.6"],
      [YES, "BUY", "0.45"],
      ["0.4", "BUY"],
    ],
    [
      [YES, "BUY", "0.41"],
      [NO, "BUY", "0.65"],
      ["0.41", "SELL"],
    ],
    [
      [NO, "SELL", "0.7"],
      [NO, "BUY", "0.75"],
      ["0.3", "SELL"],
    ],
    [
      [NO, "BUY", "0.35"],
      [NO, "SELL", "0.3"],
      ["0.65", "BUY"],
    ],
    [
      [NO, "SELL", "0.61"],
      [YES, "SELL", "0.2"],
      ["0.39", "SELL"],
    ],
  ];
  for (const [resting, incoming, [price, side]] of ROWS) {
    const outcomeOf = ([tokenId]: Order): string => (tokenId === YES ? "yes" : "no");
    const name = `${incoming[1]} ${outcomeOf(incoming)} into ${resting[1]} ${outcomeOf(resting)}`;
    void it(`${name} is ${side} at ${price} of yes, and the mirror of no`, async () => {
      for (const [account, [tokenId, sent, limit]] of [[MAKER, resting] as const, [TAKER, incoming] as const])
        await exchange.place({ account, tokenId, side: sent, price: limit, size: "7" });
      const mirrored = {
        price: (Math.round(100 - Number(price) * 100) / 100).toString(),
        side: side === "BUY" ? "SELL" : "BUY",
      };
      for (const dialect of DIALECTS) {
        const reply = await lastTradeOf(YES, dialect);
        assertAnswer(reply, "GET", "/last-trade-price");
        assert.deepEqual(reply.body, { price, side });
        assert.deepEqual((await lastTradeOf(NO, dialect)).body, mirrored);
      }
    });
  }
});

void describe("/last-trades-prices in both forms", () => {
  void it("answers the tokens that were traded, each once, in the order of the request", async () => {
    const asked = [NO, QUIET, UNKNOWN, "__proto__", YES, NO];
    const expected = [
      { token_id: NO, ...(await lastTradeOf(NO)).body },
      { token_id: YES, ...(await lastTradeOf(YES)).body },
    ];
    for (const dialect of DIALECTS) {
      const body = asked.map((token_id) => ({ token_id, side: "BUY" }));
      const inBody = await exchange.post("/last-trades-prices", body, dialect);
      assertAnswer(inBody, "POST", "/last-trades-prices");
      assert.deepEqual(inBody.body, expected);
      const inQuery = await exchange.get(`/last-trades-prices?token_ids=${asked.join(",")}`, dialect);
      assertAnswer(inQuery, "GET", "/last-trades-prices");
      assert.deepEqual(inQuery.body, expected);
    }
    assert.deepEqual((await exchange.post("/last-trades-prices", [])).body, []);
  });

  void it("takes at most 500 tokens", async () => {
    const many = Array.from({ length: 501 }, (_none, index) => ({ token_id: String(index) }));
    const reply = await exchange.post("/last-trades-prices", many);
    assertRefused(reply, { status: 400, code: "invalid_payload" });
    assert.deepEqual((await exchange.post("/last-trades-prices", many.slice(1))).body, []);
  });
});
