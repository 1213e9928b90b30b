import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { demoCatalog } from "../../src/listings/demo-catalog.ts";
import { DEMO_CREATOR } from "../../src/listings/demo/demo-event.ts";
import { parseListedInstant } from "../../src/listings/dates.ts";
import { versionOf } from "../../src/core/markets/market-version.ts";
import { buildAncillaryData, computeQuestionId } from "../../src/signing/orders/market-ids.ts";

const NOW = Date.parse("2031-05-06T07:08:09.123Z");
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const listings = demoCatalog(NOW);
const events = listings.map((listing) => listing.event);
const markets = listings.flatMap((listing) => listing.markets);

function assertUnique(values: readonly string[]): void {
  const repeated = values.filter((value, index) => values.indexOf(value) !== index);
  assert.deepEqual(repeated, []);
}

const end = (date: string | undefined): number => Date.parse(date ?? "");

describe("the demo catalog", () => {
  it("depends on nothing but the moment of the first start", () => {
    assert.deepEqual(demoCatalog(NOW), listings);
  });

  it("has the same ids in every sandbox", () => {
    const ids = (at: number) =>
      demoCatalog(at).map(({ event, markets: list }) => ({
        event: [event.id, event.slug],
        markets: list.map(({ id, slug, conditionId, tokenIds }) => ({ id, slug, conditionId, tokenIds })),
      }));
    assert.deepEqual(ids(NOW + 400 * DAY_MS), ids(NOW));
  });

  it("uses every id, slug, question and token once", () => {
    assertUnique(events.map((event) => event.id));
    assertUnique(events.map((event) => event.slug));
    assertUnique(markets.map((market) => market.id));
    assertUnique(markets.map((market) => market.slug));
    for (const version of ["v1", "v2"]) {
      const ofVersion = markets.filter((market) => versionOf(market) === version);
      assertUnique(ofVersion.map((market) => market.question));
      assertUnique(ofVersion.map((market) => market.questionId));
    }
    assertUnique(markets.map((market) => market.conditionId));
    assertUnique(markets.flatMap((market) => market.tokenIds));
  });

  it("has what a client must choose between by version, not by which field is there", () => {
    const [old, twin] = listings.find(({ event }) => event.slug === "new-comet-brightness")?.markets ?? [];
    assert.ok(old !== undefined && twin !== undefined && old.question === twin.question);
    assert.deepEqual([versionOf(old), versionOf(twin)], ["v1", "v2"]);
    assert.deepEqual(twin.otherVersionIds, old.tokenIds);
    const exclusive = listings.filter(
      ({ markets: [first] }) => first?.negativeRisk && versionOf(first) === "v2",
    );
    assert.ok(exclusive.length > 0);
    const withLegs = markets.filter(
      (market) => versionOf(market) === "v1" && market.otherVersionIds !== undefined,
    );
    assert.ok(withLegs.length > 0);
    const traded = new Set(markets.flatMap((market) => market.tokenIds));
    for (const { otherVersionIds = [] } of withLegs)
      assert.ok(otherVersionIds.every((id) => !traded.has(id)));
  });

  it("numbers below the numbers of the public catalogs", () => {
    for (const { id } of events) assert.ok(Number(id) > 100 && Number(id) < 1000, id);
    for (const { id } of markets) assert.ok(Number(id) > 1000 && Number(id) < 10_000, id);
  });

  it("orders the dates of events and markets", () => {
    for (const { createdAt, startDate, endDate, updatedAt } of [...events, ...markets]) {
      for (const date of [createdAt, startDate, endDate, updatedAt])
        assert.equal(parseListedInstant(date ?? ""), date);
      const order = [createdAt, startDate, new Date(NOW).toISOString(), endDate].map(end);
      assert.deepEqual(
        order,
        order.toSorted((a, b) => a - b),
      );
      assert.ok(end(updatedAt) <= NOW);
    }
  });
});

describe("the ids of the demo catalog", () => {
  it("are those of the formulas for a question that stands alone", () => {
    for (const market of markets.filter((each) => !each.negativeRisk)) {
      assert.equal(market.questionId, computeQuestionId(buildAncillaryData(market.question, DEMO_CREATOR)));
      assert.equal(market.negativeRiskMarketId, undefined);
    }
  });

  it("count the questions of an event with exactly one Yes", () => {
    const exclusive = listings.filter(({ event }) => event.negativeRisk);
    assert.ok(exclusive.length >= 3);
    for (const { event, markets: list } of exclusive) {
      assert.ok(list.length >= 3 && list.length <= 8, event.slug);
      const prefix = event.negativeRiskMarketId?.slice(0, 64);
      assert.equal(event.negativeRiskMarketId, `${prefix}00`);
      for (const [index, market] of list.entries()) {
        assert.equal(market.negativeRiskMarketId, event.negativeRiskMarketId);
        assert.equal(market.questionId, `${prefix}${index.toString(16).padStart(2, "0")}`);
        assert.equal(
          market.negativeRiskRequestId,
          computeQuestionId(buildAncillaryData(market.question, DEMO_CREATOR)),
        );
        assert.deepEqual(market.outcomes, ["Yes", "No"]);
      }
    }
  });

  it("do not change by accident: clients of running sandboxes hold them", () => {
    const [first] = markets;
    assert.equal(first?.conditionId, "0xe5f7ca2c9b45f590298e511835c2f90b72b68db38d5a768206ca8ee3e11884aa");
    assert.equal(
      first?.tokenIds[0],
      "87047589152188804756320622572344532727522686414535914377143763273568404510054",
    );
  });
});
