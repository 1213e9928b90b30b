/**
 * The mode of the whole exchange, which limits the commands that it accepts. The operator sets it, and the exchange sets a
 * stricter one by itself during a fault; the strictest applies.
 */
import type { Command } from "./events/command.ts";
import type { Event } from "./events/event.ts";
import type { ExchangeMode } from "./exchange-mode.ts";
import { reject } from "./rejection.ts";
import type { Rejection, RejectionCode } from "./rejection.ts";
import type { Exchange } from "./state.ts";

/** Rejections of each mode: the code, and words for the commands that the mode still accepts. */
const MODE_REJECTIONS: {
  readonly [Mode in Exclude<ExchangeMode, "normal">]: readonly [RejectionCode, string];
} = {
  "post-only": ["post_only_mode", "only post-only orders and cancels are taken"],
  "cancel-only": ["cancel_only", "new orders are not taken, cancels are"],
  "read-only": ["read_only", "nothing is taken from clients, reads are answered"],
  halted: ["exchange_halted", "nothing is taken from clients and operators, reads are answered"],
};

/** Rejection codes that are caused by the exchange's mode and not by the request. */
export const MODE_CODES: ReadonlySet<RejectionCode> = new Set(
  Object.values(MODE_REJECTIONS).map(([code]) => code),
);

/** Rejects a command that the mode does not accept; `why` names the cause of the mode. */
export function rejectInMode(mode: ExchangeMode, command: Command, why: string): Rejection | undefined {
  if (mode === "normal" || isAllowedIn(mode, command)) return undefined;
  const [code, taken] = MODE_REJECTIONS[mode];
  return reject(code, `the exchange is ${mode} (${why}): ${taken}; nothing was done`);
}

function isAllowedIn(mode: Exclude<ExchangeMode, "normal">, command: Command): boolean {
  switch (mode) {
    case "post-only":
      return classifyIssuer(command) !== "trader" || isPostOnly(command);
    case "cancel-only":
      return classifyIssuer(command) !== "trader";
    case "read-only":
      return classifyIssuer(command) !== "trader" && classifyIssuer(command) !== "client";
    case "halted":
      return classifyIssuer(command) === "exchange";
  }
}

const isPostOnly = (command: Command): boolean => command.type === "place-order" && command.postOnly;

/**
 * Issuer of a command. A trader places orders and a client asks for anything else about a wallet. Set-mode and automatic
 * steps are the exchange's.
 */
type Issuer = "trader" | "client" | "operator" | "exchange";

/** Returns the issuer of a command. The switch is exhaustive: a new command compiles only with a decision for every mode. */
function classifyIssuer(command: Command): Issuer {
  switch (command.type) {
    case "place-order":
      return "trader";
    case "cancel-order":
    case "set-order-group":
    case "reset-order-group":
    case "remove-order-group":
    case "open-account":
    case "fund-accounts":
    case "use-invite":
    case "credit":
    case "debit":
    case "withdraw":
    case "split":
    case "merge":
    case "redeem":
    case "convert":
      return "client";
    case "cancel-orders":
      return command.reason === "by-owner" ? "client" : "exchange";
    case "list":
    case "open-market":
    case "pause-market":
    case "resume-market":
    case "propose-resolution":
    case "dispute-resolution":
    case "resolve-market":
    case "undo-resolution":
    case "archive-market":
    case "open-event":
    case "pause-event":
    case "resume-event":
    case "undo-event":
    case "archive-event":
    case "propose-winner":
    case "resolve-event":
    case "ban":
    case "unban":
    case "take-out-orders":
    case "make-invites":
    case "revoke-invites":
      return "operator";
    case "operate":
      return command.command === undefined || command.command.type === "set-mode" ? "exchange" : "operator";
    case "expire-orders":
    case "record-prices":
    case "fail-settlement":
    case "set-mode":
      return "exchange";
    case "remember-request":
      return command.by;
  }
}

/** Decides a change of mode; setting the current mode changes nothing. */
export const decideMode = (exchange: Exchange, mode: ExchangeMode): Event[] =>
  exchange.mode === mode ? [] : [{ type: "mode-changed", mode }];
