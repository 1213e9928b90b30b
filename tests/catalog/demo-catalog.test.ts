import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { demoCatalog } from "../../src/listings/demo-catalog.ts";
import { DEMO_COLLATERAL, DEMO_CREATOR } from "../../src/listings/demo/demo-event.ts";
import { parseListedInstant } from "../../src/listings/dates.ts";
import { TICK_SIZES } from "../../src/core/units.ts";
import { ancillaryData, questionId } from "../../src/signing/orders/market-ids.ts";

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
  it("is large and varied", () => {
    assert.ok(events.length >= 14, `${events.length} events`);
    assert.ok(markets.length >= 45, `${markets.length} markets`);
    const topics = new Set(events.map((event) => event.tags[0]?.slug));
    assert.ok(topics.size >= 9, `${topics.size} topics`);
    for (const event of events) assert.ok(event.tags.length >= 3, event.slug);
  });

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
    assertUnique(markets.map((market) => market.question));
    assertUnique(markets.map((market) => market.questionId));
    assertUnique(markets.map((market) => market.conditionId));
    assertUnique(markets.flatMap((market) => market.tokenIds));
  });

  it("numbers below the numbers of the public catalogs", () => {
    for (const { id } of events) assert.ok(Number(id) > 100 && Number(id) < 1000, id);
    for (const { id } of markets) assert.ok(Number(id) > 1000 && Number(id) < 10_000, id);
  });

  it("writes slugs in kebab case", () => {
    for (const { slug } of [
      ...events,
      ...markets,
      ...events.flatMap((event) => [...event.tags, ...event.series]),
    ])
      assert.match(slug, /^[a-z0-9]+(-[a-z0-9]+)*$/);
  });

  it("gives every market rules that say how it resolves", () => {
    for (const { slug, description, question } of markets) {
      assert.ok(description.length >= 60, slug);
      assert.doesNotMatch(description + question, /[{}]/, slug);
    }
    for (const { slug, description, title } of events) {
      assert.ok(description.length >= 60, slug);
      assert.doesNotMatch(description + title, /[{}]/, slug);
    }
  });

  it("writes out the end in the rules", () => {
    const flare = markets.find((market) => market.slug === "x-class-solar-flare");
    assert.equal(flare?.endDate, "2031-05-20T08:00:00Z");
    assert.match(flare?.description ?? "", /20 May 2031, 08:00 UTC/);
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

  it("ends within hours, days, weeks and years", () => {
    const lengths = events.map((event) => end(event.endDate) - NOW);
    const some = (from: number, to: number) => lengths.some((length) => length > from && length <= to);
    assert.ok(some(0, DAY_MS));
    assert.ok(some(DAY_MS, 7 * DAY_MS));
    assert.ok(some(7 * DAY_MS, 60 * DAY_MS));
    assert.ok(some(3 * 365 * DAY_MS - DAY_MS, 11 * 365 * DAY_MS));
  });

  it("holds a weekly series of three events", () => {
    const weekly = events.filter((event) => event.series.some((series) => series.recurrence === "weekly"));
    assert.ok(weekly.length >= 3);
    const ends = weekly.map((event) => end(event.endDate));
    assert.ok(ends.every((date, index) => index === 0 || date - Number(ends[index - 1]) === 7 * DAY_MS));
  });

  it("has contests between two names, and questions that stand side by side", () => {
    assert.ok(markets.some((market) => market.outcomes.join() === "Comets,Owls"));
    assert.ok(listings.some(({ event, markets: list }) => !event.negativeRisk && list.length >= 3));
  });

  it("tries every price step and some rewards", () => {
    const steps = new Set(markets.map((market) => market.tick));
    assert.deepEqual([...steps].sort(), [...TICK_SIZES].sort());
    for (const market of markets) assert.equal(market.minimumLots, 100);
    const rewarded = markets.filter((market) => market.rewards.rates.length > 0);
    assert.ok(rewarded.length >= 5);
    for (const { rewards } of rewarded) {
      assert.equal(rewards.rates[0]?.assetAddress, DEMO_COLLATERAL);
      assert.ok(rewards.minSize > 0 && rewards.maxSpread > 0);
    }
  });
});

describe("the ids of the demo catalog", () => {
  it("are those of the formulas for a question that stands alone", () => {
    for (const market of markets.filter((each) => !each.negativeRisk)) {
      assert.equal(market.questionId, questionId(ancillaryData(market.question, DEMO_CREATOR)));
      assert.equal(market.negativeRiskMarketId, undefined);
    }
  });

  it("count the questions of an event with exactly one Yes", () => {
    const exclusive = listings.filter(({ event }) => event.negativeRisk);
    assert.ok(exclusive.length >= 3);
    for (const { event, markets: list } of exclusive) {
      assert.ok(list.length >= 4 && list.length <= 8, event.slug);
      const prefix = event.negativeRiskMarketId?.slice(0, 64);
      assert.equal(event.negativeRiskMarketId, `${prefix}00`);
      for (const [index, market] of list.entries()) {
        assert.equal(market.negativeRiskMarketId, event.negativeRiskMarketId);
        assert.equal(market.questionId, `${prefix}${index.toString(16).padStart(2, "0")}`);
        assert.equal(market.negativeRiskRequestId, questionId(ancillaryData(market.question, DEMO_CREATOR)));
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
