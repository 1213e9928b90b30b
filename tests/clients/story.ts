/**
 * Two wallets trade by a client's own methods: from keys and funds by every kind of order to resolution and redemption.
 * After each step the client must print the collateral and shares of the reckoning, in the end its positions too.
 */
import assert from "node:assert/strict";
import { it } from "node:test";
import { until } from "../support/until.ts";
import * as reckoning from "./reckoning.ts";
import type { Book } from "./reckoning.ts";
import { post, readPositions } from "./requests.ts";
import type { ShownTrade, Trader } from "./trader.ts";
import { LIVE_EXPIRY } from "../../src/settings/strictness.ts";
import type { Dialect } from "../../src/http/dialects/dialect.ts";
import type { Stage } from "./world.ts";

const FUNDS = 10_000;
const MICROS = 1_000_000;

type Party = { readonly trader: Trader; readonly book: Book };

type Story = {
  readonly stage: Stage;
  maker(): Party;
  taker(): Party;
  /** Compares what the client prints of both wallets with the reckoning. */
  check(): Promise<void>;
};

/** Describes the trading; `createTrader` is called once for each of the two wallets. */
export function tellStory(stage: Stage, createTrader: () => Promise<Trader>): Trader[] {
  const traders: Trader[] = [];
  const parties: Party[] = [];
  const check = async (): Promise<void> => {
    for (const party of parties) await checkHoldings(stage, party);
  };
  const story: Story = { stage, maker: () => parties[0]!, taker: () => parties[1]!, check };

  it("gets keys and funds", async () => {
    for (const trader of [await createTrader(), await createTrader()]) {
      traders.push(trader);
      parties.push({ trader, book: reckoning.openBook(FUNDS * MICROS) });
    }
    await check();
  });
  tellQuotes(story);
  tellMarketOrders(story);
  tellEnds(story);
  tellNegativeRisk(story);
  tellResolution(story);
  return traders;
}

async function checkHoldings({ ordinary, exclusive }: Stage, { trader, book }: Party): Promise<void> {
  assert.equal(await trader.collateral(), book.collateral / MICROS);
  for (const token of [ordinary, ...exclusive].flatMap(({ yes, no }) => [yes, no])) {
    const held = book.holdings.get(token);
    if (held !== undefined) assert.equal(await trader.shares(token), held.shares);
  }
}

function tellQuotes({ stage, maker, taker, check }: Story): void {
  const { ordinary } = stage;
  const { yes, no, conditionId } = ordinary;
  let ask = "";

  it("quotes shares of a split on both sides", async () => {
    const { trader, book } = maker();
    await change(stage, trader, "split", { conditionId, amount: "200" });
    reckoning.split(book, ordinary, 200);
    await check();
    const offered = await trader.limit({ token: yes, side: "SELL", price: 0.6, size: 100 });
    const bid = await trader.limit({ token: yes, side: "BUY", price: 0.4, size: 50 });
    assert.deepEqual([offered.status, bid.status], ["live", "live"]);
    assert.deepEqual([...(await trader.openOrders())].sort(), [offered.id, bid.id].sort());
    ask = offered.id;
  });

  it("fills a part of a quote by a limit order", async () => {
    const { status } = await taker().trader.limit({ token: yes, side: "BUY", price: 0.6, size: 40 });
    assert.equal(status, "matched");
    exchange({ taker: taker(), maker: maker() }, { token: yes, price: 60, size: 40 });
    assert.deepEqual(await maker().trader.order(ask), { filled: 40 });
    await check();
  });

  it("mints complete sets of two bids", async () => {
    const bid = await maker().trader.limit({ token: no, side: "BUY", price: 0.45, size: 50 });
    const { status } = await taker().trader.limit({ token: yes, side: "BUY", price: 0.55, size: 50 });
    assert.deepEqual([bid.status, status], ["live", "matched"]);
    reckoning.buy(maker().book, { token: no, price: 45, size: 50 });
    reckoning.buy(taker().book, { token: yes, price: 55, size: 50 }, { fee: true });
    await check();
  });
}

/** Changes a wallet's shares as contracts do elsewhere. */
const change = (
  stage: Stage,
  trader: Trader,
  operation: "split" | "merge" | "convert" | "redeem",
  content: object,
): Promise<unknown> => post(stage, trader, `/positions/${operation}`, { ...content, address: trader.wallet });

type Fill = { readonly token: string; readonly price: number; readonly size: number };

/** Reckons a fill between the parties: the taker buys, or sells with `sale`. The taker pays the fee. */
function exchange(
  { taker, maker }: { readonly taker: Party; readonly maker: Party },
  fill: Fill,
  { sale = false, fee = true } = {},
): void {
  const [take, give] = sale ? [reckoning.sell, reckoning.buy] : [reckoning.buy, reckoning.sell];
  take(taker.book, fill, { fee });
  give(maker.book, fill);
}

function tellMarketOrders({ stage, maker, taker, check }: Story): void {
  const { yes } = stage.ordinary;
  const both = () => ({ taker: taker(), maker: maker() });

  it("buys and sells at the market", async () => {
    const bought = await taker().trader.market({ token: yes, side: "BUY", amount: 12, kind: "FOK" });
    assert.equal(bought.status, "matched");
    exchange(both(), { token: yes, price: 60, size: 20 });
    await check();
    const sold = await taker().trader.market({ token: yes, side: "SELL", amount: 35, kind: "FOK" });
    assert.equal(sold.status, "matched");
    exchange(both(), { token: yes, price: 40, size: 35 }, { sale: true });
    await check();
  });

  it("fills all of a FOK order or nothing", async () => {
    const large = { token: yes, side: "BUY", amount: 60, price: 0.6, kind: "FOK" } as const;
    await assert.rejects(taker().trader.market(large), /couldn't be fully filled|no match/i);
    await check();
  });

  it("fills of a FAK order what it can", async () => {
    const large = { token: yes, side: "BUY", amount: 60, price: 0.6, kind: "FAK" } as const;
    assert.equal((await taker().trader.market(large)).status, "matched");
    exchange(both(), { token: yes, price: 60, size: 40 });
    assert.deepEqual(await taker().trader.openOrders(), []);
    await check();
  });

  it("shows the taker's trades", async () => {
    const expected = [
      { token: yes, side: "BUY", price: 0.6, size: 100 },
      { token: yes, side: "BUY", price: 0.55, size: 50 },
      { token: yes, side: "SELL", price: 0.4, size: 35 },
    ];
    assert.deepEqual(sumTrades(await taker().trader.taken()), sumTrades(expected));
    assert.deepEqual(await maker().trader.taken(), []);
  });
}

/** Adds up the sizes of trades at one price, since services cut them differently. */
function sumTrades(trades: readonly ShownTrade[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { token, side, price, size } of trades) {
    const key = `${side} ${token} at ${price}`;
    sums[key] = (sums[key] ?? 0) + size;
  }
  return sums;
}

/** Least seconds from an order to its expiration, where the live service wants some, with time for a slow client. */
const LEAST_EXPIRIES: { readonly [D in Dialect]?: number } = {
  polymarket: LIVE_EXPIRY.leastAheadMs / 1_000 + 60,
};

function tellEnds({ stage, maker, taker, check }: Story): void {
  const { ordinary } = stage;

  it("rests an order until its date", async () => {
    const { trader } = taker();
    const least = trader.leastExpiry ?? LEAST_EXPIRIES[stage.dialect];
    const expiration = Math.floor(Date.now() / 1000) + (least ?? 4);
    const order = { token: ordinary.yes, side: "BUY", price: 0.1, size: 5, expiration } as const;
    const { id, status } = await trader.limit(order);
    assert.equal(status, "live");
    // Too far away to be waited for, where a client or the dialect takes no nearer one.
    if (least !== undefined) assert.deepEqual(await trader.cancelAll(), [id]);
    await until("the order has expired", async () => !(await trader.openOrders()).includes(id));
    await check();
  });

  it("cancels what rests, and merges complete sets", async () => {
    const left = await maker().trader.openOrders();
    assert.equal(left.length, 1);
    assert.deepEqual(await maker().trader.cancelAll(), left);
    assert.deepEqual(await maker().trader.openOrders(), []);
    const { trader, book } = maker();
    await change(stage, trader, "merge", { conditionId: ordinary.conditionId, amount: "35" });
    reckoning.merge(book, ordinary, 35);
    await check();
  });
}

function tellNegativeRisk({ stage, maker, taker, check }: Story): void {
  const [first, second, third] = stage.exclusive;

  it("trades negative-risk markets, and sells what a conversion gives", async () => {
    await maker().trader.limit({ token: first.yes, side: "BUY", price: 0.3, size: 30 });
    const { status } = await taker().trader.limit({ token: first.no, side: "BUY", price: 0.7, size: 30 });
    assert.equal(status, "matched");
    reckoning.buy(maker().book, { token: first.yes, price: 30, size: 30 });
    reckoning.buy(taker().book, { token: first.no, price: 70, size: 30 });
    await check();
    const conversion = { conditionIds: [first.conditionId], amount: "30" };
    await change(stage, taker().trader, "convert", conversion);
    reckoning.convert(taker().book, first.no, [second.yes, third.yes], 30);
    await check();
    await maker().trader.limit({ token: second.yes, side: "BUY", price: 0.5, size: 10 });
    await taker().trader.market({ token: second.yes, side: "SELL", amount: 10, kind: "FOK" });
    const both = { taker: taker(), maker: maker() };
    exchange(both, { token: second.yes, price: 50, size: 10 }, { sale: true, fee: false });
    await check();
  });
}

function tellResolution({ stage, maker, taker, check }: Story): void {
  const { ordinary, exclusive } = stage;
  const [first, second, third] = exclusive;

  it("redeems what resolved markets pay", async () => {
    const winners = [
      [ordinary, ordinary.yes],
      [first, first.no],
      [second, second.yes],
      [third, third.no],
    ] as const;
    for (const [market, winner] of winners) {
      await stage.resolve(market, winner === market.yes ? "yes" : "no");
      for (const { trader, book } of [maker(), taker()]) {
        if (!holdsOf(book, market)) continue;
        await change(stage, trader, "redeem", { conditionId: market.conditionId });
        reckoning.redeem(book, market, winner);
      }
    }
    await check();
    const { collateral, fees } = taker().book;
    assert.equal(maker().book.collateral + collateral + fees, 2 * FUNDS * MICROS);
  });

  it("shows positions and profits as they were reckoned", async () => {
    for (const { trader, book } of [maker(), taker()]) {
      const positions = trader.positions ?? (() => readPositions(stage, trader.wallet));
      const shown = new Map((await positions()).map(({ token, ...figures }) => [token, figures]));
      for (const [token, { shares, average, bought, realized }] of book.holdings) {
        const figures = { size: shares, average: average / MICROS, bought, realized: realized / MICROS };
        assert.deepEqual(round(shown.get(token)), round(figures));
      }
    }
  });
}

const holdsOf = ({ holdings }: Book, { yes, no }: Stage["ordinary"]): boolean =>
  [yes, no].some((token) => (holdings.get(token)?.shares ?? 0) > 0);

/** Figures to the four decimals that the data interface gives. */
const round = (figures: object | undefined): object =>
  Object.fromEntries(Object.entries(figures ?? {}).map(([name, value]) => [name, Number(value).toFixed(4)]));
