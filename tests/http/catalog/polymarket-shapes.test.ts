import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { TestExchange } from "../../support/exchange.ts";
import { answered, startCatalog } from "./world.ts";
import { capturedList, EVENT_DUMPS, importDump, noSamples, readDump } from "./gamma-samples.ts";
import type { Captured, EventDump } from "./gamma-samples.ts";

/** Terms in a record of a market or an event, which an import takes over. */
const MARKET_TERMS = [
  "orderPriceMinTickSize",
  "orderMinSize",
  "negRisk",
  "negRiskMarketID",
  "negRiskRequestID",
  "groupItemTitle",
  "gameStartTime",
  "secondsDelay",
  "startDateIso",
  "endDateIso",
  "rewardsMinSize",
  "rewardsMaxSpread",
];
const EVENT_TERMS = ["negRisk", "enableNegRisk", "negRiskMarketID", "seriesSlug", "enableOrderBook"];

const marketsOf = (events: readonly Captured[]): readonly Captured[] =>
  events.flatMap(({ markets }) => capturedList(markets));

const rewardsOf = (markets: readonly Captured[]): readonly Captured[] =>
  markets.flatMap(({ clobRewards }) => capturedList(clobRewards));

const typeOf = (value: unknown): string => (Array.isArray(value) ? "array" : typeof value);

/** JSON types of a record's values, by name. */
function typesOf(records: readonly Captured[]): ReadonlyMap<string, ReadonlySet<string>> {
  const types = new Map<string, Set<string>>();
  for (const [name, value] of records.flatMap((record) => Object.entries(record)))
    types.set(name, (types.get(name) ?? new Set()).add(typeOf(value)));
  return types;
}

/** Types of fields that are newer than the captured answers. */
const NEWER: ReadonlyMap<string, string> = new Map([
  ["version", "string"],
  ["positionIds", "array"],
]);

function assertTyped(ours: readonly Captured[], captured: readonly Captured[]): void {
  const known = typesOf(captured);
  for (const [name, types] of typesOf(ours))
    for (const type of types)
      assert.ok(known.get(name)?.has(type) ?? NEWER.get(name) === type, `${name} is never ${type}`);
}

/** Asserts that a term of every captured record that has it is also ours; "" is as good as none. */
function assertSameTerms(
  terms: readonly string[],
  ours: readonly Captured[],
  captured: readonly Captured[],
): void {
  const byId = new Map(ours.map((record) => [record["id"], record]));
  for (const record of captured) {
    const own = byId.get(record["id"]) ?? {};
    const stated = terms.filter((name) => name in own && record[name] !== undefined);
    const valuesOf = (from: Captured) => stated.map((name) => [name, from[name] ?? ""]);
    assert.deepEqual(valuesOf(own), valuesOf(record), String(record["id"]));
  }
}

async function listedFrom(exchange: TestExchange, dump: EventDump): Promise<readonly Captured[]> {
  await importDump(exchange, dump);
  return answered(await exchange.get("/events?limit=500", "polymarket"), "/events", "polymarket");
}

void describe("Answers of Polymarket's dialect, beside captured ones,", { skip: noSamples }, () => {
  const captured = noSamples === false ? EVENT_DUMPS.flatMap(readDump) : [];

  for (const dump of EVENT_DUMPS) {
    void describe(`of ${dump}`, () => {
      let exchange: TestExchange;
      let events: readonly Captured[];
      before(async () => {
        exchange = await startCatalog();
        events = await listedFrom(exchange, dump);
      });
      after(() => exchange.close());

      void it("have names and types that those have", () => {
        assertTyped(events, captured);
        assertTyped(marketsOf(events), marketsOf(captured));
        assertTyped(rewardsOf(marketsOf(events)), rewardsOf(marketsOf(captured)));
        for (const name of ["tags", "series"])
          assertTyped(
            events.flatMap((event) => capturedList(event[name])),
            captured.flatMap((event) => capturedList(event[name])),
          );
      });

      void it("have lists inside of strings in the same form", () => {
        for (const market of [...marketsOf(events), ...marketsOf(readDump(dump))])
          for (const name of ["outcomes", "outcomePrices", "clobTokenIds", "umaResolutionStatuses"])
            assert.match(String(market[name] ?? "[]"), /^\[(?:"[^"]*"(?:, "[^"]*")*)?\]$/);
      });

      void it("have the same terms", () => {
        assertSameTerms(EVENT_TERMS, events, readDump(dump));
        assertSameTerms(MARKET_TERMS, marketsOf(events), marketsOf(readDump(dump)));
      });

      void it("have the same makers, rewards, and prices of what was resolved", () => {
        const byId = new Map(marketsOf(events).map((market) => [market["id"], market]));
        for (const market of marketsOf(readDump(dump))) {
          const own = byId.get(market["id"]);
          if (own === undefined) continue;
          assert.equal(own["submitted_by"], String(market["submitted_by"]).toLowerCase());
          if (own["closed"] === true) assert.equal(own["outcomePrices"], market["outcomePrices"]);
          const rates = (from: Captured) =>
            capturedList(from["clobRewards"]).map((reward) => [
              reward["assetAddress"],
              reward["rewardsDailyRate"],
            ]);
          assert.deepEqual(rates(own), rates(market));
        }
      });
    });
  }
});
