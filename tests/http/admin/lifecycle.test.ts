/** One market from a draft to the archive: after every step all interfaces say the same, at once. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Payout } from "../../../src/core/markets/catalog.ts";
import { lots } from "../../../src/core/units.ts";
import { startListeningExchange } from "../listening-exchange.ts";
import type { ListeningExchange } from "../listening-exchange.ts";
import { walletOf } from "../../support/exchange.ts";
import type { Reply } from "../../support/exchange.ts";

const HOUR_MS = 3_600_000;
const reason = "as the rules say";
const [ANN, BOB] = [walletOf("ann"), walletOf("bob")];

let exchange: ListeningExchange;
before(async () => {
  exchange = await startListeningExchange();
  for (const wallet of [ANN, BOB]) await exchange.open(wallet, "1000");
});
after(() => exchange.close());

async function getJson(url: string): Promise<Reply["body"]> {
  const response = await fetch(url);
  assert.equal(response.status, 200, url);
  return response.json();
}

async function operate(path: string, body: object): Promise<{ status: number; body: Reply["body"] }> {
  const response = await fetch(`${exchange.addresses.admin}${path}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: `Bearer ${exchange.context.adminToken}`,
    },
    body: JSON.stringify({ reason, ...body }),
  });
  return { status: response.status, body: await response.json() };
}

async function done(path: string, body: object = {}): Promise<Reply["body"]> {
  const answer = await operate(path, body);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body;
}

type Listed = {
  readonly conditionId: string;
  readonly tokenIds: readonly [string, string];
  readonly slug: string;
};

/** A draft in an event of its own. */
async function draft(question: string, fields: object = {}): Promise<Listed> {
  const { slug } = await done("/events", { title: question });
  return done("/markets", { event: slug, question, ...fields });
}

const step = (market: Listed, word: string, body: object = {}) =>
  done(`/markets/${market.conditionId}/${word}`, body);

/** State of a market at all interfaces, after a step. */
type MarketState = {
  readonly status: "active" | "paused" | "resolved" | "archived";
  readonly flags: readonly [active: boolean, closed: boolean, archived: boolean];
  readonly prices?: readonly [number, number];
  readonly winners?: readonly [boolean, boolean];
  readonly isHalf?: boolean;
  readonly uma?: readonly [now: string | undefined, before: string];
  readonly closedAt?: string;
};

const trading = (market: Listed, dialect: "spec" | "polymarket" | "kuest", rest = "") =>
  getJson(`${exchange.addresses[dialect]?.trading}/markets/${market.conditionId}${rest}`);
const catalog = (market: Listed, dialect: "spec" | "polymarket" | "kuest") =>
  getJson(`${exchange.addresses[dialect]?.catalog}/markets/slug/${market.slug}`);

/** Checks that a draft is at no interface, and at the operator's address. */
async function seeNowhere({ conditionId, slug }: Listed): Promise<void> {
  for (const dialect of ["spec", "polymarket", "kuest"] as const) {
    const { trading: at, catalog: of } = exchange.addresses[dialect]!;
    for (const url of [`${at}/markets/${conditionId}`, `${of}/markets/slug/${slug}`])
      assert.equal((await fetch(url)).status, 404, url);
  }
  const shown = await getJson(`${exchange.addresses.admin}/polymarket/catalog/markets/slug/${slug}`);
  assert.deepEqual([shown.active, shown.closed, shown.archived], [false, false, false]);
}

async function see(market: Listed, seen: MarketState): Promise<void> {
  const [active, closed, archived] = seen.flags;
  const { prices = [0.5, 0.5], winners = [false, false], isHalf = false } = seen;
  for (const dialect of ["spec", "polymarket", "kuest"] as const) {
    const full = await trading(market, dialect);
    assert.deepEqual([full.status, full.active, full.closed, full.archived], [seen.status, ...seen.flags]);
    assert.deepEqual(
      [full.accepting_orders, full.enable_order_book, full.is_50_50_outcome],
      [seen.status === "active", ["active", "paused"].includes(seen.status), isHalf],
    );
    assert.deepEqual(
      full.tokens.map(({ price, winner }: { price: number; winner: boolean }) => [price, winner]),
      [0, 1].map((outcome) => [prices[outcome], winners[outcome]]),
    );
    const record = await catalog(market, dialect);
    assert.deepEqual([record.active, record.closed, record.archived], [active, closed, archived]);
    const uma = [record.umaResolutionStatus, record.umaResolutionStatuses];
    const times = [record.closedTime, record.umaEndDate, record.automaticallyResolved];
    if (dialect !== "polymarket") {
      assert.deepEqual(
        [...uma, ...times, record.outcomePrices],
        Array.from({ length: 6 }, () => undefined),
      );
      continue;
    }
    assert.equal(record.acceptingOrders, seen.status === "active");
    assert.equal(record.enableOrderBook, full.enable_order_book);
    assert.deepEqual(JSON.parse(record.outcomePrices).map(Number), prices);
    assert.deepEqual(uma, seen.uma ?? [undefined, "[]"]);
    const { closedAt } = seen;
    const closedTime = closedAt?.replace("T", " ").replace("Z", "+00");
    assert.deepEqual(
      times,
      closedAt === undefined ? [undefined, undefined, undefined] : [closedTime, closedAt, true],
    );
  }
  await seePositions(market, seen);
}

/** Checks the positions of Ann, who has shares of both outcomes until she redeems. */
async function seePositions(
  market: Listed,
  { status, prices = [0.5, 0.5], winners }: MarketState,
): Promise<void> {
  const found = await getJson(
    `${exchange.addresses.spec.data}/positions?user=${ANN}&sizeThreshold=0.01&market=${market.conditionId}`,
  );
  if (status === "archived") return assert.deepEqual(found, []);
  for (const { outcomeIndex, curPrice, redeemable, mergeable } of found) {
    const isOver: boolean = status === "resolved";
    assert.deepEqual(
      [curPrice, redeemable, mergeable],
      [prices[outcomeIndex], isOver, !isOver],
      String(winners),
    );
  }
  assert.equal(found.length, 2);
}

const redeem = (address: string, { conditionId }: Listed) =>
  exchange.submit({ type: "redeem", address, owner: address, conditionId });

const collateralOf = async (address: string): Promise<number> => {
  const sql = await exchange.context.sql();
  const [row] = await sql`select collateral from accounts where address = ${address}`;
  return row?.["collateral"] / 1e6;
};

const clockText = (): string => new Date(exchange.clock.now).toISOString().replace(".000Z", "Z");

describe("a market", () => {
  it("inc-40: is seen alike everywhere after each step of its life", async () => {
    const market = await draft("Will the walk end?", { autoRedeem: false });
    const { conditionId, tokenIds } = market;
    const LIVE = [true, false, false] as const;
    await seeNowhere(market);
    await step(market, "open");
    await exchange.submit({ type: "split", address: ANN, owner: ANN, conditionId, lots: lots(5000) });
    await see(market, { status: "active", flags: LIVE });

    const bid = { account: BOB, tokenId: tokenIds[0], side: "BUY", size: "10" } as const;
    await exchange.place({ ...bid, price: "0.4" });
    const paused = await step(market, "pause");
    assert.deepEqual([paused.status, paused.openOrders, paused.acceptingOrders], ["paused", 1, false]);
    await see(market, { status: "paused", flags: LIVE, prices: [0.7, 0.3] });
    await assert.rejects(exchange.place({ ...bid, price: "0.3" }), /market_paused/);
    await step(market, "resume");
    await exchange.place({ ...bid, price: "0.3" });
    await exchange.place({ account: ANN, tokenId: tokenIds[0], side: "SELL", size: "20", price: "0.4" });
    const prices = [0.35, 0.65] as const;
    await see(market, { status: "active", flags: LIVE, prices });

    const evidence = `Seen by two "witnesses" — ${"e".repeat(9_000)}`;
    const link = "https://evidence.example/walk?day=1#end";
    const proposed = await step(market, "propose", { payout: "no", evidence, link });
    const proposal = {
      payout: [0, 1],
      evidence,
      link,
      time: new Date(exchange.clock.now).toISOString(),
      disputed: false,
    };
    assert.deepEqual(proposed.proposal, proposal);
    await see(market, { status: "active", flags: LIVE, prices, uma: ["proposed", '["proposed"]'] });
    await step(market, "dispute");
    const both = '["proposed", "disputed"]';
    await see(market, { status: "active", flags: LIVE, prices, uma: ["disputed", both] });
    assert.deepEqual((await trading(market, "kuest", "/resolution")).proposal, {
      ...proposal,
      disputed: true,
    });

    await exchange.wait(HOUR_MS);
    const resolvedAt = clockText();
    const resolved = await step(market, "resolve", { payout: "yes" });
    assert.deepEqual(
      [resolved.status, resolved.openOrders, resolved.proposal, resolved.resolution],
      ["resolved", 0, null, { payout: [1, 0], time: resolvedAt.replace("Z", ".000Z") }],
    );
    await see(market, {
      status: "resolved",
      flags: [true, true, false],
      prices: [1, 0],
      winners: [true, false],
      uma: ["resolved", both],
      closedAt: resolvedAt,
    });

    const undone = await step(market, "undo");
    assert.deepEqual([undone.status, undone.resolution, undone.proposal], ["paused", null, null]);
    // Its orders are gone, and the last trade is what is known.
    await see(market, { status: "paused", flags: LIVE, prices: [0.4, 0.6] });
    await step(market, "resolve", { payout: [1, 1] });
    const half = { prices: [0.5, 0.5], isHalf: true, uma: ["resolved", "[]"], closedAt: resolvedAt } as const;
    await see(market, { status: "resolved", flags: [true, true, false], ...half });

    const hadAnn = await collateralOf(ANN);
    await redeem(ANN, market);
    assert.equal(Math.round((await collateralOf(ANN)) * 100 - hadAnn * 100), 4500);
    const refused = await operate(`/markets/${conditionId}/undo`, {});
    assert.deepEqual([refused.status, refused.body.code], [409, "already_redeemed"]);

    const gone = await step(market, "archive");
    assert.deepEqual([gone.status, gone.redeemed, gone.backing], ["archived", "90", "5"]);
    await see(market, { status: "archived", flags: [false, false, true], ...half });
    await redeem(BOB, market);
    assert.equal((await done(`/markets/${market.slug}/archive`)).backing, "0");
    await seeSteps(market, resolvedAt);
  });

  async function seeSteps(market: Listed, resolvedAt: string): Promise<void> {
    const { steps, condition_id, status, ...decided } = await trading(market, "spec", "/resolution");
    assert.deepEqual([condition_id, status], [market.conditionId, "archived"]);
    assert.deepEqual(decided, {
      proposal: null,
      resolution: { payout: [1, 1], time: resolvedAt.replace("Z", ".000Z") },
    });
    assert.deepEqual(
      steps.map(({ step: name, payout }: { step: string; payout: Payout | null }) => [name, payout]),
      [
        ["proposed", [0, 1]],
        ["disputed", null],
        ["resolved", [1, 0]],
        ["undone", null],
        ["resolved", [1, 1]],
      ],
    );
    assert.deepEqual(Object.keys(steps[0]), ["step", "time", "payout", "evidence", "link"]);
  }

  it("that pays at once leaves nothing to redeem or to undo", async () => {
    const market = await draft("Will it pay at once?", { autoRedeem: true, open: true });
    await exchange.submit({
      type: "split",
      address: ANN,
      owner: ANN,
      conditionId: market.conditionId,
      lots: lots(100),
    });
    const had = await collateralOf(ANN);
    const resolved = await step(market, "resolve", { payout: "no" });
    assert.deepEqual([resolved.backing, resolved.redeemed], ["0", "2"]);
    assert.equal(Math.round((await collateralOf(ANN)) - had), 1);
    const refused = await operate(`/markets/${market.conditionId}/undo`, {});
    assert.equal(refused.body.code, "already_redeemed");
  });
});

/** The steps that a market has behind it, the one that is refused, and the refusal. */
const REFUSED: readonly (readonly [before: readonly string[], word: string, status: number, code: string])[] =
  [
    [[], "pause", 400, "market_not_open"],
    [[], "propose", 400, "market_not_open"],
    [[], "resolve", 400, "market_not_open"],
    [[], "dispute", 409, "no_proposal"],
    [[], "undo", 409, "market_not_resolved"],
    [["open"], "undo", 409, "market_not_resolved"],
    [["open"], "dispute", 409, "no_proposal"],
    [["open", "propose"], "propose", 409, "proposal_exists"],
    [["open", "propose", "dispute"], "dispute", 409, "no_proposal"],
    [["open", "resolve"], "resolve", 409, "market_already_resolved"],
    [["open", "resolve"], "open", 400, "market_closed"],
    [["open", "resolve"], "pause", 400, "market_closed"],
    [["open", "resolve"], "propose", 409, "market_already_resolved"],
    [["archive"], "open", 400, "market_closed"],
    [["archive"], "resolve", 400, "market_closed"],
  ];

describe("a step that cannot be taken", () => {
  const given = (word: string): object => (["propose", "resolve"].includes(word) ? { payout: "yes" } : {});

  for (const [earlier, word, status, code] of REFUSED) {
    it(`is refused, and changes nothing: ${word} after ${earlier.join(", ") || "nothing"}`, async () => {
      const market = await draft(`Will ${word} follow ${earlier.join(" ")}?`);
      for (const one of earlier) await step(market, one, given(one));
      const { seq } = exchange.context.engine.head();
      const refused = await operate(`/markets/${market.conditionId}/${word}`, given(word));
      assert.deepEqual([refused.status, refused.body.code], [status, code], JSON.stringify(refused.body));
      assert.ok(refused.body.hint.length > 10);
      assert.equal(exchange.context.engine.head().seq, seq);
    });
  }

  it("is that of a market with shares into the archive", async () => {
    const market = await draft("Will it be archived?", { open: true });
    await exchange.submit({
      type: "split",
      address: ANN,
      owner: ANN,
      conditionId: market.conditionId,
      lots: lots(100),
    });
    const refused = await operate(`/markets/${market.conditionId}/archive`, {});
    assert.deepEqual([refused.status, refused.body.code], [409, "market_has_shares"]);
  });

  it("and one that was taken already leaves no entry", async () => {
    const market = await draft("Will it be paused twice?", { open: true });
    const paused = await step(market, "pause");
    const { seq } = exchange.context.engine.head();
    assert.deepEqual(await step(market, "pause"), paused);
    assert.equal(exchange.context.engine.head().seq, seq);
  });

  it("is a resolution that its event excludes", async () => {
    const { slug } = await done("/events", { title: "One of two", negativeRisk: true });
    const [first, second] = [
      await done("/markets", { event: slug, question: "First?", open: true }),
      await done("/markets", { event: slug, question: "Second?", open: true }),
    ];
    const resolve = (market: Listed, payout: unknown) =>
      operate(`/markets/${market.conditionId}/resolve`, { payout });
    const half = await resolve(first, "half");
    assert.deepEqual([half.status, half.body.code], [400, "invalid_payout"]);
    assert.equal((await resolve(first, "no")).status, 200);
    assert.equal((await resolve(second, "no")).body.code, "invalid_payout");
    assert.equal((await resolve(second, "yes")).status, 200);
  });
});

describe("the reason of a change", () => {
  const silent = { reason: undefined };

  it("may be absent while a market is a draft, and is required once it is open", async () => {
    const event = await done("/events", { title: "Will the reason stay away?", ...silent });
    const market = await done("/markets", { event: event.slug, question: "Will it stay away?", ...silent });
    const { conditionId } = market;
    for (const path of [`/events/${event.id}`, `/markets/${conditionId}`]) {
      await done(`${path}/edit`, { description: `Yes, if it stays away from ${path}.`, ...silent });
      await done(`${path}/clarify`, { text: "Late is away.", ...silent });
    }
    assert.equal((await done(`/markets/${conditionId}/open`, silent)).status, "active");
    for (const [path, word, body] of [
      [`/events/${event.id}`, "edit", { description: "Another." }],
      [`/events/${event.id}`, "clarify", { text: "Never." }],
      [`/events/${event.id}`, "archive", {}],
      [`/markets/${conditionId}`, "edit", { image: "" }],
      [`/markets/${conditionId}`, "clarify", { text: "Never." }],
      [`/markets/${conditionId}`, "archive", {}],
    ] as const) {
      const refused = await operate(`${path}/${word}`, { ...body, ...silent });
      assert.deepEqual([refused.status, refused.body.code], [400, "invalid_payload"], `${path}/${word}`);
      assert.match(
        refused.body.hint,
        /^reason: expected text .* since traders see what changes, got nothing/,
      );
    }
    const drafted = await draft("Will it be archived in silence?");
    assert.equal((await step(drafted, "archive", silent)).status, "archived");
  });
});

const UNREADABLE: readonly (readonly [what: string, word: string, body: object, hint: RegExp])[] = [
  ["no payout", "resolve", {}, /^payout: expected yes, .* got nothing/],
  ["a payout of two", "resolve", { payout: [2, 1] }, /^payout: expected/],
  ["a payout of nothing", "resolve", { payout: [0, 0] }, /^payout: expected/],
  ["a payout of three", "resolve", { payout: [1, 0, 0] }, /^payout: expected/],
  [
    "a payout by another name",
    "propose",
    { payout: "YES" },
    /^payout: expected yes, no, half, \[1, 0\], \[0, 1\] or \[1, 1\], got "YES"; nearest: yes/,
  ],
  [
    "long evidence",
    "propose",
    { payout: "yes", evidence: "e".repeat(10_001) },
    /^evidence: expected .* at most 10000 characters, got 10001 characters/,
  ],
  [
    "evidence with NUL",
    "propose",
    { payout: "yes", evidence: "\0" },
    /^evidence: expected text without hidden characters, got U\+0000 at character 1/,
  ],
  [
    "a link to a script",
    "propose",
    { payout: "yes", link: "javascript:alert(1)" },
    /^link: expected a URL with http or https, got "javascript:alert\(1\)"$/,
  ],
  ["a link without a host", "propose", { payout: "yes", link: "https://" }, /^link: expected/],
  ["a link with a blank", "propose", { payout: "yes", link: "https://a.example/ b" }, /^link: expected/],
  [
    "a long link",
    "propose",
    { payout: "yes", link: `https://a.example/${"a".repeat(2000)}` },
    /^link: expected .* at most 2000 characters/,
  ],
  ["no reason", "pause", { reason: undefined }, /^reason: expected .* got nothing/],
  [
    "a misspelt field",
    "pause",
    { reson: "x" },
    /^body: expected no field but reason, got "reson"; nearest: reason/,
  ],
];

describe("what says nothing that could be done", () => {
  let market: Listed;
  before(async () => {
    market = await draft("Will it be read?", { open: true });
  });

  for (const [what, word, body, hint] of UNREADABLE) {
    it(`is refused: ${what}`, async () => {
      const refused = await operate(`/markets/${market.conditionId}/${word}`, body);
      assert.deepEqual([refused.status, refused.body.code], [400, "invalid_payload"], refused.body.hint);
      assert.match(refused.body.hint, hint);
    });
  }

  it("is a market that is not there, and a slug that two have", async () => {
    for (const term of ["nowhere", `0x${"0".repeat(64)}`, encodeURIComponent("will it/be")]) {
      const refused = await operate(`/markets/${term}/pause`, {});
      assert.deepEqual([refused.status, refused.body.code], [404, "unknown_market"]);
    }
    const other = await draft("Will it be two?");
    const sql = await exchange.context.sql();
    await sql`update markets set slug = ${market.slug} where condition_id = ${other.conditionId}`;
    const refused = await operate(`/markets/${market.slug}/pause`, {});
    assert.deepEqual([refused.status, refused.body.code], [400, "invalid_payload"]);
    for (const { conditionId } of [market, other]) assert.ok(refused.body.hint.includes(conditionId));
  });
});

it("shows in the status what is open where", async () => {
  const status = await fetch(`${exchange.addresses.admin}/status`, {
    headers: { authorization: `Bearer ${exchange.context.adminToken}` },
  });
  const { addresses, counts }: Reply["body"] = await status.json();
  assert.deepEqual(addresses, exchange.addresses);
  assert.ok(counts.markets.archived > 0 && counts.markets.resolved > 0 && counts.markets.paused > 0);
});

it("is not found on the trading interface where there is none", async () => {
  for (const [id, status] of [
    [`0x${"0".repeat(64)}`, 404],
    ["0x12", 400],
  ] as const) {
    const response = await fetch(`${exchange.addresses.spec.trading}/markets/${id}/resolution`);
    assert.equal(response.status, status);
  }
});
