/**
 * Reading of a picture: its form and its size, by its bytes and never by its name. The whole file is walked, so that one
 * that is cut off, or has something else behind it, is refused.
 */
import { readJpeg } from "./jpeg.ts";
import { IMAGE_FORMS, IMAGE_LIMITS } from "./image-limits.ts";
import type { ImageType } from "./image-limits.ts";
import type { ImageSize } from "./image-size.ts";
import { readPng } from "./png.ts";
import { readWebp } from "./webp.ts";

export type ReadImage = ImageSize & { readonly mediaType: ImageType };

/** A fault of the bytes, in words that go on from "expected". */
export type ImageFault = { readonly fault: string };

/** Finds the size in a file of this form; `undefined` in one that is damaged. */
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

/** Names forms that people try, which are refused. */
function describeOther(bytes: Buffer): string {
  const start = bytes.toString("latin1", 0, 1024);
  if (/<svg[\s/>]/i.test(start)) return "SVG, which can hold scripts";
  if (start.startsWith("GIF8")) return "GIF";
  if (start.startsWith("BM")) return "BMP";
  if (start.slice(4, 8) === "ftyp") return "AVIF, HEIC or a film";
  return "something else";
}
