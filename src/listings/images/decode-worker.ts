/** Worker thread that decodes the picture in its worker data, and posts whether anything is visible. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { parentPort, workerData } from "node:worker_threads";
import decodeWebp, { init } from "@jsquash/webp/decode.js";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import type { DecodedPicture } from "./decode-picture.ts";

/** Maximum side of the checked copy in pixels; larger pictures are scaled down. */
const MAX_SIDE = 1024;

const { resolve } = createRequire(import.meta.url);

/** Pixel buffer with the constructor that the decoding library expects. */
class Pixels {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
  constructor(data: Uint8ClampedArray, width: number, height: number) {
    [this.data, this.width, this.height] = [data, width, height];
  }
}

/** Returns red, green, blue and alpha of each pixel; throws if the picture cannot be decoded. */
async function decodeWebpPixels(bytes: Uint8Array): Promise<Uint8Array | Uint8ClampedArray> {
  Object.assign(globalThis, { ImageData: Pixels });
  await init({ wasmBinary: await readFile(resolve("@jsquash/webp/codec/dec/webp_dec.wasm")) });
  return (await decodeWebp(new Uint8Array(bytes).buffer)).data;
}

/** Paints the picture on a transparent ground; the ground stays empty if the picture cannot be decoded. */
async function decodePixels({ bytes, mediaType, width, height }: DecodedPicture): Promise<Uint8Array> {
  await initWasm(await readFile(resolve("@resvg/resvg-wasm/index_bg.wasm")));
  const scale = Math.min(1, MAX_SIDE / Math.max(width, height));
  const size = [width, height].map((side) => Math.max(1, Math.round(side * scale))).join('" height="');
  const data = `data:${mediaType};base64,${Buffer.from(bytes).toString("base64")}`;
  const drawing = new Resvg(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}"><image width="${size}" preserveAspectRatio="none" href="${data}"/></svg>`,
  );
  return drawing.render().pixels;
}

async function isSeen(picture: DecodedPicture): Promise<boolean> {
  try {
    const pixels = await (picture.mediaType === "image/webp"
      ? decodeWebpPixels(picture.bytes)
      : decodePixels(picture));
    for (let at = 3; at < pixels.length; at += 4) if (pixels[at] !== 0) return true;
    return false;
  } catch {
    return false;
  }
}

parentPort?.postMessage(await isSeen(workerData as DecodedPicture));
