/** Cards of events, converted from rows of the catalog. */
import type { Card as CardRow, CardMarket as MarketRow } from "../../api/generated/catalog.ts";
import { ONE, ticks } from "../../../../src/core/units.ts";
import type { Micros, Ticks } from "../../../../src/core/units.ts";
import { versionOfToken } from "../../../../src/core/markets/market-version.ts";
import { toMicros, toTicks } from "../../base/money.ts";

export type CardMarket = {
  /** Token of the first outcome, to which the prices refer. */
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  /** Index among the markets of the event, from 0. */
  readonly place: number;
  readonly outcomes: readonly [string, string];
  /** Shown price; `undefined` without quotes and trades. */
  readonly price: Ticks | undefined;
  readonly bid: Ticks | undefined;
  readonly ask: Ticks | undefined;
  /** Difference to the price a day ago, in ticks. */
  readonly change: number;
  readonly closed: boolean;
  readonly acceptingOrders: boolean;
};

export type Card = {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly image: string;
  /** Slug of the event's first category, if it has one. */
  readonly topics: readonly string[];
  readonly volume: Micros;
  readonly volume24h: Micros;
  /** End in unix milliseconds. */
  readonly endsAt: number | undefined;
  readonly closed: boolean;
  readonly marketCount: number;
  /** The event's likeliest markets. */
  readonly markets: readonly CardMarket[];
};

const readTime = (text: string | undefined): number | undefined => {
  const time = Date.parse(text ?? "");
  return Number.isNaN(time) ? undefined : time;
};

function toCardMarket(row: MarketRow): CardMarket {
  const { slug, name, place, tokenId: id, price, oneDayPriceChange: change = 0 } = row;
  const { closed, acceptingOrders } = row;
  const [first = "Yes", second = "No"] = row.outcomes;
  const [bid, ask] = [toTicks(row.bestBid), toTicks(row.bestAsk)];
  return {
    id,
    slug,
    name,
    place,
    outcomes: [first, second],
    price: price === undefined ? undefined : toTicks(price),
    bid: bid > ticks(0) ? bid : undefined,
    ask: ask < ONE ? ask : undefined,
    change: toTicks(change),
    closed,
    acceptingOrders,
  };
}

/** Adds the version to the name of a v2 market if another market of the card has the same name. */
const distinguishTwins = (markets: readonly CardMarket[]): readonly CardMarket[] =>
  markets.map((market) => {
    const isTwin = markets.some((other) => other !== market && other.name === market.name);
    return isTwin && versionOfToken(market.id) === "v2" ? { ...market, name: `${market.name} (V2)` } : market;
  });

export const toCard = (row: CardRow): Card => ({
  id: row.id,
  slug: row.slug ?? "",
  title: row.title || row.slug || "",
  image: row.image ?? "",
  topics: row.tag?.slug === undefined ? [] : [row.tag.slug],
  volume: toMicros(row.volume),
  volume24h: toMicros(row.volume24hr),
  endsAt: readTime(row.endDate),
  closed: row.closed,
  marketCount: row.marketCount,
  markets: distinguishTwins(row.markets.map(toCardMarket)),
});

/** True for an event past its end, which waits for its result or has it. */
export const hasEnded = ({ endsAt }: Pick<Card, "endsAt">, now: number): boolean =>
  endsAt !== undefined && endsAt <= now;

/** Names the first outcome of a market within its event: by the market, or by the outcome's own name. */
export const nameOnCard = ({ name, outcomes: [first] }: CardMarket): string =>
  first === "Yes" || name.includes(first) ? name : first;
