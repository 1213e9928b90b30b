/**
 * Turns of long work on the one thread: a slice of some work in each turn of the event loop. While orders or cancels
 * are underway the slices rest between.
 */
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { elementAt } from "../../core/element-at.ts";
import type { Allowances } from "../guard/allowances.ts";

// Bytes of large answers that an address may have, and the headers that say what is left of them.

/**
 * Bytes that an address may have at once; they come back evenly. An answer that takes more than is left is paid off
 * first.
 */
export const ANSWER_BYTES = {
  name: "bytes of large answers",
  bytes: 256 * 1024 * 1024,
  seconds: 10,
} as const;

/** Bytes that have to be left for another answer to be begun. */
const LEAST = 1_024;

export type AnswerBytes = {
  /** Milliseconds until the address may have another answer; 0 when it may. */
  waitFor(address: string): number;
  use(address: string, bytes: number): void;
  /** The headers RateLimit-Policy and RateLimit of draft-ietf-httpapi-ratelimit-headers. */
  headersOf(address: string): Readonly<Record<string, string>>;
  readonly limit: number;
};

/** `factor` is what the published number is multiplied by. */
export function createAnswerBytes(allowances: Allowances, factor: number, clock: () => number): AnswerBytes {
  const limit = Math.max(Math.round(ANSWER_BYTES.bytes * factor), 1);
  const { seconds } = ANSWER_BYTES;
  const allowance = allowances.add({ count: limit, seconds });
  const policy = `"bytes";q=${limit};qu="content-bytes";w=${seconds}`;
  return {
    limit,
    waitFor: (address) => allowances.waitFor(allowance, address, { cost: LEAST, nowMs: clock() }),
    use: (address, bytes) => allowances.use(allowance, address, { cost: bytes, nowMs: clock() }),
    headersOf(address) {
      const left = Math.max(allowances.left(allowance, address, clock()), 0);
      const used = limit - left;
      const wait = Math.ceil((used * seconds) / limit);
      return { "ratelimit-policy": policy, ratelimit: `"bytes";r=${left};t=${wait}` };
    },
  };
}

// Rows of an answer that are made one by one while it is written: neither their making nor their JSON holds the process
// for longer than a slice of time.

const ROW = Symbol("row");
const READY = Symbol("ready JSON");

export type Rows = {
  readonly count: number;
  readonly [ROW]: (index: number) => unknown;
};

/** JSON that is kept as bytes and written as they are. */
type ReadyJson = { readonly [READY]: Buffer };

export const readyJson = (json: Buffer): ReadyJson => ({ [READY]: json });

/** A list for a body: an array of what `show` makes of each item, or of the ready JSON or the promise that it gives. */
export const rowsOf = <T>(items: readonly T[], show: (item: T, index: number) => unknown): Rows => ({
  count: items.length,
  [ROW]: (index) => show(elementAt(items, index), index),
});

/** Text, bytes, or what has to be waited for. */
type JsonPart = string | Buffer | Promise<unknown>;

/** The JSON of a body, part by part. As `JSON.stringify` it leaves out members that are undefined. */
function* jsonParts(value: unknown): Generator<JsonPart> {
  if (isRows(value)) yield* listParts(value.count, value[ROW]);
  else if (Array.isArray(value)) yield* listParts(value.length, (index) => value[index]);
  else if (isRecord(value)) yield* recordParts(value);
  else yield JSON.stringify(value) ?? "null";
}

function* listParts(count: number, row: (index: number) => unknown): Generator<JsonPart> {
  yield "[";
  for (let index = 0; index < count; index += 1) {
    if (index > 0) yield ",";
    yield rowPart(row(index));
  }
  yield "]";
}

function* recordParts(record: object): Generator<JsonPart> {
  let before = "{";
  for (const [name, member] of Object.entries(record)) {
    if (member === undefined) continue;
    yield `${before}${JSON.stringify(name)}:`;
    yield* jsonParts(member);
    before = ",";
  }
  yield before === "{" ? "{}" : "}";
}

/** A row is written whole. */
function rowPart(row: unknown): JsonPart {
  if (row instanceof Promise) return row;
  return isReady(row) ? row[READY] : (JSON.stringify(row) ?? "null");
}

/** Elements of a list that are written at once. */
const SHORT = 50;

/** True for a body, or a member of it, that is written part by part. */
export function isLong(body: unknown): boolean {
  if (isRows(body)) return true;
  if (Array.isArray(body)) return body.length > SHORT;
  return isRecord(body) && Object.values(body).some(isLong);
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
const isRows = (value: unknown): value is Rows => isObject(value) && ROW in value;
const isReady = (value: unknown): value is ReadyJson => isObject(value) && READY in value;
const isRecord = (value: unknown): value is object => isObject(value) && !("toJSON" in value);

export type Slices = {
  /** Returns when the next slice of some work may begin. */
  next(): Promise<void>;
  /** True when the present slice has lasted long enough. */
  isOver(): boolean;
  /** An order or a cancel came, or was answered. */
  begin(): void;
  end(): void;
};

type SliceLimits = {
  readonly sliceMs: number;
  /** Milliseconds between two slices while orders or cancels are underway. */
  readonly restMs: number;
};

const SLICE_LIMITS: SliceLimits = { sliceMs: 2, restMs: 8 };

export function createSlices(
  { sliceMs, restMs }: SliceLimits = SLICE_LIMITS,
  clock: () => number = () => performance.now(),
): Slices {
  const waiting: (() => void)[] = [];
  let urgent = 0;
  let startedMs = -Infinity;
  /** True when a turn is coming that nothing can bring nearer. */
  let isNear = false;
  let rest: NodeJS.Timeout | undefined;

  function plan(): void {
    if (waiting.length === 0 || isNear) return;
    const restsMs = urgent === 0 ? 0 : startedMs + sliceMs + restMs - clock();
    if (restsMs > 0) {
      rest ??= setTimeout(takeTurn, restsMs);
      return;
    }
    isNear = true;
    setImmediate(takeTurn);
  }

  function takeTurn(): void {
    clearTimeout(rest);
    rest = undefined;
    isNear = false;
    startedMs = clock();
    waiting.shift()?.();
    plan();
  }

  return {
    next: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        plan();
      }),
    isOver: () => clock() - startedMs >= sliceMs,
    begin: () => {
      urgent += 1;
    },
    end: () => {
      urgent -= 1;
      if (urgent === 0) plan();
    },
  };
}

// The JSON of a long body in buffers that are made slice by slice, with their hash where clients ask by it.

export type JsonSlices = {
  readonly buffers: Buffer[];
  readonly bytes: number;
  /** SHA-256 in base64url; "" where nobody asked. */
  readonly hash: string;
};

type WriteOptions = {
  readonly slices: Slices;
  /** True when nobody waits for the answer any more. */
  readonly isGone: () => boolean;
  readonly hashed: boolean;
};

/** Characters that are gathered before they become bytes. */
const BUFFER_LENGTH = 128 * 1024;

/** Writes the body, or the part of it until nobody waits for it any more. */
export async function writeJson(body: unknown, making: WriteOptions): Promise<JsonSlices> {
  const { slices, isGone } = making;
  const pieces = createPieces(making.hashed);
  for (const part of jsonParts(body)) {
    if (part instanceof Promise) pieces.add(settled(await part));
    else pieces.add(part);
    if (!slices.isOver()) continue;
    await slices.next();
    if (isGone()) break;
  }
  return pieces.end();
}

/** Writes as a row the result of its promise. */
function settled(row: unknown): Exclude<JsonPart, Promise<unknown>> {
  const part = rowPart(row);
  if (part instanceof Promise) throw new Error("a promise cannot give another one");
  return part;
}

function createPieces(hashed: boolean) {
  const hash = hashed ? createHash("sha256") : undefined;
  const buffers: Buffer[] = [];
  let bytes = 0;
  let text = "";

  function push(buffer: Buffer): void {
    hash?.update(buffer);
    bytes += buffer.length;
    buffers.push(buffer);
  }

  function flush(): void {
    if (text === "") return;
    push(Buffer.from(text));
    text = "";
  }

  return {
    add(part: string | Buffer): void {
      if (typeof part === "string") text += part;
      else {
        flush();
        push(part);
      }
      if (text.length >= BUFFER_LENGTH) flush();
    },
    end(): JsonSlices {
      flush();
      return { buffers, bytes, hash: hash?.digest("base64url") ?? "" };
    },
  };
}

// Sends a long body as its client takes it, and frees each part that was taken.

export function sendSlices(reply: FastifyReply, { buffers, bytes }: JsonSlices): FastifyReply {
  if (buffers.length === 1) return reply.send(buffers[0]);
  reply.header("content-length", String(bytes));
  return reply.send(Readable.from(taken(buffers), { objectMode: false }));
}

function* taken(buffers: Buffer[]): Generator<Buffer> {
  for (let buffer = buffers.shift(); buffer !== undefined; buffer = buffers.shift()) yield buffer;
}
