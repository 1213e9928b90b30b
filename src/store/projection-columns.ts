/**
 * The rows that a batch leaves behind as columns, in the order of the commit statement's parameters. Arrays are text
 * in PostgreSQL's array form: every element here is a number, a boolean, hex or a plain word, so none needs quotes
 * but the payout, which is an array itself.
 */
import { bestAsk, bestBid } from "../core/book.ts";
import { figuresOfEvent, liquidityOf } from "../core/figures.ts";
import { flagsOfEvent } from "../core/flags.ts";
import { tokenNumber } from "../core/state.ts";
import type { Order } from "../core/state.ts";
import type { Touched } from "./projection.ts";

type Element = string | number | boolean | undefined;
type Column = Element[];

/** An array parameter; `undefined` is null. */
export const arrayText = (column: Column): string =>
  `{${column.map((element) => (element === undefined ? "null" : element)).join(",")}}`;

/** Turns rows into `width` columns. */
function columns<Row>(width: number, rows: Iterable<Row>, cells: (row: Row) => Element[]): Column[] {
  const result: Column[] = Array.from({ length: width }, () => []);
  for (const row of rows) cells(row).forEach((cell, index) => result[index].push(cell));
  return result;
}

export const accountColumns = (touched: Touched): Column[] =>
  columns(5, touched.accounts.values(), ({ no, address, owner, collateral, held }) => [
    no,
    address,
    owner,
    collateral,
    held,
  ]);

export const positionColumns = (touched: Touched): Column[] =>
  columns(5, touched.positions.values(), ({ account, market, outcome }) => {
    const position = account.positions.get(tokenNumber(market, outcome));
    return [account.no, market.no, outcome, position?.lots ?? 0, position?.held ?? 0];
  });

/** Status and reason of an order after the batch. */
function ending(
  touched: Touched,
  order: Order,
  ended: string | undefined,
): [status: string, reason?: string] {
  const reason = touched.canceled.get(order.no) ?? ended;
  if (reason !== undefined) return ["canceled", reason];
  return [order.remaining === 0 ? "matched" : "live"];
}

const filled = (order: Order): number => order.lots - order.remaining;

export const placedOrderColumns = (touched: Touched): Column[] =>
  columns(16, touched.placed, ({ order, builder, ended }) => {
    const [status, reason] = ending(touched, order, ended);
    return [
      order.no,
      order.id.slice(2),
      order.account.no,
      order.market.no,
      order.outcome,
      order.side,
      order.kind,
      order.postOnly,
      order.limit,
      order.lots,
      filled(order),
      status,
      reason,
      order.expiresAt,
      order.apiKey,
      /^0x0*$/.test(builder) || builder === "" ? undefined : builder.slice(2),
    ];
  });

export function changedOrderColumns(touched: Touched): Column[] {
  const placed = new Set(touched.placed.map(({ order }) => order.no));
  const rows = [...touched.changed.values()].filter((order) => !placed.has(order.no));
  return columns(4, rows, (order) => {
    const [status, reason] = ending(touched, order, undefined);
    return [order.no, filled(order), status, reason];
  });
}

export const tradeColumns = (touched: Touched): Column[] =>
  columns(8, touched.trades, ({ no, market, taker, maker, lots, price }) => [
    no,
    market.no,
    taker.no,
    maker.no,
    taker.account.no,
    maker.account.no,
    lots,
    price,
  ]);

export const recordColumns = (touched: Touched): Column[] =>
  columns(3, touched.records, ({ market, minute, midpoint }) => [market.no, minute, midpoint]);

export const marketColumns = (touched: Touched): Column[] =>
  columns(16, touched.markets.values(), (market) => [
    market.no,
    market.status,
    market.tick,
    market.minimumLots,
    market.negativeRisk,
    market.payout === undefined ? undefined : `"{${market.payout.join(",")}}"`,
    market.backing,
    market.lastTrade?.price,
    market.lastTrade?.side,
    market.lastTrade?.at,
    market.recorded?.midpoint,
    market.recorded?.minute,
    bestBid(market.book),
    bestAsk(market.book),
    market.volume,
    liquidityOf(market),
  ]);

export const figureColumns = (touched: Touched): Column[] =>
  columns(3, touched.events.values(), (event) => {
    const { volume, liquidity } = figuresOfEvent(event);
    return [event.id, volume, liquidity];
  });

export const volumeColumns = (touched: Touched): Column[] =>
  columns(3, touched.volumes.values(), ({ market: { no, event }, volume }) => [no, event.id, volume]);

export const marketFlagColumns = (touched: Touched): Column[] =>
  columns(4, touched.flaggedMarkets.values(), ({ no, flags: { active, closed, archived } }) => [
    no,
    active,
    closed,
    archived,
  ]);

export const eventFlagColumns = (touched: Touched): Column[] =>
  columns(4, touched.flaggedEvents.values(), (event) => {
    const { active, closed, archived } = flagsOfEvent(event);
    return [event.id, active, closed, archived];
  });
