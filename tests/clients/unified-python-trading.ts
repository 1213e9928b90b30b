/** Books, orders and keys as the unified Python clients have them. */
import assert from "node:assert/strict";
import { it } from "node:test";
import type { Answer } from "../conformance/call-record.ts";
import { newOwner } from "./owner.ts";
import { make, most, named } from "./python.ts";
import { QUOTES, quotedPrices } from "./quotes.ts";
import { placedOf } from "./unified-python.ts";
import type { Unified, UnifiedTrader } from "./unified-python.ts";

export function describeBooks({ stage, family }: Unified, traders: readonly UnifiedTrader[]): void {
  const { yes } = stage.quoted;
  const prices = quotedPrices(stage);
  const one = named({ token_id: yes });
  const several = named({ token_ids: [yes] });

  it("reads books, prices, midpoints and spreads", async () => {
    const { client } = traders[0]!;
    const level = ({ price, size }: Answer) => ({ price, size });
    const book = await client.get_order_book(one);
    assert.deepEqual(book.bids.map(level), [{ price: QUOTES.bid, size: QUOTES.bidSize }]);
    assert.deepEqual(book.asks.map(level), [{ price: QUOTES.ask, size: QUOTES.askSize }]);
    const [listed] = await client.get_order_books(several);
    assert.equal(listed.hash, book.hash);
    assert.equal(await client.get_midpoint(one), QUOTES.mid);
    assert.deepEqual(await client.get_midpoints(several), { [yes]: QUOTES.mid });
    assert.equal(await client.get_spread(one), QUOTES.spread);
    assert.deepEqual(await client.get_spreads(several), { [yes]: QUOTES.spread });
    assert.equal(await client.get_price(named({ token_id: yes, side: "BUY" })), prices.BUY);
    const requests = [make(`${family.module}:PriceRequest`, { token_id: yes, side: "SELL" })];
    assert.equal((await client.get_prices(named({ requests })))[yes].SELL, prices.SELL);
    const last = await client.get_last_trade_price(one);
    assert.deepEqual([last.price, last.side], [QUOTES.last, "BUY"]);
    const [lastOfSeveral] = await client.get_last_trade_prices(several);
    assert.equal(lastOfSeveral.price, QUOTES.last);
  });
}

export function describeOrders({ stage }: Unified, traders: readonly UnifiedTrader[]): void {
  const { quoted } = stage;
  const bid = { token_id: quoted.yes, side: "BUY", price: 0.05, size: 10 };

  it("posts signed orders, scores and cancels them", async () => {
    const { client } = traders[0]!;
    const sign = (): Promise<Answer> => client.create_limit_order(named(bid));
    const first = placedOf(await client.post_order(await sign())).id;
    const [second, third] = (await client.post_orders([await sign(), await sign()])).map(placedOf);
    assert.equal(await client.get_order_scoring(named({ order_id: first })), false);
    const scoring = await client.get_orders_scoring(named({ order_ids: [first] }));
    assert.deepEqual(scoring, { [first]: false });
    const one = await client.cancel_order(named({ order_id: first }));
    assert.deepEqual([one.canceled, one.not_canceled], [[first], {}]);
    assert.deepEqual((await client.cancel_orders(named({ order_ids: [second.id] }))).canceled, [second.id]);
    const market = await client.cancel_market_orders(named({ market: quoted.conditionId }));
    assert.ok(market.canceled.includes(third.id));
  });

  it("posts a signed market order, and waits for its settlement", async () => {
    const [maker, taker] = traders as [UnifiedTrader, UnifiedTrader];
    await maker.limit({ token: quoted.yes, side: "BUY", price: 0.4, size: 10 });
    assert.equal(
      await taker.client.estimate_market_price(named({ token_id: quoted.no, side: "BUY", amount: 3 })),
      "0.6",
    );
    const order = { token_id: quoted.no, side: "BUY", amount: 3, order_type: "FOK" };
    const placed = await taker.client.post_order(await taker.client.create_market_order(named(order)));
    assert.deepEqual([placed.status, placed.making_amount, placed.taking_amount], ["matched", "3", "5"]);
    const hashes = await taker.client.wait_for_order_fill_settlement(placed);
    assert.match(hashes[0], /^0x[0-9a-f]{64}$/);
    await maker.cancelAll();
  });

  it("hears of fills, drops what it heard, and keeps its orders by heartbeats", async () => {
    const { client } = traders[0]!;
    const ids = (await client.get_notifications()).map(({ id }: Answer) => id);
    assert.ok(ids.length > 0);
    await client.drop_notifications(named({ ids }));
    assert.deepEqual(await client.get_notifications(), []);
    const { heartbeat_id: first } = await client.send_order_heartbeat();
    assert.notEqual((await client.send_order_heartbeat(named({ heartbeat_id: first }))).heartbeat_id, first);
  });
}

/** Describes keys and builders. One client makes builders' keys at a relayer, and refuses to list their trades. */
export function describeKeys(
  { stage: { quoted, dialect }, createTrader }: Unified,
  traders: readonly UnifiedTrader[],
): void {
  const isComplete = dialect === "polymarket";

  it("attributes trades to a builder", async () => {
    const { client, account } = await createTrader();
    const code = `0x${account.address.slice(2).toLowerCase().padStart(64, "0")}`;
    const [maker, taker] = traders as [UnifiedTrader, UnifiedTrader];
    await maker.limit({ token: quoted.no, side: "BUY", price: 0.3, size: 5 });
    const order = { token_id: quoted.yes, side: "BUY", price: 0.7, size: 5, builder_code: code };
    assert.equal(placedOf(await taker.client.place_limit_order(named(order))).status, "matched");
    if (isComplete) {
      const [trade, ...others] = await client.list_builder_trades(most(10, { builder_code: code }));
      assert.deepEqual([Number(trade.size), others], [5, []]);
    }
    const standings: Answer[] = await client.list_builder_leaderboard(most(500));
    const own = (rows: Answer[]) => rows.find(({ builder_code: each }) => each === code);
    const volumes: Answer[] = await client.get_builder_volumes(named({ interval: "all", bucket_limit: 1 }));
    assert.deepEqual([Number(own(standings).volume), Number(own(volumes).volume)], [3.5, 3.5]);
    const rates = await client.get_builder_fee_rates(code);
    assert.deepEqual([Number(rates.maker), Number(rates.taker)], [0, 0]);
  });

  it("lists and deletes keys, and makes those of builders", async () => {
    const owner = newOwner();
    const { client, credentials } = await createTrader(owner);
    assert.equal(await client.get_closed_only_mode(), false);
    assert.deepEqual(await client.fetch_api_keys(), [credentials.apiKey]);
    const shown = async () => (await client.fetch_builder_api_keys()).map(({ key }: Answer) => key);
    assert.deepEqual(await shown(), []);
    if (isComplete) {
      const made = await client.create_builder_api_key();
      assert.deepEqual(await shown(), [made.key]);
      await (await createTrader(owner, { api_key: made })).client.revoke_builder_api_key();
      assert.ok((await client.fetch_builder_api_keys()).every((info: Answer) => info.revoked_at !== null));
    }
    await client.delete_api_key();
    await assert.rejects(client.fetch_api_keys(), /RequestRejectedError/);
    await client.end_authentication();
    await client.close();
  });
}
