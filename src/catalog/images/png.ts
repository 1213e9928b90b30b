/** The size of a PNG, whose chunks are walked from the first, IHDR, to the last, IEND. */
import { crc32 } from "node:zlib";
import type { ImageSize } from "./image-size.ts";

const SIGNATURE_BYTES = 8;
/** Length and type before the data of a chunk, and the checksum behind it. */
const FRAME_BYTES = 12;
const HEADER_BYTES = 13;

type Chunk = { readonly type: string; readonly data: Buffer; readonly end: number };

export function readPng(bytes: Buffer): ImageSize | undefined {
  const header = readChunk(bytes, SIGNATURE_BYTES);
  if (header?.type !== "IHDR" || header.data.length !== HEADER_BYTES) return undefined;
  let chunk: Chunk | undefined = header;
  let hasPixels = false;
  while (chunk !== undefined && chunk.type !== "IEND") {
    hasPixels ||= chunk.type === "IDAT";
    chunk = readChunk(bytes, chunk.end);
  }
  if (!hasPixels || chunk?.end !== bytes.length) return undefined;
  return { width: header.data.readUInt32BE(0), height: header.data.readUInt32BE(4) };
}

function readChunk(bytes: Buffer, at: number): Chunk | undefined {
  if (at + FRAME_BYTES > bytes.length) return undefined;
  const length = bytes.readUInt32BE(at);
  const end = at + FRAME_BYTES + length;
  if (end > bytes.length) return undefined;
  if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return undefined;
  return { type: bytes.toString("latin1", at + 4, at + 8), data: bytes.subarray(at + 8, end - 4), end };
}
