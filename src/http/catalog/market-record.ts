/** A market as the catalog answers it: its listing, and its flags now. */
import type { EventRecord, MarketEntry } from "../../store/catalog/catalog-records.ts";
import type { Dialect } from "../dialects/dialect.ts";
import { listedText } from "./listed-text.ts";
import type { DescribedMarket, TradedMarket } from "./market-schema.ts";
import { present, textsIn } from "./present.ts";
import { tradedMarket } from "./traded-market.ts";

export type MarketRecord = DescribedMarket & Partial<TradedMarket>;

/** Makes the record of a market, with its place in its event where that one is known. */
export const marketRecord = (
  entry: MarketEntry,
  dialect: Dialect,
  event: Pick<EventRecord, "markets"> | undefined,
): MarketRecord => ({
  ...describedMarket(entry, dialect),
  ...(dialect === "polymarket" && tradedMarket(entry)),
  ...(dialect === "polymarket" &&
    event !== undefined && { groupItemThreshold: String(event.markets.indexOf(entry.no)) }),
});

function describedMarket({ content, flags }: MarketEntry, dialect: Dialect): DescribedMarket {
  return {
    id: content.id,
    ...textsIn(dialect, { question: content.question }),
    conditionId: content.conditionId,
    ...textsIn(dialect, {
      slug: content.slug,
      resolutionSource: content.resolutionSource,
      image: content.image,
      icon: content.icon,
      description: content.description,
    }),
    outcomes: listedText(content.outcomes),
    ...present({
      startDate: content.startDate,
      endDate: content.endDate,
      createdAt: content.createdAt,
      updatedAt: content.updatedAt,
    }),
    active: flags.active,
    closed: flags.closed,
    archived: flags.archived,
    ...textsIn(dialect, { questionID: content.questionId }),
    clobTokenIds: listedText(content.tokenIds),
  };
}
