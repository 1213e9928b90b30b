/**
 * Public events over histories with every kind of event: a reader that knows nothing else ends with the balances of the read
 * tables, from any place on.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Compile } from "typebox/compile";
import { Value } from "typebox/value";
import { isMoved, createChangeReader } from "../../src/operate/changes/change-reader.ts";
import {
  positionAfter,
  batchStart,
  EVENT_DATA,
  EVENT_TYPES,
} from "../../src/operate/changes/public-event.ts";
import type { ChangePosition, PublicEvent } from "../../src/operate/changes/public-event.ts";
import { openDatabase } from "../../src/store/sql/database.ts";
import type { Sql } from "../../src/store/sql/database.ts";
import type { TestDatabase } from "../support/database.ts";
import { atDepth } from "../support/depth.ts";
import { createHistory } from "../support/history.ts";
import { createRandomHistory } from "../simulation/random-history.ts";

let database: TestDatabase;
let sql: Sql;
let all: PublicEvent[];

before(async () => {
  database = await createHistory();
  sql = openDatabase(database.url);
  all = await readAll(sql, batchStart(1));
});
after(async () => {
  await sql.end();
  await database.close();
});

async function readAll(from: Sql, position: ChangePosition): Promise<PublicEvent[]> {
  const reader = createChangeReader(from, position);
  const events: PublicEvent[] = [];
  for (;;) {
    const page = await reader.next();
    if (isMoved(page)) throw new Error(page.moved);
    events.push(...page.events);
    if (page.next.seq > page.head) return events;
  }
}

/** Micros and lots as decimal text in whole units of 10^-places. */
function units(text: string, places: number): bigint {
  const [whole = "", fraction = ""] = text.replace("-", "").split(".");
  const value = BigInt(whole + fraction.padEnd(places, "0"));
  return text.startsWith("-") ? -value : value;
}

/** Balances by wallet, and by wallet and token, from the movements alone; those of zero are left out. */
function sumMovements(events: readonly PublicEvent[]): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  const add = (key: string, amount: bigint) => sums.set(key, (sums.get(key) ?? 0n) + amount);
  for (const { data } of events) {
    if (!("movements" in data)) continue;
    for (const { wallet, collateral, shares } of data.movements) {
      add(wallet, units(collateral, 6));
      for (const moved of shares) add(`${wallet} ${moved.tokenId}`, units(moved.shares, 2));
    }
  }
  return new Map([...sums].filter(([, amount]) => amount !== 0n).sort());
}

async function readBalances(from: Sql): Promise<Map<string, bigint>> {
  const rows = await from<{ key: string; amount: string }[]>`
    select address as key, collateral::text as amount from accounts where collateral <> 0
    union all
    select address || ' ' || token_ids[outcome + 1], lots::text from positions
      join accounts on accounts.no = positions.account join markets on markets.no = positions.market
    where lots <> 0`;
  return new Map(rows.map(({ key, amount }): [string, bigint] => [key, BigInt(amount)]).sort());
}

/** States of orders by id, from the public events alone. */
function followOrders(events: readonly PublicEvent[]): Map<string, string> {
  const states = new Map<string, string>();
  for (const { type, data } of events) {
    if (type === "order.placed") states.set(data.order, "live");
    if (type !== "order.filled" && type !== "order.canceled") continue;
    assert.equal(states.get(data.order), "live", `${data.order} ends twice`);
    states.set(data.order, type === "order.filled" ? "matched" : `canceled ${data.reason} ${data.filled}`);
  }
  return new Map([...states].sort());
}

async function readOrders(from: Sql): Promise<Map<string, string>> {
  const rows = await from<{ id: string; state: string }[]>`
    select '0x' || encode(id, 'hex') as id,
      status || case status when 'canceled' then ' ' || reason || ' ' || trim_scale(filled / 100.0) else '' end as state
    from orders`;
  return new Map(rows.map(({ id, state }): [string, string] => [id, state]).sort());
}

async function checkComplete(from: Sql, events: readonly PublicEvent[]): Promise<void> {
  assert.deepEqual(sumMovements(events), await readBalances(from));
  assert.deepEqual(followOrders(events), await readOrders(from));
  const trades = events.filter(({ type }) => type === "trade.matched");
  const [counted] = await from<{ trades: number }[]>`select count(*)::int as trades from trades`;
  assert.equal(trades.length, counted?.trades);
}

test("the history has every type, and each event is as its schema says", () => {
  assert.deepEqual([...new Set(all.map(({ type }) => type))].sort(), [...EVENT_TYPES].sort());
  const schemas = new Map(EVENT_TYPES.map((type) => [type, Compile(EVENT_DATA[type])]));
  for (const { type, data, id } of all) {
    assert.deepEqual([...schemas.get(type)!.Errors(data)], [], `${type} ${id}`);
    assert.deepEqual(Value.Clean(EVENT_DATA[type], structuredClone(data)), data, `${type} ${id} has more`);
  }
});

test("movements sum to the balances, and orders end as the read tables say", () => checkComplete(sql, all));

test("ids ascend, and nothing is an internal number", () => {
  const places = all.map(({ seq, index }) => seq * 1_000_000 + index);
  assert.ok(places.every((place, at) => at === 0 || place > places[at - 1]!));
  assert.ok(all.every(({ id, seq, index }) => id.startsWith(`${seq}-${index}-`)));
});

test("from the last id of any page on comes the rest, and nothing twice", async () => {
  const step = Math.ceil(all.length / 10);
  for (let at = 0; at < all.length; at += step) {
    const position = positionAfter(all[at]!.id);
    assert.ok(position);
    assert.deepEqual(await readAll(sql, position), all.slice(at + 1));
  }
});

test("a random history sums to its balances", async () => {
  for (const seed of Array.from(
    { length: atDepth({ quick: 1, deep: 2, long: 12 }) },
    (_, index) => 70 + index,
  )) {
    const random = await createRandomHistory(seed, atDepth({ quick: 600, deep: 3_000 }));
    const from = openDatabase(random.url);
    try {
      await checkComplete(from, await readAll(from, batchStart(1)));
    } finally {
      await from.end();
      await random.close();
    }
  }
});

test("a journal that is another one than was read ends the reading", async () => {
  const reader = createChangeReader(sql, batchStart(1));
  const page = await reader.next();
  assert.ok(!isMoved(page));
  const { next } = page;
  assert.ok(next.hash !== undefined);
  const same = await createChangeReader(sql, next).next();
  assert.ok(!isMoved(same));
  const last = page.events.at(-1)!;
  const place = positionAfter(last.id)!;
  assert.ok(!isMoved(await createChangeReader(sql, place).next()));
  assert.ok(!isMoved(await createChangeReader(sql, positionAfter(`${last.seq}-${last.index}`)!).next()));
  const others = [
    { ...next, hash: "00".repeat(32) },
    { ...place, hash: "00".repeat(6) },
  ];
  for (const moved of [...others, { ...batchStart(page.head + 2), hash: "00" }]) {
    const told = await createChangeReader(sql, moved).next();
    assert.ok(isMoved(told));
    assert.match(told.moved, /the exchange was put back to a snapshot, or is another one$/);
  }
  assert.ok(!isMoved(await createChangeReader(sql, batchStart(page.head + 1)).next()));
  assert.deepEqual(await createChangeReader(sql, batchStart(page.head + 2)).next(), {
    head: page.head,
    moved: `expected a batch from 1 to ${page.head + 1}, got ${page.head + 2}`,
  });
});
