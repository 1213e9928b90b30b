/** Books, orders and live messages, as @polymarket/client has them. */
import assert from "node:assert/strict";
import { it } from "node:test";
import type { Answer } from "../conformance/call-record.ts";
import { QUOTES } from "./quotes.ts";
import { itemsOf, placedOf } from "./unified-client-trader.ts";
import type { UnifiedTrader } from "./unified-client-trader.ts";
import type { Stage } from "./world.ts";

export function describeBooks({ quoted }: Stage, traders: readonly UnifiedTrader[]): void {
  const one = { tokenId: quoted.yes };

  it("reads books, prices, midpoints and spreads", async () => {
    const { client } = traders[0]!;
    const level = ({ price, size }: Answer) => ({ price, size });
    const book = await client.fetchOrderBook!(one);
    assert.deepEqual(book.bids.map(level), [{ price: QUOTES.bid, size: QUOTES.bidSize }]);
    assert.deepEqual(book.asks.map(level), [{ price: QUOTES.ask, size: QUOTES.askSize }]);
    assert.equal((await client.fetchOrderBooks!([one]))[0].hash, book.hash);
    assert.equal(await client.fetchMidpoint!(one), QUOTES.mid);
    assert.deepEqual(await client.fetchMidpoints!([one]), { [quoted.yes]: QUOTES.mid });
    assert.equal(await client.fetchSpread!(one), QUOTES.spread);
    assert.deepEqual(await client.fetchSpreads!([one]), { [quoted.yes]: QUOTES.spread });
    assert.equal(await client.fetchPrice!({ ...one, side: "BUY" }), QUOTES.bid);
    assert.equal((await client.fetchPrices!([{ ...one, side: "SELL" }]))[quoted.yes].SELL, QUOTES.ask);
    const last = await client.fetchLastTradePrice!(one);
    assert.deepEqual([last.price, last.side], [QUOTES.last, "BUY"]);
    assert.equal((await client.fetchLastTradePrices!([one]))[0].price, QUOTES.last);
    const history: Answer[] = await client.fetchPriceHistory!({ ...one, interval: "1d" });
    assert.ok(history.every(({ p }) => Number(p) >= 0 && Number(p) <= 1));
    assert.equal(await client.estimateMarketPrice!({ ...one, side: "BUY", amount: 3 }), Number(QUOTES.ask));
  });
}

export function describeOrders(
  { quoted }: Stage,
  traders: readonly UnifiedTrader[],
  create: () => Promise<UnifiedTrader>,
): void {
  const bid = { tokenId: quoted.yes, side: "BUY", price: 0.05, size: 10 };

  it("posts signed orders, scores and cancels them", async () => {
    const { client } = traders[0]!;
    const sign = (): Promise<Answer> => client.createLimitOrder!(bid);
    const first = placedOf(await client.postOrder!(await sign())).id;
    const [second, third] = (await client.postOrders!([await sign(), await sign()])).map(placedOf);
    assert.equal(await client.fetchOrderScoring!({ orderId: first }), false);
    assert.deepEqual(await client.fetchOrdersScoring!({ orderIds: [first] }), { [first]: false });
    assert.deepEqual((await client.cancelOrder!({ orderId: first })).canceled, [first]);
    assert.deepEqual((await client.cancelOrders!({ orderIds: [second.id] })).canceled, [second.id]);
    const { canceled } = await client.cancelMarketOrders!({ market: quoted.conditionId });
    assert.ok(canceled.includes(third.id));
  });

  it("posts a signed market order, and waits for its settlement", async () => {
    const [maker, taker] = traders as [UnifiedTrader, UnifiedTrader];
    await maker.limit({ token: quoted.yes, side: "BUY", price: 0.4, size: 10 });
    const order = { tokenId: quoted.no, side: "BUY", amount: 3, orderType: "FOK" };
    const placed = await taker.client.postOrder!(await taker.client.createMarketOrder!(order));
    assert.deepEqual([placed.status, placed.makingAmount, placed.takingAmount], ["matched", "3", "5"]);
    const hashes = await taker.client.waitForOrderFillSettlement!(placed);
    assert.match(hashes[0], /^0x[0-9a-f]{64}$/);
    await maker.cancelAll();
  });

  it("hears of fills, and drops what it heard", async () => {
    const { client } = traders[0]!;
    const ids = (await client.fetchNotifications!()).map(({ id }: Answer) => String(id));
    assert.ok(ids.length > 0);
    await client.dropNotifications!({ ids });
    assert.deepEqual(await client.fetchNotifications!(), []);
    assert.equal(await client.fetchClosedOnlyMode!(), false);
  });

  it("attributes trades to a builder, and ends its authentication", async () => {
    const { client, account } = await create();
    const code = `0x${account.address.slice(2).toLowerCase().padStart(64, "0")}`;
    const [maker, taker] = traders as [UnifiedTrader, UnifiedTrader];
    await maker.limit({ token: quoted.no, side: "BUY", price: 0.3, size: 5 });
    const order = { tokenId: quoted.yes, side: "BUY", price: 0.7, size: 5, builderCode: code };
    assert.equal(placedOf(await taker.client.placeLimitOrder!(order)).status, "matched");
    const [trade, ...others] = await itemsOf(client.listBuilderTrades!({ builderCode: code }));
    assert.deepEqual([Number(trade.size), others], [5, []]);
    const own = ({ builder }: Answer) => String(builder).toLowerCase() === code;
    const ranked = await itemsOf(client.listBuilderLeaderboard!({ timePeriod: "ALL" }));
    const volumes: Answer[] = await client.fetchBuilderVolume!({ timePeriod: "DAY" });
    assert.deepEqual(
      [ranked, volumes].map((rows) => Number(rows.find(own).volume)),
      [3.5, 3.5],
    );
    await client.endAuthentication!();
  });

  it("hears of changes of a book", async () => {
    const [maker] = traders as [UnifiedTrader];
    const stream: AsyncIterable<Answer> & { close(): Promise<void> } = await maker.client.subscribe!([
      { topic: "market", tokenIds: [quoted.yes] },
    ]);
    const { id } = await maker.limit({ token: quoted.yes, side: "BUY", price: 0.07, size: 10 });
    for await (const event of stream) if (JSON.stringify(event).includes('"0.07"')) break;
    await stream.close();
    await maker.client.cancelOrder!({ orderId: id });
  });
}
