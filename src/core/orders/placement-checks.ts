/**
 * The checks of a placement in order: an order that fails several is rejected for the first. `decidePlaceOrder` runs the
 * phases from `order` on; the HTTP interface and the engine run the earlier phases. Dry runs explain rejections in this
 * order, and docs/reference/rejections.md shows it.
 */
import { rejectSpending } from "../ledger/accounts.ts";
import { computeRestingFee } from "../ledger/fees.ts";
import { rejectOverLimits } from "../limits.ts";
import { crosses, firstOpposite, sumFills } from "./match.ts";
import type { Placement } from "./match.ts";
import { rejectOrderGroup } from "./order-groups.ts";
import {
  rejectBanned,
  rejectBelowMinimum,
  rejectExpiration,
  rejectFeeRate,
  rejectLate,
  rejectMarket,
  rejectOrderType,
  rejectOtherOwner,
  rejectPrice,
  rejectReplaced,
  rejectUncovered,
  releasedCollateral,
  canRest,
} from "./order-rejections.ts";
import type { IncomingOrder } from "./order-rejections.ts";
import { reject } from "../rejection.ts";
import type { Rejection, RejectionCode } from "../rejection.ts";
import type { Exchange } from "../state.ts";
import {
  NO_LOTS,
  ONE,
  addLots,
  addMicros,
  cost,
  outcomePrice,
  priceText,
  sharesText,
  ticks,
} from "../units.ts";
import type { Ticks } from "../units.ts";

// Rejections of an order because of the book: by the best price that the order would cross, or by its planned fills and
// remainder.

/** Rejects a post-only order that would match. */
function rejectCrossing(placement: Placement): Rejection | undefined {
  const { command, market } = placement;
  if (!command.postOnly || !crosses(placement, firstOpposite(placement))) return undefined;
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
function bestOffer(placement: Placement): Ticks | undefined {
  const best = firstOpposite(placement);
  return best && outcomePrice(best.price, placement.outcome);
}

/** Rejects an order whose planned fills do not satisfy its kind, or would match the owner's own orders. */
function rejectFill(placement: Placement): Rejection | undefined {
  const { command, filled, left, stopped } = placement;
  const isUnfilled = placement.fills.length === 0 || (command.kind === "FOK" && left > 0);
  if (isUnfilled && stopped === "self-trade")
    return reject("self_trade", "the next order to match belongs to the same owner; cancel it first");
  if (isUnfilled && stopped === "self-trade-both")
    return reject("self_trade", "the next order to match belongs to the same owner; both are cancelled");
  if (command.kind === "FOK" && left > 0) {
    return reject(
      "fok_not_filled",
      `expected ${sharesText(addLots(filled, left))} shares at ${priceText(command.limit)} or better, ` +
        describeFilled(placement),
    );
  }
  return command.kind === "FAK" && placement.fills.length === 0 ? rejectUnmatched(placement) : undefined;
}

function describeFilled({ filled, fills, group, passed, stopped }: Placement): string {
  const shares = sharesText(filled);
  if (stopped === undefined) return `the book has ${shares}${passed > 0 ? STOPPED_BY_FILLS : ""}`;
  return stopped === "group-limit"
    ? `order group ${group?.name} reaches its limit with ${shares} of them`
    : `the first ${fills.length} orders of the book, which one order may meet, have ${shares}`;
}

const STOPPED_BY_FILLS = " before these fills stop order groups of its makers";

function rejectUnmatched(placement: Placement): Rejection {
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
function rejectResting(placement: Placement, exchange: Exchange): Rejection | undefined {
  const { command, left, stopped } = placement;
  if (!canRest(command) || left === 0 || stopped !== undefined) return undefined;
  return rejectOverLimits(exchange, placement);
}

/** Rejects a buy whose fills and remainder, with fees, cost more than the account has available. */
function rejectFees(placement: Placement): Rejection | undefined {
  const { command, account, market, fills, charged, left, stopped, filled, replaced } = placement;
  if (market.fees === undefined || command.side === "SELL") return undefined;
  const resting = canRest(command) && stopped === undefined ? left : NO_LOTS;
  const spent = sumFills(placement, fills).micros;
  const held = addMicros(
    cost(resting, command.limit),
    computeRestingFee({ market, limit: command.limit, lots: addLots(filled, left) }, resting),
  );
  const needed = addMicros(addMicros(spent, charged.fee), held);
  return rejectSpending(account, needed, releasedCollateral(replaced, account));
}

/** A check by its name in dry runs, with the rejection codes that it gives. */
export type PlacementCheck = { readonly check: string; readonly codes: readonly RejectionCode[] };

/** A check of the core, with its function, which changes nothing. */
type DecisionCheck<Subject> = PlacementCheck & {
  readonly refuse: (subject: Subject, exchange: Exchange) => Rejection | undefined;
};

type PlacementChecks = {
  /** Checks of the request's fields. */
  readonly request: readonly PlacementCheck[];
  /** Checks of the order's signature, in the order of src/signing/orders/verify-order.ts. */
  readonly signature: readonly PlacementCheck[];
  /** Checks of money, price and size, as far as these follow from the signed amounts alone. */
  readonly terms: readonly PlacementCheck[];
  /** Checks of the exchange's mode, and earlier placements. */
  readonly engine: readonly PlacementCheck[];
  /** Checks of the order against its market, its owner and its account. */
  readonly order: readonly DecisionCheck<IncomingOrder>[];
  /** Checks of the other side's best price, before any fill is planned. */
  readonly book: readonly DecisionCheck<Placement>[];
  /** Checks of the planned fills and the remainder. */
  readonly fills: readonly DecisionCheck<Placement>[];
};

export const PLACEMENT_CHECKS: PlacementChecks = {
  request: [
    { check: "payload", codes: ["invalid_payload", "unsupported_signature_type"] },
    { check: "amounts", codes: ["invalid_amounts"] },
    { check: "owner", codes: ["owner_mismatch"] },
    { check: "token", codes: ["unknown_token"] },
    { check: "condition", codes: ["condition_mismatch"] },
  ],
  signature: [
    {
      check: "signature",
      codes: [
        "signer_mismatch",
        "maker_not_allowed",
        "unsupported_contract",
        "invalid_signature",
        "wallet_taken",
      ],
    },
  ],
  terms: [
    // The price of a market buy follows from its money, so that wrong money is told as such.
    { check: "money", codes: ["market_buy_precision", "market_buy_too_small"] },
    { check: "price", codes: ["price_out_of_range", "price_off_tick"] },
    { check: "size", codes: ["size_not_whole", "size_below_minimum"] },
  ],
  engine: [
    {
      check: "exchange",
      codes: [
        "not_accepting",
        "outcome_unknown",
        "quarantined",
        "exchange_halted",
        "read_only",
        "cancel_only",
        "post_only_mode",
      ],
    },
    { check: "new", codes: ["duplicate_order"] },
  ],
  order: [
    {
      check: "market state",
      codes: ["market_not_open", "market_paused", "market_closed"],
      refuse: rejectMarket,
    },
    { check: "order type", codes: ["post_only_kind"], refuse: rejectOrderType },
    {
      check: "expiration",
      codes: ["expiration_required", "order_expired", "expiration_too_soon"],
      refuse: rejectExpiration,
    },
    { check: "age", codes: ["order_late"], refuse: rejectLate },
    { check: "price", codes: ["price_out_of_range", "price_off_tick"], refuse: rejectPrice },
    { check: "minimum", codes: ["size_below_minimum"], refuse: rejectBelowMinimum },
    { check: "fee rate", codes: ["fee_rate_too_low"], refuse: rejectFeeRate },
    { check: "ban", codes: ["user_banned"], refuse: rejectBanned },
    // The last two codes apply if the wallet has no account and the sandbox cannot open one.
    {
      check: "account",
      codes: ["wallet_taken", "unknown_account", "amount_too_large"],
      refuse: rejectOtherOwner,
    },
    {
      check: "order group",
      codes: ["order_group_not_found", "order_group_stopped"],
      refuse: rejectOrderGroup,
    },
    { check: "replaced order", codes: ["replaced_not_open"], refuse: rejectReplaced },
    { check: "balance", codes: ["insufficient_balance"], refuse: rejectUncovered },
  ],
  book: [{ check: "post-only", codes: ["post_only_crosses"], refuse: rejectCrossing }],
  fills: [
    { check: "fill", codes: ["self_trade", "fok_not_filled", "fak_not_matched"], refuse: rejectFill },
    { check: "open orders", codes: ["too_many_orders"], refuse: rejectResting },
    // Fees are known only once the fills are planned, so the balance is checked again.
    { check: "balance", codes: ["insufficient_balance"], refuse: rejectFees },
  ],
};

/** Returns the rejection of the first check that fails. */
export function findRejection<Subject>(
  checks: readonly DecisionCheck<Subject>[],
  subject: Subject,
  exchange: Exchange,
): Rejection | undefined {
  for (const check of checks) {
    const refusal = check.refuse(subject, exchange);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}
