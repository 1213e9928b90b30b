/** Books, orders and keys, as polymarket-apis has them. */
import assert from "node:assert/strict";
import { it } from "node:test";
import type { Answer } from "../conformance/call-record.ts";
import { placedOf, typeOf, TYPES } from "./polymarket-apis-trader.ts";
import type { ApisTrader } from "./polymarket-apis-trader.ts";
import { make, named } from "./python.ts";
import { QUOTES } from "./quotes.ts";
import { getJson } from "./requests.ts";
import type { Stage } from "./world.ts";

export function describeBooks({ quoted, ordinary, addresses }: Stage, traders: readonly ApisTrader[]): void {
  const { yes, no, conditionId } = quoted;
  const asks = [{ price: Number(QUOTES.ask), size: Number(QUOTES.askSize) }];

  it("reads books, prices, midpoints and spreads", async () => {
    const { client } = traders[0]!;
    const level = ({ price, size }: Answer) => ({ price: Number(price), size: Number(size) });
    const book = await client.get_order_book(yes);
    assert.deepEqual(book.asks.map(level), asks);
    assert.equal((await client.get_order_books([yes]))[0].hash, book.hash);
    assert.equal((await client.get_midpoint(yes)).value, Number(QUOTES.mid));
    assert.equal((await client.get_price(yes, "BUY")).price, Number(QUOTES.bid));
    assert.ok(await client.get_midpoints([yes]));
    assert.ok(await client.get_spreads([yes]));
    assert.ok(await client.get_prices([make(`${TYPES}:BookParams`, { token_id: yes, side: "BUY" })]));
    assert.equal((await client.get_last_trade_price(yes)).price, Number(QUOTES.last));
    assert.equal((await client.get_last_trades_prices([yes]))[0].price, Number(QUOTES.last));
    const price = await client.calculate_market_price(yes, "BUY", 10, typeOf("FOK"));
    assert.equal(price, Number(QUOTES.ask));
  });

  it("reads the terms of markets, and the service's own", async () => {
    const { client } = traders[0]!;
    assert.equal(await client.get_ok(), "OK");
    assert.ok(Math.abs(Date.parse(await client.get_utc_time()) - Date.now()) < 60_000);
    await client.clear_tick_size_cache();
    assert.equal(await client.get_tick_size(yes), "0.01");
    assert.equal(await client.get_neg_risk(yes), false);
    assert.equal(await client.get_fee_rate_bps(ordinary.yes), 200);
    assert.equal((await client.get_market(conditionId)).question, quoted.question);
    const ids = await client.get_market_ids_from_token(yes);
    assert.deepEqual([ids.condition_id, ids.secondary_token_id], [conditionId, no]);
    assert.equal((await client.get_clob_market_info(conditionId)).minimum_tick_size, 0.01);
    const [rewarded] = (await getJson(`${addresses.trading}/rewards/markets/current`)).data;
    const rewards = await client.get_market_rewards(rewarded.condition_id);
    assert.equal(rewards.condition_id, rewarded.condition_id);
    const since = new Date(Date.now() - 3_600_000).toISOString();
    const start = { start_time: make("bridge:instant", { text: since }) };
    for (const history of [
      await client.get_recent_history(ordinary.yes),
      await client.get_all_history(ordinary.yes),
      await client.get_history(ordinary.yes, named(start)),
    ])
      assert.ok(history.history.every(({ value }: Answer) => value >= 0 && value <= 1));
  });
}

export function describeOrders(
  { quoted }: Stage,
  traders: readonly ApisTrader[],
  createTrader: () => Promise<ApisTrader>,
): void {
  const bid = (price: number): object =>
    make(`${TYPES}:OrderArgs`, { token_id: quoted.yes, side: "BUY", price, size: 10 });

  it("posts signed orders, scores and cancels them", async () => {
    const { client } = traders[0]!;
    const first = placedOf(await client.post_order(await client.create_order(bid(0.05))));
    const batch = make(`${TYPES}:PostOrdersArgs`, {
      order: await client.create_order(bid(0.06)),
      order_type: typeOf("GTC"),
    });
    const [second] = (await client.post_orders([batch])).map(placedOf);
    const [third, fourth] = (await client.create_and_post_orders([bid(0.07), bid(0.08)])).map(placedOf);
    assert.equal(await client.is_order_scoring(first.id), false);
    assert.deepEqual(await client.are_orders_scoring([first.id]), { [first.id]: false });
    assert.deepEqual((await client.cancel_order(first.id)).canceled, [first.id]);
    assert.deepEqual((await client.cancel_orders([second.id])).canceled, [second.id]);
    assert.ok((await client.cancel_orders_for_token_id(quoted.yes)).canceled.includes(third.id));
    const last = placedOf(await client.post_order(await client.create_order(bid(0.05))));
    assert.ok(fourth.id !== last.id);
    assert.ok((await client.cancel_orders_for_condition_id(quoted.conditionId)).canceled.includes(last.id));
    assert.deepEqual(await client.get_orders(), []);
  });

  it("fills a signed market order", async () => {
    const [maker, taker] = traders as [ApisTrader, ApisTrader];
    await maker.limit({ token: quoted.yes, side: "BUY", price: 0.4, size: 10 });
    const args = make(`${TYPES}:MarketOrderArgs`, {
      token_id: quoted.no,
      side: "BUY",
      amount: 3,
      order_type: typeOf("FOK"),
    });
    const placed = await taker.client.post_order(await taker.client.create_market_order(args), typeOf("FOK"));
    assert.equal(placedOf(placed).status, "matched");
    await maker.cancelAll();
  });

  it("makes, lists and deletes keys", async () => {
    const { client, credentials } = await createTrader();
    assert.deepEqual(await client.get_api_keys(), [credentials.apiKey]);
    const key = await client.create_readonly_api_key();
    assert.deepEqual(await client.get_readonly_api_keys(), [key]);
    await client.delete_readonly_api_key(key);
    assert.deepEqual(await client.get_readonly_api_keys(), []);
    assert.equal(await client.send_heartbeat(), "ok");
    assert.notEqual((await client.create_api_creds(3)).key, credentials.apiKey);
    assert.equal(await client.delete_api_keys(), "OK");
    await assert.rejects(client.get_api_keys(), /401/);
  });
}
