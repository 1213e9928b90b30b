/**
 * The Rust clients of the trading interface, which are of one descent: their trader, and the reads that all of them have.
 * Answers are what the SDK made of the exchange's, so a form that it cannot read fails the call.
 */
import assert from "node:assert/strict";
import { it } from "node:test";
import type { Answer, Client } from "../conformance/call-record.ts";
import { describeRustAccount } from "./clob-rust-account.ts";
import { describeRustData } from "./clob-rust-data.ts";
import { openTrader } from "./clob-rust-trader.ts";
import type { RustContext, RustFamily, RustTrader } from "./clob-rust-trader.ts";
import { describeTerms } from "./clob-rust-version-2.ts";
import { findCrate, installRust } from "./install.ts";
import { describeQuotes, QUOTES } from "./quotes.ts";
import { listMethods, startRust } from "./rust.ts";
import type { OpenClient, Opening, Suite } from "./suite.ts";

const UNCALLED = {
  "the package's feature is off": [
    "heartbeats_active",
    "start_heartbeats",
    "stop_heartbeats",
    "create_request",
    "cancel_request",
    "requests",
    "create_quote",
    "cancel_quote",
    "quotes",
    "accept_quote",
    "approve_order",
  ],
  "the method returns Rust objects": ["stream_data"],
  "the client expects a field that no service sends": ["spreads"],
  "the method contacts another host": ["check_geoblock"],
};

/** Makes the suite of a client; `describe` adds the tests that only it has. */
export function rustSuite(family: RustFamily, describe: (context: RustContext) => void): Suite {
  const uncalled = Object.entries({ ...UNCALLED, ...family.uncalled }).flatMap(([reason, methods]) =>
    methods.map((method) => [method, reason]),
  );
  return {
    name: family.name,
    version: family.version,
    language: "Rust",
    dialect: family.dialect,
    versions: family.versions,
    uncalled: Object.fromEntries(uncalled),
    install: () => installRust(family.name),
    open: (opening) => openFamily(family, opening, describe),
  };
}

async function openFamily(
  family: RustFamily,
  { stage, installed, record }: Opening,
  describe: (context: RustContext) => void,
): Promise<OpenClient> {
  const { name } = family;
  const rust = startRust(installed);
  const recorded = (client: Client): Client => record.record(client, name, name);
  const { trading } = stage.addresses;
  const library = recorded({ new: () => rust.create("new", trading) });
  const connect = async (): Promise<Client> => recorded(await library.new!());
  const source = record.record(
    { new: () => rust.create("data", stage.addresses.data) },
    `${name} data`,
    name,
  );
  const data = record.record(await source.new!(), `${name} data`, name);
  const visitor = await connect();
  let made = 0;
  const createTrader = async (): Promise<RustTrader> => {
    const chain = family.chains[made % family.chains.length]!;
    made += 1;
    return openTrader({ family, stage, chain, connect, recorded, data });
  };
  const crate = await findCrate(name);
  return {
    surfaces: [
      { name, methods: listMethods(crate, "src/clob/client.rs") },
      { name: `${name} data`, methods: listMethods(crate, "src/data/client.rs") },
    ],
    createTrader,
    describe(traders) {
      const context = { stage, family, visitor, data, createTrader, connect, recorded, traders };
      describeQuotes(stage, traders);
      describeBooks(context);
      describeMarkets(context);
      if (family.orders === 2) describeTerms(context);
      describeRustData(context);
      describeRustAccount(context);
      describe(context);
    },
    close: () => rust.close(),
  };
}

function describeBooks({ stage, visitor }: RustContext): void {
  const { yes, conditionId } = stage.quoted;
  const [buy, sell] = stage.dialect === "polymarket" ? [QUOTES.bid, QUOTES.ask] : [QUOTES.ask, QUOTES.bid];
  const one = { token_id: yes };

  it("reads books", async () => {
    const book = await visitor.order_book!(one);
    assert.deepEqual(book.bids, [{ price: QUOTES.bid, size: QUOTES.bidSize }]);
    assert.deepEqual(book.asks, [{ price: QUOTES.ask, size: QUOTES.askSize }]);
    assert.deepEqual([book.market, book.asset_id, book.neg_risk], [conditionId, yes, false]);
    const [listed] = await visitor.order_books!(one);
    assert.equal(listed.hash, book.hash);
  });

  it("reads prices, midpoints and spreads, of one token and of several", async () => {
    assert.equal(Number((await visitor.midpoint!(one)).mid), Number(QUOTES.mid));
    assert.equal(Number((await visitor.midpoints!(one)).midpoints[yes]), Number(QUOTES.mid));
    assert.equal((await visitor.spread!(one)).spread, QUOTES.spread);
    assert.equal((await visitor.price!({ ...one, side: "BUY" })).price, buy);
    assert.equal((await visitor.price!({ ...one, side: "SELL" })).price, sell);
    assert.equal((await visitor.prices!({ ...one, side: "BUY" })).prices[yes].Buy, buy);
  });

  it("reads the last trade, and the history of prices", async () => {
    const last = { price: QUOTES.last, side: "Buy" };
    assert.deepEqual(await visitor.last_trade_price!(one), last);
    assert.deepEqual(await visitor.last_trades_prices!(one), [{ token_id: yes, ...last }]);
    const { history } = await visitor.price_history!({ token_id: stage.ordinary.yes });
    assert.ok(history.every(({ t, p }: Answer) => Number(t) > 0 && Number(p) >= 0 && Number(p) <= 1));
  });
}

function describeMarkets({ stage, visitor }: RustContext): void {
  const { quoted, ordinary, exclusive } = stage;

  it("reads the terms of tokens, and the service's own", async () => {
    assert.equal(await visitor.host!(), `${stage.addresses.trading}/`);
    assert.equal(await visitor.ok!(), "OK");
    assert.ok(Math.abs(Number(await visitor.server_time!()) - Date.now() / 1000) < 60);
    assert.equal((await visitor.tick_size!({ token_id: quoted.yes })).minimum_tick_size, "Hundredth");
    assert.equal((await visitor.neg_risk!({ token_id: quoted.yes })).neg_risk, false);
    assert.equal((await visitor.neg_risk!({ token_id: exclusive[0].yes })).neg_risk, true);
    assert.equal((await visitor.fee_rate_bps!({ token_id: quoted.yes })).base_fee, "0");
    assert.equal((await visitor.fee_rate_bps!({ token_id: ordinary.yes })).base_fee, "200");
  });

  it("keeps terms that it is given until it forgets them", async () => {
    const token_id = quoted.no;
    await visitor.set_tick_size!({ token_id });
    await visitor.set_neg_risk!({ token_id, neg_risk: true });
    await visitor.set_fee_rate_bps!({ token_id, fee_rate_bps: 7 });
    assert.equal((await visitor.tick_size!({ token_id })).minimum_tick_size, "Thousandth");
    await visitor.invalidate_internal_caches!();
    assert.equal((await visitor.tick_size!({ token_id })).minimum_tick_size, "Hundredth");
    assert.equal((await visitor.neg_risk!({ token_id })).neg_risk, false);
    assert.equal((await visitor.fee_rate_bps!({ token_id })).base_fee, "0");
  });

  it("walks all markets, and reads one", async () => {
    const full = await walk((next_cursor) => visitor.markets!({ next_cursor }));
    assert.ok(full.includes(quoted.conditionId));
    assert.deepEqual(await walk((next_cursor) => visitor.simplified_markets!({ next_cursor })), full);
    const sampled = await walk((next_cursor) => visitor.sampling_markets!({ next_cursor }));
    const simple = await walk((next_cursor) => visitor.sampling_simplified_markets!({ next_cursor }));
    assert.deepEqual(simple, sampled);
    assert.ok(sampled.every((id) => full.includes(id)));
    const market = await visitor.market!({ condition_id: quoted.conditionId });
    assert.deepEqual([market.question, market.accepting_orders], [quoted.question, true]);
    const tokens = market.tokens.map(({ token_id }: Answer) => token_id);
    assert.deepEqual(tokens, [quoted.yes, quoted.no]);
  });
}

const PAST_PAGES = "LTE=";

/** Walks the pages of a listing; resolves with the sorted condition ids, each once. */
async function walk(read: (cursor: string | undefined) => Promise<Answer>): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | undefined; cursor !== PAST_PAGES;) {
    const page = await read(cursor);
    ids.push(...page.data.map(({ condition_id }: Answer) => condition_id));
    cursor = page.next_cursor;
  }
  assert.equal(new Set(ids).size, ids.length);
  return ids.sort();
}
