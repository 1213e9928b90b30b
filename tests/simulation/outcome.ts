/**
 * The effect of a command as text that names wallets, markets and orders. So the exchange and its reference are
 * compared without sharing any object.
 */
import { canceledOrders, canceledSizes } from "../../src/core/orders/canceled-orders.ts";
import type { MarketStatus, Payout } from "../../src/core/markets/catalog.ts";
import type { FeeSchedule } from "../../src/core/markets/market-terms.ts";
import type { RejectionCode } from "../../src/core/rejection.ts";
import { isRejection, REJECTIONS } from "../../src/core/rejection.ts";
import type { Command, Operate, PlaceOrder } from "../../src/core/events/command.ts";
import type { Decision } from "../../src/core/exchange.ts";

import type { Event, EventOf } from "../../src/core/events/event.ts";
import type { Market } from "../../src/core/state.ts";
import { findKillCode } from "../../src/core/orders/place-order.ts";

/** A command without an operator. `record-prices` names no markets here, since it records all. */
export type PlainCommand =
  | Exclude<Command, { type: "record-prices" } | Operate>
  | { readonly type: "record-prices" };
export type PlainOperatorCommand = Exclude<PlainCommand, PlaceOrder>;
export type SimulatedOperate = Omit<Operate, "command"> & {
  readonly command: PlainOperatorCommand | undefined;
};
export type SimulatedCommand = PlainCommand | SimulatedOperate;
export type SimulatedCommandOf<T extends SimulatedCommand["type"]> = Extract<SimulatedCommand, { type: T }>;

/** Outcome of a command. `refusals` are all codes that apply; with any of them nothing happened. */
export type Outcome = { readonly refusals: readonly RejectionCode[]; readonly facts: readonly string[] };

export const done = (...facts: string[]): Outcome => ({ refusals: [], facts });
export const refused = (...refusals: RejectionCode[]): Outcome => ({ refusals, facts: [] });

const PRECEDENCE: readonly string[] = Object.keys(REJECTIONS);

/** Gives an outcome as lines of text; of several refusals the first by precedence counts. */
export function outcomeText({ refusals, facts }: Outcome): string {
  const first = firstOf(refusals);
  return first === undefined ? facts.join("\n") : `refused: ${first}`;
}

/** The refusal that comes first by precedence. */
export const firstOf = (refusals: readonly RejectionCode[]): RejectionCode | undefined =>
  refusals.toSorted((a, b) => PRECEDENCE.indexOf(a) - PRECEDENCE.indexOf(b))[0];

export const decisionText = (decision: Decision): string =>
  isRejection(decision)
    ? outcomeText({ refusals: [decision.code], facts: [] })
    : outcomeText({ refusals: [], facts: decision.map(factText) });

const names = (markets: readonly Market[]): string => markets.map(({ conditionId }) => conditionId).join("+");

/** Fact of a market whose price step became finer. */
export const tickText = (condition: string, tick: number): string => `steps of ${tick} in ${condition}`;

function factText(event: Event): string {
  switch (event.type) {
    case "order-placed":
      return placementText(event);
    case "order-canceled":
    case "orders-canceled":
      return canceledOrders(event)
        .map((order) => cancelFactText(order.id, canceledSizes(order), event.reason))
        .join("\n");
    case "order-group-set":
      return groupFactText({ ...event, change: `set to ${event.limit} in ${event.windowMs}` });
    case "order-group-changed":
      return groupFactText(event);
    case "settlement-failed":
      return failureFactText(event.undone.map(({ no }) => no));
    case "account-opened":
      return `opened ${event.no} ${event.address} of ${event.owner} with ${event.credit}`;
    case "credited":
      return `credited ${event.account.address} ${event.amount}`;
    case "debited":
      return `debited ${event.account.address} ${event.amount} by ${event.by}`;
    case "listed":
      return `listed ${listingText(event)}`;
    case "tick-changed":
      return tickText(event.market.conditionId, event.tick);
    case "market-status-changed":
      return `${event.status} ${event.market.conditionId}`;
    case "sets-split":
    case "sets-merged":
      return `${event.type} ${event.account.address} ${event.market.conditionId} ${event.lots}`;
    case "resolution-proposed":
      return `proposed ${event.market.conditionId} ${event.payout.join("/")}`;
    case "resolution-disputed":
      return `disputed ${event.market.conditionId}`;
    case "market-resolved":
      return `resolved ${event.market.conditionId} ${event.payout.join("/")}`;
    case "resolution-undone":
      return `undone ${event.market.conditionId}`;
    case "redeemed":
      return `redeemed ${event.account.address} ${event.market.conditionId} ${event.lots.join("+")} for ${event.paid}`;
    case "converted":
      return `converted ${event.account.address} ${event.lots} of ${names(event.given)} to ${names(event.got)}`;
    case "banned":
    case "unbanned":
      return `${event.type} ${event.address}`;
    case "mode-changed":
      return `mode ${event.mode}`;
    case "operated":
      return operatedFactText(event);
    case "request-done":
      return `request of ${event.caller}: ${event.key} ${event.signed} ${event.content}`;
    case "prices-recorded":
      return `prices ${event.minute} ${event.midpoints.map((one) => `${one.market.conditionId} ${one.midpoint}`).join(", ")}`;
  }
}

export const cancelFactText = (
  id: string,
  { matched, canceled }: { readonly matched: number; readonly canceled: number },
  reason: string,
): string => `canceled ${id} ${canceled} ${reason} after ${matched}`;

export const groupFactText = ({
  owner,
  name,
  change,
}: {
  readonly owner: string;
  readonly name: string;
  readonly change: string;
}): string => `group ${owner} ${name} ${change}`;

export const operatedFactText = (noted: Omit<SimulatedOperate, "type" | "command">): string =>
  `operated ${noted.operator} ${noted.action} ${noted.subject} ${noted.reason} ${JSON.stringify(noted.details)}`;

export const failureFactText = (fills: readonly number[]): string => `failed ${fills.join("+")}`;

type ListedFact = {
  readonly no: number;
  readonly condition: string;
  readonly status: MarketStatus;
  readonly tick: number;
  readonly minimum: number;
  readonly negativeRisk: boolean;
  readonly payout: Payout | undefined;
  readonly fees?: FeeSchedule | undefined;
  readonly autoRedeem?: boolean | undefined;
};

export const listedFactText = (market: ListedFact): string =>
  `${market.no} ${market.condition} ${market.status} ${termsText(market)}`;

export const termsText = (market: Omit<ListedFact, "no" | "condition" | "status">): string =>
  `tick ${market.tick} minimum ${market.minimum}${market.negativeRisk ? " negative risk" : ""} ` +
  `pays ${market.payout?.join("/")} fees ${feesText(market.fees)} auto ${market.autoRedeem}`;

const feesText = (fees: FeeSchedule | undefined): string =>
  fees === undefined ? "none" : `${fees.rate}^${fees.exponent} ${fees.takerOnly ? "taker" : "both"}`;

const listingText = ({ listing, markets }: EventOf<"listed">): string =>
  markets
    .map((market, index) => {
      const condition = listing.markets[index]?.conditionId ?? "";
      return listedFactText({ ...market, condition, minimum: market.minimumLots });
    })
    .join(", ");

/** Ways in which two orders match. */
export type Match = "complementary" | "mint" | "merge";

export type PlacementFact = {
  readonly no: number;
  readonly id: string;
  /** Fills at prices of the incoming order's own token, with the fees of both orders. */
  readonly fills: readonly FillFact[];
  readonly size: number;
  readonly left: number;
  readonly ended: string | undefined;
  /** Code of the refusal of a killed order. */
  readonly killed?: RejectionCode | undefined;
  /** Place among the orders of its price, and the number of the order that it replaces. */
  readonly place: number;
  readonly replaces: number | undefined;
  readonly group: string | undefined;
};

export type FillFact = {
  readonly no: number;
  readonly maker: string;
  readonly lots: number;
  readonly price: number;
  readonly match: Match;
  readonly fees: readonly [taker: number, maker: number];
};

export function placementFactText(placed: PlacementFact): string {
  const { no, id, fills, size, left, ended, killed, place, group, replaces } = placed;
  const filled = fills.map(
    (fill) =>
      `#${fill.no} ${fill.lots} @ ${fill.price} fees ${fill.fees.join("+")} ${fill.match} ${fill.maker}`,
  );
  return `placed ${no} ${id} ${size}: ${filled.join(", ")}; left ${left} ${ended ?? "kept"} ${killed ?? ""} ${place} ${group} ${replaces}`;
}

function placementText(event: EventOf<"order-placed">): string {
  const { order, fills, ended } = event;
  return placementFactText({
    no: order.no,
    id: order.id,
    fills: fills.map(({ no, maker, lots, price, takerFee, makerFee }) => ({
      no,
      maker: maker.id,
      lots,
      price: order.outcome === 0 ? price : 10_000 - price,
      match: matchOf(order.side, maker.outcome === order.outcome),
      fees: [takerFee, makerFee],
    })),
    size: order.lots,
    left: order.lots - fills.reduce((sum, fill) => sum + fill.lots, 0),
    ended,
    killed: findKillCode(order.kind, fills, ended ?? null),
    place: order.priority,
    group: order.group?.name,
    replaces: event.replaces,
  });
}

export function matchOf(side: "BUY" | "SELL", sameToken: boolean): Match {
  if (sameToken) return "complementary";
  return side === "BUY" ? "mint" : "merge";
}
