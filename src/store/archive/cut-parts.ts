/** Cuts a file into parts for an object store, which accepts at most ten thousand. Each except the last has at least 5 MiB. */

const MEBIBYTE = 1024 * 1024;
/** Length of the first parts, which suffice for most files. */
const SHORT_BYTES = 8 * MEBIBYTE;
const SHORT_PARTS = 1_000;
/** Length of all later parts: ten thousand parts are 584 GB. */
const LONG_BYTES = 64 * MEBIBYTE;

export async function* cutParts(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, undefined> {
  let waiting: Uint8Array[] = [];
  let length = 0;
  let parts = 0;
  for await (const piece of pieces) {
    waiting.push(piece);
    length += piece.length;
    if (length < (parts < SHORT_PARTS ? SHORT_BYTES : LONG_BYTES)) continue;
    yield Buffer.concat(waiting);
    waiting = [];
    length = 0;
    parts += 1;
  }
  if (length > 0) yield Buffer.concat(waiting);
  return undefined;
}
