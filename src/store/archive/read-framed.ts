/** Reads a file as a stream: its lines, and at the end whether it is as it was written. */
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import {
  damagedText,
  HASH_BYTES,
  LONGEST_FIRST_LINE,
  readHeader,
  refuseForeign,
  splitLines,
} from "../backup/framed-file.ts";
import type { FileKind } from "../backup/framed-file.ts";

export type ReadFile<Header> = {
  readonly header: Header;
  /** The lines; if the file is incomplete, an error follows the last one. */
  readonly lines: AsyncGenerator<string>;
  /** Returns the hash at the end of the file, once the lines were read. */
  readonly hash: () => Buffer;
};

/** Begins to read a file from these pieces. Throws if it is of another kind. */
export async function readFramed<Header>(
  kind: FileKind<Header>,
  name: string,
  pieces: AsyncIterable<Uint8Array>,
): Promise<ReadFile<Header>> {
  const digest = createHash("sha256");
  const iterator = pieces[Symbol.asyncIterator]();
  let waiting = Buffer.alloc(0);
  const more = async (): Promise<boolean> => {
    const { value, done } = await iterator.next();
    if (done === true) return false;
    waiting = Buffer.concat([waiting, value]);
    return true;
  };
  while (!waiting.includes(10) && waiting.length < LONGEST_FIRST_LINE && (await more()));
  refuseForeign(kind, name, waiting);
  const { header, length } = readHeader(kind, name, waiting);
  digest.update(waiting.subarray(0, length));
  waiting = waiting.subarray(length);

  /** Yields everything except the hash at the end. */
  async function* content(): AsyncGenerator<Buffer> {
    do {
      const sure = waiting.subarray(0, Math.max(waiting.length - HASH_BYTES, 0));
      waiting = waiting.subarray(sure.length);
      digest.update(sure);
      if (sure.length > 0) yield sure;
    } while (await more());
    if (!digest.digest().equals(waiting)) throw new Error(damagedText(kind, name));
  }
  return { header, lines: splitLines(Readable.from(content())), hash: () => waiting };
}
