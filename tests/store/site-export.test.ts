/** The export for a Kuest site, loaded into tables with the keys and checks of a site's. */
import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import type { CatalogEvent, CatalogMarket, Payout } from "../../src/core/markets/catalog.ts";
import { siteScript } from "../../src/operate/export/export-site.ts";
import type { SiteEntry } from "../../src/operate/export/export-site.ts";
import { hashOf, START_AT, startTestExchange, testListing, tokenOf, walletOf } from "../support/exchange.ts";
import type { TestExchange } from "../support/exchange.ts";
import { createHistory } from "../support/history.ts";
import { createSite, exportedScript } from "./exported-site.ts";
import type { Site } from "./exported-site.ts";

const [ANN, BOB] = ["ann", "bob"].map(walletOf) as [string, string];
const CREATED = "2026-05-01T09:30:00.500Z";
/** ULIDs of this time, with the number 7 and the number 8. */
const [SEVENTH, EIGHTH] = ["01KQHDZ8XM0000000000000007", "01KQHDZ8XM0000000000000008"];

/** Texts that SQL, JSON or the terminal of PostgreSQL might take for their own. */
const HOSTILE = [
  String.raw`O'Neil''s "best" \ 'bet\'; drop table markets; --`,
  "'); insert into tags (name, slug) values ('x', 'x'); --",
  String.raw`$$ $1 :slug :'slug' %s \. \q \! E'\x41' \u0041 {"a":[1]}`,
  "line\r\nline\ttab \u2028 \u0001 /* not */ -- a comment",
  "雨 🌧 \u202eabc\u202c ﷽",
];

let site: Site;
let exchange: TestExchange;

beforeEach(async () => {
  [site, exchange] = await Promise.all([createSite(), startTestExchange({ endpoints: [] })]);
});

afterEach(async () => {
  await Promise.all([site.close(), exchange.close()]);
});

type Listed = Partial<CatalogMarket> & { readonly name: string };

const listEvent = (event: Partial<CatalogEvent>, ...markets: readonly Listed[]): Promise<void> =>
  exchange.list(testListing(markets, { createdAt: CREATED, ...event }));

/** Exports the exchange into the site. */
async function load(): Promise<void> {
  await exchange.context.sql();
  await site.load(await exportedScript(exchange.databaseUrl, new Date(exchange.clock.now)));
}

/** Reads the rows of a query as arrays. */
const rowsOf = async (query: string): Promise<unknown[]> => [...(await site.sql.unsafe(query).values())];

describe("an export of a history of every kind", () => {
  it("fills a site, and finds nothing to do when it is loaded again", async (test) => {
    const history = await createHistory();
    test.after(() => history.close());
    const script = await exportedScript(history.url);
    await site.load(script);
    const slugs = ["floods", "later", "others", "test-event"];
    assert.deepEqual(
      await rowsOf("select slug, status from events order by slug"),
      slugs.map((slug) => [slug, "active"]),
    );
    assert.deepEqual(
      await rowsOf(`
        select slug, is_active, is_resolved, metadata -> 'archived', metadata -> 'accepting_orders',
          resolution_status, resolution_price::text, resolution_was_disputed,
          string_agg(payout_value::text || is_winning_outcome, ' ' order by outcome_index)
        from markets join conditions on id = condition_id join outcomes using (condition_id)
        group by condition_id, id order by slug`),
      [
        ["dust", false, false, true, false, null, null, false, null],
        ["fog", true, false, false, true, null, null, false, null],
        ["hail", false, true, false, false, "resolved", "0.500000", false, "0.500000false 0.500000false"],
        ["high-flood", true, false, false, true, null, null, false, null],
        ["low-flood", false, true, true, false, "resolved", "0.000000", true, "0.000000false 1.000000true"],
        ["middle-flood", true, false, false, true, "disputed", null, true, null],
        ["mist", true, false, false, true, "proposed", null, false, null],
        ["rain", true, false, false, true, null, null, false, null],
        ["snow", true, false, false, true, null, null, false, null],
        ["wind", false, true, false, false, "resolved", "1.000000", false, "1.000000true 0.000000false"],
      ],
    );
    const once = await site.readAll();
    await site.load(script);
    await site.load(await exportedScript(history.url));
    assert.deepEqual(await site.readAll(), once);
  });
});

describe("an export", () => {
  it("leaves out markets that were never opened, and events that have no others", async () => {
    await listEvent({}, { name: "rain" }, { name: "snow", active: false });
    await listEvent({ id: "8", slug: "later" }, { name: "fog", active: false });
    await load();
    assert.deepEqual(await rowsOf("select markets.slug, events.slug from markets join events on true"), [
      ["rain", "test-event"],
    ]);
  });

  it("keeps every text as it is", async () => {
    for (const [index, text] of HOSTILE.entries()) {
      const tags = [{ id: String(index + 1), label: text, slug: `tag ${text}` }];
      const outcomes = [text, `not ${text}`] as const;
      const name = `market ${index}`;
      await listEvent(
        { id: String(index + 1), slug: `event ${text}`, title: text, description: text, tags },
        { name, slug: text, question: text, description: text, outcomes, resolutionSource: text },
      );
    }
    await load();
    assert.deepEqual(
      await rowsOf(`
        select events.slug, events.title, rules, markets.slug, markets.title, question, market_rules,
          resolution_source, outcome_text, tags.name, tags.slug
        from markets join events on events.id = event_id join outcomes using (condition_id)
        join event_tags using (event_id) join tags on tags.id = tag_id
        where outcome_index = 0 order by event_id`),
      HOSTILE.map((text) => [`event ${text}`, ...Array.from({ length: 9 }, () => text), `tag ${text}`]),
    );
  });
});

const resolve = (name: string, payout: Payout) =>
  exchange.submit({ type: "resolve-market", conditionId: hashOf(name), payout });

describe("a later export", () => {
  it("brings trades and resolutions", async () => {
    await listEvent({}, { name: "rain" }, { name: "snow" });
    await load();
    await Promise.all([exchange.open(ANN, "100"), exchange.open(BOB, "100")]);
    const bought = { side: "BUY", price: "0.5", size: "10" } as const;
    await exchange.place({ account: ANN, tokenId: tokenOf("rain yes"), ...bought });
    await exchange.place({ account: BOB, tokenId: tokenOf("rain no"), ...bought });
    await resolve("rain", [0, 1]);
    await load();
    const state = () =>
      rowsOf(`
        select markets.slug, is_active, is_resolved, volume::text, volume_24h::text, resolution_status,
          resolution_last_update, status, resolved_at
        from markets join conditions on id = condition_id join events on events.id = event_id order by 1`);
    const now = new Date(START_AT);
    const [none, traded] = [
      ["0.000000", "0.000000"],
      ["5.000000", "5.000000"],
    ];
    assert.deepEqual(await state(), [
      ["rain", false, true, ...traded, "resolved", now, "active", null],
      ["snow", true, false, ...none, null, null, "active", null],
    ]);
    await exchange.wait(60_000);
    await resolve("snow", [1, 1]);
    await load();
    const later = new Date(START_AT + 60_000);
    assert.deepEqual(await state(), [
      ["rain", false, true, ...traded, "resolved", now, "resolved", later],
      ["snow", false, true, ...none, "resolved", later, "resolved", later],
    ]);
    await exchange.submit({ type: "undo-resolution", conditionId: hashOf("snow") });
    await load();
    assert.deepEqual(await state(), [
      ["rain", false, true, ...traded, "resolved", now, "active", null],
      ["snow", true, false, ...none, null, null, "active", null],
    ]);
    assert.deepEqual(await rowsOf("select count(*)::int from outcomes where payout_value is not null"), [
      [2],
    ]);
  });

  it("knows events and markets again whose slugs were exchanged", async () => {
    await listEvent({ slug: "one" }, { name: "rain" }, { name: "snow" });
    await listEvent({ id: "8", slug: "two" }, { name: "fog" });
    await load();
    await listEvent({ slug: "other" }, { name: "rain", slug: "other" }, { name: "snow" });
    await listEvent({ id: "8", slug: "one" }, { name: "fog" });
    await listEvent({ slug: "two" }, { name: "rain", slug: "other" }, { name: "snow", slug: "rain" });
    await listEvent({ slug: "two" }, { name: "rain", slug: "snow" }, { name: "snow", slug: "rain" });
    await load();
    assert.deepEqual(
      await rowsOf(
        "select id, events.slug, condition_id, markets.slug from events join markets on event_id = id order by 1, 4",
      ),
      [
        [SEVENTH, "two", hashOf("snow"), "rain"],
        [SEVENTH, "two", hashOf("rain"), "snow"],
        [EIGHTH, "one", hashOf("fog"), "fog"],
      ],
    );
  });
});

describe("a site that has content of its own", () => {
  it("keeps its events' ids and what it hides", async () => {
    await site.sql`insert into events (id, slug, title, is_hidden) values (${"A".repeat(26)}, 'test-event', 'Old', true)`;
    await listEvent({ tags: [{ id: "5", label: "Weather", slug: "weather" }] }, { name: "rain" });
    await load();
    await load();
    assert.deepEqual(
      await rowsOf(`
        select id, events.title, is_hidden, markets.slug, tag_id
        from events join markets on markets.event_id = id join event_tags on event_tags.event_id = id`),
      [["A".repeat(26), "Test event", true, "rain", 1]],
    );
  });

  it("keeps its tags, which are known by slug or name, and spends no numbers of new ones", async () => {
    await site.sql`insert into tags (name, slug, is_main_category) values ('Politik', 'politics', true), ('Sports', 'sport', true)`;
    const tags = [
      { id: "1", label: "Politics", slug: "politics" },
      { id: "2", label: "Sports", slug: "sports" },
      { id: "3", label: "Rain", slug: "rain" },
      { id: "4", label: "Rain", slug: "rains" },
      { id: "5", label: "", slug: "blank" },
    ];
    await listEvent({ tags }, { name: "rain" });
    await load();
    await load();
    await site.sql`insert into tags (name, slug) values ('Next', 'next')`;
    assert.deepEqual(await rowsOf("select id, name, slug, is_main_category from tags order by id"), [
      [1, "Politik", "politics", true],
      [2, "Sports", "sport", true],
      [3, "Rain", "rain", false],
      [4, "Next", "next", false],
    ]);
    assert.deepEqual(await rowsOf("select tag_id from event_tags order by 1"), [[1], [2], [3]]);
  });

  it("has its tags counted once, and counts by itself afterwards", async () => {
    const tags = [
      { id: "1", label: "Politics", slug: "politics" },
      { id: "2", label: "Rain", slug: "rain" },
    ];
    await listEvent({ tags }, { name: "rain" }, { name: "snow" });
    await listEvent({ id: "8", slug: "later", tags: tags.slice(1) }, { name: "fog" });
    await load();
    const counts = () => rowsOf("select slug, active_markets_count from tags order by 1");
    assert.deepEqual(await counts(), [
      ["politics", 2],
      ["rain", 3],
    ]);
    await resolve("rain", [1, 0]);
    await load();
    assert.deepEqual(await counts(), [
      ["politics", 1],
      ["rain", 2],
    ]);
    for (const table of ["markets", "event_tags"])
      await assert.rejects(site.sql`delete from ${site.sql(table)}`, /counted with a row/);
  });

  it("has none of an export that fails", async () => {
    await site.sql`alter table outcomes drop column payout_value`;
    await listEvent({}, { name: "rain" });
    await assert.rejects(load, /column "payout_value" of relation "exported_outcomes" does not exist/);
    await site.sql`rollback`;
    assert.deepEqual(await rowsOf("select id from events"), []);
  });
});

describe("the script of many rows", () => {
  it("comes in pieces of so many", async () => {
    const total = 1_234;
    const entries = async function* (): AsyncGenerator<SiteEntry> {
      for (let no = 0; no < total; no += 1)
        yield { table: "tags", row: { event_id: SEVENTH, name: `tag ${no}`, slug: `${no}` } };
    };
    const counts: number[] = [];
    for await (const piece of siteScript("Tags", entries()))
      counts.push(piece.match(/^\{"event_id"/gm)?.length ?? 0);
    assert.equal(
      counts.reduce((sum, count) => sum + count),
      total,
    );
    assert.equal(Math.max(...counts), 100);
  });
});
