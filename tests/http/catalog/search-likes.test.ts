import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { TestExchange } from "../../support/exchange.ts";
import { startCatalog } from "./world.ts";
import { assertFinds, listTitled, search } from "./search-results.ts";
import type { TitledEvent } from "./search-results.ts";

const EVENTS: readonly TitledEvent[] = [
  { id: 1, title: "Will bitcoin reach 90000?", tags: ["Bitcoin"] },
  { id: 2, title: "Bitcoin dominance", closed: true },
  { id: 3, title: "Bitcoins in circulation" },
  { id: 4, title: "US presidential election", tags: ["Elections"] },
  { id: 5, title: "Trump in Iran", tags: ["Trump"] },
  { id: 6, title: "House votes" },
  { id: 7, title: "Government shutdown" },
  { id: 8, title: "Football tonight", tags: ["Football"] },
  { id: 9, title: "Élection à Genève" },
  { id: 10, title: "Form of the year", closed: true },
  { id: 11, title: "Farm of the year" },
  { id: 12, title: "Выборы мэра" },
  { id: 13, title: "Aquarium", markets: [{ question: "Will a zebrafish be bred?" }] },
  { id: 14, title: "Aquarium fish", tags: ["Zebrafish"] },
  { id: 15, title: "Zebrafish studied", closed: true },
  { id: 16, title: "The zebrafish" },
];

let exchange: TestExchange;
before(async () => {
  exchange = await startCatalog();
  for (const event of EVENTS) await listTitled(exchange, event);
});
after(() => exchange.close());

const eventsOf = async (q: string): Promise<string> => (await search(exchange, { q })).events.join(" ");

void describe("A search for what nothing has", () => {
  void it("finds what one slip of a letter made of a word", async () => {
    await assertFinds(exchange, [
      ["trmup", "5"],
      ["trumpp", "5"],
      ["tump", "5"],
      ["drump", "5"],
      ["hosue votes", "6"],
      ["irqn", "5"],
      ["trumo irna", "5"],
      ["genve", "9"],
    ]);
  });

  void it("finds words that share most of their letters", async () => {
    await assertFinds(exchange, [
      ["bitcon reach", "1"],
      ["elecion", "4 9"],
      ["presidental elction", "4"],
      ["Goverment shutdwon", "7"],
      ["выбры мэра", "12"],
    ]);
  });

  void it("gives open events first, and among them the nearest", async () => {
    assert.equal(await eventsOf("bitcon"), "1 3 2");
    assert.equal(await eventsOf("fxrm year"), "11 10");
  });

  void it("gives events with such words of their own before those with them in tags and markets", async () => {
    await assertFinds(exchange, [
      ["zebrafsh", "16 15 13 14"],
      ["brafish", "16 15 13 14"],
      ["zebrafsh studed", "15"],
      ["aquarum zebrafsh", "13 14"],
    ]);
  });

  void it("takes words of one or two letters for whole words, not for beginnings", async () => {
    await assertFinds(exchange, [
      ["t f", ""],
      ["t%f", ""],
      ["th footbal", ""],
      ["footbal to", ""],
      ["footbal ton", "8"],
      ["in irqn", "5"],
      ["irqn in", "5"],
      ["irqn i", ""],
    ]);
  });

  void it("finds words that contain one, and beginnings of words before the last", async () => {
    assert.equal(await eventsOf("ball"), "8");
    assert.equal(await eventsOf("foot tonight"), "8");
    assert.equal(await eventsOf("hut gov"), "7");
  });

  void it("wants every word, and takes numbers and short words as they are written", async () => {
    for (const q of ["bitcon elecion", "bitcon 90001", "bitcon 90", "xn", "xy iran", "qqqqqqqq", "zzz zzz"])
      assert.equal(await eventsOf(q), "", q);
    assert.equal(await eventsOf("bitcon 900"), "1");
  });

  void it("leaves words alone that are stored, and what has all words as they are", async () => {
    assert.equal(await eventsOf("form"), "10");
    assert.equal(await eventsOf("farm house"), "");
    assert.equal(await eventsOf("bitcoin"), "2 1 3");
  });

  void it("tries no words of a text of more than twelve", async () => {
    const rest = "trump iran ".repeat(6);
    assert.equal(await eventsOf(`${rest.slice(0, -5)} trmup`), "5");
    assert.equal(await eventsOf(`${rest} trmup`), "");
  });

  void it("counts what it finds, and gives it in pages", async () => {
    const pages = [];
    for (const page of [1, 2, 3, 4]) {
      const { events, total, hasMore } = await search(exchange, { q: "bitcon", limit: 1, page });
      pages.push([...events, total, hasMore]);
    }
    assert.deepEqual(pages, [
      ["1", 3, true],
      ["3", 3, true],
      ["2", 3, false],
      [3, false],
    ]);
  });

  void it("finds tags in the same way", async () => {
    const labels = async (q: string): Promise<string> => {
      const { tags } = await search(exchange, { q });
      return tags.map(({ label }: { label: string }) => label).join(", ");
    };
    for (const [q, found] of [
      ["trmup", "Trump"],
      ["bitcon", "Bitcoin"],
      ["elecion", "Elections"],
      ["ball", "Football"],
      ["house", ""],
      ["bitcon trmup", ""],
    ] as const)
      assert.equal(await labels(q), found, q);
    assert.deepEqual((await search(exchange, { q: "trmup", limit: 1, page: 2 })).tags, []);
  });
});
