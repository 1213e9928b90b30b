/** Tags and series as the catalog answers them. */
import type { CatalogSeries, CatalogTag } from "../../core/catalog.ts";
import { NO_MICROS } from "../../core/units.ts";
import type { Figures } from "../../store/catalog/catalog-records.ts";
import { readSeriesFigures } from "../../store/catalog/series-figures.ts";
import type { Dialect } from "../dialects/dialect.ts";
import { collateralNumber } from "./collateral-number.ts";
import { present, textsIn } from "./present.ts";
import type { CatalogRead } from "./scope.ts";
import type { Series, Tag, TradedSeries } from "./tag-schema.ts";

export const tagRecord = (tag: CatalogTag, dialect: Dialect): Tag => ({
  id: tag.id,
  ...textsIn(dialect, { label: tag.label, slug: tag.slug }),
  ...present({ createdAt: tag.createdAt, updatedAt: tag.updatedAt }),
  requiresTranslation: tag.requiresTranslation ?? false,
});

/** Figures by the slug of the series. */
export type SeriesFigures = ReadonlyMap<string, Figures>;

/** Reads the figures of series, in the dialect that shows them. */
export const figuresOfSeries = (
  series: readonly CatalogSeries[],
  dialect: Dialect,
  { sql, since }: CatalogRead,
): Promise<SeriesFigures> =>
  readSeriesFigures(sql, dialect === "polymarket" ? series.map(({ slug }) => slug) : [], since);

export const seriesRecord = (
  series: CatalogSeries,
  dialect: Dialect,
  figures: SeriesFigures,
): Series & Partial<TradedSeries> => ({
  id: series.id,
  ...textsIn(dialect, {
    ticker: series.ticker,
    slug: series.slug,
    title: series.title,
    seriesType: series.seriesType,
    recurrence: series.recurrence,
    image: series.image,
    icon: series.icon,
  }),
  active: series.active,
  closed: series.closed,
  archived: series.archived,
  ...present({ createdAt: series.createdAt, updatedAt: series.updatedAt }),
  ...(dialect === "polymarket" && tradedSeries(figures.get(series.slug))),
});

const tradedSeries = (figures: Figures | undefined): TradedSeries => ({
  volume: collateralNumber(figures?.volume ?? NO_MICROS),
  volume24hr: collateralNumber(figures?.volume24h ?? NO_MICROS),
  liquidity: collateralNumber(figures?.liquidity ?? NO_MICROS),
  commentCount: 0,
});
