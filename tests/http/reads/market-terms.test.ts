/** Terms that clients read before they sign an order: a market's in short, the market of a token, a builder's fees. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { lots, ticks } from "../../../src/core/units.ts";
import { DIALECTS } from "../../../src/http/dialects/dialect.ts";
import { tradingEndpoints } from "../../../src/http/trading/endpoints.ts";
import { hashOf, startTestExchange, testListing, tokenOf } from "../../support/exchange.ts";
import type { TestExchange } from "../../support/exchange.ts";
import { assertAnswer } from "./matches-answer.ts";

const UPPER = (conditionId: string): string => `0x${conditionId.slice(2).toUpperCase()}`;

let exchange: TestExchange;

before(async () => {
  exchange = await startTestExchange({ endpoints: tradingEndpoints("sandbox") });
  await exchange.list(
    testListing([
      { name: "plain" },
      {
        name: "rich",
        tick: ticks(25),
        minimumLots: lots(550),
        negativeRisk: true,
        outcomes: ["Up", "Down"],
        secondsDelay: 3,
        gameStartTime: "2026-07-01T18:00:00Z",
        fees: { rate: 700, exponent: 2, takerOnly: false },
        rewards: {
          rates: [{ assetAddress: `0x${"a1".repeat(20)}`, dailyRate: 5 }],
          minSize: 20,
          maxSpread: 3.5,
        },
      },
      { name: "archived", active: false, archived: true },
    ]),
  );
});

after(() => exchange.close());

const marketOf = async (conditionId: string, dialect?: (typeof DIALECTS)[number]) => {
  const reply = await exchange.get(`/clob-markets/${conditionId}`, dialect);
  assertAnswer(reply, "GET", "/clob-markets/:condition_id");
  return reply.body;
};

void describe("GET /clob-markets/{condition_id}", () => {
  const NOT_HERE = { oas: 0, cbos: false, rfqe: false, itode: false, ibce: false };

  void it("tells the terms of a market in short, the same in all dialects", async () => {
    const expected = {
      c: hashOf("rich"),
      t: [
        { t: tokenOf("rich yes"), o: "Up" },
        { t: tokenOf("rich no"), o: "Down" },
      ],
      v: "v1",
      mts: 0.0025,
      mos: 5.5,
      nr: true,
      fd: { r: 0.07, e: 2, to: false },
      mbf: 700,
      tbf: 700,
      ao: true,
      aot: "2026-06-01T12:00:00Z",
      sd: 3,
      gst: "2026-07-01T18:00:00Z",
      r: { mi: 20, ma: 3.5, e: true },
      ...NOT_HERE,
    };
    for (const dialect of DIALECTS) assert.deepEqual(await marketOf(hashOf("rich"), dialect), expected);
    assert.deepEqual(await marketOf(UPPER(hashOf("rich"))), expected);
  });

  void it("tells what a market has not", async () => {
    const { c: _condition, t: _tokens, aot, ...terms } = await marketOf(hashOf("plain"));
    assert.equal(aot, "2026-06-01T12:00:00Z");
    assert.deepEqual(terms, {
      v: "v1",
      mts: 0.01,
      mos: 1,
      nr: false,
      fd: { r: 0, e: 1, to: true },
      mbf: 0,
      tbf: 0,
      ao: true,
      sd: 0,
      gst: null,
      r: { mi: 0, ma: 0, e: false },
      ...NOT_HERE,
    });
    const archived = await marketOf(hashOf("archived"));
    assert.deepEqual([archived.ao, archived.aot], [false, null]);
  });

  void it("follows a pause as soon as it is acknowledged", async () => {
    const conditionId = hashOf("plain");
    await exchange.submit({ type: "pause-market", conditionId });
    assert.equal((await marketOf(conditionId)).ao, false);
    await exchange.submit({ type: "resume-market", conditionId });
    assert.equal((await marketOf(conditionId)).ao, true);
  });
});

void describe("GET /markets-by-token/{token_id}", () => {
  void it("names the market and its tokens, the first outcome's first", async () => {
    for (const token of [tokenOf("rich yes"), tokenOf("rich no")]) {
      const reply = await exchange.get(`/markets-by-token/${token}`);
      assertAnswer(reply, "GET", "/markets-by-token/:token_id");
      assert.deepEqual(reply.body, {
        condition_id: hashOf("rich"),
        primary_token_id: tokenOf("rich yes"),
        secondary_token_id: tokenOf("rich no"),
      });
    }
  });
});

void describe("GET /fees/builder-fees/{code}", () => {
  void it("charges nothing for any code, under each service's names", async () => {
    for (const code of [`0x${"b1".repeat(32)}`, UPPER(hashOf("builder"))]) {
      const reply = await exchange.get(`/fees/builder-fees/${code}`);
      assertAnswer(reply, "GET", "/fees/builder-fees/:code");
      assert.deepEqual(reply.body, {
        builder_maker_flat_fee_bps: 0,
        builder_taker_fee_share_bps: 0,
        builder_maker_fee_rate_bps: 0,
        builder_taker_fee_rate_bps: 0,
      });
    }
  });
});
