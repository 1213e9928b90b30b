/**
 * Rows of a query in PostgreSQL's binary COPY format, for tables of millions of rows: a row is read from the network
 * buffer, column by column, instead of becoming an object of texts first. The format is that of
 * https://www.postgresql.org/docs/current/sql-copy.html; each message holds one row.
 */
import { Client } from "pg";
import type { Connection, Submittable } from "pg";
import { findPrimary } from "./primary.ts";
import { enableDisconnectCheck } from "./unavailable.ts";
import type { Snapshot } from "./table-stream.ts";

const OPEN_TIMEOUT_MS = 10_000;

/** The columns of one row by their index in the query, from 0 on. Reading NULL throws. */
export type CopiedRow = {
  /** Reads a smallint, integer or bigint as the caller's type; throws if a number cannot hold it exactly. */
  integer<Whole extends number>(place: number): Whole;
  flag(place: number): boolean;
  /** Reads text of the caller's type that is the same in many rows: they share one string. */
  word<Word extends string>(place: number): Word;
  /** Reads the 32 bytes of a digest as 0x and lower-case hex digits. */
  digest(place: number): string;
};

const SIGNATURE = Buffer.from("PGCOPY\n\xff\r\n\0", "latin1");
/** Length of the signature, flags, and length field of an unused extension. */
const HEADER_BYTES = SIGNATURE.length + 8;

/**
 * Calls `take` with each row of the query, in order, until it throws. The row is valid during the call only. Reads the
 * same snapshot on a connection of its own, so that several copies run side by side.
 */
export async function copyRows(
  snapshot: Snapshot,
  query: string,
  take: (row: CopiedRow) => void,
): Promise<void> {
  await withCopySession(snapshot.url, async (client) => {
    await joinSnapshot(client, snapshot);
    await client.query(new Copy(query, take)).done;
  });
}

/** Makes a session read the same snapshot. */
export async function joinSnapshot(client: Client, snapshot: Snapshot): Promise<void> {
  const [{ id }] = await snapshot<[{ id: string }]>`select pg_export_snapshot() as id`;
  await client.query(`begin isolation level repeatable read read only; set transaction snapshot '${id}'`);
}

/** Calls `use` with a session for copies. */
export async function withCopySession<T>(url: string, use: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({
    connectionString: await findPrimary(url),
    application_name: "presage copy",
    connectionTimeoutMillis: OPEN_TIMEOUT_MS,
  });
  // A connection that breaks fails the running query, which reports it.
  client.on("error", () => {});
  await client.connect();
  try {
    await enableDisconnectCheck((text) => client.query(text));
    return await use(client);
  } finally {
    await client.end();
  }
}

/** A query that the library calls with the server's messages, as it does with its own queries. */
class Copy implements Submittable {
  readonly done: Promise<void>;
  private readonly query: string;
  private readonly take: (row: CopiedRow) => void;
  private readonly row = new MessageRow();
  private readonly end = Promise.withResolvers<void>();
  private failure: unknown;

  constructor(query: string, take: (row: CopiedRow) => void) {
    this.query = query;
    this.take = take;
    this.done = this.end.promise;
  }

  submit(connection: Connection): void {
    connection.query(`copy (${this.query}) to stdout with (format binary)`);
  }

  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    // Remaining rows arrive all the same.
    if (this.failure !== undefined) return;
    try {
      if (this.row.begin(chunk)) this.take(this.row);
    } catch (error) {
      this.failure = error;
    }
  }

  handleCommandComplete(): void {}

  handleError(error: Error): void {
    this.end.reject(error);
  }

  handleReadyForQuery(): void {
    if (this.failure === undefined) this.end.resolve();
    else this.end.reject(this.failure);
  }
}

const DIGEST_BYTES = 32;
const HEX = "0123456789abcdef";

/** Tells whether these are the bytes of `bytes` from `start` on. */
function isAt(wanted: Buffer, bytes: Buffer, start: number): boolean {
  for (let index = 0; index < wanted.length; index += 1)
    if (wanted[index] !== bytes[start + index]) return false;
  return true;
}

/** The row of the latest message. */
class MessageRow implements CopiedRow {
  private bytes: Buffer = Buffer.alloc(0);
  /** The offset after each column's bytes, and their number; -1 for NULL. */
  private readonly ends: number[] = [];
  private readonly lengths: number[] = [];
  /** False until the first message, whose row comes after the header. */
  private begun = false;
  private readonly words = new Map<string, string>();
  /** Text of the latest digest. */
  private readonly digits = Buffer.from(`0x${"0".repeat(2 * DIGEST_BYTES)}`, "latin1");
  /** The latest word of each column, in bytes and as text. */
  private readonly latest: { bytes: Buffer; text: string }[] = [];

  /** Moves to the row of this message; `false` if it is the trailer, which has no row. */
  begin(message: Buffer): boolean {
    this.bytes = message;
    let at = 0;
    if (!this.begun) {
      if (!message.subarray(0, SIGNATURE.length).equals(SIGNATURE)) throw new TypeError("no binary COPY");
      this.begun = true;
      at = HEADER_BYTES;
    }
    const columnCount = message.readInt16BE(at);
    at += 2;
    for (let place = 0; place < columnCount; place += 1) {
      const length = message.readInt32BE(at);
      at += 4 + Math.max(length, 0);
      this.lengths[place] = length;
      this.ends[place] = at;
    }
    return columnCount !== -1;
  }

  integer<Whole extends number>(place: number): Whole;
  integer(place: number): number {
    const length = this.lengthOf(place);
    const { bytes } = this;
    const end = this.endOf(place);
    switch (length) {
      case 2:
        return bytes.readInt16BE(end - 2);
      case 4:
        return bytes.readInt32BE(end - 4);
      case 8:
        return safeInteger(bytes.readInt32BE(end - 8), bytes.readUInt32BE(end - 4));
      default:
        throw new TypeError(`an integer of ${length} bytes`);
    }
  }

  flag(place: number): boolean {
    this.lengthOf(place);
    return this.bytes[this.endOf(place) - 1] !== 0;
  }

  word<Word extends string>(place: number): Word;
  word(place: number): string {
    const length = this.lengthOf(place);
    const end = this.endOf(place);
    const { bytes } = this;
    const latest = this.latest[place];
    const isAsLong = latest?.bytes.length === length;
    if (isAsLong && isAt(latest.bytes, bytes, end - length)) return latest.text;
    const read = bytes.toString("utf8", end - length, end);
    const text = this.words.get(read) ?? read;
    this.words.set(text, text);
    if (isAsLong) {
      bytes.copy(latest.bytes, 0, end - length, end);
      latest.text = text;
    } else {
      this.latest[place] = { bytes: Buffer.from(bytes.subarray(end - length, end)), text };
    }
    return text;
  }

  digest(place: number): string {
    const length = this.lengthOf(place);
    if (length !== DIGEST_BYTES) throw new TypeError(`a digest of ${length} bytes`);
    const { bytes, digits } = this;
    let at = "0x".length;
    // A flat text at once: one of two parts would be copied again by its first reader.
    for (let index = this.endOf(place) - length; index < this.endOf(place); index += 1) {
      const byte = bytes[index] ?? 0;
      digits[at] = HEX.charCodeAt(byte >> 4);
      digits[at + 1] = HEX.charCodeAt(byte & 15);
      at += 2;
    }
    return digits.toString("latin1");
  }

  private lengthOf(place: number): number {
    const length = this.lengths[place];
    if (length === undefined || length < 0)
      throw new TypeError("a column without a value, where there has to be one");
    return length;
  }

  private endOf(place: number): number {
    const end = this.ends[place];
    if (end === undefined) throw new RangeError(`no column ${place}`);
    return end;
  }
}

function safeInteger(high: number, low: number): number {
  const value = high * 2 ** 32 + low;
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint value ${value} is not a safe integer`);
  return value;
}
