import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { CatalogEvent, CatalogMarket } from "../../src/core/markets/catalog.ts";
import { micros } from "../../src/core/units.ts";
import type { ExportedEvent, ExportedMarket } from "../../src/operate/export/exported-listings.ts";
import {
  conditionRow,
  eventRow,
  marketRow,
  outcomeRows,
  siteEventId,
  tagRows,
} from "../../src/operate/export/export-site.ts";
import { hashOf, testListing, tokenOf, walletOf } from "../support/exchange.ts";

const ANN = walletOf("ann");
const CREATED = "2026-05-01T09:30:00.500Z";
/** The ULID of this time and of the number 7. */
const SEVENTH = "01KQHDZ8XM0000000000000007";
const AT = Date.UTC(2026, 5, 1, 12);
const ADAPTER = "0xd9416E904e1ab925ad72F03F6D6ce0Aa80fd2dC5";

function eventWith(content: Partial<CatalogEvent>, listed: Partial<ExportedEvent> = {}): ExportedEvent {
  const { event } = testListing([], { createdAt: CREATED, ...content });
  return {
    content: event,
    archived: false,
    creator: null,
    open: true,
    resolved: false,
    resolvedAt: null,
    ...listed,
  };
}

function marketWith(content: Partial<CatalogMarket>, state: Partial<ExportedMarket> = {}): ExportedMarket {
  const { event, markets } = testListing([{ name: "rain", createdAt: CREATED, ...content }], {
    createdAt: CREATED,
  });
  const flags = { active: true, closed: false, archived: false, status: "active" } as const;
  const traded = { volume: micros(0), volume24h: micros(0), payout: null, steps: [] };
  return { content: markets[0]!, event, ...flags, ...traded, ...state };
}

const statusOf = (listed: Partial<ExportedEvent>): unknown => eventRow(eventWith({}, listed))["status"];

describe("the row of an event", () => {
  it("has all that a site shows of it", () => {
    const series = { ticker: "rains", title: "Rains", seriesType: "single", image: "", icon: "" };
    const state = { active: true, closed: false, archived: false };
    const event = eventWith(
      {
        endDate: "2026-07-01T00:00:00Z",
        image: "https://pictures.example/rain.png",
        icon: "/rain.png",
        negativeRisk: true,
        negativeRiskMarketId: hashOf("rains"),
        series: [{ id: "3", slug: "rains", recurrence: "daily", ...series, ...state }],
      },
      { creator: ANN },
    );
    assert.deepEqual(eventRow(event), {
      id: SEVENTH,
      slug: "test-event",
      title: "Test event",
      creator: ANN,
      icon_url: "https://pictures.example/rain.png",
      neg_risk: true,
      enable_neg_risk: true,
      neg_risk_market_id: hashOf("rains"),
      series_id: "3",
      series_slug: "rains",
      series_recurrence: "daily",
      status: "active",
      rules: "An event for tests.",
      is_hidden: false,
      end_date: "2026-07-01T00:00:00Z",
      resolved_at: null,
      created_at: CREATED,
    });
  });

  it("is resolved when all its markets are over, and archived when the open ones are not published", () => {
    assert.equal(statusOf({ open: true }), "active");
    assert.equal(statusOf({ open: false }), "archived");
    assert.equal(statusOf({ open: false, resolved: true }), "resolved");
    const over = eventRow(eventWith({}, { resolved: true, resolvedAt: AT, archived: true }));
    assert.equal(over["resolved_at"], "2026-06-01T12:00:00.000Z");
    assert.equal(over["is_hidden"], true);
    assert.equal(eventRow(eventWith({}, { resolvedAt: AT }))["resolved_at"], null);
  });

  it("has an id that is sorted by its creation, and is the same each time", () => {
    const ids = [
      siteEventId({ id: "9007199254740991" }),
      siteEventId({ id: "9", createdAt: "2026-05-01T00:00:00Z" }),
      siteEventId({ id: "10", createdAt: "2026-05-01T00:00:00Z" }),
      siteEventId({ id: "1", createdAt: "2026-05-01T00:00:00.001Z" }),
    ];
    assert.deepEqual(ids, [...ids].sort());
    assert.equal(new Set(ids).size, ids.length);
    for (const id of ids) assert.match(id, /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
    assert.equal(siteEventId({ id: "1", createdAt: "0001-01-01T00:00:00Z" }), siteEventId({ id: "1" }));
  });

  it("has rows for its tags that have a name", () => {
    const tags = [
      { id: "5", label: "Weather", slug: "weather" },
      { id: "6", label: "", slug: "blank" },
    ];
    assert.deepEqual(tagRows(eventWith({ tags })), [{ event_id: SEVENTH, name: "Weather", slug: "weather" }]);
  });
});

describe("the rows of a market", () => {
  it("have all that a site shows of it", () => {
    const market = marketWith(
      {
        creator: ANN,
        negativeRisk: true,
        negativeRiskMarketId: hashOf("rains"),
        negativeRiskRequestId: hashOf("request"),
        groupItemTitle: "Rain",
        endDate: "2026-06-30T00:00:00Z",
        icon: "http://pictures.example/drop.png",
        resolutionSource: "https://weather.example",
      },
      { volume: micros(5_250_000), volume24h: micros(1) },
    );
    assert.deepEqual(marketRow(market), {
      condition_id: hashOf("rain"),
      event_id: SEVENTH,
      title: "Will rain happen?",
      slug: "rain",
      short_title: "Rain",
      question: "Will rain happen?",
      market_rules: 'Resolves to "Yes" if rain happens.',
      resolution_source: "https://weather.example",
      resolution_source_url: "https://weather.example",
      neg_risk: true,
      neg_risk_market_id: hashOf("rains"),
      neg_risk_request_id: hashOf("request"),
      icon_url: "http://pictures.example/drop.png",
      is_active: true,
      is_resolved: false,
      metadata: { accepting_orders: true, archived: false, neg_risk_adapter_address: ADAPTER },
      volume: "5.25",
      volume_24h: "0.000001",
      end_time: "2026-06-30T00:00:00Z",
      created_at: CREATED,
    });
    const outcome = {
      condition_id: hashOf("rain"),
      is_winning_outcome: false,
      payout_value: null,
      created_at: CREATED,
    };
    assert.deepEqual(outcomeRows(market), [
      { ...outcome, token_id: tokenOf("rain yes"), outcome_text: "Yes", outcome_index: 0 },
      { ...outcome, token_id: tokenOf("rain no"), outcome_text: "No", outcome_index: 1 },
    ]);
    assert.deepEqual(conditionRow(market), {
      id: hashOf("rain"),
      oracle: `0x${"0".repeat(40)}`,
      question_id: hashOf("question rain"),
      creator: ANN,
      resolved: false,
      resolution_status: null,
      resolution_price: null,
      resolution_was_disputed: false,
      resolution_last_update: null,
      created_at: CREATED,
    });
  });

  it("have the event's source where the market names none, and no date that PostgreSQL cannot read", () => {
    const market = marketWith({ endDate: "0000-06-30T00:00:00Z" });
    const sourced = { ...market, event: { ...market.event, resolutionSource: "the club" } };
    const { resolution_source, resolution_source_url, end_time } = marketRow(sourced);
    assert.deepEqual([resolution_source, resolution_source_url, end_time], ["the club", null, null]);
  });

  it("say that a market pauses or is archived", () => {
    const paused = marketRow(marketWith({}, { status: "paused" }));
    assert.deepEqual(paused["metadata"], { accepting_orders: false, archived: false });
    assert.equal(paused["is_active"], true);
    const archived = marketRow(marketWith({}, { status: "archived", active: false, archived: true }));
    assert.deepEqual(archived["metadata"], { accepting_orders: false, archived: true });
    assert.equal(archived["is_active"], false);
  });

  it("say how a market was resolved, by the steps since the last one that was undone", () => {
    const steps = (["proposed", "disputed", "resolved", "undone", "proposed", "resolved"] as const).map(
      (step, index) => ({ step, at: AT + index }),
    );
    const stateAfter = (count: number, state: Partial<ExportedMarket> = {}): unknown[] => {
      const row = conditionRow(marketWith({}, { steps: steps.slice(0, count), ...state }));
      return [row["resolution_status"], row["resolution_was_disputed"], row["resolution_last_update"]];
    };
    assert.deepEqual(stateAfter(1), ["proposed", false, "2026-06-01T12:00:00.000Z"]);
    assert.deepEqual(stateAfter(2), ["disputed", true, "2026-06-01T12:00:00.001Z"]);
    assert.deepEqual(stateAfter(3, { closed: true }), ["resolved", true, "2026-06-01T12:00:00.002Z"]);
    assert.deepEqual(stateAfter(4), [null, false, null]);
    assert.deepEqual(stateAfter(6, { closed: true }), ["resolved", false, "2026-06-01T12:00:00.005Z"]);
    assert.deepEqual(stateAfter(0, { payout: [1, 0] }), ["resolved", false, null]);
  });

  for (const [payout, values, winners] of [
    [
      [1, 0],
      [1, 0],
      [true, false],
    ],
    [
      [0, 1],
      [0, 1],
      [false, true],
    ],
    [
      [1, 1],
      [0.5, 0.5],
      [false, false],
    ],
  ] as const)
    it(`pay ${values.join(" and ")} for ${payout.join(" : ")}`, () => {
      const market = marketWith({}, { payout });
      const outcomes = outcomeRows(market);
      assert.deepEqual(
        outcomes.map((row) => row["payout_value"]),
        values,
      );
      assert.deepEqual(
        outcomes.map((row) => row["is_winning_outcome"]),
        winners,
      );
      assert.equal(conditionRow(market)["resolution_price"], values[0]);
      assert.equal(marketRow(market)["is_resolved"], true);
    });
});
