/**
 * Reader of a picture's format and size from the bytes, never from the file's name. Walks the whole file, and rejects a
 * file that is truncated or has trailing data.
 */
import { crc32 } from "node:zlib";
import { IMAGE_FORMS, IMAGE_LIMITS } from "./image-limits.ts";
import type { ImageType } from "./image-limits.ts";

/** Width and height in pixels. */
export type ImageSize = { readonly width: number; readonly height: number };

// Reads the size of a JPEG from its frame header. The reader walks the segments up to the pixels, and checks for the
// end marker.

const START_OF_SCAN = 0xda;
const END_OF_IMAGE = Buffer.from([0xff, 0xd9]);
/** Tells if a marker starts a frame with pixels: not a table (C4, CC) or an extension (C8). */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
/** Minimum bytes of a frame header after its marker. */
const JPEG_FRAME_BYTES = 8;

function readJpeg(bytes: Buffer): ImageSize | undefined {
  if (!bytes.subarray(-2).equals(END_OF_IMAGE)) return undefined;
  let size: ImageSize | undefined;
  let at = 2;
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes.readUInt8(at + 1);
    // Any number of fill bytes may precede a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const length = bytes.readUInt16BE(at + 2);
    if (length < 2 || at + 2 + length > bytes.length) return undefined;
    // A second frame may have a different size than the first.
    if (isFrame(marker) && size !== undefined) return undefined;
    if (isFrame(marker) && length >= JPEG_FRAME_BYTES)
      size = { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    if (marker === START_OF_SCAN) return size;
    at += 2 + length;
  }
  return undefined;
}

// Reads the size of a PNG; walks its chunks from the first, IHDR, to the last, IEND.

const SIGNATURE_BYTES = 8;
/** Bytes of a chunk around its data: length and type before the data, the checksum after. */
const FRAME_BYTES = 12;
const HEADER_BYTES = 13;

type Chunk = { readonly type: string; readonly data: Buffer; readonly end: number };

function readPng(bytes: Buffer): ImageSize | undefined {
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

// Reads the size of a WebP from the header of its first chunk, which has one of three types. The reader walks all chunks.

const RIFF_BYTES = 12;
const CHUNK_BYTES = 8;

type WebpChunk = { readonly type: string; readonly data: Buffer; readonly end: number };

function readWebp(bytes: Buffer): ImageSize | undefined {
  if (bytes.length < RIFF_BYTES || bytes.readUInt32LE(4) + CHUNK_BYTES !== bytes.length) return undefined;
  const first = readWebpChunk(bytes, RIFF_BYTES);
  const size = first && readWebpSize(first);
  let chunk = first;
  while (chunk !== undefined && chunk.end < bytes.length) {
    chunk = readWebpChunk(bytes, chunk.end);
    if (size !== undefined && chunk !== undefined && !hasHeaderSize(chunk, size)) return undefined;
  }
  return chunk && size;
}

/** True unless a chunk with pixels states another size than the header; more pixels would take more memory. */
function hasHeaderSize(chunk: WebpChunk, { width, height }: ImageSize): boolean {
  if (!["VP8 ", "VP8L", "VP8X"].includes(chunk.type)) return true;
  const ownSize = readWebpSize(chunk);
  return ownSize?.width === width && ownSize.height === height;
}

/** Reads a chunk; data of odd length is followed by a padding byte. */
function readWebpChunk(bytes: Buffer, at: number): WebpChunk | undefined {
  if (at + CHUNK_BYTES > bytes.length) return undefined;
  const length = bytes.readUInt32LE(at + 4);
  const begin = at + CHUNK_BYTES;
  const end = begin + length + (length % 2);
  if (end > bytes.length) return undefined;
  return { type: bytes.toString("latin1", at, at + 4), data: bytes.subarray(begin, begin + length), end };
}

/** Reads the size of lossy pixels (`VP8 `), lossless pixels (`VP8L`), or the header of several parts (`VP8X`). */
function readWebpSize({ type, data }: WebpChunk): ImageSize | undefined {
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

export type ReadImage = ImageSize & { readonly mediaType: ImageType };

/** Fault of the bytes, in words that continue "expected". */
type ImageFault = { readonly fault: string };

/** Reader of the size from a file of one format; `undefined` if the file is damaged. */
type SizeReader = (bytes: Buffer) => ImageSize | undefined;

type ImageForm = {
  readonly name: string;
  readonly mediaType: ImageType;
  readonly begins: (bytes: Buffer) => boolean;
  readonly readSize: SizeReader;
};

const FORMS: readonly ImageForm[] = [
  {
    name: "PNG",
    mediaType: "image/png",
    begins: (bytes) => bytes.subarray(0, 8).equals(Buffer.from("\x89PNG\r\n\x1a\n", "latin1")),
    readSize: readPng,
  },
  {
    name: "JPEG",
    mediaType: "image/jpeg",
    begins: (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
    readSize: readJpeg,
  },
  {
    name: "WebP",
    mediaType: "image/webp",
    begins: (bytes) =>
      bytes.toString("latin1", 0, 4) === "RIFF" && bytes.toString("latin1", 8, 12) === "WEBP",
    readSize: readWebp,
  },
];

export function readImage(bytes: Buffer): ReadImage | ImageFault {
  const { bytes: most, side } = IMAGE_LIMITS;
  if (bytes.length === 0) return { fault: `a picture in ${IMAGE_FORMS}, got no bytes` };
  if (bytes.length > most) return { fault: `a picture of at most ${most} bytes, got ${bytes.length}` };
  const form = FORMS.find(({ begins }) => begins(bytes));
  if (form === undefined) return { fault: `a picture in ${IMAGE_FORMS}, got ${describeOther(bytes)}` };
  const size = form.readSize(bytes);
  if (size === undefined)
    return { fault: `a whole picture, got ${form.name} that is damaged, cut off, or has more behind it` };
  const { width, height } = size;
  if (width < 1 || height < 1 || width > side || height > side)
    return { fault: `a picture of 1 to ${side} pixels a side, got ${width} x ${height}` };
  return { mediaType: form.mediaType, width, height };
}

/** Names the format of a rejected file if it is well known. */
function describeOther(bytes: Buffer): string {
  const start = bytes.toString("latin1", 0, 1024);
  if (/<svg[\s/>]/i.test(start)) return "SVG, which can hold scripts";
  if (start.startsWith("GIF8")) return "GIF";
  if (start.startsWith("BM")) return "BMP";
  if (start.slice(4, 8) === "ftyp") return "AVIF, HEIC or a film";
  return "something else";
}
