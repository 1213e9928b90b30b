/** Refusals by mode in the reference: a row per mode with all commands that it does not take. */
import type { ExchangeMode } from "../../src/core/exchange-mode.ts";
import type { RejectionCode } from "../../src/core/rejection.ts";
import { done } from "./outcome.ts";
import type { SimulatedCommandOf, Outcome, SimulatedCommand } from "./outcome.ts";
import type { Reference } from "./reference-state.ts";

type Type = SimulatedCommand["type"];

/** Commands of wallets besides orders; `cancel-orders` only where wallets ask for it themselves. */
const WALLET: ReadonlySet<Type> = new Set([
  ...([
    "cancel-order",
    "cancel-orders",
    "set-order-group",
    "reset-order-group",
    "remove-order-group",
    "open-account",
    "fund-accounts",
    "use-invite",
    "credit",
    "debit",
    "withdraw",
  ] as const),
  ...(["split", "merge", "redeem", "convert"] as const),
]);

const OPERATOR: ReadonlySet<Type> = new Set([
  ...(["list", "open-market", "pause-market", "resume-market", "dispute-resolution"] as const),
  ...([
    "undo-resolution",
    "archive-market",
    "propose-resolution",
    "resolve-market",
    "ban",
    "unban",
    "take-out-orders",
    "make-invites",
    "revoke-invites",
  ] as const),
  ...([
    "open-event",
    "pause-event",
    "resume-event",
    "undo-event",
    "archive-event",
    "propose-winner",
    "resolve-event",
  ] as const),
]);

export function refusalInMode({ mode }: Reference, command: SimulatedCommand): RejectionCode | undefined {
  const { type } = command;
  const order = type === "place-order";
  const ofWallet =
    order ||
    (type === "remember-request" && command.by === "client") ||
    (WALLET.has(type) && !(type === "cancel-orders" && command.reason !== "by-owner"));
  const inner = type === "operate" ? command.command?.type : undefined;
  const ofOperator = OPERATOR.has(type) || (inner !== undefined && inner !== "set-mode");
  const rows: { readonly [Mode in ExchangeMode]: readonly [boolean, RejectionCode] | undefined } = {
    normal: undefined,
    "post-only": [order && !command.postOnly, "post_only_mode"],
    "cancel-only": [order, "cancel_only"],
    "read-only": [ofWallet, "read_only"],
    halted: [ofWallet || ofOperator, "exchange_halted"],
  };
  const row = rows[mode];
  return row?.[0] === true ? row[1] : undefined;
}

export function setMode(reference: Reference, { mode }: SimulatedCommandOf<"set-mode">): Outcome {
  if (mode === reference.mode) return done();
  reference.mode = mode;
  return done(`mode ${mode}`);
}
