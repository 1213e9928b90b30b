/** GET /positions and GET /closed-positions: positions of a wallet with their profit. */
import { Type } from "typebox";
import type { Context } from "../../context.ts";
import { MICROS_PER_HALF_TICK, shownHalfTicks } from "../../core/markets/shown-price.ts";
import type { Outcome } from "../../core/state.ts";
import { lots as toLots } from "../../core/units.ts";
import type { Lots, Micros, SharePrice } from "../../core/units.ts";
import { findMarketDescriptions } from "../../store/catalog/market-records.ts";
import type { MarketDescription } from "../../store/catalog/market-records.ts";
import { listClosedPositions as listStored, listCurrentPositions } from "../../store/reads/positions.ts";
import type { PositionTexts, StoredPosition } from "../../store/reads/positions.ts";
import type { AnySql } from "../../store/sql/database.ts";
import { readSnapshot } from "../../store/sql/transact.ts";
import { DIFFERENCES } from "../dialects/dialect-differences.ts";
import { onlyIn, variedIn } from "../dialects/dialect-parameters.ts";
import type { Dialect } from "../dialects/dialect.ts";
import { DATA_LIMITS } from "../guard/rate-limits.ts";
import { lazyRows } from "../slow-queries/json-slices.ts";
import { halfTicksNumber, readKnownPrices } from "../values/shown-prices.ts";
import { uncodedOperation } from "../operation/endpoint.ts";
import { EventIds } from "./activity.ts";
import { assetId } from "./asset-id.ts";
import { POSITIONS } from "./groups.ts";
import { wireNumber } from "./numbers.ts";
import {
  ConditionIds,
  Limit,
  Offset,
  SortDirection,
  Threshold,
  Title,
  User,
  lowerCase,
} from "./parameters.ts";
import { invalidField } from "./refusal.ts";

// Minimum amounts of shares in queries, converted to lots.

/** Lots, more than any account can have. */
const MORE_THAN_ALL_LOTS = 2 ** 53;

/**
 * Returns the smallest number of lots that is at least `shares`. Exact for every decimal that a number can represent
 * distinctly: `lots / 100` and the parameter are both the numbers nearest to their decimals.
 */
export function toLotsRoundedUp(shares: number): Lots {
  const nearest = Math.round(shares * 100);
  if (nearest >= MORE_THAN_ALL_LOTS) return toLots(MORE_THAN_ALL_LOTS);
  return toLots(nearest / 100 >= shares ? nearest : nearest + 1);
}

// Value and profit of a position, from its integers and the price of its outcome: exact ratios, rounded once, when written.
// Fees are not included.

/** An exact ratio; the denominator is positive. */
export type Ratio = { readonly numerator: bigint; readonly denominator: bigint };

export type PositionNumbers = {
  readonly lots: Lots;
  readonly average: SharePrice;
  readonly bought: Lots;
  readonly realized: Micros;
  /** Price of its outcome, half ticks. */
  readonly halfTicks: number;
};

const LOTS = 100n;
const MICROS = 1_000_000n;
/** Denominator of lots x micros per share, which gives collateral. */
const VALUE_DENOMINATOR = LOTS * MICROS;
/** A half tick in micros per share. */
const HALF_TICK = BigInt(MICROS_PER_HALF_TICK);

/**
 * Statistics of a position in shares, collateral, collateral per share, or percent. One sorts all rows; the others are
 * computed only for the rows of a page.
 */
export const STATISTICS = {
  size: ({ lots }) => ({ numerator: BigInt(lots), denominator: LOTS }),
  avgPrice: ({ average }) => ({ numerator: BigInt(average), denominator: MICROS }),
  /** Cost of the shares currently held. */
  initialValue: (position) => ({ numerator: computeCost(position), denominator: VALUE_DENOMINATOR }),
  currentValue: (position) => ({ numerator: computeValue(position), denominator: VALUE_DENOMINATOR }),
  /** Unrealized profit of the shares currently held. */
  cashPnl: (position) => ({
    numerator: computeValue(position) - computeCost(position),
    denominator: VALUE_DENOMINATOR,
  }),
  percentPnl: (position) => percent(computeValue(position) - computeCost(position), computeCost(position)),
  totalBought: ({ bought }) => ({ numerator: BigInt(bought), denominator: LOTS }),
  realizedPnl: ({ realized }) => ({ numerator: BigInt(realized), denominator: MICROS }),
  /** Realized profit over the cost of all shares ever bought. */
  percentRealizedPnl: (position) => percent(BigInt(position.realized) * LOTS, computeTotalCost(position)),
  /** Percentage as Polymarket defines it: the current value against the cost of all shares ever bought. */
  percentOfAllBought: (position) =>
    percent(computeValue(position) - computeTotalCost(position), computeTotalCost(position)),
  /** Cost of all shares ever bought, at their average price. */
  allBought: (position) => ({ numerator: computeTotalCost(position), denominator: VALUE_DENOMINATOR }),
  /** Cost of all shares ever bought, plus the realized profit. */
  proceeds: (position) => ({
    numerator: computeTotalCost(position) + BigInt(position.realized) * LOTS,
    denominator: VALUE_DENOMINATOR,
  }),
  /** Realized and unrealized profit. */
  totalPnl: (position) => ({
    numerator: BigInt(position.realized) * LOTS + computeValue(position) - computeCost(position),
    denominator: VALUE_DENOMINATOR,
  }),
  curPrice: ({ halfTicks }) => ({ numerator: BigInt(halfTicks) * HALF_TICK, denominator: MICROS }),
} as const satisfies Readonly<Record<string, Statistic>>;

/** Computes an exact statistic of a position. */
export type Statistic = (position: PositionNumbers) => Ratio;

/** Returns the total value of the positions. */
export const totalValue = (positions: readonly Pick<PositionNumbers, "lots" | "halfTicks">[]): Ratio => ({
  numerator: positions.reduce((total, position) => total + computeValue(position), 0n),
  denominator: VALUE_DENOMINATOR,
});

const computeCost = ({ lots, average }: PositionNumbers): bigint => BigInt(lots) * BigInt(average);

const computeTotalCost = ({ bought, average }: PositionNumbers): bigint => BigInt(bought) * BigInt(average);

const computeValue = ({ lots, halfTicks }: Pick<PositionNumbers, "lots" | "halfTicks">): bigint =>
  BigInt(lots) * BigInt(halfTicks) * HALF_TICK;

/** Returns the percentage; 0 if the cost is zero, or negative, which a conversion can cause. */
const percent = (profit: bigint, cost: bigint): Ratio =>
  cost > 0n ? { numerator: 100n * profit, denominator: cost } : { numerator: 0n, denominator: 1n };

/** Compares two ratios: below 0 if `a` is less, 0 if equal. */
export function compareRatios(a: Ratio, b: Ratio): number {
  if (a.denominator === b.denominator) return compareNumbers(a.numerator, b.numerator);
  return compareNumbers(a.numerator * b.denominator, b.numerator * a.denominator);
}

const compareNumbers = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);

// Schemas of a position: the specification's, and Polymarket's.

const Percent = (description: string) =>
  Type.Number({ description: `${description}, in percent; 0 where that cost nothing` });

const NUMBERS = {
  size: Type.Number({ description: "Shares that the wallet has" }),
  avgPrice: Type.Number({ description: "What a share cost on average" }),
  initialValue: Type.Number({ description: "size x avgPrice" }),
  currentValue: Type.Number({ description: "size x curPrice" }),
  cashPnl: Type.Number({
    description: "currentValue - initialValue; of a closed position realizedPnl",
  }),
  percentPnl: Percent("cashPnl of initialValue; of a closed position percentRealizedPnl"),
  totalBought: Type.Number({ description: "Shares ever bought" }),
  realizedPnl: Type.Number({
    description: "Sum over all that was given up of shares x (what a share fetched - avgPrice), without fees",
  }),
  percentRealizedPnl: Percent("realizedPnl of totalBought x avgPrice"),
  curPrice: Type.Number({
    description:
      "The midpoint; the last trade when a side is empty or the spread is above 0.10; 0.5 when nothing is known; what a " +
      "share pays once resolved",
  }),
};

const POLYMARKET_PERCENT = Percent("currentValue less the cost of totalBought x avgPrice, of that cost");

const NAMES = {
  proxyWallet: Type.String({ description: "Lower case" }),
  asset: Type.String({ description: "The token: condition id, colon and outcome, or its decimal id" }),
  conditionId: Type.String(),
};

const CLAIMS = {
  redeemable: Type.Boolean({ description: "Whether the market paid out; so of what lost, too" }),
  mergeable: Type.Boolean({
    description: "Whether the market is not decided, and the wallet has shares of both outcomes",
  }),
};

const TEXTS = {
  title: Type.String(),
  slug: Type.String(),
  icon: Type.String(),
};

const OUTCOMES = {
  eventSlug: Type.String(),
  outcome: Type.String(),
  outcomeIndex: Type.Integer(),
  oppositeOutcome: Type.String(),
  oppositeAsset: Type.String(),
};

const Timestamp = Type.Integer({ description: "When shares last moved, unix seconds" });
const EndDate = Type.String({ description: 'ISO 8601; "" of a market without an end' });

const Described = Type.Object({
  ...NAMES,
  ...NUMBERS,
  ...CLAIMS,
  ...TEXTS,
  ...OUTCOMES,
  timestamp: Timestamp,
  endDate: EndDate,
});

const CurrentPosition = Type.Object({ ...Described.properties, negativeRisk: Type.Boolean() });

const DateOnly = Type.String({ description: "The date only; 1970-01-01 of a market without an end" });

const KuestPosition = Type.Object({ ...CurrentPosition.properties, endDate: DateOnly });
const KuestClosedPosition = Type.Object({
  ...Described.properties,
  endDate: Type.String({ description: "ISO 8601; 1970-01-01T00:00:00Z of a market without an end" }),
});

const PolymarketPosition = Type.Object({
  ...NAMES,
  ...NUMBERS,
  percentRealizedPnl: POLYMARKET_PERCENT,
  ...CLAIMS,
  ...TEXTS,
  eventId: Type.String(),
  ...OUTCOMES,
  endDate: DateOnly,
  negativeRisk: Type.Boolean(),
});

const PolymarketClosedPosition = Type.Object({
  ...NAMES,
  avgPrice: NUMBERS.avgPrice,
  totalBought: NUMBERS.totalBought,
  realizedPnl: NUMBERS.realizedPnl,
  curPrice: NUMBERS.curPrice,
  ...TEXTS,
  ...OUTCOMES,
  endDate: Type.String({ description: "Midnight of the date; of 1970-01-01 without an end" }),
  timestamp: Timestamp,
});

const CURRENT = { spec: CurrentPosition, polymarket: PolymarketPosition, kuest: KuestPosition };
const CLOSED = { spec: Described, polymarket: PolymarketClosedPosition, kuest: KuestClosedPosition };

export const currentPositionSchema = (dialect: Dialect) => CURRENT[dialect];

export const closedPositionSchema = (dialect: Dialect) => CLOSED[dialect];

type DescribedPosition = Type.Static<typeof Described>;
type CurrentPosition = Type.Static<typeof CurrentPosition>;
type PolymarketPosition = Type.Static<typeof PolymarketPosition>;
type PolymarketClosedPosition = Type.Static<typeof PolymarketClosedPosition>;

// Sort orders of positions. Ties are ordered by condition id and outcome, so that pages do not overlap.

/** A position with the current price of its outcome. */
export type PricedPosition = StoredPosition & { readonly halfTicks: number };

type Sort = (positions: readonly PricedPosition[], sign: 1 | -1) => PricedPosition[];

/** Sorts by a key computed once per position. */
function sortBy<Key>(keyOf: (position: PricedPosition) => Key, compare: (a: Key, b: Key) => number): Sort {
  return (positions, sign) =>
    positions
      .map((position) => ({ position, key: keyOf(position) }))
      .sort((a, b) => sign * compare(a.key, b.key) || tie(a.position, b.position))
      .map(({ position }) => position);
}

const tie = (a: StoredPosition, b: StoredPosition): number =>
  compareKeys(a.conditionId, b.conditionId) || compareKeys(a.outcome, b.outcome);

const sortByStatistic = (figure: Statistic): Sort => sortBy(figure, compareRatios);

const byKey = <Key extends string | number>(keyOf: (position: StoredPosition) => Key): Sort =>
  sortBy(keyOf, compareKeys);

const compareKeys = <Key extends string | number>(a: Key, b: Key): number => (a < b ? -1 : a > b ? 1 : 0);

/** End date of a market without one: it sorts after every date. */
const NO_END_DATE = "~";

const ORDERS = {
  CURRENT: sortByStatistic(STATISTICS.currentValue),
  INITIAL: sortByStatistic(STATISTICS.initialValue),
  TOKENS: sortByStatistic(STATISTICS.size),
  CASHPNL: sortByStatistic(STATISTICS.cashPnl),
  PERCENTPNL: sortByStatistic(STATISTICS.percentPnl),
  REALIZEDPNL: sortByStatistic(STATISTICS.realizedPnl),
  PRICE: sortByStatistic(STATISTICS.curPrice),
  AVGPRICE: sortByStatistic(STATISTICS.avgPrice),
  TITLE: byKey(({ title }) => title),
  RESOLVING: byKey(({ endDateKey }) => (endDateKey === "" ? NO_END_DATE : endDateKey)),
  TIMESTAMP: byKey(({ changedAt }) => changedAt),
} as const satisfies Readonly<Record<string, Sort>>;

type PositionOrder = keyof typeof ORDERS;

const CURRENT_ORDERS = [
  "CURRENT",
  "INITIAL",
  "TOKENS",
  "CASHPNL",
  "PERCENTPNL",
  "TITLE",
  "RESOLVING",
  "PRICE",
  "AVGPRICE",
] as const;

const CLOSED_ORDERS = ["REALIZEDPNL", "TITLE", "PRICE", "AVGPRICE", "TIMESTAMP"] as const;

const inOrder = (
  positions: readonly PricedPosition[],
  order: PositionOrder,
  direction: "ASC" | "DESC",
): PricedPosition[] => ORDERS[order](positions, direction === "ASC" ? 1 : -1);

// A position in answers of the data interface, with keys in the same order as the services.

/** A position of a page, with its context. */
type ShownPosition = {
  readonly position: PricedPosition;
  readonly description: MarketDescription;
  readonly wallet: string;
  readonly dialect: Dialect;
};

function currentRecord(shown: ShownPosition): CurrentPosition | PolymarketPosition {
  const { description, position } = shown;
  const ends = { negativeRisk: description.negativeRisk };
  const keys = DIFFERENCES.positionKeys.does[shown.dialect];
  return keys === "own"
    ? {
        ...describeMarketNames(shown),
        ...describeNumbers(position),
        percentRealizedPnl: written(STATISTICS.percentOfAllBought, position),
        ...describeClaims(position),
        ...describeTexts(description),
        eventId: description.eventId,
        ...describeOutcomes(shown),
        endDate: formatEndDate(description),
        ...ends,
      }
    : {
        ...describePosition(shown),
        ...(keys === "dated" && { endDate: formatEndDate(description) }),
        ...ends,
      };
}

/** Builds the record of a closed position. Its profit is the realized profit: only dust is left of its cost. */
function closedRecord(shown: ShownPosition): DescribedPosition | PolymarketClosedPosition {
  const { description, position } = shown;
  const keys = DIFFERENCES.closedPositionKeys.does[shown.dialect];
  if (keys !== "own")
    return {
      ...describePosition(shown),
      cashPnl: written(STATISTICS.realizedPnl, position),
      percentPnl: written(STATISTICS.percentRealizedPnl, position),
      ...(keys === "dated" && { endDate: description.endDate || formatMidnight(description) }),
    };
  const { avgPrice, totalBought, realizedPnl, curPrice } = describeNumbers(position);
  return {
    ...describeMarketNames(shown),
    avgPrice,
    totalBought,
    realizedPnl,
    curPrice,
    ...describeTexts(description),
    ...describeOutcomes(shown),
    endDate: formatMidnight(description),
    timestamp: toUnixSeconds(position),
  };
}

const describePosition = (shown: ShownPosition): DescribedPosition => ({
  ...describeMarketNames(shown),
  ...describeNumbers(shown.position),
  ...describeClaims(shown.position),
  ...describeTexts(shown.description),
  ...describeOutcomes(shown),
  timestamp: toUnixSeconds(shown.position),
  endDate: shown.description.endDate,
});

const describeMarketNames = ({ wallet, dialect, description, position }: ShownPosition) => ({
  proxyWallet: wallet,
  asset: assetId(dialect, description, position.outcome),
  conditionId: description.conditionId,
});

const describeNumbers = (position: PricedPosition) => ({
  size: written(STATISTICS.size, position),
  avgPrice: written(STATISTICS.avgPrice, position),
  initialValue: written(STATISTICS.initialValue, position),
  currentValue: written(STATISTICS.currentValue, position),
  cashPnl: written(STATISTICS.cashPnl, position),
  percentPnl: written(STATISTICS.percentPnl, position),
  totalBought: written(STATISTICS.totalBought, position),
  realizedPnl: written(STATISTICS.realizedPnl, position),
  percentRealizedPnl: written(STATISTICS.percentRealizedPnl, position),
  // Same form as in all interfaces: a midpoint may have five decimals.
  curPrice: halfTicksNumber(position.halfTicks),
});

function written(figure: Statistic, position: PricedPosition): number {
  const { numerator, denominator } = figure(position);
  return wireNumber(numerator, denominator);
}

const describeClaims = ({ payout, lots, oppositeLots }: StoredPosition) => ({
  redeemable: payout !== null && lots > 0,
  mergeable: payout === null && lots > 0 && oppositeLots > 0,
});

const describeTexts = ({ title, slug, icon }: MarketDescription) => ({ title, slug, icon });

function describeOutcomes({ dialect, description, position: { outcome } }: ShownPosition) {
  const opposite: Outcome = outcome === 0 ? 1 : 0;
  return {
    eventSlug: description.eventSlug,
    outcome: description.outcomes[outcome],
    outcomeIndex: outcome,
    oppositeOutcome: description.outcomes[opposite],
    oppositeAsset: assetId(dialect, description, opposite),
  };
}

/** Day that the services' clients read as no date. */
const NO_DATE = "1970-01-01";

const formatEndDate = ({ endDate }: MarketDescription): string =>
  endDate === "" ? NO_DATE : endDate.slice(0, NO_DATE.length);

const formatMidnight = (description: MarketDescription): string => `${formatEndDate(description)}T00:00:00Z`;

const toUnixSeconds = ({ changedAt }: StoredPosition): number => Math.floor(changedAt / 1000);

// A page of a wallet's positions. All matching positions are read as short rows and sorted by exact values; then the market
// descriptions are read for the page. Both reads use one snapshot of the database.

type PositionPage = {
  /** Lower-case address. */
  readonly wallet: string;
  /** Part of the market's title, in any letter case. */
  readonly title: string | undefined;
  readonly order: PositionOrder;
  readonly direction: "ASC" | "DESC";
  readonly offset: number;
  readonly limit: number;
};

type ReadContext = { readonly context: Context; readonly dialect: Dialect };

/** Reads the page of the positions that `list` returns. `list` is told which texts to include. */
async function readPositions(
  { context, dialect }: ReadContext,
  page: PositionPage,
  list: (sql: AnySql, texts: PositionTexts) => Promise<readonly StoredPosition[]>,
): Promise<ShownPosition[]> {
  const { wallet, title, order, direction, offset, limit } = page;
  return readSnapshot(await context.readSql(), async (sql) => {
    const stored = await list(sql, {
      titled: title !== undefined || order === "TITLE",
      dated: order === "RESOLVING",
    });
    const matching = title === undefined ? stored : stored.filter(isTitled(title));
    const shown = inOrder(matching.map(priced), order, direction).slice(offset, offset + limit);
    const markets = await findMarketDescriptions(
      sql,
      shown.map((position) => position.market),
    );
    return shown.flatMap((position) => {
      const description = markets.get(position.market);
      return description === undefined ? [] : [{ position, description, wallet, dialect }];
    });
  });
}

function isTitled(part: string): (position: StoredPosition) => boolean {
  const wanted = part.toLowerCase();
  return ({ title }) => title.toLowerCase().includes(wanted);
}

const priced = (stored: StoredPosition): PricedPosition => ({
  ...stored,
  halfTicks: computeHalfTicks(stored),
});

type StoredPrices = Pick<StoredPosition, "payout" | "bid" | "ask" | "lastPrice" | "outcome">;

/** Returns the current price of its outcome, half ticks. */
export const computeHalfTicks = (stored: StoredPrices): number =>
  shownHalfTicks(readKnownPrices(stored))[stored.outcome];

const Claim = (description: string) =>
  Type.Optional(
    Type.Boolean({
      description: `${description}; false filters nothing, in the Polymarket dialect for the others`,
    }),
  );

/** GET /positions: the open positions of a wallet, in pages. */
export const listPositions = uncodedOperation({
  method: "GET",
  path: "/positions",
  summary: "List the positions of a wallet",
  group: POSITIONS,
  limits: [DATA_LIMITS.positions],
  query: Type.Object({
    user: User,
    market: Type.Optional(ConditionIds),
    eventId: EventIds,
    sizeThreshold: Threshold(
      { default: 1 },
      "Shares that a position has at least; those without are never listed",
    ),
    redeemable: Claim("true lists only positions of markets that paid out"),
    mergeable: Claim("true lists only positions that can be merged"),
    limit: Limit({ default: 100, maximum: 500 }),
    offset: Offset({ maximum: 10_000 }),
    sortBy: Type.Enum(CURRENT_ORDERS, {
      default: "TOKENS",
      description:
        "RESOLVING is by endDate, what has none as the last to end; equal ones go by condition id and outcome",
    }),
    sortDirection: SortDirection,
    title: Title,
  }),
  answer: (dialect) => Type.Array(currentPositionSchema(dialect)),
  maxAgeSeconds: 1,
  handle: async ({ context, dialect, query }) => {
    const { user, market, eventId: eventIds, title, limit, offset } = query;
    if (market !== undefined && eventIds !== undefined) return invalidField("eventId");
    const wallet = lowerCase(user);
    // An explicit false filters in some dialects only.
    const strictly = (claim: boolean | undefined) =>
      claim === true || DIFFERENCES.falseClaims.does[dialect] === "filter" ? claim : undefined;
    const filter = {
      wallet,
      conditionIds: market?.map(lowerCase),
      eventIds,
      leastLots: toLotsRoundedUp(query.sizeThreshold),
      redeemable: strictly(query.redeemable),
      mergeable: strictly(query.mergeable),
    };
    const shown = await readPositions(
      { context, dialect },
      { wallet, title, order: query.sortBy, direction: query.sortDirection, offset, limit },
      (sql, texts) => listCurrentPositions(sql, { ...filter, ...texts }),
    );
    return { body: lazyRows(shown, currentRecord) };
  },
});

/** GET /closed-positions: the closed positions of a wallet, in pages. */
export const listClosedPositions = uncodedOperation({
  method: "GET",
  path: "/closed-positions",
  summary: "List the positions that a wallet gave up",
  group: POSITIONS,
  limits: [DATA_LIMITS.closedPositions],
  query: Type.Object({
    user: User,
    market: Type.Optional(ConditionIds),
    eventId: EventIds,
    title: Title,
    sizeThreshold: onlyIn(
      ["kuest"],
      Type.Optional(Threshold({}, "Shares that were bought at least; a closed position has none")),
    ),
    // The maximum is high since Kuest's site stops at the first page shorter than its requested limit.
    limit: variedIn({ kuest: Limit({ default: 10, maximum: 500 }) }, Limit({ default: 10, maximum: 50 })),
    offset: Offset({ maximum: 100_000 }),
    sortBy: Type.Enum(CLOSED_ORDERS, {
      default: "REALIZEDPNL",
      description: "PRICE is by curPrice; equal ones go by condition id and outcome",
    }),
    sortDirection: SortDirection,
  }),
  answer: (dialect) => Type.Array(closedPositionSchema(dialect)),
  maxAgeSeconds: 1,
  handle: async ({ context, dialect, query }) => {
    const { user, market, eventId: eventIds, title, limit, offset } = query;
    if (market !== undefined && eventIds !== undefined) return invalidField("eventId");
    const wallet = lowerCase(user);
    const filter = {
      wallet,
      conditionIds: market?.map(lowerCase),
      eventIds,
      leastBought: query.sizeThreshold && toLotsRoundedUp(query.sizeThreshold),
    };
    const shown = await readPositions(
      { context, dialect },
      { wallet, title, order: query.sortBy, direction: query.sortDirection, offset, limit },
      (sql, texts) => listStored(sql, { ...filter, ...texts }),
    );
    return { body: lazyRows(shown, closedRecord) };
  },
});
