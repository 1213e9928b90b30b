/** Markets and events of the page, converted from rows of the catalog. */
import type { Event, EventMarket, ListedEvent } from "../api/generated/catalog.ts";
import { toLots, toMicros, toTicks } from "../base/money.ts";
import { complement, ONE } from "../../../src/core/units.ts";
import type { Lots, Micros, Ticks } from "../../../src/core/units.ts";

export type Outcome = {
  readonly tokenId: string;
  readonly name: string;
  /** Midpoint of the best bid and ask, or the last price. */
  readonly price: Ticks;
};

/** Progress of a market's resolution. */
export type ResolutionProgress = "none" | "proposed" | "disputed" | "resolved";

export type Market = {
  readonly conditionId: string;
  readonly slug: string;
  readonly question: string;
  /** Name within the event; the question if the market has no shorter name. */
  readonly name: string;
  readonly rules: string;
  readonly source: string;
  readonly outcomes: readonly [Outcome, Outcome];
  /** Best bid of the first outcome: 0 without bids; `bestAsk` is 1 without asks. */
  readonly bestBid: Ticks;
  readonly bestAsk: Ticks;
  /** False without quotes and trades. Both outcomes then show a price of one half. */
  readonly priced: boolean;
  readonly tick: Ticks;
  readonly minimumSize: Lots;
  readonly negativeRisk: boolean;
  readonly feesEnabled: boolean;
  readonly volume: Micros;
  readonly liquidity: Micros;
  /** End of the market in unix milliseconds. */
  readonly endsAt: number | undefined;
  /** Start of the game in unix milliseconds, if the market is about one. */
  readonly startsAt: number | undefined;
  readonly closed: boolean;
  readonly acceptingOrders: boolean;
  readonly resolutionProgress: ResolutionProgress;
};

export type MarketEvent = {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly image: string;
  readonly tags: readonly { readonly slug: string; readonly label: string }[];
  /** The first series of the event. */
  readonly series: { readonly slug: string; readonly title: string } | undefined;
  readonly volume: Micros;
  readonly volume24h: Micros;
  readonly liquidity: Micros;
  readonly openInterest: Micros;
  readonly endsAt: number | undefined;
  readonly closed: boolean;
  readonly negativeRisk: boolean;
  /** Listed markets, in the listing's order. */
  readonly markets: readonly Market[];
};

/** Names the first outcome within its event. */
export const nameInEvent = ({ name, outcomes: [first] }: Market): string =>
  first.name === "Yes" || name.includes(first.name) ? name : `${name}: ${first.name}`;

/** Reads a list that the API writes as JSON inside a string. */
function readList(text: string): readonly string[] {
  const list: unknown = JSON.parse(text);
  return Array.isArray(list) ? list.map(String) : [];
}

const readTime = (text: string | undefined): number | undefined => {
  const time = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
};

const readResolutionProgress = (status: string | undefined): ResolutionProgress =>
  status === "proposed" || status === "disputed" || status === "resolved" ? status : "none";

type TokenIds = Pick<EventMarket, "version" | "positionIds" | "clobTokenIds">;

/** Lists the ids that trade, by the market's version; ids of the other version may stand beside them. */
export const listTokens = ({ version, positionIds = [], clobTokenIds }: TokenIds): readonly string[] =>
  version === "v2" ? positionIds : readList(clobTokenIds);

export function toMarket(row: EventMarket): Market {
  const [first = "", second = ""] = listTokens(row);
  const [firstName = "Yes", secondName = "No"] = readList(row.outcomes);
  const [priceText = "0.5"] = readList(row.outcomePrices);
  const price = toTicks(Number(priceText));
  const [bestBid, bestAsk] = [toTicks(row.bestBid), toTicks(row.bestAsk)];
  const question = row.question || row.slug || "";
  return {
    conditionId: row.conditionId,
    slug: row.slug ?? "",
    question,
    name: row.groupItemTitle || question,
    rules: row.description ?? "",
    source: row.resolutionSource ?? "",
    outcomes: [
      { tokenId: first, name: firstName, price },
      { tokenId: second, name: secondName, price: complement(price) },
    ],
    bestBid,
    bestAsk,
    priced: row.closed || bestBid > 0 || bestAsk < ONE || row.lastTradePrice !== undefined,
    tick: toTicks(row.orderPriceMinTickSize),
    minimumSize: toLots(row.orderMinSize),
    negativeRisk: row.negRisk,
    feesEnabled: row.feesEnabled,
    volume: toMicros(row.volumeNum),
    liquidity: toMicros(row.liquidityNum),
    endsAt: readTime(row.endDate),
    startsAt: readTime(row.gameStartTime?.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00")),
    closed: row.closed,
    acceptingOrders: row.acceptingOrders,
    resolutionProgress: readResolutionProgress(row.umaResolutionStatus),
  };
}

/** Adds the version to the name of a v2 market whose event has a v1 market of the same name. */
const distinguishTwins = (rows: readonly EventMarket[]): readonly EventMarket[] =>
  rows.map((row) => {
    const isTwin = (other: EventMarket): boolean =>
      other.version === "v1" &&
      other.groupItemTitle === row.groupItemTitle &&
      other.question === row.question;
    if (row.version !== "v2" || !rows.some(isTwin)) return row;
    return { ...row, groupItemTitle: `${row.groupItemTitle || row.question || row.slug} (V2)` };
  });

function toSeries([first]: Event["series"] = []): MarketEvent["series"] {
  const { slug, title = slug } = first ?? {};
  return slug === undefined || title === undefined ? undefined : { slug, title };
}

export const toMarketEvent = (row: Event | ListedEvent): MarketEvent => ({
  id: row.id,
  slug: row.slug ?? "",
  title: row.title || row.slug || "",
  description: row.description ?? "",
  image: row.image || row.icon || "",
  tags: row.tags.map(({ slug, label }) => ({ slug: slug ?? "", label: label ?? slug ?? "" })),
  series: toSeries(row.series),
  volume: toMicros(row.volume),
  volume24h: toMicros(row.volume24hr),
  liquidity: toMicros(row.liquidity),
  openInterest: toMicros(row.openInterest ?? 0),
  endsAt: readTime(row.endDate),
  closed: row.closed,
  negativeRisk: row.negRisk,
  markets: distinguishTwins(row.markets.filter(({ archived }) => !archived)).map(toMarket),
});
