import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import type { TestContext } from "node:test";
import { openDatabase } from "../../src/store/database.ts";
import { READ_TABLES } from "../../src/store/rebuild-tables.ts";
import { openSnapshot } from "../../src/store/table-stream.ts";
import { verifyExchange } from "../../src/store/verify-exchange.ts";
import type { Verification } from "../../src/store/verify-exchange.ts";
import type { TestDatabase } from "../support/database.ts";
import { copyDatabase, createHistory, withSql } from "../support/history.ts";
import { runPresage } from "../support/presage.ts";
import type { Finished } from "../support/presage.ts";

let history: TestDatabase;
const root = mkdtempSync(join(tmpdir(), "presage-verify-"));

before(async () => {
  history = await createHistory();
});

after(async () => {
  await history.close();
  rmSync(root, { recursive: true });
});

const run = (test: TestContext, url: string, args: readonly string[]): Promise<Finished> =>
  runPresage(test, [...args, "--data-dir", join(root, "data")], { DATABASE_URL: url });

async function verifyUrl(url: string): Promise<Verification> {
  const sql = await openSnapshot(url, "verify test");
  try {
    return await verifyExchange(sql);
  } finally {
    await sql.end();
  }
}

let copies = 0;

/** A copy of the history, changed by these statements; dropped when the test ends. */
async function damagedCopy(test: TestContext, statements: readonly string[]): Promise<string> {
  copies += 1;
  const copy = await copyDatabase(history.url, `copy${copies}`);
  test.after(() => copy.close());
  await withSql(copy.url, async (sql) => {
    for (const statement of statements) {
      const { count } = await sql.unsafe(statement);
      if (/^(update|delete)/.test(statement)) assert.equal(count, 1, `${statement} changes one row`);
    }
  });
  return copy.url;
}

/** Every row of every table that the journal determines, as text. */
async function contentOf(url: string): Promise<Record<string, string[]>> {
  const sql = openDatabase(url, { maxConnections: 1 });
  try {
    const content: Record<string, string[]> = {};
    for (const table of READ_TABLES) {
      const rows = await sql<{ text: string }[]>`
        select row_to_json(t)::text as text from ${sql(table)} t order by row_to_json(t)::text`;
      content[table] = rows.map(({ text }) => text);
    }
    return content;
  } finally {
    await sql.end();
  }
}

/** What is done to the database, and what is then said. */
type Damage = readonly [what: string, statements: readonly string[], says: RegExp];

const FREE_JOURNAL = "alter table journal drop constraint journal_previous_fkey";
/** The first order of which something holds. */
const first = (where: string): string => `no = (select min(no) from orders where ${where})`;

const JOURNAL_DAMAGES: readonly Damage[] = [
  [
    "a flipped byte in a batch's events",
    [`update journal set events = overlay(events placing '~' from 40) where seq = 7`],
    /journal: batch 7 does not have the hash of its content/,
  ],
  [
    "a flipped bit in a hash",
    ["update journal set hash = set_bit(hash, 100, 1 - get_bit(hash, 100)) where seq = 9"],
    /journal: batch 9 does not have the hash of its content/,
  ],
  [
    "a flipped bit in the last hash",
    [
      "update journal set hash = set_bit(hash, 0, 1 - get_bit(hash, 0)) where seq = (select max(seq) from journal)",
    ],
    /journal: batch \d+ does not have the hash of its content/,
  ],
  [
    "a changed time",
    ["update journal set at = at + 1 where seq = 5"],
    /journal: batch 5 does not have the hash of its content/,
  ],
  [
    "a time that steps back",
    ["update journal set at = at - 100000000 where seq = 6"],
    /journal: batch 6 is of \d+, before batch 5 of \d+/,
  ],
  [
    "a deleted batch",
    [FREE_JOURNAL, "delete from journal where seq = 8"],
    /journal: batch 8 is missing, batch 9 comes next/,
  ],
  [
    "a deleted first batch",
    [FREE_JOURNAL, "delete from journal where seq = 1"],
    /journal: batch 1 is missing/,
  ],
  [
    "a journal that ends early",
    ["delete from journal where seq = (select max(seq) from journal)"],
    /event 8: content is not what was listed/,
  ],
  [
    "a batch that was added",
    [`insert into journal select seq + 1, seq, at, '[]', hash from journal order by seq desc limit 1`],
    /journal: batch \d+ does not have the hash of its content/,
  ],
];

const TABLE_DAMAGES: readonly Damage[] = [
  [
    "a changed balance",
    ["update accounts set collateral = collateral + 1 where no = 2"],
    /account 2: collateral is \d+, by the journal \d+/,
  ],
  [
    "a changed hold",
    ["update accounts set held = held + 1 where no = 1"],
    /account 1: held is \d+, by the journal \d+/,
  ],
  [
    "an account's other owner",
    ["update accounts set owner = 'x' where no = 3"],
    /account 3: owner is "x", by the journal "0x/,
  ],
  ["a missing account", ["delete from accounts where no = 4"], /account 4: it is not in the table/],
  [
    "an account too many",
    ["insert into accounts values (99, 'x', 'x', 5, 0)"],
    /account 99: it is in the table, and not in the journal/,
  ],
  [
    "a changed position",
    ["update positions set lots = lots + 1 where ctid = (select ctid from positions where lots > 0 limit 1)"],
    /position of account \d in outcome \d of market \d: lots is \d+, by the journal \d+/,
  ],
  [
    "a missing position",
    ["delete from positions where ctid = (select ctid from positions where lots > 0 limit 1)"],
    /position of account \d in outcome \d of market \d: it is not in the table/,
  ],
  [
    "a position too many",
    ["insert into positions values (1, 4, 0, 7, 0)"],
    /position of account 1 in outcome 0 of market 4: lots is 7, by the journal 0/,
  ],
  [
    "a changed limit",
    ["update orders set limit_price = limit_price + 1 where no = 3"],
    /order 3: limit_price is \d+, by the journal \d+/,
  ],
  [
    "a changed id",
    ["update orders set id = set_bit(id, 5, 1 - get_bit(id, 5)) where no = 3"],
    /order 3: id is /,
  ],
  [
    "a live order that the table calls cancelled",
    [`update orders set status = 'canceled', reason = 'by-owner' where ${first("status = 'live'")}`],
    /order \d+: status is "canceled", by the journal "live"/,
  ],
  [
    "a cancelled order that the table calls live",
    [`update orders set status = 'live', reason = null where ${first("reason = 'by-owner'")}`],
    /order \d+: status is "live", by the journal "canceled"/,
  ],
  [
    "another reason",
    [`update orders set reason = 'by-owner' where ${first("reason = 'expired'")}`],
    /order \d+: reason is "by-owner", by the journal "expired"/,
  ],
  [
    "a changed fill of a matched order",
    [`update orders set filled = filled - 1 where ${first("status = 'matched'")}`],
    /order \d+: filled is \d+, by the journal \d+/,
  ],
  [
    "a changed builder",
    [`update orders set builder = null where ${first("builder is not null")}`],
    /order \d+: builder is absent/,
  ],
  [
    "a changed time of an order",
    ["update orders set updated_at = updated_at + 1 where no = 2"],
    /order 2: updated_at is/,
  ],
  ["a missing order", ["delete from orders where no = 5"], /order 5: it is not in the table/],
  [
    "a missing last order",
    ["delete from orders where no = (select max(no) from orders)"],
    /order \d+: it is not in the table/,
  ],
  [
    "an order too many",
    [
      "insert into orders select 100000, decode(repeat('ab', 32), 'hex'), account, market, outcome, side, kind, post_only, limit_price, lots, 0, 'canceled', 'by-owner', 0, placed_at, updated_at, api_key, builder from orders where no = 1",
    ],
    /order 100000: it is in the table, and not in the journal/,
  ],
  [
    "a changed trade",
    ["update trades set lots = lots + 1 where no = 4"],
    /trade 4: lots is \d+, by the journal \d+/,
  ],
  [
    "another party of a trade",
    ["update trades set maker_account = 99 where no = 4"],
    /trade 4: maker_account is 99/,
  ],
  ["a missing trade", ["delete from trades where no = 6"], /trade 6: it is not in the table/],
  [
    "a trade too many",
    [
      "insert into trades select 100000, batch, at, market, taker, maker, taker_account, maker_account, lots, price from trades where no = 1",
    ],
    /trade 100000: it is in the table, and not in the journal/,
  ],
  [
    "a changed market status",
    ["update market_states set status = 'paused' where market = 1"],
    /state of market 1: status is "paused", by the journal "active"/,
  ],
  [
    "a changed backing",
    ["update market_states set backing = backing + 1 where market = 2"],
    /state of market 2: backing is/,
  ],
  [
    "another payout",
    ["update market_states set payout = '{0,1}' where market = 3"],
    /state of market 3: payout is "0, 1", by the journal "1, 0"/,
  ],
  [
    "another opening",
    ["update market_states set opened_at = 1 where market = 4"],
    /state of market 4: opened_at is 1/,
  ],
  [
    "a changed price record",
    [
      "update price_history set midpoint = midpoint - 1 where (market, minute) = (select market, minute from price_history limit 1)",
    ],
    /price of market \d in minute \d+: midpoint is/,
  ],
  [
    "a missing price record",
    [
      "delete from price_history where (market, minute) = (select market, minute from price_history order by minute desc limit 1)",
    ],
    /price of market \d in minute \d+: it is not in the table/,
  ],
  [
    "a price record too many",
    ["insert into price_history values (4, 1, 100)"],
    /price of market 4 in minute 1: it is in the table/,
  ],
  [
    "a changed description",
    [`update events set content = jsonb_set(content, '{title}', '"Other"') where id = 7`],
    /event 7: content is not what was listed/,
  ],
  [
    "a changed market",
    [`update markets set content = jsonb_set(content, '{question}', '"Other?"') where no = 1`],
    /market 1: content is not what was listed/,
  ],
  ["a changed catalog id", ["update markets set id = 5 where no = 1"], /market 1: id is "5"/],
  ["a changed token", ["update markets set token_ids[2] = '5' where no = 1"], /market 1: token_ids is/],
];

const CATALOG_DAMAGES: readonly Damage[] = [
  [
    "a changed flag of an event",
    ["update event_entries set closed = true where event = 7"],
    /entry of event 7: closed is true, by the journal false/,
  ],
  [
    "a changed flag of a market",
    ["update market_entries set active = false where market = 1"],
    /entry of market 1: active is false, by the journal true/,
  ],
  [
    "a changed key of an event",
    ["update event_entries set start_date = '2020' where event = 7"],
    /entry of event 7: start_date is "2020"/,
  ],
  [
    "a missing entry",
    ["delete from market_entries where market = 2"],
    /entry of market 2: it is not in the table/,
  ],
  [
    "words that an event does not have",
    ["update event_entries set words = words || 'other'::tsvector where event = 8"],
    /entry of event 8: words is/,
  ],
  [
    "a changed count of a tag",
    ["update tags set event_count = event_count + 1 where id = 5"],
    /tag 5: event_count is "3", by the journal "2"/,
  ],
  [
    "a changed tag",
    [`update tags set content = jsonb_set(content, '{label}', '"Other"') where id = 5`],
    /tag 5: content is not what was listed/,
  ],
  ["a missing series", ["delete from series where id = 3"], /series 3: it is not in the table/],
  ["a missing word", ["delete from search_words where word = 'rain'"], /word rain: it is not in the table/],
  [
    "a changed best bid",
    ["update market_states set best_bid = 1, volume = volume + 5 where market = 1"],
    /state of market 1: best_bid is 1/,
  ],
  [
    "a changed liquidity",
    ["update event_figures set liquidity = liquidity + 1 where event = 7"],
    /figures of event 7: liquidity is \d+, by the journal \d+/,
  ],
  [
    "missing figures",
    ["delete from event_figures where event = 8"],
    /figures of event 8: they are not in the table/,
  ],
  [
    "a changed volume of an hour",
    ["update market_volumes set volume = volume + 1 where ctid = (select ctid from market_volumes limit 1)"],
    /volume of market \d in hour \d+: volume is \d+, by the journal \d+/,
  ],
];

describe("presage verify", () => {
  it("agrees with an exchange that did everything, and says how much that was", async (test) => {
    const finished = await run(test, history.url, ["verify", "--json"]);
    assert.equal(finished.stderr, "");
    const verification: Verification = JSON.parse(finished.stdout);
    assert.deepEqual([verification.ok, verification.differences], [true, []]);
    assert.ok(verification.orders > 250 && verification.trades > 100, "there is something to verify");
    assert.deepEqual([verification.accounts, verification.markets], [4, 4]);
    assert.match(verification.head, /^[0-9a-f]{64}$/);
    assert.equal(finished.code, 0);
    const text = await run(test, history.url, ["verify"]);
    const { batches, events, orders, trades } = verification;
    assert.equal(
      text.stdout,
      `All agrees: ${batches} batches, ${events} events, ${orders} orders, ${trades} trades, 4 accounts. Head: ${verification.head}\n`,
    );
  });

  it("exits with 1 and names what it found", async (test) => {
    const url = await damagedCopy(test, [
      "update accounts set collateral = collateral + 1 where no = 2",
      "update trades set maker_account = 99 where no = 6",
    ]);
    const text = await run(test, url, ["verify"]);
    assert.deepEqual([text.code, text.stderr], [1, ""]);
    assert.match(
      text.stdout,
      /^2 differences found \(\d+ batches, .*\):\n {2}trade 6: .*\n {2}account 2: .*\n$/,
    );
    const { ok, differenceCount, differences } = JSON.parse(
      (await run(test, url, ["verify", "--json"])).stdout,
    );
    assert.deepEqual([ok, differenceCount, differences.length], [false, 2, 2]);
  });

  it("lists the first of many differences only", async (test) => {
    const url = await damagedCopy(test, ["truncate trades"]);
    const { differenceCount, differences } = await verifyUrl(url);
    assert.ok(differenceCount > 100);
    assert.equal(differences.length, 50);
  });

  it("refuses a database without an exchange", async (test) => {
    const empty = new URL(history.url);
    empty.pathname = "/postgres";
    const { code, stderr } = await run(test, empty.href, ["verify"]);
    assert.equal(code, 1);
    assert.match(stderr, /^presage: The database holds no exchange[^\n]*\n$/);
  });

  for (const [what, statements, says] of [...JOURNAL_DAMAGES, ...TABLE_DAMAGES, ...CATALOG_DAMAGES]) {
    it(`finds ${what}`, async (test) => {
      const verification = await verifyUrl(await damagedCopy(test, statements));
      assert.equal(verification.ok, false);
      assert.match(verification.differences.join("\n"), says);
    });
  }
});

describe("presage rebuild", () => {
  it("knows every table", async () => {
    await withSql(history.url, async (sql) => {
      const rows = await sql<{ name: string }[]>`
        select tablename as name from pg_tables where schemaname = 'public' order by tablename`;
      const expected = [...READ_TABLES, "journal", "api_keys", "migrations", "read_tables", "sites"].sort();
      assert.deepEqual(
        rows.map(({ name }) => name),
        expected,
      );
    });
  });

  it("writes the very rows that trading wrote", async (test) => {
    const url = await damagedCopy(test, []);
    const written = await contentOf(url);
    for (const table of READ_TABLES) assert.notDeepEqual(written[table], [], `${table} holds something`);
    const { code, stdout, stderr } = await run(test, url, ["rebuild"]);
    assert.deepEqual([code, stderr], [0, ""]);
    assert.match(stdout, /^The read tables were written anew from \d+ batches\. Head: [0-9a-f]{64}\n$/);
    assert.deepEqual(await contentOf(url), written);
    assert.equal((await verifyUrl(url)).ok, true);
  });

  it("mends tables that were changed", async (test) => {
    const changes = [
      "update accounts set collateral = 0, held = 0 where no = 1",
      "truncate trades, positions",
    ];
    const url = await damagedCopy(test, changes);
    const { code, stdout } = await run(test, url, ["rebuild", "--json"]);
    assert.equal(code, 0);
    const { ok, head, batches } = await verifyUrl(url);
    assert.equal(ok, true);
    assert.deepEqual(JSON.parse(stdout), { batches, head });
  });

  it("leaves the tables as they are when the journal is damaged", async (test) => {
    const url = await damagedCopy(test, ["update journal set at = at + 1 where seq = 30"]);
    const written = await contentOf(url);
    const { code, stdout, stderr } = await run(test, url, ["rebuild"]);
    assert.deepEqual([code, stdout], [1, ""]);
    assert.match(
      stderr,
      /^presage: journal: batch 30 does not have the hash [^\n]*tables were left as they are[^\n]*\n$/,
    );
    assert.deepEqual(await contentOf(url), written);
  });

  it("refuses while an exchange works on the database", async (test) => {
    const url = await damagedCopy(test, []);
    const holder = openDatabase(url, { maxConnections: 1 });
    await holder`select pg_advisory_lock(7265739002)`;
    const { code, stderr } = await run(test, url, ["rebuild"]);
    await holder.end();
    assert.equal(code, 1);
    assert.match(stderr, /^presage: The database is in use by another Presage[^\n]*\n$/);
  });
});
