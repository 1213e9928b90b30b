/** Tests of lists and charts: recent trades, display prices, time left, filters, book depth and sample times. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { shownHalfTicks } from "../../src/core/markets/shown-price.ts";
import { cost, lots, ONE, ticks } from "../../src/core/units.ts";
import type { Card } from "../../web/src/discover/cards/card.ts";
import { findPriceAt } from "../../web/src/markets/chart/chart-line.ts";
import type { DrawnLine } from "../../web/src/markets/chart/chart-line.ts";
import { widenRange } from "../../web/src/markets/chart/price-range.ts";
import { sampleLine, sampleTimes } from "../../web/src/markets/chart/sample-lines.ts";
import { selectListedCards } from "../../web/src/discover/home/listed-cards.ts";
import type { LiveTrades } from "../../web/src/api/live/market-feed.ts";
import type { OrderBook } from "../../web/src/api/live/order-book.ts";
import { findMaxDepth, addDepth } from "../../web/src/markets/book/book-depth.ts";
import {
  buildCardFilter,
  buildHomeAddress,
  NO_FILTER,
  SORTS,
  STATES,
} from "../../web/src/markets/queries/home-filter.ts";
import type { Trade } from "../../web/src/markets/queries/market-queries.ts";
import { mergeLiveTrades } from "../../web/src/markets/book/merge-live-trades.ts";
import { computeShownPrice } from "../../web/src/markets/queries/shown-price.ts";
import { computeTimeLeft } from "../../web/src/markets/time-left.ts";
import { createRandom } from "../support/random.ts";
import type { Random } from "../support/random.ts";
import { bareCard } from "./bare-card.ts";

/** Ranges of a chart with their lengths in seconds. */
const RANGES = [
  ["1H", 3_600],
  ["6H", 21_600],
  ["1D", 86_400],
  ["1W", 604_800],
  ["1M", 2_592_000],
  ["ALL", Infinity],
] as const;
const NOW_MS = 1_780_000_000_000;

/** Draws trades, the earliest first. With few distinct sizes, many trades are equal. */
function drawTrades(random: Random, count: number, sizeOf: (index: number) => number): readonly Trade[] {
  let at = NOW_MS;
  return Array.from({ length: count }, (_, index) => {
    at += random.pick([0, 0, 200, 900, 5_000]);
    return {
      at,
      key: String(index),
      outcome: random.pick([0, 1] as const),
      side: random.pick(["BUY", "SELL"] as const),
      price: ticks(random.pick([4_900, 5_000])),
      size: lots(sizeOf(index)),
      trader: "0x1",
      traderName: "",
    };
  });
}

const inSeconds = (trade: Trade): Trade => ({ ...trade, at: Math.floor(trade.at / 1_000) * 1_000 });

/** Gives the latest trades as the data interface does: the latest first, with times in whole seconds. */
const answerOf = (trades: readonly Trade[], most: number): readonly Trade[] =>
  trades.slice(-most).map(inSeconds).toReversed();

const liveTradesOf = (trades: readonly Trade[], outcome: 0 | 1): LiveTrades =>
  trades
    .filter((trade) => trade.outcome === outcome)
    .map(({ side, price, size, at }, index) => ({ side, price, size, at, key: String(index + 1) }))
    .toReversed();

const describeTrades = (trades: readonly Trade[]): readonly string[] =>
  trades
    .map(inSeconds)
    .map(({ outcome, side, price, size, at }) => [outcome, side, price, size, at].join(" "))
    .toSorted();

function assertList(shown: readonly Trade[], known: readonly Trade[]): void {
  const seconds = shown.map((trade) => inSeconds(trade).at);
  assert.deepEqual(
    seconds,
    seconds.toSorted((a, b) => b - a),
    "the latest first",
  );
  assert.equal(new Set(shown.map(({ key }) => key)).size, shown.length, "every key once");
  assert.deepEqual(
    shown.filter(({ trader }) => trader !== undefined),
    known,
    "what is known stays as it is",
  );
}

test("live trades appear once, whether or not the data interface lists them yet", () => {
  for (let seed = 1; seed <= 200; seed += 1) {
    const random = createRandom(seed);
    const trades = drawTrades(random, random.below(60), () => random.pick([100, 200]));
    const known = answerOf(trades.slice(0, random.between(0, trades.length)), random.between(1, 50));
    const shown = mergeLiveTrades(known, [liveTradesOf(trades, 0), liveTradesOf(trades, 1)]);
    const oldest = known.at(-1)?.at ?? 0;
    assertList(shown, known);
    assert.deepEqual(
      describeTrades(shown),
      describeTrades(trades.filter((trade) => inSeconds(trade).at >= oldest)),
      `seed ${seed}`,
    );
  }
});

test("trades from before the page was opened come from the data interface", () => {
  for (let seed = 1; seed <= 200; seed += 1) {
    const random = createRandom(seed);
    const trades = drawTrades(random, random.between(1, 60), (index) => index + 1);
    const answered = random.between(1, trades.length);
    const opened = random.between(0, answered);
    const [known, live] = [answerOf(trades.slice(0, answered), 50), trades.slice(opened)];
    const shown = mergeLiveTrades(known, [liveTradesOf(live, 0), liveTradesOf(live, 1)]);
    assertList(shown, known);
    const oldest = known.at(-1)!.at;
    const expected = trades.filter(
      (trade, index) =>
        (index < answered && index >= answered - 50) || (index >= opened && inSeconds(trade).at >= oldest),
    );
    assert.deepEqual(describeTrades(shown), describeTrades(expected), `seed ${seed}`);
  }
});

test("without trades from the data interface, the list consists of the live trades", () => {
  const trades = drawTrades(createRandom(4), 20, (index) => index + 1);
  const shown = mergeLiveTrades([], [liveTradesOf(trades, 0), liveTradesOf(trades, 1)]);
  assert.deepEqual(describeTrades(shown), describeTrades(trades));
  assert.ok(shown.every(({ trader }) => trader === undefined));
});

const levelsOf = (...prices: readonly number[]) =>
  prices.map((price) => ({ price: ticks(price), size: lots(100) }));

test("the display price equals the exchange's, to the nearest tick", () => {
  const random = createRandom(31);
  let withPrice = 0;
  for (let round = 0; round < 3_000; round += 1) {
    const bid = random.chance(75) ? ticks(random.between(1, 9_997)) : undefined;
    const spread = random.pick([1, 999, 1_000, 1_001, random.between(1, 9_999)]);
    const above = Math.min((bid ?? 0) + spread, 9_999);
    const ask = random.chance(75) ? ticks(above) : undefined;
    const lastPrice = random.chance(60) ? ticks(random.between(1, 9_999)) : undefined;
    const [bids, asks] = [bid, ask].map((price) => (price === undefined ? [] : levelsOf(price)));
    const book: OrderBook = {
      tokenId: "1",
      tick: ticks(1),
      streamId: "s",
      sequence: 1,
      lastPrice,
      bids: bids!,
      asks: asks!,
    };
    const shown = computeShownPrice(book);
    if (bid === undefined && ask === undefined && lastPrice === undefined) {
      assert.equal(shown, undefined);
      continue;
    }
    const [halfTicks] = shownHalfTicks({ payout: undefined, bid, ask, lastPrice });
    assert.equal(shown, Math.ceil(halfTicks / 2), JSON.stringify({ bid, ask, lastPrice }));
    withPrice += 1;
  }
  assert.ok(withPrice > 2_000);
});

test("the display price depends on the best prices only", () => {
  const quiet = { tokenId: "1", tick: ticks(1), streamId: "s", sequence: 1, lastPrice: undefined };
  assert.equal(
    computeShownPrice({ ...quiet, bids: levelsOf(4_000, 100), asks: levelsOf(4_101, 9_000) }),
    4_051,
  );
});

test("the units of the time left add up to its whole seconds", () => {
  const random = createRandom(32);
  for (let round = 0; round < 2_000; round += 1) {
    const left = random.between(1, random.pick([120, 100_000, 100_000_000])) * 1_000 + random.below(1_000);
    const { days, hours, minutes, seconds } =
      computeTimeLeft(NOW_MS + left, NOW_MS) ?? assert.fail("it is not over");
    assert.equal(days * 86_400 + hours * 3_600 + minutes * 60 + seconds, Math.floor(left / 1_000));
    assert.ok(hours < 24 && minutes < 60 && seconds < 60);
  }
  for (const over of [0, 1, 999, -1, -86_400_000])
    assert.equal(computeTimeLeft(NOW_MS + over, NOW_MS), undefined);
});

test("each sort order of the home page has its column, and each state its filter", () => {
  const columns = {
    active: "volume24hr",
    volume: "volume",
    liquidity: "liquidity",
    moving: "oneDayPriceChange",
    ending: "endDate",
    newest: "createdAt",
  };
  for (const sort of SORTS)
    for (const state of STATES) {
      const { order, closed, ascending } = buildCardFilter({ ...NO_FILTER, sort, state }, NOW_MS, []);
      assert.deepEqual([order, closed], [columns[sort], state === "closed"]);
      assert.equal(ascending, sort === "ending" && state === "open", `${sort} ${state}`);
    }
});

test("only the list of open events that end soon has an earliest end: the current hour", () => {
  for (const sort of SORTS)
    for (const state of STATES)
      for (const minutes of [0, 1, 59, 60, 61]) {
        const now = NOW_MS - (NOW_MS % 3_600_000) + minutes * 60_000;
        const { end_date_min: earliest } = buildCardFilter({ ...NO_FILTER, sort, state }, now, []);
        if (sort !== "ending" || state !== "open") {
          assert.equal(earliest, undefined);
          continue;
        }
        const at = Date.parse(String(earliest));
        assert.ok(at <= now && now - at < 3_600_000, `${minutes} minutes past the hour`);
        assert.equal(at % 3_600_000, 0);
      }
});

const cardThatEnds = (endsAt: number | undefined): Card => bareCard({ endsAt });

test("an event past its end is no longer open, and awaits its result", () => {
  const ends = [undefined, NOW_MS - 1, NOW_MS, NOW_MS + 1];
  const cards = ends.map(cardThatEnds);
  for (const sort of SORTS)
    for (const state of STATES)
      for (const watched of [false, true]) {
        const listed = selectListedCards(cards, { tag: "", sort, state, watched }, NOW_MS);
        const expected = { open: [undefined, NOW_MS + 1], awaiting: [NOW_MS - 1, NOW_MS], closed: ends };
        assert.deepEqual(
          listed.map(({ endsAt }) => endsAt),
          watched ? ends : expected[state],
          `${sort} ${state}`,
        );
      }
});

test("the query has a category only if one is selected, and the address leaves out defaults", () => {
  assert.equal("tag_slug" in buildCardFilter(NO_FILTER, NOW_MS, []), false);
  assert.equal(buildCardFilter({ ...NO_FILTER, tag: "a b" }, NOW_MS, [])["tag_slug"], "a b");
  assert.equal(buildHomeAddress(NO_FILTER), "/");
  for (const tag of ["", "weather", "a&sort=volume", "são paulo"])
    for (const sort of SORTS)
      for (const state of STATES) {
        const address = buildHomeAddress({ ...NO_FILTER, tag, sort, state });
        const { pathname, searchParams: query } = new URL(address, "http://here");
        assert.equal(pathname, "/");
        assert.deepEqual(
          [query.get("tag") ?? "", query.get("sort") ?? "active", query.get("state") ?? "open"],
          [tag, sort, state],
        );
      }
});

test("the watchlist has its events whatever their state, and only them", () => {
  const watched = { ...NO_FILTER, watched: true };
  const filter = buildCardFilter({ ...watched, sort: "ending" }, NOW_MS, ["7", "12"]);
  assert.deepEqual([filter.id, "closed" in filter, "end_date_min" in filter], [[7, 12], false, false]);
  assert.equal("id" in buildCardFilter(NO_FILTER, NOW_MS, ["7"]), false);
  assert.equal(buildHomeAddress(watched), "/?watched=1");
});

test("the depth of a level counts all shares up to it, and its value their cost", () => {
  const random = createRandom(33);
  for (let round = 0; round < 200; round += 1) {
    const levels = Array.from({ length: random.below(10) }, () => ({
      price: ticks(random.between(1, ONE - 1)),
      size: lots(random.between(1, 1_000_000)),
    }));
    const deep = addDepth(levels);
    assert.deepEqual(
      deep.map(({ price, size }) => ({ price, size })),
      levels,
    );
    for (const [index, { depth, value }] of deep.entries()) {
      const within = levels.slice(0, index + 1);
      assert.equal(
        depth,
        within.reduce((sum, { size }) => sum + size, 0),
      );
      assert.equal(
        value,
        within.reduce((sum, { size, price }) => sum + cost(size, price), 0),
      );
    }
    const half = levels.slice(0, levels.length >> 1);
    assert.equal(findMaxDepth(half, levels), deep.at(-1)?.depth ?? 0);
    assert.equal(findMaxDepth(levels, half), deep.at(-1)?.depth ?? 0);
  }
});

const NOW = NOW_MS / 1_000 + 17;

function drawLine(random: Random, now: number): DrawnLine {
  const span = random.pick([30, 4_000, 90_000, 3_000_000, 80_000_000]);
  const times = Array.from({ length: random.below(30) }, () => now - random.below(span));
  const points = [...new Set(times)]
    .sort((a, b) => a - b)
    .map((time) => ({ time, price: ticks(random.between(1, 9_999)) }));
  return {
    tokenId: "1",
    name: "Yes",
    place: 0,
    colour: 0,
    price: ticks(5_000),
    isChosen: true,
    closed: false,
    priced: true,
    points,
    now: random.chance(80) ? ticks(random.between(1, 9_999)) : undefined,
  };
}

test("sample times are round and evenly spaced within the range, from the first price up to now", () => {
  for (let seed = 1; seed <= 100; seed += 1)
    for (const [range, seconds] of RANGES) {
      const random = createRandom(seed);
      const now = NOW + random.below(100_000);
      const lines = Array.from({ length: random.below(4) }, () => drawLine(random, now));
      const times = sampleTimes(lines, range, now);
      const about = `seed ${seed}, ${range}: ${times.slice(0, 3).join(" ")}`;
      const first = Math.min(...lines.flatMap(({ points }) => points.map(({ time }) => time)), now - 600);
      const [steps, last] = [times.slice(0, -1), times.at(-1)];
      assert.equal(last, now, about);
      assert.ok(times.length <= 302, `${about}: ${times.length} times`);
      const step = steps.length > 1 ? steps[1]! - steps[0]! : 0;
      const start = Math.max(first, now - seconds);
      assert.ok(steps.length > 1 && steps[0]! >= start && steps[0]! < start + step, about);
      assert.ok(
        steps.every((time, index) => time % step === 0 && time === steps[0]! + index * step),
        about,
      );
      assert.ok(now > steps.at(-1)! && now - steps.at(-1)! <= step, about);
    }
});

test("a sampled line has the price of each time, and the current price at the end", () => {
  for (let seed = 1; seed <= 100; seed += 1) {
    const random = createRandom(seed);
    const line = drawLine(random, NOW);
    const times = sampleTimes([line], random.pick(RANGES)[0], NOW);
    const samples = sampleLine(line, times);
    assert.deepEqual(
      samples,
      times.map((time, index) => ({
        time,
        price: index === times.length - 1 ? line.now : findPriceAt(line.points, time),
      })),
    );
  }
});

test("the price at a time is that of the last point until then; there is none before the first point", () => {
  const points = [
    { time: 10, price: ticks(1_000) },
    { time: 20, price: ticks(2_000) },
  ];
  assert.deepEqual(
    [9, 10, 19, 20, 1_000].map((time) => findPriceAt(points, time)),
    [undefined, 1_000, 1_000, 2_000, 2_000],
  );
});

test("a chart shows ten points of price at least, within the bounds of a price", () => {
  const shown = (minValue: number, maxValue: number): readonly number[] => {
    const range = widenRange({ minValue, maxValue });
    return [range.minValue, range.maxValue];
  };
  assert.deepEqual(shown(5_000, 5_050), [4_525, 5_525]);
  assert.deepEqual(shown(5_000, 5_000), [4_500, 5_500]);
  assert.deepEqual(shown(0, 50), [0, 1_000]);
  assert.deepEqual(shown(9_900, 10_000), [9_000, 10_000]);
  assert.deepEqual(shown(2_000, 3_000), [2_000, 3_000]);
  assert.deepEqual(shown(1_000, 9_000), [1_000, 9_000]);
});
