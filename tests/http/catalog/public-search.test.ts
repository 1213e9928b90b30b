import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { testListing } from "../../support/exchange.ts";
import type { TestExchange } from "../../support/exchange.ts";
import { answered, DIALECTS, startCatalog } from "./world.ts";
import { bareListing, rainListing } from "./rich-listing.ts";

let exchange: TestExchange;
before(async () => {
  exchange = await startCatalog();
  await exchange.list(rainListing());
  await exchange.list(bareListing());
  for (const number of [1, 2, 3]) {
    const slug = `comet-${number}`;
    const event = { id: String(number), slug, ticker: slug, title: `Comet number ${number}` };
    await exchange.list(testListing([{ name: slug, id: `5${number}` }], event));
  }
});
after(() => exchange.close());

const search = async (query: string, dialect: (typeof DIALECTS)[number] = "spec") =>
  answered(await exchange.get(`/public-search?${query}`, dialect), "/public-search", dialect);

void describe("The search", () => {
  void it("gives the names of events, tags with their number of events, and how many there are", async () => {
    for (const dialect of ["spec", "kuest"] as const) {
      assert.deepEqual(await search("q=rain", dialect), {
        events: [{ id: "901", ticker: "rain-2026", slug: "rain-in-2026", title: "Rain in 2026" }],
        tags: [],
        pagination: { hasMore: false, totalResults: 1 },
      });
    }
    const { tags } = await search("q=weather");
    assert.deepEqual(tags, [{ id: "11", label: "Weather", slug: "weather", event_count: 1 }]);
  });

  void it("gives rows of the list of events in Polymarket's dialect", async () => {
    const { events } = await search("q=rain", "polymarket");
    assert.deepEqual(events, (await exchange.get("/events?slug=rain-in-2026", "polymarket")).body);
  });

  void it("gives pages, and says whether more follow", async () => {
    const pages: unknown[] = [];
    for (const page of [1, 2, 3]) {
      const { events, pagination } = await search(`q=comet&limit_per_type=2&page=${page}`);
      pages.push([events.length, pagination.hasMore, pagination.totalResults]);
    }
    assert.deepEqual(pages, [
      [2, true, 3],
      [1, false, 3],
      [0, false, 3],
    ]);
    assert.equal((await search("q=comet&page=9007199254740991")).events.length, 0);
  });

  void it("says that more follow when only tags do, unless they are not asked for", async () => {
    const tags = ["Ozone", "Ozone layer", "Ozone hole"].map((label, index) => ({
      id: String(70 + index),
      label,
      slug: `tag-${index}`,
    }));
    await exchange.list(testListing([{ name: "sky", id: "60" }], { id: "60", slug: "sky", tags }));
    const pages: unknown[] = [];
    for (const page of [1, 2, 3]) {
      const found = await search(`q=ozone&limit_per_type=2&page=${page}`);
      pages.push([found.events.length, found.tags.length, found.pagination]);
    }
    assert.deepEqual(pages, [
      [1, 2, { hasMore: true, totalResults: 1 }],
      [0, 1, { hasMore: false, totalResults: 1 }],
      [0, 0, { hasMore: false, totalResults: 1 }],
    ]);
    const { pagination } = await search("q=ozone&limit_per_type=2&search_tags=false");
    assert.equal(pagination.hasMore, false);
  });

  void it("leaves tags away when they are not asked for, and has no profiles", async () => {
    assert.deepEqual((await search("q=weather&search_tags=false")).tags, []);
    const found = await search("q=weather&search_profiles=true");
    assert.deepEqual(Object.keys(found), ["events", "tags", "pagination"]);
  });
});
