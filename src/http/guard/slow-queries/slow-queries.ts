/**
 * Limits that keep large reads from delaying orders: few at a time, time slices of the event loop, an allowance of answer
 * bytes per address.
 */
import { availableParallelism } from "node:os";
import type { HttpExchange, HttpReply } from "../../operation/http-exchange.ts";
import { getNetwork } from "../../../base/address-ranges.ts";
import type { Context } from "../../../context.ts";
import { createAllowances } from "../allowances.ts";
import { rejectForLoad } from "../gate.ts";
import type { LimitRejection } from "../rate-limiter.ts";
import { toWholeSeconds } from "../rate-limiter.ts";
import { clientAddress } from "../../server/connection/client-address.ts";
import { createResponseByteBudget, createSlices } from "./json-slices.ts";
import type { ResponseByteBudget, Slices } from "./json-slices.ts";

// Queue for large reads: few run at a time, addresses take turns, and the number of waiting reads is bounded. A finished
// answer no longer counts as running, but its unsent bytes do: a slow client uses up its own address's allowance.

export type SlowQueryLimits = {
  /** Concurrent reads, in total and of one address. */
  readonly places: number;
  readonly placesOfAddress: number;
  /** Waiting reads, in total and of one address. */
  readonly waiting: number;
  readonly waitingOfAddress: number;
  /** Maximum wait of a read for a slot, milliseconds. */
  readonly waitMs: number;
  /** Maximum unsent bytes of finished answers, in total and by address; above these no read begins. */
  readonly unsentBytes: number;
  readonly unsentBytesOfAddress: number;
};

export type SlowQuerySlot = {
  /** Reports the finished answer's length in bytes, 0 without an answer. Only the first call counts. */
  leave(bytes: number): void;
  /** Reports that the answer was sent or the client disconnected. Only the first call counts. */
  end(): void;
};

type SlowQueryQueue = {
  /** Waits for admission; `undefined` if the queue is full, the maximum wait is over or the client disconnected. */
  enter(address: string, onGone: OnAbort): Promise<SlowQuerySlot | undefined>;
  standing(): SlowQueryQueueState;
};

type SlowQueryQueueState = {
  readonly reading: number;
  readonly waiting: number;
  readonly unsentBytes: number;
};

/** Registers a callback for the moment at which nobody waits for the answer any more. */
type OnAbort = (then: () => void) => void;

type Client = { reading: number; unsent: number; readonly waiting: Set<() => void> };

type QueueInternals = {
  readonly limits: SlowQueryLimits;
  /** Clients by address; the first one has the next turn. */
  readonly clients: Map<string, Client>;
  reading: number;
  waiting: number;
  unsent: number;
};

export function createSlowQueryQueue(limits: SlowQueryLimits): SlowQueryQueue {
  const queue: QueueInternals = { limits, clients: new Map(), reading: 0, waiting: 0, unsent: 0 };
  return {
    async enter(address, onGone) {
      const client = getClient(queue, address);
      if (client.waiting.size === 0 && hasRoomFor(queue, client))
        return takeQuerySlot(queue, address, client);
      const isFull = queue.waiting >= limits.waiting || client.waiting.size >= limits.waitingOfAddress;
      return isFull ? undefined : waitForSlot(queue, { address, client, onGone });
    },
    standing: () => ({ reading: queue.reading, waiting: queue.waiting, unsentBytes: queue.unsent }),
  };
}

function getClient({ clients }: QueueInternals, address: string): Client {
  const client = clients.get(address) ?? { reading: 0, unsent: 0, waiting: new Set() };
  clients.set(address, client);
  return client;
}

function hasRoomFor({ limits, reading, unsent }: QueueInternals, client: Client): boolean {
  const isRoom = reading < limits.places && unsent < limits.unsentBytes;
  const isRoomOfAddress =
    client.reading < limits.placesOfAddress && client.unsent < limits.unsentBytesOfAddress;
  return isRoom && isRoomOfAddress;
}

function takeQuerySlot(queue: QueueInternals, address: string, client: Client): SlowQuerySlot {
  let answerBytes: number | undefined;
  let isEnded = false;
  queue.reading += 1;
  client.reading += 1;
  const keep = (bytes: number): void => {
    queue.unsent += bytes;
    client.unsent += bytes;
    admitWaiting(queue);
  };
  return {
    leave: (bytes) => {
      if (answerBytes !== undefined) return;
      answerBytes = isEnded ? 0 : bytes;
      queue.reading -= 1;
      client.reading -= 1;
      // Moves the address to the end, so that other addresses have their turns first.
      queue.clients.delete(address);
      queue.clients.set(address, client);
      keep(answerBytes);
    },
    end: () => {
      if (isEnded) return;
      isEnded = true;
      // Before `leave` the read still counts as running, without unsent bytes.
      if (answerBytes !== undefined) keep(-answerBytes);
    },
  };
}

/** Admits waiting reads that fit the limits now, and forgets addresses without reads. */
function admitWaiting(queue: QueueInternals): void {
  for (const [address, client] of new Map(queue.clients)) {
    const [admit] = client.waiting;
    if (admit !== undefined && hasRoomFor(queue, client)) admit();
    else if (client.waiting.size === 0 && client.reading === 0 && client.unsent === 0)
      queue.clients.delete(address);
  }
}

type WaitingRead = { readonly address: string; readonly client: Client; readonly onGone: OnAbort };

function waitForSlot(
  queue: QueueInternals,
  { address, client, onGone }: WaitingRead,
): Promise<SlowQuerySlot | undefined> {
  const { promise, resolve } = Promise.withResolvers<SlowQuerySlot | undefined>();
  const settle = (place: () => SlowQuerySlot | undefined): void => {
    if (!client.waiting.delete(admit)) return;
    queue.waiting -= 1;
    clearTimeout(patience);
    resolve(place());
  };
  const admit = (): void => settle(() => takeQuerySlot(queue, address, client));
  const giveUp = (): void => settle(() => undefined);
  queue.waiting += 1;
  client.waiting.add(admit);
  const patience = setTimeout(giveUp, queue.limits.waitMs).unref();
  onGone(giveUp);
  return promise;
}

/** Limits of a queue for reads of more than `rows` rows; a client has `sendMs` to receive the answer. */
export type SlowQueryClass = SlowQueryLimits & { readonly rows: number; readonly sendMs: number };

const MEGABYTE = 1024 * 1024;

const SHARED_LIMITS = {
  places: 1,
  placesOfAddress: 1,
  waitMs: 10_000,
  sendMs: 60_000,
  unsentBytes: 64 * MEGABYTE,
  unsentBytesOfAddress: 16 * MEGABYTE,
} as const;

/**
 * Queues by size, the largest reads first. The last queue is for all other reads of the tables. Few sessions of PostgreSQL
 * work at a time, and the next free session goes to another address. The limits are for two processors.
 */
export const SLOW_QUERY_CLASSES: readonly SlowQueryClass[] = [
  { ...SHARED_LIMITS, rows: 1_000, waiting: 64, waitingOfAddress: 16 },
  { ...SHARED_LIMITS, rows: 20, waiting: 256, waitingOfAddress: 64 },
  { ...SHARED_LIMITS, rows: 0, places: 4, placesOfAddress: 2, waiting: 512, waitingOfAddress: 128 },
];

/** A read that was admitted. */
export type RunningSlowQuery = {
  /** Reports the length of the finished answer, 0 if there is none. */
  made(bytes: number): void;
  /** Returns headers about the address's remaining bytes. */
  headers(): Readonly<Record<string, string>>;
};

/** Scales the limits by pairs of processors. */
export function listSlowQueryClasses(processors: number): SlowQueryClass[] {
  const pairs = Math.max(Math.floor(processors / 2), 1);
  return SLOW_QUERY_CLASSES.map((lane) => ({
    ...lane,
    places: lane.places * pairs,
    placesOfAddress: lane.placesOfAddress * pairs,
  }));
}

export type SlowQueries = {
  readonly slices: Slices;
  /**
   * Admits a read of at most `rows` rows. Waits for `source`, then queues. Resolves once the read may begin, is refused, or
   * the client disconnected. Returns `undefined` for a short read without `source`, which need not wait.
   */
  enter(exchanged: HttpExchange, rows: number, source?: () => Promise<void>): PendingSlowQuery | undefined;
  /** Lists running and waiting reads and unsent bytes, by queue. */
  standing(): SlowQueryQueueState[];
};

export type PendingSlowQuery = Promise<RunningSlowQuery | LimitRejection>;

const NO_HEADERS = {};

export function createSlowQueries(
  { config, clock }: Pick<Context, "config" | "clock">,
  lanes: readonly SlowQueryClass[] = listSlowQueryClasses(availableParallelism()),
): SlowQueries {
  const slices = createSlices();
  const lines = lanes.map((lane) => ({ ...lane, line: createSlowQueryQueue(lane) }));
  const { rateLimits: factor, trustedProxies } = config;
  const bytes =
    factor === undefined ? undefined : createResponseByteBudget(createAllowances(), factor, clock);

  async function enter(
    { request, reply }: HttpExchange,
    { line: queue, sendMs }: ServedSlowQueryClass,
    source: (() => Promise<void>) | undefined,
  ): Promise<RunningSlowQuery | LimitRejection> {
    const address = getNetwork(clientAddress(request, trustedProxies));
    const wait = bytes?.waitFor(address) ?? 0;
    if (bytes !== undefined && wait > 0) {
      reply.headers(bytes.headersOf(address));
      return rejectForBytes(bytes, wait);
    }
    await source?.();
    const { raw } = reply;
    const place = raw.closed ? undefined : await queue.enter(address, (then) => raw.once("close", then));
    if (place === undefined) return rejectForLoad("too many large answers are asked for at a time");
    return readingOf(place, address, { raw, sendMs });
  }

  function readingOf(place: SlowQuerySlot, address: string, { raw, sendMs }: SendOptions): RunningSlowQuery {
    if (raw.closed) place.end();
    else raw.once("close", place.end);
    return {
      made(length) {
        place.leave(length);
        bytes?.use(address, length);
        if (!raw.closed) closeAfter(sendMs, raw);
      },
      headers: () => bytes?.headersOf(address) ?? NO_HEADERS,
    };
  }

  return {
    slices,
    enter(exchanged, rows, source) {
      const lane = lines.find((one) => rows > one.rows && (one.rows > 0 || source !== undefined));
      return lane && enter(exchanged, lane, source);
    },
    standing: () => lines.map(({ line: queue }) => queue.standing()),
  };
}

type ServedSlowQueryClass = Pick<SlowQueryClass, "sendMs"> & { readonly line: SlowQueryQueue };
type SendOptions = Pick<SlowQueryClass, "sendMs"> & Pick<HttpReply, "raw">;

/**
 * Closes the connection of a client that reads its answer too slowly: other reads wait for the memory that the answer
 * occupies.
 */
function closeAfter(sendMs: number, raw: HttpReply["raw"]): void {
  const late = setTimeout(() => raw.destroy(), sendMs).unref();
  raw.once("close", () => clearTimeout(late));
}

const rejectForBytes = ({ limit }: ResponseByteBudget, waitMs: number): LimitRejection => {
  const retryAfter = toWholeSeconds(waitMs);
  const hint =
    `bytes of large answers: expected at most ${limit} in 10 s of one address, got more; ` +
    `there is room again in ${retryAfter} s`;
  return { why: "rate", hint, retryAfter };
};
