/** Worker thread that paints pictures: a message is an SVG, the answer is its PNG. */
import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { lowerPriority } from "../../../base/threads.ts";
import { PICTURE_FONT } from "./preview-picture.ts";

/** Folder of the fonts, passed by the painter. */
const fontFolder = String(workerData);

lowerPriority();

const library = createRequire(import.meta.url).resolve("@resvg/resvg-wasm/index_bg.wasm");
await initWasm(await readFile(library));
const files = (await readdir(fontFolder)).filter((file) => file.endsWith(".woff2"));
const fontBuffers = await Promise.all(
  files.map(async (file) => new Uint8Array(await readFile(join(fontFolder, file)))),
);

function paint(svg: string): Uint8Array {
  const drawing = new Resvg(svg, { font: { fontBuffers, defaultFontFamily: PICTURE_FONT } });
  try {
    const picture = drawing.render();
    const png = picture.asPng();
    picture.free();
    return png;
  } finally {
    drawing.free();
  }
}

parentPort?.on("message", (svg: string) => parentPort?.postMessage(paint(svg)));
