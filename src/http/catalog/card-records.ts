/** Cards of events: of each event the few markets that are ranked first. */
import { ONE, priceNumber, ticks } from "../../core/units.ts";
import { listCardMarkets, listPricedMarkets } from "../../store/catalog/card-markets.ts";
import type { CardMarket as MarketRow, PricedMarket } from "../../store/catalog/card-markets.ts";
import type { EventRecord } from "../../store/catalog/catalog-records.ts";
import { firstHalfTicks, isPriced } from "../../core/shown-price.ts";
import { halfTicksNumber, knownPricesOf } from "../shown-prices.ts";
import type { Card, CardMarket } from "./card-schema.ts";
import { collateralNumber } from "./collateral-number.ts";
import { present } from "./present.ts";
import type { CatalogRead } from "./scope.ts";

type RankedMarket = PricedMarket & {
  /** Place among the markets of its event, from 0, as the event lists them. */
  readonly place: number;
  /** Shown price of outcome 0 in half ticks; `undefined` without orders and trades. */
  readonly price: number | undefined;
};

/** Makes the cards of these events, in their order, with at most `most` markets each. */
export async function cardsOf(
  events: readonly EventRecord[],
  most: number,
  { sql, scope, since }: CatalogRead,
): Promise<readonly Card[]> {
  const ids = events.map(({ content }) => Number(content.id));
  const priced = ids.length === 0 ? [] : await listPricedMarkets(sql, ids, scope);
  const byEvent = Map.groupBy(priced, ({ eventId }) => eventId);
  const cards = events.map((event) => {
    const markets = (byEvent.get(event.content.id) ?? []).map(rankedMarket);
    return { event, count: markets.length, shown: markets.toSorted(compareRanks).slice(0, most) };
  });
  const nos = cards.flatMap(({ shown }) => shown.map(({ no }) => no));
  const rows = nos.length === 0 ? [] : await listCardMarkets(sql, nos, since);
  const byNo = new Map(rows.map((row) => [row.no, row]));
  return cards.map(({ event, count, shown }) => ({
    ...eventPart(event),
    marketCount: count,
    markets: shown.flatMap((market) => {
      const row = byNo.get(market.no);
      return row === undefined ? [] : [cardMarket(market, row)];
    }),
  }));
}

function rankedMarket(market: PricedMarket, place: number): RankedMarket {
  const known = knownPricesOf(market);
  const price = market.closed || isPriced(known) ? firstHalfTicks(known) : undefined;
  return { ...market, place, price };
}

/** Open markets before closed ones, then by price; those without one come last. Equal ones stay in order of their ids. */
const compareRanks = (a: RankedMarket, b: RankedMarket): number =>
  Number(a.closed) - Number(b.closed) || (b.price ?? -1) - (a.price ?? -1);

const eventPart = ({ content, flags, figures }: EventRecord) => {
  const [tag] = content.tags;
  return {
    id: content.id,
    ...present({
      slug: content.slug,
      title: content.title,
      image: content.image === "" ? content.icon : content.image,
      endDate: content.endDate,
      createdAt: content.createdAt,
    }),
    closed: flags.closed,
    ...(tag !== undefined && { tag: present({ slug: tag.slug, label: tag.label }) }),
    volume: collateralNumber(figures.volume),
    volume24hr: collateralNumber(figures.volume24h),
  };
};

function cardMarket({ place, price, bid, ask, closed }: RankedMarket, row: MarketRow): CardMarket {
  return {
    slug: row.slug,
    name: row.groupItemTitle === "" ? row.question : row.groupItemTitle,
    outcomes: [...row.outcomes],
    tokenId: row.tokenId,
    ...(price !== undefined && { price: halfTicksNumber(price) }),
    bestBid: priceNumber(bid ?? ticks(0)),
    bestAsk: priceNumber(ask ?? ONE),
    ...(price !== undefined &&
      row.dayBefore !== null && { oneDayPriceChange: halfTicksNumber(price - row.dayBefore) }),
    closed,
    place,
    acceptingOrders: row.status === "active",
  };
}
