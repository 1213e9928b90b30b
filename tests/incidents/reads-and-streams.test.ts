/**
 * Incidents of wrong reads at other services. They are books of two caches, pages that came again, rows that were
 * hidden or too many, and closed markets that looked open. Each number is a row of docs/reliability.md.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
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
