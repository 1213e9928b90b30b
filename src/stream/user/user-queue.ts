/**
 * Queue of one user channel connection: commits in order, and snapshots of the open orders. The store gets each commit
 * later than this queue. A snapshot read from it may therefore include only commits that are still queued here or already
 * sent. It is sent after those it includes and before the first commit that it lacks. The client replaces its state by it
 * and continues.
 */
import { elementAt } from "../../core/element-at.ts";
import type { Context } from "../../context.ts";
import type { ExchangeMode } from "../../core/exchange-mode.ts";
import type { EarlierTrades } from "../../store/reads/trades.ts";
import { readOpenOrders } from "../../store/reads/orders.ts";
import type { OpenOrders } from "../../store/reads/orders.ts";
import { isUnavailable } from "../../store/sql/unavailable.ts";
import { DIFFERENCES } from "../../http/dialects/dialect-differences.ts";
import type { Connection } from "../channel.ts";
import { createNumberer } from "../numbering.ts";
import type { Numberer } from "../numbering.ts";
import { jsonFrame } from "../text-frame.ts";
import { MAX_ORDERS, openOrdersFrame, userMessages } from "./user-messages.ts";
import type { OwnerBatch, UserFeed } from "./user-feed.ts";

export type UserQueue = {
  add(batch: OwnerBatch): void;
  /** Marks a gap and sends a snapshot, since a commit could not be processed. */
  miss(): void;
  /** Sends the open orders as soon as possible. */
  snapshot(): void;
  heartbeat(mode: ExchangeMode): void;
  close(): void;
};

export type UserQueueOptions = {
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
const PIECE_BYTES = 64 * 1024;
const PIECE_UPDATES = 100;
/** Delay before the next read if the database was unavailable or its tables were behind, ms. */
const RETRY_MS = 500;
/** Time of failing reads after which the connection is closed instead of staying silent, ms. */
const MAX_READING_MS = 10_000;

type Queue = UserQueueOptions & {
  readonly context: Pick<Context, "clock" | "clocks" | "sql" | "settlements">;
  readonly numberer: Numberer;
  waiting: OwnerBatch[];
  /** Number of updates in the waiting batches. */
  waitingUpdates: number;
  isSnapshotDue: boolean;
  /** Snapshot that is read but not sent yet. */
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
    close: () => {
      queue.closed = true;
      queue.waiting = [];
    },
  };
}

/** Drops the waiting batches, which are too many or incomplete: the client sees a gap, and gets a snapshot. */
function replaceBySnapshot(queue: Queue): void {
  queue.waiting = [];
  queue.waitingUpdates = 0;
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
    else if (hasReadForLong(queue)) queue.connection.end("unavailable", UNREADABLE);
    else runLater(queue);
  });
}

const UNREADABLE = `the read tables could not be read for ${MAX_READING_MS / 1_000} s; connect again, and ask for the open orders`;

const hasReadForLong = ({ context, readingSince }: Queue): boolean =>
  readingSince !== undefined && context.clocks.monotonic() - readingSince >= MAX_READING_MS;

/** Reads, and stores the time of the first attempt until a read succeeds. */
async function tryReading<T>(queue: Queue, read: () => Promise<T>): Promise<T> {
  queue.readingSince ??= queue.context.clocks.monotonic();
  const result = await read();
  queue.readingSince = undefined;
  return result;
}

/** Retries after a delay; nothing is lost meanwhile. */
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
    } else if (next === undefined) break;
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
    await queue.feed.turns.take(Math.min(updates.length - sent, PIECE_UPDATES));
    // The batch may have been dropped during the wait.
    if (queue.closed || queue.waiting[0] !== batch) return;
    sent = sendPiece(queue, batch, { earlierTrades, sent });
  }
  if (queue.waiting[0] !== batch) return;
  queue.waiting.shift();
  queue.waitingUpdates -= updates.length;
}

type Piece = {
  readonly earlierTrades: EarlierTrades;
  /** Number of updates of the batch already sent. */
  readonly sent: number;
};

/** Sends the next updates of a batch, and returns the number of its updates sent so far. */
function sendPiece(queue: Queue, { at, hash, updates }: OwnerBatch, { earlierTrades, sent }: Piece): number {
  const { connection, context, numberer, owner, wants } = queue;
  const view = { dialect: connection.dialect, owner, settlements: context.settlements };
  const frames: Buffer[] = [];
  let bytes = 0;
  const end = Math.min(updates.length, sent + PIECE_UPDATES);
  let next = sent;
  for (; next < end && bytes < PIECE_BYTES; next += 1) {
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

function sendSnapshot({ connection, numberer, wants }: Queue, { orders }: OpenOrders): void {
  const frame = openOrdersFrame(
    orders.filter(({ conditionId }) => wants(conditionId)),
    { dialect: connection.dialect, complete: orders.length < MAX_ORDERS, numbers: numberer.next() },
  );
  connection.sendFrames(frame);
}
