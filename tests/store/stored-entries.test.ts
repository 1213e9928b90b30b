/** Known orders and requests of a real database: right after their commit, after a restart, and over many pages. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, test } from "node:test";
import type { TestContext } from "node:test";
import { pino } from "pino";
import type { RequestName } from "../../src/core/request.ts";
import { createStoredEntries } from "../../src/engine/repeats/stored-entries.ts";
import type { StoredEntries } from "../../src/engine/repeats/stored-entries.ts";
import {
  countOrders,
  estimateRequests,
  readOrderDigests,
  readRequestDigests,
} from "../../src/store/reads/orders.ts";
import type { DigestPage } from "../../src/store/reads/orders.ts";
import { openDatabase } from "../../src/store/sql/database.ts";
import type { Sql } from "../../src/store/sql/database.ts";
import { createTestDatabase } from "../support/database.ts";
import type { TestDatabase } from "../support/database.ts";
import { hashOf, startTestExchange, testListing, tokenOf, walletOf } from "../support/exchange.ts";
import { until } from "../support/until.ts";

const digestOf = (name: string): string => createHash("sha256").update(name).digest("hex");
const ann = walletOf("ann");
const content = digestOf("content");

/** Waits until all that the store has is read: then an order and a request that nobody made are new. */
const filled = ({ known }: Pick<StoredEntries, "known">): Promise<void> =>
  until(
    "known orders and requests are read",
    () =>
      !known.mayHaveOrder(hashOf("never placed")) &&
      !known.mayHaveRequest({ caller: ann, key: digestOf("never sent"), content }),
  );

test("orders and requests are known from their commit on, and after a restart", async (t) => {
  const exchange = await startTestExchange({ endpoints: [] });
  t.after(() => exchange.close());
  const { context, place } = exchange;
  await filled(context.entries);
  await exchange.list(testListing([{ name: "rain" }]));
  await exchange.open(ann, "100");
  const order = { account: ann, tokenId: tokenOf("rain yes"), side: "BUY", price: "0.5", size: "5" } as const;
  const ids = [await place(order), await place(order)];
  const names: readonly RequestName[] = [
    { caller: ann, key: digestOf("key"), content },
    { caller: ann, signed: digestOf("signature"), content },
    { caller: ann, key: digestOf("other key"), signed: digestOf("other signature"), content },
  ];
  const requests = names.map((name) => ({ name, makeResult: () => "result" }));
  const cancel = { type: "cancel-orders", owner: ann, reason: "by-owner" } as const;
  for (const request of requests) await context.engine.submitOnce(cancel, request);

  const restarted = startEntries(t, await context.readSql());
  for (const { known, findOrders, findRequests } of [
    { ...restarted, known: context.entries.known },
    await filled(restarted).then(() => restarted),
  ]) {
    assert.ok(ids.every(known.mayHaveOrder));
    assert.ok(names.every(known.mayHaveRequest));
    assert.ok(known.mayHaveRequest({ caller: ann, signed: digestOf("other signature"), content }));
    assert.ok(known.mayHaveRequest({ caller: ann, key: digestOf("other key"), content }));
    assert.deepEqual(await findOrders([...ids, hashOf("new")]), new Set(ids));
    assert.deepEqual(
      (await findRequests(names)).map(({ name }) => name),
      names,
    );
  }
  const again = await context.engine.submitOnce(cancel, requests[1]!);
  assert.ok(again.type === "done" && again.replayed);
});

test("the latest trades of an order are found while memory still has what the tables have too", async (t) => {
  const exchange = await startTestExchange({ endpoints: [] });
  t.after(() => exchange.close());
  const { context, place } = exchange;
  const entries = startEntries(t, await context.readSql());
  context.engine.follow(({ events, seq, at, hash }) => entries.known.add(events, { seq, at, hash }));
  await exchange.list(testListing([{ name: "rain" }]));
  for (const name of ["ann", "ben"]) await exchange.open(walletOf(name), "100");
  const terms = { side: "BUY", price: "0.5" } as const;
  for (const size of ["1", "1", "8"])
    await place({ account: ann, tokenId: tokenOf("rain yes"), ...terms, size });
  for (const size of ["4", "1", "1"])
    await place({ account: walletOf("ben"), tokenId: tokenOf("rain no"), ...terms, size });
  await context.sql();
  const query = { orders: [3], before: 6, limit: 2 };
  // The third order met the first taker, as the last of three, and then two others.
  assert.deepEqual(
    [...(await entries.findEarlierTrades(query))],
    [
      [
        3,
        [
          { fill: 4, execution: 4 },
          { fill: 5, execution: 5 },
        ],
      ],
    ],
  );
  const all = await entries.findEarlierTrades({ ...query, limit: 9 });
  assert.deepEqual(all.get(3)?.[0], { fill: 3, execution: 1 });
});

/** Starts the memory of an exchange that starts now. */
function startEntries(t: TestContext, sql: Sql): StoredEntries {
  const log = pino({ level: "silent" });
  const entries = createStoredEntries({ lookUps: sql, stored: () => 0, fills: async () => sql, log });
  entries.startFilling();
  t.after(() => entries.close());
  return entries;
}

let database: TestDatabase;
let sql: Sql;

before(async () => {
  database = await createTestDatabase();
  sql = openDatabase(database.url);
});
after(async () => {
  await sql.end();
  await database.close();
});

/** Digests of all pages, one after the other. */
async function readPages(read: (after: number) => Promise<DigestPage | undefined>): Promise<string[][]> {
  const pages: string[][] = [];
  let page = await read(0);
  for (; page !== undefined; page = await read(page.last)) pages.push(page.digests.match(/.{64}/g) ?? []);
  return pages;
}

test("pages have every order once, and their number is known", async () => {
  assert.equal(await countOrders(sql), 0);
  assert.deepEqual(await readPages((from) => readOrderDigests(sql, from)), []);
  await sql`
    insert into orders (no, id, account, market, outcome, side, kind, post_only, limit_price, lots, filled, status,
      expires_at, placed_at, updated_at, api_key)
    select no, sha256(no::text::bytea), 1, 1, 0, 'BUY', 'GTC', false, 100, 100, 0, 'live', 0, 0, 0, gen_random_uuid()
    from generate_series(1, 9001) no`;
  const pages = await readPages((from) => readOrderDigests(sql, from));
  assert.deepEqual(
    pages.map((page) => page.length),
    [4_000, 4_000, 1_001],
  );
  const expected = Array.from({ length: 9_001 }, (_, index) => digestOf(`${index + 1}`));
  assert.deepEqual(pages.flat().sort(), expected.sort());
  assert.equal(await countOrders(sql), 9_001);
});

test("pages have the key and the signature of every request, and no page ends within a batch", async () => {
  assert.equal(await estimateRequests(sql), 0);
  assert.deepEqual(await readPages((from) => readRequestDigests(sql, from)), []);
  // Seven of a batch: with a key, with a signature, or with both.
  await sql`
    insert into requests (batch, place, at, age, caller, key, signed, content, result)
    select no / 7 + 1, no % 7, 0, 0, 'ann', case when no % 3 <> 0 then sha256(('key ' || no)::bytea) end,
      case when no % 3 <> 1 then sha256(('signed ' || no)::bytea) end, sha256(''), 'null'
    from generate_series(0, 6999) no`;
  const pages = await readPages((from) => readRequestDigests(sql, from));
  const requests = Array.from({ length: 7_000 }, (_, no) => no);
  const expected = requests.flatMap((no) => [
    ...(no % 3 === 0 ? [] : [digestOf(`key ${no}`)]),
    ...(no % 3 === 1 ? [] : [digestOf(`signed ${no}`)]),
  ]);
  assert.equal(pages.length, 2);
  assert.deepEqual(pages.flat().sort(), expected.sort());
  await sql`analyze requests`;
  assert.equal(await estimateRequests(sql), 7_000);
});
