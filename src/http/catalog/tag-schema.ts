/** The shapes of tags and series, alike in all dialects but for texts without a value and the figures of series. */
import { Type } from "typebox";
import type { TObject, TProperties } from "typebox";
import type { Dialect } from "../dialects/dialect.ts";
import { OptionalInstant, OptionalText, withBlanks } from "./optional-fields.ts";

export const Tag = Type.Object({
  id: Type.String(),
  label: OptionalText,
  slug: OptionalText,
  createdAt: OptionalInstant,
  updatedAt: OptionalInstant,
  requiresTranslation: Type.Boolean(),
});
export type Tag = Type.Static<typeof Tag>;

export const Series = Type.Object({
  id: Type.String(),
  ticker: OptionalText,
  slug: OptionalText,
  title: OptionalText,
  seriesType: OptionalText,
  recurrence: OptionalText,
  image: OptionalText,
  icon: OptionalText,
  active: Type.Boolean(),
  closed: Type.Boolean(),
  archived: Type.Boolean(),
  createdAt: OptionalInstant,
  updatedAt: OptionalInstant,
});
export type Series = Type.Static<typeof Series>;

/** Fields of Polymarket's series beside them. */
export const TradedSeries = Type.Object({
  volume: Type.Number({ description: "Sum over its events, as are volume24hr and liquidity" }),
  volume24hr: Type.Number(),
  liquidity: Type.Number(),
  commentCount: Type.Literal(0),
});
export type TradedSeries = Type.Static<typeof TradedSeries>;

const schemaIn =
  (shape: TObject, traded: TProperties = {}) =>
  (dialect: Dialect): TObject =>
    dialect === "polymarket" ? Type.Object({ ...withBlanks(shape.properties), ...traded }) : shape;

export const tagSchema = schemaIn(Tag);
export const seriesSchema = schemaIn(Series, TradedSeries.properties);
