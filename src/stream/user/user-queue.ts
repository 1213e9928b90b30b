/**
 * Queue of one user channel connection: commits in order, and snapshots of the open orders. The store gets each commit
 * later than this queue, so a snapshot's commits are already queued here or sent. The snapshot is sent after the commits
 * that it includes, before the first that it lacks. The client replaces its state by the snapshot and continues.
 */
import type { Context } from "../../context.ts";
import { elementAt } from "../../core/values/element-at.ts";
import type { ExchangeMode } from "../../core/exchange-mode.ts";
import type { Order } from "../../core/state.ts";
import { priceText, sharesText } from "../../core/units.ts";
import { DIFFERENCES } from "../../http/dialects/dialect-differences.ts";
import type { Dialect } from "../../http/dialects/dialect.ts";
import { flatOrder } from "../../http/trading/orders/orders.ts";
import { queuePosition } from "../../http/trading/orders/queue-position.ts";
import { tradeAnswer } from "../../http/trading/trades/trades.ts";
import type { TradeView } from "../../http/trading/trades/trades.ts";
import { checksumAddress } from "../../signing/address.ts";
import { tradeId } from "../../store/reads/fills.ts";
import { readOpenOrders } from "../../store/reads/orders.ts";
import type { OpenOrders, OrderRecord } from "../../store/reads/orders.ts";
import type { EarlierTrades, TradeParty, TradeRecord } from "../../store/reads/trades.ts";
import { isUnavailable } from "../../store/sql/unavailable.ts";
import { createNumberer } from "../channel.ts";
import type { Connection, MessageNumbers, Numberer } from "../channel.ts";
import { jsonFrame, textFrame } from "../frames/text-frame.ts";
import type { OrderPosition } from "./queue-positions.ts";
import type { OwnerBatch, UserFeed } from "./user-feed.ts";
import type { OrderMessage, PositionMessage, TradeMessage } from "./user-schema.ts";
import { MAX_TRADES } from "./user-updates.ts";
import type { OrderUpdate, TradeUpdate, UserUpdate } from "./user-updates.ts";
import { createWaitingPositions } from "./waiting-positions.ts";
import type { WaitingPositions } from "./waiting-positions.ts";

// Messages to the owner of an order: the record of the order or of a trade, as the trading interface answers it. Fields
// that Polymarket and Kuest name differently on their channels are added. Times are unix seconds as text. `timestamp` is in
// milliseconds, for Kuest's clients in seconds.

/** A message without the numbers that the connection adds. */
type UserMessage = OrderMessage | TradeMessage;

type MessageView = Pick<TradeView, "dialect" | "settlements"> & {
  /** Lower-case address. */
  readonly owner: string;
};

type DescribedBatch = Pick<OwnerBatch, "at" | "hash"> & { readonly earlierTrades: EarlierTrades };

/** Statuses of a trade that clients wait for; a commit is final at once, so all are sent together. */
const TRADE_STEPS = ["MATCHED", "MINED", "CONFIRMED"] as const;
/** Final statuses of a settlement that a fault kept open. */
const SETTLEMENT_STEPS = { confirmed: ["MINED", "CONFIRMED"], failed: ["FAILED"] } as const;

/**
 * Builds one message for an order, three for a trade. A trade in a unit that the dialect's clients do not use gives no
 * message. A trade whose settlement a fault keeps open gives one message, and the rest once settled or failed.
 */
function userMessages(update: UserUpdate, batch: DescribedBatch, view: MessageView): UserMessage[] {
  if (update.type === "order") return [orderMessage(update, batch, view)];
  if (update.unit !== DIFFERENCES.tradeUnits.does[view.dialect]) return [];
  if (update.type === "settlement") {
    const { trade, ended } = update;
    const settled = tradeMessage(trade, ended.at, view);
    return SETTLEMENT_STEPS[ended.outcome].map((status) => ({ ...settled, status }));
  }
  const trade = tradeMessage(tradeRecord(update, batch), batch.at, view);
  const steps = view.settlements?.find(update.no) === undefined ? TRADE_STEPS : (["MATCHED"] as const);
  return steps.map((status) => ({ ...trade, status }));
}

function orderMessage(
  update: OrderUpdate,
  { at, earlierTrades }: DescribedBatch,
  { dialect }: MessageView,
): OrderMessage {
  const { change, order, filled, trades, tradeCount, reason } = update;
  const earlier = earlierTrades.get(order.no) ?? [];
  const recent = trades.slice(Math.max(0, tradeCount - MAX_TRADES), tradeCount);
  const unit = DIFFERENCES.tradeUnits.does[dialect];
  const numbers = [...earlier, ...recent].slice(-MAX_TRADES).map((trade) => trade[unit]);
  return {
    event_type: "order",
    type: change,
    id: order.id,
    market: order.market.conditionId,
    asset_id: order.market.tokenIds[order.outcome],
    owner: order.apiKey,
    order_owner: order.apiKey,
    side: order.side,
    price: priceText(order.limit),
    original_size: sharesText(order.lots),
    size_matched: sharesText(filled),
    outcome: order.market.outcomes[order.outcome],
    maker_address: checksumAddress(order.account.address),
    associate_trades: [...new Set(numbers)].map(tradeId),
    status: orderMessageStatus(update),
    order_type: order.kind,
    created_at: secondsText(order.placedAt),
    expiration: secondsText(order.expiresAt),
    ...(reason !== undefined && { cancel_reason: reason }),
    timestamp: timestampText(at, dialect),
  };
}

/** Returns the status of an order. Clients know only these three; the reason of a cancellation is a separate field. */
function orderMessageStatus({ change, order, filled }: OrderUpdate): OrderMessage["status"] {
  if (change === "CANCELLATION") return "CANCELED";
  return filled === order.lots ? "MATCHED" : "LIVE";
}

/** Builds the message of a trade for a status change at `at`, ms. */
function tradeMessage(record: TradeRecord, at: number, { owner, ...view }: MessageView): TradeMessage {
  const {
    type: _role,
    match_time: _shown,
    maker_orders,
    ...trade
  } = tradeAnswer(record, { ...view, caller: owner });
  const { dialect } = view;
  const matched = secondsText(record.at);
  const { taker, fills } = record;
  const own = [taker, ...fills.map(({ maker }) => maker)].find((party) => party.owner === owner);
  return {
    event_type: "trade",
    type: "TRADE",
    ...trade,
    owner: taker.apiKey,
    ...(DIFFERENCES.matchTimes.does[dialect] === "both" && { match_time: matched }),
    matchtime: matched,
    last_update: secondsText(at),
    maker_orders: maker_orders.map((order, place) => ({
      ...order,
      outcome_index: fills[place]?.maker.outcome ?? 0,
    })),
    trade_owner: (own ?? taker).apiKey,
    timestamp: timestampText(at, dialect),
  };
}

function tradeRecord(
  { no, taker, takerFee, totals, fills, feeRate }: TradeUpdate,
  { at, hash }: Pick<OwnerBatch, "at" | "hash">,
): TradeRecord {
  return {
    no,
    conditionId: taker.market.conditionId,
    at,
    hash,
    taker: toTradeParty(taker, takerFee),
    totals,
    fills: fills.map(({ lots, price, maker, makerFee }) => ({
      lots,
      price,
      maker: toTradeParty(maker, makerFee),
    })),
    builder: null,
    feeRate,
  };
}

const positionMessage = ({ order, ahead, open, at }: OrderPosition, dialect: Dialect): PositionMessage => ({
  event_type: "queue_position",
  ...queuePosition(order, ahead, open),
  timestamp: timestampText(at, dialect),
});

const toTradeParty = (order: Order, fee: TradeParty["fee"]): TradeParty => ({
  orderId: order.id,
  wallet: order.account.address,
  owner: order.account.owner,
  apiKey: order.apiKey,
  tokenId: order.market.tokenIds[order.outcome],
  outcome: order.outcome,
  outcomeLabel: order.market.outcomes[order.outcome],
  side: order.side,
  fee,
});

const secondsText = (ms: number): string => String(Math.floor(ms / 1000));

const timestampText = (at: number, dialect: Dialect): string =>
  DIFFERENCES.userTimestamps.does[dialect] === "seconds" ? secondsText(at) : String(at);

// Frame of a client's open orders, within the size limit of one send.

const MAX_ORDERS = 10_000;
/** Maximum bytes of the orders' JSON. */
const MAX_BYTES = 3 * 1024 * 1024;

type FrameOptions = {
  readonly dialect: Dialect;
  /** True if the frame has all open orders. */
  readonly complete: boolean;
  readonly numbers: MessageNumbers;
};

/** Frames the oldest orders, as many as fit. */
function openOrdersFrame(
  orders: readonly OrderRecord[],
  { dialect, complete, numbers }: FrameOptions,
): Buffer {
  const records: string[] = [];
  let bytes = 0;
  for (const order of orders) {
    const shown = { ...order, tradeIds: order.tradeIds.slice(-MAX_TRADES) };
    const record = JSON.stringify(flatOrder(shown, { dialect, anonymous: false }));
    bytes += Buffer.byteLength(record) + 1;
    if (bytes > MAX_BYTES) break;
    records.push(record);
  }
  const isAll = complete && records.length === orders.length;
  const head = JSON.stringify({ event_type: "open_orders", complete: isAll, ...numbers });
  return textFrame(Buffer.from(`${head.slice(0, -1)},"orders":[${records.join(",")}]}`));
}

export type UserQueue = {
  add(batch: OwnerBatch): void;
  /** Marks a gap and sends a snapshot after a commit that could not be processed. */
  miss(): void;
  /** Sends a snapshot of the open orders as soon as possible. */
  snapshot(): void;
  heartbeat(mode: ExchangeMode): void;
  /** Confirms the grace period of the connection's ask, ms; null if it was taken back. */
  confirmGrace(graceMs: number | null): void;
  /** Tells the positions of the open orders in their queues from now on, or no more. */
  followPositions(asked: boolean): void;
  /** Changes which markets are wanted, and tells the positions of orders that were not wanted before. */
  changeWanted(change: () => void): void;
  close(): void;
};

type UserQueueOptions = {
  readonly connection: Connection;
  readonly feed: UserFeed;
  /** Lower-case address. */
  readonly owner: string;
  /** Returns true if the client follows this market. */
  readonly wants: (conditionId: string) => boolean;
};

/** Maximum updates that wait for their earlier trades and for room; a single commit may have more. */
const MAX_WAITING = 10_000;

/** Maximum bytes and updates built at once, before the next check for room. */
const CHUNK_BYTES = 64 * 1024;
const CHUNK_UPDATES = 100;
/** Delay before the next read if the database was unavailable or the read tables were behind, ms. */
const RETRY_MS = 500;
/** Time of failing reads after which the connection is closed instead of staying silent, ms. */
const MAX_READING_MS = 10_000;

type Queue = UserQueueOptions & {
  readonly context: Pick<Context, "clock" | "clocks" | "engine" | "sql" | "settlements">;
  readonly numberer: Numberer;
  waiting: OwnerBatch[];
  /** Number of updates in the waiting batches. */
  waitingUpdates: number;
  readonly positions: WaitingPositions;
  /** Ends the following of positions; `undefined` unless the client asked for them. */
  unfollowPositions: (() => void) | undefined;
  isSnapshotDue: boolean;
  /** Snapshot that was read but not sent yet. */
  snapshot: OpenOrders | undefined;
  /** Start of the pending read, including its retries, on the monotonic clock, ms. */
  readingSince: number | undefined;
  running: boolean;
  closed: boolean;
};

export function createUserQueue(context: Queue["context"], options: UserQueueOptions): UserQueue {
  const { connection } = options;
  const queue: Queue = {
    ...options,
    context,
    numberer: createNumberer(connection.id, context.clock),
    waiting: [],
    waitingUpdates: 0,
    positions: createWaitingPositions(),
    unfollowPositions: undefined,
    isSnapshotDue: false,
    snapshot: undefined,
    readingSince: undefined,
    running: false,
    closed: false,
  };
  return {
    add: (batch) => {
      const more = batch.updates.length;
      if (queue.waiting.length > 0 && queue.waitingUpdates + more > MAX_WAITING)
        return replaceBySnapshot(queue);
      queue.waiting.push(batch);
      queue.waitingUpdates += more;
      return run(queue);
    },
    miss: () => replaceBySnapshot(queue),
    snapshot: () => {
      queue.isSnapshotDue = true;
      run(queue);
    },
    heartbeat: (mode) => connection.send({ event_type: "heartbeat", mode, ...queue.numberer.next() }),
    confirmGrace: (graceMs) => {
      if (queue.closed) return;
      const numbers = queue.numberer.next();
      connection.send({ event_type: "cancel_on_disconnect", grace_ms: graceMs, ...numbers });
    },
    followPositions: (asked) => followPositions(queue, asked),
    changeWanted: (change) => {
      const unwanted = listPositions(queue).filter(({ order }) => !queue.wants(order.market.conditionId));
      change();
      addPositions(queue, unwanted);
    },
    close: () => {
      queue.closed = true;
      queue.waiting = [];
      followPositions(queue, false);
    },
  };
}

function followPositions(queue: Queue, asked: boolean): void {
  const { connection, feed, owner, positions } = queue;
  if (asked === (queue.unfollowPositions !== undefined)) return;
  queue.unfollowPositions?.();
  queue.unfollowPositions = undefined;
  positions.clear();
  if (!asked) return;
  const tell = (told: readonly OrderPosition[]): void => addPositions(queue, told);
  queue.unfollowPositions = feed.positions.follow(owner, { tell, fail: connection.fail });
}

/** Lists the positions of the owner's open orders, if the client asked for them. */
const listPositions = ({ feed, owner, unfollowPositions }: Queue): OrderPosition[] =>
  unfollowPositions === undefined ? [] : [...feed.positions.list(owner)];

function addPositions(queue: Queue, positions: readonly OrderPosition[]): void {
  if (positions.length === 0) return;
  queue.positions.add(positions, queue.context.engine.head().seq);
  run(queue);
}

/** Drops the waiting batches, which are too many or incomplete: the client sees a gap, and gets a snapshot. */
function replaceBySnapshot(queue: Queue): void {
  queue.waiting = [];
  queue.waitingUpdates = 0;
  queue.positions.clear();
  queue.numberer.skip();
  queue.isSnapshotDue = true;
  run(queue);
}

function run(queue: Queue): void {
  if (queue.running || queue.closed) return;
  queue.running = true;
  drain(queue).catch((error: unknown) => {
    if (queue.closed) return;
    if (!isUnavailable(error)) queue.connection.fail(error);
    else if (isReadOverdue(queue)) queue.connection.end("unavailable", UNREADABLE);
    else runLater(queue);
  });
}

const UNREADABLE = `the read tables could not be read for ${MAX_READING_MS / 1_000} s; connect again, and ask for the open orders`;

const isReadOverdue = ({ context, readingSince }: Queue): boolean =>
  readingSince !== undefined && context.clocks.monotonic() - readingSince >= MAX_READING_MS;

/** Runs `read`; keeps the first attempt's time until a read succeeds. */
async function tryReading<T>(queue: Queue, read: () => Promise<T>): Promise<T> {
  queue.readingSince ??= queue.context.clocks.monotonic();
  const result = await read();
  queue.readingSince = undefined;
  return result;
}

/** Runs the queue again after a delay; nothing is lost meanwhile. */
function runLater(queue: Queue): void {
  const again = (): void => {
    queue.running = false;
    run(queue);
  };
  setTimeout(again, RETRY_MS).unref();
}

async function drain(queue: Queue): Promise<void> {
  while (!queue.closed) {
    if (queue.isSnapshotDue) await readSnapshot(queue);
    const [next] = queue.waiting;
    const { snapshot } = queue;
    if (snapshot !== undefined && (next === undefined || next.seq > snapshot.seq)) {
      queue.snapshot = undefined;
      sendSnapshot(queue, snapshot);
    } else if (snapshot === undefined && queue.positions.areDue(next?.seq)) await sendPositions(queue);
    else if (next === undefined) break;
    else await sendBatch(queue, next);
  }
  queue.running = false;
}

async function readSnapshot(queue: Queue): Promise<void> {
  await queue.connection.whenRoom();
  queue.isSnapshotDue = false;
  try {
    queue.snapshot = await tryReading(queue, readOrders(queue));
  } catch (error) {
    queue.isSnapshotDue = true;
    throw error;
  }
}

const readOrders =
  ({ context, connection: { dialect }, owner }: Queue) =>
  async (): Promise<OpenOrders> =>
    readOpenOrders(await context.sql(), {
      owner,
      limit: MAX_ORDERS,
      unit: DIFFERENCES.tradeUnits.does[dialect],
    });

async function sendBatch(queue: Queue, batch: OwnerBatch): Promise<void> {
  const earlierTrades = await tryReading(queue, batch.findEarlierTrades);
  const { updates } = batch;
  for (let sent = 0; sent < updates.length;) {
    await queue.connection.whenRoom();
    await queue.feed.turns.take(Math.min(updates.length - sent, CHUNK_UPDATES));
    // The batch may have been dropped during the wait.
    if (queue.closed || queue.waiting[0] !== batch) return;
    sent = sendChunk(queue, batch, { earlierTrades, sent });
  }
  if (queue.waiting[0] !== batch) return;
  queue.waiting.shift();
  queue.waitingUpdates -= updates.length;
}

type Chunk = {
  readonly earlierTrades: EarlierTrades;
  /** Number of updates of the batch already sent. */
  readonly sent: number;
};

/** Sends the next updates of a batch; returns the number of updates of the batch that are sent so far. */
function sendChunk(queue: Queue, { at, hash, updates }: OwnerBatch, { earlierTrades, sent }: Chunk): number {
  const { connection, context, numberer, owner, wants } = queue;
  const view = { dialect: connection.dialect, owner, settlements: context.settlements };
  const frames: Buffer[] = [];
  let bytes = 0;
  const end = Math.min(updates.length, sent + CHUNK_UPDATES);
  let next = sent;
  for (; next < end && bytes < CHUNK_BYTES; next += 1) {
    for (const message of userMessages(elementAt(updates, next), { at, hash, earlierTrades }, view)) {
      if (!wants(message.market)) continue;
      const frame = jsonFrame({ ...message, ...numberer.next() });
      frames.push(frame);
      bytes += frame.length;
    }
  }
  if (frames.length > 0) connection.sendFrames(Buffer.concat(frames));
  return next;
}

/** Sends the next positions of orders that are still open. */
async function sendPositions(queue: Queue): Promise<void> {
  const { connection, feed, numberer, positions, wants } = queue;
  await connection.whenRoom();
  await feed.turns.take(Math.min(positions.count(), CHUNK_UPDATES));
  // A snapshot that came due during the wait is followed by all positions.
  if (queue.closed || queue.isSnapshotDue) return;
  const frames = positions
    .take(CHUNK_UPDATES, queue.waiting[0]?.seq)
    .filter(({ order }) => wants(order.market.conditionId) && feed.positions.has(order))
    .map((position) => jsonFrame({ ...positionMessage(position, connection.dialect), ...numberer.next() }));
  if (frames.length > 0) connection.sendFrames(Buffer.concat(frames));
}

/** Sends a snapshot. The positions follow it, since the client replaces its state. */
function sendSnapshot(queue: Queue, { orders }: OpenOrders): void {
  const { connection, numberer, positions, wants } = queue;
  const frame = openOrdersFrame(
    orders.filter(({ conditionId }) => wants(conditionId)),
    { dialect: connection.dialect, complete: orders.length < MAX_ORDERS, numbers: numberer.next() },
  );
  connection.sendFrames(frame);
  positions.clear();
  addPositions(queue, listPositions(queue));
}
