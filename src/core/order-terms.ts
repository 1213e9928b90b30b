/**
 * Reads price and size from the two amounts that a maker signed. Both are base units (0.000001 of a share or of
 * collateral); a BUY gives collateral for shares, a SELL shares for collateral.
 * The clients cut amounts in ways that leave the money leg slightly off price x shares; how far it may be off is
 * stated here and nowhere else.
 */
import type { OrderKind, Side } from "./state.ts";
import { reject } from "./rejection.ts";
import type { Rejection } from "./rejection.ts";
import {
  affordableLots,
  decimalText,
  isWholeLots,
  lots,
  micros,
  moneyBeyond,
  nearestPrice,
  ONE,
  priceText,
  sharesText,
  ticks,
  wholeLots,
} from "./units.ts";
import type { Lots, Micros, Ticks } from "./units.ts";

export type SignedAmounts = {
  side: Side;
  kind: OrderKind;
  /** What the maker gives, in base units. */
  makerAmount: number;
  /** What the maker receives, in base units. */
  takerAmount: number;
};

export type OrderTerms = { limit: Ticks; lots: Lots; budget: Micros | undefined };

/** Base units by which the money of a limit order or a market sell may fall short of price x shares. */
const MONEY_SHORTFALL = 10;

/** Base units by which the money of a market buy may pass price x shares, since clients cut the shares: by tick. */
const MARKET_BUY_EXCESS = new Map<number, number>([
  [1000, 1000],
  [100, 100],
  [50, 10],
  [25, 1],
  [10, 10],
  [1, 1],
]);

const isMarket = (kind: OrderKind): boolean => kind === "FOK" || kind === "FAK";

/** The limit price, size and budget of an order on a market with this price step, or why it has none. */
export function readTerms(amounts: SignedAmounts, tick: Ticks): OrderTerms | Rejection {
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
      `expected a price from ${priceText(tick)} to ${priceText(ticks(ONE - tick))}, got ${quotient(money, shares)}`,
      { price: quotient(money, shares), tick: priceText(tick) },
    );
  }
  const excess = moneyBeyond(money, shares, limit);
  const [least, most] =
    buy && isMarket(amounts.kind) ? [0, MARKET_BUY_EXCESS.get(tick) ?? 0] : [-MONEY_SHORTFALL, 0];
  if (excess < least || excess > most) return offTick(money, shares, tick);
  return isMarket(amounts.kind) ? marketTerms(buy, money, shares, limit) : restingTerms(shares, limit);
}

function restingTerms(shares: number, limit: Ticks): OrderTerms | Rejection {
  const size = wholeLots(shares);
  if (!isWholeLots(shares)) {
    const above = sharesText(lots(size + 1));
    const nearest = size === 0 ? above : `${sharesText(size)} or ${above}`;
    return reject(
      "size_not_whole",
      `expected a size in steps of 0.01 share, got ${decimalText(shares, 6)}; nearest: ${nearest}`,
    );
  }
  return { limit, lots: size, budget: undefined };
}

function marketTerms(buy: boolean, money: number, shares: number, limit: Ticks): OrderTerms | Rejection {
  const budget = buy ? micros(money) : undefined;
  const size = budget === undefined ? wholeLots(shares) : affordableLots(budget, limit);
  if (size === 0) {
    const got = buy ? `${decimalText(money, 6)} at ${priceText(limit)}` : `${decimalText(shares, 6)} shares`;
    const values = { size: decimalText(shares, 6), minimum: "0.01" };
    return reject("size_below_minimum", `expected enough for 0.01 share, got ${got}`, values);
  }
  return { limit, lots: size, budget };
}

function offTick(money: number, shares: number, tick: Ticks): Rejection {
  const scaled = (BigInt(money) * BigInt(ONE)) / BigInt(shares);
  const below = Math.floor(Number(scaled) / tick) * tick;
  const prices = [below, below + tick]
    .filter((price) => price >= tick && price <= ONE - tick)
    .map((price) => priceText(ticks(price)));
  return reject(
    "price_off_tick",
    `expected a price in steps of ${priceText(tick)}, got ${quotient(money, shares)}; nearest: ${prices.join(" or ")}`,
    { price: quotient(money, shares), tick: priceText(tick) },
  );
}

/** money / shares with up to eight decimals, for a hint. */
function quotient(money: number, shares: number): string {
  const scaled = (BigInt(money) * 100_000_000n) / BigInt(shares);
  const fraction = (scaled % 100_000_000n).toString().padStart(8, "0").replace(/0+$/, "");
  const whole = (scaled / 100_000_000n).toString();
  return fraction === "" ? whole : `${whole}.${fraction}`;
}
