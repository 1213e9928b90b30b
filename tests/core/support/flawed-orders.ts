/** Orders that are wrong in one way or in two, made of a good one in the world of flawed-world.ts. */
import type { PlaceOrder } from "../../../src/core/events/command.ts";
import type { RejectionCode } from "../../../src/core/rejection.ts";
import { lots, ticks } from "../../../src/core/units.ts";
import { NOT_SIGNED } from "./orders.ts";

export const AT = 1_700_000_000_500;

/** A sell of ann's that would fill: ben bids 10 shares at 0.55 in `open` and in `paused`. */
export const GOOD: PlaceOrder = {
  type: "place-order",
  id: "new",
  maker: "ann",
  owner: "ann",
  tokenId: "open-yes",
  side: "SELL",
  kind: "GTC",
  postOnly: false,
  expiresAt: 0,
  limit: ticks(5400),
  lots: lots(1000),
  budget: undefined,
  apiKey: "key",
  signed: NOT_SIGNED,
};

export const BID: PlaceOrder = { ...GOOD, maker: "ben", owner: "ben", side: "BUY", limit: ticks(5500) };

export type Change = Partial<PlaceOrder>;

/** Changes that make the good order wrong in one way. */
export const FLAWS: readonly (readonly [RejectionCode, Change])[] = [
  ["unknown_token", { tokenId: "none" }],
  ["market_not_open", { tokenId: "draft-yes" }],
  ["market_paused", { tokenId: "paused-yes" }],
  ["market_closed", { tokenId: "done-yes" }],
  ["post_only_kind", { postOnly: true, kind: "FAK" }],
  ["post_only_kind", { postOnly: true, kind: "FOK" }],
  ["expiration_required", { kind: "GTD" }],
  ["order_expired", { expiresAt: AT }],
  ["order_expired", { kind: "GTD", expiresAt: AT - 1 }],
  ["expiration_too_soon", { expiresAt: AT + 5_000, expiry: { leastAheadMs: 6_000, leavesEarlyMs: 0 } }],
  ["order_late", { latestAt: AT - 1 }],
  ["price_out_of_range", { limit: ticks(0) }],
  ["price_off_tick", { limit: ticks(5450) }],
  ["size_below_minimum", { lots: lots(499) }],
  ["fee_rate_too_low", { highestFeeRate: 99 }],
  ["user_banned", { maker: "out", owner: "out" }],
  ["wallet_taken", { owner: "thief" }],
  ["insufficient_balance", { lots: lots(5001) }],
  ["insufficient_balance", { maker: "poor", owner: "poor" }],
  ["post_only_crosses", { postOnly: true }],
  ["self_trade", { maker: "ben", owner: "ben" }],
  ["fok_not_filled", { kind: "FOK", lots: lots(1001) }],
  ["fak_not_matched", { kind: "FAK", limit: ticks(9000) }],
];

/** Pairs that touch the same field of the order in another way than each alone. */
export const BOTH: readonly (readonly [RejectionCode, RejectionCode, Change])[] = [
  ["price_out_of_range", "price_off_tick", { limit: ticks(9950) }],
  ["price_out_of_range", "fak_not_matched", { kind: "FAK", limit: ticks(10_000) }],
  ["price_off_tick", "fak_not_matched", { kind: "FAK", limit: ticks(9050) }],
  ["size_below_minimum", "insufficient_balance", { maker: "poor", owner: "poor", lots: lots(1) }],
  ["user_banned", "wallet_taken", { owner: "out" }],
  ["user_banned", "insufficient_balance", { maker: "ghost", owner: "out" }],
  ["wallet_taken", "insufficient_balance", { maker: "poor" }],
  ["insufficient_balance", "self_trade", { maker: "ben", owner: "ben", lots: lots(5001) }],
  ["insufficient_balance", "fok_not_filled", { kind: "FOK", lots: lots(5001) }],
  ["self_trade", "fak_not_matched", { maker: "ben", owner: "ben", kind: "FAK" }],
  ["post_only_kind", "fok_not_filled", { kind: "FOK", postOnly: true, lots: lots(1001) }],
  ["post_only_kind", "fak_not_matched", { kind: "FAK", postOnly: true, limit: ticks(9000) }],
];

/** Pairs that cannot be true at once: one takes the other away. */
export const EXCLUSIVE: ReadonlySet<string> = new Set([
  "expiration_required order_expired",
  "expiration_required expiration_too_soon",
  "order_expired fok_not_filled",
  "order_expired fak_not_matched",
  "expiration_too_soon fok_not_filled",
  "expiration_too_soon fak_not_matched",
  "size_below_minimum fak_not_matched",
  "post_only_crosses fok_not_filled",
  "post_only_crosses fak_not_matched",
  "self_trade fak_not_matched",
]);
