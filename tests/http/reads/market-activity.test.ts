/** Trading of markets: volumes by condition, and the latest trades as events. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { generateName } from "../../../src/core/people/generated-name.ts";
import { DIALECTS } from "../../../src/http/dialects/dialect.ts";
import { checksumAddress } from "../../../src/signing/address.ts";
import { hashOf, tokenOf } from "../../support/exchange.ts";
import type { Reply, TestExchange } from "../../support/exchange.ts";
import type { Trader } from "../../support/trader.ts";
import { CONDITION, NO, YES, startTraders } from "../account/world.ts";
import { assertAnswer, assertRefused } from "./matches-answer.ts";

const VOLUMES = "/data/volumes";
const HOUR_MS = 3_600_000;
const EVENTS = ["/markets/live-activity/:condition_id", "/live-activity/events/:condition_id"] as const;

let exchange: TestExchange;
let ann: Trader;
let ben: Trader;

before(async () => {
  ({ exchange, ann, ben } = await startTraders());
});

after(() => exchange.close());

/** Ann bids for NO, and ben buys YES from the bid: a set is minted. */
async function trade(size: string): Promise<void> {
  await ann.place({ tokenId: NO, side: "BUY", price: "0.7", size });
  const reply = await ben.place({ tokenId: YES, side: "BUY", price: "0.35", size });
  assert.equal(reply.body.status, "matched", reply.text);
}

async function volumesOf(body: object): Promise<unknown[]> {
  const reply = await exchange.post(VOLUMES, body);
  assertAnswer(reply, "POST", VOLUMES);
  return reply.body;
}

void describe("POST /data/volumes", () => {
  void it("counts fills at the price of the incoming order's token, and the last day apart", async () => {
    const conditions = [{ conditionId: CONDITION, tokenIds: [YES, NO] }];
    assert.deepEqual(await volumesOf({ include_24h: true, conditions }), [
      { condition_id: CONDITION, status: 200, volume: "0", volume_24h: "0" },
    ]);
    await trade("10");
    await exchange.wait(20 * HOUR_MS);
    await trade("2.5");
    assert.deepEqual(await volumesOf({ include_24h: true, conditions }), [
      { condition_id: CONDITION, status: 200, volume: "3.75", volume_24h: "3.75" },
    ]);
    await exchange.wait(5 * HOUR_MS);
    assert.deepEqual(await volumesOf({ include_24h: true, conditions }), [
      { condition_id: CONDITION, status: 200, volume: "3.75", volume_24h: "0.75" },
    ]);
    assert.deepEqual(await volumesOf({ conditions }), [
      { condition_id: CONDITION, status: 200, volume: "3.75" },
    ]);
  });

  void it("has a row for each condition as sent, with a status of its own", async () => {
    const upper = `0x${CONDITION.slice(2).toUpperCase()}`;
    const strange = ["", "0x", "__proto__", "a\u0000b", "\ud800", hashOf("nothing")];
    const shown = new Map([
      ["a\u0000b", "a\\u0000b"],
      ["\ud800", "\\ud800"],
    ]);
    const asked = [upper, ...strange, hashOf("wind"), upper].map((conditionId) => ({ conditionId }));
    const unknown = (condition_id: string) => ({
      condition_id,
      status: 404,
      error: "market not found",
      code: "unknown_market",
      hint: `no market has condition ${shown.get(condition_id) ?? condition_id}`,
    });
    const known = (condition_id: string, volume: string) => ({ condition_id, status: 200, volume });
    assert.deepEqual(await volumesOf({ conditions: asked }), [
      known(upper, "3.75"),
      ...strange.map(unknown),
      known(hashOf("wind"), "0"),
      known(upper, "3.75"),
    ]);
    assert.deepEqual(await volumesOf({ conditions: [] }), []);
  });

  void it("says when tokens are not of their condition, in the words of the dialect", async () => {
    const other = tokenOf("wind no");
    const conditions = [{ conditionId: CONDITION, tokenIds: [YES, other] }];
    const reply = await exchange.post(VOLUMES, { conditions });
    assert.deepEqual(reply.body, [
      {
        condition_id: CONDITION,
        status: 400,
        error: "tokenId not found for conditionId lookup",
        code: "condition_mismatch",
        hint: `token ${other} is not of condition ${CONDITION}`,
      },
    ]);
    const unknown = { conditions: [{ conditionId: "0x12" }] };
    assert.equal(
      (await exchange.post(VOLUMES, unknown, "kuest")).body[0].error,
      "condition is not registered",
    );
  });

  void it("takes the names of Kuest's site as well", async () => {
    const named = [
      { conditionId: CONDITION, tokenIds: [YES, NO] },
      { condition_id: CONDITION, token_ids: [YES, NO] },
      { conditionId: CONDITION, token_ids: [YES, NO] },
      { condition_id: CONDITION },
    ];
    for (const dialect of DIALECTS) {
      const { body: rows } = await exchange.post(VOLUMES, { conditions: named }, dialect);
      assert.deepEqual(
        rows,
        named.map(() => ({ condition_id: CONDITION, status: 200, volume: "3.75" })),
      );
    }
    const other = { condition_id: CONDITION, token_ids: [tokenOf("wind no")] };
    const [row] = (await exchange.post(VOLUMES, { conditions: [other] }, "kuest")).body;
    assert.equal(row.code, "condition_mismatch");
  });

  void it("refuses a condition under two names or none", async () => {
    const rows = [
      [{}, "expected conditionId or condition_id, got neither"],
      [{ conditionId: CONDITION, condition_id: CONDITION }, "expected conditionId or condition_id, got both"],
      [{ conditionId: CONDITION, tokenIds: [], token_ids: [] }, "expected tokenIds or token_ids, got both"],
    ] as const;
    for (const [condition, why] of rows) {
      const reply = await exchange.post(VOLUMES, { conditions: [{ conditionId: CONDITION }, condition] });
      assertRefused(reply, { status: 400, code: "invalid_payload" });
      assert.equal(reply.body.hint, `conditions.1: ${why}`);
    }
  });

  void it("takes 500 conditions, and refuses what is no list of them", async () => {
    const many = Array.from({ length: 501 }, (_none, index) => ({
      conditionId: hashOf(`${index}`),
      tokenIds: [YES, NO],
    }));
    assert.equal((await volumesOf({ conditions: many.slice(1) })).length, 500);
    const rows = [
      { conditions: many },
      { conditions: [{ conditionId: CONDITION, tokenIds: [YES, NO, YES] }] },
    ];
    for (const body of rows)
      assertRefused(await exchange.post(VOLUMES, body), { status: 400, code: "invalid_payload" });
  });
});

void describe("The latest trades of a market", () => {
  const ask = (path: string, conditionId: string, dialect?: (typeof DIALECTS)[number]): Promise<Reply> =>
    exchange.get(path.replace(":condition_id", conditionId), dialect);

  void it("are events as the taker had them, the newest first", async () => {
    const [hash] = (await ann.request("GET", "/data/trades")).body.data.map(
      (row: { transaction_hash: string }) => row.transaction_hash,
    );
    for (const path of EVENTS) {
      const reply = await ask(path, CONDITION.toUpperCase().replace("0X", "0x"));
      assertAnswer(reply, "GET", path);
      assert.deepEqual(
        reply.body.map(({ size, timestamp }: { size: string; timestamp: string }) => [size, timestamp]),
        [
          ["2.5", "2026-06-02T08:00:00.000Z"],
          ["10", "2026-06-01T12:00:00.000Z"],
        ],
      );
      assert.deepEqual(reply.body[0], {
        event_type: "trade",
        market: {
          condition_id: CONDITION,
          asset_id: YES,
          question: "Will rain happen?",
          icon: "",
          slug: "rain",
        },
        user: {
          address: checksumAddress(ben.address),
          username: "",
          profile_picture: "",
          optimized_profile_picture: "",
          pseudonym: generateName(ben.address),
        },
        side: "BUY",
        size: "2.5",
        fee_rate_bps: "0",
        price: "0.3",
        outcome: "Yes",
        outcome_index: 0,
        transaction_hash: hash,
        timestamp: "2026-06-02T08:00:00.000Z",
      });
    }
  });

  void it("have times in unix seconds in the dialects of the services", async () => {
    for (const dialect of ["polymarket", "kuest"] as const) {
      const reply = await ask(EVENTS[0], CONDITION, dialect);
      assert.equal(reply.body[0].timestamp, String(Date.UTC(2026, 5, 2, 8) / 1000));
    }
  });

  void it("are none of a market without trades, and at most a hundred", async () => {
    assert.deepEqual((await ask(EVENTS[0], hashOf("wind"))).body, []);
    await ann.place({ tokenId: NO, side: "BUY", price: "0.7", size: "101" });
    for (let count = 0; count < 101; count += 1)
      await ben.place({ tokenId: YES, side: "BUY", price: "0.35", size: "1" });
    const { body } = await ask(EVENTS[1], CONDITION);
    assert.deepEqual([body.length, body[0].size, body[99].size], [100, "1", "1"]);
  });
});

void describe("POST /markets/live-activity", () => {
  const PATH = "/markets/live-activity";
  const row = {
    condition_id: CONDITION,
    question: "Will rain happen?",
    market_slug: "rain",
    series_slug: "",
    icon: "",
    image: "",
  };

  void it("describes the markets that there are, each once, in the order of the request", async () => {
    const body = [hashOf("wind"), hashOf("nothing"), CONDITION.toUpperCase().replace("X", "x"), CONDITION];
    const reply = await exchange.post(PATH, body, "polymarket");
    assertAnswer(reply, "POST", PATH);
    assert.deepEqual(
      reply.body.map(({ market_slug: slug }: { market_slug: string }) => slug),
      ["wind", "rain"],
    );
    const { id, event_slug: event, tags, ...rest } = reply.body[1];
    assert.deepEqual(rest, row);
    const { body: listed } = await exchange.get(`/markets/${CONDITION}`, "polymarket");
    assert.deepEqual([id, event], [listed.market_id, listed.event.slug]);
    assert.deepEqual(tags, []);
  });

  void it("refuses what is no list of condition ids", async () => {
    for (const body of [["rain"], Array(501).fill(CONDITION)]) {
      const reply = await exchange.post(PATH, body, "polymarket");
      assertRefused(reply, { status: 400, code: "invalid_payload" });
    }
    assert.deepEqual((await exchange.post(PATH, [], "polymarket")).body, []);
    for (const dialect of ["spec", "kuest"] as const)
      assert.equal((await exchange.post(PATH, [CONDITION], dialect)).status, 405);
  });
});
