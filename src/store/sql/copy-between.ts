/**
 * Rows of one database into another, in PostgreSQL's binary COPY format, as they come and without being read here. The
 * first one waits while the other one takes them more slowly.
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
  /** The rows. */
  readonly query: string;
  /** Table and columns that they go into: `trades (no, at)`. */
  readonly into: string;
};

/** Copies the rows of a query of one session by another one. Throws what either of them refused. */
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

/** The query that takes rows; the library calls it with the server's messages, as it does with its own queries. */
class CopyIn implements Submittable {
  readonly open: Promise<void>;
  readonly done: Promise<void>;
  private readonly into: string;
  private readonly opened = Promise.withResolvers<void>();
  private readonly ended = Promise.withResolvers<void>();
  private connection: Connection | undefined;
  private failure: Error | undefined;
  /** Called once pieces that wait are sent. */
  private waiting: (() => void) | undefined;

  constructor(into: string) {
    this.into = into;
    this.open = this.opened.promise;
    this.done = this.ended.promise;
    // Whoever waits for the opening hears of a failure, and need not ask again.
    this.done.catch(() => {});
  }

  submit(connection: Connection): void {
    this.connection = connection;
    connection.query(`copy ${this.into} from stdin with (format binary)`);
  }

  handleCopyInResponse(): void {
    this.opened.resolve();
  }

  /** Sends a piece. Where more have to wait, it gives `false` and calls `later` once there is room. */
  write(piece: Buffer, later: () => void): boolean {
    const { connection } = this;
    if (connection === undefined || this.failure !== undefined) return true;
    connection.sendCopyFromChunk(piece);
    const { stream } = connection;
    if (!stream.writableNeedDrain) return true;
    // Pieces that were underway come all the same.
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
    // Nothing is sent any more.
    this.goOn();
    this.opened.reject(error);
    this.ended.reject(error);
  }

  handleReadyForQuery(): void {
    this.ended.resolve();
  }
}

/** The query that gives rows. */
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
