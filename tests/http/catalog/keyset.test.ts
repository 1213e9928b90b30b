/** The lists of events and markets by cursors, and the list of events with their number. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { EVENT_ORDERS } from "../../../src/store/catalog/catalog-events.ts";
import { MARKET_ORDERS } from "../../../src/store/catalog/catalog-markets.ts";
import { atDepth } from "../../support/depth.ts";
import { testListing } from "../../support/exchange.ts";
import type { TestExchange } from "../../support/exchange.ts";
import { answered, assertBadValue, assertNotFound, DIALECTS, startCatalog } from "./world.ts";
import { pages, walk } from "./keyset-walk.ts";
import { rainListing } from "./rich-listing.ts";

let exchange: TestExchange;
/** An event with two markets, of which many share their id with others. */
const list = (id: number): Promise<void> => {
  const market = String(10 + Math.floor(id / 40));
  return exchange.list(
    testListing(
      [
        { name: `first of ${id}`, id: market },
        { name: `second of ${id}`, id: market },
      ],
      { id: String(id), slug: `event-${id}`, ticker: `event-${id}` },
    ),
  );
};

before(async () => {
  exchange = await startCatalog();
  for (const id of [10, 20, 30, 40, 50, 60]) await list(id);
});
after(() => exchange.close());

const LIMITS = atDepth({ quick: [4], deep: [2], long: [1, 4, 500] });

const LISTS: readonly [path: string, orders: readonly string[]][] = [
  ["/events", Object.keys(EVENT_ORDERS)],
  ["/markets", Object.keys(MARKET_ORDERS)],
];

for (const [path, orders] of LISTS) {
  void describe(`${path}/keyset`, () => {
    for (const order of [undefined, ...orders]) {
      void it(`gives every row of the list once, ordered by ${order ?? "nothing"}`, async () => {
        for (const dialect of DIALECTS) {
          for (const ascending of [true, false]) {
            const query = `ascending=${ascending}${order === undefined ? "" : `&order=${order}`}`;
            const { body } = await exchange.get(`${path}?${query}`, dialect);
            for (const limit of LIMITS)
              assert.deepEqual(await walk(exchange, `${path}/keyset?limit=${limit}&${query}`, dialect), body);
          }
        }
      });
    }

    void it("has the documented shape, with a cursor and without", async () => {
      for (const dialect of DIALECTS) {
        const first = answered(
          await exchange.get(`${path}/keyset?limit=2`, dialect),
          `${path}/keyset`,
          dialect,
        );
        assert.deepEqual(Object.keys(first), [path.slice(1), "next_cursor"]);
        const all = answered(await exchange.get(`${path}/keyset`, dialect), `${path}/keyset`, dialect);
        assert.deepEqual(Object.keys(all), [path.slice(1)]);
      }
    });

    void it("ends at once where nothing is found", async () => {
      assert.deepEqual((await exchange.get(`${path}/keyset?tag=none`)).body, { [path.slice(1)]: [] });
    });

    void it("refuses what is no cursor of this list and order", async () => {
      const other = path === "/events" ? "/markets" : "/events";
      const { next_cursor: foreign } = (await exchange.get(`${other}/keyset?limit=1`)).body;
      const { next_cursor: cursor } = (await exchange.get(`${path}/keyset?limit=1`)).body;
      for (const dialect of DIALECTS) {
        for (const text of ["MA==", `${cursor}=`, foreign])
          assertBadValue(
            await exchange.get(`${path}/keyset?after_cursor=${text}`, dialect),
            "after_cursor is invalid",
            dialect,
          );
        const reordered = `${path}/keyset?order=slug&after_cursor=${cursor}`;
        assertBadValue(await exchange.get(reordered, dialect), "after_cursor is invalid", dialect);
      }
    });

    void it("takes any number of the right form", async () => {
      const far = path === "/events" ? `id.${2 ** 53 - 1}` : `id.1.${2 ** 53 - 1}`;
      for (const [order, text] of [
        ["id", far],
        ["slug", `slug.${2 ** 53 - 1}`],
        ["volume24hr", `volume24hr.${2 ** 53 - 1}`],
      ]) {
        const cursor = Buffer.from(text!).toString("base64url");
        const { status } = await exchange.get(`${path}/keyset?order=${order}&after_cursor=${cursor}`);
        assert.equal(status, 200, text);
      }
    });
  });
}

void describe("A walk while events are listed", () => {
  const IDS = ["10", "20", "30", "40", "50", "60"];

  for (const [query, listed] of [
    ["", [5, 25, 35, 70]],
    ["&order=id", [6, 26, 36, 71]],
  ] as const) {
    void it(`misses none and repeats none${query}`, async () => {
      const [ids, markets]: [string[], string[]] = [[], []];
      const walks = [
        pages(exchange, `/events/keyset?limit=2${query}`, "spec"),
        pages(exchange, `/markets/keyset?limit=3${query}`, "spec"),
      ] as const;
      for (const id of listed) {
        ids.push(...((await walks[0].next()).value ?? []).map((event: { id: string }) => event.id));
        markets.push(...((await walks[1].next()).value ?? []).map(({ slug }: { slug: string }) => slug));
        await list(id);
      }
      for await (const page of walks[0]) ids.push(...page.map((event) => event.id));
      for await (const page of walks[1]) markets.push(...page.map(({ slug }) => slug));
      assert.deepEqual(ids, [...new Set(ids)]);
      assert.deepEqual(markets, [...new Set(markets)]);
      assert.deepEqual(
        IDS.filter((id) => !ids.includes(id)),
        [],
      );
      const { body } = await exchange.get("/markets?event_id=40");
      assert.ok(body.every(({ slug }: { slug: string }) => markets.includes(slug)));
    });
  }
});

void describe("/events/pagination", () => {
  void it("has the list's page, and how many there are", async () => {
    for (const dialect of DIALECTS) {
      const { body: all } = await exchange.get("/events?closed=false", dialect);
      for (const [limit, offset] of [
        [2, 0],
        [3, all.length - 3],
        [3, all.length - 4],
        [500, 0],
        [1, 10_000],
      ] as const) {
        const path = `/events/pagination?closed=false&limit=${limit}&offset=${offset}`;
        assert.deepEqual(answered(await exchange.get(path, dialect), "/events/pagination", dialect), {
          data: all.slice(offset, offset + limit),
          pagination: { hasMore: offset + limit < all.length, totalResults: all.length },
        });
      }
    }
  });
});

void describe("Filters of events that Polymarket's clients send", () => {
  const WRONG: readonly [query: string, name: string][] = [
    ["volume_max=-1", "volume_max"],
    ["start_date_min=yesterday", "start_date_min"],
  ];
  for (const [query, name] of WRONG) {
    void it(`refuses ${query}`, async () => {
      for (const dialect of DIALECTS)
        for (const path of ["/events", "/events/keyset", "/events/pagination"])
          assertBadValue(await exchange.get(`${path}?${query}`, dialect), `${name} is invalid`, dialect);
    });
  }
});

void describe("/series/slug/{slug}", () => {
  void it("has the series with this slug", async () => {
    await exchange.list(rainListing());
    for (const dialect of DIALECTS) {
      const series = answered(
        await exchange.get("/series/slug/rain-years", dialect),
        "/series/slug/:slug",
        dialect,
      );
      assert.deepEqual(series, (await exchange.get("/series/21", dialect)).body);
      assertNotFound(await exchange.get("/series/slug/RAIN-YEARS", dialect), "slug");
      assertNotFound(await exchange.get("/series/slug/rain-years?creator=nobody.example", dialect), "slug");
    }
  });
});
