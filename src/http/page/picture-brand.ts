/** The brand in preview pictures: name, colours and mark. */
import { brandColours } from "./brand-colours.ts";
import type { PageBrand } from "./page-brand.ts";
import { canPaint } from "./picture-painter.ts";

export type PictureBrand = {
  readonly name: string;
  /** Colour of the first outcome on the dark background. */
  readonly accent: string;
  readonly ground: string;
  /** SVG in a square with sides of 32; empty if the painter cannot read the logo. */
  readonly mark: string;
};

const markOf = (ground: string): string =>
  `<rect width="32" height="32" rx="8" fill="${ground}"/>` +
  `<path d="M6 22 13 13l5 5 8-11" fill="none" stroke="#fff" stroke-width="3.2" stroke-linecap="round" stroke-linejoin="round"/>`;

const GROUND = "#1f4fd8";

export const FIRST_PICTURE_BRAND: PictureBrand = {
  name: "Presage",
  accent: "#8fb0ff",
  ground: GROUND,
  mark: markOf(GROUND),
};

export async function pictureBrand(brand: PageBrand): Promise<PictureBrand> {
  const { name, accent } = brand.read();
  const shades = accent === undefined ? undefined : brandColours(accent);
  const ground = shades?.light.accent ?? GROUND;
  const colours = { name, ground, accent: shades?.dark.accent ?? FIRST_PICTURE_BRAND.accent };
  const logo = await brand.findLogo();
  if (logo === undefined) return { ...colours, mark: markOf(ground) };
  if (!canPaint(logo.type)) return { ...colours, mark: "" };
  const data = `data:${logo.type};base64,${logo.content.toString("base64")}`;
  return { ...colours, mark: `<image width="32" height="32" href="${data}"/>` };
}
