/**
 * Rows of a query in PostgreSQL's binary COPY format, for tables of millions of rows: a row is read where the network
 * left it, column by column, instead of becoming an object of texts first.
 * The format is that of https://www.postgresql.org/docs/current/sql-copy.html; each message holds one row.
 */
import { Client } from "pg";
import type { Connection, Submittable } from "pg";
import type { Snapshot } from "./table-stream.ts";

const OPEN_TIMEOUT_MS = 10_000;

/** The columns of one row, each read once and in the order of the query. What is NULL throws. */
export type CopiedRow = {
  /** smallint, integer or bigint, of the caller's type; one that a number cannot hold exactly throws. */
  integer<Whole extends number>(): Whole;
  flag(): boolean;
  /** Text of the caller's type that is the same in many rows: all of them get one string. */
  word<Word extends string>(): Word;
  /** Bytes as lower-case hex digits. */
  hex(): string;
};

const SIGNATURE = Buffer.from("PGCOPY\n\xff\r\n\0", "latin1");
/** The signature, flags, and the length of an extension that no release uses. */
const HEADER_BYTES = SIGNATURE.length + 8;

/**
 * Calls `take` with each row of the query, in its order, until it throws. The row is good during the call only. Reads the
 * same snapshot on a connection of its own, so that several copies run side by side.
 */
export async function copyRows(
  snapshot: Snapshot,
  query: string,
  take: (row: CopiedRow) => void,
): Promise<void> {
  const [{ id }] = await snapshot<[{ id: string }]>`select pg_export_snapshot() as id`;
  const client = new Client({
    connectionString: snapshot.url,
    application_name: "presage copy",
    connectionTimeoutMillis: OPEN_TIMEOUT_MS,
  });
  // A connection that breaks fails the query that is underway, which says so.
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query(`begin isolation level repeatable read read only; set transaction snapshot '${id}'`);
    await client.query(new Copy(query, take)).done;
  } finally {
    await client.end();
  }
}

/** What the library calls with the server's messages, as it does with its own queries. */
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
    // What is left comes all the same.
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

/** The row of the message that came last. */
class MessageRow implements CopiedRow {
  private bytes: Buffer = Buffer.alloc(0);
  private at = 0;
  /** Whether the header has been, which stands before the first row in its message. */
  private begun = false;
  private readonly words = new Map<string, string>();

  /** Turns to the row of this message; `false` when it is the end, which has none. */
  begin(message: Buffer): boolean {
    this.bytes = message;
    this.at = 2;
    if (!this.begun) {
      if (!message.subarray(0, SIGNATURE.length).equals(SIGNATURE)) throw new TypeError("no binary COPY");
      this.begun = true;
      this.at += HEADER_BYTES;
    }
    return message.readInt16BE(this.at - 2) !== -1;
  }

  integer<Whole extends number>(): Whole;
  integer(): number {
    const length = this.open();
    const { bytes, at } = this;
    switch (length) {
      case 2:
        return bytes.readInt16BE(at - 2);
      case 4:
        return bytes.readInt32BE(at - 4);
      case 8:
        return safeInteger(bytes.readInt32BE(at - 8), bytes.readUInt32BE(at - 4));
      default:
        throw new TypeError(`an integer of ${length} bytes`);
    }
  }

  flag(): boolean {
    this.open();
    return this.bytes[this.at - 1] !== 0;
  }

  word<Word extends string>(): Word;
  word(): string {
    const text = this.text("utf8");
    const known = this.words.get(text);
    if (known !== undefined) return known;
    this.words.set(text, text);
    return text;
  }

  hex(): string {
    return this.text("hex");
  }

  private text(encoding: "utf8" | "hex"): string {
    const length = this.open();
    return this.bytes.toString(encoding, this.at - length, this.at);
  }

  /** The length of the next column, behind whose bytes the row then stands. */
  private open(): number {
    const length = this.bytes.readInt32BE(this.at);
    if (length < 0) throw new TypeError("a column without a value, where there has to be one");
    this.at += 4 + length;
    return length;
  }
}

function safeInteger(high: number, low: number): number {
  const value = high * 2 ** 32 + low;
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint value ${value} is not a safe integer`);
  return value;
}
