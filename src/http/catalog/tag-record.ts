/** Tags and series as the catalog answers them. */
import type { CatalogSeries, CatalogTag } from "../../core/catalog.ts";
import type { Dialect } from "../dialects/dialect.ts";
import { present, textsIn } from "./present.ts";
import type { Series, Tag } from "./tag-schema.ts";

export const tagRecord = (tag: CatalogTag, dialect: Dialect): Tag => ({
  id: tag.id,
  ...textsIn(dialect, { label: tag.label, slug: tag.slug }),
  ...present({ createdAt: tag.createdAt, updatedAt: tag.updatedAt }),
  requiresTranslation: tag.requiresTranslation ?? false,
});

export const seriesRecord = (series: CatalogSeries, dialect: Dialect): Series => ({
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
});
