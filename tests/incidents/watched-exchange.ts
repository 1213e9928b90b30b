/**
 * The core in memory, watched: after each command everything is counted anew - collateral, supplies, holds, books and
 * limits - and whatever was filled is kept. Prices are ticks and sizes are lots.
 */
import { STANDARD_LIMITS } from "../../src/core/limits.ts";
import type { Command, PlaceOrder } from "../../src/core/events/command.ts";
import type { Event, Fill } from "../../src/core/events/event.ts";
import { createExchange, execute, getRejection } from "../../src/core/exchange.ts";
import { isRejection } from "../../src/core/rejection.ts";
import type { Exchange, Order, OrderKind, Rules, Side } from "../../src/core/state.ts";
import { affordableLots, lots, micros, ticks } from "../../src/core/units.ts";
import { NOT_SIGNED } from "../core/support/orders.ts";
import { marketListing } from "../core/support/listing.ts";
import type { TestMarket } from "../core/support/listing.ts";
import { checkEvents, takeTally } from "../simulation/event-invariants.ts";
import { checkState } from "../simulation/invariants.ts";

export type Terms = {
  readonly maker: string;
  readonly owner?: string;
  /** The token of the market `m` unless it has a dash: `yes` or `no`. */
  readonly token: string;
  readonly side: Side;
  readonly price: number;
  readonly size: number;
  readonly kind?: OrderKind;
  readonly expiresAt?: number;
  /** Budget of a market buy, in micros; its size follows. */
  readonly budget?: number;
};

/** A fill with the order that came for it. */
export type Filled = Fill & { readonly taker: Order };

export type WatchedExchange = {
  readonly exchange: Exchange;
  /** All that was ever filled. */
  readonly fills: Filled[];
  /** The clock, in milliseconds. */
  readonly time: { now: number };
  /** Executes a command and gives its events, or the code of its refusal. */
  tell(command: Command): readonly Event[] | string;
  order(terms: Terms): PlaceOrder;
  /** Opens a wallet with this much collateral (micros) and as many sets of `m`, which it splits. */
  open(address: string, collateral: number, sets?: number): void;
};

export const NO_RULES: Rules = { selfTrade: "allow", autoRedeem: false, limits: STANDARD_LIMITS };

export function watchExchange(markets: readonly TestMarket[], rules: Partial<Rules> = {}): WatchedExchange {
  const exchange = createExchange({ ...NO_RULES, ...rules });
  const fills: Filled[] = [];
  const time = { now: 1_000 };
  let orders = 0;
  const tell = (command: Command): readonly Event[] | string => {
    const before = takeTally(exchange);
    const decision = execute(exchange, command, time.now);
    const events = isRejection(decision) ? [] : decision;
    checkEvents(exchange, before, events);
    checkState(exchange, command.type === "expire-orders" ? time.now : 0);
    fills.push(...events.flatMap(filledBy));
    return getRejection(decision)?.code ?? events;
  };
  const order = (terms: Terms): PlaceOrder => {
    orders += 1;
    return placement(terms, `order ${orders}`);
  };
  const open = (address: string, collateral: number, sets = 0): void => {
    const credit = micros(collateral + sets * 10_000);
    tell({ type: "open-account", address, owner: address, credit });
    if (sets > 0) tell({ type: "split", address, owner: address, conditionId: "m", lots: lots(sets) });
  };
  tell({ type: "list", listing: marketListing(...markets) });
  return { exchange, fills, time, tell, order, open };
}

const filledBy = (event: Event): Filled[] =>
  event.type === "order-placed" ? event.fills.map((fill) => ({ ...fill, taker: event.order })) : [];

/** An order as the core is told of it. */
export function placement(terms: Terms, id: string): PlaceOrder {
  const { maker, owner = maker, token, side, price, size, kind = "GTC", expiresAt = 0, budget } = terms;
  const limit = ticks(price);
  return {
    type: "place-order",
    id,
    maker,
    owner,
    tokenId: token.includes("-") ? token : `m-${token}`,
    side,
    kind,
    postOnly: false,
    expiresAt,
    limit,
    ...(budget === undefined
      ? { lots: lots(size), budget: undefined }
      : { lots: affordableLots(micros(budget), limit), budget: micros(budget) }),
    apiKey: "key",
    signed: NOT_SIGNED,
  };
}
