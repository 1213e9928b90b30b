/**
 * The shapes of an event: a summary inside a market, a row of a list, and the event with all that belongs to it. The
 * specification's, which Kuest shares, and Polymarket's, which adds figures, and to lists markets and series.
 */
import { Type } from "typebox";
import type { TObject, TProperties } from "typebox";
import type { Dialect } from "../dialects/dialect.ts";
import { MARKET_PROPERTIES } from "./market-schema.ts";
import { OptionalInstant, OptionalText, withBlanks } from "./optional-fields.ts";
import { seriesSchema, tagSchema } from "./tag-schema.ts";

export const DescribedEvent = Type.Object({
  id: Type.String(),
  ticker: OptionalText,
  slug: OptionalText,
  title: OptionalText,
  description: OptionalText,
  resolutionSource: OptionalText,
  startDate: OptionalInstant,
  endDate: OptionalInstant,
  image: OptionalText,
  icon: OptionalText,
  createdAt: OptionalInstant,
  updatedAt: OptionalInstant,
  active: Type.Boolean({ description: "Published; stays true when all of its markets are resolved" }),
  closed: Type.Boolean(),
  archived: Type.Boolean(),
});
export type DescribedEvent = Type.Static<typeof DescribedEvent>;

export const TradedEvent = Type.Object({
  liquidity: Type.Number({ description: "Sum over its markets, as are the volumes" }),
  volume: Type.Number(),
  volume24hr: Type.Number(),
  volume1wk: Type.Number(),
  volume1mo: Type.Number(),
  volume1yr: Type.Number(),
  openInterest: Type.Number({ description: "Collateral behind the shares of its markets" }),
  enableOrderBook: Type.Boolean(),
  negRisk: Type.Boolean(),
  enableNegRisk: Type.Boolean(),
  negRiskAugmented: Type.Literal(false),
  negRiskMarketID: OptionalText,
  seriesSlug: OptionalText,
  new: Type.Literal(false),
  featured: Type.Literal(false),
  restricted: Type.Literal(false),
  commentCount: Type.Literal(0),
  liquidityClob: Type.Number({ description: "The same as liquidity" }),
  competitive: Type.Optional(
    Type.Number({ description: "The highest of its markets; where these are given, 0 without any" }),
  ),
  cyom: Type.Literal(false),
  automaticallyActive: Type.Literal(true),
  showAllOutcomes: Type.Literal(true),
  showMarketImages: Type.Literal(false),
  pendingDeployment: Type.Literal(false),
  deploying: Type.Literal(false),
});
export type TradedEvent = Type.Static<typeof TradedEvent>;

const published = { creationDate: OptionalInstant };
const tagged = (dialect: Dialect): TProperties => ({ tags: Type.Array(tagSchema(dialect)) });
const serial = (dialect: Dialect): TProperties => {
  const series = Type.Array(seriesSchema(dialect));
  return { series: dialect === "polymarket" ? Type.Optional(series) : series };
};
const described = (dialect: Dialect): TProperties =>
  dialect === "polymarket" ? withBlanks(DescribedEvent.properties) : DescribedEvent.properties;
const annotated = { eventMetadata: Type.Optional(Type.Record(Type.String(), Type.Unknown())) };
const withMarkets = (dialect: Dialect): TProperties => ({
  markets: Type.Array(Type.Object(MARKET_PROPERTIES[dialect])),
});

/** Fields that Polymarket's shapes have besides. */
const inPolymarket = (dialect: Dialect, more: TProperties): TProperties =>
  dialect === "polymarket" ? { ...TradedEvent.properties, ...more } : {};

/** An event that a search found. */
export const FoundEvent = Type.Object({
  id: Type.String(),
  ticker: OptionalText,
  slug: OptionalText,
  title: OptionalText,
});

/** An event inside one of its markets. */
export const eventSummarySchema = (dialect: Dialect): TObject =>
  Type.Object({ ...described(dialect), ...published, ...inPolymarket(dialect, serial(dialect)) });

/** An event in a list. */
export const listedEventSchema = (dialect: Dialect): TObject =>
  Type.Object({
    ...described(dialect),
    ...tagged(dialect),
    ...inPolymarket(dialect, { ...published, ...withMarkets(dialect), ...serial(dialect) }),
  });

/** An event asked for by its name. */
export const fullEventSchema = (dialect: Dialect): TObject =>
  Type.Object({
    ...described(dialect),
    ...published,
    ...tagged(dialect),
    ...withMarkets(dialect),
    ...serial(dialect),
    ...annotated,
    ...inPolymarket(dialect, {}),
  });

/** A market in a list, or asked for by its name. */
export const marketSchema = (dialect: Dialect): TObject =>
  Type.Object({
    ...MARKET_PROPERTIES[dialect],
    ...(dialect === "polymarket" && { tags: Type.Optional(Type.Array(tagSchema(dialect))) }),
    events: Type.Array(eventSummarySchema(dialect)),
  });
