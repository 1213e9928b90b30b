/** The size of a WebP: in the header of its first chunk, which is one of three. All its chunks are walked. */
import type { ImageSize } from "./image-size.ts";

const RIFF_BYTES = 12;
const CHUNK_BYTES = 8;

type Chunk = { readonly type: string; readonly data: Buffer; readonly end: number };

export function readWebp(bytes: Buffer): ImageSize | undefined {
  if (bytes.length < RIFF_BYTES || bytes.readUInt32LE(4) + CHUNK_BYTES !== bytes.length) return undefined;
  const first = readChunk(bytes, RIFF_BYTES);
  const size = first && sizeOf(first);
  let chunk = first;
  while (chunk !== undefined && chunk.end < bytes.length) {
    chunk = readChunk(bytes, chunk.end);
    if (size !== undefined && chunk !== undefined && !fits(chunk, size)) return undefined;
  }
  return chunk && size;
}

/** False for pixels of another size than the header says, which may take more memory. */
function fits(chunk: Chunk, { width, height }: ImageSize): boolean {
  if (!["VP8 ", "VP8L", "VP8X"].includes(chunk.type)) return true;
  const own = sizeOf(chunk);
  return own?.width === width && own.height === height;
}

/** Data of odd length has a byte of padding behind it. */
function readChunk(bytes: Buffer, at: number): Chunk | undefined {
  if (at + CHUNK_BYTES > bytes.length) return undefined;
  const length = bytes.readUInt32LE(at + 4);
  const begin = at + CHUNK_BYTES;
  const end = begin + length + (length % 2);
  if (end > bytes.length) return undefined;
  return { type: bytes.toString("latin1", at, at + 4), data: bytes.subarray(begin, begin + length), end };
}

/** Pixels with loss (`VP8 `) or without (`VP8L`), or the header before several parts (`VP8X`). */
function sizeOf({ type, data }: Chunk): ImageSize | undefined {
  if (data.length < 10) return undefined;
  switch (type) {
    case "VP8 ":
      if (data.readUIntBE(3, 3) !== 0x9d012a) return undefined;
      return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff };
    case "VP8L": {
      if (data[0] !== 0x2f) return undefined;
      const bits = data.readUInt32LE(1);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case "VP8X":
      return { width: data.readUIntLE(4, 3) + 1, height: data.readUIntLE(7, 3) + 1 };
    default:
      return undefined;
  }
}
