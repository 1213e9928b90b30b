/** Volume, traders and fees by day and by market, for operators. */
import { storableText } from "../../values/shown-text.ts";
import { Type } from "typebox";
import { parseListedInstant } from "../../../listings/dates.ts";
import type { Context } from "../../../context.ts";
import { isRejection, reject } from "../../../core/rejection.ts";
import type { Rejection } from "../../../core/rejection.ts";
import { collateralText } from "../../../core/units.ts";
import { DAY_MS } from "../../../store/catalog/catalog-records.ts";
import {
  NO_STATISTICS,
  listSpanStatistics,
  rankMarkets as readRanking,
  STATISTICS_ORDERS,
} from "../../../store/reads/statistics.ts";
import type {
  DaySpan,
  StatisticsQuery,
  RankedMarket,
  SpanStatistics,
  TradeStatistics,
} from "../../../store/reads/statistics.ts";
import { findTaggedMarkets } from "../../../store/reads/markets.ts";
import type { Endpoint } from "../../operation/endpoint.ts";
import { pageLimit } from "../../operation/page-limit.ts";
import { OrNull } from "../../values/resolution-answer.ts";
import type { SimulationControl } from "../../sandbox/simulation-control.ts";
import { listHouseAccounts, listHouseTraders } from "./house-accounts.ts";
import { readOperation, STATISTICS } from "../operation.ts";
import { readEventParam, readListedMarket } from "../path-params.ts";

// Calendar spans of a range of days, in UTC.

export const SPAN_UNITS = ["day", "week", "month"] as const;
/** A day, a week from Monday on, or a calendar month. */
type SpanUnit = (typeof SPAN_UNITS)[number];

/** Lists the spans in order; the first and the last span have only the days within the range. */
export function listSpans({ from, until }: DaySpan, unit: SpanUnit): readonly DaySpan[] {
  const spans: DaySpan[] = [];
  for (let first = from; first < until; first = spans.at(-1)?.until ?? until)
    spans.push({ from: first, until: Math.min(nextSpan(first, unit), until) });
  return spans;
}

/** Lists the first day of the span of each day in the range. */
export const listSpanStarts = (spans: readonly DaySpan[]): readonly number[] =>
  spans.flatMap(({ from, until }) => Array.from({ length: until - from }, () => from));

const DAYS_OF_WEEK = 7;
/** Day number of the first Monday: the first of January 1970 was a Thursday. */
const FIRST_MONDAY = 4;

/** Returns the first day of the next span after a day. */
function nextSpan(day: number, unit: SpanUnit): number {
  switch (unit) {
    case "day":
      return day + 1;
    case "week":
      return day + DAYS_OF_WEEK - ((day + DAYS_OF_WEEK - FIRST_MONDAY) % DAYS_OF_WEEK);
    case "month": {
      const date = new Date(day * DAY_MS);
      return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) / DAY_MS;
    }
  }
}

// Selection of days, markets and accounts, the same in all statistics operations.

/** Maximum days of one answer: three years. */
const MAX_DAYS = 1_096;
const USUAL_DAYS = 30;
/**
 * Row count that a statistics request declares to the slow-query queue. The count exceeds the rows of the answer, since
 * statistics read many rows.
 */
const DECLARED_ROWS = 10_000;
const MAX_PARAM_LENGTH = 400;

const TextParam = (description: string) => Type.Optional({ ...storableText(MAX_PARAM_LENGTH), description });
const Day = (description: string) =>
  Type.Optional(Type.String({ maxLength: 40, description: `${description}, as 2026-05-01, in UTC` }));

const StatisticsParams = Type.Object({
  from: Day(`The first day; ${USUAL_DAYS} days before the end unless given`),
  to: Day(`The day before which the figures end, at most ${MAX_DAYS} days later; tomorrow unless given`),
  market: TextParam("The only market: a condition id, token id or number, or the slug of one market"),
  event: TextParam("The event whose markets count: its id or slug"),
  category: TextParam("The tag whose events' markets count: its slug"),
  withoutHouse: Type.Boolean({
    default: false,
    description:
      "true leaves the trades, fees and payments of the house and, in a sandbox, of the residents out; traders and accounts are always without them",
  }),
});

/** Values of a query as received. */
type StatisticsParams = Type.Static<typeof StatisticsParams>;

type Reader = { readonly context: Context; readonly residents: SimulationControl | undefined };

async function readStatisticsParams(
  { context, residents }: Reader,
  terms: StatisticsParams,
): Promise<StatisticsQuery | Rejection> {
  const days = readDays(terms, Math.floor(context.clock() / DAY_MS));
  if (isRejection(days)) return days;
  const markets = await readMarkets(context, terms);
  if (isRejection(markets)) return markets;
  const without = terms.withoutHouse ? listHouseTraders(context, residents) : [];
  return { ...days, markets, without, house: listHouseAccounts(context, residents) };
}

function readDays({ from, to }: StatisticsParams, today: number): DaySpan | Rejection {
  const until = to === undefined ? today + 1 : readDay(to);
  if (until === undefined) return rejectDay("to", to);
  const first = from === undefined ? until - USUAL_DAYS : readDay(from);
  if (first === undefined) return rejectDay("from", from);
  if (first >= until)
    return reject("invalid_payload", `to: expected a day after ${dayText(first)}, got ${dayText(until)}`);
  if (until - first > MAX_DAYS)
    return reject(
      "invalid_payload",
      `from, to: expected at most ${MAX_DAYS} days, got ${until - first}: from ${dayText(first)} to ${dayText(until)}`,
    );
  return { from: first, until };
}

const DAY = /^\d{4}-\d\d-\d\d$/;

/** Parses a day to its number since 1970. */
function readDay(text: string): number | undefined {
  const instant = DAY.test(text) ? parseListedInstant(text) : undefined;
  const day = instant === undefined ? -1 : Date.parse(instant) / DAY_MS;
  return day < 0 ? undefined : day;
}

const rejectDay = (name: string, got = ""): Rejection =>
  reject("invalid_payload", `${name}: expected a day since 1970 as 2026-05-01, got "${got}"`);

/** Formats a day since 1970 as 2026-05-01. */
const dayText = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, "2026-05-01".length);

/** Returns the numbers of the selected markets; `undefined` without a selection, which means all. */
async function readMarkets(
  context: Context,
  terms: StatisticsParams,
): Promise<number[] | undefined | Rejection> {
  const { market, event, category } = terms;
  const givenFilters = Object.entries({ market, event, category }).filter(([, term]) => term !== undefined);
  if (givenFilters.length > 1)
    return reject(
      "invalid_payload",
      `market, event, category: expected one of them, got ${givenFilters.map(([name]) => name).join(" and ")}`,
    );
  if (market !== undefined) {
    const found = await readListedMarket(context, market);
    return isRejection(found) ? found : [found.no];
  }
  if (event !== undefined) {
    const found = await readEventParam(context, event);
    if (isRejection(found)) return found;
    return context.engine.exchange.events.get(found.id)?.markets.map(({ no }) => no) ?? [];
  }
  return category === undefined ? undefined : readCategory(context, category);
}

async function readCategory(context: Context, slug: string): Promise<number[] | Rejection> {
  const found = await findTaggedMarkets(await context.adHocSql(), slug);
  return found ?? reject("invalid_payload", `category: expected the slug of a tag, got "${slug}"`);
}

// GET /figures: volume, trades, active traders, fees, deposits and withdrawals by day, week or month.

/** Statistics of trades, of a span or of a market. */
const TradeFields = {
  trades: Type.Integer({
    description:
      "Fills, each counted once: with the wallet whose order came in. Below 0 where more were taken back",
  }),
  volume: Type.String({
    description: "Collateral that changed hands in them: shares at the price of the incoming order's token",
  }),
  fees: Type.String({ description: "Fees in USDC that both sides paid; the exchange keeps all of them" }),
  traders: Type.Integer({
    description:
      "Wallets with at least one fill on either side, each counted once, without those of the house and of residents",
  }),
};

const SpanFields = {
  ...TradeFields,
  accounts: OrNull(
    Type.Integer({
      description:
        "Accounts that were opened, without those of the house and of residents; null where only some markets count",
    }),
  ),
  deposits: OrNull(
    Type.String({ description: "Collateral that came in; null where only some markets count" }),
  ),
  withdrawals: OrNull(
    Type.String({
      description: "Collateral that owners and operators took out; null where only some markets count",
    }),
  ),
};

export const StatisticsAnswer = Type.Object({
  from: Type.String({ description: "The first day, YYYY-MM-DD in UTC" }),
  to: Type.String({ description: "The day before which the figures end" }),
  per: Type.Enum([...SPAN_UNITS]),
  total: Type.Object(SpanFields, {
    description: "All days together; a wallet is one trader, however many its days",
  }),
  data: Type.Array(
    Type.Object({
      from: Type.String({ description: "First day of the span that counts" }),
      to: Type.String({ description: "The day before which it ends" }),
      ...SpanFields,
    }),
    {
      description:
        "All spans, also those without trades, the earliest first; the first and the last may be cut",
    },
  ),
});

/** Creates the operation; `residents` are a sandbox's simulated traders. */
export const getStatistics = (residents: SimulationControl | undefined): Endpoint =>
  readOperation({
    path: "/figures",
    summary: "Get volume, trades, active traders, fees, new accounts and payments by day, week or month",
    group: STATISTICS,
    refuses: ["unknown_market", "unknown_event"],
    query: Type.Object({
      ...StatisticsParams.properties,
      per: Type.Enum([...SPAN_UNITS], {
        default: "day",
        description: "Days, weeks from Monday on, or months of the calendar, in UTC",
      }),
    }),
    answer: StatisticsAnswer,
    rows: DECLARED_ROWS,
    read: async ({ context, query: { per, ...terms } }) => {
      const params = await readStatisticsParams({ context, residents }, terms);
      if (isRejection(params)) return params;
      const spans = listSpans(params, per);
      const found = await listSpanStatistics(await context.readSql(), params, listSpanStarts(spans));
      const isWhole = params.markets === undefined;
      const byDay = new Map(found.map((figures) => [figures.day, figures]));
      const describe = (day: number | null) => describeSpan(byDay.get(day) ?? NO_STATISTICS, isWhole);
      const data = spans.map(({ from, until }) => ({
        from: dayText(from),
        to: dayText(until),
        ...describe(from),
      }));
      return { from: dayText(params.from), to: dayText(params.until), per, total: describe(null), data };
    },
  });

const describeTrades = ({ trades, volume, fees, traders }: TradeStatistics) => ({
  trades,
  volume: collateralText(volume),
  fees: collateralText(fees),
  traders,
});

/**
 * Describes a span. New accounts, deposits and withdrawals belong to no market, and are shown only if all markets are
 * selected.
 */
function describeSpan(figures: SpanStatistics, isWhole: boolean) {
  const { accounts, deposits, withdrawals } = figures;
  return {
    ...describeTrades(figures),
    accounts: isWhole ? accounts : null,
    deposits: isWhole ? collateralText(deposits) : null,
    withdrawals: isWhole ? collateralText(withdrawals) : null,
  };
}

// GET /figures/markets: markets ranked by their trading on some days.

const MAX_SKIPPED = 1_000_000;

export const RankedMarketsAnswer = Type.Object({
  from: Type.String({ description: "The first day, YYYY-MM-DD in UTC" }),
  to: Type.String({ description: "The day before which the figures end" }),
  total: Type.Integer({ description: "Markets with any trade on these days" }),
  data: Type.Array(
    Type.Object({
      conditionId: Type.String(),
      slug: Type.String(),
      question: Type.String(),
      event: Type.Object({ id: Type.String(), title: Type.String() }),
      ...TradeFields,
    }),
    { description: "The greatest first, equal ones as they were listed" },
  ),
});

/** Creates the operation; `residents` are a sandbox's simulated traders. */
export const rankMarkets = (residents: SimulationControl | undefined): Endpoint =>
  readOperation({
    path: "/figures/markets",
    summary: "Rank markets by volume, active traders, fees or trades",
    group: STATISTICS,
    refuses: ["unknown_market", "unknown_event"],
    query: Type.Object({
      ...StatisticsParams.properties,
      order: Type.Enum([...STATISTICS_ORDERS], { default: "volume", description: "The figure that ranks" }),
      limit: pageLimit({ default: 50, maximum: 500 }),
      offset: Type.Integer({ default: 0, minimum: 0, maximum: MAX_SKIPPED, description: "Markets to skip" }),
    }),
    answer: RankedMarketsAnswer,
    rows: DECLARED_ROWS,
    read: async ({ context, query: { order, limit, offset, ...terms } }) => {
      const params = await readStatisticsParams({ context, residents }, terms);
      if (isRejection(params)) return params;
      const page = { order, limit, offset };
      const { total, markets } = await readRanking(await context.readSql(), params, page);
      const { from, until } = params;
      return { from: dayText(from), to: dayText(until), total, data: markets.map(describeMarket) };
    },
  });

const describeMarket = ({ conditionId, slug, question, eventId, event, ...figures }: RankedMarket) => ({
  conditionId,
  slug,
  question,
  event: { id: eventId, title: event },
  ...describeTrades(figures),
});
