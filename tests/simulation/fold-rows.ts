/** Expected rows of the read tables, made from a fold: one text per row, columns in the order of the comments. */
import type { Payout } from "../../src/core/markets/catalog.ts";
import type { FoldMarket } from "./market-fold.ts";
import type { Fold, FoldOrder } from "./position-fold.ts";
import { bounded } from "./reference-position.ts";
import { restingFee } from "./reference-fees.ts";
import { doubleShownPrice } from "./reference-figures.ts";
import { ONE, sharesOf } from "./reference-state.ts";

export type Cell = string | number | bigint | boolean | Payout | null | undefined;

export const rowText = (cells: readonly Cell[]): string =>
  cells.map((cell) => (Array.isArray(cell) ? cell.join("/") : String(cell ?? "-"))).join(" ");

const sorted = (rows: readonly (readonly Cell[])[]): string[] => rows.map(rowText).sort();

/** Columns: no, address, owner, collateral, held, volume, realized. */
export const accountRows = (fold: Fold): string[] =>
  sorted(
    [...fold.accounts].map(([no, { address, owner, cash, volume, realized }]) => {
      const orders = ordersOf(fold, (order) => order.account === no && order.side === "BUY");
      const held = orders.reduce((sum, order) => sum + needOf(fold, order), 0);
      return [no, address, owner, cash, held, volume, realized];
    }),
  );

const ordersOf = (fold: Fold, isMeant: (order: FoldOrder) => boolean): FoldOrder[] =>
  [...fold.orders.values()].filter(isMeant);

function needOf({ markets }: Fold, { market, size, remaining, limit }: FoldOrder): number {
  const { fees } = markets.get(market)!;
  return remaining * limit + restingFee({ market: { fees }, size, remaining, limit }, remaining);
}

/** Columns: account, market, outcome, lots, held, average, bought, realized, changed_at. Includes empty positions. */
export const positionRows = (fold: Fold): string[] =>
  sorted(
    [...fold.accounts].flatMap(([no, { positions }]) =>
      [...positions]
        .filter(([, { changedAt }]) => changedAt > 0)
        .map(([token, { lots, average, bought, realized, changedAt }]) => {
          const [market = "", outcome = ""] = token.split(":");
          const sells = ordersOf(
            fold,
            (order) =>
              order.account === no && order.side === "SELL" && `${order.market}:${order.outcome}` === token,
          );
          const held = sells.reduce((sum, { remaining }) => sum + remaining, 0);
          return [no, market, outcome, lots, held, average, bought, realized, changedAt];
        }),
    ),
  );

/** Columns: batch, place, leg, at, account, kind, market, collateral, first_lots, second_lots. */
export const operationRows = (fold: Fold): string[] =>
  sorted(
    fold.operations.map(({ batch, place, leg, at, account, kind, market, collateral, lots }) => {
      return [batch, place, leg, at, account, kind, market, 0 + collateral, lots[0], lots[1]];
    }),
  );

/** Columns: day, account, volume, realized. */
export const dayRows = (fold: Fold): string[] => [...fold.days].map(([key, sums]) => `${key} ${sums}`).sort();

/** Columns: day, account, market, volume, realized, taker_trades, taker_volume, fees. */
export const marketDayRows = ({ marketDays, figures }: Fold): string[] =>
  [...marketDays]
    .map(([key, { volume, realized }]) => {
      const taken = figures.taken.get(key);
      const sums = [taken?.["trades"], taken?.["volume"], taken?.["fees"]].map((sum) => sum ?? 0);
      return `${key} ${volume} ${realized} ${sums.join(" ")}`;
    })
    .sort();

/** Columns: account, market, outcome, period, lots, average, realized. */
export const historyRows = (fold: Fold): string[] =>
  [...fold.history].map(([key, numbers]) => `${key} ${numbers}`).sort();

/** Columns: builder, day, volume. */
export const builderRows = (fold: Fold): string[] =>
  [...fold.builders].map(([key, volume]) => `${key} ${volume}`).sort();

/** Columns: event, converted. */
export const conversionRows = (fold: Fold): string[] => sorted([...fold.converted]);

/**
 * Columns: market, status, tick, minimum_lots, negative_risk, payout, backing, last_price, last_side, last_trade_at,
 * best_bid, best_ask, volume, liquidity, burned, redeemed, resolved_at, proposed_payout, disputed, fee_rate,
 * fee_exponent, fee_taker_only, auto_redeem, shown_price.
 */
export const marketRows = (fold: Fold): string[] =>
  sorted(
    [...fold.markets].map(([no, market]) => {
      const { status, tick, minimumLots, negativeRisk, payout, fees } = market;
      const { lastPrice, lastSide, lastTradeAt, volume, burned, redeemed } = market;
      const terms = [no, status, tick, minimumLots, negativeRisk, payout, backingOf(fold, no, market)];
      const { bid, ask, liquidity } = bookOf(fold, no);
      const trading = [lastPrice, lastSide, lastTradeAt, bid, ask, volume, liquidity];
      const decided = [burned, redeemed, market.resolvedAt, market.proposed, market.disputed];
      const charges = [fees?.rate, fees?.exponent, fees?.takerOnly, market.autoRedeem];
      return [...terms, ...trading, ...decided, ...charges, shownPriceIn(fold, no)];
    }),
  );

/** The price that is shown of outcome 0, in 0.00005; the middle without any. */
export function shownPriceIn(fold: Fold, no: number): number {
  const { payout, lastPrice } = fold.markets.get(no)!;
  return doubleShownPrice({ payout, lastPrice, ...bookOf(fold, no) }) ?? ONE;
}

function backingOf({ accounts }: Fold, no: number, { payout }: FoldMarket): number {
  const [first, second] = [0, 1].map((outcome) =>
    [...accounts.values()].reduce((sum, wallet) => sum + sharesOf(wallet, `${no}:${outcome}`), 0),
  ) as [number, number];
  if (payout === undefined) return first * ONE;
  const unit = ONE / (payout[0] + payout[1]);
  return first * payout[0] * unit + second * payout[1] * unit;
}

type BookFigures = {
  readonly bid: number | undefined;
  readonly ask: number | undefined;
  readonly liquidity: bigint;
};

/** Best prices in terms of outcome 0, and the liquidity of the resting orders. */
function bookOf(fold: Fold, no: number): BookFigures {
  const orders = ordersOf(fold, ({ market }) => market === no);
  const prices = (bid: boolean): number[] =>
    orders
      .filter(({ side, outcome }) => ((side === "BUY") === (outcome === 0)) === bid)
      .map(({ outcome, limit }) => (outcome === 0 ? limit : ONE - limit));
  const [bids, asks] = [prices(true), prices(false)];
  const worth = orders.reduce((sum, { remaining, limit }) => sum + BigInt(remaining) * BigInt(limit), 0n);
  return {
    bid: bids.length === 0 ? undefined : Math.max(...bids),
    ask: asks.length === 0 ? undefined : Math.min(...asks),
    liquidity: bounded(worth),
  };
}
