/** Rejections of an order because of the book: by the best price that it would cross, or by its planned fills and remainder. */
import { refuseSpending } from "./accounts.ts";
import { bestAsk, bestBid, bestOpposite } from "./book.ts";
import { sumFills } from "./fill-totals.ts";
import { restingFee } from "./fees.ts";
import { refuseOverLimits } from "./limits.ts";
import { crosses } from "./match.ts";
import type { Placement } from "./match.ts";
import { rests } from "./order-refusals.ts";
import { reject } from "./rejection.ts";
import type { Rejection } from "./rejection.ts";
import type { Exchange } from "./state.ts";
import {
  addLots,
  addMicros,
  cost,
  NO_LOTS,
  ONE,
  outcomePrice,
  priceText,
  sharesText,
  ticks,
} from "./units.ts";
import type { Ticks } from "./units.ts";

/** Rejects a post-only order that would match. */
export function refuseCrossing(placement: Placement): Rejection | undefined {
  const { command, market, bid } = placement;
  if (!command.postOnly || !crosses(placement, bestOpposite(market.book, bid))) return undefined;
  const { tick } = market;
  const own = bestOffer(placement) ?? command.limit;
  const buy = command.side === "BUY";
  const nearest = ticks(buy ? own - tick : own + tick);
  const inRange = nearest >= tick && nearest <= ONE - tick;
  return reject(
    "post_only_crosses",
    `postOnly would cross the best ${buy ? "ask" : "bid"} ${priceText(own)} with ${priceText(command.limit)}` +
      (inRange ? `; nearest: ${priceText(nearest)}` : ""),
    { best: buy ? "ask" : "bid" },
  );
}

/** Returns the best price of the order's token on the other side. */
function bestOffer({ market, bid, outcome }: Placement): Ticks | undefined {
  const best = bid ? bestAsk(market.book) : bestBid(market.book);
  return best && outcomePrice(best, outcome);
}

/** Rejects an order whose planned fills do not satisfy its kind, or would match the owner's own orders. */
export function refuseFill(placement: Placement): Rejection | undefined {
  const { command, filled, left, stopped } = placement;
  if (stopped === "self-trade" && (placement.fills.length === 0 || (command.kind === "FOK" && left > 0))) {
    return reject("self_trade", "the next order to match belongs to the same owner; cancel it first");
  }
  if (command.kind === "FOK" && left > 0) {
    return reject(
      "fok_not_filled",
      `expected ${sharesText(addLots(filled, left))} shares at ${priceText(command.limit)} or better, ` +
        (stopped === undefined
          ? `the book has ${sharesText(filled)}`
          : `the first ${placement.fills.length} orders of the book, which one order may meet, have ${sharesText(filled)}`),
    );
  }
  return command.kind === "FAK" && placement.fills.length === 0 ? refuseUnmatched(placement) : undefined;
}

function refuseUnmatched(placement: Placement): Rejection {
  const { command, removed } = placement;
  const side = command.side === "BUY" ? "asks" : "bids";
  const best = bestOffer(placement);
  const others = removed.length > 0 ? " of another owner" : "";
  const nearest = best === undefined ? `it has no ${side}` : `the best of its ${side} is ${priceText(best)}`;
  return reject(
    "fak_not_matched",
    `the book has nothing${others} at ${priceText(command.limit)} or better` +
      (removed.length > 0 ? "" : `; ${nearest}`),
  );
}

/** Rejects an order whose remainder would exceed the limits on open orders. */
export function refuseResting(placement: Placement, exchange: Exchange): Rejection | undefined {
  const { command, account, market, left, stopped } = placement;
  if (!rests(command) || left === 0 || stopped !== undefined) return undefined;
  return refuseOverLimits(exchange, account, market);
}

/** Rejects a buy whose fills and remainder, with fees, cost more than the account has available. */
export function refuseFees(placement: Placement): Rejection | undefined {
  const { command, account, market, fills, charged, left, stopped, filled } = placement;
  if (market.fees === undefined || command.side === "SELL") return undefined;
  const resting = rests(command) && stopped === undefined ? left : NO_LOTS;
  const spent = sumFills(placement, fills).micros;
  const held = addMicros(
    cost(resting, command.limit),
    restingFee({ market, limit: command.limit, lots: addLots(filled, left) }, resting),
  );
  return refuseSpending(account, addMicros(addMicros(spent, charged.fee), held));
}
