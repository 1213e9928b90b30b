/** The picture of an event's preview, as SVG: its title, its chances and its volume. */
import type { StoredImage } from "../../store/catalog/images.ts";
import type { EventPreview, PreviewedOutcome } from "./event-preview.ts";
import { FIRST_PICTURE_BRAND } from "./picture-brand.ts";
import type { PictureBrand } from "./picture-brand.ts";
import { breakLines, drawable, textWidth } from "./picture-text.ts";
import { escapeHtml, PICTURE_SIZE } from "./preview-tags.ts";
import { chanceWords, volumeWords } from "./preview-words.ts";

/** Family of the fonts in web/public/fonts. */
export const PICTURE_FONT = "Inter";

const { width: WIDTH, height: HEIGHT } = PICTURE_SIZE;
const EDGE = 64;
const INNER = WIDTH - 2 * EDGE;
const ROWS = 4;
const INK = "#eef1f6";
const SOFT = "#a9b3c3";
const LINE = "#28303e";
/** Colours of outcomes by their index in the event: those of the page's charts in its dark theme. */
const COLOURS = ["#8fb0ff", "#ffb074", "#5fd3a6", "#dc9bff", "#ff8fc0", "#63d2e6", "#d3cf5a", "#b4bfd6"];

type TextPlace = {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly fill: string;
  readonly anchor?: "start" | "end";
};

const drawText = (text: string, { x, y, size, fill, anchor = "start" }: TextPlace): string =>
  `<text x="${x}" y="${y}" font-size="${size}" fill="${fill}" text-anchor="${anchor}">${escapeHtml(text)}</text>`;

const drawBar = (y: number, width: number, fill: string): string =>
  `<rect x="${EDGE}" y="${y}" width="${Math.round(width)}" height="12" rx="6" fill="${fill}"/>`;

/** Side of the event's own picture, which shortens the title's lines. */
const IMAGE_SIDE = 128;
const IMAGE_ROOM = IMAGE_SIDE + 28;

/** The event's own picture, and the brand of the exchange. */
export type PictureParts = { readonly image?: StoredImage | undefined; readonly brand?: PictureBrand };

/** Draws the picture, which includes the event's own if it has one. All texts come from the exchange, and are escaped. */
export function drawPicture(
  preview: EventPreview,
  { image, brand = FIRST_PICTURE_BRAND }: PictureParts = {},
): string {
  const indent = image === undefined ? 0 : IMAGE_ROOM;
  const most = preview.isSeveral ? 1 : 2;
  const { size, lines } = fitTitle(drawable(preview.title), { most, width: INNER - indent });
  const drawn = lines.map((line, index) =>
    drawText(line, { x: EDGE + indent, y: 190 + index * size * 1.2, size, fill: INK }),
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" font-family="${PICTURE_FONT}" font-weight="600">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#0f141d"/><rect width="${WIDTH}" height="8" fill="${brand.ground}"/>`,
    drawBrand(preview, brand),
    ...(image === undefined ? [] : [drawImage(image)]),
    ...drawn,
    preview.isSeveral ? drawRows(preview.outcomes) : drawChance(preview.outcomes, brand),
    "</svg>",
  ].join("");
}

type TitleRoom = { readonly most: number; readonly width: number };
type FittedTitle = { readonly size: number; readonly lines: readonly string[] };

const SIZES = [60, 52, 46] as const;

/** Chooses the largest size in which the title fits the lines. The smallest size has one line more, and cuts the rest. */
function fitTitle(title: string, { most, width }: TitleRoom): FittedTitle {
  const [, , smallest] = SIZES;
  const size =
    SIZES.find((one) => breakLines(title, { width: width / one, most: most + 1 }).length <= most) ?? smallest;
  return { size, lines: breakLines(title, { width: width / size, most: most + 1 }) };
}

const drawImage = ({ mediaType, bytes }: StoredImage): string =>
  `<clipPath id="image"><rect x="${EDGE}" y="134" width="${IMAGE_SIDE}" height="${IMAGE_SIDE}" rx="20"/></clipPath>` +
  `<image clip-path="url(#image)" x="${EDGE}" y="134" width="${IMAGE_SIDE}" height="${IMAGE_SIDE}" ` +
  `preserveAspectRatio="xMidYMid slice" href="data:${mediaType};base64,${bytes.toString("base64")}"/>`;

/** Draws the name of the page on the left, and the volume on the right. */
const drawBrand = (preview: EventPreview, { name, mark }: PictureBrand): string =>
  `<g transform="translate(${EDGE} 56) scale(1.5)">${mark}</g>` +
  drawText(drawable(name), { x: EDGE + 66, y: 92, size: 34, fill: INK }) +
  drawText([...(preview.closed ? ["Closed"] : []), volumeWords(preview)].join(" · "), {
    x: WIDTH - EDGE,
    y: 91,
    size: 30,
    fill: SOFT,
    anchor: "end",
  });

/** Draws the chance of a single market's first outcome as a large number, with a bar of that length. */
function drawChance([first]: readonly PreviewedOutcome[], { accent }: PictureBrand): string {
  const { name = "", price } = first ?? {};
  const chance = chanceWords(price);
  const of = name === "Yes" ? "" : ` of ${drawable(name)}`;
  const [said = ""] = breakLines(`chance${of}`, { width: 14, most: 1 });
  return (
    drawText(chance, { x: EDGE, y: 528, size: 132, fill: accent }) +
    drawText(said, { x: EDGE + textWidth(chance) * 132 + 28, y: 526, size: 44, fill: SOFT }) +
    drawBar(566, INNER, LINE) +
    drawBar(566, INNER * (price ?? 0), accent)
  );
}

/** Draws the likeliest outcomes, each with its chance and a bar. */
const drawRows = (outcomes: readonly PreviewedOutcome[]): string =>
  outcomes
    .slice(0, ROWS)
    .map(({ name, price, place }, index) => {
      const y = 334 + index * 76;
      const fill = COLOURS[place % COLOURS.length] ?? INK;
      const [said = ""] = breakLines(drawable(name), { width: 25, most: 1 });
      return (
        drawText(said, { x: EDGE, y, size: 36, fill: INK }) +
        drawText(chanceWords(price), { x: WIDTH - EDGE, y, size: 40, fill, anchor: "end" }) +
        drawBar(y + 16, INNER, LINE) +
        drawBar(y + 16, INNER * (price ?? 0), fill)
      );
    })
    .join("");
