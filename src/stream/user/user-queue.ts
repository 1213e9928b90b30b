/**
 * What one connection of the user channel is still to be told: commits in their order, and the open orders where it
 * asked for them. These are read from the store, so they may hold commits that are not told yet: they are sent between
 * the last commit that they hold and the first that they do not, so that a client replaces what it knew by them and goes
 * on from there.
 */
import type { Context } from "../../context.ts";
import type { ExchangeMode } from "../../core/exchange-mode.ts";
import { readOpenOrders } from "../../store/reads/open-orders.ts";
import type { OpenOrders } from "../../store/reads/open-orders.ts";
import { isUnavailable } from "../../store/sql/unavailable.ts";
import type { Connection } from "../channel.ts";
import { createNumberer } from "../numbering.ts";
import type { Numberer } from "../numbering.ts";
import { jsonFrame } from "../text-frame.ts";
import { MOST_ORDERS, openOrdersFrame } from "./open-orders-frame.ts";
import type { Described, OwnBatch, UserFeed } from "./user-feed.ts";
import { userMessages } from "./user-messages.ts";

export type UserQueue = {
  add(batch: OwnBatch): void;
  /** A commit cannot be told. */
  miss(): void;
  /** Sends the open orders, as soon as may be. */
  snapshot(): void;
  beat(mode: ExchangeMode): void;
  close(): void;
};

export type UserQueueOptions = {
  readonly connection: Connection;
  readonly feed: UserFeed;
  /** Lower-case address. */
  readonly owner: string;
  /** Whether the client wants to hear of this market. */
  readonly wants: (conditionId: string) => boolean;
};

/** Of what happened, so much may wait for what is read of it, and for room; one commit always may. */
const MOST_WAITING = 10_000;

/** Bytes that are made at once before it is seen whether there is room for more. */
const PIECE_BYTES = 64 * 1024;
/** Until the database is asked again that was away. */
const RETRY_MS = 500;

type Queue = UserQueueOptions & {
  readonly context: Pick<Context, "clock" | "sql">;
  readonly numberer: Numberer;
  waiting: OwnBatch[];
  /** What happened in all that wait. */
  happened: number;
  asked: boolean;
  /** Read, and not sent yet. */
  read: OpenOrders | undefined;
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
    happened: 0,
    asked: false,
    read: undefined,
    running: false,
    closed: false,
  };
  return {
    add: (batch) => {
      const more = batch.happenings.length;
      if (queue.waiting.length > 0 && queue.happened + more > MOST_WAITING) return startAnew(queue);
      queue.waiting.push(batch);
      queue.happened += more;
      return run(queue);
    },
    miss: () => startAnew(queue),
    snapshot: () => {
      queue.asked = true;
      run(queue);
    },
    beat: (mode) => connection.send({ event_type: "heartbeat", mode, ...queue.numberer.next() }),
    close: () => {
      queue.closed = true;
      queue.waiting = [];
    },
  };
}

/** What waits is too much, or not all: the client sees a gap, and is told where its orders stand. */
function startAnew(queue: Queue): void {
  queue.waiting = [];
  queue.happened = 0;
  queue.numberer.skip();
  queue.asked = true;
  run(queue);
}

function run(queue: Queue): void {
  if (queue.running || queue.closed) return;
  queue.running = true;
  drain(queue).catch((error: unknown) => {
    if (queue.closed) return;
    if (isUnavailable(error)) runLater(queue);
    else queue.connection.fail(error);
  });
}

/** All that waits is told when the database is back. */
function runLater(queue: Queue): void {
  const again = (): void => {
    queue.running = false;
    run(queue);
  };
  setTimeout(again, RETRY_MS).unref();
}

async function drain(queue: Queue): Promise<void> {
  while (!queue.closed) {
    if (queue.asked) await readSnapshot(queue);
    const [next] = queue.waiting;
    const { read } = queue;
    if (read !== undefined && (next === undefined || next.seq > read.seq)) {
      queue.read = undefined;
      sendSnapshot(queue, read);
    } else if (next === undefined) break;
    else await tell(queue, next);
  }
  queue.running = false;
}

async function readSnapshot(queue: Queue): Promise<void> {
  await queue.connection.whenRoom();
  queue.asked = false;
  queue.read = await readOpenOrders(queue.context.sql, queue.owner, MOST_ORDERS).catch((error: unknown) => {
    queue.asked = true;
    throw error;
  });
  // The store may know of a commit a moment before its followers do.
  await queue.feed.reached(queue.read.seq);
}

async function tell(queue: Queue, batch: OwnBatch): Promise<void> {
  const described = await batch.describe();
  const { happenings } = batch;
  for (let told = 0; told < happenings.length;) {
    await queue.connection.whenRoom();
    // Others may have been dropped meanwhile, and this one with them.
    if (queue.closed || queue.waiting[0] !== batch) return;
    told = sendPiece(queue, batch, { described, told });
  }
  if (queue.waiting[0] !== batch) return;
  queue.waiting.shift();
  queue.happened -= happenings.length;
}

type Piece = {
  readonly described: Described;
  /** How much of what happened was sent before. */
  readonly told: number;
};

/** Sends some more of what happened, and answers how much of it is sent now. */
function sendPiece(queue: Queue, { at, hash, happenings }: OwnBatch, { described, told }: Piece): number {
  const { connection, numberer, owner, wants } = queue;
  const view = { dialect: connection.dialect, owner };
  const frames: Buffer[] = [];
  let bytes = 0;
  let next = told;
  for (; next < happenings.length && bytes < PIECE_BYTES; next += 1) {
    for (const message of userMessages(happenings[next], { at, hash, described }, view)) {
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
    { dialect: connection.dialect, complete: orders.length < MOST_ORDERS, numbers: numberer.next() },
  );
  connection.sendFrames(frame);
}
