/** Differences between the dialects that checks ask about; docs/dialects.md describes them. */
import { digits, instant, milliseconds, orNull, outcomeAsset, seconds, text } from "./shape.ts";
import type { Shape } from "./shape.ts";

export const DIALECT_NAMES = ["specified", "polymarket", "kuest"] as const;
export type DialectName = (typeof DIALECT_NAMES)[number];

export type DialectTerms = {
  readonly name: DialectName;
  readonly headerPrefix: string;
  /** The service whose contracts orders are signed for. */
  readonly venue: "polymarket" | "kuest";
  /** The side of the book that `BUY` of POST /prices names. */
  readonly buyPrice: "bid" | "ask";
  /** Times of trades. */
  readonly tradeTime: Shape;
  /** Instants of a market that may have none. */
  readonly marketInstant: Shape;
  /** Assets of the data interface. */
  readonly asset: Shape;
  /** True where GET /activity has filters. */
  readonly activityFilters: boolean;
  /** Status of a query of the data interface with a parameter that it does not have. */
  readonly unknownParameter: 200 | 400;
  /** A bad query of the catalog. */
  readonly badQuery: { readonly status: number; readonly type: string };
  /** True where GET /builder/trades without a cursor is an array without a page. */
  readonly bareBuilderTrades: boolean;
  /** True where trades have `type`. */
  readonly tradeType: boolean;
  /** True where positions have all fields of the specification. */
  readonly wholePositions: boolean;
  /** True where a frame of a live channel may be an array of messages. */
  readonly arrayFrames: boolean;
  /** True where `owner` of orders and trades is the API key as it was given, and not in another form. */
  readonly ownerIsKey: boolean;
  /** The field of the API key in the credentials of the user channel. */
  readonly keyField: "apiKey" | "apikey";
  /** `timestamp` of the messages of the user channel. */
  readonly userTime: Shape;
  /** The field of a trade of the user channel that has its time. */
  readonly matchTimeField: "match_time" | "matchtime";
};

const SPECIFIED: DialectTerms = {
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

/** Terms that both services share. */
const SERVICE: Partial<DialectTerms> = {
  tradeTime: digits,
  marketInstant: orNull(text),
  asset: digits,
  activityFilters: true,
  bareBuilderTrades: false,
  tradeType: false,
};

export const DIALECT_TERMS: Readonly<Record<DialectName, DialectTerms>> = {
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
