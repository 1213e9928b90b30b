/**
 * Copies rows of one database into another, in PostgreSQL's binary COPY format, unparsed and as they arrive. The source
 * waits while the target is slower.
 */
import type { Client, Connection, Submittable } from "pg";

declare module "pg" {
  /** Messages that the library sends and does not declare. */
  interface Connection {
    sendCopyFromChunk(piece: Buffer): void;
    endCopyFrom(): void;
    sendCopyFail(why: string): void;
  }
}

export type CopiedQuery = {
  /** Query for the rows. */
  readonly query: string;
  /** Target table and columns: `trades (no, at)`. */
  readonly into: string;
};

/** Copies the rows of a query from one session to another. Throws the error of either session. */
export async function copyBetween(from: Client, to: Client, { query, into }: CopiedQuery): Promise<void> {
  const sink = to.query(new CopyIn(into));
  await sink.open;
  const source = from.query(new CopyOut(query, sink));
  try {
    await source.done;
  } catch (error) {
    sink.fail(error);
    await sink.done.catch(() => {});
    throw error;
  }
  sink.end();
  await sink.done;
}

/** The query that receives rows; the library calls it with the server's messages, as it does with its own queries. */
class CopyIn implements Submittable {
  readonly open: Promise<void>;
  readonly done: Promise<void>;
  private readonly into: string;
  private readonly opened = Promise.withResolvers<void>();
  private readonly ended = Promise.withResolvers<void>();
  private connection: Connection | undefined;
  private failure: Error | undefined;
  /** Called once the buffered chunks are sent. */
  private waiting: (() => void) | undefined;

  constructor(into: string) {
    this.into = into;
    this.open = this.opened.promise;
    this.done = this.ended.promise;
    // Code that awaits the opening gets the failure, and need not await `done`.
    this.done.catch(() => {});
  }

  submit(connection: Connection): void {
    this.connection = connection;
    connection.query(`copy ${this.into} from stdin with (format binary)`);
  }

  handleCopyInResponse(): void {
    this.opened.resolve();
  }

  /** Sends a chunk. If the buffer is full, returns `false` and calls `later` once there is room. */
  write(piece: Buffer, later: () => void): boolean {
    const { connection } = this;
    if (connection === undefined || this.failure !== undefined) return true;
    connection.sendCopyFromChunk(piece);
    const { stream } = connection;
    if (!stream.writableNeedDrain) return true;
    // Chunks that were on the way arrive all the same.
    if (this.waiting === undefined) stream.once("drain", () => this.goOn());
    this.waiting = later;
    return false;
  }

  private goOn(): void {
    this.waiting?.();
    this.waiting = undefined;
  }

  end(): void {
    if (this.failure === undefined) this.connection?.endCopyFrom();
  }

  fail(error: unknown): void {
    if (this.failure === undefined) this.connection?.sendCopyFail(String(error));
  }

  handleCommandComplete(): void {}

  handleError(error: Error): void {
    this.failure = error;
    // Nothing more will be sent.
    this.goOn();
    this.opened.reject(error);
    this.ended.reject(error);
  }

  handleReadyForQuery(): void {
    this.ended.resolve();
  }
}

/** The query that sends rows. */
class CopyOut implements Submittable {
  readonly done: Promise<void>;
  private readonly query: string;
  private readonly sink: CopyIn;
  private readonly ended = Promise.withResolvers<void>();
  private connection: Connection | undefined;

  constructor(query: string, sink: CopyIn) {
    this.query = query;
    this.sink = sink;
    this.done = this.ended.promise;
  }

  submit(connection: Connection): void {
    this.connection = connection;
    connection.query(`copy (${this.query}) to stdout with (format binary)`);
  }

  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    const stream = this.connection?.stream;
    if (!this.sink.write(chunk, () => stream?.resume())) stream?.pause();
  }

  handleCommandComplete(): void {}

  handleError(error: Error): void {
    this.ended.reject(error);
  }

  handleReadyForQuery(): void {
    this.ended.resolve();
  }
}
