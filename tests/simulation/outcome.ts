/**
 * What a command did, as text that names wallets, markets and orders, so that the exchange and its reference can be
 * compared without sharing any object.
 */
import type { RejectionCode } from "../../src/core/rejection.ts";
import { REJECTIONS } from "../../src/core/rejection.ts";
import type { Command } from "../../src/core/command.ts";
import type { Decision } from "../../src/core/exchange.ts";
import { isRejection } from "../../src/core/exchange.ts";
import type { Event, EventOf } from "../../src/core/event.ts";

/** `record-prices` names no markets here: all are meant. */
export type SimulatedCommand = Exclude<Command, { type: "record-prices" }> | { type: "record-prices" };

/** `refusals` are all the codes that are true of the command; when there is any, nothing happened. */
export type Outcome = { readonly refusals: readonly RejectionCode[]; readonly facts: readonly string[] };

const PRECEDENCE = Object.keys(REJECTIONS);

/** The outcome as lines of text; of several refusals the first by precedence counts. */
export function outcomeText({ refusals, facts }: Outcome): string {
  if (refusals.length === 0) return facts.join("\n");
  const ranks = refusals.map((code) => PRECEDENCE.indexOf(code));
  return `refused: ${PRECEDENCE[Math.min(...ranks)]}`;
}

export const decisionText = (decision: Decision): string =>
  isRejection(decision)
    ? outcomeText({ refusals: [decision.code], facts: [] })
    : outcomeText({ refusals: [], facts: decision.map(factText) });

function factText(event: Event): string {
  switch (event.type) {
    case "order-placed":
      return placementText(event);
    case "order-canceled":
      return `canceled ${event.order.id} ${event.order.remaining} ${event.reason}`;
    case "account-opened":
      return `opened ${event.no} ${event.address} of ${event.owner} with ${event.credit}`;
    case "credited":
      return `credited ${event.account.address} ${event.amount}`;
    case "listed":
      return `listed ${listingText(event)}`;
    case "market-status-changed":
      return `${event.status} ${event.market.conditionId}`;
    case "sets-split":
    case "sets-merged":
      return `${event.type} ${event.account.address} ${event.market.conditionId} ${event.lots}`;
    case "market-resolved":
      return `resolved ${event.market.conditionId} ${event.payout.join("/")}`;
    case "redeemed":
      return `redeemed ${event.account.address} ${event.market.conditionId} ${event.paid}`;
    case "prices-recorded":
      return `prices ${event.minute} ${event.midpoints.map((one) => `${one.market.conditionId} ${one.midpoint}`).join(", ")}`;
  }
}

function listingText({ listing, markets }: EventOf<"listed">): string {
  return markets
    .map(({ no, status, tick, minimumLots, payout }, index) => {
      const name = listing.markets[index]?.conditionId;
      return `${no} ${name} ${status} tick ${tick} minimum ${minimumLots} pays ${payout?.join("/")}`;
    })
    .join(", ");
}

/** How two orders meet. */
export type Match = "complementary" | "mint" | "merge";

export type PlacementFact = {
  readonly no: number;
  readonly id: string;
  /** Prices are those of the incoming order's own token. */
  readonly fills: readonly { no: number; maker: string; lots: number; price: number; match: Match }[];
  readonly size: number;
  readonly left: number;
  readonly ended: string | undefined;
};

export function placementFactText({ no, id, fills, size, left, ended }: PlacementFact): string {
  const filled = fills.map((fill) => `#${fill.no} ${fill.lots} @ ${fill.price} ${fill.match} ${fill.maker}`);
  return `placed ${no} ${id} ${size}: ${filled.join(", ")}; left ${left} ${ended ?? "kept"}`;
}

function placementText(event: EventOf<"order-placed">): string {
  const { order, fills, ended } = event;
  return placementFactText({
    no: order.no,
    id: order.id,
    fills: fills.map(({ no, maker, lots, price }) => ({
      no,
      maker: maker.id,
      lots,
      price: order.outcome === 0 ? price : 10_000 - price,
      match: matchOf(order.side, maker.outcome === order.outcome),
    })),
    size: order.lots,
    left: order.lots - fills.reduce((sum, fill) => sum + fill.lots, 0),
    ended,
  });
}

export function matchOf(side: "BUY" | "SELL", sameToken: boolean): Match {
  if (sameToken) return "complementary";
  return side === "BUY" ? "mint" : "merge";
}
