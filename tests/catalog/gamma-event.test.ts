import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { parseGammaEvent } from "../../src/listings/gamma-event.ts";
import type { ParsedEvent, Skipped } from "../../src/listings/gamma-event.ts";
import type { CatalogMarket } from "../../src/core/markets/catalog.ts";
import { lots, ticks } from "../../src/core/units.ts";
import { gammaEvent, gammaMarket } from "./gamma-documents.ts";
import type { Document } from "./gamma-documents.ts";

import { listedStatus } from "../../src/core/markets/flags.ts";
import { listPositionIds } from "../../src/core/markets/market-version.ts";
import { positionsOf } from "../support/exchange.ts";

const NO_EVENT =
  'a market without its event: expected the document of an event with its markets, or of a market with "events"';

const parse = (document: unknown): ParsedEvent => parseGammaEvent(document, new Set());

const withMarket = (changes: Document): ParsedEvent =>
  parse(gammaEvent(1, { markets: [gammaMarket(1, changes)] }));

function marketOf(changes: Document): CatalogMarket {
  const { listing, skipped } = withMarket(changes);
  assert.deepEqual(skipped, []);
  const market = listing?.markets[0];
  assert.ok(market !== undefined);
  return market;
}

const HASH = `0x${"ab".repeat(32)}`;
const WALLET = "0xAbCdEf0123456789aBcDeF0123456789abcdef01";
const BIG = (2n ** 256n).toString();

describe("a Gamma event", () => {
  it("becomes a listing", () => {
    const { listing, skipped } = parse(gammaEvent(1));
    assert.deepEqual(skipped, []);
    assert.equal(listing?.event.id, "20001");
    assert.deepEqual(listing?.markets[0], {
      id: "500001",
      conditionId: `0x${"1".padStart(64, "0")}`,
      questionId: `0x${"f4241".padStart(64, "0")}`,
      tokenIds: ["2", "3"],
      outcomes: ["Yes", "No"],
      question: "Will kettle 1 boil before noon?",
      slug: "kettle-1-boils",
      description: "Resolves to Yes if the lid rattles.",
      resolutionSource: "",
      image: "https://kettles.example/k.png",
      icon: "https://kettles.example/i.png",
      startDate: "2030-12-31T19:05:03.54Z",
      endDate: "2031-03-04T12:00:00Z",
      createdAt: "2030-12-31T18:18:37.683247Z",
      updatedAt: "2031-01-02T03:04:05Z",
      active: true,
      closed: false,
      archived: false,
      tick: 100,
      minimumLots: 500,
      negativeRisk: false,
      secondsDelay: 0,
      rewards: { rates: [], minSize: 0, maxSpread: 0 },
    });
  });

  it("needs no more than an id, a slug and a title", () => {
    const { listing, skipped } = parse({ id: 20_001, slug: "tea", title: "Tea" });
    assert.deepEqual(skipped, []);
    assert.deepEqual(listing, {
      event: {
        id: "20001",
        ticker: "tea",
        slug: "tea",
        title: "Tea",
        description: "",
        active: true,
        closed: false,
        archived: false,
        negativeRisk: false,
        tags: [],
        series: [],
      },
      markets: [],
    });
  });

  it("takes null for absent", () => {
    const nothing = { description: null, image: null, endDate: null, tags: null, series: null, active: null };
    const { listing, skipped } = parse(gammaEvent(1, { ...nothing, eventMetadata: null, markets: null }));
    assert.deepEqual(skipped, []);
    assert.ok(listing !== undefined && !("image" in listing.event) && !("endDate" in listing.event));
  });

  it("is listed even when none of its markets is", () => {
    const { listing, skipped } = withMarket({ conditionId: "", clobTokenIds: undefined });
    assert.deepEqual(listing?.markets, []);
    assert.deepEqual(skipped, [
      { what: "market", id: "500001", slug: "kettle-1-boils", reason: "no conditionId; no token ids" },
    ]);
  });

  const skippedEvents: readonly (readonly [string, unknown, string])[] = [
    ["is no object", [], "not an object"],
    ["has no id", gammaEvent(1, { id: null }), "no id"],
    ["has no slug", gammaEvent(1, { slug: "" }), "no slug"],
    ["has no title", gammaEvent(1, { title: "  " }), "no title"],
    [
      "has an id that is not digits",
      gammaEvent(1, { id: "12a" }),
      "id is not a whole number from 1 to 2^53 - 1",
    ],
    ["has the id 0", gammaEvent(1, { id: 0 }), "id is not a whole number from 1 to 2^53 - 1"],
    [
      "has an id past 2^53",
      gammaEvent(1, { id: "9007199254740992" }),
      "id is not a whole number from 1 to 2^53 - 1",
    ],
    [
      "has an id with a leading zero",
      gammaEvent(1, { id: "007" }),
      "id is not a whole number from 1 to 2^53 - 1",
    ],
    ["has an object for a title", gammaEvent(1, { title: {} }), "title is not text"],
    [
      "has a title of 10 kB",
      gammaEvent(1, { title: "t".repeat(10_000) }),
      "title is longer than 1000 characters",
    ],
    ["has a NUL in its text", gammaEvent(1, { description: "a\0b" }), "description contains a NUL character"],
    ["has half a character", gammaEvent(1, { title: "a\ud800" }), "title contains half of a surrogate pair"],
    [
      "has a script for a picture",
      gammaEvent(1, { icon: "javascript:alert(1)" }),
      'icon is not an address with http:// or https://, the path /images/ of a picture here, or ""',
    ],
    ["has a slug with a slash", gammaEvent(1, { slug: "a/b" }), "slug is not one visible path segment"],
    [
      "has a slug that turns letters around",
      gammaEvent(1, { slug: "a\u202eb" }),
      "slug is not one visible path segment",
    ],
    ["has a title that nobody sees", gammaEvent(1, { title: "\u200b\u2060" }), "no title"],
    ["has a flag that is none", gammaEvent(1, { closed: "perhaps" }), "closed is not true or false"],
    ["has tags that are no list", gammaEvent(1, { tags: "tea" }), "tags is not a list"],
    ["has a tag without a slug", gammaEvent(1, { tags: [{ id: "1" }] }), "tags[0]: no slug"],
    ["has a series without an id", gammaEvent(1, { series: [{ slug: "s" }] }), "series[0]: no id"],
    ["has metadata that is a list", gammaEvent(1, { eventMetadata: [] }), "eventMetadata is not an object"],
    [
      "has a NUL deep in its metadata",
      gammaEvent(1, { eventMetadata: { a: [{ "b\0": 1 }] } }),
      "eventMetadata contains a NUL character",
    ],
    [
      "has a malformed negative-risk id",
      gammaEvent(1, { negRiskMarketID: "0x12" }),
      "negRiskMarketID is not 0x and 64 hexadecimal digits",
    ],
    ["has two faults", gammaEvent(1, { id: "", title: "" }), "no id; no title"],
    ["has markets that are no list", gammaEvent(1, { markets: {} }), "markets is not a list"],
    [
      "has too many markets",
      gammaEvent(1, { markets: Array.from({ length: 1001 }) }),
      "more than 1000 markets",
    ],
  ];
  for (const [what, document, reason] of skippedEvents)
    it(`is skipped when it ${what}`, () => {
      const { listing, skipped } = parse(document);
      assert.equal(listing, undefined);
      assert.deepEqual(
        skipped.map((entry) => [entry.what, entry.reason]),
        [["event", reason]],
      );
    });

  it("is no market, which names its event", () => {
    const { skipped } = parse(gammaMarket(1));
    assert.deepEqual(skipped, [{ what: "market", id: "500001", slug: "kettle-1-boils", reason: NO_EVENT }]);
  });

  it("is named without characters that do not print", () => {
    const { skipped } = parse(gammaEvent(1, { id: "7\u001b[31m", slug: `a\0${"b".repeat(300)}` }));
    assert.equal(skipped[0]?.id, "7?[31m");
    assert.equal(skipped[0]?.slug, `a?${"b".repeat(253)}`);
  });

  it("is skipped when its metadata nest without end", () => {
    let nested: Document = {};
    for (let depth = 0; depth < 50_000; depth += 1) nested = { nested };
    const { skipped } = parse(gammaEvent(1, { eventMetadata: nested }));
    assert.equal(skipped[0]?.reason, "eventMetadata is too large or too deep");
  });
});

const V2 = positionsOf("a market of Protocol V2");

/** Returns the changes of a document to a market of Protocol V2 with this module. */
function ofModule(module: number): Document {
  const conditionId = `0x0${module}${V2.conditionId.slice(4)}`;
  return { version: "v2", conditionId, positionIds: listPositionIds(conditionId) };
}

describe("a Gamma market", () => {
  const skippedMarkets: readonly (readonly [string, Document, string])[] = [
    ["has no conditionId", { conditionId: "" }, "no conditionId"],
    ["has a short conditionId", { conditionId: "0x12" }, "conditionId is not 0x and 64 hexadecimal digits"],
    ["has no token ids", { clobTokenIds: "[]" }, "no token ids"],
    ["has token ids that are not JSON", { clobTokenIds: "[1, 2" }, "clobTokenIds is not a list"],
    ["has one token id", { clobTokenIds: '["5"]' }, "1 token ids, not exactly two"],
    ["has token ids as inexact numbers", { clobTokenIds: [5, 6] }, "token ids are not text"],
    ["has one token twice", { clobTokenIds: ["5", "5"] }, "both token ids are the same"],
    [
      "has a hexadecimal token id",
      { clobTokenIds: ["5", "0x6"] },
      "a token id is not a decimal number below 2^256",
    ],
    [
      "has a token id of 2^256",
      { clobTokenIds: ["5", BIG] },
      "a token id is not a decimal number below 2^256",
    ],
    ["has no outcomes", { outcomes: undefined }, "no outcomes"],
    ["has three outcomes", { outcomes: '["A", "B", "C"]' }, "3 outcomes, not exactly two"],
    ["has the same outcome twice", { outcomes: ["A", "A"] }, "both outcomes are the same"],
    ["has a blank outcome", { outcomes: ["A", " "] }, "an outcome is blank"],
    ["has outcomes that look the same", { outcomes: ["A", "A\u200b"] }, "both outcomes are the same"],
    ["has a NUL in an outcome", { outcomes: ["A", "B\0"] }, "an outcome contains a NUL character"],
    ["has an odd tick", { orderPriceMinTickSize: 0.02 }, "tick size 0.02 is not supported"],
    ["has a tick that is no number", { orderPriceMinTickSize: "small" }, "tick size small is not supported"],
    [
      "has a negative minimum",
      { orderMinSize: -5 },
      "orderMinSize -5 is not a number of shares from 0.01 to 1000000",
    ],
    [
      "has a minimum below a lot",
      { orderMinSize: 0.001 },
      "orderMinSize 0.001 is not a number of shares from 0.01 to 1000000",
    ],
    ["has an endless delay", { secondsDelay: 1e9 }, "secondsDelay is not a whole number from 0 to 3600"],
    ["has no question", { question: null }, "no question"],
    ["has no slug", { slug: null }, "no slug"],
    ["has an id in words", { id: "five" }, "id is not a whole number from 1 to 2^53 - 1"],
    ["has a malformed question id", { questionID: "q" }, "questionID is not 0x and 64 hexadecimal digits"],
    [
      "has rewards in no token",
      { clobRewards: [{ rewardsDailyRate: 5 }] },
      "clobRewards[0] has no asset address",
    ],
    ["has negative rewards", { rewardsMinSize: -1 }, "rewardsMinSize is not a number from 0 to 1000000000"],
    ["has an unknown version", { version: "v3" }, "version v3 is not v1 or v2"],
    ["is of v2 without position ids", { version: "v2", conditionId: V2.conditionId }, "no position ids"],
    [
      "is of v1 with a condition id of v2",
      { version: "v1", conditionId: V2.conditionId, clobTokenIds: JSON.stringify(V2.tokenIds) },
      "version v1 does not have a condition id of this form",
    ],
    [
      "is of v2 with a condition id of v1",
      { version: "v2", positionIds: V2.tokenIds },
      `token ${V2.tokenIds[0]} has the form of Protocol V2, its condition has not`,
    ],
    [
      "is of v2 with the ids of another market",
      { version: "v2", conditionId: V2.conditionId, positionIds: positionsOf("another").tokenIds },
      `its tokens are not the position ids of its condition, ${V2.tokenIds.join(" and ")}`,
    ],
    [
      "is a combination",
      ofModule(3),
      "the module in its condition id is 3, of combinations, which the exchange does not have",
    ],
    [
      "has the module of negative risk without it",
      ofModule(2),
      "the module in its condition id is 2, of markets with negative risk only",
    ],
    [
      "has the module of binary markets with negative risk",
      { ...ofModule(1), negRisk: true },
      "the module in its condition id is 1, of markets without negative risk only",
    ],
    ["has two faults", { conditionId: null, closed: "no" }, "closed is not true or false; no conditionId"],
  ];
  for (const [what, changes, reason] of skippedMarkets)
    it(`is skipped when it ${what}`, () => {
      const { listing, skipped } = withMarket(changes);
      assert.deepEqual(listing?.markets, []);
      assert.deepEqual(
        skipped.map((entry) => entry.reason),
        [reason],
      );
    });

  /** Forms of a flag in dumps: JSON, numbers, and texts of tables; of an absent one too. */
  const TRUE = [true, 1, "1", "true", "True", "TRUE", "t"];
  const FALSE = [false, 0, "0", "false", "False", "FALSE", "f"];
  const ABSENT = [undefined, null, ""];
  for (const [active, enableOrderBook, acceptingOrders, takes] of [
    [TRUE, ABSENT, ABSENT, true],
    [TRUE, TRUE, ABSENT, true],
    [TRUE, TRUE, TRUE, true],
    [TRUE, TRUE, FALSE, false],
    [TRUE, FALSE, ABSENT, false],
    [TRUE, FALSE, TRUE, false],
    [TRUE, ABSENT, FALSE, false],
    [ABSENT, FALSE, ABSENT, false],
    [FALSE, ABSENT, ABSENT, true],
    [FALSE, TRUE, TRUE, true],
    [FALSE, FALSE, ABSENT, false],
    [FALSE, TRUE, FALSE, false],
  ] as const)
    it(`${takes ? "takes" : "takes no"} orders: ${String(active[0])}, ${String(enableOrderBook[0])}, ${String(acceptingOrders[0])}`, () => {
      for (const [form] of TRUE.entries()) {
        const flags = { active, enableOrderBook, acceptingOrders };
        const changes = Object.fromEntries(
          Object.entries(flags).map(([name, forms]) => [name, forms[form % forms.length]]),
        );
        const { listing, left } = withMarket(changes);
        const stopped = active === FALSE ? "draft" : "paused";
        assert.equal(listedStatus(listing!.markets[0]!), takes ? "active" : stopped, JSON.stringify(changes));
        assert.equal(listing!.markets[0]!.active, active !== FALSE);
        const isNamed = !takes && (active === FALSE || enableOrderBook === FALSE);
        assert.equal(left.length, isNamed ? 1 : 0);
      }
    });

  const schedule = (changes: Document = {}) => ({ exponent: 1, rate: 0.07, takerOnly: true, ...changes });
  const SEVEN = { rate: 700, exponent: 1, takerOnly: true };
  for (const [changes, fees, left] of [
    [{ feesEnabled: true, feeSchedule: schedule() }, SEVEN, ""],
    [{ feesEnabled: 1, feeSchedule: JSON.stringify(schedule()) }, SEVEN, ""],
    [{ feeSchedule: schedule({ rate: "0.0700", exponent: "1", takerOnly: 1 }) }, SEVEN, ""],
    [
      { feeSchedule: schedule({ exponent: 2, takerOnly: false }) },
      { ...SEVEN, exponent: 2, takerOnly: false },
      "",
    ],
    [{ feeSchedule: { rate: 0.07 } }, SEVEN, ""],
    [
      { feeSchedule: schedule({ rebateRate: 0.2 }) },
      SEVEN,
      "feeSchedule.rebateRate 0.2: makers get no rebates",
    ],
    [{ feesEnabled: false, feeSchedule: schedule() }, undefined, /^feeSchedule .*: feesEnabled is false/],
    [{ feesEnabled: false, feeSchedule: "none" }, undefined, /^feeSchedule none: expected an object/],
    [{ feesEnabled: "false", takerBaseFee: 1000 }, undefined, ""],
    [{ feeSchedule: schedule({ rate: 0 }) }, undefined, /^feeSchedule .*: the rate is 0/],
    [{ feeSchedule: null }, undefined, ""],
    [{ feesEnabled: true, takerBaseFee: 1000 }, undefined, /^feesEnabled true: no feeSchedule/],
    [{ feeSchedule: schedule({ rate: 0.3 }) }, undefined, /"rate":0.3.*expected a rate from 0.0001 to 0.25/],
    [{ feeSchedule: schedule({ rate: 0.00001 }) }, undefined, /expected a rate/],
    [{ feeSchedule: schedule({ exponent: 0.5 }) }, undefined, /an exponent from 1 to 4/],
  ] as const)
    it(`charges ${fees === undefined ? "nothing" : "fees"} by ${JSON.stringify(changes)}`, () => {
      const found = withMarket(changes);
      assert.deepEqual(found.listing?.markets[0]?.fees, fees);
      const reasons = found.left.map(({ reason }) => reason).join();
      if (typeof left === "string") assert.equal(reasons, left);
      else assert.match(reasons, left);
    });

  it("keeps final prices that are of no resolution as they are, and says so", () => {
    const { listing, left } = withMarket({ closed: true, outcomePrices: '["0", "0"]' });
    assert.deepEqual(listing?.markets[0]?.finalPrices, ["0", "0"]);
    assert.match(left[0]?.reason ?? "", /^outcomePrices 0, 0: shown as they are/);
  });

  it("is skipped when it is no object", () => {
    const { skipped } = parse(gammaEvent(1, { markets: [5] }));
    assert.deepEqual(skipped, [{ what: "market", id: "", reason: "not an object" }]);
  });

  const mapped: readonly (readonly [string, Document, Partial<CatalogMarket>])[] = [
    [
      "numbers for ids and sizes",
      { id: 512_345, orderMinSize: 15 },
      { id: "512345", minimumLots: lots(1500) },
    ],
    [
      "texts for sizes",
      { orderPriceMinTickSize: "0.0025", orderMinSize: "1.50" },
      { tick: ticks(25), minimumLots: lots(150) },
    ],
    ["the finest tick", { orderPriceMinTickSize: 0.0001 }, { tick: ticks(1) }],
    [
      "defaults",
      { orderPriceMinTickSize: null, orderMinSize: undefined },
      { tick: ticks(100), minimumLots: lots(500) },
    ],
    [
      "lists that are lists",
      { outcomes: ["Up", "Down"], clobTokenIds: ["8", "9"] },
      { outcomes: ["Up", "Down"], tokenIds: ["8", "9"] },
    ],
    ["upper case in a condition id", { conditionId: `0x${"AB".repeat(32)}` }, { conditionId: HASH }],
    [
      "v2, with the token ids that stand beside",
      { version: "v2", conditionId: V2.conditionId.slice(0, -2), positionIds: V2.tokenIds },
      { conditionId: V2.conditionId, tokenIds: V2.tokenIds, otherVersionIds: ["2", "3"] },
    ],
    [
      "v2 by its condition id, as documents without a version have it",
      { conditionId: V2.conditionId, clobTokenIds: JSON.stringify(V2.tokenIds) },
      { conditionId: V2.conditionId, tokenIds: V2.tokenIds },
    ],
    [
      "v2 by its condition id, with position ids alone",
      { conditionId: V2.conditionId, positionIds: V2.tokenIds, clobTokenIds: null },
      { conditionId: V2.conditionId, tokenIds: V2.tokenIds },
    ],
    [
      "v2 by its condition id, with the token ids that stand beside",
      { conditionId: V2.conditionId, positionIds: JSON.stringify(V2.tokenIds) },
      { conditionId: V2.conditionId, tokenIds: V2.tokenIds, otherVersionIds: ["2", "3"] },
    ],
    [
      "v1, with legs of combinations",
      { version: "v1", positionIds: JSON.stringify(V2.tokenIds) },
      { tokenIds: ["2", "3"], otherVersionIds: V2.tokenIds },
    ],
    ["no question id", { questionID: null }, { questionId: "" }],
    ["a delay as text", { secondsDelay: "3" }, { secondsDelay: 3 }],
    [
      "a game start in PostgreSQL's form",
      { gameStartTime: "2031-01-14 03:30:00+00" },
      { gameStartTime: "2031-01-14T03:30:00Z" },
    ],
    [
      "negative risk",
      { negRisk: true, negRiskMarketID: HASH, negRiskRequestID: HASH },
      { negativeRisk: true, negativeRiskMarketId: HASH, negativeRiskRequestId: HASH },
    ],
    ["a blank request id", { negRiskRequestID: "" }, { negativeRisk: false }],
    ["its title in a group", { groupItemTitle: "The green kettle" }, { groupItemTitle: "The green kettle" }],
    [
      "the time of its first order elsewhere",
      { acceptingOrdersTimestamp: "2026-04-01T18:22:59Z" },
      { acceptingOrdersTimestamp: "2026-04-01T18:22:59Z" },
    ],
    ["the wallet that sent it in", { submitted_by: WALLET }, { creator: WALLET.toLowerCase() }],
    ["the wallet that made it", { submitted_by: "", creator: WALLET }, { creator: WALLET.toLowerCase() }],
    [
      "rewards",
      {
        clobRewards: [{ assetAddress: WALLET, rewardsDailyRate: "0.5" }],
        rewardsMinSize: 50,
        rewardsMaxSpread: 3.5,
      },
      { rewards: { rates: [{ assetAddress: WALLET, dailyRate: 0.5 }], minSize: 50, maxSpread: 3.5 } },
    ],
    ["flags as text", { active: "false", archived: "true" }, { active: false, archived: true }],
    ["a placeholder, which trades", { active: false }, { active: false, acceptingOrders: true }],
  ];
  for (const [what, changes, expected] of mapped)
    it(`may have ${what}`, () => {
      const market = marketOf(changes);
      assert.deepEqual({ ...market, ...expected }, market);
    });

  it("takes orders when it is not active, unless it says so or is closed", () => {
    assert.equal(marketOf({ active: false }).acceptingOrders, true);
    assert.equal(marketOf({ active: false, acceptingOrders: false }).acceptingOrders, undefined);
    assert.equal(marketOf({ active: false, closed: true }).acceptingOrders, undefined);
  });

  const paid: readonly (readonly [unknown, boolean, readonly number[] | undefined])[] = [
    ['["1", "0"]', true, [1, 0]],
    ['["0", "1"]', true, [0, 1]],
    ['["0.5", "0.5"]', true, [1, 1]],
    [[1, "0.0"], true, [1, 0]],
    ['["0.9995", "0.0005"]', true, [1, 0]],
    ['["0.0000004113679", "0.9999995886320"]', true, [0, 1]],
    [[4.1e-7, 0.9999996], true, [0, 1]],
    ['["0.97", "0.03"]', true, undefined],
    ['["0", "0"]', true, undefined],
    ['["1.5", "-0.5"]', true, undefined],
    ['["1", "1"]', true, undefined],
    ["[]", true, undefined],
    [null, true, undefined],
    ['["1", "0"]', false, undefined],
  ];
  for (const [outcomePrices, closed, payout] of paid)
    it(`${closed ? "closed" : "open"} at ${String(outcomePrices)} paid ${payout?.join(" to ") ?? "nothing yet"}`, () => {
      assert.deepEqual(marketOf({ outcomePrices, closed }).payout, payout);
    });

  it("inherits the negative-risk event that it does not name", () => {
    const { listing } = parse(
      gammaEvent(1, { negRiskMarketID: HASH, markets: [gammaMarket(1, { negRisk: true }), gammaMarket(2)] }),
    );
    assert.deepEqual(
      listing?.markets.map((market) => market.negativeRiskMarketId),
      [HASH, undefined],
    );
  });

  it("leaves out a date that names no instant, and keeps others to the letter", () => {
    const market = marketOf({ startDate: "soon", endDate: "2031-02-30T00:00:00Z", createdAt: 5 });
    assert.ok(!("startDate" in market) && !("endDate" in market) && !("createdAt" in market));
    assert.equal(marketOf({ updatedAt: "2031-01-02T03:04:05.600Z" }).updatedAt, "2031-01-02T03:04:05.600Z");
  });
});

describe("duplicates in one import", () => {
  const duplicate = (changes: Document): readonly Skipped[] =>
    parse(gammaEvent(1, { markets: [gammaMarket(1), gammaMarket(2, changes)] })).skipped;

  const rows: readonly (readonly [string, Document, string])[] = [
    ["id", { id: "500001" }, "market id 500001 is listed already"],
    ["slug", { slug: "kettle-1-boils" }, "market slug kettle-1-boils is listed already"],
    [
      "condition",
      { conditionId: gammaMarket(1)["conditionId"] },
      `condition id 0x${"1".padStart(64, "0")} is listed already`,
    ],
    ["token", { clobTokenIds: ["77", "3"] }, "token id 3 is listed already"],
  ];
  for (const [what, changes, reason] of rows)
    it(`skips the second market of one ${what}`, () => {
      assert.deepEqual(
        duplicate(changes).map((entry) => entry.reason),
        [reason],
      );
    });

  it("skips the second event of one id or slug with all its markets", () => {
    const taken = new Set<string>();
    parseGammaEvent(gammaEvent(1), taken);
    const again = parseGammaEvent(gammaEvent(1, { slug: "other", markets: [gammaMarket(9)] }), taken);
    const renamed = parseGammaEvent(gammaEvent(2, { slug: "kettles-1", markets: [gammaMarket(9)] }), taken);
    assert.deepEqual(
      [...again.skipped, ...renamed.skipped].map((entry) => entry.reason),
      ["event id 20001 is listed already", "event slug kettles-1 is listed already"],
    );
    assert.equal(parseGammaEvent(gammaEvent(3, { markets: [gammaMarket(9)] }), taken).skipped.length, 0);
  });

  it("reserves no ids for skipped items", () => {
    const taken = new Set<string>();
    parseGammaEvent(gammaEvent(1, { title: "" }), taken);
    parseGammaEvent(gammaEvent(2, { markets: [gammaMarket(1, { outcomes: [] })] }), taken);
    assert.equal(parseGammaEvent(gammaEvent(1), taken).listing?.markets.length, 1);
  });
});

describe("hidden characters of a document", () => {
  const market = gammaMarket(1, {
    question: "Will it\u202e rain?\n",
    description: "One.\r\n\tTwo.\u2028Three.\u200b",
    outcomes: ["Yes\u200e", "No"],
  });
  const event = gammaEvent(1, {
    title: "\ufeffRain",
    tags: [{ id: "7", label: "Te\u00ada", slug: "tea" }],
    eventMetadata: { a: [{ "b\u200b": "c\u2066" }], d: 1 },
    markets: [market],
  });

  it("are left out, and the texts that had some are counted", () => {
    const { listing, cleaned, skipped } = parse(event);
    assert.deepEqual(skipped, []);
    assert.equal(listing?.event.title, "Rain");
    assert.equal(listing.event.tags[0]?.label, "Tea");
    assert.deepEqual(listing.event.eventMetadata, { a: [{ b: "c" }], d: 1 });
    const [listed] = listing.markets;
    assert.equal(listed?.question, "Will it rain?");
    assert.equal(listed.description, "One.\n\tTwo.\nThree.");
    assert.deepEqual(listed.outcomes, ["Yes", "No"]);
    assert.equal(cleaned, 7);
  });

  it("are none in a document as others are", () => assert.equal(parse(gammaEvent(1)).cleaned, 0));
});
