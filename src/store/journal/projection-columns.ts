/**
 * The rows that a batch leaves behind as columns, in the order of the commit statement's parameters. Arrays are text
 * in PostgreSQL's array form: every element here is a number, a boolean, hex or a plain word, so none needs quotes
 * but the payout, which is an array itself.
 */
import { bestAsk, bestBid } from "../../core/book.ts";
import type { Payout } from "../../core/catalog.ts";
import { figuresOfEvent, liquidityOf } from "../../core/figures.ts";
import { flagsOfEvent } from "../../core/flags.ts";
import { emptyPosition } from "../../core/position.ts";
import { tokenNumber } from "../../core/state.ts";
import type { Order } from "../../core/state.ts";
import { builderCode } from "./projection.ts";
import type { Touched } from "./touched.ts";

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
  columns(7, touched.accounts.values(), ({ no, address, owner, collateral, held, volume, realized }) => [
    no,
    address,
    owner,
    collateral,
    held,
    volume,
    realized,
  ]);

export const positionColumns = (touched: Touched): Column[] =>
  columns(9, touched.positions.values(), ({ account, market, outcome }) => {
    const position = account.positions.get(tokenNumber(market, outcome)) ?? emptyPosition();
    const { lots, held, average, bought, realized, changedAt } = position;
    return [account.no, market.no, outcome, lots, held, average, bought, realized, changedAt];
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
      builderCode(builder),
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
  columns(10, touched.trades, ({ no, market, taker, maker, lots, price, takerFee, makerFee }) => [
    no,
    market.no,
    taker.no,
    maker.no,
    taker.account.no,
    maker.account.no,
    lots,
    price,
    takerFee,
    makerFee,
  ]);

export const operationColumns = (touched: Touched): Column[] =>
  columns(8, touched.operations, (row) => [
    row.place,
    row.leg,
    row.account.no,
    row.kind,
    row.market?.no,
    row.collateral,
    row.lots[0],
    row.lots[1],
  ]);

export const dayColumns = (touched: Touched): Column[] =>
  columns(3, touched.traders.values(), ({ no, volume, realized }) => [no, volume, realized]);

export const builderColumns = (touched: Touched): Column[] =>
  columns(2, touched.builders, ([builder, volume]) => [builder, volume]);

export const recordColumns = ({ records }: Pick<Touched, "records">): Column[] =>
  columns(3, records, ({ market, minute, midpoint }) => [market.no, minute, midpoint]);

export const marketColumns = (touched: Touched): Column[] =>
  columns(25, touched.markets.values(), (market) => [
    market.no,
    market.status,
    market.tick,
    market.minimumLots,
    market.negativeRisk,
    quotedPayout(market.payout),
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
    market.burned,
    market.redeemed,
    market.resolvedAt === 0 ? undefined : market.resolvedAt,
    quotedPayout(market.proposal?.payout),
    market.proposal?.disputed ?? false,
    market.fees?.rate,
    market.fees?.exponent,
    market.fees?.takerOnly,
    market.autoRedeem,
  ]);

const quotedPayout = (payout: Payout | undefined): string | undefined =>
  payout === undefined ? undefined : `"{${payout.join(",")}}"`;

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
