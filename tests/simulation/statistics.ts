/** Counts of a run, which show that it reached everything, and are printed for a person. */
import { canceledOrders } from "../../src/core/orders/canceled-orders.ts";
import type { Decision } from "../../src/core/exchange.ts";

import type { Event, EventOf } from "../../src/core/events/event.ts";
import { isRejection } from "../../src/core/rejection.ts";
import type { Exchange } from "../../src/core/state.ts";
import type { SimulatedCommand } from "./outcome.ts";
import { matchOf } from "./outcome.ts";

export type Counts = Map<string, number>;

export type Statistics = {
  /** Commands by type. */
  readonly commands: Counts;
  /** Orders by kind, side, outcome and status of their market. */
  readonly orders: Counts;
  /** Matches by kind, side and outcome of the incoming order. */
  readonly matches: Counts;
  /** Fills by kind, side and outcome of the incoming order. */
  readonly kinds: Counts;
  /** Ends of orders by reason. */
  readonly ends: Counts;
  readonly rejections: Counts;
  /** Events by type; payouts, redemptions and conversions in more detail. */
  readonly events: Counts;
  /** Fills by the parties that paid fees. */
  readonly fees: Counts;
};

export const createStatistics = (): Statistics => ({
  commands: new Map(),
  orders: new Map(),
  matches: new Map(),
  kinds: new Map(),
  ends: new Map(),
  rejections: new Map(),
  events: new Map(),
  fees: new Map(),
});

export const add = (counts: Counts, key: string, amount: number): unknown =>
  counts.set(key, (counts.get(key) ?? 0) + amount);

export const count = (counts: Counts, key: string): unknown => add(counts, key, 1);

export const total = (counts: Counts): number => [...counts.values()].reduce((sum, value) => sum + value, 0);

/** Counts a command that was executed. */
export function countDecision(
  statistics: Statistics,
  { command, exchange }: { readonly command: SimulatedCommand; readonly exchange: Exchange },
  decision: Decision,
): void {
  count(statistics.commands, command.type);
  if (command.type === "place-order") {
    const token = exchange.tokens.get(command.tokenId);
    const to = token === undefined ? "no market" : `${token.outcome} ${token.market.status}`;
    count(statistics.orders, `${command.kind} ${command.side} ${to}`);
  }
  if (command.type === "operate") count(statistics.commands, `by operator ${command.command?.type}`);
  const { type } = command.type === "operate" ? (command.command ?? command) : command;
  if (!isRejection(decision) && decision.length > 0) count(statistics.commands, `done ${type}`);
  if (isRejection(decision)) count(statistics.rejections, decision.code);
  else for (const event of decision) countEvent(statistics, event);
}

function countEvent(statistics: Statistics, event: Event): void {
  count(statistics.events, detailOf(event));
  if (event.type === "order-canceled" || event.type === "orders-canceled")
    add(statistics.ends, event.reason, canceledOrders(event).length);
  if (event.type !== "order-placed") return;
  const { kind, side, outcome } = event.order;
  if (event.refusal !== undefined) count(statistics.rejections, event.refusal.code);
  if (event.ended !== undefined) count(statistics.ends, event.ended);
  if (event.fills.length > 0) count(statistics.kinds, `${kind} ${side} ${outcome}`);
  countFees(statistics, event);
  for (const { maker } of event.fills) {
    count(statistics.matches, `${matchOf(side, maker.outcome === outcome)} ${side} ${outcome}`);
  }
}

function detailOf(event: Event): string {
  switch (event.type) {
    case "market-resolved":
      return `${event.type} ${event.payout.join("/")}${event.market.negativeRisk ? " of several" : ""}`;
    case "order-placed":
      return event.replaces === undefined ? event.type : `${event.type} ${placeName(event)} place`;
    case "order-group-changed":
      return `${event.type} ${event.change}`;
    case "converted":
      return `${event.type} ${event.given.length} to ${event.got.length}`;
    case "market-status-changed":
      return `${event.type} ${event.status}`;
    default:
      return event.type;
  }
}

const placeName = ({ order }: EventOf<"order-placed">): string =>
  order.priority === order.no ? "in a new" : "in another's";

function countFees({ fees }: Statistics, { fills }: EventOf<"order-placed">): void {
  for (const { takerFee, makerFee, maker, lots } of fills) {
    if (takerFee > 0) count(fees, "taker");
    if (makerFee > 0) count(fees, `maker ${maker.side}`);
    if (makerFee > 0 && maker.side === "SELL" && makerFee === lots * maker.limit)
      count(fees, "all of a sale");
  }
}

/** Table for a person: one line per group. */
export function statisticsText(statistics: Statistics): string {
  const line = (title: string, counts: Counts): string => {
    const parts = [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, value]) => `${key} ${value}`);
    return `${title} (${total(counts)}): ${parts.join(", ")}`;
  };
  return [
    line("commands", statistics.commands),
    line("orders", statistics.orders),
    line("fills", statistics.matches),
    line("orders that filled", statistics.kinds),
    line("ends of orders", statistics.ends),
    line("rejections", statistics.rejections),
    line("events", statistics.events),
    line("fees", statistics.fees),
  ].join("\n");
}
