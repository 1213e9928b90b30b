import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { atDepth } from "../../support/depth.ts";
import type { TestExchange } from "../../support/exchange.ts";
import { createRandom } from "../../support/random.ts";
import { startCatalog } from "./world.ts";
import {
  CREATORS,
  expectedEvents,
  expectedTags,
  randomCatalog,
  shown,
  VOCABULARY,
} from "./search-reference.ts";
import { search } from "./search-results.ts";

const EVENTS = 150;
const QUERIES = atDepth({ quick: 20, deep: 150, long: 1_200 });
/** Number of queries for words that nothing has. */
const SLIPS = atDepth({ quick: 12, deep: 50, long: 400 });
const AT_A_TIME = 8;

const random = createRandom(20_260_817);
const { events, listings } = randomCatalog(random, EVENTS);

let exchange: TestExchange;
before(async () => {
  exchange = await startCatalog();
  await Promise.all(listings.map((listing) => exchange.list(listing)));
});
after(() => exchange.close());

const cut = (word: string): string => word.slice(0, random.between(1, word.length));
const changed = (word: string): string => {
  const at = random.below(word.length);
  return random.pick([
    word.slice(0, at) + word.slice(at + 1),
    `${word.slice(0, at)}x${word.slice(at)}`,
    `${word.slice(0, at)}q${word.slice(at + 1)}`,
  ]);
};

/** Names of events, words of names, words of anything; whole, while being typed, and with slips. */
function randomWords(): string[] {
  const event = random.pick(events);
  const name = random.pick([...event.names, ...event.marketNames]).split(" ");
  const start = random.below(name.length);
  const words = random.pick([
    name,
    name.slice(start),
    name.slice(0, start + 1),
    Array.from({ length: random.between(1, 3) }, () => random.pick(VOCABULARY)),
  ]);
  const last = words.at(-1) ?? "rain";
  return random
    .pick([words, words, [...words.slice(0, -1), cut(last)], [...words.slice(0, -1), changed(last)]])
    .filter((word) => word !== "");
}

/** Compares a page, and gives whether the words themselves found something. */
async function compare(words: readonly string[]): Promise<boolean> {
  const creator = random.chance(25) ? random.pick(CREATORS) : undefined;
  const ids = expectedEvents(events, words, creator).map(String);
  const limit = random.pick([1, 2, 7, 25, 500]);
  const page = random.chance(60) ? 1 : 1 + random.below(Math.ceil(ids.length / limit) + 2);
  const q = shown(random, words);
  const found = await search(exchange, { q, limit, page, ...(creator && { creator }) });
  const asked = JSON.stringify({ q, limit, page, creator });
  const tags = expectedTags(events, words, creator);
  if (tags.length > 0)
    assert.deepEqual(
      found.tags.map((tag: { id: string; event_count: number }) => [Number(tag.id), tag.event_count]),
      tags.slice((page - 1) * limit, page * limit),
      asked,
    );
  if (ids.length === 0) return false;
  assert.deepEqual(found.events, ids.slice((page - 1) * limit, page * limit), asked);
  assert.equal(found.total, ids.length, asked);
  // Where no tag has the words, those that are like them are found, and a full page may have more behind it.
  if (tags.length > 0 || found.tags.length < limit)
    assert.equal(found.hasMore, page * limit < Math.max(ids.length, tags.length), asked);
  return true;
}

/** Walks all pages of a search whose words nothing has, and checks what must hold of whatever it finds. */
async function walkLikes(words: readonly string[]): Promise<number> {
  const q = words.join(" ");
  const { events: all, total } = await search(exchange, { q });
  assert.equal(total, all.length, q);
  const walked: string[] = [];
  const limit = Math.max(1, Math.ceil(total / 3));
  for (let page = 1; page <= 4; page += 1)
    walked.push(...(await search(exchange, { q, limit, page })).events);
  assert.deepEqual(walked, all, q);
  assert.equal(new Set(all).size, all.length, q);
  return total;
}

void describe("Searches of a random catalog", () => {
  void it("find what a look at every event finds, in the same order", async () => {
    let found = 0;
    for (let asked = 0; asked < QUERIES; asked += AT_A_TIME) {
      const answers = Array.from({ length: AT_A_TIME }, () => compare(randomWords()));
      found += (await Promise.all(answers)).filter(Boolean).length;
    }
    assert.ok(found > QUERIES / 2, `${found} of ${QUERIES} found something`);
  });

  void it("give every event that is found on one page, whatever the pages' size", async () => {
    for (const word of ["rain", "r", "will the", "zebra", "w"]) {
      const ids = expectedEvents(events, word.split(" ")).map(String);
      assert.ok(ids.length > 2, word);
      for (const limit of [1, 3, 50]) {
        const pages = Array.from({ length: Math.ceil(ids.length / limit) + 1 }, (_, index) => index + 1);
        const walked = [];
        for (const page of pages) walked.push(...(await search(exchange, { q: word, limit, page })).events);
        assert.deepEqual(walked, ids, `${word} by ${limit}`);
      }
    }
  });

  void it("give what is alike on one page each, where nothing has the words", async () => {
    let found = 0;
    for (let asked = 0; asked < SLIPS; asked += 1) {
      const words = [...randomWords().slice(-1), random.pick(VOCABULARY)]
        .map(changed)
        .filter((word) => word !== "");
      if (words.length > 0 && expectedEvents(events, words).length === 0) found += await walkLikes(words);
    }
    assert.ok(found > (2 * SLIPS) / 3, `${found} found`);
  });

  void it("find a word of four to six letters with one slip in it", async () => {
    for (const word of VOCABULARY.filter(({ length }) => length >= 4 && length <= 6)) {
      const having = events.filter(({ names, marketNames }) =>
        [...names, ...marketNames].some((name) => name.split(" ").includes(word)),
      );
      for (let tries = 0; tries < 6; tries += 1) {
        const slip = changed(word);
        if (VOCABULARY.some((other) => other.startsWith(slip)) || slip.length < 3) continue;
        const found = await search(exchange, { q: slip });
        for (const { id } of having)
          assert.ok(found.events.includes(String(id)), `${slip} for ${word}: ${id}`);
      }
    }
  });
});
