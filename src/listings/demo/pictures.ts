/** The pictures of the demo catalog: one per topic, drawn here as PNG, so that every listing has a picture. */
import { createHash } from "node:crypto";
import { crc32, deflateSync } from "node:zlib";
import type { OwnSql } from "../../store/sql/database.ts";
import { addImage, imagePath } from "../../store/catalog/images.ts";
import type { DemoTagSlug } from "./tags.ts";

/** Centre and radius of a circle, and left, top, width and height of a rectangle, in sixteenths of the picture's side. */
type Circle = readonly [x: number, y: number, radius: number];
type Box = readonly [left: number, top: number, width: number, height: number];
/** A filled shape; later shapes of a drawing cover earlier ones. */
type Shape = ({ readonly circle: Circle } | { readonly box: Box }) & { readonly fill: string };

type Drawing = readonly [ground: string, ...shapes: Shape[]];

const circle = (x: number, y: number, radius: number, fill: string): Shape => ({
  circle: [x, y, radius],
  fill,
});
const box = (place: Box, fill: string): Shape => ({ box: place, fill });

/** Drawings by topic, which is the first tag of an event. */
const DRAWINGS: Partial<Record<DemoTagSlug, Drawing>> = {
  elections: [
    "#3b4a8c",
    box([4, 8, 8, 5], "#e8ecff"),
    box([6, 8, 4, 0.8], "#3b4a8c"),
    box([6.5, 3, 3, 4.4], "#ffb074"),
  ],
  "city-life": [
    "#41546b",
    box([2, 7, 3, 9], "#9fb4cc"),
    box([6, 3, 4, 13], "#d7e2ee"),
    box([11, 6, 3, 10], "#9fb4cc"),
  ],
  culture: [
    "#7a3b69",
    circle(6, 8, 3.5, "#ffd28f"),
    circle(10.5, 8, 3.5, "#f08fb8"),
    circle(8.2, 8, 1.2, "#fff3df"),
  ],
  film: [
    "#30303c",
    box([3, 4, 10, 8], "#f3f0e6"),
    box([3, 6, 10, 0.6], "#30303c"),
    circle(8, 9.2, 1.6, "#d8574f"),
  ],
  records: [
    "#7c5b16",
    circle(8, 7, 4, "#ffd95e"),
    circle(8, 7, 2.4, "#e2ae2c"),
    box([6.5, 11, 3, 3.5], "#fff0b8"),
  ],
  economy: [
    "#1f5a4a",
    box([3, 9, 2.4, 4], "#8fe0bd"),
    box([6.8, 6, 2.4, 7], "#c4f2dc"),
    box([10.6, 3, 2.4, 10], "#8fe0bd"),
  ],
  tech: ["#274a78", box([4, 4, 8, 8], "#a9ccff"), box([6, 6, 4, 4], "#274a78"), circle(8, 8, 1, "#ffffff")],
  space: [
    "#1c1f3d",
    circle(8, 8, 3.6, "#e9a86a"),
    box([2.5, 7.6, 11, 0.8], "#f6d9b8"),
    circle(12.8, 3, 0.7, "#ffffff"),
  ],
  science: [
    "#23606b",
    box([7, 3, 2, 5], "#d8f3f6"),
    circle(8, 10, 3.6, "#d8f3f6"),
    circle(8, 10.6, 2.4, "#62c4d3"),
  ],
  weather: [
    "#3f7fbd",
    circle(10.5, 5.5, 2.6, "#ffd95e"),
    circle(6, 9.5, 2.6, "#ffffff"),
    circle(9.5, 10, 2.2, "#ffffff"),
  ],
  climate: [
    "#a5472f",
    circle(8, 8, 4.4, "#5aa9d6"),
    circle(6.6, 7, 1.8, "#7fce8f"),
    circle(10, 9.6, 1.3, "#7fce8f"),
  ],
  nature: [
    "#2f6b3a",
    box([7.3, 9, 1.4, 5], "#8a5a33"),
    circle(8, 6.5, 3.8, "#8fd77a"),
    circle(6.8, 5.6, 1.4, "#b9eda8"),
  ],
  sports: [
    "#3a2f5c",
    circle(8, 8, 4.6, "#f08a3c"),
    box([7.7, 3.4, 0.6, 9.2], "#3a2f5c"),
    box([3.4, 7.7, 9.2, 0.6], "#3a2f5c"),
  ],
};

const UNITS = 16;
const SIDE = 128;
/** Sample points per side of a pixel. */
const POINTS = 3;

type Painted = { readonly covers: (x: number, y: number) => boolean; readonly colour: Buffer };

const parseColour = (fill: string): Buffer => Buffer.from(fill.slice(1), "hex");

function painted(shape: Shape): Painted {
  const colour = parseColour(shape.fill);
  if ("circle" in shape) {
    const [centerX, centerY, radius] = shape.circle;
    return { colour, covers: (x, y) => (x - centerX) ** 2 + (y - centerY) ** 2 <= radius ** 2 };
  }
  const [left, top, width, height] = shape.box;
  return { colour, covers: (x, y) => x >= left && x < left + width && y >= top && y < top + height };
}

/**
 * Paints red, green and blue of all pixels, each the mean of its sample points. Each PNG row begins with 0, for no
 * filter.
 */
function paint([ground, ...shapes]: Drawing): Buffer {
  const layers = [{ covers: () => true, colour: parseColour(ground) }, ...shapes.map(painted)];
  const rows = Buffer.alloc(SIDE * (1 + SIDE * 3));
  for (let pixel = 0; pixel < SIDE * SIDE; pixel += 1) {
    const [row, column] = [Math.floor(pixel / SIDE), pixel % SIDE];
    const sums = [0, 0, 0];
    for (let point = 0; point < POINTS * POINTS; point += 1) {
      const x = ((column + ((point % POINTS) + 0.5) / POINTS) * UNITS) / SIDE;
      const y = ((row + (Math.floor(point / POINTS) + 0.5) / POINTS) * UNITS) / SIDE;
      const colour = layers.findLast(({ covers }) => covers(x, y))?.colour ?? sums;
      for (let part = 0; part < 3; part += 1) sums[part] = (sums[part] ?? 0) + (colour[part] ?? 0);
    }
    rows.set(
      sums.map((sum) => Math.round(sum / POINTS ** 2)),
      row * (1 + SIDE * 3) + 1 + column * 3,
    );
  }
  return rows;
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** Encodes a PNG with 8 bits for each of red, green and blue. */
function draw(drawing: Drawing): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIDE, 0);
  header.writeUInt32BE(SIDE, 4);
  header.set([8, 2], 8);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(paint(drawing))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** Computes the hash that names a picture from its drawing, so that a listing can name a picture not yet drawn. */
const hashDrawing = (drawing: Drawing): string =>
  createHash("sha256").update(JSON.stringify(drawing)).digest("hex");

/** Returns the path of a topic's picture for listings. */
export function demoPicture(topic: DemoTagSlug | undefined): string {
  const drawing = topic && DRAWINGS[topic];
  if (drawing === undefined) throw new Error(`no picture of the topic ${topic}`);
  return imagePath(hashDrawing(drawing));
}

/** Draws the pictures, and adds them to the operators' pictures; `now` in ms. */
export async function addDemoPictures(sql: OwnSql, now: number): Promise<void> {
  for (const drawing of Object.values(DRAWINGS))
    await addImage(sql, {
      hash: hashDrawing(drawing),
      mediaType: "image/png",
      width: SIDE,
      height: SIDE,
      bytes: draw(drawing),
      addedAt: now,
    });
}
