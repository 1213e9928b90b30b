/** Small pictures of each form for tests. */
import { crc32, deflateSync } from "node:zlib";

/** 8 x 6 pixels in one colour, as a browser made them. */
export const JPEG = Buffer.from(
  "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8ybqmx5moq6T/" +
    "2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKT/wAARCAAGAAgDASIAAhEBAxEB/8QA" +
    "FQABAQAAAAAAAAAAAAAAAAAAAAT/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAABAX/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oA" +
    "DAMBAAIRAxEAPwCYBRFf/9k=",
  "base64",
);
const LOSSY = Buffer.from("kAEAnQEqCAAGAAQAaCWgAnS6AAOYAP7hw3+HKn07ex4bVWS0AAA=", "base64");
const LOSSLESS = Buffer.from("LwdAAQAHULPOlLn/gYjofwA=", "base64");

type WebpChunk = readonly [type: string, data: Buffer];

/** A WebP of these chunks. */
export function webpOf(chunks: readonly WebpChunk[]): Buffer {
  const body = Buffer.concat(
    chunks.flatMap(([type, data]) => [
      Buffer.from(type, "latin1"),
      lengthBefore(data.length),
      data,
      Buffer.alloc(data.length % 2),
    ]),
  );
  return Buffer.concat([
    Buffer.from("RIFF", "latin1"),
    lengthBefore(body.length + 4),
    Buffer.from("WEBP", "latin1"),
    body,
  ]);
}

function lengthBefore(length: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(length);
  return bytes;
}

export const WEBP = webpOf([["VP8 ", LOSSY]]);
export const WEBP_LOSSLESS = webpOf([["VP8L", LOSSLESS]]);
/** A WebP with a header before the pixels. */
export const WEBP_EXTENDED = webpOf([
  ["VP8X", Buffer.from([0, 0, 0, 0, 7, 0, 0, 5, 0, 0])],
  ["VP8 ", LOSSY],
]);

/** A WebP in one colour: its pixels take no bits, so that the size alone differs. */
export function losslessOf(side: number): Buffer {
  const data = Buffer.from(LOSSLESS);
  data.writeUInt32LE((side - 1) | ((side - 1) << 14), 1);
  return webpOf([["VP8L", data]]);
}

type PngTerms = {
  readonly width: number;
  readonly height: number;
  /** Red, green and blue, 0 to 255. */
  readonly colour?: readonly [number, number, number];
};

/** A PNG in one colour. */
export function pngOf({ width, height, colour = [51, 102, 204] }: PngTerms): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const row = Buffer.concat([Buffer.alloc(1), Buffer.alloc(width * 3, Buffer.from(colour))]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: Math.min(height, 4096) }, () => row)));
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    pngChunk("IHDR", header),
    pngChunk("IDAT", pixels),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

export function pngChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
}

/** A PNG whose checksums are right and whose pixels are noise. */
export function damagedPng(png: Buffer): Buffer {
  const begin = png.indexOf("IDAT", 0, "latin1");
  const end = begin + 4 + png.readUInt32BE(begin - 4);
  const damaged = Buffer.from(png);
  damaged.fill(0x5a, begin + 4, end);
  damaged.writeUInt32BE(crc32(damaged.subarray(begin, end)), end);
  return damaged;
}

/** A picture with its bytes from here on overwritten, but for some at the end. */
export const overwritten = (bytes: Buffer, from: number, kept = 0): Buffer =>
  Buffer.from(bytes).fill(0x55, from, bytes.length - kept);
