/**
 * Trades as the trading interface lists them: one per fill of an incoming order (taker) by a resting one (maker),
 * newest first. Pages go by offset: under inserts a walk may meet a row twice and never misses one.
 */
import type { Outcome, Side } from "../../core/state.ts";
import type { Lots, Micros, Ticks } from "../../core/units.ts";
import type { Sql } from "../sql/database.ts";

export type TradeParty = {
  readonly orderId: string;
  /** Lower-case address of the wallet. */
  readonly wallet: string;
  /** Lower-case address of the wallet that signs for it. */
  readonly owner: string;
  readonly apiKey: string;
  readonly tokenId: string;
  readonly outcome: Outcome;
  readonly outcomeLabel: string;
  readonly side: Side;
  /** Fee that the fill cost it besides its price. */
  readonly fee: Micros;
};

export type TradeRecord = {
  readonly no: number;
  readonly conditionId: string;
  readonly lots: Lots;
  /** Price in terms of outcome 0. */
  readonly price: Ticks;
  /** Milliseconds. */
  readonly at: number;
  /** Journal hash of the settling batch. */
  readonly hash: Buffer;
  readonly taker: TradeParty;
  readonly maker: TradeParty;
  /** The taker's builder code, hex without 0x. */
  readonly builder: string | null;
  /** Rate of the market's fees in 0.0001; `null` where trading is free. */
  readonly feeRate: number | null;
};

export type TradeFilter = {
  /** Trades in which a wallet of this owner is a party. */
  readonly owner?: string | undefined;
  readonly no?: number | undefined;
  readonly taker?: string | undefined;
  readonly maker?: string | undefined;
  /** A party on either side. */
  readonly party?: string | undefined;
  readonly conditionId?: string | undefined;
  /** A token of either party. */
  readonly tokenId?: string | undefined;
  /** Unix seconds, exclusive. */
  readonly before?: number | undefined;
  readonly after?: number | undefined;
  /** Trades attributed to a builder: any, or this one (hex without 0x). */
  readonly builder?: "any" | string | undefined;
};

export type TradePage = {
  readonly filter: TradeFilter;
  readonly offset: number;
  readonly limit: number;
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

/** A page of the trades that match, newest first. */
export async function listTrades(sql: Sql, { filter, offset, limit }: TradePage): Promise<TradeRecord[]> {
  const { owner, no, taker, maker, party, conditionId, tokenId, before, after, builder } = filter;
  const owned = (wallet: string) => sql`array(select no from accounts where owner = ${wallet})`;
  const named = (wallet: string) => sql`array(select no from accounts where address = ${wallet})`;
  const rows = await sql<Row[]>`
    with page as (
      select trades.* from trades
      join markets on markets.no = trades.market
      join orders taker on taker.no = trades.taker
      join orders maker on maker.no = trades.maker
      where true
        ${no === undefined ? sql`` : sql`and trades.no = ${no}`}
        ${owner === undefined ? sql`` : sql`and (trades.taker_account = any(${owned(owner)}) or trades.maker_account = any(${owned(owner)}))`}
        ${taker === undefined ? sql`` : sql`and trades.taker_account = any(${named(taker)})`}
        ${maker === undefined ? sql`` : sql`and trades.maker_account = any(${named(maker)})`}
        ${party === undefined ? sql`` : sql`and (trades.taker_account = any(${named(party)}) or trades.maker_account = any(${named(party)}))`}
        ${conditionId === undefined ? sql`` : sql`and trades.market = (select no from markets where condition_id = ${conditionId})`}
        ${tokenId === undefined ? sql`` : sql`and ${tokenId} in (markets.token_ids[taker.outcome + 1], markets.token_ids[maker.outcome + 1])`}
        ${before === undefined ? sql`` : sql`and trades.at < ${before * 1000}`}
        ${after === undefined ? sql`` : sql`and trades.at >= ${(after + 1) * 1000}`}
        ${builder === undefined ? sql`` : builder === "any" ? sql`and taker.builder is not null` : sql`and taker.builder = decode(${builder}, 'hex')`}
      order by trades.no desc limit ${limit} offset ${offset}
    )
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
  return rows.map(recordOf);
}

function recordOf(row: Row): TradeRecord {
  const { no, conditionId, lots, price, at, hash, builder, feeRate } = row;
  const token = (outcome: Outcome) => ({
    outcome,
    tokenId: row.tokenIds[outcome],
    outcomeLabel: row.outcomes[outcome],
  });
  return {
    no,
    conditionId,
    lots,
    price,
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
    maker: {
      orderId: row.makerId,
      wallet: row.makerWallet,
      owner: row.makerOwner,
      apiKey: row.makerKey,
      side: row.makerSide,
      fee: row.makerFee,
      ...token(row.makerOutcome),
    },
  };
}
