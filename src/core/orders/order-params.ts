/**
 * Computes price and size from the two amounts that a maker signed. Both are base units (0.000001 of a share or of
 * collateral); a BUY gives collateral for shares, a SELL shares for collateral. Clients round amounts so that the money
 * differs slightly from price x shares; this file alone states the tolerance.
 */
import type { OrderKind, Side } from "../state.ts";
import { reject } from "../rejection.ts";
import type { Rejection } from "../rejection.ts";
import {
  affordableLots,
  collateralText,
  cost,
  decimalText,
  isWholeLots,
  lots,
  micros,
  collateralExcess,
  nearestPrice,
  NO_LOTS,
  ONE,
  pricesAround,
  priceText,
  sharesText,
  ticks,
  wholeLots,
  worth,
} from "../units.ts";
import type { Lots, Micros, Ticks } from "../units.ts";

export type SignedAmounts = {
  side: Side;
  kind: OrderKind;
  /** Amount that the maker gives, in base units. */
  makerAmount: number;
  /** Amount that the maker receives, in base units. */
  takerAmount: number;
};

export type OrderParams = { limit: Ticks; lots: Lots; budget: Micros | undefined };

/** Base units by which the money of a limit order or a market sell may be below price x shares. */
const MONEY_SHORTFALL = 10;

/** Base units by which the money of a market buy may exceed price x shares, by tick: clients round the shares. */
const MARKET_BUY_EXCESS = new Map<number, number>([
  [1000, 1000],
  [100, 100],
  [50, 10],
  [25, 1],
  [10, 10],
  [1, 1],
]);

const isMarket = (kind: OrderKind): boolean => kind === "FOK" || kind === "FAK";

/**
 * Computes the limit price, size and budget of an order on a market with this price step, or a rejection. The minimum size
 * appears in hints only: the exchange checks it.
 */
export function readOrderParams(
  amounts: SignedAmounts,
  tick: Ticks,
  minimum = NO_LOTS,
): OrderParams | Rejection {
  const buy = amounts.side === "BUY";
  const money = buy ? amounts.makerAmount : amounts.takerAmount;
  const shares = buy ? amounts.takerAmount : amounts.makerAmount;
  if (money <= 0 || shares <= 0) {
    return reject(
      "invalid_amounts",
      `expected makerAmount and takerAmount above 0, got ${amounts.makerAmount} and ${amounts.takerAmount}`,
    );
  }
  const limit = nearestPrice(money, shares, tick);
  if (limit < tick || limit > ONE - tick) {
    return reject(
      "price_out_of_range",
      `expected a price from ${priceText(tick)} to ${priceText(ticks(ONE - tick))}, got ${quotient(money, shares)}` +
        `; nearest: ${priceText(limit < tick ? tick : ticks(ONE - tick))}`,
      { price: quotient(money, shares), tick: priceText(tick) },
    );
  }
  const excess = collateralExcess(money, shares, limit);
  const [least, most] =
    buy && isMarket(amounts.kind) ? [0, MARKET_BUY_EXCESS.get(tick) ?? 0] : [-MONEY_SHORTFALL, 0];
  if (excess < least || excess > most) return offTick(amounts, tick);
  if (isMarket(amounts.kind)) return readMarketOrderParams(buy, money, shares, limit);
  return isWholeLots(shares)
    ? { limit, lots: wholeLots(shares), budget: undefined }
    : notWhole(shares, minimum);
}

function notWhole(shares: number, minimum: Lots): Rejection {
  const below = wholeLots(shares);
  const sizes = [below, lots(below + 1)].filter((size) => size > 0 && size >= minimum);
  const nearest = (sizes.length > 0 ? sizes : [minimum]).map(sharesText).join(" or ");
  return reject(
    "size_not_whole",
    `expected a size in steps of 0.01 share, got ${decimalText(shares, 6)}; nearest: ${nearest}`,
  );
}

function readMarketOrderParams(
  buy: boolean,
  money: number,
  shares: number,
  limit: Ticks,
): OrderParams | Rejection {
  const budget = buy ? micros(money) : undefined;
  const size = budget === undefined ? wholeLots(shares) : affordableLots(budget, limit);
  if (size === 0) {
    const at = ` at ${priceText(limit)}`;
    const got = buy ? `${decimalText(money, 6)}${at}` : `${decimalText(shares, 6)} shares`;
    const nearest = buy ? `${collateralText(cost(lots(1), limit))}${at}` : sharesText(lots(1));
    const values = { size: decimalText(shares, 6), minimum: "0.01" };
    return reject(
      "size_below_minimum",
      `expected enough for 0.01 share, got ${got}; nearest: ${nearest}`,
      values,
    );
  }
  return { limit, lots: size, budget };
}

function offTick({ side, makerAmount, takerAmount }: SignedAmounts, tick: Ticks): Rejection {
  const [money, shares] = side === "BUY" ? [makerAmount, takerAmount] : [takerAmount, makerAmount];
  const prices = pricesAround(money, shares, tick);
  const amounts = prices.map((price) => worth(shares, price)).join(" or ");
  const signed = isWholeLots(shares) ? `, ${side === "BUY" ? "makerAmount" : "takerAmount"} ${amounts}` : "";
  return reject(
    "price_off_tick",
    `expected a price in steps of ${priceText(tick)}, got ${quotient(money, shares)}; ` +
      `nearest: ${prices.map(priceText).join(" or ")}${signed}`,
    { price: quotient(money, shares), tick: priceText(tick) },
  );
}

/** Formats money / shares with up to eight decimals, for a hint. */
function quotient(money: number, shares: number): string {
  const scaled = (BigInt(money) * 100_000_000n) / BigInt(shares);
  const fraction = (scaled % 100_000_000n).toString().padStart(8, "0").replace(/0+$/, "");
  const whole = (scaled / 100_000_000n).toString();
  return fraction === "" ? whole : `${whole}.${fraction}`;
}
