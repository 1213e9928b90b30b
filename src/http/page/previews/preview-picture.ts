/** The picture of an event's preview, as SVG: its title, its chances and its volume. */
import type { StoredImage } from "../../../store/catalog/images.ts";
import type { EventPreview, PreviewedOutcome } from "./event-preview.ts";
import { FIRST_PICTURE_BRAND } from "../page-brand.ts";
import type { PictureBrand } from "../page-brand.ts";
import { PICTURE_SIZE, escapeHtml } from "./preview-tags.ts";
import { chanceWords, volumeWords } from "./preview-words.ts";

// Texts in a preview picture: letters that the font has, in lines that fit.

/** Latin, Greek and Cyrillic letters, digits and signs of the font in web/public/fonts. */
const DRAWN_LETTERS =
  /[ -~\u00a0-\u024f\u0370-\u03ff\u0400-\u045f\u1e00-\u1eff\u2010-\u2026\u2030-\u203a\u20ac\u2122\u2212]/u;
const LETTER = /\p{L}/u;

/** Removes letters that the font lacks. Returns "" if more than half are removed, since the rest would mislead. */
export function removeUndrawable(text: string): string {
  const all = [...text.normalize("NFC")];
  const drawnLetters = all.filter((letter) => DRAWN_LETTERS.test(letter));
  const count = (letters: readonly string[]): number =>
    letters.filter((letter) => LETTER.test(letter)).length;
  return count(drawnLetters) * 2 < count(all) ? "" : drawnLetters.join("").replace(/\s+/g, " ").trim();
}

/** Narrow letters. Widths are in font sizes, and are rather too large than too small. */
const NARROW = /[iljtfrI.,:;'|!()[\] ]/;
const WIDE = /[mwMW@%—]/;
const UPPER = /[\p{Lu}\d]/u;
const letterWidth = (letter: string): number =>
  NARROW.test(letter) ? 0.36 : WIDE.test(letter) ? 0.93 : UPPER.test(letter) ? 0.7 : 0.6;

/** Estimates the maximum width of a text, in font sizes. */
export const textWidth = (text: string): number =>
  [...text].reduce((sum, letter) => sum + letterWidth(letter), 0);

type Lines = {
  /** Maximum width of a line, in font sizes. */
  readonly width: number;
  readonly most: number;
};

/**
 * Breaks a text into lines between words, and within words that are too long for a line. The last line ends in an ellipsis
 * if text was cut.
 */
export function breakLines(text: string, { width, most }: Lines): readonly string[] {
  const lines: string[] = [""];
  for (const word of text.split(" ").flatMap((one) => splitWord(one, width))) {
    const last = lines.at(-1) ?? "";
    const longer = last === "" ? word : `${last} ${word}`;
    if (textWidth(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  if (lines.length <= most) return lines;
  return [...lines.slice(0, most - 1), cutLine(lines[most - 1] ?? "", width)];
}

function splitWord(word: string, width: number): readonly string[] {
  const parts: string[] = [""];
  for (const letter of word) {
    const longer = (parts.at(-1) ?? "") + letter;
    if (textWidth(longer) <= width) parts[parts.length - 1] = longer;
    else parts.push(letter);
  }
  return parts;
}

function cutLine(line: string, width: number): string {
  const letters = [...line];
  while (textWidth(`${letters.join("")}…`) > width) letters.pop();
  return `${letters.join("").trimEnd()}…`;
}

/** Family of the fonts in web/public/fonts. */
export const PICTURE_FONT = "Inter";

const { width: WIDTH, height: HEIGHT } = PICTURE_SIZE;
const EDGE = 64;
const INNER = WIDTH - 2 * EDGE;
const ROWS = 4;
const INK = "#eef1f6";
const SOFT = "#a9b3c3";
const LINE_COLOUR = "#28303e";
/** Colours of outcomes by their index in the event: those of the page's charts in its dark theme. */
const COLOURS = ["#8fb0ff", "#ffb074", "#5fd3a6", "#dc9bff", "#ff8fc0", "#63d2e6", "#d3cf5a", "#b4bfd6"];

type TextPosition = {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly fill: string;
  readonly anchor?: "start" | "end";
};

const drawText = (text: string, { x, y, size, fill, anchor = "start" }: TextPosition): string =>
  `<text x="${x}" y="${y}" font-size="${size}" fill="${fill}" text-anchor="${anchor}">${escapeHtml(text)}</text>`;

const drawBar = (y: number, width: number, fill: string): string =>
  `<rect x="${EDGE}" y="${y}" width="${Math.round(width)}" height="12" rx="6" fill="${fill}"/>`;

/** Side of the event's own picture, which shortens the title's lines. */
const IMAGE_SIDE = 128;
const IMAGE_ROOM = IMAGE_SIDE + 28;

/** The event's own picture, and the brand of the exchange. */
export type PictureParts = { readonly image?: StoredImage | undefined; readonly brand?: PictureBrand };

/**
 * Draws the preview picture, which includes the event's own picture if there is one. All texts come from the exchange,
 * and are escaped.
 */
export function drawPicture(
  preview: EventPreview,
  { image, brand = FIRST_PICTURE_BRAND }: PictureParts = {},
): string {
  const indent = image === undefined ? 0 : IMAGE_ROOM;
  const most = preview.isSeveral ? 1 : 2;
  const { size, lines } = fitTitle(removeUndrawable(preview.title), { most, width: INNER - indent });
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

/**
 * Chooses the largest font size in which the title fits the lines. The smallest size has one line more, and the rest is
 * cut.
 */
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
  drawText(removeUndrawable(name), { x: EDGE + 66, y: 92, size: 34, fill: INK }) +
  drawText([...(preview.closed ? ["Closed"] : []), volumeWords(preview)].join(" · "), {
    x: WIDTH - EDGE,
    y: 91,
    size: 30,
    fill: SOFT,
    anchor: "end",
  });

/** Draws the chance of a single market's first outcome as a large number, with a bar of proportional length. */
function drawChance([first]: readonly PreviewedOutcome[], { accent }: PictureBrand): string {
  const { name = "", price } = first ?? {};
  const chance = chanceWords(price);
  const of = name === "Yes" ? "" : ` of ${removeUndrawable(name)}`;
  const [said = ""] = breakLines(`chance${of}`, { width: 14, most: 1 });
  return (
    drawText(chance, { x: EDGE, y: 528, size: 132, fill: accent }) +
    drawText(said, { x: EDGE + textWidth(chance) * 132 + 28, y: 526, size: 44, fill: SOFT }) +
    drawBar(566, INNER, LINE_COLOUR) +
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
      const [said = ""] = breakLines(removeUndrawable(name), { width: 25, most: 1 });
      return (
        drawText(said, { x: EDGE, y, size: 36, fill: INK }) +
        drawText(chanceWords(price), { x: WIDTH - EDGE, y, size: 40, fill, anchor: "end" }) +
        drawBar(y + 16, INNER, LINE_COLOUR) +
        drawBar(y + 16, INNER * (price ?? 0), fill)
      );
    })
    .join("");
