/** The page under the operator's name, colour and logo: in the head of its HTML, and in the files of an installed page. */
import { createHash } from "node:crypto";
import type { BrandTerms } from "../../engine/brand.ts";
import { FIRST_BRAND } from "../../engine/brand.ts";
import { brandColours } from "./brand-colours.ts";
import { escapeHtml } from "./preview-tags.ts";

export const BRAND_SHEET = "/brand.css";
export const BRAND_LOGO = "/brand/logo";

/** Tells brands apart, so that a changed file has another address. */
const markOf = (brand: BrandTerms): string =>
  createHash("sha256").update(JSON.stringify(brand)).digest("hex").slice(0, 12);

const FIRST_NAME = new RegExp(FIRST_BRAND.name, "g");

/** Puts name, icons and colour into the head. The page reads its name and its logo there. */
export function withBrand(html: string, brand: BrandTerms): string {
  const { name, accent, logo } = brand;
  const named = html
    .replace(/<title>[^<]*<\/title>/, (title) => title.replace(FIRST_NAME, () => escapeHtml(name)))
    .replace(/(<meta name="application-name" content=")[^"]*/, (_all, start) => start + escapeHtml(name));
  const icons =
    logo === undefined
      ? named
      : named
          .replace(
            /<link rel="icon"[^>]*>/,
            `<link rel="icon" type="${logo.type}" href="${logoPath(logo)}" />`,
          )
          .replace(
            /<link rel="apple-touch-icon"[^>]*>/,
            `<link rel="apple-touch-icon" href="${logoPath(logo)}" />`,
          );
  if (accent === undefined) return icons;
  const sheet = `<link rel="stylesheet" href="${BRAND_SHEET}?${markOf(brand)}" />`;
  return icons.replace("</head>", `${sheet}\n  </head>`);
}

const logoPath = ({ hash }: NonNullable<BrandTerms["logo"]>): string => `${BRAND_LOGO}?${hash.slice(0, 12)}`;

/** Writes the file of an installed page with this name for the brand; other files stay as they are. */
export function brandedFile(name: string, content: string, brand: BrandTerms): string {
  switch (name) {
    case "manifest.webmanifest":
      return brandedManifest(content, brand);
    case "offline.html":
      return content.replace(FIRST_NAME, () => escapeHtml(brand.name));
    // Browsers keep the page without a connection until the worker's own text is another one.
    case "service-worker.js":
      return `${content}// ${markOf(brand)}\n`;
    default:
      return content;
  }
}

function brandedManifest(content: string, { name, accent, logo }: BrandTerms): string {
  const manifest: Record<string, unknown> = { ...JSON.parse(content), name, short_name: name };
  if (accent !== undefined) manifest["theme_color"] = brandColours(accent).light.accent;
  if (logo !== undefined)
    manifest["icons"] = [
      { src: logoPath(logo), sizes: `${logo.side}x${logo.side}`, type: logo.type, purpose: "any" },
    ];
  return JSON.stringify(manifest);
}
