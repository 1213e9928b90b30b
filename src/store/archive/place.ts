/** Location for backups: a directory or an object store. A file becomes visible only when it is complete. */

export type PlacedFile = { readonly name: string; readonly bytes: number };

export type Place = {
  /** The location as in settings. */
  readonly text: string;
  /** Lists the files with a name prefix; all files if undefined. */
  list(prefix?: string): Promise<readonly PlacedFile[]>;
  /** Writes a file from these pieces, and returns its length. A failure leaves no file. */
  write(name: string, pieces: AsyncIterable<Uint8Array>): Promise<number>;
  read(name: string): AsyncIterable<Uint8Array>;
  /** Reads this many bytes from the start of a file, or fewer if it is shorter. */
  readStart(name: string, bytes: number): Promise<Buffer>;
  /** Reads this many bytes from the end of a file that is at least as long. */
  readEnd(name: string, bytes: number): Promise<Buffer>;
  /** Removes a file; a missing file is no error. */
  remove(name: string): Promise<void>;
  /** Removes remains of interrupted writes, except writes underway here, and returns their number. */
  clean(): Promise<number>;
  /** Throws if a file of about this length must not be started. */
  refuseFull(bytes: number): Promise<void>;
  close(): void;
};

/** Joins pieces to one buffer. */
export async function joinPieces(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const joined: Uint8Array[] = [];
  for await (const piece of pieces) joined.push(piece);
  return Buffer.concat(joined);
}
