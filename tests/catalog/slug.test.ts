/** Slugs that are made here, and those that listings from elsewhere may have. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  LISTED_SLUG_PATTERN,
  MADE_SLUG_PATTERN,
  listSlugCandidates,
  makeSlug,
} from "../../src/listings/slug.ts";
import { adminEndpoints } from "../../src/http/admin/endpoints.ts";
import { catalogEndpoints } from "../../src/http/catalog/endpoints.ts";
import { tradingEndpoints } from "../../src/http/trading/endpoints.ts";

const made = new RegExp(MADE_SLUG_PATTERN, "u");
const listed = new RegExp(LISTED_SLUG_PATTERN, "u");

describe("a slug that is made here", () => {
  for (const slug of ["rain", "rain-in-may", "2027-06-01", "0x-games", "0xylophone", "1-rain", "results-2"])
    it(`may be ${slug}`, () => assert.match(slug, made));

  for (const slug of [
    "101",
    "0x",
    "0xab12",
    ".",
    "..",
    "a.b",
    "A",
    "é",
    "-a",
    "a-",
    "a--b",
    "a\u200bb",
    "rain\u202e",
    "",
  ])
    it(`may not be ${JSON.stringify(slug)}`, () => assert.doesNotMatch(slug, made));

  it("is no word of a path below events, markets, tags or series", () => {
    const endpoints = [...catalogEndpoints, ...adminEndpoints(() => null), ...tradingEndpoints("sandbox")];
    const words = endpoints.flatMap(
      ({ path }) => /^\/(?:events|markets|tags|series)\/([^:/]+)/.exec(path)?.[1] ?? [],
    );
    assert.ok(words.includes("keyset"));
    assert.deepEqual(
      [...new Set(words)].filter((word) => made.test(word)),
      [],
    );
  });

  it("is made of every title, also of a number, a hash or such a word", () => {
    for (const [title, slug] of [
      ["Größe-Cup 2027", "grosse-cup-2027"],
      ["101", "event-101"],
      ["0xAB", "event-0xab"],
      ["Results", "event-results"],
    ] as const)
      assert.equal(makeSlug("event", title), slug);
    for (const title of ["101", "0xAB", "Results", "¿?", "雨"])
      for (const slug of listSlugCandidates("market", title, "1000000001")) assert.match(slug, made);
  });
});

describe("a slug of a listing from elsewhere", () => {
  for (const slug of ["101", "0xab", "keyset", "A_b.c", "雨", "🌧"])
    it(`may be ${slug}`, () => assert.match(slug, listed));

  for (const slug of [".", "..", "a b", "a/b", "a\u200bb", "\u202ea", "a\u0085"])
    it(`may not be ${JSON.stringify(slug)}`, () => assert.doesNotMatch(slug, listed));
});
