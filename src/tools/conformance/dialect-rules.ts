/** Differences between the dialects that affect checks; docs/reference/dialects.md describes them. */
import { digits, instant, milliseconds, nullable, outcomeAsset, seconds, text } from "./shape/shape.ts";
import type { Shape } from "./shape/shape.ts";

export const DIALECT_NAMES = ["specified", "polymarket", "kuest"] as const;
export type DialectName = (typeof DIALECT_NAMES)[number];

export type DialectRules = {
  readonly name: DialectName;
  readonly headerPrefix: string;
  /** The service whose contracts orders are signed for. */
  readonly venue: "polymarket" | "kuest";
  /** The side of the book that `BUY` means in POST /prices. */
  readonly buyPrice: "bid" | "ask";
  /** Shape of the times of trades. */
  readonly tradeTime: Shape;
  /** Shape of times of a market that may be absent. */
  readonly marketInstant: Shape;
  /** Shape of asset ids of the data interface. */
  readonly asset: Shape;
  /** True if GET /activity has filters. */
  readonly activityFilters: boolean;
  /** Status of a query of the data interface with an unknown parameter. */
  readonly unknownParameter: 200 | 400;
  /** Answer to a bad query of the catalog. */
  readonly badQuery: { readonly status: number; readonly type: string };
  /** True if GET /builder/trades without a cursor is a bare array. */
  readonly bareBuilderTrades: boolean;
  /** True if trades have `type`. */
  readonly tradeType: boolean;
  /** True if positions have all fields that the specification lists. */
  readonly wholePositions: boolean;
  /** True if a live channel's frame may be an array of messages. */
  readonly arrayFrames: boolean;
  /** True if `owner` of orders and trades is the API key as issued, not another form of it. */
  readonly ownerIsKey: boolean;
  /** The API key's field in the credentials of the user channel. */
  readonly keyField: "apiKey" | "apikey";
  /** Shape of `timestamp` in the user channel's messages. */
  readonly userTime: Shape;
  /** Field with the time of a trade on the user channel. */
  readonly matchTimeField: "match_time" | "matchtime";
};

const SPECIFIED: DialectRules = {
  name: "specified",
  headerPrefix: "SVC_",
  venue: "polymarket",
  buyPrice: "ask",
  tradeTime: instant,
  marketInstant: text,
  asset: outcomeAsset,
  activityFilters: false,
  unknownParameter: 400,
  badQuery: { status: 400, type: "bad request" },
  bareBuilderTrades: true,
  tradeType: true,
  wholePositions: true,
  arrayFrames: false,
  ownerIsKey: true,
  keyField: "apiKey",
  userTime: milliseconds,
  matchTimeField: "match_time",
};

/** Differences from the specification that both services share. */
const SERVICE: Partial<DialectRules> = {
  tradeTime: digits,
  marketInstant: nullable(text),
  asset: digits,
  activityFilters: true,
  bareBuilderTrades: false,
  tradeType: false,
};

export const DIALECT_RULES: Readonly<Record<DialectName, DialectRules>> = {
  specified: SPECIFIED,
  polymarket: {
    ...SPECIFIED,
    ...SERVICE,
    name: "polymarket",
    headerPrefix: "POLY_",
    buyPrice: "bid",
    unknownParameter: 200,
    badQuery: { status: 422, type: "validation error" },
    wholePositions: false,
    arrayFrames: true,
  },
  kuest: {
    ...SPECIFIED,
    ...SERVICE,
    name: "kuest",
    headerPrefix: "KUEST_",
    venue: "kuest",
    ownerIsKey: false,
    keyField: "apikey",
    userTime: seconds,
    matchTimeField: "matchtime",
  },
};
