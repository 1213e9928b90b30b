import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { hashOf, walletOf } from "../../support/exchange.ts";
import type { TestExchange } from "../../support/exchange.ts";
import { assertBadValue, assertRefused, startCatalog } from "./world.ts";
import { assertFinds, listTitled, search, tagId } from "./search-results.ts";
import type { TitledEvent } from "./search-results.ts";

const [ANN, BEN] = [walletOf("ann"), walletOf("ben")];

/** Otters: every tier, open and over. Then what words are made of, and creators. */
const EVENTS: readonly TitledEvent[] = [
  { id: 10, title: "Will an otter swim?", tags: ["Wild life"] },
  { id: 11, title: "Seen: an otter", closed: true },
  { id: 12, title: "Otter swims first?" },
  { id: 13, title: "Otter, over", closed: true },
  { id: 14, title: "Otter!", closed: true },
  { id: 15, title: "Some animal", ticker: "OTTER" },
  { id: 16, title: "Which animal", markets: [{ question: "otter?" }, { question: "Will a heron win?" }] },
  { id: 17, title: "Another animal", slug: "otter-of-the-year" },
  { id: 18, title: "Animals", markets: [{ slug: "the-otter-market" }] },
  { id: 19, title: "Tagged", tags: ["Otter", "Wild life"] },
  { id: 20, title: "Tagged too", tags: ["Otter cubs", "Sea otter", "Seaotters"] },
  { id: 30, title: "Élection présidentielle à São Paulo" },
  { id: 31, title: "Don't the U.S. owe $64,000 (or 100%_sure\\not)?" },
  { id: 32, title: "Łódź derby" },
  { id: 40, title: "Ann's badger", markets: [{ creator: ANN }], tags: ["Badgers"] },
  {
    id: 41,
    title: "Ben's badger",
    markets: [{ creator: BEN }, { creator: ANN }],
    tags: ["Badgers", "Ben badger"],
  },
  { id: 42, title: "Nobody's badger", tags: ["Badgers"] },
];

let exchange: TestExchange;
before(async () => {
  exchange = await startCatalog();
  for (const event of EVENTS) await listTitled(exchange, event);
});
after(() => exchange.close());

const eventsOf = async (q: string): Promise<string> => (await search(exchange, { q })).events.join(" ");
const tagsOf = async (q: string): Promise<string> => {
  const { tags } = await search(exchange, { q });
  return tags.map(({ label }: { label: string }) => label).join(", ");
};

void describe("A search for events", () => {
  void it("gives exact names, beginnings of titles, own words, then the rest; open ones first, then by id", async () => {
    assert.equal(await eventsOf("otter"), "15 16 14 12 17 13 10 11 18 19 20");
    assert.equal((await search(exchange, { q: "otter" })).total, 11);
  });

  void it("does not care about case, accents, marks, and how numbers and initials are written", async () => {
    for (const q of [
      "ELECTION Presidentielle",
      "élection-pre",
      "sao+paulo",
      "e\u0301lection a\u0300",
      "São  Paulo",
    ])
      assert.equal(await eventsOf(q), "30", q);
    for (const q of ["dont", "don’t the us", "U.S.", "us owe", "64000", "$64,000", "100%_sure\\not"])
      assert.equal(await eventsOf(q), "31", q);
    for (const q of ["lodz", "ŁÓDŹ", "łódz der"]) assert.equal(await eventsOf(q), "32", q);
  });

  void it("takes signs of patterns and of searches for what is between words", async () => {
    await assertFinds(exchange, [
      ["%swim_", "10 12"],
      ["!swim:*", "10 12"],
      ["swim\\", "10 12"],
      ["swim & otter", "10"],
      ["otter | swim", "10 12"],
      ["(swim <-> otter)", "10"],
      ["'swim' \"otter", "10"],
    ]);
    for (const q of ["o%r", "ott_r", "%", "_", "\\", "'", ":*", "*"]) {
      const found = await search(exchange, { q });
      assert.deepEqual([found.total, found.events], [0, []], q);
    }
  });

  void it("shows at once what was resolved, and puts it behind what is open", async () => {
    for (const id of [50, 51, 52]) await listTitled(exchange, { id, title: `Lynx number ${id}` });
    assert.equal(await eventsOf("lynx"), "50 51 52");
    await exchange.submit({ type: "resolve-market", conditionId: hashOf("m50x0"), payout: [1, 0] });
    assert.equal(await eventsOf("lynx"), "51 52 50");
  });

  void it("forgets words of an event that is listed without them", async () => {
    await listTitled(exchange, { id: 60, title: "Stoat in the garden", tags: ["Stoats"] });
    assert.equal(await eventsOf("stoat"), "60");
    await listTitled(exchange, { id: 60, title: "Ferret in the garden" });
    assert.equal(await eventsOf("garden ferr"), "60");
    assert.deepEqual((await search(exchange, { q: "stoat" })).total, 0);
  });
});

void describe("A search for tags", () => {
  void it("gives exact labels, then beginnings, then words, each by number of events and then by id", async () => {
    assert.equal(await tagsOf("otter"), "Otter, Otter cubs, Sea otter");
    assert.equal(await tagsOf("wild"), "Wild life");
    assert.equal(await tagsOf("life"), "Wild life");
    assert.equal(await tagsOf("badger"), "Badgers, Ben badger");
    assert.equal(await tagsOf("cubs ott"), "Otter cubs");
    assert.equal(await tagsOf("WILD-LIFE"), "Wild life");
  });

  void it("counts the events that carry each, and gives pages", async () => {
    const { tags } = await search(exchange, { q: "badger" });
    assert.deepEqual(tags, [
      { id: tagId("Badgers"), label: "Badgers", slug: "badgers", event_count: 3 },
      { id: tagId("Ben badger"), label: "Ben badger", slug: "ben-badger", event_count: 1 },
    ]);
    for (const [page, labels] of [["Otter"], ["Otter cubs"], ["Sea otter"], []].entries()) {
      const found = await search(exchange, { q: "otter", limit: 1, page: page + 1 });
      assert.deepEqual(
        found.tags.map(({ label }: { label: string }) => label),
        labels,
      );
    }
  });
});

void describe("A search among a creator's events", () => {
  void it("finds those that have a market of the creator, and counts just these", async () => {
    for (const [creator, events] of [
      [ANN, ["40", "41"]],
      [BEN, ["41"]],
      [walletOf("cleo"), []],
      ["nowhere.example", []],
    ] as const) {
      const found = await search(exchange, { q: "badger", creator });
      assert.deepEqual([found.events, found.total], [events, events.length], creator);
    }
  });

  void it("gives tags of these events, with their number of these", async () => {
    const counts = async (creator: string) => {
      const { tags } = await search(exchange, { q: "badger", creator });
      return tags.map(
        ({ label, event_count: count }: { label: string; event_count: number }) => `${label} ${count}`,
      );
    };
    assert.deepEqual(await counts(ANN), ["Badgers 2", "Ben badger 1"]);
    assert.deepEqual(await counts(BEN), ["Badgers 1", "Ben badger 1"]);
    assert.deepEqual(await counts(walletOf("cleo")), []);
  });

  void it("tries words that are like them when the creator has none with just these", async () => {
    assert.deepEqual((await search(exchange, { q: "nobodys badger", creator: ANN })).total, 0);
    assert.deepEqual((await search(exchange, { q: "bens badgers", creator: BEN })).events, ["41"]);
  });
});

void describe("What is asked of the search", () => {
  void it("has bounds", async () => {
    const ask = (query: string) => exchange.get(`/public-search?${query}`);
    assertRefused(await ask(""), 400, { type: "bad request", error: "q is required" });
    const words = (count: number) => Array.from({ length: count }, () => "otter").join("+");
    assert.equal((await ask(`q=${words(40)}`)).body.pagination.totalResults, 11);
    assertBadValue(await ask(`q=${words(41)}`), "q is invalid", "spec");
    assert.equal((await ask(`q=${"a".repeat(500)}`)).status, 200);
    assertBadValue(await ask(`q=${"a".repeat(501)}`), "q is invalid", "spec");
    const clamped = await ask("q=otter&limit_per_type=501");
    assert.deepEqual([clamped.status, clamped.headers.get("x-page-limit")], [200, "500"]);
  });
});
