/** Commands that are wrong in one way or in two, in the world of flawed-world.ts, with the codes in any order. */
import type { Command } from "../../../src/core/events/command.ts";
import { ZERO_ADDRESS } from "../../../src/core/ledger/accounts.ts";
import { FEE_ACCOUNT } from "../../../src/core/ledger/fees.ts";
import { lots, MAX_MICROS, micros } from "../../../src/core/units.ts";
import type { RejectionCode } from "../../../src/core/rejection.ts";
import { GOOD } from "./flawed-orders.ts";
import { marketListing } from "./listing.ts";
import {
  convert,
  fund,
  propose,
  redeem,
  resolveEvent,
  withdraw,
  sets,
  open,
} from "./flawed-command-makers.ts";

export type FlawedCommand = readonly [Command, ...RejectionCode[]];

/** Commands of accounts, sets and listings. */
export const COMMANDS: readonly FlawedCommand[] = [
  [{ ...GOOD, maker: "ghost" }, "insufficient_balance"],
  [{ type: "cancel-order", id: "none", owner: "ann" }, "order_not_found"],
  [{ type: "cancel-order", id: "bid-open-yes", owner: "ann" }, "order_not_found"],
  [{ type: "pause-market", conditionId: "none" }, "unknown_market"],
  [{ type: "pause-market", conditionId: "draft" }, "market_not_open"],
  [{ type: "resume-market", conditionId: "done" }, "market_closed"],
  [{ type: "resolve-market", conditionId: "none", payout: [1, 0] }, "unknown_market"],
  [{ type: "resolve-market", conditionId: "done", payout: [1, 0] }, "market_already_resolved"],
  [{ type: "redeem", address: "ann", owner: "ann", conditionId: "open" }, "market_not_resolved"],
  [
    { type: "redeem", address: "ghost", owner: "ghost", conditionId: "open" },
    "unknown_account",
    "market_not_resolved",
  ],
  [
    { type: "redeem", address: "ghost", owner: "ghost", conditionId: "none" },
    "unknown_market",
    "unknown_account",
  ],
  [{ type: "redeem", address: "ghost", owner: "ghost", conditionId: "done" }, "unknown_account"],
  [sets("split", "ann", "open", 20_000), "insufficient_balance"],
  [sets("merge", "ann", "open", 5001), "insufficient_balance"],
  ...(["split", "merge"] as const).flatMap((type): FlawedCommand[] => [
    [sets(type, "ann", "open", 0), "invalid_amounts"],
    [sets(type, "ann", "open", -1), "invalid_amounts"],
    [sets(type, "ann", "none", 0), "invalid_amounts", "unknown_market"],
    [sets(type, "ann", "done", 0), "invalid_amounts", "market_closed"],
    [sets(type, "ann", "draft", 0), "invalid_amounts", "market_not_open"],
    [sets(type, "ghost", "open", 0), "invalid_amounts", "unknown_account"],
    [sets(type, "ghost", "none", 1), "unknown_market", "unknown_account"],
    [sets(type, "ghost", "done", 1), "market_closed", "unknown_account"],
    [sets(type, "ghost", "draft", 1), "market_not_open", "unknown_account"],
    [sets(type, "ann", "done", 50_000), "market_closed", "insufficient_balance"],
    [sets(type, "ann", "draft", 50_000), "market_not_open", "insufficient_balance"],
  ]),
  [{ type: "credit", address: "ann", amount: micros(0) }, "invalid_amounts"],
  [{ type: "credit", address: "ghost", amount: micros(-1) }, "invalid_amounts", "unknown_account"],
  [{ type: "credit", address: "ghost", amount: MAX_MICROS }, "unknown_account", "amount_too_large"],
  [{ type: "credit", address: "ann", amount: MAX_MICROS }, "amount_too_large"],
  [open("ann", "thief", MAX_MICROS), "wallet_taken", "amount_too_large"],
  [open("new", "new", MAX_MICROS), "amount_too_large"],
  [open("new", "new", -1), "invalid_amounts"],
  [open("ann", "thief", -1), "invalid_amounts", "wallet_taken"],
  [open(FEE_ACCOUNT, FEE_ACCOUNT, MAX_MICROS), "wallet_taken", "amount_too_large"],
  [open(FEE_ACCOUNT, "ann", -1), "invalid_amounts", "wallet_taken"],
  [open("new", FEE_ACCOUNT, 1), "wallet_taken"],
  [open(ZERO_ADDRESS, "ann", MAX_MICROS), "wallet_taken", "amount_too_large"],
  [open("new", ZERO_ADDRESS, 1), "wallet_taken"],
  [{ type: "credit", address: ZERO_ADDRESS, amount: micros(1) }, "unknown_account", "wallet_taken"],
  [{ type: "debit", address: "ghost", amount: micros(0) }, "invalid_amounts", "unknown_account"],
  [{ type: "debit", address: "ghost", amount: MAX_MICROS }, "unknown_account"],
  [{ type: "debit", address: "ann", amount: MAX_MICROS }, "insufficient_balance"],
  [withdraw("ghost", "ghost", 0), "invalid_amounts", "unknown_account"],
  [withdraw("ghost", "ghost", 1), "unknown_account"],
  [withdraw("ann", "thief", 0), "invalid_amounts", "wallet_taken"],
  [withdraw("ann", "thief", MAX_MICROS), "wallet_taken", "insufficient_balance"],
  [fund(["ann", 0], ["bob", 1]), "invalid_amounts"],
  [fund(["new", MAX_MICROS]), "amount_too_large"],
  [fund(["new", 1], ["newer", MAX_MICROS]), "amount_too_large"],
  [fund(["new", 1], [ZERO_ADDRESS, 1]), "wallet_taken"],
  [fund([FEE_ACCOUNT, MAX_MICROS]), "wallet_taken", "amount_too_large"],
  [fund(["new", 0], [FEE_ACCOUNT, MAX_MICROS]), "invalid_amounts", "wallet_taken", "amount_too_large"],
  [{ type: "take-out-orders", address: "ghost" }, "unknown_account"],
  [{ type: "take-out-orders", conditionId: "none" }, "unknown_market"],
  [{ type: "take-out-orders", address: "ghost", conditionId: "none" }, "unknown_market", "unknown_account"],
  [redeem("ann", "thief", "open"), "wallet_taken", "market_not_resolved"],
  [redeem("poor", "thief", "done"), "wallet_taken", "nothing_to_redeem"],
  [redeem("poor", "poor", "done"), "nothing_to_redeem"],
  [redeem("poor", "poor", "u-closed"), "market_not_resolved", "nothing_to_redeem"],
  [
    { type: "list", listing: marketListing({ name: "new", tokenIds: ["open-yes", "x"] }) },
    "listing_conflict",
  ],
];

/** Conversions by "ann", of a share each unless a row says otherwise. */
export const CONVERSIONS: readonly FlawedCommand[] = [
  [convert(["ra"]), "insufficient_balance"],
  [convert([]), "conversion_empty"],
  [convert([], { lots: lots(0) }), "invalid_amounts", "conversion_empty"],
  [convert(["none"], { lots: lots(0) }), "invalid_amounts", "unknown_market"],
  [convert(["draft"], { lots: lots(-1) }), "invalid_amounts", "market_not_open", "not_negative_risk"],
  [convert(["ra"], { owner: "thief" }), "wallet_taken", "insufficient_balance"],
  [convert(["none"], { address: "ghost" }), "unknown_market", "unknown_account"],
  [convert([], { address: "ghost" }), "conversion_empty", "unknown_account"],
  [convert(["ra", "ra"], { owner: "thief" }), "conversion_empty", "wallet_taken", "insufficient_balance"],
  [convert(["open"], { address: "ghost" }), "not_negative_risk", "unknown_account"],
  [convert(["none", "draft"]), "unknown_market", "market_not_open", "not_negative_risk"],
  [convert(["none", "done"]), "unknown_market", "market_closed", "not_negative_risk"],
  [convert(["done", "draft"]), "market_closed", "market_not_open", "not_negative_risk"],
  [convert(["s-gone"]), "market_closed", "market_not_open"],
  [convert(["sa"]), "market_not_open", "insufficient_balance"],
  [convert(["sa", "sa", "none"]), "market_not_open", "conversion_empty", "unknown_market"],
  [convert(["ua"]), "market_closed", "conversion_empty", "insufficient_balance"],
  [convert(["ua", "none"]), "market_closed", "unknown_market"],
  [convert(["ra", "none", "none"]), "unknown_market"],
  [convert(["ra", "open", "ra"]), "not_negative_risk", "conversion_empty"],
  [convert(["ra", "la"]), "not_negative_risk", "insufficient_balance"],
  [convert(["alone"]), "not_negative_risk", "conversion_empty"],
  [convert(["wa"]), "market_closed", "event_decided"],
  [convert(["wb"]), "event_decided", "conversion_empty", "insufficient_balance"],
  [convert(["wb", "none"]), "event_decided", "unknown_market"],
  [convert(["wb", "ra"]), "event_decided", "not_negative_risk"],
  [convert(["la"]), "conversion_empty", "insufficient_balance"],
  [convert(["la"], { address: "ghost" }), "conversion_empty", "unknown_account"],
];

/** Steps of all markets of an event; of several markets in the way, the first is named. */
export const EVENT_STEPS: readonly FlawedCommand[] = [
  [{ type: "open-event", eventId: "99" }, "unknown_event"],
  [{ type: "pause-event", eventId: "99" }, "unknown_event"],
  [{ type: "archive-event", eventId: "1" }, "market_has_shares"],
  [resolveEvent("99", "none"), "unknown_event", "unknown_market"],
  [resolveEvent("1", "none"), "unknown_market", "not_negative_risk"],
  [resolveEvent("1", "open"), "not_negative_risk"],
  [resolveEvent("2", "open"), "unknown_market"],
  [resolveEvent("3", "sa"), "market_not_open"],
  [resolveEvent("3", "s-gone"), "market_closed", "market_not_open"],
  [resolveEvent("4", "wb"), "market_already_resolved", "invalid_payout"],
  [resolveEvent("5", "ua"), "market_already_resolved"],
  [{ ...resolveEvent("2", "rb"), type: "propose-winner", evidence: "", link: "" }, "proposal_exists"],
];

/** Steps of operators in the life of a market. */
export const STEPS: readonly FlawedCommand[] = [
  [{ type: "open-market", conditionId: "paused" }, "market_not_draft"],
  [{ type: "open-market", conditionId: "s-gone" }, "market_closed"],
  [{ type: "archive-market", conditionId: "open" }, "market_has_shares"],
  [{ type: "dispute-resolution", conditionId: "open" }, "no_proposal"],
  [{ type: "undo-resolution", conditionId: "open" }, "market_not_resolved"],
  [{ type: "undo-resolution", conditionId: "done" }, "already_redeemed"],
  [propose("none", [1, 1]), "unknown_market"],
  [propose("s-draft", [1, 1]), "market_not_open", "invalid_payout"],
  [propose("s-gone", [1, 1]), "market_closed", "invalid_payout"],
  [propose("wa", [1, 1]), "market_already_resolved", "invalid_payout"],
  [propose("rb", [1, 1]), "proposal_exists", "invalid_payout"],
  [propose("ra", [1, 1]), "invalid_payout"],
  [{ type: "resolve-market", conditionId: "s-draft", payout: [1, 1] }, "market_not_open", "invalid_payout"],
  [{ type: "resolve-market", conditionId: "s-gone", payout: [1, 1] }, "market_closed", "invalid_payout"],
  [
    { type: "resolve-market", conditionId: "wa", payout: [1, 1] },
    "market_already_resolved",
    "invalid_payout",
  ],
  [{ type: "resolve-market", conditionId: "la", payout: [0, 1] }, "invalid_payout"],
];
