/** Cards: events in short, each with the likeliest of its markets and their change in a day. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { hashOf, testListing, tokenOf, walletOf } from "../../support/exchange.ts";
import type { TestExchange } from "../../support/exchange.ts";
import type { Dialect } from "../../../src/http/dialects/dialect.ts";
import type { Card } from "../../../src/http/catalog/events/cards.ts";
import { answered, assertBadValue, DIALECTS, startCatalog } from "./world.ts";

const HOUR_MS = 3_600_000;
const TAGS = [
  { id: "1", label: "Weather", slug: "weather" },
  { id: "2", label: "Sun", slug: "sun" },
];

const DULL = { id: "3", label: "Dull", slug: "dull" };

let exchange: TestExchange;

/** Quotes a market on both sides of a price in cents, a cent away from it. */
async function quote(name: string, cents: number): Promise<void> {
  const order = { account: walletOf("maker"), side: "BUY", size: "10" } as const;
  const price = (of: number): string => (of / 100).toFixed(2);
  await exchange.place({ ...order, tokenId: tokenOf(`${name} yes`), price: price(cents - 1) });
  await exchange.place({ ...order, tokenId: tokenOf(`${name} no`), price: price(99 - cents) });
}

/** Takes the bid at 39 and leaves one at 25, too far from the offer at 41 for a midpoint. */
async function spread(name: string): Promise<void> {
  const order = { account: walletOf("maker"), side: "BUY", size: "10" } as const;
  await exchange.place({ ...order, tokenId: tokenOf(`${name} no`), price: "0.61" });
  await exchange.place({ ...order, tokenId: tokenOf(`${name} yes`), price: "0.25" });
}

before(async () => {
  exchange = await startCatalog();
  await exchange.list(
    testListing([{ name: "rain", id: "1" }], {
      id: "1",
      slug: "rain",
      title: "Rain?",
      image: "https://example.com/rain.png",
      endDate: "2026-09-01T00:00:00Z",
      tags: TAGS,
    }),
  );
  const several = ["first", "second", "third", "fourth"].map((name, index) => ({
    name,
    id: String(10 + index),
    groupItemTitle: `The ${name}`,
  }));
  const draft = { name: "draft", id: "14", active: false, acceptingOrders: false };
  await exchange.list(
    testListing([...several, draft], { id: "2", slug: "several", title: "Which?", tags: [DULL] }),
  );
  await exchange.list(testListing([{ name: "wide", id: "20" }], { id: "3", slug: "wide", title: "Wide?" }));
  await exchange.open(walletOf("maker"), "10000");
  await quote("rain", 40);
  await quote("third", 60);
  await quote("fourth", 20);
  await quote("wide", 40);
  await exchange.wait(30 * HOUR_MS);
  // Its bid trades with the offer at 41.
  await quote("rain", 45);
  await spread("wide");
  await exchange.submit({ type: "resolve-market", conditionId: hashOf("second"), payout: [1, 0] });
  await exchange.wait(HOUR_MS);
});
after(() => exchange.close());

async function cardsAt(query: string, dialect: Dialect = "spec"): Promise<readonly Card[]> {
  const path = `/cards?${query}`;
  return answered(await exchange.get(path, dialect), "/cards", dialect).cards;
}

void describe("Cards of events", () => {
  void it("are the same in every dialect, and have no more than a list shows", async () => {
    for (const dialect of DIALECTS) {
      const [rain] = await cardsAt("slug=rain", dialect);
      const { createdAt: _created, ...shown } = rain ?? {};
      assert.deepEqual(shown, {
        id: "1",
        slug: "rain",
        title: "Rain?",
        image: "https://example.com/rain.png",
        endDate: "2026-09-01T00:00:00Z",
        closed: false,
        tag: { slug: "weather", label: "Weather" },
        volume: 4.1,
        volume24hr: 4.1,
        marketCount: 1,
        markets: [
          {
            slug: "rain",
            name: "Will rain happen?",
            outcomes: ["Yes", "No"],
            tokenId: tokenOf("rain yes"),
            price: 0.425,
            bestBid: 0.39,
            bestAsk: 0.46,
            oneDayPriceChange: 0.025,
            closed: false,
            place: 0,
            acceptingOrders: true,
          },
        ],
      });
    }
  });

  void it("have the likeliest open markets first, and count all but drafts", async () => {
    for (const [most, names] of [
      [10, ["The third", "The fourth", "The first", "The second"]],
      [2, ["The third", "The fourth"]],
    ] as const) {
      const [card] = await cardsAt(`slug=several&markets=${most}`);
      assert.equal(card?.marketCount, 4);
      assert.deepEqual(
        card.markets.map(({ name }) => name),
        names,
      );
    }
    const [card] = await cardsAt("slug=several&markets=10");
    assert.deepEqual(
      card?.markets.map(({ price }) => price),
      [0.6, 0.2, undefined, 1],
    );
    assert.deepEqual(
      card.markets.map(({ place }) => place),
      [2, 3, 0, 1],
    );
  });

  void it("are ordered by the largest move of a market", async () => {
    const cards = await cardsAt("order=oneDayPriceChange&closed=false");
    assert.deepEqual(
      cards.map(({ slug }) => slug),
      ["rain", "wide", "several"],
    );
  });

  void it("have the change of the price that they show, also where it is that of the last trade", async () => {
    const [card] = await cardsAt("slug=wide");
    const [market] = card?.markets ?? [];
    assert.deepEqual([market?.bestBid, market?.bestAsk], [0.25, 0.41]);
    assert.deepEqual([market?.price, market?.oneDayPriceChange], [0.39, -0.01]);
  });

  void it("have tags that can be ordered by what their events traded in a day", async () => {
    for (const [query, slugs] of [
      ["order=volume24hr", ["sun", "weather", "dull"]],
      ["order=volume24hr&ascending=true", ["dull", "weather", "sun"]],
      ["order=volume24hr&limit=1&offset=1", ["weather"]],
    ] as const) {
      const tags: { slug: string }[] = answered(await exchange.get(`/tags?${query}`), "/tags", "spec");
      assert.deepEqual(
        tags.map(({ slug }) => slug),
        slugs,
        query,
      );
    }
  });

  void it("come page after page", async () => {
    const first = answered(await exchange.get("/cards?limit=2&order=id"), "/cards", "spec");
    const next = await exchange.get(`/cards?limit=2&order=id&after_cursor=${first.next_cursor}`);
    const { cards, next_cursor: end } = answered(next, "/cards", "spec");
    const slugs = [...first.cards, ...cards].map(({ slug }) => slug);
    assert.deepEqual([slugs, end], [["wide", "several", "rain"], undefined]);
  });

  void it("refuse a parameter that they do not have with the names of those that they have", async () => {
    for (const dialect of DIALECTS) {
      const refused = await exchange.get("/cards?fields=title", dialect);
      const { error } = refused.body;
      assert.match(error, /^fields is not supported: expected one of limit, after_cursor, markets, active, /);
      assertBadValue(refused, error, dialect);
      assertBadValue(await exchange.get("/cards?markets=11", dialect), "markets is invalid", dialect);
      assertBadValue(await exchange.get("/cards?order=fame", dialect), "order fields are not valid", dialect);
      assertBadValue(
        await exchange.get("/cards?after_cursor=x", dialect),
        "after_cursor is invalid",
        dialect,
      );
    }
  });
});
