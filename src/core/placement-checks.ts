/**
 * The checks of a placement in order: an order that fails several is rejected for the first. `decidePlaceOrder` runs the
 * phases from `order` on; the HTTP interface and the engine run the earlier phases. Dry runs explain rejections in this
 * order, and docs/rejections.md shows it.
 */
import {
  refuseBanned,
  refuseExpiration,
  refuseFeeRate,
  refuseMarket,
  refuseOrderType,
  refuseOtherOwner,
  refusePrice,
  refuseBelowMinimum,
  refuseUncovered,
} from "./order-refusals.ts";
import type { IncomingOrder } from "./order-refusals.ts";
import { refuseCrossing, refuseFees, refuseFill, refuseResting } from "./fill-refusals.ts";
import type { Placement } from "./match.ts";
import type { Rejection, RejectionCode } from "./rejection.ts";
import type { Exchange } from "./state.ts";

/** A check by its name in dry runs, with the rejection codes that it gives. */
export type PlacementCheck = { readonly check: string; readonly codes: readonly RejectionCode[] };

/** A check of the core, with its function, which changes nothing. */
export type DecisionCheck<Subject> = PlacementCheck & {
  readonly refuse: (subject: Subject, exchange: Exchange) => Rejection | undefined;
};

type PlacementChecks = {
  /** Fields of the request. */
  readonly request: readonly PlacementCheck[];
  /** The order's signature. These checks run in the order of src/signing/verify-order.ts. */
  readonly signature: readonly PlacementCheck[];
  /** Price and size, as far as they follow from the signed amounts alone. */
  readonly terms: readonly PlacementCheck[];
  /** The state of the whole exchange, and earlier placements. */
  readonly engine: readonly PlacementCheck[];
  /** The order against its market, its owner and its account. */
  readonly order: readonly DecisionCheck<IncomingOrder>[];
  /** The best price of the other side, before any fill is planned. */
  readonly book: readonly DecisionCheck<Placement>[];
  /** The planned fills and the remainder. */
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
      refuse: refuseMarket,
    },
    { check: "order type", codes: ["post_only_kind"], refuse: refuseOrderType },
    { check: "expiration", codes: ["expiration_required", "order_expired"], refuse: refuseExpiration },
    { check: "price", codes: ["price_out_of_range", "price_off_tick"], refuse: refusePrice },
    { check: "minimum", codes: ["size_below_minimum"], refuse: refuseBelowMinimum },
    { check: "fee rate", codes: ["fee_rate_too_low"], refuse: refuseFeeRate },
    { check: "ban", codes: ["user_banned"], refuse: refuseBanned },
    // The last two apply if the wallet has no account and the sandbox cannot open one.
    {
      check: "account",
      codes: ["wallet_taken", "unknown_account", "amount_too_large"],
      refuse: refuseOtherOwner,
    },
    { check: "balance", codes: ["insufficient_balance"], refuse: refuseUncovered },
  ],
  book: [{ check: "post-only", codes: ["post_only_crosses"], refuse: refuseCrossing }],
  fills: [
    { check: "fill", codes: ["self_trade", "fok_not_filled", "fak_not_matched"], refuse: refuseFill },
    { check: "open orders", codes: ["too_many_orders"], refuse: refuseResting },
    // Fees are known only once the fills are planned, so the balance is checked again.
    { check: "balance", codes: ["insufficient_balance"], refuse: refuseFees },
  ],
};

/** Returns the rejection of the first check that fails. */
export function findRefusal<Subject>(
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
