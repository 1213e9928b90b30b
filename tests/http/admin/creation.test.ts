/** Events and markets that operators create: their terms, their names, and the refusals. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { listPositionIds } from "../../../src/core/markets/market-version.ts";
import { START_AT, testListing, walletOf } from "../../support/exchange.ts";
import { startOperatedExchange } from "./world.ts";
import type { OperatedExchange } from "./world.ts";

let exchange: OperatedExchange;
before(async () => {
  exchange = await startOperatedExchange();
});
after(() => exchange.close());

const reason = "asked for by the members";
const FIRST_ID = 1_000_000_001;

const newEvent = (title: string, fields: object = {}) =>
  exchange.done("POST", "/events", { title, reason, ...fields });
const newMarket = (event: string, question: string, fields: object = {}) =>
  exchange.done("POST", "/markets", { event, question, reason, ...fields });

describe("a created event", () => {
  it("has a number of its own, a slug of its title, its tags and its dates", async () => {
    const event = await newEvent("  Who wins the Größe-Cup 2027? ", {
      description: "The final.",
      tags: ["Cup Finals", "cup finals", "Sports"],
      endDate: "2027-01-31T12:00:00+01:00",
    });
    assert.deepEqual(event, {
      id: String(FIRST_ID),
      slug: "who-wins-the-grosse-cup-2027",
      title: "Who wins the Größe-Cup 2027?",
      description: "The final.",
      negativeRisk: false,
      negativeRiskMarketId: null,
      startDate: "2026-06-01T12:00:00Z",
      endDate: "2027-01-31T11:00:00Z",
      tags: ["cup-finals", "sports"],
      markets: [],
    });
  });

  it("takes the tags that are there, gives new ones a number each, and counts events that are public", async () => {
    const tag = { id: "5", label: "Weather!", slug: "weather" };
    await exchange.list(testListing([], { id: "31", slug: "imported", ticker: "imported", tags: [tag] }));
    for (const [title, tags] of [
      ["Rain", ["Weather", "Rain"]],
      ["Snow", ["Rain", "Snow"]],
      ["Hail", ["Hail"]],
    ] as const) {
      const { slug } = await newEvent(title, { tags });
      const market = await newMarket(slug, `Will there be ${title}?`);
      if (title !== "Hail") await exchange.done("POST", `/markets/${market.slug}/open`, { reason });
    }
    const sql = await exchange.context.sql();
    const tags = await sql`
      select id, slug, event_count as events from tags where slug in ('weather', 'rain', 'snow', 'hail') order by id`;
    assert.deepEqual(
      tags.map(({ id, slug, events }) => [id, slug, events]),
      [
        [5, "weather", 1],
        [FIRST_ID + 2, "rain", 2],
        [FIRST_ID + 3, "snow", 1],
        [FIRST_ID + 4, "hail", 0],
      ],
    );
  });

  it("counts on above what the exchange has, and gets a slug that no other has", async () => {
    const listing = testListing([], { id: "1000000500", slug: "twice", ticker: "twice" });
    await exchange.list(listing);
    const events = [
      await newEvent("Twice"),
      await newEvent("Twice"),
      await newEvent("¿?"),
      await newEvent("Four", { slug: "four" }),
    ];
    assert.deepEqual(
      events.map(({ id, slug }) => [id, slug]),
      [
        ["1000000501", "twice-2"],
        ["1000000502", "twice-3"],
        ["1000000503", "event-1000000503"],
        ["1000000504", "four"],
      ],
    );
  });

  it("is published with the first of its markets that opens", async () => {
    const { id, slug } = await newEvent("Drafts");
    const flags = async () => {
      const sql = await exchange.context.sql();
      const [row] = await sql`select active, closed, published from event_entries where event = ${id}`;
      return row;
    };
    const market = await newMarket(slug, "Will it open?");
    assert.deepEqual(await flags(), { active: false, closed: false, published: false });
    await exchange.done("POST", `/markets/${market.slug}/open`, { reason });
    assert.deepEqual(await flags(), { active: true, closed: false, published: true });
  });
});

describe("a created market", () => {
  it("has position ids if it is of Protocol V2, beside a twin with token ids", async () => {
    const event = await newEvent("Twins");
    const twin = await newMarket(event.id, "Is it a twin?");
    const market = await newMarket(event.id, "Is it a twin?", { version: "v2" });
    assert.deepEqual([twin.version, market.version], ["v1", "v2"]);
    assert.match(market.conditionId, /^0x01[0-9a-f]{32}0{30}$/);
    assert.deepEqual(market.tokenIds, listPositionIds(market.conditionId));
    const created = await exchange.call("desk", "POST", "/events", {
      reason,
      title: "Exclusive of Protocol V2",
      negativeRisk: true,
      markets: ["one", "two"].map((label) => ({ question: `Does ${label} win?`, label, version: "v2" })),
    });
    const [first, second] = created.body.markets.map(
      ({ conditionId }: { conditionId: string }) => conditionId,
    );
    assert.match(first, /^0x02[0-9a-f]{32}0{30}$/);
    assert.equal(BigInt(second) - BigInt(first), 256n);
    const mixed = await exchange.call("desk", "POST", "/markets", {
      reason,
      event: created.body.id,
      question: "Does three win?",
      label: "three",
    });
    assert.deepEqual([mixed.status, mixed.body.code], [409, "listing_conflict"], mixed.text);
    assert.equal(mixed.body.hint, "version: expected v2, as the other options of the event have, got v1");
    const unknown = await exchange.call("desk", "POST", "/markets", {
      reason,
      event: event.id,
      question: "Which?",
      version: "v3",
    });
    assert.deepEqual([unknown.status, unknown.body.code], [400, "invalid_payload"]);
    assert.match(unknown.body.hint, /version: expected v1 or v2, got "v3"/);
  });

  it("is a draft with the standard terms", async () => {
    const event = await newEvent("Standards", { endDate: "2027-03-01T00:00:00Z" });
    const market = await newMarket(event.id, "Will it be standard?");
    const { id, conditionId, questionId, tokenIds, ...rest } = market;
    assert.match(id, /^10\d{8}$/);
    for (const hash of [conditionId, questionId]) assert.match(hash, /^0x[0-9a-f]{64}$/);
    assert.equal(new Set([...tokenIds, conditionId, questionId]).size, 4);
    assert.deepEqual(rest, {
      version: "v1",
      outcomes: ["Yes", "No"],
      question: "Will it be standard?",
      slug: "will-it-be-standard",
      label: null,
      description: "",
      resolutionSource: null,
      image: null,
      event: { id: event.id, slug: "standards", title: "Standards" },
      status: "draft",
      active: false,
      closed: false,
      archived: false,
      acceptingOrders: false,
      negativeRisk: false,
      tick: "0.01",
      minimumSize: "1",
      startDate: "2026-06-01T12:00:00Z",
      endDate: "2027-03-01T00:00:00Z",
      fees: null,
      autoRedeem: null,
      backing: "0",
      volume: "0",
      openOrders: 0,
      redeemed: "0",
      paysAtOnce: true,
      betFixed: false,
      lastEdit: 0,
      proposal: null,
      resolution: null,
      steps: [],
    });
    assert.deepEqual(
      await exchange.done("GET", `/markets/${conditionId.toUpperCase().replace("0X", "0x")}`),
      market,
    );
    assert.deepEqual(await exchange.done("GET", "/markets/will-it-be-standard"), market);
  });

  it("has the terms that it is given, and takes orders at once when it is to", async () => {
    const event = await newEvent("Terms");
    const creator = walletOf("creator");
    const market = await newMarket(event.slug, "Which team?", {
      outcomes: ["Ravens", "Larks"],
      slug: "ravens-larks",
      tick: 0.0025,
      minimumSize: "2.5",
      fees: { rate: 0.07, exponent: 2, takerOnly: false },
      autoRedeem: false,
      label: "Ravens",
      endDate: "2027-01-02",
      gameStartTime: "2027-01-01T20:00:00Z",
      creator: creator.toUpperCase().replace("0X", "0x"),
      open: true,
    });
    const { outcomes, slug, status, acceptingOrders, tick, minimumSize, fees, autoRedeem, endDate } = market;
    assert.deepEqual(
      [outcomes, slug, status, acceptingOrders],
      [["Ravens", "Larks"], "ravens-larks", "active", true],
    );
    assert.deepEqual(
      { tick, minimumSize, fees, autoRedeem, endDate },
      {
        tick: "0.0025",
        minimumSize: "2.5",
        autoRedeem: false,
        endDate: "2027-01-02T00:00:00Z",
        fees: { rate: "0.07", exponent: 2, takerOnly: false },
      },
    );
    const sql = await exchange.context.sql();
    const [row] = await sql`select content from markets where slug = ${slug}`;
    assert.equal(row?.["content"].creator, creator);
    assert.equal(row?.["content"].groupItemTitle, "Ravens");
    assert.equal(row?.["content"].createdAt, "2026-06-01T12:00:00Z");
    assert.equal(exchange.clock.now, START_AT);
  });

  it("leaves the other markets of its event as they are", async () => {
    const event = await newEvent("Company");
    const first = await newMarket(event.slug, "First?", { open: true });
    await exchange.done("POST", `/markets/${first.slug}/pause`, { reason });
    const asItWas = await exchange.done("GET", `/markets/${first.slug}`);
    await newMarket(event.slug, "Second?", { open: true });
    assert.deepEqual(await exchange.done("GET", `/markets/${first.slug}`), asItWas);
    const sql = await exchange.context.sql();
    const [{ count }] = await sql<[{ count: number }]>`
      select count(*) from market_entries where event = ${event.id}`;
    assert.equal(count, 2);
  });

  it("of a negative-risk event asks the next question of the event's id", async () => {
    const event = await newEvent("One of three", { negativeRisk: true });
    assert.match(event.negativeRiskMarketId, /^0x[0-9a-f]{62}00$/);
    const markets = [];
    for (const name of ["A", "B", "C"]) markets.push(await newMarket(event.slug, `Is it ${name}?`));
    const prefix = event.negativeRiskMarketId.slice(0, -2);
    assert.deepEqual(
      markets.map(({ questionId, negativeRisk }) => [questionId, negativeRisk]),
      ["00", "01", "02"].map((index) => [`${prefix}${index}`, true]),
    );
    const again = await newEvent("One of three", { negativeRisk: true });
    assert.notEqual(again.negativeRiskMarketId, event.negativeRiskMarketId);
  });
});

describe("creations at once", () => {
  it("never share a name: fifty markets that ask the same, and fifty events", async () => {
    const { slug: event } = await newEvent("Crowd");
    const question = "Will the crowd be one?";
    const markets = await Promise.all(Array.from({ length: 50 }, () => newMarket(event, question)));
    const events = await Promise.all(Array.from({ length: 50 }, () => newEvent("A crowd of events")));
    for (const name of ["id", "slug", "conditionId", "questionId"])
      assert.equal(new Set(markets.map((market) => market[name])).size, 50, name);
    assert.equal(new Set(markets.flatMap(({ tokenIds }) => tokenIds)).size, 100);
    for (const name of ["id", "slug"]) assert.equal(new Set(events.map((one) => one[name])).size, 50, name);
    const slugs = markets.map(({ slug }) => slug).sort();
    const expected = ["", ...Array.from({ length: 49 }, (_, index) => `-${index + 2}`)];
    assert.deepEqual(slugs, expected.map((suffix) => `will-the-crowd-be-one${suffix}`).sort());
  });

  it("and imports take turns", async () => {
    const listing = (index: number) =>
      testListing([{ name: `turn ${index}` }], {
        id: String(5000 + index),
        slug: `turn-${index}`,
        ticker: "t",
      });
    const work = Array.from({ length: 30 }, (_, index) =>
      index % 2 === 0 ? newEvent("Turns") : exchange.done("POST", "/listings", [listing(index)]),
    );
    const results = await Promise.all(work);
    assert.deepEqual(
      results.filter((result) => Array.isArray(result)).map(([{ result }]) => result),
      Array.from({ length: 15 }, () => "listed"),
    );
  });
});

/** Bodies with their refusals. There is an event "taken" with a market "taken-market", and one that is closed. */
const REFUSED: readonly (readonly [
  what: string,
  path: string,
  body: object,
  status: number,
  hint: RegExp,
])[] = [
  ["a blank reason", "/events", { title: "T", reason: " " }, 400, /^reason: expected text that is not blank/],
  ["a blank title", "/events", { title: " " }, 400, /^title: expected text/],
  [
    "an unknown field",
    "/events",
    { title: "T", colour: "red" },
    400,
    /^body: expected no field but title, .* got "colour"/,
  ],
  [
    "a slug of two segments",
    "/events",
    { title: "T", slug: "a/b" },
    400,
    /^slug: expected words of a-z and digits with single hyphens .* got "a\/b"$/,
  ],
  [
    "options of two versions",
    "/events",
    { title: "T", negativeRisk: true, markets: [{ question: "A?", version: "v2" }, { question: "B?" }] },
    400,
    /^markets\.1\.version: expected v2, as markets\.0 has, got v1$/,
  ],
  [
    "a slug that is taken",
    "/events",
    { title: "T", slug: "taken" },
    409,
    /^slug: expected one that no event has, .* got "taken"$/,
  ],
  [
    "a tag without letters",
    "/events",
    { title: "T", tags: ["!"] },
    400,
    /^tags: expected labels .* got "!"$/,
  ],
  [
    "a date that is none",
    "/events",
    { title: "T", endDate: "2027-02-30T00:00:00Z" },
    400,
    /^endDate: expected an instant like .* got "2027-02-30T00:00:00Z"$/,
  ],
  [
    "an event that is not there",
    "/markets",
    { event: "nowhere", question: "Q?" },
    400,
    /^event: expected the id or the slug of an event, got "nowhere"$/,
  ],
  [
    "an event that is closed",
    "/markets",
    { event: "over", question: "Q?" },
    409,
    /^event: expected one that is open, over is closed$/,
  ],
  [
    "a market's slug that is taken",
    "/markets",
    { event: "taken", question: "Q?", slug: "taken-market" },
    409,
    /^slug: expected one that no market has/,
  ],
  [
    "one outcome twice",
    "/markets",
    { event: "taken", question: "Q?", outcomes: ["A", "A"] },
    400,
    /^outcomes: expected two different ones, got "A" and "A"$/,
  ],
  [
    "outcomes that are easily taken for each other",
    "/markets",
    { event: "taken", question: "Q?", outcomes: ["Up", " up "] },
    400,
    /^outcomes: expected two different ones, got "Up" and "up"$/,
  ],
  [
    "an outcome that is the word for another payout",
    "/markets",
    { event: "taken", question: "Q?", outcomes: ["Half", "Full"] },
    400,
    /^outcomes: expected other words than half, which pays half to each, got "Half" and "Full"$/,
  ],
  [
    "outcomes whose words pay the other one",
    "/markets",
    { event: "taken", question: "Q?", outcomes: ["No", "Yes"] },
    400,
    /^outcomes: expected Yes to be the first and No the second, as the words for a payout are, got "No" and "Yes"$/,
  ],
  [
    "a tick that no book has",
    "/markets",
    { event: "taken", question: "Q?", tick: "0.02" },
    400,
    /^tick: expected one of 0\.1, 0\.01, .* got "0\.02"; nearest: 0\.01$/,
  ],
  [
    "a minimum of nothing",
    "/markets",
    { event: "taken", question: "Q?", minimumSize: 0 },
    400,
    /^minimumSize: expected shares from 0\.01 to 1000000 .* got 0; nearest: 0\.01$/,
  ],
  [
    "a minimum of three decimals",
    "/markets",
    { event: "taken", question: "Q?", minimumSize: "1.005" },
    400,
    /^minimumSize:/,
  ],
  [
    "a rate above a quarter",
    "/markets",
    { event: "taken", question: "Q?", fees: { rate: "0.2501" } },
    400,
    /^fees\.rate: expected a decimal from 0\.0001 to 0\.25 .* got 0\.2501; nearest: 0\.25$/,
  ],
  [
    "an exponent of five",
    "/markets",
    { event: "taken", question: "Q?", fees: { rate: "0.01", exponent: 5 } },
    400,
    /^fees\.exponent: expected an integer from 1 to 4, got 5; nearest: 4/,
  ],
  [
    "a creator that is no wallet",
    "/markets",
    { event: "taken", question: "Q?", creator: "me" },
    400,
    /^creator: expected a wallet address, 0x and 40 hex digits, got "me"$/,
  ],
];

describe("what cannot be created", () => {
  before(async () => {
    await newEvent("Taken", { slug: "taken" });
    await newMarket("taken", "Taken?", { slug: "taken-market" });
    await exchange.list(testListing([], { id: "32", slug: "over", ticker: "over", closed: true }));
  });

  for (const [what, path, body, status, hint] of REFUSED) {
    it(`is refused, and leaves nothing: ${what}`, async () => {
      const { seq } = exchange.context.engine.head();
      const reply = await exchange.call("desk", "POST", path, { reason, ...body });
      assert.equal(reply.status, status, reply.text);
      assert.equal(reply.body.code, status === 409 ? "listing_conflict" : "invalid_payload");
      assert.match(reply.body.hint, hint);
      assert.equal(exchange.context.engine.head().seq, seq);
    });
  }

  it("is a market in a negative-risk event that is decided", async () => {
    const event = await newEvent("Decided", { negativeRisk: true });
    for (const question of ["Left?", "Right?"]) await newMarket(event.slug, question, { open: true });
    await exchange.done("POST", "/markets/right/resolve", { payout: "yes", reason });
    const reply = await exchange.call("desk", "POST", "/markets", {
      event: event.slug,
      question: "Both?",
      reason,
    });
    assert.deepEqual([reply.status, reply.body.code], [409, "listing_conflict"]);
    assert.equal(reply.body.hint, "event: expected one that is not decided, its market right was");
  });

  it("is a market in a negative-risk event whose shares were converted", async () => {
    const event = await newEvent("Converted", { negativeRisk: true });
    const ann = walletOf("ann");
    await exchange.open(ann, "100");
    for (const question of ["A?", "B?", "C?"]) {
      const { conditionId } = await newMarket(event.slug, question, { open: true });
      await exchange.submit({ type: "split", address: ann, owner: ann, conditionId, lots: 1000 as never });
    }
    const sql = await exchange.context.sql();
    const markets = await sql<{ conditionId: string }[]>`
      select condition_id as "conditionId" from markets where event_id = ${event.id} order by no limit 2`;
    const conditionIds = markets.map(({ conditionId }) => conditionId);
    await exchange.submit({ type: "convert", address: ann, owner: ann, conditionIds, lots: 500 as never });
    const reply = await exchange.call("desk", "POST", "/markets", {
      event: event.slug,
      question: "D?",
      reason,
    });
    assert.deepEqual([reply.status, reply.body.code], [409, "listing_conflict"]);
    assert.match(reply.body.hint, /^market "D\?": .* were converted/);
  });
});
