/** Pictures: their form is found by the bytes, and a file that is not a whole picture is refused with its fault. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createSubjectQueues } from "../../src/base/async.ts";
import { findPixelFault } from "../../src/listings/images/decode-picture.ts";
import { readImage } from "../../src/listings/images/read-image.ts";
import {
  damagedPng,
  JPEG,
  losslessOf,
  overwritten,
  pngChunk,
  pngOf,
  WEBP,
  WEBP_EXTENDED,
  WEBP_LOSSLESS,
  webpOf,
} from "../support/pictures.ts";

const PNG = pngOf({ width: 8, height: 6 });

const TAKEN = [
  ["PNG", PNG, "image/png"],
  ["JPEG", JPEG, "image/jpeg"],
  ["WebP", WEBP, "image/webp"],
  ["WebP without loss", WEBP_LOSSLESS, "image/webp"],
  ["WebP with a header", WEBP_EXTENDED, "image/webp"],
] as const;

const text = (words: string): Buffer => Buffer.from(words, "utf8");

const FRAME = JPEG.subarray(JPEG.indexOf("ffc0", 0, "hex"), JPEG.indexOf("ffc4", 0, "hex"));
const JPEG_TWICE = Buffer.concat([JPEG.subarray(0, 2), FRAME, JPEG.subarray(2)]);

const REFUSED: readonly (readonly [what: string, bytes: Buffer, fault: RegExp])[] = [
  ["nothing", Buffer.alloc(0), /^a picture in PNG, JPEG or WebP, got no bytes$/],
  ["a drawing", text('<?xml version="1.0"?>\n<svg xmlns="x"><script/></svg>'), /got SVG, which can hold/],
  ["an animation of the old form", text("GIF89a"), /got GIF$/],
  ["a page", text("<!doctype html><title>x</title>"), /got something else$/],
  ["a PNG of no pixels", pngOf({ width: 0, height: 6 }), /^a picture of 1 to 4096 pixels a side, got 0 x 6$/],
  ["a PNG that is too wide", pngOf({ width: 4097, height: 1 }), /got 4097 x 1$/],
  [
    "a PNG without pixels in it",
    Buffer.concat([PNG.subarray(0, 33), pngChunk("IEND", Buffer.alloc(0))]),
    /got PNG that is damaged/,
  ],
  ["a PNG with a wrong checksum", PNG.with(40, PNG[40]! ^ 1) as Buffer, /got PNG that is damaged/],
  ["a PNG with a page behind it", Buffer.concat([PNG, text("<script>")]), /or has more behind it$/],
  ["a JPEG with a page behind it", Buffer.concat([JPEG, text("<script>")]), /got JPEG that is damaged/],
  ["a JPEG of two markers", Buffer.from([0xff, 0xd8, 0xff, 0xd9]), /got JPEG that is damaged/],
  ["a WebP with more behind it", Buffer.concat([WEBP, Buffer.alloc(2)]), /got WebP that is damaged/],
  ["a WebP of another first part", webpOf([["XXXX", Buffer.alloc(12)]]), /got WebP that is damaged/],
  [
    "a WebP with larger pixels than its header says",
    webpOf([
      ["VP8X", Buffer.from([0, 0, 0, 0, 7, 0, 0, 5, 0, 0])],
      ["VP8L", losslessOf(4096).subarray(20, 37)],
    ]),
    /got WebP that is damaged/,
  ],
  ["a JPEG with two frames", JPEG_TWICE, /got JPEG that is damaged/],
  ["too many bytes", Buffer.alloc(1024 * 1024 + 1), /^a picture of at most 1048576 bytes, got 1048577$/],
];

describe("a picture", () => {
  for (const [name, bytes, mediaType] of TAKEN) {
    it(`in ${name} has its type and size`, () => {
      assert.deepEqual(readImage(bytes), { mediaType, width: 8, height: 6 });
    });

    it(`in ${name} is refused where it ends early`, () => {
      for (let length = 0; length < bytes.length; length += 1) {
        const read = readImage(bytes.subarray(0, length));
        assert.ok("fault" in read, `${length} of ${bytes.length} bytes`);
      }
    });
  }

  for (const [what, bytes, fault] of REFUSED) {
    it(`is not ${what}`, () => {
      const read = readImage(Buffer.from(bytes));
      assert.match("fault" in read ? read.fault : "", fault);
    });
  }
});

describe("the pixels of a picture", () => {
  const fault = async (bytes: Buffer): Promise<string | undefined> => {
    const read = readImage(bytes);
    assert.ok(!("fault" in read), JSON.stringify(read));
    return findPixelFault({ ...read, bytes }, createSubjectQueues());
  };
  for (const [name, bytes] of [...TAKEN, ["the largest PNG", pngOf({ width: 4096, height: 1024 })] as const])
    it(`can be seen of ${name}`, async () => assert.equal(await fault(bytes), undefined));

  for (const [name, bytes] of [
    ["PNG", damagedPng(PNG)],
    ["JPEG", overwritten(JPEG, JPEG.length - 14, 2)],
    ["WebP", overwritten(WEBP, 34)],
    ["WebP without loss", overwritten(WEBP_LOSSLESS, 26)],
  ] as const)
    it(`cannot be seen of a damaged ${name}`, async () =>
      assert.match(
        (await fault(bytes)) ?? "",
        /^a picture that can be seen, got image\/\w+ whose pixels cannot be decoded, or are all transparent$/,
      ));
});
