/** Tests the page's order book against a naive model, including missed messages. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { lots, priceText, sharesText, ticks } from "../../src/core/units.ts";
import { toOrderBook, changeBook } from "../../web/src/api/live/order-book.ts";
import type { BookMessage, OrderBook, PriceChangeMessage } from "../../web/src/api/live/order-book.ts";
import { createRandom } from "../support/random.ts";
import type { Random } from "../support/random.ts";

type Side = "BUY" | "SELL";
type Change = PriceChangeMessage["price_changes"][number];
/** Sizes in lots by price in ticks, for each side. */
type Model = Readonly<Record<Side, Map<number, number>>>;

const TOKEN = "71";
const OTHER_TOKEN = "72";

const wireLevels = (levels: ReadonlyMap<number, number>) =>
  [...levels].map(([price, size]) => ({ price: priceText(ticks(price)), size: sharesText(lots(size)) }));

const bookMessage = (model: Model, changed: Partial<BookMessage> = {}): BookMessage => ({
  event_type: "book",
  market: "0x1",
  asset_id: TOKEN,
  bids: wireLevels(model.BUY),
  asks: wireLevels(model.SELL),
  tick_size: "0.01",
  last_trade_price: "0.48",
  sequence: 7,
  stream_id: "a",
  ...changed,
});

const changeMessage = (
  changes: readonly Change[],
  changed: Partial<PriceChangeMessage> = {},
): PriceChangeMessage => ({
  event_type: "price_change",
  market: "0x1",
  price_changes: changes,
  sequence: 8,
  stream_id: "a",
  ...changed,
});

const changeOf = (side: Side, price: number, size: number, token = TOKEN): Change => ({
  asset_id: token,
  price: priceText(ticks(price)),
  size: sharesText(lots(size)),
  side,
});

/** Draws levels in no order. */
function randomLevels(random: Random): Map<number, number> {
  const levels = new Map<number, number>();
  for (let count = random.below(12); count > 0; count -= 1)
    levels.set(random.between(1, 9_999), random.between(1, 1_000_000));
  return levels;
}

const levelsOf = (model: ReadonlyMap<number, number>, order: 1 | -1) =>
  [...model].map(([price, size]) => ({ price, size })).sort((a, b) => order * (a.price - b.price));

function assertBook(book: OrderBook, model: Model): void {
  assert.deepEqual(book.bids, levelsOf(model.BUY, -1));
  assert.deepEqual(book.asks, levelsOf(model.SELL, 1));
}

function applyNaively(
  model: Model,
  { side, price, size }: { side: Side; price: number; size: number },
): void {
  if (size === 0) model[side].delete(price);
  else model[side].set(price, size);
}

/** Draws a change. Prices of existing levels are more likely, so that levels change and vanish. */
function drawChange(random: Random, model: Model): { side: Side; price: number; size: number } {
  const side = random.pick(["BUY", "SELL"] as const);
  const known = [...model[side].keys()];
  const price = known.length > 0 && random.chance(60) ? random.pick(known) : random.between(1, 9_999);
  return { side, price, size: random.chance(35) ? 0 : random.between(1, 1_000_000) };
}

const EMPTY = { BUY: new Map<number, number>(), SELL: new Map<number, number>() };
const FILLED: Model = { BUY: new Map([[4_500, 100]]), SELL: new Map([[5_500, 200]]) };

test("levels are sorted from the best price on, whatever their order in the message", () => {
  const random = createRandom(11);
  for (let round = 0; round < 200; round += 1) {
    const model = { BUY: randomLevels(random), SELL: randomLevels(random) };
    assertBook(toOrderBook(bookMessage(model)), model);
  }
});

test("a book has its token, tick size, last price, stream and sequence number", () => {
  const { tokenId, tick, lastPrice, streamId, sequence } = toOrderBook(
    bookMessage(EMPTY, { tick_size: "0.0025", last_trade_price: "0.4875", sequence: 31, stream_id: "xyz" }),
  );
  assert.deepEqual(
    { tokenId, tick, lastPrice, streamId, sequence },
    { tokenId: TOKEN, tick: 25, lastPrice: 4_875, streamId: "xyz", sequence: 31 },
  );
  assert.equal(toOrderBook(bookMessage(EMPTY, { last_trade_price: "" })).lastPrice, undefined);
});

test("a changed book equals a naive model at every step, and the previous book is unchanged", () => {
  for (let seed = 1; seed <= 20; seed += 1) {
    const random = createRandom(seed);
    const model = { BUY: randomLevels(random), SELL: randomLevels(random) };
    let book = toOrderBook(bookMessage(model));
    for (let step = 0; step < 100; step += 1) {
      const changes: Change[] = [];
      for (let count = random.between(1, 4); count > 0; count -= 1) {
        const drawn = drawChange(random, model);
        const isOurs = random.chance(75);
        changes.push(changeOf(drawn.side, drawn.price, drawn.size, isOurs ? TOKEN : OTHER_TOKEN));
        if (isOurs) applyNaively(model, drawn);
      }
      // Messages of one commit share a sequence number.
      const sequence = book.sequence + (random.chance(70) ? 1 : 0);
      const before = structuredClone(book);
      const changed = changeBook(book, changeMessage(changes, { sequence }));
      assert.deepEqual(book, before, `seed ${seed}, step ${step}`);
      assert.ok(changed, `seed ${seed}, step ${step}`);
      assertBook(changed, model);
      assert.deepEqual({ ...changed, bids: [], asks: [] }, { ...before, bids: [], asks: [], sequence });
      book = changed;
    }
  }
});

test("a missing message, or one of another stream, makes the book unknown", () => {
  const book = toOrderBook(bookMessage(FILLED));
  const changes = [changeOf("BUY", 4_600, 300)];
  for (const sequence of [9, 10, 1_000])
    assert.equal(changeBook(book, changeMessage(changes, { sequence })), undefined, String(sequence));
  for (const sequence of [6, 7, 8])
    assert.equal(changeBook(book, changeMessage(changes, { sequence, stream_id: "b" })), undefined);
});

test("a change older than the book has no effect", () => {
  const book = toOrderBook(bookMessage(FILLED));
  for (const sequence of [0, 5, 6])
    assert.equal(changeBook(book, changeMessage([changeOf("BUY", 4_600, 300)], { sequence })), book);
});

test("changes of other tokens count in the sequence, so that no gap follows them", () => {
  const book = toOrderBook(bookMessage(FILLED));
  const foreign = changeBook(book, changeMessage([changeOf("SELL", 5_400, 300, OTHER_TOKEN)]));
  assert.deepEqual(foreign, { ...book, sequence: 8 });
  const next = changeBook(foreign, changeMessage([changeOf("SELL", 5_400, 300)], { sequence: 9 }));
  assert.deepEqual(next?.asks, [
    { price: 5_400, size: 300 },
    { price: 5_500, size: 200 },
  ]);
});

test("a size of zero removes a level, and is ignored if there is none", () => {
  const book = toOrderBook(bookMessage(FILLED));
  const gone = [changeOf("BUY", 4_500, 0), changeOf("BUY", 4_400, 0), changeOf("SELL", 5_600, 0)];
  const changed = changeBook(book, changeMessage(gone));
  assert.deepEqual([changed?.bids, changed?.asks], [[], [{ price: 5_500, size: 200 }]]);
});
