/** Books, prices and markets, as the Python clients of the trading interface read them. */
import assert from "node:assert/strict";
import { it } from "node:test";
import type { Answer } from "../conformance/call-record.ts";
import type { FamilyContext } from "./clob-python.ts";
import { QUOTES, quotedPrices } from "./quotes.ts";

const PAST_PAGES = "LTE=";

export function describeBooks({ stage, opened: { visitor, params } }: FamilyContext): void {
  const { yes, conditionId } = stage.quoted;
  const prices = quotedPrices(stage);
  const one = [params("BookParams", { token_id: yes, side: "BUY" })];

  it("reads books, whose hash it computes alike", async () => {
    const book = await visitor.get_order_book(yes);
    const level = ({ price, size }: Answer) => ({ price, size });
    assert.deepEqual((book.bids ?? []).map(level), [{ price: QUOTES.bid, size: QUOTES.bidSize }]);
    assert.deepEqual((book.asks ?? []).map(level), [{ price: QUOTES.ask, size: QUOTES.askSize }]);
    assert.deepEqual([book.market, book.asset_id, book.tick_size], [conditionId, yes, "0.01"]);
    const [listed] = await visitor.get_order_books(one);
    assert.equal(listed.hash, book.hash);
  });

  it("reads prices, midpoints and spreads, of one token and of several", async () => {
    assert.deepEqual(await visitor.get_midpoint(yes), { mid: QUOTES.mid });
    assert.deepEqual(await visitor.get_midpoints(one), { [yes]: QUOTES.mid });
    assert.deepEqual(await visitor.get_spread(yes), { spread: QUOTES.spread });
    assert.deepEqual(await visitor.get_spreads(one), { [yes]: QUOTES.spread });
    assert.deepEqual(await visitor.get_price(yes, "BUY"), { price: prices.BUY });
    assert.deepEqual(await visitor.get_price(yes, "SELL"), { price: prices.SELL });
    assert.equal((await visitor.get_prices(one))[yes].BUY, prices.BUY);
  });

  it("reads the last trade", async () => {
    const last = { price: QUOTES.last, side: "BUY" };
    assert.deepEqual(await visitor.get_last_trade_price(yes), last);
    assert.deepEqual(await visitor.get_last_trades_prices(one), [{ token_id: yes, ...last }]);
    const [event, ...others] = await visitor.get_market_trades_events(conditionId);
    assert.deepEqual([event.market.asset_id, event.side, event.size, others], [yes, "BUY", "10", []]);
  });
}

export function describeMarkets({ stage, opened: { visitor } }: FamilyContext): void {
  const { quoted, exclusive } = stage;

  it("reads the terms of tokens, and the service's own", async () => {
    assert.equal(await visitor.get_ok(), "OK");
    assert.ok(Math.abs((await visitor.get_server_time()) - Date.now() / 1000) < 60);
    assert.equal(await visitor.get_tick_size(quoted.yes), "0.01");
    assert.equal(await visitor.get_neg_risk(quoted.yes), false);
    assert.equal(await visitor.get_neg_risk(exclusive[0].yes), true);
  });

  it("walks all markets, and reads one", async () => {
    const full = await walk((cursor) => visitor.get_markets(cursor));
    assert.ok(full.includes(quoted.conditionId));
    assert.deepEqual(await walk((cursor) => visitor.get_simplified_markets(cursor)), full);
    const sampled = await walk((cursor) => visitor.get_sampling_markets(cursor));
    assert.deepEqual(await walk((cursor) => visitor.get_sampling_simplified_markets(cursor)), sampled);
    assert.ok(sampled.every((id) => full.includes(id)));
    const { question, tokens, accepting_orders: open } = await visitor.get_market(quoted.conditionId);
    assert.deepEqual([question, open], [quoted.question, true]);
    assert.deepEqual(
      tokens.map(({ token_id }: Answer) => token_id),
      [quoted.yes, quoted.no],
    );
  });
}

/** Walks the pages of a listing; resolves with the sorted condition ids, each once. */
async function walk(read: (cursor: string) => Promise<Answer>): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor = "MA=="; cursor !== PAST_PAGES;) {
    const page = await read(cursor);
    ids.push(...page.data.map(({ condition_id }: Answer) => condition_id));
    cursor = page.next_cursor;
  }
  assert.equal(new Set(ids).size, ids.length);
  return ids.sort();
}
