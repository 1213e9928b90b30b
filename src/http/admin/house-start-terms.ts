/** Terms that an operator gives for a house maker: read, completed by the market, and refused where nothing would be quoted. */
import { Type } from "typebox";
import { bestAsk, bestBid } from "../../core/book.ts";
import { isOver } from "../../core/lifecycle.ts";
import { isRejection, reject } from "../../core/rejection.ts";
import type { Rejection } from "../../core/rejection.ts";
import type { Market } from "../../core/state.ts";
import {
  collateralText,
  HALF,
  micros,
  ONE,
  parseDecimal,
  priceText,
  sharesText,
  ticks,
} from "../../core/units.ts";
import type { Lots, Micros, Ticks } from "../../core/units.ts";
import { HOUSE_KINDS } from "../../engine/house-terms.ts";
import type { HouseTerms } from "../../engine/house-terms.ts";
import { AmountOf, readCollateral } from "../trading/amount.ts";
import type { CountQuotes } from "./house-quotes.ts";
import { Reason } from "./operation.ts";
import { nearestHint } from "../meant-amount.ts";

const DEFAULT_LEVELS = 10;
const MOST_LEVELS = 20;

export const HouseStart = Type.Object(
  {
    maximumLoss: AmountOf("Collateral that it may lose, whoever wins"),
    budget: Type.Optional(
      AmountOf(
        "Collateral that its account is credited with, at least the maximum loss; unless given, as much",
      ),
    ),
    kind: Type.Optional(Type.Enum([...HOUSE_KINDS], { description: "lmsr unless given" })),
    price: Type.Optional(
      AmountOf(
        "Price of the first outcome that it begins at; unless given the middle of the book, the last trade, or even odds",
      ),
    ),
    levels: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MOST_LEVELS,
        description: `Most quotes on each side; ${DEFAULT_LEVELS} unless given`,
      }),
    ),
    reason: Reason,
  },
  { additionalProperties: false },
);

export type GivenStart = Type.Static<typeof HouseStart>;
export type GivenTerms = Omit<HouseTerms, "startPrice"> & { readonly price: Ticks | undefined };

/** Reads the terms; the price stays open where none is given. */
export function readTerms(body: GivenStart): GivenTerms | Rejection {
  const { kind = "lmsr", levels = DEFAULT_LEVELS } = body;
  const maximumLoss = readCollateral(body.maximumLoss, "maximumLoss");
  if (isRejection(maximumLoss)) return maximumLoss;
  const budget = body.budget === undefined ? maximumLoss : readCollateral(body.budget, "budget");
  if (isRejection(budget)) return budget;
  if (budget < maximumLoss)
    return reject(
      "invalid_payload",
      `budget: expected at least the maximum loss of ${collateralText(maximumLoss)}, got ${collateralText(budget)}`,
    );
  const price = body.price === undefined ? undefined : readPrice(body.price);
  return isRejection(price) ? price : { kind, levels, maximumLoss, budget, price };
}

function readPrice(given: string | number): Ticks | Rejection {
  const price = parseDecimal(String(given), PRICE_PLACES);
  if (price !== undefined && price > 0 && price < ONE) return ticks(price);
  return reject(
    "invalid_payload",
    `price: expected a decimal above 0 and below 1 with up to ${PRICE_PLACES} decimals, got ${JSON.stringify(given)}` +
      nearestHint(given, { places: PRICE_PLACES, least: 1, most: ONE - 1 }),
  );
}

const PRICE_PLACES = 4;

/** Settles the start price, and refuses terms on which no quote would have the market's smallest size. */
export function planStart(
  { price, ...given }: GivenTerms,
  market: Market,
  count: CountQuotes,
): HouseTerms | Rejection {
  if (isOver(market.status)) return reject("market_closed", `the market is ${market.status}`);
  const startPrice = price ?? priceOf(market);
  if (startPrice < market.tick || startPrice > ONE - market.tick)
    return reject(
      "invalid_payload",
      `price: expected one from ${priceText(market.tick)} to ${priceText(ticks(ONE - market.tick))} in this market, ` +
        `got ${priceText(startPrice)}`,
    );
  const terms = { ...given, startPrice };
  const { bids, asks, largest } = count(terms, market, undefined);
  if (bids + asks > 0) return terms;
  return reject(
    "invalid_payload",
    `maximumLoss: expected about ${collateralText(enough(given.maximumLoss, largest, market))} or more at this price, so that ` +
      `quotes reach the market's smallest size of ${sharesText(market.minimumLots)}; ` +
      `got ${collateralText(given.maximumLoss)}, for which the largest has ${sharesText(largest)}`,
  );
}

/** The middle of the book or the last trade; in a market that has neither the same odds for each winner. */
function priceOf({ book, lastTrade, negativeRisk, event }: Market): Ticks {
  const [bid, ask] = [bestBid(book), bestAsk(book)];
  if (bid !== undefined && ask !== undefined) return ticks(Math.round((bid + ask) / 2));
  if (lastTrade !== undefined) return lastTrade.price;
  return negativeRisk ? ticks(Math.round(ONE / Math.max(event.markets.length, 2))) : HALF;
}

/** The maximum loss at which the largest quote would have the market's smallest size. */
const enough = (maximumLoss: Micros, largest: Lots, { minimumLots }: Market): Micros =>
  micros(Math.ceil((maximumLoss * minimumLots) / Math.max(largest, 1)));
