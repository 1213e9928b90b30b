/** Cards that are found: by words, and as related to another event. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Card } from "../../../src/http/catalog/events/cards.ts";
import type { Dialect } from "../../../src/http/dialects/dialect.ts";
import { hashOf, testListing, tokenOf, walletOf } from "../../support/exchange.ts";
import type { TestExchange } from "../../support/exchange.ts";
import { testSeries } from "../../support/test-series.ts";
import { answered, assertBadValue, assertNotFound, assertRefused, DIALECTS, startCatalog } from "./world.ts";

const tag = (id: string, label: string) => ({ id, label, slug: label.toLowerCase() });
const [WEATHER, SEA, MONEY] = [tag("1", "Weather"), tag("2", "Sea"), tag("3", "Money")];
const TIDES = testSeries({ id: "9", slug: "tides", title: "Tides" });

type Listed = {
  readonly tags: (typeof WEATHER)[];
  readonly series?: (typeof TIDES)[];
  readonly active?: boolean;
};

/** Events by their slugs, with ids from 1 on; each has a market of the same name. */
const EVENTS: Readonly<Record<string, Listed>> = {
  "storm-tide": { tags: [WEATHER, SEA], series: [TIDES] },
  "high-tide": { tags: [SEA], series: [TIDES] },
  "warm-sea": { tags: [SEA, WEATHER] },
  "cold-sea": { tags: [SEA] },
  "calm-sea": { tags: [SEA] },
  "hidden-sea": { tags: [SEA, WEATHER], active: false },
  "past-sea": { tags: [SEA, WEATHER] },
  "gold-price": { tags: [MONEY] },
  "bank-rate": { tags: [MONEY] },
  "only-tide": { tags: [], series: [TIDES] },
};

let exchange: TestExchange;

/** Trades shares of a market at a half. */
async function trade(name: string, size: string): Promise<void> {
  const order = { account: walletOf("maker"), side: "BUY", price: "0.5", size } as const;
  await exchange.place({ ...order, tokenId: tokenOf(`${name} yes`) });
  await exchange.place({ ...order, account: walletOf("taker"), tokenId: tokenOf(`${name} no`) });
}

before(async () => {
  exchange = await startCatalog();
  for (const [index, [slug, { tags, series = [], active = true }]] of Object.entries(EVENTS).entries()) {
    const names = { id: String(index + 1), slug, ticker: slug, title: slug.replace("-", " ") };
    await exchange.list(testListing([{ name: slug, active }], { ...names, tags, series }));
  }
  for (const name of ["maker", "taker"]) await exchange.open(walletOf(name), "10000");
  await trade("calm-sea", "20");
  await trade("gold-price", "10");
  await trade("past-sea", "40");
  await exchange.submit({ type: "resolve-market", conditionId: hashOf("past-sea"), payout: [1, 0] });
});
after(() => exchange.close());

const slugsOf = (cards: readonly Card[]): string => cards.map(({ slug, id }) => slug ?? id).join(" ");

async function relatedTo(id: string, query = "", dialect: Dialect = "spec"): Promise<readonly Card[]> {
  const reply = await exchange.get(`/events/${id}/related?${query}`, dialect);
  return answered(reply, "/events/:id/related", dialect).cards;
}

type Found = {
  readonly cards: readonly Card[];
  readonly totalCards: number;
  readonly tags: readonly { readonly slug: string; readonly event_count: number }[];
  readonly hasMoreTags: boolean;
};

async function found(query: string, dialect: Dialect = "spec"): Promise<Found> {
  return answered(await exchange.get(`/search?${query}`, dialect), "/search", dialect);
}

void describe("Events that are related to another one", () => {
  const ALL = "high-tide warm-sea calm-sea cold-sea only-tide gold-price bank-rate";

  void it("come by what they have in common, then by what was traded, in every dialect", async () => {
    for (const dialect of DIALECTS) assert.equal(slugsOf(await relatedTo("1", "", dialect)), ALL);
    for (const name of ["storm-tide", hashOf("storm-tide"), tokenOf("storm-tide yes")])
      assert.equal(slugsOf(await relatedTo(name, "limit=3")), "high-tide warm-sea calm-sea");
  });

  void it("are found for an event that is over, and for one without tags", async () => {
    assert.equal(slugsOf(await relatedTo("past-sea", "limit=2")), "storm-tide warm-sea");
    assert.equal(slugsOf(await relatedTo("only-tide", "limit=3")), "storm-tide high-tide calm-sea");
  });

  void it("are none of what nobody has, of a draft and of a market's number", async () => {
    for (const id of ["999", "6"]) assertNotFound(await exchange.get(`/events/${id}/related`, "spec"), "id");
    const { body } = await exchange.get("/events/1/related?limit=0", "spec");
    assert.deepEqual(body, { type: "bad request", error: "limit is invalid" });
    assertRefused(await exchange.get("/events/1/related?colour=1", "polymarket"), 422, {
      type: "validation error",
      error: "colour is not supported: expected one of limit, markets, creator",
    });
  });
});

void describe("Cards that words find", () => {
  void it("come with their number and with tags, in every dialect", async () => {
    for (const dialect of DIALECTS) {
      const { cards, totalCards, tags, hasMoreTags } = await found("q=sea", dialect);
      assert.equal(slugsOf(cards), "warm-sea cold-sea calm-sea past-sea storm-tide high-tide");
      assert.equal(totalCards, 6);
      assert.deepEqual(
        tags.map(({ slug, event_count: count }) => [slug, count]),
        [["sea", 6]],
      );
      assert.equal(hasMoreTags, false);
    }
  });

  void it("are those of a page, and of a state, in an order", async () => {
    const pages = await Promise.all([1, 2, 3].map((page) => found(`q=sea&limit=4&page=${page}`)));
    assert.deepEqual(
      pages.map(({ cards, totalCards }) => [cards.length, totalCards]),
      [
        [4, 6],
        [2, 6],
        [0, 6],
      ],
    );
    assert.equal(slugsOf((await found("q=sea&events_status=resolved")).cards), "past-sea");
    const open = await found("q=sea&events_status=active&sort=volume");
    assert.equal(slugsOf(open.cards.slice(0, 1)), "calm-sea");
    assert.equal(open.totalCards, 5);
    assert.equal(open.tags.length, 1);
    assert.equal(slugsOf((await found("q=tide&sort=volume&events_tag=weather")).cards), "storm-tide");
  });

  void it("are none where nothing is found, and refused without words", async () => {
    assert.deepEqual(await found("q=zzzzzzzz"), { cards: [], totalCards: 0, tags: [], hasMoreTags: false });
    for (const [query, error] of [
      ["", "q is required"],
      ["q=%20", "q is required"],
      ["q=sea&page=0", "page is invalid"],
      ["q=sea&markets=11", "markets is invalid"],
      [`q=${"a+".repeat(50)}`, "q is invalid"],
    ])
      assertBadValue(await exchange.get(`/search?${query}`, "spec"), error!, "spec");
  });
});
