/** The kind and the size of an image, read off its bytes: PNG, JPEG and WebP. The name that somebody gave it counts nothing. */

export type ImageHeader = { readonly type: string; readonly width: number; readonly height: number };

/** Reads an image; `undefined` if it is none of these, or was cut off. */
export const readImageHeader = (bytes: Buffer): ImageHeader | undefined =>
  readPng(bytes) ?? readJpeg(bytes) ?? readWebp(bytes);

const PNG_START = Buffer.from("89504e470d0a1a0a", "hex");
const PNG_END = Buffer.from("0000000049454e44ae426082", "hex");

function readPng(bytes: Buffer): ImageHeader | undefined {
  const isPng =
    bytes.length > 57 &&
    bytes.subarray(0, 8).equals(PNG_START) &&
    bytes.toString("latin1", 12, 16) === "IHDR" &&
    bytes.subarray(-12).equals(PNG_END);
  if (!isPng) return undefined;
  return { type: "image/png", width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** Walks the segments of a JPEG to the one that starts its frame. */
function readJpeg(bytes: Buffer): ImageHeader | undefined {
  const isJpeg =
    bytes.length > 4 && bytes.readUInt16BE(0) === 0xffd8 && bytes.readUInt16BE(bytes.length - 2) === 0xffd9;
  if (!isJpeg) return undefined;
  let at = 2;
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes.readUInt8(at + 1);
    if (isFrame(marker))
      return { type: "image/jpeg", height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

/** Markers of frames: C0 to CF without those of tables and extensions. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

function readWebp(bytes: Buffer): ImageHeader | undefined {
  const isWebp =
    bytes.length >= 30 &&
    bytes.toString("latin1", 0, 4) === "RIFF" &&
    bytes.toString("latin1", 8, 12) === "WEBP" &&
    bytes.readUInt32LE(4) + 8 === bytes.length;
  if (!isWebp) return undefined;
  const size = webpSize(bytes);
  return size && { type: "image/webp", ...size };
}

/** Reads the size by the form of the first chunk: lossy, lossless or extended. */
function webpSize(bytes: Buffer): Omit<ImageHeader, "type"> | undefined {
  switch (bytes.toString("latin1", 12, 16)) {
    case "VP8 ":
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    case "VP8L": {
      const bits = bytes.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case "VP8X":
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      return undefined;
  }
}
