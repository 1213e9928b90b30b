/** The size of a JPEG, in its frame header. Its segments are walked up to the pixels, which the end marker follows. */
import type { ImageSize } from "./image-size.ts";

const START_OF_SCAN = 0xda;
const END_OF_IMAGE = Buffer.from([0xff, 0xd9]);
/** Markers of frames, but of those without pixels: tables (C4, CC) and an extension (C8). */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
/** Least bytes of a frame header after its marker. */
const FRAME_BYTES = 8;

export function readJpeg(bytes: Buffer): ImageSize | undefined {
  if (!bytes.subarray(-2).equals(END_OF_IMAGE)) return undefined;
  let size: ImageSize | undefined;
  let at = 2;
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes.readUInt8(at + 1);
    // Any number of fill bytes may stand before a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const length = bytes.readUInt16BE(at + 2);
    if (length < 2 || at + 2 + length > bytes.length) return undefined;
    // Pixels of a second frame may have another size than the first says.
    if (isFrame(marker) && size !== undefined) return undefined;
    if (isFrame(marker) && length >= FRAME_BYTES)
      size = { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    if (marker === START_OF_SCAN) return size;
    at += 2 + length;
  }
  return undefined;
}
