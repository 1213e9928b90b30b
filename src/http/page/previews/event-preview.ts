/** The facts about an event in the preview of its page, read once from one snapshot of the catalog. */
import type { Context } from "../../../context.ts";
import type { Micros } from "../../../core/units.ts";
import { findEvent } from "../../../store/catalog/catalog-events.ts";
import { parseImageHash } from "../../../store/catalog/images.ts";
import { listEventsMarkets } from "../../../store/catalog/catalog-markets.ts";
import { HOUR_MS, PUBLIC } from "../../../store/catalog/catalog-records.ts";
import type { MarketEntry } from "../../../store/catalog/catalog-records.ts";
import { readSnapshot } from "../../../store/sql/transact.ts";
import { firstHalfTicks, isPriced } from "../../../core/markets/shown-price.ts";
import { halfTicksNumber, readKnownPrices } from "../../values/shown-prices.ts";

export type PreviewedOutcome = {
  readonly name: string;
  /** Price, 0 to 1; `undefined` without a quote or a trade. */
  readonly price: number | undefined;
  /** Index among the markets of the event in listing order, from 0. */
  readonly place: number;
};

export type EventPreview = {
  readonly title: string;
  /** Hash of the event's picture, if this exchange stores the picture. */
  readonly image: string | undefined;
  readonly description: string;
  readonly volume: Micros;
  /** The first outcome of a single market; of several markets one outcome each, the likeliest first. */
  readonly outcomes: readonly PreviewedOutcome[];
  readonly isSeveral: boolean;
  /** True once every market is over. */
  readonly closed: boolean;
};

/**
 * Reads an event that the page shows; `undefined` if no event has this slug, or no market of the event was opened yet.
 */
export async function readEventPreview(
  context: Pick<Context, "readSql" | "clock">,
  slug: string,
): Promise<EventPreview | undefined> {
  const since = Math.floor(context.clock() / HOUR_MS);
  return readSnapshot(await context.readSql(), async (sql) => {
    const reading = { sql, scope: PUBLIC, since };
    const event = await findEvent(sql, { slug }, reading);
    if (event === undefined || !event.flags.active || event.flags.archived) return undefined;
    const { content, flags, figures } = event;
    const all = await listEventsMarkets(sql, [Number(content.id)], reading);
    const markets = all.map((market, place) => ({ market, place })).filter(({ market }) => isShown(market));
    if (markets.length === 0) return undefined;
    const isSeveral = markets.length > 1;
    return {
      title: content.title,
      image: parseImageHash(content.image),
      description: content.description,
      volume: figures.volume,
      outcomes: markets
        .map(({ market, place }) => ({ ...describeOutcome(market, isSeveral), place }))
        .toSorted((a, b) => (b.price ?? 0) - (a.price ?? 0)),
      isSeveral,
      closed: flags.closed,
    };
  });
}

const isShown = ({ flags }: MarketEntry): boolean => !flags.archived;

function describeOutcome(market: MarketEntry, isSeveral: boolean): Omit<PreviewedOutcome, "place"> {
  const { content } = market;
  const [name] = content.outcomes;
  const known = readKnownPrices(market);
  return {
    name: isSeveral ? (content.groupItemTitle ?? content.question) : name,
    price: isPriced(known) ? halfTicksNumber(firstHalfTicks(known)) : undefined,
  };
}
