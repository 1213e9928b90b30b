/** Numbers in stored events whose names a reader must look up. */
import type { StoredEvent } from "../../core/event-codec.ts";

export type JournalNumbers = {
  readonly accounts: Set<number>;
  readonly markets: Set<number>;
  /** Resting orders that were filled or completed. */
  readonly orders: Set<number>;
  /** Subjects of audit actions that have the form of a condition id. */
  readonly conditions: Set<string>;
};

const CONDITION = /^0x[0-9a-f]{64}$/;

export const isCondition = (text: string): boolean => CONDITION.test(text);

export function collectNumbers(events: readonly StoredEvent[]): JournalNumbers {
  const numbers: JournalNumbers = {
    accounts: new Set(),
    markets: new Set(),
    orders: new Set(),
    conditions: new Set(),
  };
  for (const event of events) collectFrom(numbers, event);
  return numbers;
}

function collectFrom(numbers: JournalNumbers, event: StoredEvent): void {
  const { account, market, order, orders = [], fills = [], taker, undone = [] } = event;
  if (account !== undefined) numbers.accounts.add(account);
  if (market !== undefined) numbers.markets.add(market);
  if (typeof order === "number") numbers.orders.add(order);
  if (typeof order === "object") {
    numbers.accounts.add(order.account);
    numbers.markets.add(order.market);
  }
  for (const no of orders) numbers.orders.add(no);
  for (const [, maker] of fills) numbers.orders.add(maker);
  if (taker !== undefined) numbers.accounts.add(taker[0]);
  for (const [, [maker]] of undone) numbers.accounts.add(maker);
  for (const no of [...(event.given ?? []), ...(event.got ?? [])]) numbers.markets.add(no);
  for (const [no] of event.midpoints ?? []) numbers.markets.add(no);
  if (event.type === "operated" && isCondition(event.subject)) numbers.conditions.add(event.subject);
}
