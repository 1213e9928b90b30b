import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, it } from "node:test";
import type { Payout } from "../../../src/core/markets/catalog.ts";
import { lots, ticks } from "../../../src/core/units.ts";
import { tradingEndpoints } from "../../../src/http/trading/endpoints.ts";
import {
  hashOf,
  START_AT,
  startTestExchange,
  testListing,
  tokenOf,
  walletOf,
} from "../../support/exchange.ts";
import type { NamedMarket, Reply, TestExchange } from "../../support/exchange.ts";
import { assertAnswer, assertRefused } from "./matches-answer.ts";

const MAKER = walletOf("maker");
const LISTINGS = ["/markets", "/simplified-markets", "/sampling-markets", "/sampling-simplified-markets"];
const REWARDS = {
  rates: [{ assetAddress: walletOf("dollar"), dailyRate: 2.5 }],
  minSize: 20,
  maxSpread: 3.5,
};

const rich: NamedMarket = {
  name: "rain",
  id: "1001",
  outcomes: ["Wet", "Dry"],
  image: "https://example.org/rain.png",
  icon: "https://example.org/drop.png",
  endDate: "2026-12-31T12:00:00Z",
  gameStartTime: "2026-12-30T18:00:00Z",
  acceptingOrdersTimestamp: "2026-04-01T18:22:59Z",
  tick: ticks(25),
  minimumLots: lots(550),
  negativeRisk: true,
  negativeRiskMarketId: hashOf("group"),
  negativeRiskRequestId: hashOf("request"),
  groupItemTitle: "Rain",
  resolutionSource: "https://example.org/weather",
  creator: walletOf("creator"),
  secondsDelay: 3,
  rewards: REWARDS,
};

async function start(): Promise<TestExchange> {
  const exchange = await startTestExchange({ endpoints: tradingEndpoints("sandbox") });
  await exchange.open(MAKER, "100000");
  return exchange;
}

const namesOf = ({ body }: Reply): string[] => body.data.map(({ slug }: { slug: string }) => slug);

void describe("A market record", () => {
  let exchange: TestExchange;
  before(async () => {
    exchange = await start();
    const tags = ["Weather", "Sky & Sea"].map((label, index) => ({ id: String(index), label, slug: "x" }));
    await exchange.list(testListing([rich, { name: "bare", id: "1002", questionId: "" }], { tags }));
  });
  after(() => exchange.close());

  const marketOf = async (name: string, dialect: "spec" | "polymarket" | "kuest" = "spec") => {
    const reply = await exchange.get(`/markets/${hashOf(name)}`, dialect);
    assertAnswer(reply, "GET", "/markets/:condition_id");
    return reply.body;
  };

  void it("holds everything that the catalog knows", async () => {
    assert.deepEqual(await marketOf("rain"), {
      enable_order_book: true,
      active: true,
      closed: false,
      archived: false,
      accepting_orders: true,
      accepting_order_timestamp: "2026-04-01T18:22:59Z",
      minimum_order_size: 5.5,
      minimum_tick_size: 0.0025,
      condition_id: hashOf("rain"),
      status: "active",
      question_id: hashOf("question rain"),
      question: "Will rain happen?",
      slug: "rain",
      description: 'Resolves to "Yes" if rain happens.',
      market_slug: "rain",
      end_date_iso: "2026-12-31T12:00:00Z",
      game_start_time: "2026-12-30T18:00:00Z",
      seconds_delay: 3,
      fpmm: "",
      maker_base_fee: 0,
      taker_base_fee: 0,
      notifications_enabled: true,
      neg_risk: true,
      neg_risk_market_id: hashOf("group"),
      neg_risk_request_id: hashOf("request"),
      icon: "https://example.org/drop.png",
      image: "https://example.org/rain.png",
      rewards: {
        rates: [{ asset_address: walletOf("dollar"), rewards_daily_rate: 2.5 }],
        min_size: 20,
        max_spread: 3.5,
      },
      is_50_50_outcome: false,
      market_id: 1001,
      tokens: [
        { token_id: tokenOf("rain yes"), outcome: "Wet", price: 0.5, winner: false },
        { token_id: tokenOf("rain no"), outcome: "Dry", price: 0.5, winner: false },
      ],
      tags: ["Weather", "Sky & Sea"],
      assets_ids: [tokenOf("rain yes"), tokenOf("rain no")],
      outcomes: ["Wet", "Dry"],
      event: {
        id: "7",
        slug: "test-event",
        title: "Test event",
        ticker: "test-event",
        description: "An event for tests.",
      },
      raw_metadata: {
        short_title: "Rain",
        resolution_source: "https://example.org/weather",
        creator: walletOf("creator"),
      },
    });
  });

  void it("says unknown texts with an empty text, and unknown times so that each dialect's clients read them", async () => {
    for (const [dialect, unknown] of [
      ["spec", ""],
      ["polymarket", null],
      ["kuest", null],
    ] as const) {
      const bare = await marketOf("bare", dialect);
      assert.equal(bare.accepting_order_timestamp, new Date(START_AT).toISOString().replace(".000Z", "Z"));
      assert.deepEqual([bare.end_date_iso, bare.game_start_time], [unknown, unknown]);
      assert.deepEqual(
        [bare.icon, bare.image, bare.neg_risk_market_id, bare.neg_risk_request_id],
        ["", "", "", ""],
      );
      assert.deepEqual([bare.rewards, bare.raw_metadata], [{ rates: [], min_size: 0, max_spread: 0 }, {}]);
      assert.equal(bare.question_id, hashOf("bare"));
    }
  });

  void it("is found by its condition in any case, and refused when malformed or unknown", async () => {
    const upper = `0x${hashOf("rain").slice(2).toUpperCase()}`;
    assert.deepEqual((await exchange.get(`/markets/${upper}`)).body, await marketOf("rain"));
    const unknown = await exchange.get(`/markets/${hashOf("nothing")}`);
    assertRefused(unknown, { status: 404, code: "unknown_market", error: "market not found" });
    for (const id of ["0x12", "1001", `${hashOf("rain")}0`, hashOf("rain").replace("0x", "0X")])
      assertRefused(await exchange.get(`/markets/${id}`), { status: 400, code: "invalid_payload" });
  });

  void it("is the same in the listings, and simplified with the specification's keys", async () => {
    const full = await exchange.get("/markets");
    assertAnswer(full, "GET", "/markets");
    assert.deepEqual(full.body, {
      data: [await marketOf("rain"), await marketOf("bare")],
      next_cursor: "LTE=",
      limit: 500,
      count: 2,
    });
    const simplified = await exchange.get("/simplified-markets");
    assertAnswer(simplified, "GET", "/simplified-markets");
    const keys = [
      "condition_id",
      "status",
      "neg_risk",
      "market_id",
      "question",
      "slug",
      "active",
      "closed",
      "archived",
      "accepting_orders",
      "tokens",
      "rewards",
      "assets_ids",
      "outcomes",
    ];
    assert.deepEqual(
      simplified.body.data,
      full.body.data.map((market: Record<string, unknown>) =>
        Object.fromEntries(keys.map((key) => [key, market[key]])),
      ),
    );
  });

  void it("has no lists of outcomes where Polymarket's clients take them for texts", async () => {
    const one = `/markets/${(await exchange.get("/markets")).body.data[0].condition_id}`;
    const paths = [
      "/markets",
      "/sampling-markets",
      "/simplified-markets",
      "/sampling-simplified-markets",
      one,
    ];
    for (const path of paths) {
      const { body } = await exchange.get(path, "polymarket");
      for (const market of body.data ?? [body])
        assert.ok(!("outcomes" in market) && !("assets_ids" in market) && market.tokens.length === 2, path);
    }
  });

  void it("shows an order's effect on its price as soon as the order is acknowledged", async () => {
    await exchange.place({
      account: MAKER,
      tokenId: tokenOf("rain yes"),
      side: "BUY",
      price: "0.4",
      size: "10",
    });
    await exchange.place({
      account: MAKER,
      tokenId: tokenOf("rain no"),
      side: "BUY",
      price: "0.5975",
      size: "10",
    });
    const prices = (await marketOf("rain")).tokens.map(({ price }: { price: number }) => price);
    assert.deepEqual(prices, [0.40125, 0.59875]);
  });
});

void describe("The states of a market", () => {
  let exchange: TestExchange;
  before(async () => (exchange = await start()));
  after(() => exchange.close());

  type Row = [status: string, flags: string, prices: number[], winners: boolean[], half: boolean];
  const show = async (name: string): Promise<Row> => {
    const { body } = await exchange.get(`/markets/${hashOf(name)}`);
    const flags = ["enable_order_book", "active", "closed", "archived", "accepting_orders"];
    const { tokens, status, is_50_50_outcome: half } = body;
    return [
      status,
      flags.filter((flag) => body[flag] === true).join(" "),
      tokens.map(({ price }: { price: number }) => price),
      tokens.map(({ winner }: { winner: boolean }) => winner),
      half,
    ];
  };

  const none = [false, false];
  const even = [0.5, 0.5];

  void it("are told by status and flags as listed", async () => {
    const draft: NamedMarket = { name: "draft", active: false };
    const hidden: NamedMarket = { name: "archived", archived: true, closed: true };
    const placeholder: NamedMarket = { name: "placeholder", active: false, acceptingOrders: true };
    await exchange.list(testListing([{ name: "open" }, draft, hidden, placeholder], { id: "20" }));
    assert.deepEqual(await show("open"), [
      "active",
      "enable_order_book active accepting_orders",
      even,
      none,
      false,
    ]);
    assert.equal((await exchange.get(`/markets/${hashOf("draft")}`)).status, 404);
    assert.deepEqual(await show("archived"), ["archived", "active closed archived", even, none, false]);
    assert.deepEqual(await show("placeholder"), [
      "active",
      "enable_order_book accepting_orders",
      even,
      none,
      false,
    ]);
    const { body } = await exchange.get(`/markets/${hashOf("archived")}`);
    assert.equal(body.accepting_order_timestamp, "");
  });

  void it("follow a pause and its end", async () => {
    await exchange.list(testListing([{ name: "paused" }], { id: "21" }));
    await exchange.submit({ type: "pause-market", conditionId: hashOf("paused") });
    assert.deepEqual(await show("paused"), ["paused", "enable_order_book active", even, none, false]);
    await exchange.submit({ type: "resume-market", conditionId: hashOf("paused") });
    assert.equal((await show("paused"))[0], "active");
  });

  const RESOLUTIONS: [payout: Payout, prices: number[], winners: boolean[], half: boolean][] = [
    [[1, 0], [1, 0], [true, false], false],
    [[0, 1], [0, 1], [false, true], false],
    [[1, 1], even, none, true],
  ];
  for (const [payout, prices, winners, half] of RESOLUTIONS) {
    void it(`follow a resolution that pays ${payout.join(" : ")}, and the book is empty`, async () => {
      const name = `resolved ${payout.join(" ")}`;
      await exchange.list(testListing([{ name }], { id: `3${payout.join("")}`, slug: name }));
      const tokenId = tokenOf(`${name} yes`);
      await exchange.place({ account: MAKER, tokenId, side: "BUY", price: "0.3", size: "10" });
      await exchange.submit({ type: "resolve-market", conditionId: hashOf(name), payout });
      assert.deepEqual(await show(name), ["resolved", "active closed", prices, winners, half]);
      const book = (await exchange.get(`/book?token_id=${tokenId}`)).body;
      assert.deepEqual([book.bids, book.asks], [[], []]);
    });
  }
});

void describe("Sampling listings", () => {
  let exchange: TestExchange;
  before(async () => (exchange = await start()));
  after(() => exchange.close());

  const sampled = async (): Promise<string[]> => {
    const replies = await Promise.all([LISTINGS[2]!, LISTINGS[3]!].map((path) => exchange.get(path)));
    assertAnswer(replies[0]!, "GET", LISTINGS[2]!);
    assertAnswer(replies[1]!, "GET", LISTINGS[3]!);
    assert.deepEqual(namesOf(replies[0]!), namesOf(replies[1]!));
    return namesOf(replies[0]!);
  };

  void it("hold all open markets as long as no open one pays rewards", async () => {
    assert.deepEqual(await sampled(), []);
    await exchange.list(
      testListing([
        { name: "open", id: "2000" },
        { name: "draft", active: false },
        { name: "resolved", closed: true, rewards: REWARDS },
        { name: "also open", id: "300" },
      ]),
    );
    assert.deepEqual(await sampled(), ["also-open", "open"]);
  });

  void it("hold the open markets that pay rewards as soon as there is one", async () => {
    const markets = [
      { name: "paying", rewards: REWARDS },
      { name: "poor", id: "2001" },
    ];
    await exchange.list(testListing(markets, { id: "8" }));
    assert.deepEqual(await sampled(), ["paying"]);
    await exchange.submit({ type: "pause-market", conditionId: hashOf("paying") });
    assert.deepEqual(await sampled(), ["also-open", "open", "poor"]);
  });
});

void describe("The cursor of the market listings", () => {
  const COUNT = 1_203;
  /** Markets by ascending id. They are listed in the opposite order. */
  const names = Array.from({ length: COUNT }, (_, index) => `m${index}`);
  let exchange: TestExchange;

  before(async () => {
    exchange = await start();
    const markets = names.map((name, index) => ({ name, id: String(5_000 + index) })).reverse();
    for (let first = 0; first < COUNT; first += 300) {
      const event = { id: String(100 + first), slug: `event-${first}` };
      await exchange.list(testListing(markets.slice(first, first + 300), event));
    }
  });
  after(() => exchange.close());

  async function walk(path: string, between: (page: number) => Promise<void> = async () => {}) {
    const seen: string[] = [];
    const sizes: number[] = [];
    for (let cursor = "MA=="; cursor !== "LTE=";) {
      const reply = await exchange.get(`${path}?next_cursor=${encodeURIComponent(cursor)}`);
      assert.equal(reply.status, 200, reply.text);
      assert.deepEqual([reply.body.limit, reply.body.count], [500, reply.body.data.length]);
      seen.push(...namesOf(reply));
      sizes.push(reply.body.count);
      cursor = reply.body.next_cursor;
      await between(sizes.length);
    }
    return { seen, sizes };
  }

  void it("walks every listing in pages of 500, by ascending id", async () => {
    for (const path of LISTINGS) {
      assert.deepEqual(await walk(path), { seen: names, sizes: [500, 500, 203] });
      const first = await exchange.get(path);
      assert.deepEqual([first.body.count, first.body.next_cursor], [500, "NTAw"]);
    }
  });

  void it("misses nothing while markets are listed, and repeats only what a lower id shifts on", async () => {
    const added = [
      { name: "late 1", id: "9001" },
      { name: "early", id: "4999" },
    ] as const;
    const { seen } = await walk("/simplified-markets", async (page) => {
      const market = added[page - 1];
      if (market !== undefined)
        await exchange.list(testListing([market], { id: market.id, slug: market.id }));
    });
    assert.deepEqual(seen, [...names.slice(0, 1000), "m999", ...names.slice(1000), "late-1"]);
    assert.deepEqual((await walk("/markets")).seen, ["early", ...names, "late-1"]);
  });

  void it("counts the rows of its own listing where that leaves markets out", async () => {
    const left = names.slice(0, 10);
    for (const name of left) await exchange.submit({ type: "pause-market", conditionId: hashOf(name) });
    const listed = ["early", ...names.slice(10), "late-1"];
    for (const path of LISTINGS.slice(2)) {
      const first = await exchange.get(path);
      assert.deepEqual([first.body.count, first.body.next_cursor], [500, "NTAw"]);
      const second = await exchange.get(`${path}?next_cursor=NTAw`);
      assert.deepEqual(namesOf(second), listed.slice(500, 1000));
      assert.deepEqual((await walk(path)).seen, listed);
    }
    for (const name of left) await exchange.submit({ type: "resume-market", conditionId: hashOf(name) });
  });

  type Vectors = { vectors: { offset: number; cursor: string }[]; invalid: { cursor: string }[] };
  const file = new URL("../../vectors/cursors.json", import.meta.url);
  const cursors: Vectors = JSON.parse(readFileSync(file, "utf8"));

  void it("is the padded base64 of an offset, and nothing else", async () => {
    const total = (await walk("/simplified-markets")).seen.length;
    for (const { offset, cursor } of cursors.vectors) {
      const { body } = await exchange.get(`/simplified-markets?next_cursor=${encodeURIComponent(cursor)}`);
      assert.equal(body.count, Math.min(Math.max(total - offset, 0), 500), cursor);
    }
    for (const path of LISTINGS) {
      for (const { cursor } of cursors.invalid) {
        const reply = await exchange.get(`${path}?next_cursor=${encodeURIComponent(cursor)}`);
        assertRefused(reply, { status: 400, code: "invalid_cursor", error: "invalid cursor" });
      }
    }
  });

  void it("gives an empty page past the end, and at the end cursor", async () => {
    for (const path of LISTINGS) {
      for (const cursor of ["LTE=", "OTk5OTk5"]) {
        const reply = await exchange.get(`${path}?next_cursor=${encodeURIComponent(cursor)}`);
        assert.deepEqual(reply.body, { data: [], next_cursor: "LTE=", limit: 500, count: 0 });
      }
    }
  });
});
