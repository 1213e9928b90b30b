import assert from "node:assert/strict";
import { it } from "node:test";

import * as fc from "fast-check";

import { parseGammaEvent } from "../../src/listings/gamma-event.ts";
import type { ParsedEvent } from "../../src/listings/gamma-event.ts";
import { findHidden } from "../../src/core/people/hidden-characters.ts";
import { eventAnswer, gammaEvent, gammaMarket } from "./gamma-documents.ts";

const parse = (document: unknown): ParsedEvent => parseGammaEvent(document, new Set());

const words = fc
  .string({ unit: "grapheme", maxLength: 60 })
  .filter((text) => findHidden(text, "line") === undefined);
const title = words.filter((text) => text.trim() !== "");
const date = fc
  .date({ min: new Date(0), max: new Date("2999-01-01"), noInvalidDate: true })
  .map((moment) => moment.toISOString());
const dates = { startDate: date, endDate: date, createdAt: date, updatedAt: date };
const flags = { active: fc.boolean(), closed: fc.boolean(), archived: fc.boolean() };
const picture = fc.oneof(fc.constant(""), fc.webUrl());
const source = fc.oneof(
  fc.webUrl(),
  words.map((text) => text.replaceAll(":", "")),
);
const described = { description: words, resolutionSource: source, image: picture, icon: picture };

/** Fields that may be absent; the others of the made-up documents stay. */
const changes = fc.record(
  { ...described, ...dates, ...flags },
  { requiredKeys: ["description", "active", "closed", "archived"] },
);
const tag = fc.record(
  {
    id: fc.integer({ min: 1 }).map(String),
    label: title,
    slug: fc.uuid(),
    createdAt: date,
    updatedAt: date,
    requiresTranslation: fc.boolean(),
  },
  { requiredKeys: ["id", "label", "slug"] },
);
const series = fc.record({
  id: fc.integer({ min: 1 }).map(String),
  ticker: title,
  slug: fc.uuid(),
  title,
  seriesType: fc.constant("single"),
  recurrence: fc.constantFrom("", "daily", "weekly"),
  image: picture,
  icon: picture,
  ...flags,
});
const metadata = fc.dictionary(
  fc.stringMatching(/^[a-z_]{1,20}$/),
  fc.oneof(words, fc.boolean(), fc.integer()),
);
const outcomes = fc.uniqueArray(title, { minLength: 2, maxLength: 2 });

/** A market document with only the fields of the specification, the descriptive ones varied or absent. */
const marketDocument = (seed: number) =>
  fc.record({ change: changes, question: title, outcomes }).map(({ change, question, outcomes: names }) => {
    const { id, conditionId, slug, questionID, clobTokenIds } = gammaMarket(seed);
    const list = `[${names.map((name) => JSON.stringify(name)).join(", ")}]`;
    return Object.assign(
      { id, conditionId, slug, questionID, clobTokenIds, question, outcomes: list },
      change,
    );
  });

const eventDocument = fc
  .record({
    change: changes,
    title,
    tags: fc.uniqueArray(tag, { selector: (item) => item.id, maxLength: 4 }),
    series: fc.uniqueArray(series, { selector: (item) => item.id, maxLength: 2 }),
    extra: fc.record({ eventMetadata: metadata, creationDate: date }, { requiredKeys: [] }),
    markets: fc.tuple(marketDocument(1), marketDocument(2), marketDocument(3)),
    count: fc.integer({ min: 0, max: 3 }),
  })
  .map(({ change, extra, markets, count, ...rest }) =>
    Object.assign(
      { id: "20001", ticker: "tea", slug: "tea-1", markets: markets.slice(0, count) },
      rest,
      change,
      extra,
    ),
  );

it("gives every specified field of a document back as it was", () => {
  fc.assert(
    fc.property(eventDocument, (document) => {
      const { listing, skipped } = parse(JSON.parse(JSON.stringify(document)));
      assert.deepEqual(skipped, []);
      assert.ok(listing !== undefined);
      assert.deepEqual(eventAnswer(listing), JSON.parse(JSON.stringify(document)));
    }),
    { numRuns: 300 },
  );
});

it("answers any JSON with a listing or a reason", () => {
  const anything = fc.oneof(
    fc.jsonValue(),
    fc
      .record({
        change: fc.dictionary(
          fc.constantFrom(...Object.keys(gammaEvent(1)), ...Object.keys(gammaMarket(1))),
          fc.jsonValue(),
        ),
        inside: fc.boolean(),
      })
      .map(({ change, inside }) =>
        inside ? gammaEvent(1, { markets: [gammaMarket(1, change)] }) : gammaEvent(1, change),
      ),
  );
  fc.assert(
    fc.property(anything, (document) => {
      const { listing, skipped } = parse(document);
      assert.ok(listing !== undefined || skipped.length === 1);
      for (const { reason } of skipped) assert.notEqual(reason, "");
    }),
    {
      numRuns: 1000,
      // Values that are neither text nor can be made text.
      examples: ["orderPriceMinTickSize", "orderMinSize", "id", "startDate", "outcomes"].map(
        (name): [unknown] => [gammaEvent(1, { markets: [gammaMarket(1, { [name]: { toString: false } })] })],
      ),
    },
  );
});
