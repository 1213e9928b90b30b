/** A place for backups: a directory, or a store of objects. A file is there when it is whole, and never in part. */

export type PlacedFile = { readonly name: string; readonly bytes: number };

export type Place = {
  /** The place as settings name it. */
  readonly text: string;
  /** Lists the files whose names begin with a prefix, all of them without one. */
  list(prefix?: string): Promise<readonly PlacedFile[]>;
  /** Makes a file of these pieces, and gives its length. A failure leaves none. */
  write(name: string, pieces: AsyncIterable<Uint8Array>): Promise<number>;
  read(name: string): AsyncIterable<Uint8Array>;
  /** Reads this many bytes at the start of a file, or fewer where it is shorter. */
  readStart(name: string, bytes: number): Promise<Buffer>;
  /** Reads this many bytes at the end of a file that has as many. */
  readEnd(name: string, bytes: number): Promise<Buffer>;
  /** Removes a file; one that is not there is no mistake. */
  remove(name: string): Promise<void>;
  /** Removes what writes that were cut off left, other than those underway here, and gives their number. */
  clean(): Promise<number>;
  /** Throws where a file of about this length must not be begun. */
  refuseFull(bytes: number): Promise<void>;
  close(): void;
};

/** Joins pieces to one buffer. */
export async function joinPieces(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const joined: Uint8Array[] = [];
  for await (const piece of pieces) joined.push(piece);
  return Buffer.concat(joined);
}
