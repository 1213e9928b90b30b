/**
 * Journals written by hand. One is as the first release with a catalog wrote it, before events knew of fees and of the
 * shares that a redemption takes; it has to mean the same for ever. Others have right hashes and wrong money.
 */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import type { TestContext } from "node:test";
import { micros } from "../../src/core/units.ts";
import type { Request } from "../../src/engine/repeats/entry.ts";
import type { Verification } from "../../src/store/verify/verify-exchange.ts";
import { createTestDatabase } from "../support/database.ts";
import { deepTest } from "../support/depth.ts";
import { withSql } from "../support/history.ts";
import { runPresage } from "../support/presage.ts";
import { withExchange } from "../support/with-exchange.ts";
import { undoSince21 } from "./earlier-schema.ts";

const root = mkdtempSync(join(tmpdir(), "presage-journal-"));

after(() => rmSync(root, { recursive: true }));

const [ANN, BOB] = ["a1", "b0"].map((digits) => `0x${digits.repeat(20)}`);
const DAY = 20_600;
const NOON = DAY * 86_400_000 + 43_200_000;

const EVENT = `{"id":"7","ticker":"weather","slug":"weather","title":"Weather","description":"Of a day.","active":true,"closed":false,"archived":false,"negativeRisk":false,"tags":[],"series":[]}`;

const described = (no: number, name: string, more: string): string =>
  `{"id":"${no}","conditionId":"0x${String(no).repeat(64)}","questionId":"0x${"9".repeat(64)}","tokenIds":["${no}1","${no}2"],` +
  `"outcomes":["Yes","No"],"question":"${name}?","slug":"${name}","description":"","active":true,${more},"archived":false,` +
  `"tick":100,"minimumLots":500,"negativeRisk":false,"secondsDelay":0,"rewards":{"rates":[],"minSize":0,"maxSpread":0}}`;

const listed = (no: number, status: string, more = ""): string =>
  `{"no":${no},"status":"${status}","tick":100,"minimumLots":500,"negativeRisk":false${more}}`;

const LISTED =
  `{"type":"listed","listing":{"event":${EVENT},"markets":[${described(1, "rain", '"closed":false')},` +
  `${described(2, "snow", '"closed":true,"payout":[0,1]')}]},` +
  `"markets":[${listed(1, "active")},${listed(2, "resolved", ',"payout":[0,1]')}]}`;

const opened = (no: number, address: string | undefined): string =>
  `{"type":"account-opened","no":${no},"address":"${address}","owner":"${address}","credit":1000000000}`;

const SIGNED =
  `"signed":{"domain":"d","salt":"1","signer":"s","makerAmount":"1","takerAmount":"1","signatureType":0,"signature":"0x",` +
  `"timestamp":"0","expiration":"0","metadata":"","builder":"0x${"0".repeat(62)}c0","nonce":"0","feeRateBps":"0"}`;

const placed = (no: number, account: number, side: string, rest: string): string =>
  `{"type":"order-placed","order":{"no":${no},"id":"0x${String(no).repeat(64)}","account":${account},"market":1,"outcome":0,` +
  `"side":"${side}","limit":6000,"lots":${10_000 - 5_000 * (no - 1)},"kind":"GTC","postOnly":false,"expiresAt":0,` +
  `"apiKey":"00000000-0000-4000-8000-000000000000"},${SIGNED},${rest}}`;

/** Each text is one batch; the next comes a minute later. */
const EARLY = [
  `[${LISTED}]`,
  `[${opened(1, ANN)},${opened(2, BOB)},{"type":"credited","account":2,"amount":500000}]`,
  `[{"type":"sets-split","account":1,"market":1,"lots":10000}]`,
  `[${placed(1, 1, "SELL", '"fills":[]')}]`,
  `[${placed(2, 2, "BUY", '"fills":[[1,1,5000,6000]]')}]`,
  `[{"type":"prices-recorded","minute":${NOON / 60_000 + 6},"midpoints":[[1,12000]]}]`,
  `[{"type":"market-status-changed","market":1,"status":"paused"}]`,
  `[{"type":"order-canceled","order":1,"reason":"market-resolved"},` +
    `{"type":"sets-merged","account":1,"market":1,"lots":2000},` +
    `{"type":"market-resolved","market":1,"payout":[1,0]}]`,
  `[{"type":"redeemed","account":1,"market":1,"paid":30000000},{"type":"redeemed","account":2,"market":1,"paid":50000000}]`,
];

/** A database with this journal, its hashes chained as docs say; dropped when the test ends. */
async function writeJournal(test: TestContext, batches: readonly string[]): Promise<string> {
  const database = await createTestDatabase();
  test.after(() => database.close());
  await withSql(database.url, async (sql) => {
    let hash = Buffer.alloc(32);
    for (const [index, events] of batches.entries()) {
      const [seq, at] = [index + 1, NOON + index * 60_000];
      const numbers = Buffer.alloc(16);
      numbers.writeBigInt64BE(BigInt(seq), 0);
      numbers.writeBigInt64BE(BigInt(at), 8);
      hash = createHash("sha256")
        .update(Buffer.concat([hash, numbers, Buffer.from(events)]))
        .digest();
      await sql`
        insert into journal (seq, previous, at, events, hash)
        values (${seq}, ${index === 0 ? null : index}, ${at}, ${events}, ${hash})`;
    }
  });
  return database.url;
}

async function run(test: TestContext, url: string, command: string) {
  const args = [command, "--json", "--data-dir", join(root, "data")];
  const { code, stdout, stderr } = await runPresage(test, args, { DATABASE_URL: url });
  assert.equal(stderr, "");
  return { code, answer: JSON.parse(stdout) };
}

async function rebuildAndVerify(test: TestContext, batches: readonly string[]) {
  const url = await writeJournal(test, batches);
  assert.equal((await run(test, url, "rebuild")).code, 0);
  const verification: Verification = (await run(test, url, "verify")).answer;
  return { url, verification };
}

const RESOLVED_AT = NOON + 7 * 60_000;
const REDEEMED_AT = NOON + 8 * 60_000;

/** Rows of the tables after it, worked out by hand. */
const LEFT_BEHIND: readonly (readonly [query: string, rows: readonly (readonly unknown[])[]])[] = [
  [
    "select no, collateral, held, volume, realized from accounts order by no",
    [
      [1, 980_000_000, 0, 30_000_000, -20_000_000],
      [2, 1_020_500_000, 0, 30_000_000, 20_000_000],
    ],
  ],
  [
    "select account, outcome, lots, average, bought, realized, changed_at from positions order by account, outcome",
    [
      [1, 0, 0, 500_000, 10_000, 20_000_000, REDEEMED_AT],
      [1, 1, 0, 500_000, 10_000, -40_000_000, REDEEMED_AT],
      [2, 0, 0, 600_000, 5_000, 20_000_000, REDEEMED_AT],
    ],
  ],
  [
    `select batch, place, account, kind, collateral, first_lots, second_lots from operations order by batch, place`,
    [
      [2, 0, 1, "deposit", 1_000_000_000, 0, 0],
      [2, 1, 2, "deposit", 1_000_000_000, 0, 0],
      [2, 2, 2, "deposit", 500_000, 0, 0],
      [3, 0, 1, "split", -100_000_000, 10_000, 10_000],
      [8, 1, 1, "merge", 20_000_000, -2_000, -2_000],
      [9, 0, 1, "redemption", 30_000_000, -3_000, -8_000],
      [9, 1, 2, "redemption", 50_000_000, -5_000, 0],
    ],
  ],
  [
    "select market, status, backing, redeemed, burned, resolved_at, fee_rate from market_states order by market",
    [
      [1, "resolved", 0, 16_000, 0, RESOLVED_AT, null],
      [2, "resolved", 0, 0, 0, null, null],
    ],
  ],
  ["select lots, price, taker_fee, maker_fee from trades", [[5_000, 6_000, 0, 0]]],
  [
    "select day, account, volume, realized from account_days order by account",
    [
      [DAY, 1, 30_000_000, -20_000_000],
      [DAY, 2, 30_000_000, 20_000_000],
    ],
  ],
  [
    "select day, account, market, volume, realized from account_market_days order by account",
    [
      [DAY, 1, 1, 30_000_000, -20_000_000],
      [DAY, 2, 1, 30_000_000, 20_000_000],
    ],
  ],
  ["select day, volume from builder_volumes", [[DAY, 30_000_000]]],
  ["select batch, place, market, step, payout from resolution_steps", [[8, 2, 1, "resolved", [1, 0]]]],
];

describe("a journal of an early release", () => {
  it("inc-44: replays, and has the history that later releases keep", async (test) => {
    const { url, verification } = await rebuildAndVerify(test, EARLY);
    assert.deepEqual([verification.ok, verification.differences], [true, []]);
    assert.deepEqual([verification.batches, verification.orders, verification.trades], [EARLY.length, 2, 1]);
    await withSql(url, async (sql) => {
      for (const [query, rows] of LEFT_BEHIND)
        assert.deepEqual([...(await sql.unsafe(query).values())], rows, query);
    });
  });
});

/** Two orders that rest and are cancelled together, in both forms that journals have for it. */
const CANCELED_TOGETHER = [
  '{"type":"order-canceled","order":1,"reason":"by-owner"},{"type":"order-canceled","order":2,"reason":"by-owner"}',
  '{"type":"orders-canceled","orders":[1,2],"reason":"by-owner"}',
];
const CANCELED_AT = NOON + 5 * 60_000;
const CANCELED_ROWS = [
  ["canceled", "by-owner", 0, CANCELED_AT],
  ["canceled", "by-owner", 0, CANCELED_AT],
];

describe("orders that were cancelled together", () => {
  for (const cancels of CANCELED_TOGETHER) {
    const [form] = /[a-z]+-canceled/.exec(cancels)!;
    it(`have rows that agree with a journal that says so by ${form}`, async (test) => {
      const { url, verification } = await rebuildAndVerify(test, [
        ...EARLY.slice(0, 2),
        '[{"type":"sets-split","account":1,"market":1,"lots":15000}]',
        ...[1, 2].map((no) => `[${placed(no, 1, "SELL", '"fills":[]')}]`),
        `[${cancels}]`,
      ]);
      assert.deepEqual([verification.ok, verification.differences], [true, []]);
      await withSql(url, async (sql) => {
        const orders = await sql`select status, reason, filled, updated_at from orders order by no`.values();
        assert.deepEqual([...orders], CANCELED_ROWS);
        const held = await sql`select lots, held from positions order by account, outcome`.values();
        assert.deepEqual(
          [...held],
          [
            [15_000, 0],
            [15_000, 0],
          ],
        );
        await sql`update orders set reason = 'expired' where no = 2`;
      });
      const { answer } = await run(test, url, "verify");
      assert.deepEqual(answer.differences, ['order 2: reason is "expired", by the journal "by-owner"']);
    });
  }
});

const REQUEST: Request = {
  name: { caller: ANN!, key: "a1".repeat(32), content: "c0".repeat(32) },
  makeResult: ({ exchange }) => ({ accounts: exchange.accounts.length - 1 }),
};

/** Indexes that migrations from 0011 to 0020 make. */
const LATER_INDEXES = [
  "events_series",
  "markets_question_id",
  "markets_game_start",
  "event_entries_title_parts",
  "market_states_proposed",
  "market_states_spread",
  "market_states_competitive",
  "market_states_last_price",
  "market_states_resolved_at",
  "market_states_recorded",
  "audit_house",
];

describe("a database of a release that did not remember requests", () => {
  deepTest("goes on with what it has, and remembers them from then on", async (test) => {
    const { url } = await rebuildAndVerify(test, EARLY);
    await withSql(url, async (sql) => {
      await undoSince21(sql);
      await sql`drop table requests, account_market_days, virtual_clock, snapshots`;
      await sql`drop table resident_settings, delayed_orders, failing_settlements`;
      await sql`alter table read_tables drop column seq, drop column hash`;
      for (const name of LATER_INDEXES) await sql`drop index ${sql(name)}`;
      await sql`delete from migrations where name >= '0008'`;
    });
    const carryOut = () =>
      withExchange(url, "5e".repeat(32), async ({ engine }) => {
        const amount = micros(1_000_000);
        const outcome = await engine.submitOnce(
          { type: "withdraw", address: ANN!, owner: ANN!, amount },
          REQUEST,
        );
        assert.ok(outcome.type === "done");
        return { seq: outcome.done.seq, result: outcome.done.result, replayed: outcome.replayed };
      });
    const done = { seq: EARLY.length + 1, result: { accounts: 2 } };
    assert.deepEqual(await carryOut(), { ...done, replayed: false });
    assert.deepEqual(await carryOut(), { ...done, replayed: true });
    assert.equal((await run(test, url, "rebuild")).code, 0);
    assert.deepEqual(await carryOut(), { ...done, replayed: true });
    const { answer } = await run(test, url, "verify");
    assert.deepEqual(answer.differences, []);
  });
});

/** Changes of the early journal, each with the words of verification after it. */
const UNSOUND: readonly (readonly [what: string, text: string, instead: string, says: RegExp])[] = [
  [
    "a redemption that pays too little",
    '"paid":30000000',
    '"paid":29999999',
    /^money: shares of market 0x1{64} can claim 0, and 1 backs them\njournal: by its batches shares of market 1 can claim 0, and 1 backs them$/,
  ],
];

describe("a journal whose money does not add up", () => {
  for (const [what, text, instead, says] of UNSOUND) {
    it(`is found by ${what}`, async (test) => {
      const changed = EARLY.map((events) => events.replace(text, instead));
      assert.notDeepEqual(changed, EARLY);
      const { verification } = await rebuildAndVerify(test, changed);
      assert.equal(verification.ok, false);
      assert.match(verification.differences.join("\n"), says);
    });
  }
});
