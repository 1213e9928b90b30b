/** Queries for price histories and for the market listings of the trading interface. */
import assert from "node:assert/strict";
import { DIALECTS } from "../../src/http/dialects/dialect.ts";
import type { Dialect } from "../../src/http/dialects/dialect.ts";
import { doubleShownPrice } from "../simulation/reference-figures.ts";
import { hashOf } from "../support/exchange.ts";
import type { Random } from "../support/random.ts";
import type { Query } from "./order-queries.ts";
import { answerTo, compare, describeRequest } from "./read-world.ts";
import type { ReadWorld } from "./read-world.ts";
import type { RecordedHistory, RecordedMarket, RecordedPrice } from "./recorded-history.ts";
import { END_CURSOR, queryOf, text } from "./shown.ts";

const FOREVER = 9_999_999_999;
const INTERVAL_MINUTES = { "1m": 1, "5m": 5, "15m": 15, "1h": 60, "6h": 360, "1d": 1_440, "1w": 10_080 };
const INTERVALS = [...Object.keys(INTERVAL_MINUTES), "max", "all"];
const MONTH = 43_200;
const KUEST_BUCKETS = [1, 5, 30, 180, 720];

type HistoryRequest = {
  readonly start: number | undefined;
  readonly end: number | undefined;
  readonly interval: string | undefined;
  readonly fidelity: number | undefined;
};

type Window = {
  readonly first: number;
  readonly last: number;
  readonly bucket: number;
  readonly most: number;
};

function drawHistoryRequest({ random, history, clock }: ReadWorld, dialect: Dialect): HistoryRequest {
  const now = Math.floor(clock.now / 1000);
  const someTime = (): number =>
    random.pick([
      random.pick(history.prices).minute * 60 + random.pick([-1, 0, 0, 1, 59]),
      now - random.below(600_000),
      0,
      now + 60,
    ]);
  const interval = random.chance(40) ? random.pick(INTERVALS) : undefined;
  const timed = interval === undefined || dialect === "polymarket";
  const [start, end] = [someTime(), someTime()].sort((a, b) => a - b);
  const fidelity = random.chance(50) ? random.pick([10, 11, 60, 61, 180, 720, 1_440, 525_600]) : undefined;
  return {
    start: timed && random.chance(60) ? start : undefined,
    end: timed && random.chance(40) ? end : undefined,
    interval,
    fidelity: interval === undefined && random.chance(30) ? random.pick([1, 2, 3, 5]) : fidelity,
  };
}

/** Seconds from which and to which, and minutes between two points. */
function windowOf({ start, end, interval, fidelity }: HistoryRequest, dialect: Dialect, now: number): Window {
  const most = fidelity === undefined ? 1_000 : 10_080;
  const minutes =
    interval === "1m" && dialect === "polymarket"
      ? MONTH
      : INTERVAL_MINUTES[interval as keyof typeof INTERVAL_MINUTES];
  const from = minutes === undefined ? undefined : Math.max(now - minutes * 60, 0);
  const [first, last] = interval === undefined ? [start, end ?? FOREVER] : [from, FOREVER];
  const least = fidelity ?? (first === undefined ? 720 : (Math.min(last, now) - first) / 60_000);
  const kuest = KUEST_BUCKETS.find((length) => length >= least) ?? 720;
  return { first: first ?? 0, last, bucket: dialect === "kuest" ? kuest : (fidelity ?? 1), most };
}

/** The price at each step of the window, from the first price on, and that of now. */
function pointsOf(
  prices: readonly RecordedPrice[],
  { first, last, bucket, most }: Window,
  { now, current }: { readonly now: number; readonly current: number | undefined },
) {
  const points: { t: number; midpoint: number }[] = [];
  const high = Math.floor(Math.min(last, now) / 60);
  const low = Math.max(Math.ceil(first / 60), prices[0]?.minute ?? Infinity);
  const size = Math.max(bucket, Math.ceil((high - low + 1) / (most - 2)));
  for (let minute = Math.ceil(low / size) * size; minute <= high; minute += size)
    points.push({ t: minute * 60, midpoint: prices.findLast((price) => price.minute <= minute)!.midpoint });
  const price =
    current ?? (low > high ? undefined : prices.findLast(({ minute }) => minute <= high)!.midpoint);
  if (price === undefined || first > now || last < now) return points;
  return [...points.filter(({ t }) => t < now), { t: now, midpoint: price }];
}

type Named = { readonly id: string; readonly market: RecordedMarket | undefined; readonly outcome: 0 | 1 };

function drawToken({ random, history }: ReadWorld): Named {
  const market = random.chance(95) ? random.pick(history.prices).market : undefined;
  if (market === undefined) return { id: hashOf("none"), market, outcome: 0 };
  const outcome = random.pick([0, 1] as const);
  return random.chance(20)
    ? { id: market.content.conditionId, market, outcome: 0 }
    : { id: market.content.tokenIds[outcome], market, outcome };
}

function historyOf({ history }: ReadWorld, { market, outcome }: Named, window: Window, now: number) {
  const own = history.prices.filter((price) => price.market === market);
  const current = market === undefined ? undefined : knownHalfTicksOf(history, market);
  return pointsOf(own, window, { now, current }).map(({ t, midpoint }) => ({
    t,
    p: (outcome === 0 ? midpoint : 20_000 - midpoint) / 20_000,
  }));
}

const spelled = (random: Random, { start, end, interval, fidelity }: HistoryRequest) =>
  random.chance(50)
    ? { start_ts: start, end_ts: end, interval, fidelity }
    : { startTs: start, endTs: end, interval, fidelity };

export const getPriceHistory: Query = async (world) => {
  const { random, clock } = world;
  const dialect = random.pick(DIALECTS);
  const now = Math.floor(clock.now / 1000);
  const asked = drawHistoryRequest(world, dialect);
  const window = windowOf(asked, dialect, now);
  const given = spelled(random, asked);
  if (random.chance(60)) {
    const token = drawToken(world);
    const history = historyOf(world, token, window, now);
    await compare(
      world,
      { dialect, path: `/prices-history?${queryOf({ market: token.id, ...given })}` },
      { history },
    );
    return history.length;
  }
  const tokens = Array.from({ length: random.between(1, 20) }, () => drawToken(world));
  const history = Object.fromEntries(
    tokens.flatMap((token) =>
      token.market === undefined ? [] : [[token.id, historyOf(world, token, window, now)]],
    ),
  );
  const body = { markets: tokens.map(({ id }) => id), ...given };
  await compare(world, { dialect, path: "/batch-prices-history", body }, { history });
  return Object.keys(history).length;
};

/** Best prices of outcome 0 among the orders that rest. */
export function bestOf({ orders }: RecordedHistory, market: RecordedMarket) {
  const prices = { bid: [] as number[], ask: [] as number[] };
  for (const order of orders.values()) {
    if (order.market !== market || order.status !== "live") continue;
    const bids = (order.side === "BUY") === (order.outcome === 0);
    prices[bids ? "bid" : "ask"].push(order.outcome === 0 ? order.limit : 10_000 - order.limit);
  }
  return {
    bid: prices.bid.length === 0 ? undefined : Math.max(...prices.bid),
    ask: prices.ask.length === 0 ? undefined : Math.min(...prices.ask),
  };
}

/** The price that is shown of outcome 0, in 0.00005; `undefined` without a payout, an order and a trade. */
function knownHalfTicksOf(history: RecordedHistory, market: RecordedMarket): number | undefined {
  const { payout, lastPrice } = history.fold.markets.get(market.no)!;
  return doubleShownPrice({ payout, lastPrice, ...bestOf(history, market) });
}

export const halfTicksOf = (history: RecordedHistory, market: RecordedMarket): number =>
  knownHalfTicksOf(history, market) ?? 10_000;

function shownMarket(history: RecordedHistory, market: RecordedMarket) {
  const { content, status } = market;
  const { payout, negativeRisk, tick, minimumLots } = history.fold.markets.get(market.no)!;
  const first = halfTicksOf(history, market) / 20_000;
  const tokens = ([0, 1] as const).map((outcome) => ({
    token_id: content.tokenIds[outcome],
    outcome: content.outcomes[outcome],
    price: outcome === 0 ? first : (20_000 - halfTicksOf(history, market)) / 20_000,
    winner: payout !== undefined && payout[outcome] === 1 && payout[outcome === 0 ? 1 : 0] === 0,
  }));
  const simple = {
    condition_id: content.conditionId,
    status,
    neg_risk: negativeRisk,
    market_id: Number(content.id),
    question: content.question,
    slug: content.slug,
    accepting_orders: status === "active",
    tokens,
  };
  return {
    simple,
    full: {
      ...simple,
      description: content.description,
      minimum_order_size: Number(text(minimumLots, 2)),
      minimum_tick_size: tick / 10_000,
      is_50_50_outcome: payout !== undefined && payout[0] === payout[1],
    },
  };
}

/** The four listings of markets; of each row what the journal tells. */
export const listMarkets: Query = async (world) => {
  const { random, history } = world;
  const [path, sampled, form] = random.pick([
    ["/markets", false, "full"],
    ["/simplified-markets", false, "simple"],
    ["/sampling-markets", true, "full"],
    ["/sampling-simplified-markets", true, "simple"],
  ] as const);
  const markets = [...history.markets.values()].sort(
    (a, b) => Number(a.content.id) - Number(b.content.id) || a.no - b.no,
  );
  const open = markets.filter(({ status }) => status === "active");
  const rewarded = open.filter(({ content }) => content.rewards.rates.length > 0);
  const listed = sampled ? (rewarded.length > 0 ? rewarded : open) : markets;
  const after = random.pick([undefined, 0, random.between(0, markets.length + 1)]);
  const cursor = after === undefined ? undefined : Buffer.from(String(after)).toString("base64");
  const expected = listed.slice(after ?? 0).map((market) => shownMarket(history, market)[form]);
  const asked = { dialect: random.pick(DIALECTS), path: `${path}?${queryOf({ next_cursor: cursor })}` };
  const { data, ...page } = await answerTo(world, asked);
  assert.deepEqual(
    data.map((row: Record<string, unknown>, index: number) =>
      Object.fromEntries(Object.keys(expected[index] ?? row).map((key) => [key, row[key]])),
    ),
    expected,
    describeRequest(world, asked),
  );
  assert.deepEqual(page, { next_cursor: END_CURSOR, limit: 500, count: expected.length });
  return expected.length;
};
