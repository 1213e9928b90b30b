/**
 * Trades as the trading interface lists them, newest first. A trade is either one fill of an incoming order (taker) by a
 * resting one (maker), or an execution. An execution has all fills of the taker at its placement, the only time when the
 * taker is the incoming order. The fills' numbers are consecutive, and each fill names the first one as its execution.
 */
import { sumFills } from "../../core/orders/match.ts";
import type { FillTotals } from "../../core/orders/match.ts";
import { STANDARD_LIMITS } from "../../core/limits.ts";
import type { Outcome, Side } from "../../core/state.ts";
import { NO_MICROS, addMicros } from "../../core/units.ts";
import type { Lots, Micros, Ticks } from "../../core/units.ts";
import type { AnySql, Fragment, Sql } from "../sql/database.ts";
import { matchingFills } from "./fills.ts";
import type { TradeFilter } from "./fills.ts";

// Sums over fills: traded shares of markets, and trading totals of a wallet.

/** Traded shares of a market, counted for incoming orders. */
type TradedMarket = { readonly conditionId: string; readonly lots: Lots };

/** Lists the markets of these events, most traded first. */
export const listTradedShares = (sql: Sql, eventIds: readonly number[]): Promise<TradedMarket[]> =>
  sql<TradedMarket[]>`
    select condition_id as "conditionId", coalesce(traded.lots, 0)::bigint as lots
    from markets join market_states on market_states.market = markets.no and status <> 'draft' left join lateral (
      select sum(trades.lots) as lots from trades where trades.market = markets.no
    ) as traded on true
    where event_id = any(${eventIds as number[]}::bigint[])
    order by lots desc, markets.no`;

type WalletVolume = {
  readonly lots: Lots;
  /** Collateral exchanged at the wallet's own prices, without fees. */
  readonly cash: Micros;
  /** Number of fills; a fill with itself counts twice. */
  readonly fills: number;
};

type VolumeSpan = {
  /** Lower-case address. */
  readonly wallet: string;
  /** Milliseconds, `from` inclusive, `until` exclusive. */
  readonly from: number | undefined;
  readonly until: number | undefined;
};

export async function sumWalletVolume(sql: Sql, { wallet, from, until }: VolumeSpan): Promise<WalletVolume> {
  const fillsOf = (party: "taker" | "maker") => sql`
    select trades.lots, trades.lots * case own.outcome when 0 then trades.price else 10000 - trades.price end as cash
    from trades join orders as own on own.no = ${sql(party)}
    where ${sql(`${party}_account`)} = (select no from accounts where address = ${wallet})
      ${from === undefined ? sql`` : sql`and at >= ${from}`}
      ${until === undefined ? sql`` : sql`and at < ${until}`}`;
  const [sums] = await sql<[WalletVolume]>`
    select coalesce(sum(lots), 0)::bigint as lots, coalesce(sum(cash), 0)::bigint as cash, count(*)::bigint as fills
    from (${fillsOf("taker")} union all ${fillsOf("maker")}) as fills`;
  return sums;
}

/** Unit of a trade: a single fill, or all fills of an incoming order at its placement. */
export type TradeUnit = "fill" | "execution";

/** Selects the number of the execution that the row of `trades` belongs to. */
export const firstFill = (sql: AnySql) => sql`
  (select first.no from trades first where first.taker = trades.taker order by first.no limit 1)`;

export type TradeParty = {
  readonly orderId: string;
  /** Lower-case address of the wallet. */
  readonly wallet: string;
  /** Lower-case address of the wallet's owner, which signs. */
  readonly owner: string;
  readonly apiKey: string;
  readonly tokenId: string;
  readonly outcome: Outcome;
  readonly outcomeLabel: string;
  readonly side: Side;
  /** Fee that the order paid for its fills in the trade, on top of the price. */
  readonly fee: Micros;
};

export type TradeFill = {
  readonly lots: Lots;
  /** Price of outcome 0. */
  readonly price: Ticks;
  readonly maker: TradeParty;
};

export type TradeRecord = {
  /** Number of its first fill. */
  readonly no: number;
  readonly conditionId: string;
  /** Milliseconds. */
  readonly at: number;
  /** Journal hash of the settling batch. */
  readonly hash: Buffer;
  readonly taker: TradeParty;
  /** Shares and collateral of the trade, from the taker's view. */
  readonly totals: FillTotals;
  /** Fills to show, in order of execution. */
  readonly fills: readonly TradeFill[];
  /** The taker's builder code, hex without 0x. */
  readonly builder: string | null;
  /** Fee rate of the market in 0.0001; `null` if trading is free. */
  readonly feeRate: number | null;
};

type TradePage = {
  readonly filter: TradeFilter;
  readonly offset: number;
  readonly limit: number;
};

type ExecutionPage = {
  /** Filter that at least one fill of the execution must match. */
  readonly filter: TradeFilter;
  readonly limit: number;
};

type ExecutionList = {
  readonly rows: readonly TradeRecord[];
  /** True if more executions follow. */
  readonly more: boolean;
};

type Row = {
  no: number;
  conditionId: string;
  lots: Lots;
  price: Ticks;
  at: number;
  hash: Buffer;
  builder: string | null;
  feeRate: number | null;
  tokenIds: [string, string];
  outcomes: [string, string];
  takerId: string;
  takerWallet: string;
  takerOwner: string;
  takerKey: string;
  takerOutcome: Outcome;
  takerSide: Side;
  takerFee: Micros;
  makerId: string;
  makerWallet: string;
  makerOwner: string;
  makerKey: string;
  makerOutcome: Outcome;
  makerSide: Side;
  makerFee: Micros;
};

/** Lists a page of matching fills, each as a trade. */
export async function listTrades(sql: Sql, { filter, offset, limit }: TradePage): Promise<TradeRecord[]> {
  const rows = await sql<Row[]>`
    with matched as (${matchingFills(sql, filter, offset + limit)}), page as (
      select * from trades where no = any(array(select no from matched order by no desc limit ${limit} offset ${offset}))
    )
    ${describedPage(sql)}`;
  return rows.map(toTradeRecord);
}

/** Maximum number of fills that a page of executions reads; every execution has fewer. */
const MAX_FILLS = STANDARD_LIMITS.metByOne + 1;

/**
 * Lists a page of matching executions, each with all its fills as one trade. It may be shorter than `limit` if
 * executions have many fills.
 */
export async function listExecutions(sql: Sql, { filter, limit }: ExecutionPage): Promise<ExecutionList> {
  const rows = await sql<Row[]>`
    with matched as (${matchingFills(sql, filter, MAX_FILLS)}), page as (
      select * from trades where taker = any(array(
        select taker from matched group by taker order by max(no) desc limit ${limit + 1}
      )) order by no desc limit ${MAX_FILLS}
    )
    ${describedPage(sql)}`;
  const trades = groupExecutions(rows.map(toTradeRecord));
  // The last execution may lack fills that were not read.
  const whole = rows.length === MAX_FILLS ? trades.slice(0, -1) : trades;
  return { rows: whole.slice(0, limit), more: trades.length > Math.min(whole.length, limit) };
}

/** Groups fills, which are newest first, by incoming order. */
const groupExecutions = (trades: readonly TradeRecord[]): TradeRecord[] =>
  [...Map.groupBy(trades, ({ taker }) => taker.orderId).values()].flatMap((newestFirst) => {
    const own = newestFirst.toReversed();
    const fills = own.flatMap((trade) => trade.fills);
    const fee = own.reduce((sum, { taker }) => addMicros(sum, taker.fee), NO_MICROS);
    return own.slice(0, 1).map((first) => ({
      ...first,
      taker: { ...first.taker, fee },
      totals: sumFills(first.taker, fills),
      fills,
    }));
  });

/** Selects the columns of the fills of `page`, newest first. */
const describedPage = (sql: Sql): Fragment => sql`
  select page.no, markets.condition_id as "conditionId", page.lots, page.price, page.at, journal.hash,
    encode(taker.builder, 'hex') as builder, market_states.fee_rate as "feeRate", page.taker_fee as "takerFee",
    page.maker_fee as "makerFee", markets.token_ids as "tokenIds",
    array[markets.content -> 'outcomes' ->> 0, markets.content -> 'outcomes' ->> 1] as outcomes,
    '0x' || encode(taker.id, 'hex') as "takerId", taker_account.address as "takerWallet",
    taker_account.owner as "takerOwner", taker.api_key as "takerKey", taker.outcome as "takerOutcome",
    taker.side as "takerSide",
    '0x' || encode(maker.id, 'hex') as "makerId", maker_account.address as "makerWallet",
    maker_account.owner as "makerOwner", maker.api_key as "makerKey", maker.outcome as "makerOutcome",
    maker.side as "makerSide"
  from page
  join markets on markets.no = page.market
  join market_states on market_states.market = page.market
  join journal on journal.seq = page.batch
  join orders taker on taker.no = page.taker
  join orders maker on maker.no = page.maker
  join accounts taker_account on taker_account.no = page.taker_account
  join accounts maker_account on maker_account.no = page.maker_account
  order by page.no desc`;

function toTradeRecord(row: Row): TradeRecord {
  const { no, conditionId, lots, price, at, hash, builder, feeRate } = row;
  const token = (outcome: Outcome) => ({
    outcome,
    tokenId: row.tokenIds[outcome],
    outcomeLabel: row.outcomes[outcome],
  });
  return {
    no,
    conditionId,
    at,
    hash,
    builder,
    feeRate,
    taker: {
      orderId: row.takerId,
      wallet: row.takerWallet,
      owner: row.takerOwner,
      apiKey: row.takerKey,
      side: row.takerSide,
      fee: row.takerFee,
      ...token(row.takerOutcome),
    },
    totals: sumFills({ outcome: row.takerOutcome }, [{ lots, price }]),
    fills: [
      {
        lots,
        price,
        maker: {
          orderId: row.makerId,
          wallet: row.makerWallet,
          owner: row.makerOwner,
          apiKey: row.makerKey,
          side: row.makerSide,
          fee: row.makerFee,
          ...token(row.makerOutcome),
        },
      },
    ],
  };
}

// Trades of orders before a given trade, which a follower of live events cannot know.

/** Number of a fill, and of its execution. */
export type TradeNumbers = Readonly<Record<TradeUnit, number>>;

export type EarlierTradesQuery = {
  /** Order numbers. */
  readonly orders: readonly number[];
  /** Upper bound of fill numbers, exclusive. */
  readonly before: number;
  /** Maximum number of fills per order; the latest are taken. */
  readonly limit: number;
};

/** Earlier fills in ascending order, by order number. */
export type EarlierTrades = ReadonlyMap<number, readonly TradeNumbers[]>;

export async function findEarlierTrades(
  sql: Sql,
  { orders, before, limit }: EarlierTradesQuery,
): Promise<EarlierTrades> {
  const newest = sql`trades.no < ${before} order by trades.no desc limit ${limit}`;
  const rows = await sql<({ asked: number } & TradeNumbers)[]>`
    select asked, trades.no as fill, ${firstFill(sql)} as execution
    from unnest(${orders as number[]}::bigint[]) as asked
    cross join lateral (
      (select no, taker from trades where taker = asked and ${newest})
      union all
      (select no, taker from trades where maker = asked and ${newest})
      order by no desc limit ${limit}
    ) as trades
    order by asked, fill`;
  return Map.groupBy(rows, ({ asked }) => asked);
}
