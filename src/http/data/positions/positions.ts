/** GET /positions and GET /closed-positions: positions of a wallet with their profit. */
import { Type } from "typebox";
import type { Context } from "../../../context.ts";
import type { Outcome } from "../../../core/state.ts";
import { normalizeCondition } from "../../../core/markets/market-version.ts";
import { findMarketDescriptions } from "../../../store/catalog/market-records.ts";
import type { MarketDescription } from "../../../store/catalog/market-records.ts";
import {
  listClosedPositions as listStored,
  listCurrentPositions,
} from "../../../store/reads/accounts/positions.ts";
import type { PositionTexts, StoredPosition } from "../../../store/reads/accounts/positions.ts";
import type { AnySql } from "../../../store/sql/database.ts";
import { readSnapshot } from "../../../store/sql/transact.ts";
import { DIFFERENCES } from "../../dialects/dialect-differences.ts";
import { onlyIn, variedIn } from "../../dialects/dialect-parameters.ts";
import { inEachDialect } from "../../dialects/dialect.ts";
import type { Dialect } from "../../dialects/dialect.ts";
import { DATA_LIMITS } from "../../guard/rate-limits.ts";
import { uncodedOperation } from "../../operation/endpoint.ts";
import { pick, fieldsOf, recordOf } from "../../operation/record.ts";
import { answerUntilCommit, nameAnswer } from "../../operation/ready-answer.ts";
import { lazyRows } from "../../guard/slow-queries/json-slices.ts";
import { POSITIONS } from "../groups.ts";
import {
  STATISTICS,
  compareRatios,
  computeHalfTicks,
  makePriceField,
  makeStatisticField,
} from "../numbers.ts";
import type { ComputeStatistic } from "../numbers.ts";
import {
  ConditionIds,
  EventIds,
  Limit,
  Offset,
  SortDirection,
  Threshold,
  Title,
  User,
  toLowerCase,
  toLotsRoundedUp,
} from "../parameters.ts";
import { invalidField } from "../refusal.ts";
import { formatAssetId } from "../tokens.ts";

// Fields of a position, in the order of Polymarket and Kuest.

/** A position of a page, with the data to show it. */
type ShownPosition = {
  readonly position: PricedPosition;
  readonly description: MarketDescription;
  readonly wallet: string;
  readonly dialect: Dialect;
};

const PERCENT = "in percent; 0 where that cost nothing";

const NAMES = fieldsOf<ShownPosition>()({
  proxyWallet: [Type.String({ description: "Lower case" }), ({ wallet }) => wallet],
  asset: [
    Type.String({ description: "The token: condition id, colon and outcome, or its decimal id" }),
    ({ dialect, description, position }) => formatAssetId(dialect, description, position.outcome),
  ],
  conditionId: [Type.String(), ({ description }) => description.conditionId],
});

const NUMBERS = fieldsOf<ShownPosition>()({
  size: makeStatisticField("Shares that the wallet has", STATISTICS.size),
  avgPrice: makeStatisticField("What a share cost on average", STATISTICS.avgPrice),
  initialValue: makeStatisticField("size x avgPrice", STATISTICS.initialValue),
  currentValue: makeStatisticField("size x curPrice", STATISTICS.currentValue),
  cashPnl: makeStatisticField(
    "currentValue - initialValue in USDC; of a closed position realizedPnl",
    STATISTICS.cashPnl,
  ),
  percentPnl: makeStatisticField(
    `cashPnl of initialValue; of a closed position percentRealizedPnl, ${PERCENT}`,
    STATISTICS.percentPnl,
  ),
  totalBought: makeStatisticField("Shares ever bought", STATISTICS.totalBought),
  realizedPnl: makeStatisticField(
    "Sum over all that was given up of shares x (what a share fetched - avgPrice), without fees",
    STATISTICS.realizedPnl,
  ),
  percentRealizedPnl: makeStatisticField(
    `realizedPnl of totalBought x avgPrice, ${PERCENT}`,
    STATISTICS.percentRealizedPnl,
  ),
  curPrice: makePriceField(
    "The midpoint; the last trade when a side is empty or the spread is above 0.10; 0.5 when nothing is known; what a " +
      "share pays once resolved",
  ),
});

/** Profit of a closed position: the realized profit, since almost no shares are left. */
const CLOSED_PROFIT = fieldsOf<ShownPosition>()({
  cashPnl: [NUMBERS.cashPnl[0], NUMBERS.realizedPnl[1]],
  percentPnl: [NUMBERS.percentPnl[0], NUMBERS.percentRealizedPnl[1]],
});

const POLYMARKET_PROFIT = fieldsOf<ShownPosition>()({
  percentRealizedPnl: makeStatisticField(
    `currentValue less the cost of totalBought x avgPrice, of that cost, ${PERCENT}`,
    STATISTICS.percentOfAllBought,
  ),
});

const CLAIMS = fieldsOf<ShownPosition>()({
  redeemable: [
    Type.Boolean({ description: "Whether the market paid out; so of what lost, too" }),
    ({ position: { payout, lots } }) => payout !== null && lots > 0,
  ],
  mergeable: [
    Type.Boolean({
      description: "Whether the market is not decided, and the wallet has shares of both outcomes",
    }),
    ({ position: { payout, lots, oppositeLots } }) => payout === null && lots > 0 && oppositeLots > 0,
  ],
});

const TEXTS = fieldsOf<ShownPosition>()({
  title: [Type.String(), ({ description }) => description.title],
  slug: [Type.String(), ({ description }) => description.slug],
  icon: [Type.String(), ({ description }) => description.icon],
});

const EVENT = fieldsOf<ShownPosition>()({
  eventId: [Type.String(), ({ description }) => description.eventId],
});

const opposite = ({ position: { outcome } }: ShownPosition): Outcome => (outcome === 0 ? 1 : 0);

const OUTCOMES = fieldsOf<ShownPosition>()({
  eventSlug: [Type.String(), ({ description }) => description.eventSlug],
  outcome: [Type.String(), ({ description, position }) => description.outcomes[position.outcome]],
  outcomeIndex: [Type.Integer(), ({ position }) => position.outcome],
  oppositeOutcome: [Type.String(), (shown) => shown.description.outcomes[opposite(shown)]],
  oppositeAsset: [Type.String(), (shown) => formatAssetId(shown.dialect, shown.description, opposite(shown))],
});

/** Date that clients of Polymarket and Kuest read as no date. */
const NO_DATE = "1970-01-01";

const formatEndDate = ({ endDate }: MarketDescription): string =>
  endDate === "" ? NO_DATE : endDate.slice(0, NO_DATE.length);

const formatMidnight = (description: MarketDescription): string => `${formatEndDate(description)}T00:00:00Z`;

const TIMES = fieldsOf<ShownPosition>()({
  timestamp: [
    Type.Integer({ description: "When shares last moved, unix seconds" }),
    ({ position }) => Math.floor(position.changedAt / 1000),
  ],
  endDate: [
    Type.String({ description: 'ISO 8601; "" of a market without an end' }),
    ({ description }) => description.endDate,
  ],
});

/** End of a market as a date without time, like Polymarket and Kuest. */
const DATE_FIELDS = fieldsOf<ShownPosition>()({
  endDate: [
    Type.String({ description: "The date only; 1970-01-01 of a market without an end" }),
    ({ description }) => formatEndDate(description),
  ],
});

const CLOSED_DATE_FIELDS = fieldsOf<ShownPosition>()({
  endDate: [
    Type.String({ description: "ISO 8601; 1970-01-01T00:00:00Z of a market without an end" }),
    ({ description }) => description.endDate || formatMidnight(description),
  ],
});

const MIDNIGHT_FIELDS = fieldsOf<ShownPosition>()({
  endDate: [
    Type.String({ description: "Midnight of the date; of 1970-01-01 without an end" }),
    ({ description }) => formatMidnight(description),
  ],
});

const RISK = fieldsOf<ShownPosition>()({
  negativeRisk: [Type.Boolean(), ({ description }) => description.negativeRisk],
});

const SPECIFIED = { ...NAMES, ...NUMBERS, ...CLAIMS, ...TEXTS, ...OUTCOMES, ...TIMES };

const CURRENT_FORMS = {
  specified: { ...SPECIFIED, ...RISK },
  dated: { ...SPECIFIED, ...DATE_FIELDS, ...RISK },
  own: {
    ...NAMES,
    ...NUMBERS,
    ...POLYMARKET_PROFIT,
    ...CLAIMS,
    ...TEXTS,
    ...EVENT,
    ...OUTCOMES,
    ...DATE_FIELDS,
    ...RISK,
  },
};

const CLOSED_FORMS = {
  specified: { ...SPECIFIED, ...CLOSED_PROFIT },
  dated: { ...SPECIFIED, ...CLOSED_PROFIT, ...CLOSED_DATE_FIELDS },
  own: {
    ...NAMES,
    ...pick(NUMBERS, "avgPrice", "totalBought", "realizedPnl", "curPrice"),
    ...TEXTS,
    ...OUTCOMES,
    ...MIDNIGHT_FIELDS,
    timestamp: TIMES.timestamp,
  },
};

/** Open positions by dialect. */
export const CURRENT_POSITIONS = inEachDialect((dialect) =>
  recordOf<ShownPosition>(CURRENT_FORMS[DIFFERENCES.positionKeys.does[dialect]]),
);

/** Closed positions by dialect. */
export const CLOSED_POSITIONS = inEachDialect((dialect) =>
  recordOf<ShownPosition>(CLOSED_FORMS[DIFFERENCES.closedPositionKeys.does[dialect]]),
);

// Sort orders of positions. Ties are ordered by condition id and outcome, so that pages do not overlap.

/** A position with the current price of its outcome. */
export type PricedPosition = StoredPosition & { readonly halfTicks: number };

type SortPositions = (positions: readonly PricedPosition[], sign: 1 | -1) => PricedPosition[];

/** Sorts by a key computed once per position. */
function sortBy<Key>(
  keyOf: (position: PricedPosition) => Key,
  compare: (a: Key, b: Key) => number,
): SortPositions {
  return (positions, sign) =>
    positions
      .map((position) => ({ position, key: keyOf(position) }))
      .sort((a, b) => sign * compare(a.key, b.key) || tie(a.position, b.position))
      .map(({ position }) => position);
}

const tie = (a: StoredPosition, b: StoredPosition): number =>
  compareKeys(a.conditionId, b.conditionId) || compareKeys(a.outcome, b.outcome);

const sortByStatistic = (figure: ComputeStatistic): SortPositions => sortBy(figure, compareRatios);

const byKey = <Key extends string | number>(keyOf: (position: StoredPosition) => Key): SortPositions =>
  sortBy(keyOf, compareKeys);

const compareKeys = <Key extends string | number>(a: Key, b: Key): number => (a < b ? -1 : a > b ? 1 : 0);

/** Sort key of a market without an end date: after every date. */
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
} as const satisfies Readonly<Record<string, SortPositions>>;

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

// A page of a wallet's positions. One read gets all matching positions as short rows, to sort by exact values; a second
// read gets the market descriptions of the page. Both use one snapshot of the database.

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

/** Reads the page of the positions that `list` returns; `list` gets the texts to include. */
async function readPositions(
  { context, dialect }: ReadContext,
  page: PositionPage,
  list: (sql: AnySql, texts: PositionTexts) => Promise<readonly StoredPosition[]>,
): Promise<ShownPosition[]> {
  const { wallet, title, order, direction, offset, limit } = page;
  return readSnapshot(await context.readSql(), async (sql) => {
    const storedPositions = await list(sql, {
      titled: title !== undefined || order === "TITLE",
      dated: order === "RESOLVING",
    });
    const matchingPositions = title === undefined ? storedPositions : storedPositions.filter(isTitled(title));
    const shown = inOrder(matchingPositions.map(priced), order, direction).slice(offset, offset + limit);
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
  answer: (dialect) => Type.Array(CURRENT_POSITIONS[dialect].schema),
  maxAgeSeconds: 1,
  handle: async ({ context, dialect, query }) => {
    const { user, market, eventId: eventIds, title, limit, offset } = query;
    if (market !== undefined && eventIds !== undefined) return invalidField("eventId");
    const wallet = toLowerCase(user);
    // Only some dialects filter by an explicit false.
    const claimFilter = (claim: boolean | undefined) =>
      claim === true || DIFFERENCES.falseClaims.does[dialect] === "filter" ? claim : undefined;
    const filter = {
      wallet,
      conditionIds: market?.map(normalizeCondition),
      eventIds,
      leastLots: toLotsRoundedUp(query.sizeThreshold),
      redeemable: claimFilter(query.redeemable),
      mergeable: claimFilter(query.mergeable),
    };
    return answerUntilCommit(context, { name: nameAnswer("positions", dialect, query) }, async () => {
      const shown = await readPositions(
        { context, dialect },
        { wallet, title, order: query.sortBy, direction: query.sortDirection, offset, limit },
        (sql, texts) => listCurrentPositions(sql, { ...filter, ...texts }),
      );
      return { body: lazyRows(shown, CURRENT_POSITIONS[dialect].write) };
    });
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
  answer: (dialect) => Type.Array(CLOSED_POSITIONS[dialect].schema),
  maxAgeSeconds: 1,
  handle: async ({ context, dialect, query }) => {
    const { user, market, eventId: eventIds, title, limit, offset } = query;
    if (market !== undefined && eventIds !== undefined) return invalidField("eventId");
    const wallet = toLowerCase(user);
    const filter = {
      wallet,
      conditionIds: market?.map(normalizeCondition),
      eventIds,
      leastBought: query.sizeThreshold && toLotsRoundedUp(query.sizeThreshold),
    };
    return answerUntilCommit(context, { name: nameAnswer("closed positions", dialect, query) }, async () => {
      const shown = await readPositions(
        { context, dialect },
        { wallet, title, order: query.sortBy, direction: query.sortDirection, offset, limit },
        (sql, texts) => listStored(sql, { ...filter, ...texts }),
      );
      return { body: lazyRows(shown, CLOSED_POSITIONS[dialect].write) };
    });
  },
});
