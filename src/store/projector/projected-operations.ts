/**
 * Rows of the events besides fills that change accounts. Together with the fills they are the complete history of an
 * account.
 */
import { elementAt } from "../../core/element-at.ts";
import type { EventOf, SharesOfBoth } from "../../core/event.ts";
import { returnsOf } from "../../core/returns.ts";
import type { Account, Exchange, Market } from "../../core/state.ts";
import { NO_LOTS, NO_MICROS, setValue, subtractLots, subtractMicros, times } from "../../core/units.ts";
import type { Lots, Micros } from "../../core/units.ts";
import type { OperationRow, TouchedState } from "./touched.ts";

type OperationEvent = EventOf<
  | "account-opened"
  | "credited"
  | "debited"
  | "sets-split"
  | "sets-merged"
  | "redeemed"
  | "converted"
  | "settlement-failed"
>;

type SingleEvent = Exclude<OperationEvent, { type: "settlement-failed" }>;
type Operations = Pick<TouchedState, "operations">;
type OperationAmount = Omit<OperationRow, "place" | "leg" | "account">;

/** Appends the rows of the event with index `place` in its batch. */
export function collectOperations(
  touched: Operations,
  exchange: Exchange,
  event: OperationEvent,
  place: number,
): void {
  if (event.type !== "settlement-failed")
    return collectOwnOperations(touched, accountOf(exchange, event), event, place);
  const { market } = event;
  for (const [leg, { account, collateral, shares }] of returnsOf(exchange, event).entries()) {
    const lots: SharesOfBoth = [shares[0].lots, shares[1].lots];
    touched.operations.push({ kind: "failed-settlement", account, market, collateral, lots, place, leg });
  }
}

/** Appends the rows of an event that changes one account. */
export function collectOwnOperations(
  touched: Operations,
  account: Account,
  event: SingleEvent,
  place: number,
): void {
  for (const [leg, amount] of moved(event).entries())
    touched.operations.push({ ...amount, account, place, leg });
}

const accountOf = (exchange: Exchange, event: SingleEvent): Account =>
  event.type === "account-opened" ? elementAt(exchange.accounts, event.no) : event.account;

const NO_SHARES: SharesOfBoth = [NO_LOTS, NO_LOTS];
const negative = (lots: Lots): Lots => subtractLots(NO_LOTS, lots);
const spent = (amount: Micros): Micros => subtractMicros(NO_MICROS, amount);
const money = (kind: OperationAmount["kind"], collateral: Micros): OperationAmount[] => [
  { kind, collateral, market: undefined, lots: NO_SHARES },
];

function moved(event: SingleEvent): OperationAmount[] {
  switch (event.type) {
    case "account-opened":
      return event.credit === 0 ? [] : money("deposit", event.credit);
    case "credited":
      return money("deposit", event.amount);
    case "debited":
      return money(event.by === "owner" ? "withdrawal" : "debit", spent(event.amount));
    case "sets-split": {
      const { market, lots } = event;
      return [{ kind: "split", market, collateral: spent(setValue(lots)), lots: [lots, lots] }];
    }
    case "sets-merged": {
      const { market, lots } = event;
      return [{ kind: "merge", market, collateral: setValue(lots), lots: [negative(lots), negative(lots)] }];
    }
    case "redeemed": {
      const { market, lots, paid } = event;
      return [{ kind: "redemption", market, collateral: paid, lots: [negative(lots[0]), negative(lots[1])] }];
    }
    case "converted":
      return converted(event);
  }
}

/** Returns a row per market, the first with the collateral. */
function converted({ given, got, lots }: EventOf<"converted">): OperationAmount[] {
  const leg = (market: Market, shares: SharesOfBoth, index: number): OperationAmount => ({
    kind: "conversion",
    market,
    collateral: index === 0 ? times(setValue(lots), given.length - 1) : NO_MICROS,
    lots: shares,
  });
  const legs = [
    ...given.map((market) => [market, [NO_LOTS, negative(lots)]] as const),
    ...got.map((market) => [market, [lots, NO_LOTS]] as const),
  ];
  return legs.map(([market, shares], index) => leg(market, shares, index));
}
