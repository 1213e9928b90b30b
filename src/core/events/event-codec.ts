/**
 * Events as the journal keeps them: compact JSON in which accounts, markets and orders are named by number.
 * Decoding needs the state just before the event, so a batch is decoded while it is applied.
 */
import { applyEvent } from "./apply.ts";
import { canceledOrders } from "../orders/canceled-orders.ts";
import type { Event, EventKinds, EventOf, Fill, MatchedParty, OutcomeShares } from "./event.ts";
import { createExchange } from "../exchange.ts";
import { elementAt } from "../values/element-at.ts";
import { STANDARD_LIMITS } from "../limits.ts";
import { createOrder, takenPriority } from "../orders/order.ts";
import { findOrderGroup } from "../orders/order-groups.ts";
import { getLots } from "../ledger/sets.ts";
import type { Account, Exchange, Market, Order, OrderGroup, Outcome, Side } from "../state.ts";
import { NO_MICROS } from "../units.ts";
import type { Lots, Micros, Ticks } from "../units.ts";

type Encoded<T> = T extends Event
  ? Omit<
      T,
      "account" | "market" | "order" | "orders" | "fills" | "midpoints" | "given" | "got" | "taker" | "undone"
    >
  : never;
/** An event as JSON, with numbers in place of references. */
export type StoredEvent = Encoded<Event> & {
  readonly account?: number;
  readonly market?: number;
  readonly order?: number | StoredOrder;
  readonly orders?: readonly number[];
  readonly fills?: readonly StoredFill[];
  readonly taker?: StoredParty;
  readonly undone?: readonly StoredFailedFill[];
  readonly midpoints?: readonly (readonly [market: number, midpoint: number])[];
  readonly given?: readonly number[];
  readonly got?: readonly number[];
};

/** A fill; it has no fees where both parties paid none. */
type StoredFill = readonly [
  no: number,
  maker: number,
  lots: Lots,
  price: Ticks,
  taker?: Micros,
  maker?: Micros,
];
type StoredParty = readonly [account: number, outcome: Outcome, side: Side];
type StoredFailedFill = readonly [
  no: number,
  maker: StoredParty,
  lots: Lots,
  price: Ticks,
  taker?: Micros,
  maker?: Micros,
];
type StoredOrder = Pick<
  Order,
  "no" | "id" | "outcome" | "side" | "limit" | "lots" | "kind" | "postOnly" | "expiresAt" | "apiKey"
> & {
  readonly account: number;
  readonly market: number;
  /** Written if the order leaves before its expiration. */
  readonly leavesAt?: number | undefined;
  /** Absent where the order's number is its priority. */
  readonly priority?: number | undefined;
  /** Name of the order's group. */
  readonly group?: string | undefined;
};

/** The events of one batch as the text that is stored and hashed. */
export const encodeEvents = (events: readonly Event[]): string =>
  JSON.stringify(Array.from(encodeTogether(events)));

/** Parses the events of a batch from its text. Each has the index that it has in the batch. */
export const parseEvents = (text: string): StoredEvent[] => {
  const written: (StoredEvent | StoredRedemptions)[] = JSON.parse(text);
  return written.flatMap((one) => (one.type === "all-redeemed" ? one.rows.map(storedRedemption) : [one]));
};

function encodeShares(event: EventOf<"sets-split" | "sets-merged" | "redeemed">): unknown {
  return { ...event, account: event.account.no, market: event.market.no };
}

// Redemptions that follow each other: a resolution has one for each holding, so that they are written as short rows.

type StoredRedemptions = { readonly type: "all-redeemed"; readonly rows: readonly RedemptionRow[] };
type RedemptionRow = readonly [account: number, market: number, first: Lots, second: Lots, paid: Micros];

/** Yields what the text of the events consists of. A redemption alone is an event like others. */
function* encodeTogether(events: readonly Event[]): Generator<unknown> {
  for (let at = 0; at < events.length;) {
    const rows = listRedemptionsFrom(events, at);
    if (rows.length > 1) yield { type: "all-redeemed", rows } satisfies StoredRedemptions;
    else {
      const event = elementAt(events, at);
      yield encodeEvent(event.type, event);
    }
    at += Math.max(rows.length, 1);
  }
}

/** Lists the redemptions that follow each other from an index on. */
function listRedemptionsFrom(events: readonly Event[], start: number): RedemptionRow[] {
  const rows: RedemptionRow[] = [];
  for (let at = start; at < events.length; at += 1) {
    const event = elementAt(events, at);
    if (event.type !== "redeemed") break;
    rows.push([event.account.no, event.market.no, ...event.lots, event.paid]);
  }
  return rows;
}

const storedRedemption = ([account, market, first, second, paid]: RedemptionRow): StoredEvent => ({
  type: "redeemed",
  account,
  market,
  lots: [first, second],
  paid,
});

function encodeFailure(event: EventOf<"settlement-failed">): unknown {
  return {
    ...event,
    market: event.market.no,
    taker: encodeParty(event.taker),
    undone: event.undone.map((fill) => [fill.no, encodeParty(fill.maker), ...encodeFillFields(fill)]),
  };
}

const encodeFill = (fill: Fill): StoredFill => [fill.no, fill.maker.no, ...encodeFillFields(fill)];

type EncodedFillFields = readonly [lots: Lots, price: Ticks, taker?: Micros, maker?: Micros];

function encodeFillFields({ lots, price, takerFee, makerFee }: Omit<Fill, "maker">): EncodedFillFields {
  return takerFee + makerFee > 0 ? [lots, price, takerFee, makerFee] : [lots, price];
}

const encodeParty = ({ account, outcome, side }: MatchedParty): StoredParty => [account.no, outcome, side];

function encodeOrder(order: Order): StoredOrder {
  const { no, id, outcome, side, limit, lots, kind, postOnly, expiresAt, apiKey } = order;
  const account = order.account.no;
  const market = order.market.no;
  const priority = takenPriority(order);
  const leavesAt = order.leavesAt === expiresAt ? undefined : order.leavesAt;
  const stored = { no, id, account, market, outcome, side, limit, lots, kind, postOnly, expiresAt, apiKey };
  return { ...stored, leavesAt, priority, group: order.group?.name };
}

/** An exchange that is rebuilt from its journal, batch by batch. */
export type Replay = {
  readonly exchange: Exchange;
  /** Resting orders by number as of the latest batch. */
  readonly resting: Map<number, Order>;
};

/** Creates an empty replay. Events hold the decisions, so the rules behind them do not matter. */
export const createReplay = (): Replay => ({
  exchange: createExchange({ selfTrade: "allow", autoRedeem: false, limits: STANDARD_LIMITS }),
  resting: new Map(),
});

/** Creates a replay that continues from a loaded exchange, whose resting orders are listed for the first batch. */
export function continueReplay(exchange: Exchange): Replay {
  let resting: Map<number, Order> | undefined;
  return {
    exchange,
    get resting() {
      resting ??= new Map(Array.from(exchange.orders.values(), (order) => [order.no, order]));
      return resting;
    },
  };
}

/**
 * Applies one stored batch, and returns its events. Throws if the text is no batch that can follow the state: then the
 * journal is damaged.
 */
export function replayBatch(replay: Replay, text: string, at: number): Event[] {
  const stored = parseEvents(text);
  // Lists the resting orders before the first event is applied.
  const { exchange, resting } = replay;
  const listed: Replay = { exchange, resting };
  return stored.map((one) => {
    const event = decodeEvent(listed, one, at);
    applyEvent(exchange, event, at);
    trackResting(listed, event);
    return event;
  });
}

function trackResting({ exchange, resting }: Replay, event: Event): void {
  for (const { no } of canceledOrders(event))
    if (!resting.delete(no)) throw new Error(`order ${no} is cancelled twice`);
  if (event.type !== "order-placed") return;
  for (const { maker } of event.fills) if (maker.remaining === 0) resting.delete(maker.no);
  if (exchange.orders.get(event.order.id) === event.order) resting.set(event.order.no, event.order);
}

type StoredKinds = { readonly [S in StoredEvent as S["type"]]: S };
type Codec<T extends keyof EventKinds> = {
  readonly encode: (event: EventKinds[T]) => unknown;
  readonly decode: (replay: Replay, stored: StoredKinds[T], at: number) => Event;
};

const PLAIN = {
  encode: (event: Event): unknown => event,
  decode: <Plain extends Event>(_: Replay, stored: Plain): Event => stored,
};

const ACCOUNT_EVENT_CODEC: Codec<"credited" | "debited"> = {
  encode: (event) => ({ ...event, account: event.account.no }),
  decode: (replay, stored) => ({ ...stored, account: getAccount(replay, stored.account) }),
};

type MarketKind =
  | "tick-changed"
  | "market-status-changed"
  | "resolution-proposed"
  | "resolution-disputed"
  | "market-resolved"
  | "resolution-undone";
const MARKET_EVENT_CODEC: Codec<MarketKind> = {
  encode: (event) => ({ ...event, market: event.market.no }),
  decode: (replay, stored) => ({ ...stored, market: getMarket(replay, stored.market) }),
};

const OF_SHARES: Codec<"sets-split" | "sets-merged"> = {
  encode: encodeShares,
  decode: (replay, stored) => ({
    ...stored,
    account: getAccount(replay, stored.account),
    market: getMarket(replay, stored.market),
  }),
};

const ROWS: { readonly [T in keyof EventKinds]: Codec<T> } = {
  "account-opened": PLAIN,
  credited: ACCOUNT_EVENT_CODEC,
  debited: ACCOUNT_EVENT_CODEC,
  listed: PLAIN,
  "tick-changed": MARKET_EVENT_CODEC,
  "market-status-changed": MARKET_EVENT_CODEC,
  "order-placed": {
    encode: (event) => ({
      ...event,
      order: encodeOrder(event.order),
      fills: event.fills.map(encodeFill),
      refusal: undefined,
    }),
    decode: decodePlacement,
  },
  "settlement-failed": { encode: encodeFailure, decode: decodeFailure },
  "order-group-set": PLAIN,
  "order-group-changed": PLAIN,
  "order-canceled": {
    encode: (event) => ({ ...event, order: event.order.no }),
    decode: (replay, { type, order, reason }) => ({ type, order: restingOrder(replay, order), reason }),
  },
  "orders-canceled": {
    encode: (event) => ({ ...event, orders: event.orders.map(({ no }) => no) }),
    decode: (replay, stored) => ({
      ...stored,
      orders: (stored.orders ?? []).map((no) => restingOrder(replay, no)),
    }),
  },
  "sets-split": OF_SHARES,
  "sets-merged": OF_SHARES,
  "resolution-proposed": MARKET_EVENT_CODEC,
  "resolution-disputed": MARKET_EVENT_CODEC,
  "market-resolved": MARKET_EVENT_CODEC,
  "resolution-undone": MARKET_EVENT_CODEC,
  redeemed: { encode: encodeShares, decode: decodeRedemption },
  converted: {
    encode: (event) => ({
      ...event,
      account: event.account.no,
      given: event.given.map(({ no }) => no),
      got: event.got.map(({ no }) => no),
    }),
    decode: (replay, stored) => ({
      ...stored,
      account: getAccount(replay, stored.account),
      given: (stored.given ?? []).map((no) => getMarket(replay, no)),
      got: (stored.got ?? []).map((no) => getMarket(replay, no)),
    }),
  },
  banned: PLAIN,
  unbanned: PLAIN,
  "mode-changed": PLAIN,
  operated: PLAIN,
  "request-done": PLAIN,
  "prices-recorded": {
    encode: (event) => ({
      ...event,
      midpoints: event.midpoints.map(({ market, midpoint }) => [market.no, midpoint]),
    }),
    decode: (replay, stored) => ({ ...stored, midpoints: decodeMidpoints(replay, stored.midpoints) }),
  },
};

/** The kinds of events that this release writes and reads. */
export const EVENT_KINDS: readonly string[] = [...Object.keys(ROWS), "all-redeemed"];

function encodeEvent<T extends keyof EventKinds>(type: T, event: EventKinds[T]): unknown {
  return ROWS[type].encode(event);
}

function decodeEvent(replay: Replay, stored: StoredEvent, at: number): Event {
  if (!Object.hasOwn(ROWS, stored.type)) throw new UnknownEvent(unknownKindName(stored));
  return decodeKind(stored.type, replay, stored, at);
}

function decodeKind<T extends keyof EventKinds>(
  type: T,
  replay: Replay,
  stored: StoredKinds[T],
  at: number,
): Event {
  return ROWS[type].decode(replay, stored, at);
}

/** Formats the kind of an event that this release does not know. */
const unknownKindName = (stored: unknown): string =>
  typeof stored === "object" && stored !== null && "type" in stored
    ? JSON.stringify(stored.type)
    : JSON.stringify(stored);

/** An event of a kind that this release does not know. In a batch with the right hash, a newer release wrote it. */
export class UnknownEvent extends Error {
  readonly kind: string;
  constructor(kind: string) {
    super(`an event of the unknown kind ${kind}`);
    this.kind = kind;
  }
}

function decodePlacement(replay: Replay, stored: StoredEvent & { type: "order-placed" }, at: number): Event {
  if (typeof stored.order !== "object") throw new Error("order-placed without its order");
  const { account: accountNo, market, group, ...rest } = stored.order;
  const account = getAccount(replay, accountNo);
  const order = createOrder({
    ...rest,
    account,
    group: group === undefined ? undefined : getGroup(replay, account.owner, group),
    market: getMarket(replay, market),
    placedAt: at,
    remaining: rest.lots,
  });
  const fills = (stored.fills ?? []).map(([no, maker, ...terms]) => ({
    no,
    maker: restingOrder(replay, maker),
    ...decodeFillFields(terms),
  }));
  const { type, signed, ended, replaces } = stored;
  return { type, order, signed, fills, ended, replaces };
}

const decodeMidpoints = (replay: Replay, stored: StoredEvent["midpoints"] = []) =>
  stored.map(([no, midpoint]) => ({ market: getMarket(replay, no), midpoint }));

const decodeFillFields = ([lots, price, takerFee = NO_MICROS, makerFee = NO_MICROS]: EncodedFillFields) => ({
  lots,
  price,
  takerFee,
  makerFee,
});

function decodeFailure(replay: Replay, stored: StoredEvent & { type: "settlement-failed" }): Event {
  const undone = (stored.undone ?? []).map(([no, maker, ...terms]) => ({
    no,
    maker: decodeParty(replay, maker),
    ...decodeFillFields(terms),
  }));
  const taker = decodeParty(replay, stored.taker);
  return { type: stored.type, market: getMarket(replay, stored.market), taker, undone };
}

function decodeParty(replay: Replay, stored: StoredParty | undefined): MatchedParty {
  if (stored === undefined) throw new Error("settlement-failed without a party");
  const [account, outcome, side] = stored;
  return { account: getAccount(replay, account), outcome, side };
}

/** Early journals do not say how many shares a redemption took: it took all shares of the account. */
function decodeRedemption(replay: Replay, stored: StoredEvent & { type: "redeemed" }): Event {
  const account = getAccount(replay, stored.account);
  const market = getMarket(replay, stored.market);
  const all: OutcomeShares = [getLots(account, market, 0), getLots(account, market, 1)];
  const { lots = all }: { readonly lots?: OutcomeShares } = stored;
  return { ...stored, account, market, lots };
}

function restingOrder(replay: Replay, no: unknown): Order {
  const order = typeof no === "number" ? replay.resting.get(no) : undefined;
  if (order === undefined) throw new Error(`order ${String(no)} does not rest`);
  return order;
}

function getAccount(replay: Replay, no: number | undefined): Account {
  const account = no === undefined ? undefined : replay.exchange.accounts[no];
  if (account === undefined) throw new Error(`account ${String(no)} does not exist`);
  return account;
}

function getGroup({ exchange }: Replay, owner: string, name: string): OrderGroup {
  const group = findOrderGroup(exchange, { owner, name });
  if (group === undefined) throw new Error(`order group ${name} of ${owner} does not exist`);
  return group;
}

function getMarket(replay: Replay, no: number | undefined): Market {
  const market = no === undefined ? undefined : replay.exchange.markets[no];
  if (market === undefined) throw new Error(`market ${String(no)} does not exist`);
  return market;
}
