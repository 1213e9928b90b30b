/** A market as the catalog answers it: its listing, and its flags now. */
import type { MarketEntry } from "../../store/catalog/catalog-records.ts";
import type { Dialect } from "../dialects/dialect.ts";
import { listedText } from "./listed-text.ts";
import type { DescribedMarket, TradedMarket } from "./market-schema.ts";
import { present } from "./present.ts";
import { tradedMarket } from "./traded-market.ts";

export type MarketRecord = DescribedMarket & Partial<TradedMarket>;

export const marketRecord = (entry: MarketEntry, dialect: Dialect): MarketRecord => ({
  ...describedMarket(entry),
  ...(dialect === "polymarket" && tradedMarket(entry)),
});

function describedMarket({ content, flags }: MarketEntry): DescribedMarket {
  return {
    id: content.id,
    ...present({ question: content.question }),
    conditionId: content.conditionId,
    ...present({
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
    ...present({ questionID: content.questionId }),
    clobTokenIds: listedText(content.tokenIds),
  };
}
