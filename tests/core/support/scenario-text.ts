/** Effects of commands and holdings of a wallet, as the lines of a scenario. */
import { canceledOrders } from "../../../src/core/orders/canceled-orders.ts";
import { getRejection } from "../../../src/core/exchange.ts";
import type { Decision } from "../../../src/core/exchange.ts";
import type { Event, EventOf } from "../../../src/core/events/event.ts";
import { isRejection } from "../../../src/core/rejection.ts";
import type { Exchange } from "../../../src/core/state.ts";
import { collateralText, complement, priceText, sharesText, subtractLots } from "../../../src/core/units.ts";
import { matchOf } from "../../simulation/outcome.ts";

export function decisionText(decision: Decision): string {
  if (isRejection(decision)) return `refused ${decision.code}`;
  const killed = getRejection(decision);
  if (killed !== undefined) return `killed ${killed.code}`;
  const facts = decision.map(factText).filter((fact) => fact !== "");
  return facts.length === 0 ? "nothing" : facts.join("; ");
}

function factText(event: Event): string {
  switch (event.type) {
    case "order-placed":
      return placementText(event);
    case "order-canceled":
    case "orders-canceled":
      return canceledOrders(event)
        .map(({ id, remaining }) => `${id} loses ${sharesText(remaining)} ${event.reason}`)
        .join("; ");
    default:
      return event.type;
  }
}

/** Prices are those of the incoming order's own token. */
function placementText(event: EventOf<"order-placed">): string {
  const { order, fills, ended } = event;
  const facts = fills.map(({ maker, lots, price }) => {
    const own = order.outcome === 0 ? price : complement(price);
    const match = matchOf(order.side, maker.outcome === order.outcome);
    return `${match} ${sharesText(lots)} @ ${priceText(own)} ${maker.id}`;
  });
  const left = fills.reduce((rest, fill) => subtractLots(rest, fill.lots), order.lots);
  if (left > 0)
    facts.push(ended === undefined ? `rests ${sharesText(left)}` : `loses ${sharesText(left)} ${ended}`);
  return facts.join("; ");
}

/** `$94 (holds $6), 10 yes (holds 2)`; outcomes of which it has none are left out. */
export function accountText(exchange: Exchange, address: string): string {
  const account = exchange.accountByAddress.get(address);
  if (account === undefined) return "none";
  const parts = [`$${collateralText(account.collateral)}`];
  if (account.held > 0) parts[0] += ` (holds $${collateralText(account.held)})`;
  for (const outcome of [0, 1]) {
    const position = account.positions.get(2 + outcome);
    if (position === undefined || position.lots === 0) continue;
    const holds = position.held > 0 ? ` (holds ${sharesText(position.held)})` : "";
    parts.push(`${sharesText(position.lots)} ${outcome === 0 ? "yes" : "no"}${holds}`);
  }
  return parts.join(", ");
}
