import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { CatalogEvent } from "../../../src/core/markets/catalog.ts";
import { hashOf, testListing, tokenOf, walletOf } from "../../support/exchange.ts";
import type { TestExchange } from "../../support/exchange.ts";
import { testSeries } from "../../support/test-series.ts";
import { answered, DIALECTS, startCatalog } from "./world.ts";

/** Events a to e: id 1 to 5. d has no dates and is a placeholder, which trades and is not active; e is closed. */
const EVENTS: readonly Partial<CatalogEvent>[] = [
  { slug: "a", title: "Zebra", startDate: "2026-01-01T00:00:00Z", endDate: "2026-06-01T00:00:00Z" },
  { slug: "b", title: "apple", startDate: "2026-01-01T00:00:00.5Z", endDate: "2026-05-01T00:00:00Z" },
  { slug: "c", title: "Äther", startDate: "2026-01-01T00:00:00.25Z", endDate: "2026-05-01T00:00:00Z" },
  { slug: "d", title: "apple", active: false },
  { slug: "e", title: "Mango", startDate: "2025-12-31T23:59:59.999999Z", closed: true },
];

const TAGS = [
  { id: "1", label: "One", slug: "one" },
  { id: "2", label: "Two", slug: "two" },
];
const SERIES = testSeries({ id: "1", slug: "fruit", title: "Fruit", recurrence: "" });

let exchange: TestExchange;
before(async () => {
  exchange = await startCatalog();
  for (const [index, event] of EVENTS.entries()) {
    const id = String(index + 1);
    const { slug, active = true, closed = false } = event;
    const name = `${slug} market`;
    const labels = { tags: TAGS.slice(0, index % 3), series: index === 1 ? [SERIES] : [] };
    await exchange.list(
      testListing([{ name, id: `1${id}`, active, closed, acceptingOrders: true }], {
        ...event,
        ...labels,
        id,
        ticker: `${slug}`,
      }),
    );
  }
  for (const name of ["maker", "taker"]) await exchange.open(walletOf(name), "10000");
  const trade = async (name: string, size: string) => {
    const order = { side: "BUY", price: "0.5", size } as const;
    await exchange.place({ ...order, account: walletOf("maker"), tokenId: tokenOf(`${name} yes`) });
    await exchange.place({ ...order, account: walletOf("taker"), tokenId: tokenOf(`${name} no`) });
  };
  await trade("a market", "10");
  await exchange.wait(26 * 3_600_000);
  await trade("c market", "5");
  await exchange.place({
    account: walletOf("maker"),
    tokenId: tokenOf("b market yes"),
    side: "BUY",
    price: "0.5",
    size: "10",
  });
});
after(() => exchange.close());

const slugsAt = async (query: string, dialect: (typeof DIALECTS)[number] = "spec"): Promise<string> => {
  const events: { slug: string }[] = answered(
    await exchange.get(`/events?${query}`, dialect),
    "/events",
    dialect,
  );
  return events.map(({ slug }) => slug).join("");
};

const ROWS: [query: string, slugs: string][] = [
  ["", "abcde"],
  ["ascending=false", "abcde"],
  ["limit=2", "ab"],
  ["limit=2&offset=1", "bc"],
  ["offset=4", "e"],
  ["offset=5", ""],
  ["offset=9007199254740991", ""],
  ["active=true", "abce"],
  ["active=false", "d"],
  ["closed=true", "e"],
  ["closed=false", "abcd"],
  ["archived=true", ""],
  ["archived=false&active=true&closed=false", "abc"],
  ["tag=one", "bce"],
  ["tag_slug=two", "c"],
  ["tag=two&tag_slug=two", "c"],
  ["tag=none", ""],
  ["tag=One", ""],
  ["tag_id=1", "bce"],
  ["tag_id=2&tag=one", "c"],
  ["tag_id=-1", ""],
  ["series_slug=fruit", "b"],
  ["slug=c", "c"],
  ["slug=c&closed=true", ""],
  ["slug=", "abcde"],
  ["order=id", "edcba"],
  ["order=id&ascending=true", "abcde"],
  ["order=slug", "edcba"],
  ["order=ticker&ascending=true", "abcde"],
  ["order=title&ascending=true", "eabdc"],
  ["order=title", "cdbae"],
  ["order=startDate&ascending=true", "deacb"],
  ["order=startDate", "bcaed"],
  ["order=endDate", "acbed"],
  ["order=endDate&ascending=true", "debca"],
  ["order=createdAt", "edcba"],
  ["order=volume", "acedb"],
  ["order=volumeNum&ascending=true", "bdeca"],
  ["order=volume24hr", "cedba"],
  ["order=liquidity&limit=1", "b"],
  ["order=liquidityNum&limit=2&offset=1", "ed"],
  ["order=featuredOrder", "edcba"],
  ["order=competitive", "edcba"],
  ["order=closedTime&ascending=true", "abcde"],
];

void describe("The list of events", () => {
  for (const [query, slugs] of ROWS) {
    void it(`/events?${query} has ${slugs || "none"}`, async () => {
      for (const dialect of DIALECTS) assert.equal(await slugsAt(query, dialect), slugs);
    });
  }

  void it("follows the flags as they change", async () => {
    await exchange.submit({ type: "resolve-market", conditionId: hashOf("a market"), payout: [1, 0] });
    assert.equal(await slugsAt("closed=true"), "ae");
    assert.equal(await slugsAt("active=true&closed=false"), "bc");
  });
});
