/**
 * Time slices of long work on the event loop: one slice per tick. While orders or cancels are underway, there are pauses
 * between slices.
 */
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { HttpReply } from "../../operation/http-exchange.ts";
import { elementAt } from "../../../core/values/element-at.ts";
import type { Allowances } from "../allowances.ts";

// Byte allowance of one address for large answers, and the headers that report the rest of it.

/**
 * Bytes that an address may receive at once; the allowance refills evenly. An answer larger than the remaining bytes is
 * allowed; the excess must refill before the next answer.
 */
export const RESPONSE_BYTE_BUDGET = {
  name: "bytes of large answers",
  bytes: 256 * 1024 * 1024,
  seconds: 10,
} as const;

/** Minimum remaining bytes for another answer to begin. */
const MIN_REMAINING_BYTES = 1_024;

export type ResponseByteBudget = {
  /** Returns the milliseconds until the address may have another answer; 0 if it may have one now. */
  waitFor(address: string): number;
  use(address: string, bytes: number): void;
  /** Returns the headers RateLimit-Policy and RateLimit of draft-ietf-httpapi-ratelimit-headers. */
  headersOf(address: string): Readonly<Record<string, string>>;
  readonly limit: number;
};

/** Creates the budget; `factor` multiplies its published bytes. */
export function createResponseByteBudget(
  allowances: Allowances,
  factor: number,
  clock: () => number,
): ResponseByteBudget {
  const limit = Math.max(Math.round(RESPONSE_BYTE_BUDGET.bytes * factor), 1);
  const { seconds } = RESPONSE_BYTE_BUDGET;
  const allowance = allowances.add({ count: limit, seconds });
  const policy = `"bytes";q=${limit};qu="content-bytes";w=${seconds}`;
  return {
    limit,
    waitFor: (address) =>
      allowances.waitFor(allowance, address, { cost: MIN_REMAINING_BYTES, nowMs: clock() }),
    use: (address, bytes) => allowances.use(allowance, address, { cost: bytes, nowMs: clock() }),
    headersOf(address) {
      const left = Math.max(allowances.left(allowance, address, clock()), 0);
      const used = limit - left;
      const wait = Math.ceil((used * seconds) / limit);
      return { "ratelimit-policy": policy, ratelimit: `"bytes";r=${left};t=${wait}` };
    },
  };
}

// Rows that are made one by one while the answer is written, so that neither blocks the event loop longer than a slice.

const ROW = Symbol("row");
const READY = Symbol("ready JSON");

export type Rows = {
  readonly count: number;
  readonly [ROW]: (index: number) => unknown;
};

/** JSON stored as bytes, which are written unchanged. */
type ReadyJson = { readonly [READY]: Buffer };

export const readyJson = (json: Buffer): ReadyJson => ({ [READY]: json });

/** Makes a list for a body. `show` turns each item into a value, ready JSON, or a promise of one. */
export const lazyRows = <T>(items: readonly T[], show: (item: T, index: number) => unknown): Rows => ({
  count: items.length,
  [ROW]: (index) => show(elementAt(items, index), index),
});

/** Text, bytes, or a promise to wait for. */
type JsonPart = string | Buffer | Promise<unknown>;

/** Yields the JSON of a body, part by part. Like `JSON.stringify`, omits members that are undefined. */
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

/** Writes a row in one part. */
function rowPart(row: unknown): JsonPart {
  if (row instanceof Promise) return row;
  return isReady(row) ? row[READY] : (JSON.stringify(row) ?? "null");
}

/** Maximum length of a list that is written in one part. */
const ELEMENTS_PER_WRITE = 50;

/** Tells whether a body, or a member of it, is written part by part. */
export function isLong(body: unknown): boolean {
  if (isRows(body)) return true;
  if (Array.isArray(body)) return body.length > ELEMENTS_PER_WRITE;
  return isRecord(body) && Object.values(body).some(isLong);
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
const isRows = (value: unknown): value is Rows => isObject(value) && ROW in value;
const isReady = (value: unknown): value is ReadyJson => isObject(value) && READY in value;
const isRecord = (value: unknown): value is object => isObject(value) && !("toJSON" in value);

export type Slices = {
  /** Waits until the next slice of some work may begin. */
  next(): Promise<void>;
  /** Tells whether the current slice has used up its time. */
  isOver(): boolean;
  /** Reports that an order or a cancel arrived; `end` reports its answer. */
  begin(): void;
  end(): void;
};

type SliceLimits = {
  readonly sliceMs: number;
  /** Pause between two slices while orders or cancels are underway, milliseconds. */
  readonly restMs: number;
};

const SLICE_LIMITS: SliceLimits = { sliceMs: 2, restMs: 8 };

export function createSlices(
  { sliceMs, restMs }: SliceLimits = SLICE_LIMITS,
  clock: () => number = () => performance.now(),
): Slices {
  const waiters: (() => void)[] = [];
  let urgentCount = 0;
  let startedMs = -Infinity;
  /** True if the next slice is scheduled at the earliest possible time. */
  let isNear = false;
  let rest: NodeJS.Timeout | undefined;

  function plan(): void {
    if (waiters.length === 0 || isNear) return;
    const restsMs = urgentCount === 0 ? 0 : startedMs + sliceMs + restMs - clock();
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
    waiters.shift()?.();
    plan();
  }

  return {
    next: () =>
      new Promise((resolve) => {
        waiters.push(resolve);
        plan();
      }),
    isOver: () => clock() - startedMs >= sliceMs,
    begin: () => {
      urgentCount += 1;
    },
    end: () => {
      urgentCount -= 1;
      if (urgentCount === 0) plan();
    },
  };
}

// The JSON of a long body in buffers that are filled slice by slice, with a hash if requested.

export type JsonSlices = {
  readonly buffers: Buffer[];
  readonly bytes: number;
  /** SHA-256 in base64url; `undefined` if not requested. */
  readonly hash: string | undefined;
};

type WriteOptions = {
  readonly slices: Slices;
  /** Returns true if nobody waits for the answer any more. */
  readonly isGone: () => boolean;
  readonly hashed: boolean;
};

/** Characters that are collected before their conversion to bytes. */
const BUFFER_LENGTH = 128 * 1024;

/** Writes the body's JSON; stops if the client disconnects. */
export async function writeJson(body: unknown, making: WriteOptions): Promise<JsonSlices> {
  const { slices, isGone } = making;
  const pieces = createChunks(making.hashed);
  for (const part of jsonParts(body)) {
    if (part instanceof Promise) pieces.add(convertResult(await part));
    else pieces.add(part);
    if (!slices.isOver()) continue;
    await slices.next();
    if (isGone()) break;
  }
  return pieces.end();
}

/** Converts a promise's result to JSON, like a row. */
function convertResult(row: unknown): Exclude<JsonPart, Promise<unknown>> {
  const part = rowPart(row);
  if (part instanceof Promise) throw new Error("a promise cannot give another one");
  return part;
}

function createChunks(hashed: boolean) {
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
      return { buffers, bytes, hash: hash?.digest("base64url") };
    },
  };
}

// Sends a long body as fast as the client receives it, and frees each sent part.

export function sendSlices(reply: HttpReply, { buffers, bytes }: JsonSlices): HttpReply {
  if (buffers.length === 1) return reply.send(buffers[0]);
  reply.header("content-length", String(bytes));
  return reply.send(Readable.from(drainBuffers(buffers), { objectMode: false }));
}

function* drainBuffers(buffers: Buffer[]): Generator<Buffer> {
  for (let buffer = buffers.shift(); buffer !== undefined; buffer = buffers.shift()) yield buffer;
}
