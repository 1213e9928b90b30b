import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { parseGammaEvent } from "../../src/listings/gamma-event.ts";
import { demoCatalog } from "../../src/listings/demo-catalog.ts";
import type { Listing } from "../../src/core/markets/catalog.ts";
import { adminEndpoints } from "../../src/http/admin/endpoints.ts";
import { gammaEvent, gammaMarket } from "../catalog/gamma-documents.ts";
import { START_AT, startTestExchange, testListing } from "../support/exchange.ts";
import type { Reply, TestExchange } from "../support/exchange.ts";

let exchange: TestExchange;

before(async () => {
  exchange = await startTestExchange({ endpoints: adminEndpoints(() => null) });
});

after(() => exchange.close());

const post = (body: unknown, authorization = `Bearer ${exchange.context.adminToken}`): Promise<Reply> =>
  exchange.send("/listings", { body, headers: { authorization } });

describe("POST /listings", () => {
  it("wants the operator's token", async () => {
    for (const authorization of ["", "Bearer", "Bearer ad", `Basic ${exchange.context.adminToken}`])
      assert.equal((await post([], authorization)).status, 401);
    assert.equal((await post([])).status, 200);
  });

  it("answers one result per listing, in their order", async () => {
    const listings = [
      testListing([{ name: "hail" }], { id: "20", slug: "hail" }),
      testListing([{ name: "dew" }], { id: "21", slug: "dew" }),
    ];
    const markets = { listed: 1, unchanged: 0, skipped: [] };
    assert.deepEqual((await post(listings)).body, [
      { id: "20", result: "listed", markets },
      { id: "21", result: "listed", markets },
    ]);
    const clash = testListing([{ name: "frost" }], { id: "20", slug: "frost" });
    const { body } = await post([clash, listings[1]]);
    assert.deepEqual(body, [
      {
        id: "20",
        result: "refused",
        code: "listing_conflict",
        hint: "event id 20 is another event's (hail)",
        markets: { listed: 0, unchanged: 0, skipped: [] },
      },
      { id: "21", result: "unchanged", markets: { listed: 0, unchanged: 1, skipped: [] } },
    ]);
  });

  it("refuses what one request gives twice", async () => {
    const listing = testListing([{ name: "mist" }], { id: "30", slug: "mist" });
    const other = testListing([{ name: "mist", id: "9" }], { id: "31", slug: "mist-too" });
    const { body } = await post([listing, listing, other]);
    assert.equal(body[1].hint, "event id 30 is given twice");
    assert.deepEqual([body[2].result, body[2].hint], ["refused", "none of its markets can be listed"]);
    assert.deepEqual(body[2].markets.skipped, [
      { id: "9", slug: "mist", reason: "market slug mist is given twice" },
    ]);
  });

  it("lists once what two callers send at once", async () => {
    const listing = testListing([{ name: "storm" }], { id: "40", slug: "storm" });
    const clash = testListing([{ name: "gale" }], { id: "40", slug: "gale" });
    const replies = await Promise.all([post([listing]), post([clash]), post([listing]), post([clash])]);
    const results: string[] = replies.map(({ body }) => body[0].result);
    assert.deepEqual(results.toSorted(), ["listed", "refused", "refused", "unchanged"]);
  });

  it("takes whatever the demo catalog and the reader of dumps give", async () => {
    const full = gammaEvent(1, {
      negRisk: true,
      negRiskMarketID: `0x${"e".repeat(64)}`,
      resolutionSource: "",
      image: "",
      series: [{ id: "9", slug: "weekly", createdAt: "2030-01-01 00:00:00+00" }],
      tags: Array.from({ length: 200 }, (_, index) => ({ id: index + 1, label: "", slug: `tag-${index}` })),
      eventMetadata: { deep: [[{ a: "é😀\n" }]], none: null, number: 0.1 },
      markets: [
        gammaMarket(1, {
          questionID: "",
          closed: true,
          outcomePrices: '["0.5", "0.5"]',
          orderPriceMinTickSize: 0.0025,
          orderMinSize: 1_000_000,
          clobRewards: [{ assetAddress: `0x${"Ab".repeat(20)}`, rewardsDailyRate: 1e9 }],
          rewardsMaxSpread: 3.5,
          submitted_by: `0x${"Cd".repeat(20)}`,
          gameStartTime: "2030-01-01",
          groupItemTitle: "Label",
          negRisk: true,
          negRiskRequestID: `0x${"f".repeat(64)}`,
          description: "z[{".repeat(5),
        }),
        gammaMarket(2, { description: "x".repeat(65_536), question: "Q".repeat(1000) }),
      ],
    });
    const { listing, skipped } = parseGammaEvent(full, new Set());
    assert.deepEqual(skipped, []);
    const { status, body } = await post([listing, ...demoCatalog(START_AT)]);
    assert.equal(status, 200);
    assert.ok(body.every(({ result }: { result: string }) => result === "listed"));
  });
});

/** Makes a plain listing with a change. */
function changed(change: (plain: { event: Changeable; markets: Changeable[] }) => void): Listing {
  const plain = structuredClone(testListing([{ name: "sleet" }], { id: "50", slug: "sleet" }));
  // The point is to send what the type forbids.
  change(plain as unknown as { event: Changeable; markets: Changeable[] });
  return plain;
}
type Changeable = Record<string, unknown>;

const market = (fields: Changeable): Listing => changed(({ markets }) => Object.assign(markets[0]!, fields));
const event = (fields: Changeable): Listing => changed((plain) => Object.assign(plain.event, fields));

const WRONG: readonly (readonly [what: string, listing: unknown, hint: RegExp])[] = [
  ["an object instead of a list of markets", { event: {}, markets: {} }, /^0\./],
  ["an unknown field", event({ volume: 5 }), /^0\.event: expected no field but .*, got "volume"$/],
  [
    "an absent field",
    changed(({ markets }) => delete markets[0]!["slug"]),
    /^0\.markets\.0\.slug: expected visible text without blanks, .*, got nothing$/,
  ],
  ["a NUL in a text", event({ title: "a\0b" }), /^0\.event\.title/],
  ["half of a surrogate pair", market({ description: "\ud800" }), /^0\.markets\.0\.description/],
  [
    "half of a surrogate pair in metadata",
    event({ eventMetadata: { a: ["\ud800"] } }),
    /event 50: eventMetadata contains half/,
  ],
  [
    "a NUL in a key of metadata",
    event({ eventMetadata: { "a\0": 1 } }),
    /event 50: eventMetadata contains a NUL/,
  ],
  [
    "two tags with one id",
    event({
      tags: [
        { id: "5", label: "Rain", slug: "rain" },
        { id: "5", label: "Snow", slug: "snow" },
      ],
    }),
    /event 50: id 5 is given to two of its tags or series/,
  ],
  ["a blank title", event({ title: "  " }), /^0\.event\.title/],
  [
    "a picture that is a script",
    event({ image: "javascript:alert(1)" }),
    /^0\.event\.image: expected an address/,
  ],
  [
    "a source that is a script",
    market({ resolutionSource: "javascript:x" }),
    /^0\.markets\.0\.resolutionSource/,
  ],
  ["a slug of two segments", market({ slug: "a/b" }), /^0\.markets\.0\.slug/],
  ["a slug that no address can name", event({ slug: ".." }), /^0\.event\.slug/],
  ["a slug with a character that nobody sees", market({ slug: "sleet\u200b" }), /^0\.markets\.0\.slug/],
  [
    "an id that is not a number",
    market({ id: "07" }),
    /^0\.markets\.0\.id: expected a whole number .*, got "07"$/,
  ],
  ["an id beyond 2^53", event({ id: "9007199254740993" }), /id 9007199254740993 is not a whole number/],
  ["a condition in capitals", market({ conditionId: `0x${"A".repeat(64)}` }), /conditionId/],
  ["a token beyond 2^256", market({ tokenIds: ["1", "9".repeat(78)] }), /a token id is not a decimal number/],
  ["three outcomes", market({ outcomes: ["a", "b", "c"] }), /outcomes/],
  ["two outcomes with one name", market({ outcomes: ["a", "a"] }), /both outcomes are the same/],
  ["a tick that no book has", market({ tick: 7 }), /tick/],
  ["a minimum of nothing", market({ minimumLots: 0 }), /minimumLots/],
  ["a payout of two", market({ payout: [2, 0] }), /payout/],
  ["a day that does not exist", market({ endDate: "2026-02-31T00:00:00Z" }), /endDate is not an instant/],
];

describe("a listing that the catalog cannot hold", () => {
  for (const [what, wrong, hint] of WRONG) {
    it(`is refused with its place: ${what}`, async () => {
      const { seq } = exchange.context.engine.head();
      const { status, body } = await post([wrong]);
      assert.deepEqual([status, body.code], [400, "invalid_payload"]);
      assert.match(body.hint, hint);
      assert.equal(exchange.context.engine.head().seq, seq);
    });
  }
});
