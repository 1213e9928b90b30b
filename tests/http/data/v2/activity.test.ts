/** Trades and activity in version 2: the rows of version 1 in other words, in walks that new rows do not shift. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { micros } from "../../../../src/core/units.ts";
import type { TestExchange } from "../../../support/exchange.ts";
import { assertRefused } from "../world.ts";
import { ANN, BOB, RAIN, read, SNOW, startStory, trade, walk } from "./world.ts";
import type { Page } from "./world.ts";

type Row = Readonly<Record<string, string | number | boolean>>;

let exchange: TestExchange;
before(async () => {
  exchange = await startStory();
});
after(() => exchange.close());

/** A row of version 1 in the names of version 2. */
const renamed = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name === "asset" ? "token_id" : name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );

const rowsOf = async (path: string): Promise<readonly Row[]> => (await read<Page<Row>>(exchange, path)).data;
const earlier = async (path: string): Promise<readonly Row[]> => {
  const { status, body } = await exchange.get(path, "polymarket");
  assert.equal(status, 200);
  return (body as readonly Row[]).map(renamed);
};

void describe("GET /v2/trades", () => {
  for (const [asked, before1] of [
    ["", ""],
    [`user=${BOB}`, `user=${BOB}`],
    [`user=${ANN}&taker_only=false`, `user=${ANN}&takerOnly=false`],
    [`condition_id=${RAIN}`, `market=${RAIN}`],
    [`condition=${RAIN},${SNOW}&taker_only=false`, `market=${RAIN},${SNOW}&takerOnly=false`],
    ["event_id=8", "eventId=8"],
    ["side=SELL&taker_only=false", "side=SELL&takerOnly=false"],
    ["filter_amount=7", "filterType=TOKENS&filterAmount=7"],
    ["filter_type=CASH&filter_amount=2", "filterType=CASH&filterAmount=2"],
  ] as const)
    void it(`has the trades of version 1 with ${asked || "nothing asked"}`, async () => {
      const found = await rowsOf(`/v2/trades?${asked}`);
      assert.ok(found.length > 0);
      assert.deepEqual(found, await earlier(`/trades?${before1}`));
    });

  void it("has the rows of one outcome", async () => {
    const all = await rowsOf("/v2/trades?taker_only=false");
    for (const index of [0, 1]) {
      const found = await rowsOf(`/v2/trades?taker_only=false&outcome_index=${index}`);
      assert.ok(found.length > 0);
      assert.deepEqual(
        found,
        all.filter((row) => row["outcome_index"] === index),
      );
    }
    assert.equal((await exchange.get("/v2/trades?outcome_index=2", "polymarket")).status, 400);
  });

  void it("takes both bounds of a time, and 0 as none", async () => {
    const all = await rowsOf("/v2/trades?start=0&end=0");
    const times = all.map(({ timestamp }) => Number(timestamp));
    const [latest = 0, earliest = 0] = [Math.max(...times), Math.min(...times)];
    assert.ok(latest > earliest);
    assert.deepEqual(
      await rowsOf(`/v2/trades?start=${latest}`),
      all.filter(({ timestamp }) => timestamp === latest),
    );
    assert.deepEqual(
      await rowsOf(`/v2/trades?end=${earliest}`),
      all.filter(({ timestamp }) => timestamp === earliest),
    );
  });

  for (const limit of [1, 2, 3, 50])
    void it(`gives each once in pages of ${limit} while others trade`, async () => {
      const path = `/v2/trades?user=${BOB}&taker_only=false`;
      const whole = await rowsOf(path);
      assert.deepEqual(
        await walk(exchange, path, limit, () => trade(exchange, "blue yes", "0.3", "5")),
        whole,
      );
    });
});

void describe("GET /v2/activity", () => {
  void it("has the activity of version 1, and says that nothing is a combo", async () => {
    const found: readonly Row[] = await rowsOf(`/v2/activity?user=${ANN}`);
    const expected = await earlier(`/activity?user=${ANN}`);
    assert.deepEqual(
      found,
      expected.map((row): Row => ({ ...row, is_combo: false })),
    );
    const types = new Set(found.map((row) => row["type"]));
    assert.deepEqual([...types].sort(), ["CONVERSION", "MERGE", "REDEEM", "SPLIT", "TRADE"]);
  });

  void it("lists deposits and withdrawals when they are not excluded", async () => {
    const path = `/v2/activity?user=${ANN}&exclude_deposits_withdrawals=false`;
    const deposits = await rowsOf(`${path}&type=DEPOSIT`);
    assert.deepEqual(
      deposits.map(({ type, size, usdc_size, condition_id, title }) => [
        type,
        size,
        usdc_size,
        condition_id,
        title,
      ]),
      [["DEPOSIT", 1000, 1000, "", ""]],
    );
    await exchange.submit({
      type: "withdraw",
      address: ANN,
      owner: ANN,
      amount: micros(1_000_000),
    });
    const withdrawals = await rowsOf(`${path}&type=WITHDRAWAL`);
    assert.deepEqual(
      withdrawals.map(({ type, usdc_size }) => [type, usdc_size]),
      [["WITHDRAWAL", 1]],
    );
    assert.deepEqual(await rowsOf(`/v2/activity?user=${ANN}&type=DEPOSIT,WITHDRAWAL`), []);
    assert.equal((await rowsOf(path)).length, (await rowsOf(`/v2/activity?user=${ANN}`)).length + 2);
  });

  for (const direction of ["ASC", "DESC"])
    for (const limit of [1, 2, 4])
      void it(`gives each once in pages of ${limit}, ${direction}`, async () => {
        const path = `/v2/activity?user=${ANN}&exclude_deposits_withdrawals=false&sort_direction=${direction}`;
        const whole = await rowsOf(path);
        assert.deepEqual(await walk(exchange, path, limit), whole);
        const other = direction === "ASC" ? "DESC" : "ASC";
        assert.deepEqual((await rowsOf(path.replace(direction, other))).toReversed(), whole);
      });

  void it("filters by type, side and market", async () => {
    const all = await rowsOf(`/v2/activity?user=${ANN}`);
    for (const [asked, isAsked] of [
      ["type=SPLIT,MERGE", ({ type }: Row) => type === "SPLIT" || type === "MERGE"],
      ["type=REWARD", () => false],
      ["side=SELL", ({ side }: Row) => side === "SELL"],
      [`condition_id=${RAIN}`, ({ condition_id: id }: Row) => id === RAIN],
      ["event_id=8", ({ event_slug: slug }: Row) => slug === "colours"],
    ] as const)
      assert.deepEqual(await rowsOf(`/v2/activity?user=${ANN}&${asked}`), all.filter(isAsked), asked);
  });
});

void describe("refusals of lists in order of time", () => {
  const CURSOR = /^invalid_field: cursor: expected next_cursor of a page .*, got "/;

  void it("refuses a cursor of another list, or of another order", async () => {
    const of = (path: string) => read<Page<Row>>(exchange, path);
    const { pagination } = await of(`/v2/activity?user=${ANN}&limit=1`);
    const cursor = pagination.next_cursor ?? assert.fail("one page only");
    for (const path of [
      "/v2/trades?cursor=x",
      `/v2/trades?cursor=${cursor}`,
      `/v2/activity?user=${ANN}&sort_direction=ASC&cursor=${cursor}`,
    ]) {
      const { status, body } = await exchange.get(path, "polymarket");
      assert.equal(status, 400);
      assert.match(body.error, CURSOR);
    }
  });

  for (const [query, error] of [
    [
      `condition_id=${RAIN}&event_id=8`,
      "invalid_field: event_id: expected one of condition_id, condition and event_id, got several",
    ],
    ["filter_type=CASH", "invalid_field: filter_type: expected filter_amount with it, got none"],
  ] as const)
    void it(`refuses ${query}`, async () => {
      assertRefused(await exchange.get(`/v2/trades?${query}`, "polymarket"), error);
    });

  void it("is in the dialect of Kuest alike, and not in that of the specification", async () => {
    const path = "/v2/trades?limit=1000";
    const [kuest, polymarket] = [await exchange.get(path, "kuest"), await exchange.get(path, "polymarket")];
    assert.deepEqual([kuest.status, kuest.body], [200, polymarket.body]);
    assertRefused(await exchange.get("/v2/trades", "spec"), "not found", 404);
  });
});
