/** Expected lists of a drawn catalog: plain filters, comparisons and sums over all that was listed and done. */
import type { Flags } from "../../../src/core/markets/catalog.ts";
import type { DrawnCatalog, DrawnEvent, DrawnMarket } from "./drawn-catalog.ts";

export type Figures = { readonly volume: number; readonly volume24hr: number; readonly liquidity: number };

/** Wallets; `undefined` is no scope. */
export type Scope = readonly string[] | undefined;

const HOUR_MS = 3_600_000;
const hourOf = (ms: number): number => Math.floor(ms / HOUR_MS);
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Volume and liquidity in micros; the last 24 hours are the current one and the 24 before it. */
export function marketFigures({ fills, resting }: DrawnMarket, now: number): Figures {
  const recent = fills.filter(({ at }) => hourOf(at) >= hourOf(now) - 24);
  return {
    volume: sum(fills.map(({ micros }) => micros)),
    volume24hr: sum(recent.map(({ micros }) => micros)),
    liquidity: sum([...resting.values()].map(({ micros }) => micros)),
  };
}

export function eventFigures({ markets }: DrawnEvent, now: number): Figures {
  const all = markets.map((market) => marketFigures(market, now));
  return {
    volume: sum(all.map(({ volume }) => volume)),
    volume24hr: sum(all.map(({ volume24hr }) => volume24hr)),
    liquidity: sum(all.map(({ liquidity }) => liquidity)),
  };
}

/**
 * Derives an event's flags: it is closed with no market open, archived with all archived, published with one
 * published.
 */
export function eventFlags({ listed, markets }: DrawnEvent): Flags {
  const flags = markets.map((market) => market.flags);
  const allArchived = flags.length > 0 && flags.every(({ archived }) => archived);
  const allOver = flags.length > 0 && flags.every(({ closed, archived }) => closed || archived);
  const hiddenNow = allArchived && !listed.archived;
  return {
    active: flags.some(({ active }) => active) || (listed.active && !hiddenNow),
    closed: listed.closed || (allOver && !allArchived),
    archived: listed.archived || allArchived,
  };
}

/** True of a market that nobody opens here. */
export const isDraft = ({ active, closed, archived, acceptingOrders }: DrawnMarket["listed"]): boolean =>
  active !== true && closed !== true && archived !== true && acceptingOrders !== true;

/** A draft is never in scope. */
export const marketInScope = ({ listed }: DrawnMarket, scope: Scope): boolean =>
  !isDraft(listed) &&
  (scope === undefined || (listed.creator !== undefined && scope.includes(listed.creator)));

export const eventInScope = ({ markets }: DrawnEvent, scope: Scope): boolean =>
  markets.some((market) => marketInScope(market, scope));

/** Nanoseconds since 1970, and before all of them what has no date. */
export function instant(text: string | undefined): bigint {
  if (text === undefined) return -(10n ** 30n);
  const [, seconds, fraction = ""] = /^(.{10}T.{8})(?:\.(\d+))?Z$/.exec(text)!;
  return BigInt(Date.parse(`${seconds}Z`)) * 1_000_000n + BigInt(fraction.padEnd(9, "0"));
}

/** Best prices of the first outcome in cents: 0 and 100 where a side is empty. */
function bestPrices({ resting }: DrawnMarket): { readonly bid: number; readonly ask: number } {
  const pricesOf = (token: "yes" | "no") =>
    [...resting.values()].filter((order) => order.token === token).map(({ cents }) => cents);
  return { bid: Math.max(0, ...pricesOf("yes")), ask: 100 - Math.max(0, ...pricesOf("no")) };
}

/** Nearness of the midpoint to a half; -1 without two sides. */
function nearness(market: DrawnMarket): number {
  const { bid, ask } = bestPrices(market);
  return bid > 0 && ask < 100 ? 100 - Math.abs(bid + ask - 100) : -1;
}

const resolvedAt = (market: DrawnMarket): number => market.resolvedAt ?? -1;

type Key = bigint | number | Buffer;
type Column<Row> = (row: Row, now: number) => Key;

const bytes = (text: string): Buffer => Buffer.from(text, "utf8");

export const EVENT_COLUMNS: Readonly<Record<string, Column<DrawnEvent>>> = {
  id: ({ listed }) => Number(listed.id),
  slug: ({ listed }) => bytes(listed.slug),
  ticker: ({ listed }) => bytes(listed.ticker),
  title: ({ listed }) => bytes(listed.title),
  startDate: ({ listed }) => instant(listed.startDate),
  creationDate: ({ listed }) => instant(listed.creationDate),
  endDate: ({ listed }) => instant(listed.endDate),
  createdAt: ({ listed }) => instant(listed.createdAt),
  updatedAt: ({ listed }) => instant(listed.updatedAt),
  volume: (event, now) => eventFigures(event, now).volume,
  volumeNum: (event, now) => eventFigures(event, now).volume,
  volume24hr: (event, now) => eventFigures(event, now).volume24hr,
  liquidity: (event, now) => eventFigures(event, now).liquidity,
  liquidityNum: (event, now) => eventFigures(event, now).liquidity,
  closedTime: ({ markets }) => Math.max(-1, ...markets.map(resolvedAt)),
  competitive: ({ markets }) => Math.max(-1, ...markets.map(nearness)),
  featuredOrder: ({ listed }) => Number(listed.id),
};

export const MARKET_COLUMNS: Readonly<Record<string, Column<DrawnMarket>>> = {
  id: ({ listed }) => Number(listed.id),
  slug: ({ listed }) => bytes(listed.slug),
  question: ({ listed }) => bytes(listed.question),
  startDate: ({ listed }) => instant(listed.startDate),
  endDate: ({ listed }) => instant(listed.endDate),
  createdAt: ({ listed }) => instant(listed.createdAt),
  updatedAt: ({ listed }) => instant(listed.updatedAt),
  volume: (market, now) => marketFigures(market, now).volume,
  volumeNum: (market, now) => marketFigures(market, now).volume,
  volume24hr: (market, now) => marketFigures(market, now).volume24hr,
  liquidity: (market, now) => marketFigures(market, now).liquidity,
  liquidityNum: (market, now) => marketFigures(market, now).liquidity,
  closedTime: resolvedAt,
  competitive: nearness,
  spread: (market) => bestPrices(market).ask - bestPrices(market).bid,
  lastTradePrice: (market) => market.lastCents ?? -1,
};

function compare(left: Key, right: Key): number {
  if (left instanceof Buffer && right instanceof Buffer) return Buffer.compare(left, right);
  return left < right ? -1 : left > right ? 1 : 0;
}

const byKeys = (left: readonly Key[], right: readonly Key[]): number =>
  left.map((key, index) => compare(key, right[index]!)).find((order) => order !== 0) ?? 0;

export type Page<Row> = {
  readonly holds: (row: Row) => boolean;
  readonly order: string | undefined;
  readonly ascending: boolean;
  readonly offset: number;
  readonly limit: number;
};

/**
 * Lists a page of events: by id, ascending, where no order is given; a given one is descending unless said otherwise;
 * ties go by id in its direction.
 */
export function expectedEvents({ events }: DrawnCatalog, page: Page<DrawnEvent>, now: number): DrawnEvent[] {
  const column = EVENT_COLUMNS[page.order ?? "id"]!;
  return pageOf(events, page, (event) => [column(event, now), Number(event.listed.id)]);
}

/** Markets with one id go by the time at which they were listed. */
export function expectedMarkets(
  { markets }: DrawnCatalog,
  page: Page<DrawnMarket>,
  now: number,
): DrawnMarket[] {
  const column = MARKET_COLUMNS[page.order ?? "id"]!;
  return pageOf(markets, page, (market) => [column(market, now), Number(market.listed.id), market.rank]);
}

function pageOf<Row>(rows: readonly Row[], page: Page<Row>, keys: (row: Row) => readonly Key[]): Row[] {
  const ascending = page.order === undefined || page.ascending;
  const sorted = rows
    .filter((row) => page.holds(row))
    .map((row) => ({ row, keys: keys(row) }))
    .sort((left, right) => byKeys(left.keys, right.keys) * (ascending ? 1 : -1));
  return sorted.slice(page.offset, page.offset + page.limit).map(({ row }) => row);
}
