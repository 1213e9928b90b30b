/** Reads of the catalog over a large one: each finds its rows by indexes, without walking a large table. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import postgres from "postgres";
import { micros } from "../../src/core/units.ts";
import {
  EVENT_ORDERS,
  findEvent,
  listEvents,
  listEventsById,
} from "../../src/store/catalog/catalog-events.ts";
import type { EventFilter } from "../../src/store/catalog/catalog-events.ts";
import {
  MARKET_ORDERS,
  findMarket,
  listMarkets,
  listEventsMarkets,
} from "../../src/store/catalog/catalog-markets.ts";
import type { MarketFilter } from "../../src/store/catalog/catalog-markets.ts";
import {
  listMarketRecords,
  listOpenMarketRecords,
  listRewardedMarketRecords,
} from "../../src/store/catalog/market-records.ts";
import { PUBLIC } from "../../src/store/catalog/catalog-records.ts";
import type { Sql } from "../../src/store/sql/database.ts";
import { createTestDatabase } from "../support/database.ts";
import type { TestDatabase } from "../support/database.ts";
import * as generated from "./generated-catalog.ts";

const EVENTS = 12_000;
const LARGE_TABLES = [
  "events",
  "event_entries",
  "event_figures",
  "markets",
  "market_entries",
  "market_states",
];
const SEQUENTIAL = new RegExp(`Seq Scan on (${LARGE_TABLES.join("|")})\\b`);
const since = generated.HOUR - 24;

let database: TestDatabase;
let sql: Sql;
/** The statements that were sent since it was emptied. */
let sent: { readonly text: string; readonly parameters: unknown[] }[] = [];

before(async () => {
  database = await createTestDatabase();
  sql = postgres(database.url, {
    max: 1,
    onnotice: () => {},
    debug: (_connection, text, parameters) => sent.push({ text, parameters }),
    types: { int8: { to: 20, from: [20], serialize: String, parse: Number } },
  });
  await generated.generateCatalog(sql, EVENTS);
});
after(async () => {
  await sql?.end();
  await database?.close();
});

/** Lists the parts of these reads' plans that walk a large table, one line for each such statement. */
async function walks(reads: readonly (() => Promise<unknown>)[]): Promise<string[]> {
  sent = [];
  await Promise.all(reads.map((read) => read()));
  const plans = await Promise.all(sent.map(({ text, parameters }) => planOf(text, parameters as string[])));
  return plans.map((plan) => SEQUENTIAL.exec(plan)?.[0]).filter((walk) => walk !== undefined);
}

async function planOf(text: string, parameters: string[]): Promise<string> {
  const lines = await sql.unsafe<{ "QUERY PLAN": string }[]>(`explain ${text}`, parameters);
  return lines.map((line) => line["QUERY PLAN"]).join("\n");
}

const scopes = {
  "markets of a common wallet": { creators: [generated.COMMON_WALLET] },
  "markets of a rare wallet": { creators: [generated.RARE_WALLET] },
  "markets of a site": { creators: [generated.COMMON_WALLET, generated.RARE_WALLET] },
  "markets of nobody": { creators: [] },
} as const;

const flags = {
  "no filter": {},
  closed: { closed: true },
  "not closed": { closed: false },
  open: { active: true, closed: false, archived: false },
  archived: { archived: true },
  active: { active: true },
  "not active": { active: false },
} as const;

const tags = {
  "a common tag": { tagIds: [generated.COMMON_TAG.id] },
  "two tags": { tagIds: [generated.COMMON_TAG.id, generated.RARE_TAG.id] },
  "both of two tags": { tagIds: [generated.COMMON_TAG.id, generated.RARE_TAG.id], allTags: true },
  "a common tag, not closed": { tagIds: [generated.COMMON_TAG.id], closed: false },
  "a rare tag": { tagIds: [generated.RARE_TAG.id] },
  "a rare tag's slug, not closed": { tagSlugs: [generated.RARE_TAG.slug], closed: false },
  "an unknown tag": { tagSlugs: ["no-such-tag"] },
  "a common tag in scope of a rare wallet": {
    tagIds: [generated.COMMON_TAG.id],
    creators: [generated.RARE_WALLET],
  },
} as const;

const versions = {
  "the first version": { versions: ["v1"] },
  "the first version, not closed": { versions: ["v1"], closed: false },
  "the second version": { versions: ["v2"] },
  "the second version, not closed": { versions: ["v2"], closed: false },
} as const;

/** Wallets in scope. */
type Among = { readonly creators?: readonly string[] };
const scopeOf = ({ creators }: Among) => ({ creators, drafts: false });

const eventFilters: Readonly<Record<string, EventFilter & Among>> = {
  ...flags,
  ...tags,
  ...scopes,
  "a common series": { seriesSlug: generated.COMMON_SERIES },
  "a rare series": { seriesSlug: generated.RARE_SERIES },
  "ids of series": { seriesIds: [390, 400] },
  "a recurrence": { recurrence: "weekly" },
  "a part of a title": { titlePart: "event 77" },
  "a day of games": { startTimeMin: "2022-05-01", startTimeMax: "2022-05-02" },
  "late games, not closed": { startTimeMin: "2022-12", closed: false },
  "a slug": { slugs: ["event-777"] },
  ...versions,
};

const marketFilters: Readonly<Record<string, MarketFilter & Among>> = {
  ...flags,
  ...tags,
  ...scopes,
  "an event": { eventId: 7_770 },
  "an event's slug": { eventSlug: "event-777" },
  ids: { ids: [77_700, 88_800, 1] },
  slugs: { slugs: ["market-777-0", "no-such-market"] },
  "condition ids": { conditionIds: [`0x${"0".repeat(64)}`] },
  "question ids": { questionIds: [`0x${"0".repeat(64)}`] },
  proposed: { resolution: "proposed" },
  "disputed, not closed": { resolution: "disputed", closed: false },
  resolved: { resolution: "resolved" },
  numbers: { nos: [1, 2, 3_000] },
  "a large volume": { volumeMin: micros(900_000_000) },
  "a small volume": { volumeMax: micros(10) },
  "a large liquidity, not closed": { liquidityMin: micros(90_000_000), closed: false },
  "a month of starts": { startDateMin: "2022-05", startDateMax: "2022-06" },
  "late ends, not closed": { endDateMin: "2022-12", closed: false },
  ...versions,
};

const UP = { ascending: true, offset: 0, limit: 100 };
const DOWN = { ascending: false, offset: 200, limit: 20 };

/** One name for each column, with a page: of figures both, of others up with one filter and down with the next. */
const ordersOf = <Order extends string>(orders: Readonly<Record<Order, string>>, filter: number) =>
  (Object.keys(orders) as Order[])
    .filter((order) => !order.endsWith("Num"))
    .flatMap((order, index) => {
      const pages = /^(volume|liquidity)/.test(order) ? [UP, DOWN] : [(filter + index) % 2 === 0 ? UP : DOWN];
      return pages.map((page) => ({ order: [order], since, ...page }));
    });

Object.entries(eventFilters).forEach(([name, filter], index) => {
  test(`events: ${name}, in every order`, async () => {
    const scoped = { ...filter, scope: scopeOf(filter) };
    const reads = ordersOf(EVENT_ORDERS, index).map(
      (page) => () => listEvents(sql, { filter: scoped, ...page }),
    );
    assert.deepEqual(await walks(reads), []);
  });
});

Object.entries(marketFilters).forEach(([name, filter], index) => {
  test(`markets: ${name}, in every order`, async () => {
    const scoped = { ...filter, scope: scopeOf(filter) };
    const reads = ordersOf(MARKET_ORDERS, index).map(
      (page) => () => listMarkets(sql, { filter: scoped, ...page }),
    );
    assert.deepEqual(await walks(reads), []);
  });
});

const some = Array.from({ length: 100 }, (_, index) => (1 + index * 150) * 10);
const FIRST_PAGE = { offset: 0, limit: 501 };
const within = { scope: PUBLIC, since };
const others: Readonly<Record<string, () => Promise<unknown>>> = {
  "an event by id": () => findEvent(sql, { id: 7_770 }, within),
  "an event by slug in a scope": () =>
    findEvent(sql, { slug: "event-777" }, { since, scope: scopeOf({ creators: [generated.COMMON_WALLET] }) }),
  "events by id": () => listEventsById(sql, some, { since }),
  "a market by id": () => findMarket(sql, { id: 77_700 }, within),
  "a market by slug": () => findMarket(sql, { slug: "market-777-0" }, within),
  "a market by condition id": () => findMarket(sql, { conditionId: `0x${"0".repeat(64)}` }, within),
  "the first page of all markets": () => listMarketRecords(sql, FIRST_PAGE),
  "the first page of open markets": () => listOpenMarketRecords(sql, FIRST_PAGE),
  "the first page of markets with rewards": () => listRewardedMarketRecords(sql, FIRST_PAGE),
  "the markets of events": () => listEventsMarkets(sql, some, within),
  "the markets of events in a scope": () =>
    listEventsMarkets(sql, some, { since, scope: scopeOf({ creators: [generated.COMMON_WALLET] }) }),
};

for (const [name, read] of Object.entries(others)) {
  test(name, async () => {
    assert.deepEqual(await walks([read]), []);
  });
}
