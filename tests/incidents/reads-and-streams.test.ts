/**
 * Incidents of wrong reads at other services. They are books of two caches, pages that came again, rows that were
 * hidden or too many, and closed markets that looked open. Each number is a row of docs/explanation/reliability.md.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { canceledOrders } from "../../src/core/orders/canceled-orders.ts";
import type { Payout } from "../../src/core/markets/catalog.ts";
import { lots } from "../../src/core/units.ts";
import { catalogEndpoints } from "../../src/http/catalog/endpoints.ts";
import { operationsIn } from "../../src/http/dialects/dialect-parameters.ts";
import { tradingEndpoints } from "../../src/http/trading/endpoints.ts";
import { startListeningExchange } from "../http/listening-exchange.ts";
import type { ListeningExchange } from "../http/listening-exchange.ts";
import { connect } from "../stream/live-client.ts";
import { hashOf, requestsTo, testListing, tokenOf, walletOf } from "../support/exchange.ts";
import type { Reply } from "../support/exchange.ts";
import { createRandom } from "../support/random.ts";
import { createTrader } from "../support/trader.ts";
import type { Trader } from "../support/trader.ts";

const TOKENS = [tokenOf("rain yes"), tokenOf("rain no")] as const;
const TRADERS = ["one", "two", "three"].map(walletOf);
/** Two shares of a market each: more than services have failed at. */
const MANY = 2_400;
const COLLECTOR = walletOf("collector");

let exchange: ListeningExchange;
let ann: Trader;
/** Requests to each of the specification's interfaces. */
let at: Readonly<Record<"trading" | "data" | "catalog", ReturnType<typeof requestsTo>>>;

before(async () => {
  exchange = await startListeningExchange({ PRESAGE_PUBLIC_RECORDS: "true", PRESAGE_AUTO_REDEEM: "false" });
  const reach = (url: string) => requestsTo({ spec: url, polymarket: url, kuest: url });
  const { trading, data, catalog } = exchange.addresses.spec;
  at = { trading: reach(trading), data: reach(data), catalog: reach(catalog) };
  await exchange.list(testListing([{ name: "rain" }]));
  for (const trader of TRADERS) await exchange.open(trader, "10000000");
  ann = await createTrader({ ...at.trading, clock: exchange.clock }, "ann");
  await openCollection();
});
after(() => exchange?.close());

/** A wallet that has shares of both outcomes of very many markets. */
async function openCollection(): Promise<void> {
  await exchange.open(COLLECTOR, "1000000");
  const names = Array.from({ length: MANY }, (_, index) => `find ${index}`);
  await exchange.list(
    testListing(
      names.map((name) => ({ name })),
      { id: "8", slug: "finds" },
    ),
  );
  const split = (name: string) =>
    exchange.submit({
      type: "split",
      address: COLLECTOR,
      owner: COLLECTOR,
      conditionId: hashOf(name),
      lots: lots(100 + Number(name.slice(5))),
    });
  await Promise.all(names.map(split));
}

type Level = { readonly price: string; readonly size: string };
type Book = {
  readonly hash: string;
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
};

/** Sums what rests in the engine, by price, as a book of the token has it: worst levels first. */
function dumpOf(token: string): Pick<Book, "bids" | "asks"> {
  const { tokens, orders } = exchange.context.engine.exchange;
  const { market, outcome } = tokens.get(token)!;
  const sums = { BUY: new Map<number, number>(), SELL: new Map<number, number>() } as const;
  for (const order of orders.values()) {
    if (order.market !== market) continue;
    const mine = order.outcome === outcome;
    const side = mine === (order.side === "BUY") ? "BUY" : "SELL";
    const price = mine ? order.limit : 10_000 - order.limit;
    sums[side].set(price, (sums[side].get(price) ?? 0) + order.remaining);
  }
  const levels = (side: "BUY" | "SELL", sign: number): Level[] =>
    [...sums[side]]
      .sort(([left], [right]) => sign * (left - right))
      .map(([price, size]) => ({ price: String(price / 10_000), size: String(size / 100) }));
  return { bids: levels("BUY", 1), asks: levels("SELL", -1) };
}

/** The book of a token at one sequence, as every read shows it; `undefined` when it changed meanwhile. */
async function sampleBook(token: string): Promise<{ sequence: string; hash: string } | undefined> {
  const before_ = await at.trading.get(`/book?token_id=${token}`);
  const ids = [{ token_id: token }];
  const [books, prices, midpoint, spread] = await Promise.all([
    at.trading.post("/books", ids),
    at.trading.post("/prices", ids),
    at.trading.get(`/midpoint?token_id=${token}`),
    at.trading.get(`/spread?token_id=${token}`),
  ]);
  const after_ = await at.trading.get(`/book?token_id=${token}`);
  const sequence = before_.headers.get("x-sequence")!;
  if (after_.headers.get("x-sequence") !== sequence) return undefined;
  const book: Book = before_.body;
  assert.deepEqual(books.body, [book]);
  assert.deepEqual(after_.body, book);
  const [bid, ask] = [book.bids.at(-1)?.price, book.asks.at(-1)?.price];
  assert.deepEqual(prices.body[token] ?? {}, { ...(ask && { BUY: ask }), ...(bid && { SELL: bid }) });
  if (bid !== undefined && ask !== undefined) {
    const [low, high] = [bid, ask].map((price) => Math.round(Number(price) * 10_000)) as [number, number];
    assert.equal(Math.round(Number(midpoint.body.mid) * 20_000), low + high);
    assert.equal(Math.round(Number(spread.body.spread) * 10_000), high - low);
  }
  return { sequence, hash: book.hash };
}

const ROUNDS = 4;
const ORDERS_A_ROUND = 40;

test("inc-32: the same book at the same sequence wherever it is read, and it is what rests in the engine", async () => {
  const random = createRandom(20_261_122);
  const client = await connect(exchange.addresses.spec.trading);
  client.send({ type: "market", assets_ids: TOKENS });
  await client.settle();
  const hashes = new Map<string, string>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const trading = Promise.all(
      Array.from({ length: ORDERS_A_ROUND }, () =>
        exchange.place({
          account: random.pick(TRADERS),
          tokenId: random.pick(TOKENS),
          side: "BUY",
          price: `0.${random.between(30, 60)}`,
          size: String(random.between(1, 30)),
        }),
      ),
    );
    const sampling = [...TOKENS, ...TOKENS].map(sampleAnd);
    await Promise.all([trading, ...sampling]);
    // Nothing is underway now: every read has to agree.
    for (const token of TOKENS) {
      assert.ok((await sampleAnd(token)) !== undefined);
      const { body } = await at.trading.get(`/book?token_id=${token}`);
      assert.deepEqual({ bids: body.bids, asks: body.asks }, dumpOf(token));
    }
    client.send({ operation: "snapshot", assets_ids: TOKENS });
    await client.settle();
  }
  async function sampleAnd(token: string) {
    const sample = await sampleBook(token);
    if (sample !== undefined) hashes.set(`${token} ${sample.sequence}`, sample.hash);
    return sample;
  }
  const told = client.messages.filter(({ event_type: type }) => type === "book");
  const known = told.filter(({ asset_id: token, sequence }) => hashes.has(`${token} ${sequence}`));
  for (const { asset_id: token, sequence, hash } of known)
    assert.equal(hash, hashes.get(`${token} ${sequence}`), `${token} at ${sequence}`);
  assert.ok(known.length >= 2 * ROUNDS, `${known.length} books of the stream were read as well`);
  await client.end();
});

type ListingWalk = {
  readonly of: "data" | "catalog";
  readonly path: string;
  /** Names a row. */
  readonly key: (row: Reply["body"]) => string;
  readonly limit: number;
  readonly rows: number;
};

/** Every listing that is walked by offset, of which the exchange has something. */
const WALKS: readonly ListingWalk[] = [
  { of: "data", path: `/positions?user=${COLLECTOR}`, key: byAsset, limit: 500, rows: 2 * MANY },
  {
    of: "data",
    path: `/activity?user=${COLLECTOR}`,
    key: ({ conditionId, type }) => `${conditionId} ${type}`,
    limit: 500,
    rows: MANY,
  },
  {
    of: "data",
    path: "/v1/leaderboard?timePeriod=ALL",
    key: ({ proxyWallet }) => proxyWallet,
    limit: 2,
    rows: 3,
  },
  { of: "catalog", path: "/markets", key: ({ id }) => id, limit: 500, rows: MANY + 1 },
  { of: "catalog", path: "/events", key: ({ id }) => id, limit: 1, rows: 2 },
];

function byAsset({ asset }: { asset: string }): string {
  return asset;
}

for (const { of, path, key, limit, rows } of WALKS) {
  test(`inc-36: a walk by offset meets each row once, and ends: ${path.replace(/\?.*/s, "")}`, async () => {
    const join = path.includes("?") ? "&" : "?";
    const met: string[] = [];
    for (let offset = 0; ; offset += limit) {
      const { status, body, text } = await at[of].get(`${path}${join}limit=${limit}&offset=${offset}`);
      assert.equal(status, 200, text);
      met.push(...body.map(key));
      if (body.length === 0) break;
    }
    assert.deepEqual([met.length, new Set(met).size], [rows, rows]);
  });
}

test("inc-36: an offset beyond its bound is refused, and none comes again", async () => {
  for (const { of, path } of WALKS.filter((walk) => walk.of === "data")) {
    const join = path.includes("?") ? "&" : "?";
    for (const offset of ["10001", "9007199254740993", "-1", "1e5"]) {
      const { status, text } = await at[of].get(`${path}${join}offset=${offset}`);
      assert.equal(status, 400, `${path} ${offset}: ${text}`);
    }
  }
});

/** Texts instead of a cursor: none, base64 that is cut off or of no number, and numbers beyond all rows. */
const CURSORS = [
  "",
  "MA",
  "!!!",
  "LTE",
  "LTE=",
  "LTI=",
  "MS41",
  "1.5",
  "-1",
  "NaN",
  "MA==MA==",
  "AA==",
  "%00",
].concat(
  ["-2", "1e3", "9007199254740991", "9007199254740992", "9".repeat(20), "0.0.0", "9.9.9.9", "1.-1"].map(
    (text) => Buffer.from(text).toString("base64"),
  ),
);

const cursorName = (query: object | undefined): string | undefined =>
  ["next_cursor", "after_cursor"].find((name) => query !== undefined && name in query);

test("inc-37: what is no cursor is refused or ends the walk, at every listing that has cursors", async () => {
  let asked = 0;
  for (const [endpoints, name] of [
    [tradingEndpoints("sandbox"), "trading"],
    [catalogEndpoints, "catalog"],
  ] as const)
    for (const { method, path, query } of operationsIn(endpoints, "spec")) {
      const parameter = cursorName(query?.properties);
      if (method !== "GET" || parameter === undefined) continue;
      const wanted = path === "/rewards/user" ? "date=2026-06-01&" : "";
      for (const cursor of CURSORS) {
        const value = cursor === "%00" ? cursor : encodeURIComponent(cursor);
        const url: string = `${path.replace(":condition_id", hashOf("rain"))}?${wanted}${parameter}=${value}`;
        const { status, body, text }: Reply =
          name === "trading" ? await ann.request("GET", url) : await at.catalog.get(url);
        asked += 1;
        assert.ok(status === 200 || status === 400, `${url}: ${text}`);
        if (status === 400 || cursor === "") continue;
        // Whoever follows it goes on, or is at the end.
        assert.ok(body.next_cursor !== cursor || cursor === "LTE=", url);
        if (cursor === "LTE=")
          assert.deepEqual([body.data ?? body.markets, body.next_cursor], [[], "LTE="], url);
      }
    }
  assert.ok(asked >= 10 * CURSORS.length, `${asked} asked`);
});

test("inc-38: a wallet of thousands of positions is answered on every read about it", async () => {
  const user = `user=${COLLECTOR}`;
  const found = async (path: string): Promise<Reply["body"]> => {
    const { status, body, text } = await at.data.get(path);
    assert.equal(status, 200, `${path}: ${text.slice(0, 200)}`);
    return body;
  };
  for (const sortBy of [
    "CURRENT",
    "INITIAL",
    "TOKENS",
    "CASHPNL",
    "PERCENTPNL",
    "TITLE",
    "PRICE",
    "AVGPRICE",
  ])
    assert.equal(
      (await found(`/positions?${user}&sortBy=${sortBy}&limit=500&offset=4000`)).length,
      500,
      sortBy,
    );
  assert.equal((await found(`/positions?${user}&title=find&limit=500`)).length, 500);
  assert.equal((await found(`/activity?${user}&limit=500&offset=1900`)).length, 500);
  const [value] = await found(`/value?${user}`);
  assert.ok(value.value > MANY, String(value.value));
  await found(`/closed-positions?${user}`);
  await found(`/traded?${user}`);
  await found(`/holders?market=${hashOf("find 1")}`);
});

test("inc-39: what no parameter leaves out is shown: dust, and sets that can be merged", async () => {
  const dusty = walletOf("dusty");
  await exchange.open(dusty, "100");
  const split = { type: "split", address: dusty, owner: dusty } as const;
  await exchange.submit({ ...split, conditionId: hashOf("find 0"), lots: lots(500) });
  await exchange.submit({ ...split, conditionId: hashOf("find 1"), lots: lots(2) });
  const sizes = async (query: string): Promise<number[]> => {
    const { body } = await at.data.get(`/positions?user=${dusty}${query}`);
    return body.map(({ size }: { size: number }) => size);
  };
  assert.deepEqual(await sizes(""), [5, 5]);
  for (const query of ["&sizeThreshold=0", "&sizeThreshold=0&mergeable=false&redeemable=false"])
    assert.deepEqual(await sizes(query), [5, 5, 0.02, 0.02], query);
  assert.deepEqual(await sizes("&mergeable=true"), [5, 5]);
  assert.deepEqual(await sizes("&limit=0"), []);
});

type Step = "open" | "pause" | "archive" | Payout;

/**
 * Steps that bring a market into each state, the answer to an order then, and the number of earlier orders that still
 * rest.
 */
const STATES: readonly (readonly [name: string, steps: readonly Step[], code: string, resting: number])[] = [
  ["draft", [], "market_not_open", 0],
  ["active", ["open"], "", 3],
  ["paused", ["open", "pause"], "market_paused", 3],
  ["won", ["open", [1, 0]], "market_closed", 0],
  ["lost", ["open", [0, 1]], "market_closed", 0],
  ["void", ["open", [1, 1]], "market_closed", 0],
  ["archived", ["open", [1, 0], "archive"], "market_closed", 0],
];

test("inc-40: in every state a market takes just the orders that it may, and one that is over has none and pays", async () => {
  const markets = STATES.map(([name]) => ({ name: `state ${name}`, active: false }));
  await exchange.list(testListing(markets, { id: "9", slug: "states" }));
  for (const [name, steps, code, resting] of STATES) {
    const conditionId = hashOf(`state ${name}`);
    for (const step of steps) {
      if (typeof step !== "string") await resolve(conditionId, step);
      else await exchange.submit({ type: `${step}-market`, conditionId });
      if (step === "open") await fill(name);
    }
    const all = [...exchange.context.engine.exchange.orders.values()];
    assert.equal(all.filter(({ market }) => market.conditionId === conditionId).length, resting, name);
    const tokenId = tokenOf(`state ${name} yes`);
    const placed = await ann.place({ tokenId, side: "BUY", price: "0.1", size: "5" });
    assert.equal(placed.body.code ?? "", code, `${name}: ${placed.text}`);
  }
});

const [YES_HOLDER, NO_HOLDER] = [walletOf("one"), walletOf("two")];

/** One wallet gets ten shares of Yes, another ten of No, and three orders rest. */
async function fill(name: string): Promise<void> {
  const bid = { tokenId: tokenOf(`state ${name} yes`), side: "BUY", size: "10" } as const;
  await exchange.place({ ...bid, account: YES_HOLDER, price: "0.5" });
  await exchange.place({ ...bid, account: NO_HOLDER, tokenId: tokenOf(`state ${name} no`), price: "0.5" });
  await Promise.all(
    ["0.2", "0.3", "0.4"].map((price) => exchange.place({ ...bid, account: YES_HOLDER, price })),
  );
}

/** All orders go in the one commit, and ten shares of each outcome are paid as the payout says, once. */
async function resolve(conditionId: string, payout: Payout): Promise<void> {
  const events = await exchange.submit({ type: "resolve-market", conditionId, payout });
  assert.equal(events.flatMap(canceledOrders).length, 3);
  for (const [outcome, address] of [YES_HOLDER, NO_HOLDER].entries()) {
    const account = exchange.context.engine.exchange.accountByAddress.get(address)!;
    const had = account.collateral;
    const redeem = { type: "redeem", address, owner: address, conditionId } as const;
    await exchange.submit(redeem);
    assert.equal(account.collateral - had, (10_000_000 * payout[outcome]!) / (payout[0] + payout[1]));
    await assert.rejects(exchange.submit(redeem));
    assert.equal(account.collateral - had, (10_000_000 * payout[outcome]!) / (payout[0] + payout[1]));
  }
}
