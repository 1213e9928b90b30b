/** The terms of a market reach every place that has them: a new term that one of them forgets is named here. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Check } from "typebox/value";
import { parseGammaEvent } from "../../src/listings/gamma-event.ts";
import { marketText } from "../../src/cli/operator/market.ts";
import type { CatalogMarket } from "../../src/core/markets/catalog.ts";
import { encodeEvents, createReplay, replayBatch } from "../../src/core/events/event-codec.ts";
import { createExchange, execute } from "../../src/core/exchange.ts";
import { STANDARD_LIMITS } from "../../src/core/limits.ts";
import {
  MARKET_TERMS,
  pickTerms,
  STANDARD_TERMS,
  pickStatedTerms,
} from "../../src/core/markets/market-terms.ts";
import type { MarketTerms } from "../../src/core/markets/market-terms.ts";
import { isRejection } from "../../src/core/rejection.ts";
import type { Market } from "../../src/core/state.ts";
import { decimalText, lots, ticks } from "../../src/core/units.ts";
import { ListingSchema } from "../../src/http/admin/markets/listings.ts";
import { describeMarket } from "../../src/http/admin/markets/market-answer.ts";
import { readMarketTerms } from "../../src/http/admin/markets/market-terms.ts";
import { MARKET_VIEW } from "../../src/http/trading/market-view.ts";
import { publishTerms } from "../../src/operate/changes/public-event.ts";
import { createDifferences } from "../../src/store/journal/differences.ts";
import { buildOperatorMarket } from "../../src/store/reads/markets.ts";
import { MARKET_STATES } from "../../src/store/tables/market-states.ts";
import { compareLoaded } from "../../src/store/verify/verify-loaded.ts";
import { gammaEvent, gammaMarket } from "../catalog/gamma-documents.ts";
import { eventListing } from "./support/listing.ts";

const PLAIN = STANDARD_TERMS;

/** Another value of each term. */
const OTHER: MarketTerms = {
  tick: ticks(10),
  minimumLots: lots(500),
  negativeRisk: true,
  fees: { rate: 200, exponent: 2, takerOnly: false },
  autoRedeem: true,
};

const TERMS = Object.keys(OTHER) as (keyof MarketTerms)[];

const changed = (term: keyof MarketTerms): MarketTerms => ({ ...PLAIN, [term]: OTHER[term] });

const listingOf = (terms: MarketTerms) => {
  const { event, markets } = eventListing("1", [{ name: "m" }]);
  const [plain] = markets;
  const { tick: _, minimumLots: __, negativeRisk: ___, ...described } = plain!;
  return { event, markets: [{ ...described, ...pickStatedTerms(terms) }] };
};

const RULES = { selfTrade: "allow", autoRedeem: false, limits: STANDARD_LIMITS } as const;

/** An exchange whose market 1 was listed with these terms, one after the other, and its journal. */
function listed(...all: readonly MarketTerms[]) {
  const exchange = createExchange(RULES);
  const batches = all.map((terms) => {
    const events = execute(exchange, { type: "list", listing: listingOf(terms) }, 1);
    assert.ok(!isRejection(events));
    return events;
  });
  return { exchange, batches, market: exchange.markets[1]! };
}

const described = (content: CatalogMarket) => ({
  content,
  event: { id: "1", slug: "event", title: "Event" },
  lastEdit: 0,
  steps: [],
});

function loadedDifferences(term: keyof MarketTerms): readonly string[] {
  const differences = createDifferences();
  compareLoaded(listed(PLAIN).exchange, listed(changed(term)).exchange, differences);
  return differences.found.filter((found) => found.startsWith("loaded market 1"));
}

type Place = (exchanged: ReturnType<typeof listed>) => unknown;

/** Places that show the terms, under names and in forms of their own. */
const PLACES: { readonly [place: string]: Place } = {
  "the read tables": ({ market }) =>
    Object.values(MARKET_STATES.columns).map(({ value }) => value(market, { seq: 1, at: 1 })),
  "the operator's answer": ({ market }) => answerOf(market),
  "the public reads": ({ market }) => MARKET_VIEW.build(market, 0),
};

const answerOf = (market: Market) =>
  describeMarket(buildOperatorMarket(market, described(listingOf(PLAIN).markets[0]!)), {
    rules: RULES,
  });

const shownText = (terms: MarketTerms): string => marketText(answerOf(listed(terms).market));

for (const term of TERMS) {
  describe(`the term ${term}`, () => {
    it("is what the listing says, the first time and again", () => {
      assert.deepEqual(pickTerms(listed(changed(term)).market), changed(term));
      assert.deepEqual(pickTerms(listed(PLAIN, changed(term)).market), changed(term));
    });

    it("comes back from the journal", () => {
      const replay = createReplay();
      for (const events of listed(PLAIN, changed(term)).batches) replayBatch(replay, encodeEvents(events), 1);
      assert.deepEqual(pickTerms(replay.exchange.markets[1]!), changed(term));
    });

    it("is taken from a listing over the wire", () => {
      const { [term]: value } = OTHER;
      const properties = ListingSchema as unknown as SchemaOfListing;
      const schema = properties.properties.markets.items.properties[term];
      assert.ok(schema !== undefined && Check(schema, value));
    });

    for (const [place, show] of Object.entries(PLACES))
      it(`is in ${place}`, async () => {
        assert.notDeepEqual(await show(listed(changed(term))), await show(listed(PLAIN)));
      });

    if ("published" in MARKET_TERMS[term])
      it("is in public events", () => assert.notDeepEqual(publishTerms(changed(term)), publishTerms(PLAIN)));

    if ("shown" in MARKET_TERMS[term])
      it("is on the command line", () => assert.notEqual(shownText(changed(term)), shownText(PLAIN)));

    it("is compared with what a start loads", () => assert.ok(loadedDifferences(term).length > 0));
  });
}

type SchemaOfListing = {
  readonly properties: {
    readonly markets: { readonly items: { readonly properties: { readonly [name: string]: object } } };
  };
};

describe("the limits of the smallest order", () => {
  const { least, most, places, range } = MARKET_TERMS.minimumLots.limits;
  const schema = (ListingSchema as unknown as SchemaOfListing).properties.markets.items.properties;
  for (const [size, isTaken] of [
    [least - 1, false],
    [least, true],
    [most, true],
    [most + 1, false],
  ] as const)
    it(`${decimalText(size, places)} is ${isTaken ? "taken" : "refused"} alike everywhere`, () => {
      const text = decimalText(size, places);
      const imported = parseGammaEvent(
        gammaEvent(1, { markets: [gammaMarket(1, { orderMinSize: text })] }),
        new Set(),
      );
      assert.equal(imported.skipped.length === 0, isTaken);
      assert.equal(Check(schema["minimumLots"]!, size), isTaken);
      const read = readMarketTerms({ minimumSize: text });
      assert.equal(!isRejection(read), isTaken);
      if (isRejection(read)) assert.ok(read.hint.includes(range), read.hint);
    });
});
