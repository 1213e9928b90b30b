/** Parts of a file for a store of objects, which takes at most ten thousand, each but the last at least 5 MiB long. */

const MEBIBYTE = 1024 * 1024;
/** Length of the first parts, which most files are made of. */
const SHORT_BYTES = 8 * MEBIBYTE;
const SHORT_PARTS = 1_000;
/** Length of all after them: ten thousand parts are 584 GB. */
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
