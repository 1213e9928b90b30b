/**
 * Feed of the commits that touch an owner's orders. Earlier trades of these orders are read from the store when a receiver
 * first asks for them. Commits that touch no followed owner cost one pass over their events.
 */
import type { Context } from "../../context.ts";
import { createOrder } from "../../core/orders/order.ts";
import { findCommandGroup } from "../../core/orders/order-groups.ts";
import type { Publication } from "../../engine/repeats/entry.ts";
import type { EndedSettlement } from "../../engine/sandbox/settlements.ts";
import type { DelayedOrder } from "../../store/sandbox/delayed-orders.ts";
import { listExecutions, listTrades } from "../../store/reads/trades.ts";
import type { EarlierTrades, EarlierTradesQuery } from "../../store/reads/trades.ts";
import { followCommits } from "../follow-commits.ts";
import { createTickBudget } from "../../base/async.ts";
import type { TickBudget } from "../../base/async.ts";
import { createQueuePositions } from "./queue-positions.ts";
import type { QueuePositions } from "./queue-positions.ts";
import { MAX_TRADES, listUpdatesByOwner, listUnmatchedUpdates } from "./user-updates.ts";
import type { SettlementUpdate, UserUpdate } from "./user-updates.ts";

/** Messages built per tick of the event loop, about 2 ms: a commit for thousands of connections delays no answers to orders. */
export const MESSAGES_PER_TICK = 500;

/** Updates of one owner's orders and trades in a commit. */
export type OwnerBatch = {
  readonly seq: number;
  /** Engine time, ms since 1970. */
  readonly at: number;
  /** The journal's hash of the commit. */
  readonly hash: Buffer;
  readonly updates: readonly UserUpdate[];
  /** Finds the latest trades of the batch's orders before the commit. */
  findEarlierTrades(): Promise<EarlierTrades>;
};

export type UserFeed = {
  /**
   * Calls the receiver for every commit that touches the owner's orders, in order. Returns a function that stops the calls.
   */
  follow(owner: string, receiver: Receiver): () => void;
  /** Positions of open orders in their queues; receivers are told them after the commit. */
  readonly positions: QueuePositions;
  /** Budget of messages that all receivers together may build per tick. */
  readonly turns: TickBudget;
};

export type Receiver = {
  readonly add: (batch: OwnerBatch) => void;
  /** Called after a commit that may have touched the owner's orders and could not be processed. */
  readonly miss: () => void;
};

type Receivers = Map<string, Set<Receiver>>;

type FeedContext = Pick<Context, "delayedOrders" | "engine" | "entries" | "log" | "settlements" | "sql">;

export function createUserFeed(context: FeedContext): UserFeed {
  const receivers: Receivers = new Map();
  const positions = createQueuePositions(context);
  const send = (publication: Publication): void => {
    if (receivers.size > 0) publish(receivers, publication, context.entries);
    positions.take(publication);
  };
  const missAll = (): void => {
    for (const { miss } of [...receivers.values()].flatMap((own) => [...own])) miss();
    positions.restart();
  };
  followCommits(context, send, missAll);
  context.engine.followReplacements(missAll);
  context.delayedOrders?.follow((order) => publishUnmatched(context, receivers, order));
  context.settlements?.follow((settlement) => {
    if (receivers.size === 0) return;
    publishSettlement(context, receivers, settlement).catch((error: unknown) => {
      context.log.error(
        { event: "settlement_not_told", err: error },
        "the end of a settlement is not told on live channels",
      );
      missAll();
    });
  });

  function follow(owner: string, receiver: Receiver): () => void {
    const others = receivers.get(owner);
    if (others === undefined) receivers.set(owner, new Set([receiver]));
    else others.add(receiver);
    return () => {
      const left = receivers.get(owner);
      left?.delete(receiver);
      if (left?.size === 0) receivers.delete(owner);
    };
  }

  return { follow, positions, turns: createTickBudget(MESSAGES_PER_TICK) };
}

type UpdatesByOwner = ReadonlyMap<string, readonly UserUpdate[]>;

function publish(
  receivers: Receivers,
  { events, seq, at, hash }: Publication,
  entries: Context["entries"],
): void {
  const byOwner = listUpdatesByOwner(events, (owner) => receivers.has(owner));
  let found: Promise<EarlierTrades> | undefined;
  // Does not cache a failed read, so that the next receiver reads again.
  const findOnce = (): Promise<EarlierTrades> =>
    (found ??= entries.findEarlierTrades(listEarlierTradesToRead(byOwner)).catch((error: unknown) => {
      found = undefined;
      throw error;
    }));
  for (const [owner, updates] of byOwner) {
    const batch: OwnerBatch = { seq, at, hash, updates, findEarlierTrades: findOnce };
    for (const { add } of receivers.get(owner) ?? []) add(batch);
  }
}

const NO_TRADES: EarlierTrades = new Map();

/** Notifies the parties of a match of the settlement's result, trade by trade in each unit. */
async function publishSettlement(
  { engine, sql }: FeedContext,
  receivers: Receivers,
  { first, last, ended }: EndedSettlement,
): Promise<void> {
  const { seq, hash } = engine.head();
  const span = { from: first, below: last + 1 };
  const reading = await sql();
  const updates = [
    ...(await listTrades(reading, { filter: span, offset: 0, limit: last + 1 - first }))
      .toReversed()
      .map((trade) => ({ unit: "fill" as const, trade })),
    ...(await listExecutions(reading, { filter: span, limit: 1 })).rows.map((trade) => ({
      unit: "execution" as const,
      trade,
    })),
  ].map((update): SettlementUpdate => ({ type: "settlement", ended, ...update }));
  for (const [owner, ownerReceivers] of receivers) {
    const own = updates.filter(({ trade: { taker, fills } }) =>
      [taker, ...fills.map(({ maker }) => maker)].some((party) => party.owner === owner),
    );
    if (own.length === 0) continue;
    for (const { add } of ownerReceivers)
      add({ seq, hash, at: ended.at, updates: own, findEarlierTrades: findNoTrades });
  }
}

/** Notifies the owner of a delayed order that it completed without a match. */
function publishUnmatched(
  { engine: { exchange, head } }: FeedContext,
  receivers: Receivers,
  { command, takenAt, ended }: DelayedOrder,
): void {
  const token = exchange.tokens.get(command.tokenId);
  const account = exchange.accountByAddress.get(command.maker);
  const ownerReceivers = receivers.get(command.owner);
  if (token === undefined || account === undefined || ended === undefined || ownerReceivers === undefined)
    return;
  const no = exchange.nextOrder;
  const order = createOrder({
    ...command,
    ...token,
    no,
    account,
    group: findCommandGroup(exchange, command),
    placedAt: takenAt,
    remaining: command.lots,
  });
  const { seq, hash } = head();
  const updates = listUnmatchedUpdates(order, ended.reason);
  for (const { add } of ownerReceivers)
    add({ seq, hash, at: ended.at, updates, findEarlierTrades: findNoTrades });
}

const findNoTrades = async (): Promise<EarlierTrades> => NO_TRADES;

/** Lists the trades to read: those of orders that had trades before the commit. */
function listEarlierTradesToRead(byOwner: UpdatesByOwner): EarlierTradesQuery {
  const orders = new Set<number>();
  let before = Number.MAX_SAFE_INTEGER;
  for (const update of [...byOwner.values()].flat())
    if (update.type === "order") {
      if (update.hasEarlierTrades) orders.add(update.order.no);
      before = Math.min(before, update.trades[0]?.fill ?? before);
    }
  return { orders: [...orders], before, limit: MAX_TRADES };
}
